//! Keys of another client that say nothing to this one.

use super::{Finding, Level, Written};
use crate::clients::{ClientId, Node, Value};

/// A key with a meaning somewhere, and where.
struct Key {
    name: &'static str,
    /// Who gives it a meaning.
    owner: &'static str,
    /// Which of our clients read it.
    read_by: &'static [ClientId],
    level: Level,
}

const CODE: ClientId = ClientId::ClaudeCode;
const CURSOR: ClientId = ClientId::Cursor;

/// Keys people copy between clients. A key that no client reads
/// (`description`, `_comment`) is a note of the author and stays unmentioned.
///
/// Claude Code: kept keys measured with 2.1.332. Cursor: the agent runtime's
/// schema, 1.0.32. Claude Desktop: `command`, `args` and `env` are documented.
const KEYS: [Key; 28] = [
    key("alwaysAllow", "Roo Code", &[]),
    key("allowedTools", "other clients", &[]),
    key("autoApprove", "Cline, Kiro", &[]),
    key("bearer_token_env_var", "Codex", &[]),
    key("defer_loading", "the Messages API", &[]),
    key("deferLoading", "the Messages API", &[]),
    key("deferTools", "Copilot CLI", &[]),
    key("disabledTools", "Kiro, Roo Code", &[]),
    key("disabled_tools", "Codex", &[]),
    key("enabledTools", "other clients", &[]),
    key("enabled_tools", "Codex", &[]),
    key("envFile", "VS Code", &[]),
    key("environment", "opencode", &[]),
    key("excludeTools", "Gemini CLI", &[]),
    key("httpUrl", "Gemini CLI", &[]),
    key("http_headers", "Codex", &[]),
    key("includeTools", "Gemini CLI", &[]),
    key("lazy", "other clients", &[]),
    key("link", "other clients", &[]),
    key("serverUrl", "Windsurf, Antigravity", &[]),
    key("transport", "other clients", &[]),
    key("transportType", "other clients", &[]),
    key("trust", "Gemini CLI", &[]),
    key("alwaysLoad", "Claude Code", &[CODE]),
    key("headersHelper", "Claude Code", &[CODE]),
    key("oauth", "Claude Code", &[CODE]),
    key("cwd", "Cursor, VS Code", &[CURSOR]),
    Key { level: Level::Hint, ..key("timeout", "Claude Code", &[CODE]) },
];

const fn key(name: &'static str, owner: &'static str, read_by: &'static [ClientId]) -> Key {
    Key { name, owner, read_by, level: Level::Warning }
}

pub(super) fn check(written: &Written<'_>, findings: &mut Vec<Finding>) {
    let (name, client) = (&written.entry.name, written.client.title());
    for member in written.member.node.effective_members() {
        if off_switch(&member.key, &member.node) {
            findings.push(written.finding(
                "disabled-has-no-effect",
                Level::Error,
                member.key_start,
                format!(
                    "`{name}` says `{}`, and {client} has no such key: the server will run.",
                    spelled(&member.key)
                ),
                match written.client {
                    ClientId::ClaudeCode => {
                        "Switch it off with /mcp in the project, or remove the entry."
                    }
                    ClientId::ClaudeDesktop => {
                        "Remove the entry: Claude Desktop has no switch for it."
                    }
                    ClientId::Cursor => "Switch it off in Customize → MCPs, or remove the entry.",
                },
            ));
            continue;
        }
        let Some(known) = KEYS.iter().find(|known| known.name == member.key) else { continue };
        if known.read_by.contains(&written.client) {
            continue;
        }
        let editor = known.name == "envFile" && written.client == CURSOR;
        findings.push(written.finding(
            "key-without-effect",
            known.level,
            member.key_start,
            if editor {
                format!(
                    "`{name}` has `envFile`: Cursor's editor documents it, Cursor's agent drops it."
                )
            } else {
                format!(
                    "`{name}` has `{}`, a key of {}: {client} ignores it.",
                    known.name, known.owner
                )
            },
            "Remove the key, or say the same in a way this client reads.",
        ));
    }
}

/// `disabled: true` or `enabled: false`; `disabled: false` harms nobody.
fn off_switch(key: &str, node: &Node) -> bool {
    match key {
        "disabled" => node.value == Value::Bool(true),
        "enabled" => node.value == Value::Bool(false),
        _ => false,
    }
}

fn spelled(key: &str) -> &'static str {
    if key == "disabled" { "disabled: true" } else { "enabled: false" }
}
