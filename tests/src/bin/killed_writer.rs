//! Writes one change set over the files named on its command line and asks
//! before each step whether to go on: the test kills it there.
//!
//! `killed_writer DATA FILE…`: every file that is there gets a key more, every
//! other one is created.

use std::{
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use plimsoll_engine::{
    clients::{ClientId, Dialect},
    plan::{Edit, Plan, Step, edit},
    write::{Moment, Watch, Writer},
};

/// Says that a step is done and waits for a byte.
struct Ask;

impl Watch for Ask {
    fn at(&self, _: Moment) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(b".")?;
        out.flush()?;
        io::stdin().read_exact(&mut [0])
    }
}

fn main() {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let data = arguments.next().expect("a data folder");
    let edits = arguments.map(|path| edit_of(&path)).collect();
    let plan = Plan { edits, requested: vec!["a key".to_owned()], ..Plan::default() };
    let writer = Writer { data: &data, now: SystemTime::now(), running: &[], watch: &Ask };
    writer.apply(&plan).expect("written");
}

fn edit_of(path: &Path) -> Edit {
    let before = std::fs::read_to_string(path).ok();
    let step = Step::Set { at: Vec::new(), key: "new".to_owned(), value: "true".to_owned() };
    let after = edit(path, before.as_deref(), Dialect::Strict, &[step]).expect("editable");
    Edit {
        client: Some(ClientId::ClaudeCode),
        path: path.to_owned(),
        dialect: Dialect::Strict,
        in_project: false,
        before,
        after,
    }
}
