//! Adds servers to a state file, one change set each, planning again whenever
//! somebody else was faster.
//!
//! `adding_writer DATA STATE PREFIX COUNT`; prints how often it planned again.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    time::SystemTime,
};

use plimsoll_engine::{
    clients::{ClientId, Dialect},
    plan::{Edit, Plan, Step, edit},
    write::{Unwatched, WriteError, Writer},
};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, state, prefix, count] = arguments.as_slice() else {
        panic!("adding_writer DATA STATE PREFIX COUNT");
    };
    let (data, state) = (PathBuf::from(data), PathBuf::from(state));
    let mut again = 0;
    for number in 0..count.parse().expect("a number") {
        again += add(&data, &state, &format!("{prefix}{number}"));
    }
    writeln!(std::io::stdout(), "{again}").expect("written");
}

/// How often the plan was stale.
fn add(data: &Path, state: &Path, name: &str) -> usize {
    for attempt in 0.. {
        let before = std::fs::read_to_string(state).ok();
        let step = Step::Set {
            at: vec!["mcpServers".to_owned()],
            key: name.to_owned(),
            value: "{\"command\": \"true\"}".to_owned(),
        };
        let after = edit(state, before.as_deref(), Dialect::Strict, &[step]).expect("editable");
        let edit = Edit {
            client: Some(ClientId::ClaudeCode),
            path: state.to_owned(),
            dialect: Dialect::Strict,
            in_project: false,
            before,
            after,
        };
        let plan = Plan { edits: vec![edit], ..Plan::default() };
        let writer = Writer { data, now: SystemTime::now(), running: &[], watch: &Unwatched };
        match writer.apply(&plan) {
            Ok(_) => return attempt,
            Err(WriteError::Stale { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!("the loop has no end")
}
