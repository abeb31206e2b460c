//! Out of a file and in again: the same bytes, and nobody's entry lost.

use super::parked_in;
use crate::{
    clients::{
        ClientId::{self, ClaudeDesktop, Cursor},
        Scope,
    },
    plan::{
        Change, Choices, Home, Plan,
        samples::{CURSOR, CURSOR_DISABLED, CURSOR_PROJECT, DESKTOP, Machine, PARKING},
    },
};

fn machine(client: ClientId, text: &str) -> Machine {
    let file = if client == Cursor { CURSOR } else { DESKTOP };
    Machine::new(&[(file, text)]).entry(client, "a", Scope::User, file)
}

fn set(machine: &Machine, spec: &str) -> Plan {
    let change = Change::parse_set(spec, &|_| vec!["a".to_owned()]).expect(spec);
    machine.plan(&[change], Choices::default())
}

/// Writes a plan; the texts are what is read next.
fn written(machine: &mut Machine, spec: &str) {
    let plan = set(machine, spec);
    assert_eq!(plan.refused, [], "{spec}");
    for edit in plan.edits {
        machine.files.insert(edit.path, edit.after);
    }
}

fn text<'m>(machine: &'m Machine, path: &str) -> &'m str {
    machine.files.get(std::path::Path::new(path)).map_or("", String::as_str)
}

const LAYOUTS: [(&str, &str); 15] = [
    (
        "a comment behind",
        "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\"}, // about a\n    \"b\": {\"command\": \"y\"}\n  }\n}\n",
    ),
    (
        "a comment before",
        "{\n  \"mcpServers\": {\n    // about a\n    \"a\": {\"command\": \"x\"},\n    \"b\": {}\n  }\n}\n",
    ),
    (
        "comments around the last",
        "{\n  \"mcpServers\": {\n    \"b\": {}, // about b\n    /* about a */\n    \"a\": {\"command\": \"x\"} // behind a\n    // at the end\n  }\n}\n",
    ),
    (
        "a comma behind the last",
        "{\n  \"mcpServers\": {\n    \"b\": {},\n    \"a\": {\"command\": \"x\"},\n  },\n}\n",
    ),
    (
        "the last",
        "{\n  \"mcpServers\": {\n    \"b\": {},\n    \"a\": {\"command\": \"x\"}\n  }\n}\n",
    ),
    ("the only one", "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\"}\n  }\n}\n"),
    ("the only one on one line", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}"),
    ("one line", "{\"mcpServers\":{\"a\":{\"command\":\"x\"},\"b\":{}}}"),
    (
        "blank lines",
        "{\n  \"mcpServers\": {\n    \"b\": {},\n\n    \"a\": {\"command\": \"x\"},\n\n    \"c\": {}\n  }\n}\n",
    ),
    (
        "line ends, tabs and a mark",
        "\u{feff}{\r\n\t\"mcpServers\": {\r\n\t\t\"a\": {\r\n\t\t\t\"command\": \"x\"\r\n\t\t},\r\n\t\t\"b\": {}\r\n\t}\r\n}",
    ),
    ("blanks everywhere", "{ \"mcpServers\" : { \"b\" : { } , \"a\" : { \"command\" : \"x\" } } }"),
    (
        "two on a line",
        "{\"mcpServers\": {\n  \"b\": {}, \"a\": {\"command\": \"x\"},\n  \"c\": {}}}",
    ),
    (
        "a blank before the colon",
        "{\n  \"mcpServers\": {\n    \"a\" : {\"command\": \"x\"},\n    \"b\" : {}\n  }\n}",
    ),
    (
        "a key in escapes",
        "{\n  \"mcpServers\": {\n    \"\\u0061\": {\"command\": \"x\"},\n    \"b\": {}\n  }\n}",
    ),
    (
        "commas first",
        "{\n  \"mcpServers\": {\n      \"b\": {}\n    , \"a\": {\"command\": \"x\"}\n    , \"c\": {}\n  }\n}",
    ),
];

#[test]
fn off_and_on_again_gives_the_same_bytes_in_every_layout() {
    for (why, before) in LAYOUTS {
        for client in [Cursor, ClaudeDesktop] {
            let file = if client == Cursor { CURSOR } else { DESKTOP };
            if client == ClaudeDesktop
                && serde_json::from_str::<serde_json::Value>(before.trim_start_matches('\u{feff}'))
                    .is_err()
            {
                continue;
            }
            let mut machine = machine(client, before);
            written(&mut machine, &format!("{}/a=off", client.as_str()));
            assert!(!text(&machine, file).contains("\"x\""), "{why}");
            written(&mut machine, &format!("{}/a=on", client.as_str()));
            assert_eq!(text(&machine, file), before, "{why}");
            assert!(parked_in(Some(text(&machine, PARKING))).is_empty(), "{why}");
        }
    }
}

#[test]
fn where_the_neighbours_have_changed_the_entry_comes_back_all_the_same() {
    let before = LAYOUTS[0].1;
    let mut machine = machine(Cursor, before);
    written(&mut machine, "cursor/a=off");
    let theirs =
        "{\n  \"mcpServers\": {\n    \"new\": {},\n    \"b\": {\"command\": \"z\"}\n  }\n}\n";
    machine.files.insert(CURSOR.into(), theirs.to_owned());
    written(&mut machine, "cursor/a=on");
    let want = "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\"},\n    \"new\": {},\n    \"b\": {\"command\": \"z\"}\n  }\n}\n";
    assert_eq!(text(&machine, CURSOR), want);
}

#[test]
fn two_entries_of_one_name_are_never_made_one() {
    let mut machine = machine(ClaudeDesktop, "{\"mcpServers\":{\"a\":{\"command\":\"old\"}}}");
    written(&mut machine, "claude-desktop/a=off");
    let parked = text(&machine, PARKING).to_owned();

    // Somebody writes another one by hand.
    let by_hand = "{\"mcpServers\":{\"a\":{\"command\":\"hand\"}}}";
    machine.files.insert(DESKTOP.into(), by_hand.to_owned());
    for spec in ["claude-desktop/a=on", "claude-desktop/a=off"] {
        let plan = set(&machine, spec);
        assert_eq!(plan.refused.first().map(|refused| refused.code), Some("exists"), "{spec}");
        assert_eq!(plan.edits, [], "{spec}");
    }
    // Or the very same: nothing of it is lost, and it is on.
    let same = "{ \"mcpServers\": { \"a\": {\"command\":\"old\"} } }";
    machine.files.insert(DESKTOP.into(), same.to_owned());
    written(&mut machine, "claude-desktop/a=on");
    assert_eq!(text(&machine, DESKTOP), same);
    machine.files.insert(PARKING.into(), parked);
    written(&mut machine, "claude-desktop/a=off");
    assert_eq!(parked_in(Some(text(&machine, PARKING))).len(), 1);
    written(&mut machine, "claude-desktop/a=on");
    assert_eq!(text(&machine, DESKTOP), same, "as it stood last");
}

#[test]
fn off_twice_is_off() {
    let mut machine = machine(Cursor, LAYOUTS[0].1);
    written(&mut machine, "cursor/a=off");
    // As the next reading has it: the entry is in no file.
    machine.readings[0].entries.clear();
    let again = set(&machine, "cursor/a=off");
    assert_eq!((again.refused.len(), again.edits.len()), (0, 0));
    assert!(again.requested[0].contains("off already"), "{:?}", again.requested);
}

#[test]
fn what_was_parked_without_its_surroundings_comes_back() {
    let mut machine = machine(Cursor, "{\"mcpServers\":{\"b\":{}}}");
    let lot = "{\"entries\":[{\"client\":\"cursor\",\"file\":\"/h/.cursor/mcp.json\",\"server\":\"a\",\"text\":\"{\\\"command\\\":\\\"x\\\"}\",\"behind\":\"b\"}]}";
    machine.files.insert(PARKING.into(), lot.to_owned());
    written(&mut machine, "cursor/a=on");
    assert_eq!(text(&machine, CURSOR), "{\"mcpServers\":{\"b\":{},\"a\":{\"command\":\"x\"}}}");
    assert!(parked_in(Some(text(&machine, PARKING))).is_empty());
}

#[test]
fn the_agents_list_holds_names_of_servers_only() {
    let choices = Choices { cursor_agent: true, ..Choices::default() };
    let mut machine = machine(Cursor, LAYOUTS[0].1);
    let change = |spec: &str| Change::parse_set(spec, &|_| Vec::new()).expect("valid");
    let plan = machine.plan(&[change("cursor/nosuch=off")], choices);
    assert_eq!(plan.refused.first().map(|refused| refused.code), Some("no-such-entry"));
    // What is in it comes out, whatever it is; and with its server.
    machine.files.insert(CURSOR_DISABLED.into(), "[\"nosuch\",\"a\"]".to_owned());
    let plan = machine.plan(&[change("cursor/nosuch=on")], choices);
    assert_eq!(plan.edits[0].after, "[\"a\"]");
    let target = change("cursor/a=on").target().cloned().expect("one");
    let plan = machine.plan(&[Change::Remove { target }], Choices::default());
    let list = plan.edits.iter().find(|edit| edit.path.to_str() == Some(CURSOR_DISABLED));
    assert_eq!(list.map(|edit| edit.after.as_str()), Some("[\"nosuch\"]"));
}

#[test]
fn an_entry_moves_with_its_comments() {
    let raw = "{\n      // why\n      \"command\": \"x\", /* in */\n    }";
    let before = format!("{{\n  \"mcpServers\": {{\n    \"a\": {raw}\n  }}\n}}\n");
    for (why, there) in [
        ("no file", None),
        ("an empty one", Some("{}")),
        ("one with others", Some("{\n  \"mcpServers\": {\n    \"b\": {}\n  }\n}\n")),
        ("one on one line", Some("{\"mcpServers\":{\"b\":{}}}")),
    ] {
        let mut machine = machine(Cursor, &before);
        machine.files.extend(there.map(|text| (CURSOR_PROJECT.into(), text.to_owned())));
        let target = crate::plan::Target { client: Cursor, home: None, server: "a".to_owned() };
        let change = Change::Move { target, to: Cursor, home: Home::Project, copy: false };
        let plan = machine.plan(&[change], Choices::default());
        assert_eq!(plan.refused, [], "{why}");
        let into = plan.edits.iter().find(|edit| edit.path.to_str() == Some(CURSOR_PROJECT));
        let into = &into.expect(why).after;
        assert!(into.contains(raw), "{why}: {into}");
        assert!(plan.edits.iter().any(|edit| edit.path.to_str() == Some(CURSOR)), "{why}");
    }
}
