use std::path::{Path, PathBuf};

use ClientId::{ClaudeCode, ClaudeDesktop, Cursor};

use super::*;
use crate::clients::{Dialect, Launch, Place, Scope, Standing, Stdio};

fn entry(name: &str) -> Entry {
    Entry {
        name: name.to_owned(),
        scope: Scope::Project,
        place: Place { file: PathBuf::from("f.json"), line: 1, column: 1 },
        launch: None,
        missing_variables: Vec::new(),
        standing: Standing::Active,
    }
}

/// The codes found for one entry text, sorted.
fn codes(client: ClientId, name: &str, text: &str, shared: bool) -> Vec<&'static str> {
    let text = format!("{{\"mcpServers\":{{{}:{text}}}}}", serde_json::json!(name));
    let document = Document::parse(Path::new("f.json"), &text, Dialect::Jsonc).expect("valid");
    let member = document
        .root
        .as_ref()
        .and_then(|root| root.get("mcpServers")?.member(name))
        .expect("the entry");
    let entry = entry(name);
    let written = Written { client, document: &document, member, entry: &entry, shared };
    let mut codes: Vec<_> = of_entry(&written).into_iter().map(|found| found.code).collect();
    codes.sort_unstable();
    codes
}

/// Why, in whose file, the entry, the codes wanted.
type Case = (&'static str, ClientId, &'static str, &'static [&'static str]);

fn check(cases: &[Case]) {
    for (why, client, text, want) in cases {
        assert_eq!(codes(*client, "x", text, true), *want, "{why}");
    }
}

#[test]
fn secrets_and_foreign_keys_are_found() {
    check(&[
        (
            "a secret in env",
            ClaudeCode,
            r#"{"command":"x","env":{"API_KEY":"abcdef"}}"#,
            &["literal-secret"],
        ),
        (
            "a secret in headers",
            Cursor,
            r#"{"url":"https://h/mcp","headers":{"Authorization":"Bearer abcdef"}}"#,
            &["literal-secret"],
        ),
        (
            "a secret after its flag",
            ClaudeCode,
            r#"{"command":"x","args":["--token","abcdef"]}"#,
            &["literal-secret"],
        ),
        (
            "a secret with its flag",
            ClaudeCode,
            r#"{"command":"x","args":["--api-key=abcdef"]}"#,
            &["literal-secret"],
        ),
        (
            "a secret in the address",
            Cursor,
            r#"{"url":"https://h/mcp?api_key=abcdef"}"#,
            &["literal-secret"],
        ),
        (
            "off that is on",
            ClaudeCode,
            r#"{"command":"x","disabled":true}"#,
            &["disabled-has-no-effect"],
        ),
        (
            "off that is on, the other way",
            Cursor,
            r#"{"command":"x","enabled":false}"#,
            &["disabled-has-no-effect"],
        ),
        (
            "a key of Cline",
            ClaudeCode,
            r#"{"command":"x","autoApprove":[]}"#,
            &["key-without-effect"],
        ),
        (
            "a key of Claude Code in Cursor",
            Cursor,
            r#"{"command":"x","alwaysLoad":true}"#,
            &["key-without-effect"],
        ),
        (
            "a key of Cursor in Claude Code",
            ClaudeCode,
            r#"{"command":"x","cwd":"sub"}"#,
            &["key-without-effect"],
        ),
        (
            "a key of VS Code in Cursor",
            Cursor,
            r#"{"command":"x","envFile":".env"}"#,
            &["key-without-effect"],
        ),
        ("a key of nobody", ClaudeCode, r#"{"command":"x","lazy":true}"#, &["key-without-effect"]),
        (
            "transport for type",
            Cursor,
            r#"{"url":"https://h/mcp","transport":"sse"}"#,
            &["key-without-effect"],
        ),
    ]);
}

#[test]
fn paths_and_placeholders_are_found() {
    check(&[
        (
            "a home path",
            ClaudeCode,
            r#"{"command":"node","args":["/Users/me/server.js"]}"#,
            &["absolute-path"],
        ),
        (
            "a drive path",
            ClaudeCode,
            r#"{"command":"node","args":["C:\\x\\server.js"]}"#,
            &["absolute-path"],
        ),
        (
            "a path with its flag",
            ClaudeCode,
            r#"{"command":"x","args":["--root=/home/me/x"]}"#,
            &["absolute-path"],
        ),
        (
            "cmd",
            ClaudeCode,
            r#"{"command":"cmd","args":["/c","node","s.js"]}"#,
            &["one-system-launcher"],
        ),
        (
            "a version manager",
            ClaudeCode,
            r#"{"command":"/Users/me/.nvm/versions/node/v22/bin/node","args":["s.js"]}"#,
            &["absolute-path"],
        ),
        (
            "never filled in",
            ClaudeCode,
            r#"{"command":"x","env":{"API_KEY":"YOUR_API_KEY"}}"#,
            &["unfilled-placeholder"],
        ),
        (
            "never filled in, a path",
            ClaudeCode,
            r#"{"command":"node","args":["/path/to/server.js"]}"#,
            &["unfilled-placeholder"],
        ),
        (
            "VS Code's style",
            ClaudeCode,
            r#"{"command":"x","env":{"API_KEY":"${input:key}"}}"#,
            &["foreign-placeholder"],
        ),
        (
            "Cursor's style",
            ClaudeCode,
            r#"{"command":"x","env":{"API_KEY":"${env:KEY}"}}"#,
            &["foreign-placeholder"],
        ),
        (
            "the shell's style",
            Cursor,
            r#"{"command":"x","env":{"API_KEY":"$KEY"}}"#,
            &["foreign-placeholder"],
        ),
        (
            "a variable in Desktop",
            ClaudeDesktop,
            r#"{"command":"x","env":{"API_KEY":"${KEY}"}}"#,
            &["foreign-placeholder"],
        ),
        (
            "a tilde",
            Cursor,
            r#"{"command":"node","args":["~/s.js"]}"#,
            &["absolute-path", "foreign-placeholder"],
        ),
    ]);
}

#[test]
fn transports_packages_and_names_are_found() {
    check(&[
        ("sse on /mcp", ClaudeCode, r#"{"type":"sse","url":"https://h/mcp"}"#, &["sse-on-mcp"]),
        ("seconds", ClaudeCode, r#"{"command":"x","timeout":60}"#, &["timeout-too-small"]),
        (
            "a time-out in Cursor",
            Cursor,
            r#"{"command":"x","timeout":60000}"#,
            &["key-without-effect"],
        ),
        (
            "npx alone",
            ClaudeCode,
            r#"{"command":"npx","args":["pkg"]}"#,
            &["npx-may-ask", "unpinned-package"],
        ),
        (
            "npx unpinned",
            ClaudeCode,
            r#"{"command":"npx","args":["-y","pkg@latest"]}"#,
            &["unpinned-package"],
        ),
        (
            "npx behind a shell",
            ClaudeCode,
            r#"{"command":"bash","args":["-lc","exec npx -y pkg"]}"#,
            &["unpinned-package"],
        ),
        ("uvx unpinned", ClaudeCode, r#"{"command":"uvx","args":["pkg"]}"#, &["unpinned-package"]),
    ]);
    for name in ["_a", "a_disabled", "disabled-a"] {
        let found = codes(ClientId::Cursor, name, r#"{"command":"x"}"#, true);
        assert_eq!(found, ["name-switches-nothing-off"], "{name}");
    }
    assert_eq!(codes(ClientId::ClaudeCode, "$comment", r#""a note""#, true), [""; 0]);
    for name in ["a b", "a.b", "a/b", "日本", "🚀", "@a", ""] {
        assert_eq!(
            codes(ClientId::ClaudeCode, name, r#"{"command":"x"}"#, true),
            ["odd-name"],
            "{name}"
        );
    }
}

#[test]
fn habits_that_harm_nobody_stay_unmentioned() {
    let entries = [
        ("empty env", r#"{"command":"x","env":{}}"#),
        ("empty headers", r#"{"type":"http","url":"https://h/mcp","headers":{}}"#),
        ("no args", r#"{"command":"x"}"#),
        ("args before command", r#"{"args":["a"],"command":"x"}"#),
        ("disabled: false", r#"{"command":"x","disabled":false}"#),
        ("enabled: true", r#"{"command":"x","enabled":true}"#),
        ("a local port", r#"{"type":"http","url":"http://localhost:3000/x"}"#),
        (
            "notes of the author",
            r#"{"command":"x","description":"d","priority":1,"notes":[],"_comment":"","$comment":""}"#,
        ),
        ("no comment starts in a string", r#"{"command":"x","args":["rm -rf /*","http://h//x"]}"#),
        ("tabs and odd indentation", "{\n\t\t\"command\":\n\"x\"}"),
        ("a relative path", r#"{"command":"node","args":["./server.js","../x/y.js"]}"#),
        ("a system program", r#"{"command":"/usr/bin/env","args":["node","s.js"]}"#),
        ("a pinned package", r#"{"command":"npx","args":["-y","@a/b@1.2.3"]}"#),
        (
            "a folder inside a container",
            r#"{"command":"docker","args":["run","-v","/data:/data","x"]}"#,
        ),
        ("a leading underscore in the key", r#"{"command":"x","_disabled":true}"#),
        ("a script of the shell", r#"{"command":"bash","args":["-c","echo"]}"#),
    ];
    for (why, text) in entries {
        for client in [ClientId::ClaudeCode, ClientId::Cursor, ClientId::ClaudeDesktop] {
            assert_eq!(codes(client, "my-server_1", text, true), [""; 0], "{why} in {client:?}");
        }
    }
    // Expanded by these two, so no fault of the file.
    let reference = r#"{"command":"x","env":{"API_KEY":"${KEY:-http://h:1}"}}"#;
    for client in [ClientId::ClaudeCode, ClientId::Cursor] {
        assert_eq!(codes(client, "x", reference, true), [""; 0]);
    }
    // One's own file may hold one's own paths and keys.
    let own = r#"{"command":"/home/me/x","env":{"API_KEY":"abcdef"}}"#;
    assert_eq!(codes(ClientId::ClaudeDesktop, "x", own, false), [""; 0]);
}

#[test]
fn findings_never_hold_a_value() {
    let text = r#"{"mcpServers":{"x":{"command":"/home/me/SENTINEL","args":["--token","SENTINEL1","--key=SENTINEL2"],"env":{"API_KEY":"SENTINEL3","B_TOKEN":"<SENTINEL4>"},"url":"https://u:SENTINEL5@h/mcp"}}}"#;
    let document = Document::parse(Path::new("f.json"), text, Dialect::Strict).expect("valid");
    let member =
        &document.root.as_ref().expect("a value").get("mcpServers").expect("servers").members()[0];
    let entry = entry("x");
    let written = Written {
        client: ClientId::ClaudeCode,
        document: &document,
        member,
        entry: &entry,
        shared: true,
    };
    let findings = of_entry(&written);
    assert!(findings.len() >= 5);
    assert!(!format!("{findings:?}").contains("SENTINEL"));
}

#[test]
fn entries_are_compared_with_each_other() {
    let with = |name: &str, command: &str| Entry {
        launch: Some(Launch::Stdio(Stdio {
            command: command.to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: None,
        })),
        ..entry(name)
    };
    let codes = |client, entries: &[Entry]| -> Vec<&'static str> {
        of_entries(client, entries).into_iter().map(|found| found.code).collect()
    };
    let code = ClientId::ClaudeCode;
    assert_eq!(codes(code, &[with("a", "x"), with("b", "y")]), [""; 0]);
    assert_eq!(codes(code, &[with("a", "x"), with("b", "x")]), ["same-program-twice"]);
    assert_eq!(codes(code, &[with("a.b", "x"), with("a_b", "y")]), ["name-collision"]);
    let python = "/home/me/.pyenv/versions/3.11.7/bin/python3";
    assert_eq!(
        codes(code, &[with("a", &format!("{python}2")), with("b", "x"), with("c", python)]),
        ["version-manager-path"; 2],
        "each path"
    );
    let argument = |name: &str| {
        let mut entry = with(name, python);
        if let Some(Launch::Stdio(stdio)) = &mut entry.launch {
            stdio.args = vec![name.to_owned()];
        }
        entry
    };
    let found = of_entries(code, &[argument("a"), Entry { scope: Scope::User, ..argument("b") }]);
    assert_eq!(found.len(), 1, "one path once: {found:?}");
    assert!(found[0].message.contains("`b`"), "at the user's own entry");
    assert!(found[0].message.contains("`.pyenv`"));
    assert_eq!(codes(ClientId::Cursor, &[with("a b", "x"), with("a_b", "y")]), ["name-collision"]);
    let off = Entry {
        standing: Standing::Unusable(crate::clients::Cause { because: String::new(), place: None }),
        ..with("b", "x")
    };
    assert_eq!(codes(code, &[with("a", "x"), off]), [""; 0], "what is not used costs nothing");
}

#[test]
fn servers_in_the_wrong_file_are_named() {
    let parse =
        |text: &str| Document::parse(Path::new("mcp.json"), text, Dialect::Jsonc).expect("valid");
    let right = Path::new(".mcp.json");
    let found = of_misplaced(
        ClientId::ClaudeCode,
        &parse(r#"{"mcpServers":{"a":{"command":"x"},"b":{"disabled":true}}}"#),
        right,
    )
    .expect("a finding");
    assert!(found.message.contains("`a`, `b`"));
    assert!(found.hint.as_deref().is_some_and(|hint| hint.contains("`b` would start")));
    for text in ["{}", "[]", "{\"mcpServers\":{}}", "{\"servers\":{\"a\":{}}}", ""] {
        assert_eq!(of_misplaced(ClientId::ClaudeCode, &parse(text), right), None, "{text}");
    }
}

#[test]
fn what_moves_or_is_of_one_machine_is_found() {
    check(&[
        (
            "a repository",
            ClaudeCode,
            r#"{"command":"npx","args":["-y","github:a/b"]}"#,
            &["unpinned-package"],
        ),
        (
            "a repository of Python",
            ClaudeCode,
            r#"{"command":"uvx","args":["--from","git+https://h/a/b","c"]}"#,
            &["unpinned-package"],
        ),
        (
            "a pinned one",
            ClaudeCode,
            r#"{"command":"npx","args":["-y","github:a/b#0123abcd"]}"#,
            &[],
        ),
        ("a program", Cursor, r#"{"command":"/usr/local/bin/node"}"#, &["absolute-path"]),
        (
            "a script",
            Cursor,
            r#"{"command":"node","args":["/workspace/server.js"]}"#,
            &["absolute-path"],
        ),
        (
            "a script elsewhere",
            Cursor,
            r#"{"command":"node","args":["/x/y/server.js"]}"#,
            &["absolute-path"],
        ),
        ("a variable", Cursor, r#"{"command":"x","env":{"D":"/tmp/x"}}"#, &["absolute-path"]),
        ("a search path", Cursor, r#"{"command":"x","env":{"PATH":"/usr/local/bin"}}"#, &[]),
        ("a route", Cursor, r#"{"command":"x","args":["--path","/api/mcp"]}"#, &[]),
        ("a shell", Cursor, r#"{"command":"/bin/sh","args":["-c","run"]}"#, &[]),
        (
            "a variable of the shell in a path",
            ClaudeCode,
            r#"{"command":"x","args":["$HOME/x"]}"#,
            &["foreign-placeholder"],
        ),
        (
            "a reference in a reference",
            ClaudeCode,
            r#"{"command":"x","args":["${A:-${B}}"]}"#,
            &["foreign-placeholder"],
        ),
    ]);
}
