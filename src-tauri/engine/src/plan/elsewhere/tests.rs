//! Claude Desktop and Cursor: parking, and what has no switch.

use super::super::{
    Change, Choices, Home, Plan, Target, Wanted, parked_in,
    samples::{CURSOR, CURSOR_DISABLED, CURSOR_PROJECT, DESKTOP, Machine, PARKING, STATE, edits},
};
use crate::clients::{
    ClientId::{self, ClaudeDesktop, Cursor},
    Launch, Scope, Stdio,
};

const SERVERS: &str = "{\n  // mine\n  \"mcpServers\": {\n    \"a\": { \"command\": \"x\" },\n    \"b\": {\n      \"command\" : \"y\", // why\n      \"args\": [ 1.0 ]\n    },\n    \"c\": {}\n  }\n}\n";

fn machine() -> Machine {
    Machine::new(&[(CURSOR, SERVERS), (DESKTOP, "{\"mcpServers\":{\"d\":{\"command\":\"x\"}}}")])
        .entry(Cursor, "b", Scope::User, CURSOR)
        .entry(ClaudeDesktop, "d", Scope::User, DESKTOP)
        .entry(ClaudeDesktop, "e", Scope::Extension("ant.e".to_owned()), "/h/e.json")
}

fn change(client: ClientId, server: &str, wanted: Wanted) -> Change {
    Change::Server { target: Target { client, home: None, server: server.to_owned() }, wanted }
}

/// The machine after a plan was written.
fn after(mut machine: Machine, plan: &Plan) -> Machine {
    for edit in &plan.edits {
        machine.files.insert(edit.path.clone(), edit.after.clone());
    }
    machine
}

#[test]
fn off_parks_the_entry_and_on_brings_the_same_bytes_back() {
    let off = machine().plan(&[change(Cursor, "b", Wanted::Off)], Choices::default());
    assert_eq!(off.refused, []);
    let without = "{\n  // mine\n  \"mcpServers\": {\n    \"a\": { \"command\": \"x\" },\n    \"c\": {}\n  }\n}\n";
    let gone = after(machine(), &off);
    assert_eq!(gone.files[std::path::Path::new(CURSOR)], without);
    let parked = parked_in(gone.files.get(std::path::Path::new(PARKING)).map(String::as_str));
    assert_eq!(parked.len(), 1);
    assert_eq!((parked[0].client.as_str(), parked[0].server.as_str()), ("cursor", "b"));

    let on = gone.plan(&[change(Cursor, "b", Wanted::On)], Choices::default());
    assert_eq!(on.refused, []);
    let back = after(gone, &on);
    assert_eq!(back.files[std::path::Path::new(CURSOR)], SERVERS);
    assert!(parked_in(Some(&back.files[std::path::Path::new(PARKING)])).is_empty());
}

#[test]
fn what_these_clients_have_no_switch_for_is_refused_with_the_way_to_go() {
    for (why, spec, code) in [
        ("Cursor has no loading", "cursor/b=always", "no-such-switch"),
        ("nor has Claude Desktop's file", "claude-desktop/d=when-needed", "no-such-switch"),
        ("no loading for a tool", "cursor/b/t=when-needed", "no-such-switch"),
        ("no tools of an extension", "claude-desktop/e/t=off", "not-ours"),
        ("an extension is switched in the app", "claude-desktop/e=off", "no-such-switch"),
        ("unknown", "claude-desktop/nobody=off", "no-such-entry"),
        ("nothing parked and not there", "cursor/nobody=on", "no-such-entry"),
    ] {
        assert_eq!(machine().set(spec), Err(code), "{why}");
    }
    let mode = Change::Mode { client: ClaudeDesktop, value: Some("true".to_owned()) };
    let plan = machine().plan(&[mode], Choices::default());
    assert!(plan.refused[0].hint.as_deref().is_some_and(|hint| hint.contains("Tool access")));
}

#[test]
fn the_agents_list_is_a_list_and_nothing_else() {
    let choices = Choices { cursor_agent: true, ..Choices::default() };
    let off = machine().plan(&[change(Cursor, "b", Wanted::Off)], choices);
    assert_eq!(edits(off), Ok(vec![(CURSOR_DISABLED.to_owned(), "[\n  \"b\"\n]".to_owned())]));
    let mut listed = machine();
    listed.files.insert(CURSOR_DISABLED.into(), "[\"a\",\"b\"]".to_owned());
    let on = listed.plan(&[change(Cursor, "b", Wanted::On)], choices);
    assert_eq!(edits(on), Ok(vec![(CURSOR_DISABLED.to_owned(), "[\"a\"]".to_owned())]));
}

#[test]
fn an_entry_moves_between_scopes_and_clients() {
    let moved = |client, server: &str, to, home, copy| Change::Move {
        target: Target { client, home: None, server: server.to_owned() },
        to,
        home,
        copy,
    };
    let plan = machine()
        .plan(&[moved(ClaudeDesktop, "d", Cursor, Home::Project, false)], Choices::default());
    let codes: Vec<_> = plan.notes.iter().map(|note| note.code).collect();
    assert_eq!(codes, ["needs-approval", "shared-file"]);
    assert_eq!(
        edits(plan),
        Ok(vec![
            (DESKTOP.to_owned(), "{\"mcpServers\":{}}".to_owned()),
            (
                CURSOR_PROJECT.to_owned(),
                "{\n  \"mcpServers\": {\n    \"d\": {\n      \"command\": \"x\"\n    }\n  }\n}"
                    .to_owned()
            ),
        ])
    );
    let back = moved(Cursor, "b", ClaudeDesktop, Home::User, true);
    let plan = machine().plan(&[back], Choices::default());
    assert_eq!(
        edits(plan),
        Ok(vec![(
            DESKTOP.to_owned(),
            "{\"mcpServers\":{\"d\":{\"command\":\"x\"},\"b\":{\"command\":\"y\",\"args\":[1.0]}}}"
                .to_owned()
        )])
    );
    for (why, change, code) in [
        ("no local scope", moved(Cursor, "b", Cursor, Home::Local, false), "no-such-scope"),
        ("already there", moved(Cursor, "b", Cursor, Home::User, true), "exists"),
        ("an extension", moved(ClaudeDesktop, "e", Cursor, Home::User, true), "not-ours"),
    ] {
        let plan = machine().plan(&[change], Choices::default());
        assert_eq!(edits(plan), Err(code), "{why}");
    }
}

/// One change as the command line has it, its texts written.
fn written(machine: Machine, spec: &str) -> (Machine, Plan) {
    let change = Change::parse_set(spec, &|_| Vec::new()).expect(spec);
    let plan = machine.plan(&[change], Choices::default());
    assert_eq!(plan.refused, [], "{spec}");
    (after(machine, &plan), plan)
}

/// The sample machine with what is behind its wrapped entries known, as a
/// reading would know it.
fn wrapped(args: &[&str]) -> Machine {
    let mut machine = machine();
    let reading = machine.readings.iter_mut().find(|reading| reading.client == Cursor);
    let entry = reading.and_then(|reading| reading.entries.first_mut()).expect("an entry");
    entry.launch = Some(Launch::Stdio(Stdio {
        command: "/opt/plimsoll".to_owned(),
        args: args.iter().map(ToString::to_string).collect(),
        env: Vec::new(),
        cwd: None,
    }));
    machine
}

#[test]
fn a_wrapped_entry_comes_back_byte_for_byte_from_itself() {
    let (gone, plan) = written(machine(), "cursor/b=wrap:defer+only:get_*");
    let text = gone.files[std::path::Path::new(CURSOR)].clone();
    assert!(text.contains("\"command\" : \"/opt/plimsoll\", // why"), "{text}");
    assert!(text.contains("\"--defer\""), "{text}");
    assert_eq!(plan.notes.iter().map(|note| note.code).collect::<Vec<_>>(), ["reload"]);

    // Only the file is left: no parking lot, no database.
    let mut later = wrapped(&["wrap", "--defer", "--only", "get_*", "--name", "b", "--", "y"]);
    later.files = [(CURSOR.into(), text.clone())].into();
    let (back, _) = written(later, "cursor/b=unwrap");
    assert_eq!(back.files[std::path::Path::new(CURSOR)], SERVERS);

    // Wrapped again with other rules, then taken out.
    let mut later = wrapped(&["wrap", "--defer", "--", "y"]);
    later.files = [(CURSOR.into(), text)].into();
    let (again, _) = written(later, "cursor/b=wrap:read-only");
    let text = again.files[std::path::Path::new(CURSOR)].clone();
    assert!(text.contains("--read-only") && !text.contains("--defer"), "{text}");
    let mut later = wrapped(&["wrap", "--read-only", "--", "y"]);
    later.files = again.files;
    let (moved, _) = written(later, "cursor/b=repair");
    let mut later = wrapped(&["wrap", "--read-only", "--", "y"]);
    later.files = moved.files;
    let (back, _) = written(later, "cursor/b=unwrap");
    assert_eq!(back.files[std::path::Path::new(CURSOR)], SERVERS);
}

#[test]
fn single_tools_go_on_and_off_through_the_wrapper() {
    let mut machine = machine();
    for (spec, said) in [
        ("cursor/b/t=off", Some("\"--except\", \"t\"")),
        ("cursor/b/u=off", Some("\"--except\", \"t\", \"--except\", \"u\"")),
        ("cursor/b/t=on", Some("\"--except\", \"u\"")),
        ("cursor/b/u=on", None),
    ] {
        let change = Change::parse_set(spec, &|_| vec!["b".to_owned()]).expect(spec);
        let plan = machine.plan(&[change], Choices::default());
        assert_eq!(plan.refused, [], "{spec}");
        machine = after(machine, &plan);
        let text = &machine.files[std::path::Path::new(CURSOR)];
        match said {
            Some(said) => assert!(text.contains(said), "{spec}: {text}"),
            None => assert_eq!(text, SERVERS, "{spec}"),
        }
    }
    let keep = Change::parse_keep("cursor/b=get_*,x", &|_| vec!["b".to_owned()]).expect("valid");
    let off = Change::parse_set("cursor/b/get_me=off", &|_| vec!["b".to_owned()]).expect("valid");
    let plan = machine.plan(&[keep, off], Choices::default());
    let codes: Vec<_> = plan.notes.iter().map(|note| note.code).collect();
    assert_eq!(codes, ["wraps", "reload"]);
    let text = &after(machine, &plan).files[std::path::Path::new(CURSOR)];
    assert!(text.contains("\"get_*\"") && text.contains("\"get_me\""), "{text}");
}

#[test]
fn a_switch_of_the_client_itself_comes_first() {
    let machine = machine().entry(ClientId::ClaudeCode, "n", Scope::User, STATE);
    for (spec, code) in [
        ("claude-code/n=wrap:defer", "native-switch"),
        ("claude-desktop/e=wrap:defer", "not-ours"),
        ("cursor/b=unwrap", "not-wrappable"),
        ("cursor/nobody=wrap:defer", "no-such-entry"),
    ] {
        assert_eq!(machine.set(spec), Err(code), "{spec}");
    }
    let change = Change::parse_set("claude-code:user/n=wrap:defer+only:get_*", &|_| Vec::new())
        .expect("one");
    let plan = machine.plan(&[change], Choices::default());
    assert_eq!(
        plan.refused[0].hint.as_deref(),
        Some("Use `--set claude-code:user/n=when-needed` and `--keep claude-code:user/n=get_*`.")
    );
}
