use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::*;
use crate::{
    clients::{Dialect, Document, Loading, ToolTraits},
    fuzz,
    world::Platform,
};

/// A home with Cursor files, and a project in it.
struct Sandbox {
    folder: tempfile::TempDir,
    world: World,
}

impl Sandbox {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let world = paths::world(Platform::here(), &folder.path().to_string_lossy(), &[]);
        let sandbox = Self { folder, world };
        std::fs::create_dir_all(sandbox.project()).expect("a folder");
        for (name, text) in files {
            sandbox.write(name, text);
        }
        sandbox
    }

    fn project(&self) -> PathBuf {
        self.folder.path().join("app")
    }

    /// `{data}` stands for the project's folder in Cursor's data.
    fn write(&self, name: &str, text: &str) {
        self.write_bytes(name, text.as_bytes());
    }

    fn write_bytes(&self, name: &str, bytes: &[u8]) {
        let data = paths::project_data(&self.world, &self.project());
        let path = match name.strip_prefix("{data}/") {
            Some(rest) => data.join(rest),
            None => self.folder.path().join(name),
        };
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("written");
    }

    fn read(&self) -> Reading {
        Cursor.read(&self.world, UserSays::default(), Some(&self.project()))
    }
}

/// A reading of a home to which one user server is added.
pub(super) fn reading_with_a_server(world: &World) -> Reading {
    let file = paths::user_servers(world);
    std::fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
    std::fs::write(file, A).expect("written");
    Cursor.read(world, UserSays::default(), None)
}

fn standings(reading: &Reading) -> Vec<(&str, &str, &'static str)> {
    reading
        .entries
        .iter()
        .map(|entry| {
            let standing = match &entry.standing {
                Standing::Active => "active",
                Standing::Shadowed { .. } => "shadowed",
                Standing::Off(_) => "off",
                Standing::NeedsApproval(_) => "needs approval",
                Standing::Unusable(_) => "unusable",
            };
            (entry.scope.as_str(), entry.name.as_str(), standing)
        })
        .collect()
}

const USER: &str = ".cursor/mcp.json";
const PROJECT: &str = "app/.cursor/mcp.json";
const A: &str = r#"{"mcpServers":{"a":{"command":"x"}}}"#;

#[test]
fn an_entry_stands_as_cursor_takes_it() {
    type Files = &'static [(&'static str, &'static str)];
    type Want = &'static [(&'static str, &'static str, &'static str)];
    let metadata = r#"{"serverIdentifier":"project-0-app-a","serverName":"a"}"#;
    let cases: [(&str, Files, Want); 8] = [
        ("nothing there", &[], &[]),
        ("a user server needs no approval", &[(USER, A)], &[("user", "a", "active")]),
        ("a project server does", &[(PROJECT, A)], &[("project", "a", "needs approval")]),
        (
            "the project wins",
            &[(PROJECT, A), (USER, A)],
            &[("project", "a", "needs approval"), ("user", "a", "shadowed")],
        ),
        (
            "an emptied project file wins nothing",
            &[(PROJECT, r#"{"mcpServers":{"a":{"command":"x"},"b":{}}}"#), (USER, A)],
            &[("project", "a", "unusable"), ("project", "b", "unusable"), ("user", "a", "active")],
        ),
        (
            "switched off for the agent",
            &[(USER, A), ("{data}/mcp-disabled.json", r#"["a"]"#)],
            &[("user", "a", "off")],
        ),
        (
            "a list that is none",
            &[(USER, A), ("{data}/mcp-disabled.json", r#"{"a":true}"#)],
            &[("user", "a", "active")],
        ),
        (
            "a broken file leaves the other",
            &[(PROJECT, "{"), (USER, A)],
            &[("user", "a", "active")],
        ),
    ];
    for (why, files, want) in cases {
        assert_eq!(standings(&Sandbox::new(files).read()), want, "{why}");
    }

    let sandbox = Sandbox::new(&[(PROJECT, A)]);
    sandbox.write("{data}/mcps/project-0-app-a/SERVER_METADATA.json", metadata);
    assert_eq!(standings(&sandbox.read()), [("project", "a", "active")], "Cursor has connected it");
}

#[test]
fn an_approval_holds_until_the_entry_is_edited() {
    let sandbox = Sandbox::new(&[(PROJECT, A)]);
    let root = sandbox.project();
    let server = serde_json::json!({ "command": "x" });
    let id = approval::id("a", &root.to_string_lossy(), &server);
    sandbox.write("{data}/mcp-approvals.json", &serde_json::json!([id]).to_string());
    assert_eq!(standings(&sandbox.read()), [("project", "a", "active")]);

    // Reordered and annotated: the parsed entry is the same.
    sandbox.write(PROJECT, r#"{"mcpServers":{"a":{"note":1,"command":"x"/**/}}}"#);
    assert_eq!(standings(&sandbox.read()), [("project", "a", "active")]);

    sandbox.write(PROJECT, r#"{"mcpServers":{"a":{"command":"x","env":{"A":"1"}}}}"#);
    let reading = sandbox.read();
    let Standing::NeedsApproval(cause) = &reading.entries[0].standing else { panic!() };
    assert!(cause.because.contains("edited since"));
}

#[test]
fn a_reading_names_its_files_and_what_is_wrong() {
    let sandbox = Sandbox::new(&[(PROJECT, "{"), ("{data}/mcp-disabled.json", "[")]);
    let reading = sandbox.read();
    let codes: Vec<_> = reading.findings.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["file-unreadable", "cursor-list-unreadable"]);
    assert_eq!(reading.files.iter().filter(|file| file.found).count(), 2);
    assert_eq!(reading.project, Some(sandbox.project()));
    assert_eq!(Cursor.read(&sandbox.world, UserSays::default(), None).project, None);
}

#[test]
fn the_root_of_a_project_is_found_from_inside() {
    let sandbox = Sandbox::new(&[(PROJECT, A), ("app/.git/HEAD", "x"), ("app/sub/x", "")]);
    let inside =
        Cursor.read(&sandbox.world, UserSays::default(), Some(&sandbox.project().join("sub")));
    assert_eq!(inside.project, Some(sandbox.project().join("sub")), "the folder asked for");
    assert_eq!(inside.entries.len(), 1);
    // The home as a project: one file, one scope.
    let sandbox = Sandbox::new(&[(USER, A)]);
    let home = Cursor.read(&sandbox.world, UserSays::default(), Some(sandbox.folder.path()));
    assert_eq!(standings(&home), [("user", "a", "active")]);
}

/// The agent knows the repository, the editor the folder that was opened.
#[test]
fn a_folder_inside_has_the_lists_of_both_programs() {
    let sandbox = Sandbox::new(&[
        (PROJECT, r#"{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}"#),
        ("app/.git/HEAD", "x"),
        ("app/sub/x", ""),
    ]);
    let inside = sandbox.project().join("sub");
    let read = || Cursor.read(&sandbox.world, UserSays::default(), Some(&inside));
    let data = paths::project_data(&sandbox.world, &inside);
    std::fs::create_dir_all(&data).expect("a folder");
    for root in [sandbox.project(), inside.clone()] {
        let server = serde_json::json!({ "command": "x" });
        let id = approval::id("a", &root.to_string_lossy(), &server);
        std::fs::write(data.join("mcp-approvals.json"), serde_json::json!([id]).to_string())
            .expect("written");
        let want = [("project", "a", "active"), ("project", "b", "needs approval")];
        assert_eq!(standings(&read()), want, "approved in {}", root.display());
    }
    std::fs::write(data.join("mcp-disabled.json"), r#"["a"]"#).expect("written");
    sandbox.write("{data}/mcp-disabled.json", r#"["b"]"#);
    let reading = read();
    assert_eq!(standings(&reading), [("project", "a", "off"), ("project", "b", "off")]);
    let Standing::Off(cause) = &reading.entries[0].standing else { panic!() };
    let file = cause.place.as_ref().map(|place| place.file.clone());
    assert_eq!(file, Some(data.join("mcp-disabled.json")));
}

#[test]
fn a_folder_in_which_the_two_programs_differ_is_told() {
    let told = |files: &[(&str, &str)]| {
        let sandbox = Sandbox::new(files);
        let inside = sandbox.project().join("sub");
        let reading = Cursor.read(&sandbox.world, UserSays::default(), Some(&inside));
        let found =
            reading.findings.into_iter().find(|found| found.code == "cursor-programs-differ");
        found.and_then(|found| {
            let file = found.place?.file;
            Some(file.strip_prefix(sandbox.project()).ok()?.display().to_string())
        })
    };
    let repository = ("app/.git/HEAD", "x");
    let sub = ("app/sub/.cursor/mcp.json", A);
    let above = told(&[repository, (PROJECT, A), ("app/sub/x", "")]);
    assert_eq!(above.as_deref(), Some(".cursor/mcp.json"));
    assert_eq!(told(&[repository, sub]).as_deref(), Some("sub/.cursor/mcp.json"));
    assert_eq!(told(&[sub]), None, "no repository");
    assert_eq!(told(&[repository, ("app/sub/x", "")]), None, "no servers");
}

/// A repository of dotfiles in the home makes no project of the user's file.
#[test]
fn the_users_own_file_is_no_repositorys() {
    for files in
        [&[(".git/HEAD", "x"), (USER, A)][..], &[(".git/HEAD", "x"), (USER, A), (PROJECT, A)]]
    {
        let reading = Sandbox::new(files).read();
        let told = reading.findings.iter().any(|found| found.code == "cursor-programs-differ");
        assert!(!told, "{:?}", reading.findings);
    }
}

#[test]
fn a_repository_without_a_file_is_not_said_to_have_one() {
    let sandbox = Sandbox::new(&[("app/.git/HEAD", "x"), ("app/sub/.cursor/mcp.json", A)]);
    let inside = sandbox.project().join("sub");
    let reading = Cursor.read(&sandbox.world, UserSays::default(), Some(&inside));
    let found = reading.findings.iter().find(|found| found.code == "cursor-programs-differ");
    let message = &found.expect("told").message;
    assert!(message.ends_with("and there is none."), "{message}");
}

#[test]
fn every_tool_is_loaded_when_needed() {
    let reading = Sandbox::new(&[(USER, A)]).read();
    let tool = ToolTraits { name: "t", always_load: Some(true) };
    let verdict = reading.policy.verdict(&reading.entries[0], tool, None);
    assert_eq!((verdict.loading, verdict.cause.place), (Loading::WhenNeeded, None));
    assert_eq!(reading.policy.sent_as(&reading.entries[0], "t"), "t");
}

/// Everything a text goes through; must come back, whatever it is.
fn read_text(text: &str) {
    let sandbox = paths::world(Platform::Linux, "/h", &[]);
    let variables = Variables { world: &sandbox, project: Some(Path::new("/w")) };
    if let Ok(document) = Document::parse(Path::new("mcp.json"), text, Dialect::Jsonc)
        && let Some(root) = &document.root
    {
        for member in root.get("mcpServers").unwrap_or(root).members() {
            if let Ok(kind) = schema::kind(&member.node) {
                let _ = schema::launch(kind, &member.node, &variables, &mut Vec::new()).key();
                let _ = approval::id(
                    &member.key,
                    "/w",
                    &schema::parsed(kind, &member.node, &variables),
                );
            }
        }
    }
}

/// A file with everything in it, as people write it.
const VALID: &str = r#"{
  // everything
  "mcpServers": {
    "a b": { "command": "npx", "args": ["-y", "@a/b@1", "${env:A}", "${B:-c:d}"], "env": { "K": "é🚀" }, },
    "r": { "url": "https://h/mcp?x=1", "headers": { "A": "Bearer ${T}" }, "auth": { "CLIENT_ID": "i", "scopes": ["s"] } },
  }
}"#;

const WORDS: &[&str] = &[
    "mcpServers",
    "servers",
    "command",
    "args",
    "env",
    "url",
    "headers",
    "auth",
    "CLIENT_ID",
    "scopes",
    "tls",
    "caBundle",
    "placement",
    "type",
    "sse",
    "${env:A}",
    "${workspaceFolder}",
    "${",
    "a b",
    "serverIdentifier",
    "serverName",
    "name",
    "inputSchema",
    "description",
    "mcpDisabledTools",
    "user-a|t",
    "é\u{202e}",
];

/// Every file that is read beside the servers, each with a valid text.
const FILES: [(&str, &str); 7] = [
    (".cursor/mcp.json", r#"{"mcpServers":{"a b":{"command":"y"}}}"#),
    ("{data}/mcp-approvals.json", r#"["a b-0123456789abcdef"]"#),
    ("{data}/mcp-disabled.json", r#"["a b"]"#),
    (
        "{data}/mcps/user-a/SERVER_METADATA.json",
        r#"{"serverIdentifier":"user-a","serverName":"a b"}"#,
    ),
    ("{data}/mcps/user-a/INSTRUCTIONS.md", "Use it."),
    ("{data}/mcps/user-a/STATUS.md", "It waits."),
    (
        "{data}/mcps/user-a/tools/t.json",
        r#"{"name":"t","description":"d","inputSchema":{"type":"object"}}"#,
    ),
];

fn contents() -> impl Strategy<Value = Vec<Vec<u8>>> {
    FILES.map(|(_, valid)| fuzz::file(WORDS, valid).boxed()).to_vec()
}

proptest! {
    #![proptest_config(fuzz::cases(64))]

    #[test]
    fn no_file_panics(servers in fuzz::file(WORDS, VALID), contents in contents()) {
        let _watch = fuzz::Watch::over(format!("{servers:?} {contents:?}"));
        read_text(&String::from_utf8_lossy(&servers));
        let sandbox = Sandbox::new(&[]);
        let of_project = sandbox.project().join(".cursor/mcp.json");
        std::fs::create_dir_all(of_project.parent().expect("a parent")).expect("a folder");
        std::fs::write(of_project, &servers).expect("written");
        for ((name, _), bytes) in FILES.iter().zip(&contents) {
            sandbox.write_bytes(name, bytes);
        }
        let reading = sandbox.read();
        for entry in &reading.entries {
            let tool = ToolTraits { name: "t", always_load: None };
            let _ = reading.policy.verdict(entry, tool, None);
        }
        let _ = mirror::read(&sandbox.world, &sandbox.project());
        // What the file holds never shows in what is said about it.
        let said = format!("{:?}", reading.findings);
        prop_assert!(!said.contains("Bearer"), "a value shows");
    }

    #[test]
    fn no_value_of_the_editors_state_panics(value in fuzz::file(WORDS, r#"{"a":[{"mcpDisabledTools":["user-a|t"]}]}"#)) {
        let _watch = fuzz::Watch::over(format!("{value:?}"));
        let mut off = Vec::new();
        toggles::collect_from(&value, &mut off);
    }
}
