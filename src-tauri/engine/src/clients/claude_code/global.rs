//! `~/.claude.json`: what the client makes of one that is not as it should be.
//!
//! Observed in 2.1.332 and 2.1.197 with 35 files. A file that does not parse
//! stops the newer client and is replaced by the older one; a value of another
//! type than an object is taken for an empty configuration and rewritten.

use std::path::Path;

use super::versions::Rules;
use crate::{
    clients::{Dialect, Document, DocumentError, Finding, Level, Node, Value},
    world::World,
};

/// The file, if it says anything to the client, and what is wrong with it.
/// `backups` is the folder where the client keeps copies of it.
pub fn open(
    world: &World,
    path: &Path,
    backups: &Path,
    rules: &Rules,
) -> (Option<Document>, Vec<Finding>) {
    match Document::read(world, path, Dialect::Strict) {
        Ok(None) => (None, Vec::new()),
        Ok(Some(document)) => {
            let findings = match &document.root {
                None => vec![empty(&document, backups, rules)],
                Some(root) if !root.is_object() => vec![not_an_object(&document, root)],
                Some(root) => wrong_types(&document, root),
            };
            (Some(document), findings)
        }
        Err(error) => (None, vec![broken(&error, rules)]),
    }
}

fn broken(error: &DocumentError, rules: &Rules) -> Finding {
    let hint = if let DocumentError::Read { .. } = error {
        "Claude Code cannot read it either."
    } else if rules.refuses_broken_global() {
        "Claude Code does not start until it is strict JSON: it leaves the file as it is and puts a copy into the folder `backups`."
    } else {
        "Correct it before Claude Code starts again: this version puts a copy into the folder `backups` and replaces the file by an empty configuration, servers and all."
    };
    error.finding("global-config-broken", hint)
}

fn finding(
    code: &'static str,
    level: Level,
    message: String,
    hint: &str,
    document: &Document,
    at: usize,
) -> Finding {
    Finding {
        code,
        level,
        message,
        hint: Some(hint.to_owned()),
        place: Some(document.place(at)),
        server: None,
    }
}

/// A file without any value is no fault while there is nothing to restore.
fn empty(document: &Document, backups: &Path, rules: &Rules) -> Finding {
    let (level, message, hint) = if !rules.refuses_broken_global() {
        (
            Level::Warning,
            "The file is empty: Claude Code complains once and writes an empty configuration in its place.",
            "Put a copy from the folder `backups` in its place, if it was not empty before.",
        )
    } else if has_backup(backups) {
        (
            Level::Error,
            "The file is empty and there are copies of an earlier one: Claude Code does not start.",
            "Put the newest copy from the folder `backups` in its place, or write `{}` into it.",
        )
    } else {
        (
            Level::Warning,
            "The file is empty: Claude Code starts with an empty configuration and writes it here.",
            "Nothing to do, if it was not emptied by accident.",
        )
    };
    finding("global-config-empty", level, message.to_owned(), hint, document, 0)
}

/// Whether the client has a copy that says something.
fn has_backup(backups: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(backups) else { return false };
    entries.flatten().any(|entry| {
        entry.file_name().to_string_lossy().starts_with(".claude.json.backup.")
            && entry.metadata().is_ok_and(|metadata| metadata.len() > 0)
    })
}

fn not_an_object(document: &Document, root: &Node) -> Finding {
    finding(
        "global-config-replaced",
        Level::Error,
        format!(
            "The file holds {} where an object belongs: Claude Code takes it for an empty configuration and writes a new one over it.",
            root.kind()
        ),
        "Correct it before Claude Code starts again.",
        document,
        root.start,
    )
}

/// Values the client passes over without a word. `null` is as good as nothing.
fn wrong_types(document: &Document, root: &Node) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut look = |node: Option<&Node>, name: &str, lost: &str| {
        if let Some(node) = node
            && !node.is_object()
            && node.value != Value::Null
        {
            findings.push(finding(
                "global-value-ignored",
                Level::Error,
                format!(
                    "`{name}` is {} where an object belongs: Claude Code passes over it without a word, and {lost}.",
                    node.kind()
                ),
                "Write each entry under its name in an object.",
                document,
                node.start,
            ));
        }
    };
    look(root.get("mcpServers"), "mcpServers", "none of your servers loads");
    let projects = root.get("projects");
    look(projects, "projects", "nothing is set for any project");
    for project in projects.map(Node::effective_members).unwrap_or_default() {
        look(Some(&project.node), "projects[…]", "nothing is set for this project");
        look(
            project.node.get("mcpServers"),
            "projects[…].mcpServers",
            "none of this project's local servers loads",
        );
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: &str = "2.1.318";
    const OLD: &str = "2.1.317";

    /// Code, level and a word of what is said.
    fn said(text: &str, backup: bool, version: &str) -> Vec<(&'static str, Level, String)> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(".claude.json");
        std::fs::write(&path, text).expect("written");
        if backup {
            std::fs::write(folder.path().join(".claude.json.backup.1"), "{}").expect("written");
        }
        let version = version.parse().expect("a version");
        let rules = Rules::of(Some(&version));
        let (_, findings) = open(&World::here(), &path, folder.path(), &rules);
        findings
            .into_iter()
            .map(|found| (found.code, found.level, found.message + &found.hint.unwrap_or_default()))
            .collect()
    }

    #[test]
    fn findings_say_what_the_client_does() {
        let servers = r#"{"mcpServers":{}}"#;
        let cases = [
            ("fine", servers, true, NEW, None),
            ("nulls", r#"{"mcpServers":null,"projects":{"/p":null}}"#, true, NEW, None),
            ("truncated", "{", true, NEW, Some(("global-config-broken", "does not start"))),
            ("truncated", "{", true, OLD, Some(("global-config-broken", "replaces the file"))),
            ("empty", "", false, NEW, Some(("global-config-empty", "starts with an empty"))),
            ("a mark only", "\u{feff}", false, NEW, Some(("global-config-empty", "starts"))),
            ("empty, copies", " ", true, NEW, Some(("global-config-empty", "does not start"))),
            ("empty", "", true, OLD, Some(("global-config-empty", "complains once"))),
            ("a list", "[]", true, NEW, Some(("global-config-replaced", "a list"))),
            ("a list", "[]", true, OLD, Some(("global-config-replaced", "a list"))),
            ("null", "null", true, NEW, Some(("global-config-replaced", "null"))),
            ("a text", "\"x\"", true, NEW, Some(("global-config-replaced", "a text"))),
            (
                "servers in a list",
                r#"{"mcpServers":[{"command":"x"}]}"#,
                true,
                NEW,
                Some(("global-value-ignored", "`mcpServers` is a list")),
            ),
            (
                "projects in a list",
                r#"{"projects":[]}"#,
                true,
                NEW,
                Some(("global-value-ignored", "`projects` is a list")),
            ),
            (
                "a project as a text",
                r#"{"projects":{"/p":"x"}}"#,
                true,
                NEW,
                Some(("global-value-ignored", "for this project")),
            ),
            (
                "local servers as a text",
                r#"{"projects":{"/p":{"mcpServers":"x"}}}"#,
                true,
                NEW,
                Some(("global-value-ignored", "local servers")),
            ),
        ];
        for (why, text, backup, version, want) in cases {
            let found = said(text, backup, version);
            match want {
                None => assert!(found.is_empty(), "{why}: {found:?}"),
                Some((code, words)) => {
                    assert_eq!(found.len(), 1, "{why}: {found:?}");
                    assert_eq!(found[0].0, code, "{why} in {version}");
                    assert!(found[0].2.contains(words), "{why} in {version}: {}", found[0].2);
                }
            }
        }
    }
}
