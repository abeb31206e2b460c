//! As which client we introduce ourselves.
//!
//! Servers list other tools for other capabilities (`server-everything` lists
//! two more for a client that can sample), so a forecast for a client is only
//! right when we say what it says.

use rmcp::model::{ClientCapabilities, Implementation, ProtocolVersion};
use serde_json::json;

/// What a client tells a server about itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Announce {
    pub(super) client: Implementation,
    pub(super) capabilities: ClientCapabilities,
    /// The version offered in `initialize`.
    pub(super) handshake: ProtocolVersion,
    /// Whether the client first asks `server/discover`, the way of 2026-07-28.
    pub(super) discovers: bool,
    /// The `User-Agent` of its HTTP requests.
    pub(super) user_agent: String,
    /// Variables the client adds to the environment of every program it starts.
    pub(super) env: Vec<(&'static str, String)>,
    /// Variables it adds for servers.
    pub(super) server_env: Vec<(&'static str, String)>,
    /// The variable that tells a server the session's directory.
    pub(super) directory_variable: Option<&'static str>,
}

/// The newest Claude Code we measured.
const CLAUDE_CODE: semver::Version = semver::Version::new(2, 1, 332);

impl Announce {
    /// As Claude Code of this version; the newest one measured when unknown.
    ///
    /// Observed in 2.1.332 (asks `server/discover` first, then `initialize`
    /// with 2025-11-25) and 2.1.197 (`initialize` only, other capabilities) on
    /// Linux, in print mode. Versions between the two are taken for the older.
    pub fn claude_code(version: Option<&semver::Version>) -> Self {
        let version = version.cloned().unwrap_or(CLAUDE_CODE);
        let newer = version >= CLAUDE_CODE;
        let capabilities = if newer {
            json!({"roots": {"listChanged": true}, "elicitation": {"form": {}, "url": {}}})
        } else {
            json!({"roots": {}, "elicitation": {}})
        };
        Self {
            client: Implementation::new("claude-code", version.to_string())
                .with_title("Claude Code")
                .with_description("Anthropic's agentic coding tool")
                .with_website_url("https://claude.com/claude-code"),
            capabilities: parse(capabilities),
            handshake: ProtocolVersion::V_2025_11_25,
            discovers: newer,
            user_agent: format!("claude-code/{version} (cli)"),
            env: vec![
                ("CLAUDE_CODE_ENTRYPOINT", "cli".to_owned()),
                ("COREPACK_ENABLE_AUTO_PIN", "0".to_owned()),
                ("NoDefaultCurrentDirectoryInExePath", "1".to_owned()),
            ],
            server_env: vec![("CLAUDECODE", "1".to_owned())],
            directory_variable: Some("CLAUDE_PROJECT_DIR"),
        }
    }

    /// Whether the client itself sets this variable for the servers it starts.
    pub fn sets(&self, name: &str) -> bool {
        self.directory_variable == Some(name)
            || self.env.iter().chain(&self.server_env).any(|(own, _)| *own == name)
    }

    /// As Claude Desktop. Not measured: its chat side offers no roots and no
    /// sampling as far as its documentation says.
    pub fn claude_desktop() -> Self {
        Self::plain("claude-ai", "0.1.0", json!({}))
    }

    /// As Cursor. Not measured here: its documentation names roots and
    /// elicitation among the supported capabilities.
    pub fn cursor() -> Self {
        Self::plain(
            "cursor-vscode",
            "1.0.0",
            json!({"roots": {"listChanged": false}, "elicitation": {}}),
        )
    }

    /// As the wrapper, which passes on what its client says of itself.
    pub(super) fn wrapper() -> Self {
        Self::plain("plimsoll", env!("CARGO_PKG_VERSION"), json!({}))
    }

    fn plain(name: &str, version: &str, capabilities: serde_json::Value) -> Self {
        Self {
            client: Implementation::new(name, version),
            capabilities: parse(capabilities),
            handshake: ProtocolVersion::V_2025_11_25,
            discovers: false,
            user_agent: format!("{name}/{version}"),
            env: Vec::new(),
            server_env: Vec::new(),
            directory_variable: None,
        }
    }

    /// Whether it answers `roots/list`.
    pub(super) fn has_roots(&self) -> bool {
        serde_json::to_value(&self.capabilities).is_ok_and(|value| value.get("roots").is_some())
    }
}

fn parse(capabilities: serde_json::Value) -> ClientCapabilities {
    serde_json::from_value(capabilities).expect("the capabilities above are constants")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_are_announced_as_observed() {
        let cases = [
            (
                "unknown version: the newest measured",
                None,
                json!({"roots": {"listChanged": true}, "elicitation": {"form": {}, "url": {}}}),
            ),
            (
                "an older version",
                Some(semver::Version::new(2, 1, 197)),
                json!({"roots": {}, "elicitation": {}}),
            ),
        ];
        for (why, version, want) in cases {
            let announce = Announce::claude_code(version.as_ref());
            let sent = serde_json::to_value(&announce.capabilities).expect("serializes");
            assert_eq!(sent, want, "{why}");
        }
    }
}
