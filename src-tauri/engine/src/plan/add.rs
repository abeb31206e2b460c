//! A server that no client has yet, as an entry.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value, json};

use crate::{
    clients::{Launch, Secret},
    search::candidate::Candidate,
};

/// `${env:NAME}`, as Cursor and VS Code write a variable.
static FROM_ENV: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}").expect("a constant pattern")
});

/// The entry in Claude Code's words, from where it is translated: a snippet
/// seldom says whose words it is in, and these are the ones most of them use.
pub(super) fn entry(candidate: &Candidate) -> Map<String, Value> {
    let text = |text: &str| Value::from(FROM_ENV.replace_all(text, "$${$1}").into_owned());
    let pairs = |pairs: &[(String, Secret)]| -> Value {
        pairs.iter().map(|(name, value)| (name.clone(), text(value.expose()))).collect()
    };
    let mut entry = Map::new();
    let mut add = |key: &str, value: Value| {
        entry.insert(key.to_owned(), value);
    };
    match &candidate.launch {
        Launch::Stdio(stdio) => {
            add("command", text(&stdio.command));
            if !stdio.args.is_empty() {
                add("args", stdio.args.iter().map(|each| text(each)).collect());
            }
            if !stdio.env.is_empty() {
                add("env", pairs(&stdio.env));
            }
            if let Some(cwd) = &stdio.cwd {
                add("cwd", text(&cwd.to_string_lossy()));
            }
        }
        Launch::Remote(remote) => {
            add("type", json!(remote.transport.as_str()));
            add("url", text(&remote.url));
            if !remote.headers.is_empty() {
                add("headers", pairs(&remote.headers));
            }
        }
    }
    entry.extend(candidate.besides.0.clone());
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clients::{ClientId, Scope},
        plan::{
            Change, Choices, Home,
            samples::{CURSOR, DESKTOP, Machine, SERVERS, STATE, edits},
        },
        search::candidate::parse,
    };

    fn adding(spec: &str, to: ClientId, home: Home) -> Change {
        let candidate = parse(spec).expect(spec).remove(0);
        Change::Add { name: candidate.name.clone(), candidate: Box::new(candidate), to, home }
    }

    fn machine() -> Machine {
        Machine::new(&[(STATE, "{}"), (CURSOR, "{}"), (DESKTOP, "{}")]).entry(
            ClientId::Cursor,
            "other",
            Scope::User,
            CURSOR,
        )
    }

    #[test]
    fn a_candidate_becomes_an_entry_in_the_clients_words() {
        use ClientId::{ClaudeCode, ClaudeDesktop, Cursor};
        let variables = r#"{"mcpServers":{"p":{"type":"stdio","command":"npx","args":["p","${env:REGION}"],"env":{"TOKEN":"${TOKEN}"}}}}"#;
        let besides =
            r#"{"p":{"command":"npx","alwaysLoad":true,"timeout":5,"autoApprove":["x"]}}"#;
        for (why, spec, to, home, file, want, notes) in [
            (
                "a command line",
                "npx -y @acme/parcels --fast",
                ClaudeCode,
                Home::User,
                STATE,
                json!({"mcpServers": {"parcels": {"command": "npx", "args": ["-y", "@acme/parcels", "--fast"]}}}),
                vec![],
            ),
            (
                "for one project only",
                "npx parcels",
                ClaudeCode,
                Home::Local,
                STATE,
                json!({"projects": {"/p": {"mcpServers": {"parcels": {"command": "npx", "args": ["parcels"]}}}}}),
                vec![],
            ),
            (
                "shared with a project",
                "npx parcels",
                ClaudeCode,
                Home::Project,
                SERVERS,
                json!({"mcpServers": {"parcels": {"command": "npx", "args": ["parcels"]}}}),
                vec!["needs-approval", "shared-file"],
            ),
            (
                "an address, with its type in Claude Code",
                "claude mcp add -t sse p https://p.example/sse -H 'X: ${KEY}'",
                ClaudeCode,
                Home::User,
                STATE,
                json!({"mcpServers": {"p": {"type": "sse", "url": "https://p.example/sse", "headers": {"X": "${KEY}"}}}}),
                vec![],
            ),
            (
                "and without in Cursor",
                "https://p.example/mcp",
                Cursor,
                Home::User,
                CURSOR,
                json!({"mcpServers": {"p.example": {"url": "https://p.example/mcp"}}}),
                vec![],
            ),
            (
                "variables in Claude Code's words",
                variables,
                ClaudeCode,
                Home::User,
                STATE,
                json!({"mcpServers": {"p": {"command": "npx", "args": ["p", "${REGION}"], "env": {"TOKEN": "${TOKEN}"}}}}),
                vec![],
            ),
            (
                "and in Cursor's",
                variables,
                Cursor,
                Home::User,
                CURSOR,
                json!({"mcpServers": {"p": {"command": "npx", "args": ["p", "${env:REGION}"], "env": {"TOKEN": "${env:TOKEN}"}}}}),
                vec![],
            ),
            (
                "Claude Desktop fills in none",
                variables,
                ClaudeDesktop,
                Home::User,
                DESKTOP,
                json!({"mcpServers": {"p": {"command": "npx", "args": ["p", "${REGION}"], "env": {"TOKEN": "${TOKEN}"}}}}),
                vec!["not-carried-over", "not-carried-over"],
            ),
            (
                "what the client knows is carried over, the rest is said",
                besides,
                ClaudeCode,
                Home::User,
                STATE,
                json!({"mcpServers": {"p": {"command": "npx", "alwaysLoad": true, "timeout": 5}}}),
                vec!["not-carried-over"],
            ),
        ] {
            let plan = machine().plan(&[adding(spec, to, home)], Choices::default());
            let codes: Vec<_> = plan.notes.iter().map(|note| note.code).collect();
            assert_eq!(codes, notes, "{why}");
            assert!(plan.requested[0].starts_with("add `"), "{why}: {:?}", plan.requested);
            let edits = edits(plan).expect(why);
            assert_eq!(edits.len(), 1, "{why}");
            assert_eq!(edits[0].0, file, "{why}");
            let written: Value = serde_json::from_str(&edits[0].1).expect(why);
            assert_eq!(written, want, "{why}");
        }
    }

    #[test]
    fn what_cannot_be_added_is_refused() {
        let taken = Machine::new(&[(CURSOR, r#"{"mcpServers":{"parcels":{}}}"#)]);
        let mut outside = machine();
        outside.project = false;
        for (why, machine, change, code) in [
            (
                "the name is taken",
                taken,
                adding("npx parcels", ClientId::Cursor, Home::User),
                "exists",
            ),
            (
                "no such scope",
                machine(),
                adding("npx parcels", ClientId::Cursor, Home::Local),
                "no-such-scope",
            ),
            (
                "no project",
                outside,
                adding("npx parcels", ClientId::ClaudeCode, Home::Local),
                "no-project",
            ),
            (
                "no addresses in the file",
                machine(),
                adding("https://p.example/mcp", ClientId::ClaudeDesktop, Home::User),
                "no-such-switch",
            ),
        ] {
            assert_eq!(edits(machine.plan(&[change], Choices::default())), Err(code), "{why}");
        }
    }
}
