//! An entry wrapped, written, used and taken out again, as the command line does it.

use std::{fs, io::BufReader, path::PathBuf};

use plimsoll_cli::{Exit, Streams};
use plimsoll_tests::{fake::Script, sandbox::Sandbox};
use serde_json::Value;

use crate::connect::FAKE;

/// The fake, installed as `plimsoll`: it is the wrapper and the guard.
pub(crate) fn wrapper(sandbox: &Sandbox) -> PathBuf {
    let program = sandbox.scratch("plimsoll");
    if !program.exists() && fs::hard_link(FAKE, &program).is_err() {
        fs::copy(FAKE, &program).expect("a copy");
    }
    program
}

/// Runs one command; how it ended and what it said.
pub(crate) fn plimsoll(sandbox: &Sandbox, args: &[&str]) -> (Exit, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = {
        let mut streams = Streams {
            out: Box::new(&mut out),
            err: Box::new(&mut err),
            input: Box::new(BufReader::new(std::io::empty())),
            interactive: false,
            width: None,
        };
        let args = ["plimsoll"].iter().chain(args).map(|arg| (*arg).into());
        plimsoll_cli::run(args, sandbox.world(), sandbox.project(), wrapper(sandbox), &mut streams)
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (exit, text(out), text(err))
}

const DESKTOP: &str = ".config/Claude/claude_desktop_config.json";

pub(crate) fn file(sandbox: &Sandbox, path: &str) -> String {
    fs::read_to_string(sandbox.home().join(path)).expect("there")
}

#[test]
fn a_wrapped_entry_comes_back_byte_for_byte_without_the_database() {
    let script = serde_json::to_string(&Script::with_tools(100)).expect("serializes");
    let quoted = Value::from(script.as_str()).to_string();
    let written = format!(
        "{{\n   \"mcpServers\" : {{\n      \"big\":{{ \"command\":{FAKE:?},\n         \"args\": [\n            {quoted} ], \"env\": {{ \"K\" : \"s3cret\" }} }},\n      \"other\": {{\"command\": \"x\"}}\n   }}, \"theme\": 1.50 }}"
    );
    let sandbox = Sandbox::new().with_file(DESKTOP, &written);
    let (exit, _, said) = plimsoll(&sandbox, &["apply", "--set", "claude-desktop/big=wrap:defer"]);
    assert_eq!(exit, Exit::Done, "{said}");
    let wrapped = file(&sandbox, DESKTOP);
    assert!(wrapped.contains("\"--defer\"") && wrapped.contains("\"K\" : \"s3cret\""), "{wrapped}");

    // What is shown of it is what the wrapper really lists.
    let args = ["audit", "--client", "claude-desktop", "--connect", "--yes", "--json"];
    let (_, audit, said) = plimsoll(&sandbox, &args);
    let audit: Value = serde_json::from_str(&audit).unwrap_or_else(|_| panic!("{said}"));
    let servers = audit["clients"][0]["servers"].as_array().expect("servers");
    let big = servers.iter().find(|server| server["name"] == "big").expect("there");
    let names: Vec<_> =
        big["tools"].as_array().expect("tools").iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["find_tools", "call_tool"], "{said}");
    assert!(!audit.to_string().contains("s3cret"));

    // Nothing of ours is left but the file itself.
    let _ = fs::remove_dir_all(sandbox.home().join(".local"));
    let (exit, _, said) = plimsoll(&sandbox, &["unwrap", "--all"]);
    assert_eq!(exit, Exit::Done, "{said}");
    assert_eq!(file(&sandbox, DESKTOP), written);
    let (exit, out, _) = plimsoll(&sandbox, &["unwrap", "--all"]);
    assert_eq!((exit, out.contains("No entry is wrapped")), (Exit::Done, true), "{out}");
}

#[test]
fn a_clients_own_switch_is_offered_in_place_of_the_wrapper() {
    let sandbox = Sandbox::new().with_file(
        ".claude.json",
        r#"{"mcpServers": {"s": {"command": "plimsoll", "args": ["wrap", "--defer", "--", "x"]}, "t": {"command": "y"}}}"#,
    );
    let (_, audit, _) = plimsoll(&sandbox, &["audit", "--json"]);
    let audit: Value = serde_json::from_str(&audit).expect("JSON");
    let hints: Vec<&Value> = audit["problems"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|problem| problem["code"] == "wrapper-not-needed")
        .collect();
    let [hint] = hints.as_slice() else { panic!("{hints:?}") };
    assert_eq!(hint["server"], "s");
    let way = "--set claude-code/s=unwrap";
    assert!(hint["hint"].as_str().is_some_and(|hint| hint.contains(way)), "{hint}");
    let (exit, _, said) = plimsoll(&sandbox, &["apply", "--set", "claude-code/s=unwrap"]);
    assert_eq!(exit, Exit::Done, "{said}");
    let now = file(&sandbox, ".claude.json");
    assert!(now.contains(r#""s": {"command": "x""#) && !now.contains("--defer"), "{now}");
}

/// The command that is run before an uninstall must not say that all is well
/// over a file it could not read.
#[test]
fn unwrapping_all_names_the_files_it_could_not_read() {
    let sandbox = Sandbox::new().with_file(DESKTOP, "{\"mcpServers\": {}},");
    let (exit, out, said) = plimsoll(&sandbox, &["unwrap", "--all"]);
    assert_eq!(exit, Exit::Refused, "{out}{said}");
    assert!(said.contains("claude_desktop_config.json"), "{said}");
}

#[test]
fn an_entry_whose_wrapper_has_gone_is_found_and_repaired() {
    let written = r#"{"mcpServers": {"s": {"command": "/gone/plimsoll", "args": ["wrap", "--only", "a*", "--", "x"]}}}"#;
    let sandbox = Sandbox::new().with_file(DESKTOP, written);
    let (_, audit, _) = plimsoll(&sandbox, &["audit", "--client", "claude-desktop", "--json"]);
    assert!(audit.contains("wrapper-gone"), "{audit}");
    let (exit, _, said) = plimsoll(&sandbox, &["apply", "--set", "claude-desktop/s=repair"]);
    assert_eq!(exit, Exit::Done, "{said}");
    let now = wrapper(&sandbox).display().to_string();
    assert_eq!(file(&sandbox, DESKTOP), written.replace("/gone/plimsoll", &now));
}
