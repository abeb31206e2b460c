//! An entry in the words of another client.
//!
//! Keys and variables per client are those its documentation or its shipped
//! loader accepts (Claude Code 2.1.332, Cursor agent 1.0.32, Claude Desktop's
//! documentation). What has no counterpart is left out and said.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::{Map, Value, json};

use crate::clients::ClientId;

/// An entry translated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Translated {
    /// The entry.
    pub entry: Map<String, Value>,
    /// What could not be carried over, one sentence each. No values.
    pub lost: Vec<String>,
}

/// Translates an entry; an error says why the target cannot have it at all.
pub(super) fn translate(
    entry: &Map<String, Value>,
    from: ClientId,
    to: ClientId,
) -> Result<Translated, String> {
    let mut translated = Translated { entry: Map::new(), lost: Vec::new() };
    let remote = entry.contains_key("url") && !entry.contains_key("command");
    if remote && to == ClientId::ClaudeDesktop {
        return Err("Claude Desktop takes servers by address as connectors, in its settings, not from its file".to_owned());
    }
    let kind = entry.get("type").and_then(Value::as_str);
    if to == ClientId::Cursor && kind == Some("ws") {
        return Err("Cursor does not speak to servers over WebSocket".to_owned());
    }
    if remote && to == ClientId::ClaudeCode {
        // Skipped without it, and Cursor is better off without it.
        let kind = kind.filter(|kind| ["sse", "ws"].contains(kind)).unwrap_or("http");
        translated.entry.insert("type".to_owned(), json!(kind));
    }
    for (key, value) in entry {
        match (key.as_str(), to) {
            ("type", ClientId::Cursor) if kind == Some("sse") => {
                translated.entry.insert(key.clone(), value.clone());
            }
            // Needless for a program, set above for an address, and a spelling
            // Cursor does not know empties its whole file.
            ("type", _) => {}
            ("command" | "args" | "env" | "url" | "headers", _)
            | ("cwd", ClientId::Cursor)
            | ("headersHelper" | "timeout" | "alwaysLoad", ClientId::ClaudeCode) => {
                let value = translated.variables(value, from, to);
                translated.entry.insert(key.clone(), value);
            }
            ("auth", ClientId::ClaudeCode) => translated.oauth_from_cursor(value),
            ("oauth", ClientId::Cursor) => translated.oauth_from_claude(value),
            // A snippet may be in the words of the client it goes to.
            ("auth", ClientId::Cursor) | ("oauth", ClientId::ClaudeCode) => {
                translated.entry.insert(key.clone(), value.clone());
            }
            _ => translated.lose(format!("{} has no `{key}`", to.title())),
        }
    }
    Ok(translated)
}

/// `${…}`, however it is meant.
static PLACEHOLDER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\$\{([^}]*)\}").expect("the pattern is a constant"));

impl Translated {
    fn variables(&mut self, value: &Value, from: ClientId, to: ClientId) -> Value {
        match value {
            Value::String(text) => Value::String(
                PLACEHOLDER
                    .replace_all(text, |found: &Captures<'_>| {
                        let whole = found[0].to_owned();
                        let (written, lost) = match variable(&found[1], from, to) {
                            Ok(written) => {
                                let lost = only_in_the_editor(&written, from, to);
                                (written, lost.map(ToOwned::to_owned))
                            }
                            Err(what) => (whole, Some(what)),
                        };
                        if let Some(what) = lost {
                            self.lose(format!("`{}`: {what}", shown(&found[1])));
                        }
                        written
                    })
                    .into_owned(),
            ),
            Value::Array(elements) => {
                elements.iter().map(|each| self.variables(each, from, to)).collect()
            }
            Value::Object(members) => members
                .iter()
                .map(|(key, each)| (key.clone(), self.variables(each, from, to)))
                .collect(),
            other => other.clone(),
        }
    }

    fn oauth_from_cursor(&mut self, auth: &Value) {
        let mut oauth = Map::new();
        for (key, value) in auth.as_object().into_iter().flatten() {
            match key.as_str() {
                "CLIENT_ID" => {
                    self.literal(value);
                    oauth.insert("clientId".to_owned(), value.clone());
                }
                "scopes" => {
                    self.literal(value);
                    let joined = value.as_array().map(|scopes| {
                        scopes.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
                    });
                    let scopes = joined.map_or_else(|| value.clone(), Value::from);
                    oauth.insert("scopes".to_owned(), scopes);
                }
                "CLIENT_SECRET" => self.lose(
                    "Claude Code keeps the client secret out of its files; give it when you log in"
                        .to_owned(),
                ),
                _ => self.lose(format!("Claude Code's `oauth` has no `{key}`")),
            }
        }
        self.entry.insert("oauth".to_owned(), Value::Object(oauth));
    }

    fn oauth_from_claude(&mut self, oauth: &Value) {
        for key in oauth.as_object().into_iter().flat_map(Map::keys) {
            if !["clientId", "scopes"].contains(&key.as_str()) {
                self.lose(format!("Cursor's `auth` has no `{key}`"));
            }
        }
        let Some(id) = oauth.get("clientId") else {
            self.lose("Cursor's `auth` needs a client id".to_owned());
            return;
        };
        let id = self.variables(id, ClientId::ClaudeCode, ClientId::Cursor);
        let mut auth = Map::from_iter([("CLIENT_ID".to_owned(), id)]);
        if let Some(scopes) = oauth.get("scopes").and_then(Value::as_str) {
            let scopes = scopes.split_whitespace().collect();
            let scopes = self.variables(&scopes, ClientId::ClaudeCode, ClientId::Cursor);
            auth.insert("scopes".to_owned(), scopes);
        }
        self.entry.insert("auth".to_owned(), Value::Object(auth));
    }

    /// Says that a value's variables stay as they stand: Claude Code fills them
    /// in in commands, arguments, variables, addresses and headers only.
    fn literal(&mut self, value: &Value) {
        let text = value.to_string();
        for found in PLACEHOLDER.captures_iter(&text) {
            let name = shown(&found[1]);
            self.lose(format!(
                "`{name}`: Claude Code fills in nothing in `oauth`; write the value"
            ));
        }
    }

    /// Notes a loss once.
    fn lose(&mut self, sentence: String) {
        if !self.lost.contains(&sentence) {
            self.lost.push(sentence);
        }
    }
}

/// A placeholder without its default, which may be a secret.
fn shown(inner: &str) -> String {
    let name = inner.split_once(":-").map_or(inner, |(name, _)| name);
    format!("${{{name}}}")
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|each| each.is_ascii_alphanumeric() || each == '_')
}

/// What is lost where Cursor's editor fills a variable in and its agent does not
/// (executed: it knows those of the environment only).
fn only_in_the_editor(written: &str, from: ClientId, to: ClientId) -> Option<&'static str> {
    (to == ClientId::Cursor && from != to && written == "${workspaceFolder}").then_some(
        "Cursor's editor fills in `${workspaceFolder}` for it; its agent passes that on as it stands",
    )
}

/// One placeholder in the words of another client, or why there are none.
fn variable(inner: &str, from: ClientId, to: ClientId) -> Result<String, String> {
    if from == to {
        return Ok(format!("${{{inner}}}"));
    }
    if from == ClientId::ClaudeDesktop {
        return Err(format!(
            "Claude Desktop passes it on as it stands, {} fills it in",
            to.title()
        ));
    }
    let (name, default) = match inner.split_once(":-") {
        Some((name, default)) => (name, Some(default)),
        None => (inner, None),
    };
    match to {
        ClientId::ClaudeDesktop => {
            Err("Claude Desktop does not fill in variables; write the value".to_owned())
        }
        ClientId::Cursor if name == "CLAUDE_PROJECT_DIR" => Ok("${workspaceFolder}".to_owned()),
        ClientId::Cursor if default.is_some() => {
            Err("Cursor's editor knows no default behind a variable; its agent does".to_owned())
        }
        ClientId::Cursor if is_name(name) => Ok(format!("${{env:{name}}}")),
        ClientId::ClaudeCode => match (name.strip_prefix("env:"), name) {
            (Some(name), _) if is_name(name) => Ok(match default {
                Some(default) => format!("${{{name}:-{default}}}"),
                None => format!("${{{name}}}"),
            }),
            (_, "userHome") => Ok("${HOME}".to_owned()),
            (_, "workspaceFolder") => Ok("${CLAUDE_PROJECT_DIR:-.}".to_owned()),
            (_, name)
                if is_name(name) && !name.starts_with("workspace") && name != "pathSeparator" =>
            {
                Ok(format!("${{{inner}}}"))
            }
            _ => Err("Claude Code does not fill it in".to_owned()),
        },
        ClientId::Cursor => Err("Cursor does not fill it in".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ClientId::{ClaudeCode, ClaudeDesktop, Cursor};

    #[test]
    fn an_entry_speaks_the_targets_dialect() {
        let cases = [
            (
                "an address needs its type in Claude Code",
                Cursor,
                ClaudeCode,
                json!({"url": "https://h/mcp", "headers": {"A": "${env:T}"}}),
                json!({"type": "http", "url": "https://h/mcp", "headers": {"A": "${T}"}}),
                0,
            ),
            (
                "and none in Cursor",
                ClaudeCode,
                Cursor,
                json!({"type": "http", "url": "https://${H}/mcp", "oauth": {"clientId": "c", "scopes": "a b"}}),
                json!({"url": "https://${env:H}/mcp", "auth": {"CLIENT_ID": "c", "scopes": ["a", "b"]}}),
                0,
            ),
            (
                "an event stream stays one",
                ClaudeCode,
                Cursor,
                json!({"type": "sse", "url": "https://h/sse"}),
                json!({"type": "sse", "url": "https://h/sse"}),
                0,
            ),
            (
                "loading and time-outs are Claude Code's own",
                ClaudeCode,
                Cursor,
                json!({"type": "stdio", "command": "x", "args": ["${CLAUDE_PROJECT_DIR:-.}"], "alwaysLoad": true, "timeout": 5000}),
                json!({"command": "x", "args": ["${workspaceFolder}"]}),
                3,
            ),
            (
                "a folder to start in is Cursor's own, and so are some variables",
                Cursor,
                ClaudeCode,
                json!({"command": "x", "cwd": "/", "args": ["${workspaceFolder}", "${userHome}/a", "${/}", "${pathSeparator}"]}),
                json!({"command": "x", "args": ["${CLAUDE_PROJECT_DIR:-.}", "${HOME}/a", "${/}", "${pathSeparator}"]}),
                3,
            ),
            (
                "a login's port and server are Claude Code's own",
                ClaudeCode,
                Cursor,
                json!({"type": "http", "url": "u", "oauth": {"clientId": "${CID}", "callbackPort": 8080, "authServerMetadataUrl": "https://a/b"}}),
                json!({"url": "u", "auth": {"CLIENT_ID": "${env:CID}"}}),
                2,
            ),
            (
                "Claude Code fills in nothing for a login",
                Cursor,
                ClaudeCode,
                json!({"url": "u", "auth": {"CLIENT_ID": "${env:CID}", "redirect": "x"}}),
                json!({"type": "http", "url": "u", "oauth": {"clientId": "${env:CID}"}}),
                2,
            ),
            (
                "Claude Desktop fills in nothing",
                ClaudeCode,
                ClaudeDesktop,
                json!({"command": "x", "env": {"T": "${T:-secret}"}}),
                json!({"command": "x", "env": {"T": "${T:-secret}"}}),
                1,
            ),
            (
                "a client secret stays behind",
                Cursor,
                ClaudeCode,
                json!({"url": "u", "auth": {"CLIENT_ID": "c", "CLIENT_SECRET": "s"}}),
                json!({"type": "http", "url": "u", "oauth": {"clientId": "c"}}),
                1,
            ),
        ];
        for (why, from, to, entry, want, lost) in cases {
            let entry = entry.as_object().expect("an object");
            let got = translate(entry, from, to).expect(why);
            assert_eq!(Value::Object(got.entry), want, "{why}");
            assert_eq!(got.lost.len(), lost, "{why}: {:?}", got.lost);
            assert!(!got.lost.concat().contains("secret\"") && !got.lost.concat().contains(":-"));
        }
    }

    #[test]
    fn what_a_client_cannot_have_is_said() {
        let address = json!({"type": "http", "url": "u"});
        assert!(translate(address.as_object().expect("one"), ClaudeCode, ClaudeDesktop).is_err());
        let socket = json!({"type": "ws", "url": "u"});
        assert!(translate(socket.as_object().expect("one"), ClaudeCode, Cursor).is_err());
    }
}
