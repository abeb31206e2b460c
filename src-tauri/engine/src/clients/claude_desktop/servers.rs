//! The servers of `claude_desktop_config.json`: programs only.

use std::path::Path;

use crate::{
    clients::{
        Cause, ClientId, Dialect, Document, Entry, Finding, Launch, Level, Member, Node, Scope,
        Secret, Standing, Stdio, Value,
        habits::{self, Written},
    },
    world::World,
};

/// Reads the live file; a missing one says nothing.
pub(super) fn read(world: &World, path: &Path, findings: &mut Vec<Finding>) -> Vec<Entry> {
    match Document::read(world, path, Dialect::Strict) {
        Ok(None) => Vec::new(),
        Ok(Some(document)) => of(&document, findings),
        Err(error) => {
            findings.push(habits::of_syntax(ClientId::ClaudeDesktop, &error));
            Vec::new()
        }
    }
}

pub(super) fn of(document: &Document, findings: &mut Vec<Finding>) -> Vec<Entry> {
    if document.byte_order_mark {
        findings.push(Finding {
            code: "byte-order-mark",
            level: Level::Warning,
            message: "This file begins with a byte order mark; Claude Desktop was reported to refuse another of its files for that.".to_owned(),
            hint: Some("Save it as UTF-8 without a byte order mark.".to_owned()),
            place: Some(document.place(0)),
            server: None,
        });
    }
    let Some(block) = document.root.as_ref().and_then(|root| root.member("mcpServers")) else {
        let misspelt = |member: &&Member| {
            member.key == "servers" || member.key.eq_ignore_ascii_case("mcpServers")
        };
        let root = document.root.as_ref().map(Node::members).unwrap_or_default();
        if let Some(other) = root.iter().find(misspelt).filter(|other| other.node.is_object()) {
            findings.push(Finding {
                code: "no-servers-read",
                level: Level::Error,
                message: format!(
                    "Claude Desktop reads no servers from `{}`: the key is `mcpServers`.",
                    other.key
                ),
                hint: Some("Rename the key to `mcpServers`.".to_owned()),
                place: Some(document.place(other.key_start)),
                server: None,
            });
        }
        return Vec::new();
    };
    if !block.node.is_object() {
        findings.push(Finding {
            code: "no-servers-read",
            level: Level::Error,
            message: "`mcpServers` is no object here; Claude Desktop reads no servers from it."
                .to_owned(),
            hint: Some("Write each server under its name in an object.".to_owned()),
            place: Some(document.place(block.node.start)),
            server: None,
        });
        return Vec::new();
    }
    findings.extend(habits::of_document(document));
    let mut entries = Vec::new();
    for member in block.node.effective_members() {
        let read = program(&member.node);
        let entry = Entry {
            name: member.key.clone(),
            scope: Scope::User,
            place: document.place(member.key_start),
            launch: read.as_ref().ok().cloned().map(Launch::Stdio),
            missing_variables: Vec::new(),
            standing: match &read {
                Ok(_) => Standing::Active,
                Err((at, because)) => Standing::Unusable(Cause {
                    because: (*because).to_owned(),
                    place: Some(document.place(*at)),
                }),
            },
        };
        if let Err((at, because)) = read {
            findings.push(Finding {
                code: "entry-unusable",
                level: Level::Error,
                message: format!("`{}` is not used: {because}", entry.name),
                hint: Some(if member.node.get("url").is_some() {
                    "Add a remote server under Settings → Connectors, or run it through a local bridge.".to_owned()
                } else {
                    "Give it a `command` string, `args` as a list of strings and `env` as strings.".to_owned()
                }),
                place: Some(document.place(at)),
                server: Some(entry.name.clone()),
            });
        }
        findings.extend(habits::of_entry(&Written {
            client: ClientId::ClaudeDesktop,
            document,
            member,
            entry: &entry,
            shared: false,
        }));
        entries.push(entry);
    }
    entries
}

/// The program an object with `command`, `args` and `env` starts, as it
/// stands: nothing is expanded. Or where it is wrong and why.
pub(super) fn program(node: &Node) -> Result<Stdio, (usize, &'static str)> {
    let Some(command) = node.get("command") else {
        return Err((
            node.start,
            if node.get("url").is_some() {
                "Claude Desktop starts local programs from this file only; remote servers are added as connectors."
            } else {
                "It has no `command`."
            },
        ));
    };
    let Some(command) = command.as_str().filter(|text| !text.is_empty()) else {
        return Err((command.start, "Its `command` is no text."));
    };
    let mut args = Vec::new();
    if let Some(list) = node.get("args") {
        if !matches!(list.value, Value::Array(_)) {
            return Err((list.start, "Its `args` is no list."));
        }
        for arg in list.elements() {
            let Some(text) = arg.as_str() else {
                return Err((arg.start, "Its `args` holds something that is no string."));
            };
            args.push(text.to_owned());
        }
    }
    let mut env = Vec::new();
    if let Some(map) = node.get("env") {
        if !map.is_object() {
            return Err((map.start, "Its `env` is no object."));
        }
        for member in map.effective_members() {
            let Some(text) = member.node.as_str() else {
                return Err((member.node.start, "Its `env` holds something that is no string."));
            };
            env.push((member.key.clone(), Secret::new(text)));
        }
    }
    Ok(Stdio { command: command.to_owned(), args, env, cwd: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<(String, bool)>, Vec<&'static str>) {
        let document = Document::parse(Path::new("f.json"), text, Dialect::Strict).expect("valid");
        let mut findings = Vec::new();
        let entries = of(&document, &mut findings);
        (
            entries.into_iter().map(|entry| (entry.name.clone(), entry.is_active())).collect(),
            findings.into_iter().map(|found| found.code).collect(),
        )
    }

    #[test]
    fn programs_are_read_one_by_one() {
        type Entries = &'static [(&'static str, bool)];
        let cases: [(&str, &str, Entries, &[&str]); 10] = [
            (
                "a program",
                r#"{"mcpServers":{"a":{"command":"x","args":["y"],"env":{"A":"1"}}}}"#,
                &[("a", true)],
                &[],
            ),
            ("no servers", r#"{"globalShortcut":"x","preferences":{}}"#, &[], &[]),
            ("nothing", "", &[], &[]),
            (
                "an address",
                r#"{"mcpServers":{"a":{"url":"https://h/mcp"},"b":{"command":"x"}}}"#,
                &[("a", false), ("b", true)],
                &["entry-unusable"],
            ),
            ("no command", r#"{"mcpServers":{"a":{}}}"#, &[("a", false)], &["entry-unusable"]),
            (
                "a number in env",
                r#"{"mcpServers":{"a":{"command":"x","env":{"A":1}}}}"#,
                &[("a", false)],
                &["entry-unusable"],
            ),
            (
                "args as text",
                r#"{"mcpServers":{"a":{"command":"x","args":"y"}}}"#,
                &[("a", false)],
                &["entry-unusable"],
            ),
            ("a list", r#"{"mcpServers":[]}"#, &[], &["no-servers-read"]),
            ("a byte order mark", "\u{feff}{}", &[], &["byte-order-mark"]),
            (
                "off that is on",
                r#"{"mcpServers":{"a":{"command":"x","disabled":true}}}"#,
                &[("a", true)],
                &["disabled-has-no-effect"],
            ),
        ];
        for (why, text, entries, findings) in cases {
            let entries: Vec<_> =
                entries.iter().map(|(name, on)| ((*name).to_owned(), *on)).collect();
            assert_eq!(read(text), (entries, findings.to_vec()), "{why}");
        }
    }
}
