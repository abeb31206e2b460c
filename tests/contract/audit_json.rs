//! `plimsoll audit --json`: its shape and its numbers, held by a recorded answer.

use std::{ffi::OsString, io::Cursor, path::PathBuf};

use plimsoll_cli::{Exit, Streams};
use plimsoll_tests::{fake::Script, sandbox::Sandbox};
use serde_json::{Value, json};

pub(crate) const FAKE: &str = env!("CARGO_BIN_EXE_fake_mcp");

/// A home with three clients: eager, deferred and off, a server that fails, one
/// that two clients share, and a file that does not parse.
fn home() -> Sandbox {
    let harbour = Script {
        tools: vec![
            json!({
                "name": "moor",
                "description": "Moors a vessel at a berth.",
                "inputSchema": {"type": "object", "properties": {"vessel": {"type": "string"}}, "required": ["vessel"]},
            }),
            json!({
                "name": "cast off",
                "description": "x".repeat(5_000),
                "inputSchema": {"type": "object"},
                "_meta": {"anthropic/alwaysLoad": true},
            }),
        ],
        instructions: Some("Ask the harbour master first.".to_owned()),
        ..Script::default()
    };
    let broken = Script {
        exit_at_start: Some(3),
        stderr: vec!["no chart for these waters".to_owned()],
        ..Script::default()
    };
    let entry = |script: &Script| json!({"command": FAKE, "args": [serde_json::to_string(script).expect("a script serializes")]});
    Sandbox::new()
        .with_json(
            ".claude.json",
            &json!({"mcpServers": {"harbour": entry(&harbour), "broken": entry(&broken)}}),
        )
        .with_json(
            ".claude/settings.json",
            &json!({"permissions": {"deny": ["mcp__harbour__moor"]}, "env": {"ENABLE_TOOL_SEARCH": "true"}}),
        )
        .with_json(
            ".config/Claude/claude_desktop_config.json",
            &json!({"mcpServers": {"quay": entry(&harbour)}}),
        )
        .with_file(".cursor/mcp.json", "{\n  \"mcpServers\": {\n    \"x\": {\"command\" \"y\"}\n  }\n}\n")
}

/// Runs the command line in a sandbox: exit, standard output and error.
pub(crate) fn plimsoll(sandbox: &Sandbox, arguments: &[&str]) -> (Exit, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = std::iter::once("plimsoll").chain(arguments.iter().copied()).map(OsString::from);
    let exit = plimsoll_cli::run(
        words,
        sandbox.world(),
        sandbox.project(),
        PathBuf::from(FAKE),
        &mut Streams {
            out: Box::new(&mut out),
            err: Box::new(&mut err),
            input: Box::new(Cursor::new(Vec::new())),
            interactive: false,
            width: Some(100),
        },
    );
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (exit, text(out), text(err))
}

/// Without what differs from machine to machine.
fn settled(sandbox: &Sandbox, text: &str) -> Value {
    let root = sandbox.home().parent().expect("the sandbox").display().to_string();
    // Cursor names its folder of a project after the project's path.
    let slug = root.trim_start_matches('/').replace(['/', '.'], "-");
    let text = text.replace(&root, "/sandbox").replace(&slug, "sandbox");
    let mut value: Value = serde_json::from_str(&text).expect("one JSON value");
    let servers = value["clients"]
        .as_array_mut()
        .into_iter()
        .flatten()
        .flat_map(|client| client["servers"].as_array_mut().into_iter().flatten());
    for server in servers {
        // A hash over the launch, and so over where the fake server was built.
        let key = server["key"].as_str().map(str::len);
        assert!(
            key.is_none_or(|length| length == 32),
            "a key is 128 bits of a hash: {}",
            server["key"]
        );
        server["key"] = json!("(key)");
        server["launch"] = json!("(launch)");
    }
    value
}

#[test]
fn an_audit_as_json_is_what_it_was() {
    let sandbox = home();
    let (exit, out, err) = plimsoll(&sandbox, &["audit", "--connect", "--yes", "--json"]);
    assert_eq!(exit, Exit::Short, "one server failed: {err}");
    insta::assert_json_snapshot!("audit", settled(&sandbox, &out));
}

#[test]
fn a_failure_is_still_known_in_the_next_run() {
    let sandbox = home();
    plimsoll(&sandbox, &["audit", "--connect", "--yes", "--json"]);
    let (_, out, _) = plimsoll(&sandbox, &["audit", "--client", "claude-code", "--json"]);
    let audit = settled(&sandbox, &out);
    let server = audit["clients"][0]["servers"]
        .as_array()
        .and_then(|servers| servers.iter().find(|server| server["name"] == "broken"))
        .expect("the failing server");
    assert_eq!(server["state"], "failed");
    assert_eq!(server["lastWords"], json!(["no chart for these waters"]));
    let message = server["problem"]["message"].as_str().expect("a reason");
    assert!(message.ends_with("Last tried 2027-01-15T08:00:00Z."), "{message}");
    assert_eq!(server["problem"]["file"], "/sandbox/home/.claude.json");
}

#[test]
fn a_budget_and_bad_arguments_have_exit_codes_of_their_own() {
    let sandbox = Sandbox::new();
    for (why, arguments, want) in [
        ("nothing configured", &["audit", "--json"][..], Exit::Done),
        ("an unknown client", &["audit", "--client", "nobody"], Exit::Usage),
        ("no such project", &["audit", "--project", "nowhere"], Exit::Usage),
        ("a budget kept", &["audit", "--budget", "100000"], Exit::Done),
    ] {
        let (exit, _, err) = plimsoll(&sandbox, arguments);
        assert_eq!(exit, want, "{why}: {err}");
    }
    let sandbox = home();
    plimsoll(&sandbox, &["audit", "--connect", "--yes", "--client", "claude-desktop"]);
    let of_desktop =
        |budget| plimsoll(&sandbox, &["audit", "--client", "claude-desktop", "--budget", budget]).0;
    assert_eq!(of_desktop("1000000"), Exit::Done);
    assert_eq!(of_desktop("1"), Exit::Short, "the budget is exceeded");
}

#[test]
fn what_a_projects_settings_give_a_server_is_said_before_it_starts() {
    let script = serde_json::to_string(&Script::with_tools(1)).expect("a script");
    let entry = json!({"command": FAKE, "args": [script], "env": {"OWN": "secret-1"}});
    let sandbox = Sandbox::new();
    let project = sandbox.project().display().to_string();
    let trusted = json!({"mcpServers": {"pilot": entry},
        "projects": {project: {"hasTrustDialogAccepted": true}}});
    let settings = json!({"env": {"NODE_OPTIONS": "secret-2"}}).to_string();
    let sandbox = sandbox
        .with_json(".claude.json", &trusted)
        .with_project_file(".claude/settings.json", &settings);
    let file = sandbox.project().join(".claude/settings.json");
    let said = format!("  given      NODE_OPTIONS=••• by {}\n", file.display());
    for (arguments, want) in
        [(&["audit", "--connect"][..], Exit::Usage), (&["audit", "--connect", "--yes"], Exit::Done)]
    {
        let (exit, out, err) = plimsoll(&sandbox, arguments);
        assert_eq!(exit, want, "{err}");
        assert!(err.contains(&said), "{arguments:?}: {err}");
        assert!(err.contains("  variables  OWN (values hidden)\n"), "{arguments:?}: {err}");
        assert!(!(out + &err).contains("secret-"), "no value is shown");
    }
    let sandbox = sandbox.with_project_file(".claude/settings.json", "{}");
    let (_, _, err) = plimsoll(&sandbox, &["audit", "--connect", "--yes"]);
    assert!(!err.contains("given"), "nothing to say: {err}");
}

#[test]
fn a_server_that_waits_for_approval_is_listed_by_name() {
    let script = serde_json::to_string(&Script::with_tools(1)).expect("a script");
    let servers = json!({"mcpServers": {"pilot": {"command": FAKE, "args": [script]}}});
    let sandbox = Sandbox::new().with_project_file(".mcp.json", &servers.to_string());
    let pilot = |arguments: &[&str]| {
        let (exit, out, err) = plimsoll(&sandbox, &[&["audit", "--json"], arguments].concat());
        assert_eq!(exit, Exit::Done, "{err}");
        let audit: Value = serde_json::from_str(&out).expect("JSON");
        let server = &audit["clients"][0]["servers"][0];
        (server["state"].clone(), server["tools"].as_array().map_or(0, Vec::len))
    };
    let waits = json!("needsApproval");
    assert_eq!(pilot(&["--connect", "--yes"]), (waits.clone(), 0), "not by allowing all");
    let named = ["--connect", "--yes", "--server", "pilot"];
    assert_eq!(pilot(&named), (waits, 1), "weighed, not approved");
    let unknown = ["audit", "--connect", "--yes", "--server", "nobody"];
    assert_eq!(plimsoll(&sandbox, &unknown).0, Exit::Usage);
    let broken = json!({"mcpServers": {"pilot": {"command": "/nowhere/pilot"}}}).to_string();
    let sandbox = Sandbox::new().with_project_file(".mcp.json", &broken);
    let (exit, _, err) = plimsoll(&sandbox, &[&["audit"], named.as_slice()].concat());
    assert_eq!(exit, Exit::Short, "{err}");
    assert!(err.contains("error: "), "{err}");
}

#[test]
fn a_name_starts_unasked_what_is_in_use_and_says_what_is_off() {
    let entry = |tools| {
        let script = serde_json::to_string(&Script::with_tools(tools)).expect("a script");
        json!({"command": FAKE, "args": [script]})
    };
    let sandbox = Sandbox::new();
    let project = sandbox.project().display().to_string();
    let sandbox = sandbox
        .with_json(
            ".claude.json",
            &json!({
                "mcpServers": {"own": entry(1), "quiet": entry(2)},
                "projects": {project: {"disabledMcpServers": ["quiet"]}},
            }),
        )
        .with_project_file(
            ".cursor/mcp.json",
            &json!({"mcpServers": {"own": entry(3)}}).to_string(),
        );
    let named = |name| ["audit", "--json", "--connect", "--yes", "--server", name];
    let (_, out, err) = plimsoll(&sandbox, &named("own"));
    let audit: Value = serde_json::from_str(&out).expect(&err);
    let servers = audit["clients"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|client| client["servers"].as_array().cloned().unwrap_or_default());
    let mut own: Vec<(Value, usize)> = servers
        .filter(|server| server["name"] == "own")
        .map(|server| (server["scope"].clone(), server["tools"].as_array().map_or(0, Vec::len)))
        .collect();
    own.sort_by_key(|(scope, _)| scope.to_string());
    assert_eq!(own, [(json!("project"), 0), (json!("user"), 1)], "{audit:#}");
    let (exit, _, err) = plimsoll(&sandbox, &named("quiet"));
    assert_eq!(exit, Exit::Usage);
    assert!(err.contains("switched off"), "{err}");
}
