//! One `mcp.json` as Cursor's agent understands it: all of it or nothing.

use std::path::Path;

use super::{
    schema::{self, Kind},
    variables::{Unresolved, Variables, unresolved},
};
use crate::clients::{
    Cause, ClientId, Dialect, Document, Entry, Finding, Level, Member, Scope, Standing,
    habits::{self, Written},
};

/// What one file says.
#[derive(Debug, Default)]
pub(super) struct Servers {
    /// Every entry, in the file's order; none active when the file is emptied.
    pub(super) entries: Vec<Entry>,
    /// The entries as the agent parses them, beside [`Self::entries`]; `None`
    /// for one it rejects. Hold secrets.
    pub(super) parsed: Vec<Option<serde_json::Value>>,
    /// What is wrong.
    pub(super) findings: Vec<Finding>,
}

/// Reads a file; a missing one says nothing.
pub(super) fn read(path: &Path, scope: &Scope, variables: &Variables<'_>) -> Servers {
    match Document::read(variables.world, path, Dialect::Jsonc) {
        Ok(None) => Servers::default(),
        Ok(Some(document)) => of(&document, scope, variables),
        Err(error) => Servers {
            findings: vec![habits::of_syntax(ClientId::Cursor, &error)],
            ..Servers::default()
        },
    }
}

fn of(document: &Document, scope: &Scope, variables: &Variables<'_>) -> Servers {
    let mut servers = Servers::default();
    let Some(block) = block(document, &mut servers.findings) else { return servers };
    servers.findings.extend(habits::of_document(document));

    let members = block.node.effective_members();
    let kinds: Vec<Result<Kind, schema::Fault>> =
        members.iter().map(|member| schema::kind(&member.node)).collect();
    let culprit = members
        .iter()
        .zip(&kinds)
        .find_map(|(member, kind)| kind.as_ref().err().map(|fault| (*member, fault)));
    for (member, kind) in members.iter().zip(&kinds) {
        if let Err(fault) = kind {
            servers.findings.push(emptied(document, member, fault, members.len()));
        }
        let mut missing = Vec::new();
        let launch = kind
            .as_ref()
            .ok()
            .map(|kind| schema::launch(*kind, &member.node, variables, &mut missing));
        let entry = Entry {
            name: member.key.clone(),
            scope: scope.clone(),
            place: document.place(member.key_start),
            launch,
            missing_variables: missing,
            standing: match culprit {
                None => Standing::Active,
                Some((culprit, fault)) => Standing::Unusable(Cause {
                    because: format!(
                        "Cursor's agent drops every server of this file because it cannot use `{}`: {}.",
                        culprit.key, fault.what
                    ),
                    place: Some(document.place(fault.at)),
                }),
            },
        };
        servers.findings.extend(habits::of_entry(&Written {
            client: ClientId::Cursor,
            document,
            member,
            entry: &entry,
            shared: *scope == Scope::Project,
        }));
        servers.findings.extend(two_programs(document, member));
        servers
            .parsed
            .push(kind.as_ref().ok().map(|kind| schema::parsed(*kind, &member.node, variables)));
        servers.entries.push(entry);
    }
    servers
}

/// The `mcpServers` object, or a finding that says what is there instead.
fn block<'d>(document: &'d Document, findings: &mut Vec<Finding>) -> Option<&'d Member> {
    let mut report = |at: usize, message: &str, hint: &str| {
        findings.push(Finding {
            code: "no-servers-read",
            level: Level::Error,
            message: message.to_owned(),
            hint: Some(hint.to_owned()),
            place: Some(document.place(at)),
            server: None,
        });
    };
    let Some(root) = &document.root else {
        report(
            0,
            "This file is empty; Cursor reads no servers from it.",
            "Write `{\"mcpServers\": {}}`, or remove the file.",
        );
        return None;
    };
    match root.member("mcpServers") {
        Some(member) if member.node.is_object() => Some(member),
        Some(member) => {
            report(
                member.node.start,
                "`mcpServers` is no object here; Cursor reads no servers from this file.",
                "Write each server under its name in an object.",
            );
            None
        }
        None => {
            let (at, hint) = match root.member("servers") {
                Some(servers) => {
                    (servers.key_start, "Rename `servers`, VS Code's key, to `mcpServers`.")
                }
                None => (root.start, "Write the servers under the key `mcpServers`."),
            };
            report(at, "This file has no `mcpServers`; Cursor reads no servers from it.", hint);
            None
        }
    }
}

fn emptied(document: &Document, member: &Member, fault: &schema::Fault, of: usize) -> Finding {
    let others = match of - 1 {
        0 => String::new(),
        1 => " and with it the other server of this file".to_owned(),
        more => format!(" and with it the other {more} servers of this file"),
    };
    Finding {
        code: "cursor-file-emptied",
        level: Level::Error,
        message: format!(
            "Cursor's agent drops `{}`{others}, without a message: {}.",
            member.key, fault.what
        ),
        hint: Some(
            "Correct or remove this entry. The editor may be more lenient; the agent was measured."
                .to_owned(),
        ),
        place: Some(document.place(fault.at)),
        server: Some(member.key.clone()),
    }
}

/// A reference that one of Cursor's programs resolves and the other does not;
/// one finding for an entry and a direction.
fn two_programs(document: &Document, member: &Member) -> Vec<Finding> {
    let mut found: Vec<(Unresolved, usize)> = Vec::new();
    let mut look = |node: &crate::clients::Node| {
        if let Some(who) = node.as_str().and_then(unresolved)
            && !found.iter().any(|(known, _)| *known == who)
        {
            found.push((who, node.start));
        }
    };
    for part in member.node.members() {
        look(&part.node);
        part.node.elements().iter().for_each(&mut look);
        part.node.members().iter().for_each(|inner| look(&inner.node));
    }
    found
        .into_iter()
        .map(|(who, at)| {
            let (says, hint) = match who {
                Unresolved::ByAgent => (
                    "uses a name of the editor such as `${workspaceFolder}`; Cursor's agent passes it on as it stands",
                    "If the agent is to run it too, use a relative path or an environment variable.",
                ),
                Unresolved::ByEditor => (
                    "uses `${NAME}`, which Cursor's agent resolves; the editor is documented to resolve `${env:NAME}` only",
                    "Write `${env:NAME}`: both resolve it.",
                ),
            };
            Finding {
                code: "cursor-programs-differ",
                level: Level::Warning,
                message: format!("`{}` {says}.", member.key),
                hint: Some(hint.to_owned()),
                place: Some(document.place(at)),
                server: Some(member.key.clone()),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clients::cursor::paths::world, world::Platform};

    fn servers(text: &str) -> Servers {
        let world = world(Platform::Linux, "/home/me", &[("T", "x")]);
        let variables = Variables { world: &world, project: Some(Path::new("/w/app")) };
        let document = Document::parse(Path::new("/w/app/.cursor/mcp.json"), text, Dialect::Jsonc)
            .expect("valid");
        of(&document, &Scope::Project, &variables)
    }

    fn codes(servers: &Servers) -> Vec<&'static str> {
        servers.findings.iter().map(|found| found.code).collect()
    }

    #[test]
    fn one_bad_entry_empties_the_file_and_is_named() {
        let servers = servers(
            "{\"mcpServers\":{\n\"good\":{\"command\":\"x\"},\n\"bad\":{\"command\":\"y\",\n\"env\":{\"N\":1}}\n}}",
        );
        assert_eq!(servers.entries.len(), 2);
        for entry in &servers.entries {
            let Standing::Unusable(cause) = &entry.standing else { panic!("{entry:?}") };
            assert!(cause.because.contains("`bad`"), "{cause:?}");
            assert_eq!(cause.place.as_ref().map(|place| place.line), Some(4));
        }
        let found = &servers.findings[0];
        assert_eq!((found.code, found.level), ("cursor-file-emptied", Level::Error));
        assert_eq!(found.server.as_deref(), Some("bad"));
        assert!(found.message.contains("`env.N` must be a string"));
    }

    #[test]
    fn a_file_that_reads_as_nothing_says_so() {
        for (why, text, want) in [
            ("empty", "", &["no-servers-read"][..]),
            ("VS Code's key", r#"{"servers":{"a":{"command":"x"}}}"#, &["no-servers-read"]),
            ("a list", r#"{"mcpServers":[]}"#, &["no-servers-read"]),
            ("not an object", "[]", &["no-servers-read"]),
            ("zero servers", r#"{"mcpServers":{}}"#, &[]),
            ("all commented out", "{\"mcpServers\":{/*\"a\":{}*/}} // x", &[]),
            (
                "a server twice",
                r#"{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}"#,
                &["duplicate-key"],
            ),
            (
                "the agent's style",
                r#"{"mcpServers":{"a":{"command":"x","env":{"A":"${T}"}}}}"#,
                &["cursor-programs-differ"],
            ),
            (
                "the editor's style",
                r#"{"mcpServers":{"a":{"command":"x","args":["${workspaceFolder}","${userHome}"]}}}"#,
                &["cursor-programs-differ"],
            ),
            (
                "the common style",
                r#"{"mcpServers":{"a":{"command":"x","env":{"A":"${env:T}"}}}}"#,
                &[],
            ),
        ] {
            assert_eq!(codes(&servers(text)), want, "{why}");
        }
    }

    #[test]
    fn variables_are_resolved_and_missed_by_name() {
        let servers = servers(
            r#"{"mcpServers":{"a":{"url":"https://h/${env:NOPE}","headers":{"K":"${env:T}"}}}}"#,
        );
        assert_eq!(servers.entries[0].missing_variables, ["NOPE"]);
        let Some(crate::clients::Launch::Remote(remote)) = &servers.entries[0].launch else {
            panic!("remote")
        };
        assert_eq!(remote.headers[0].1.expose(), "x");
    }
}
