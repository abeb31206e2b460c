//! What a plan stands on: readings, texts, and where files are.

use std::path::PathBuf;

use super::{Home, ReadText, Remark, Target};
use crate::clients::{ClientId, Entry, Reading};

/// Where Claude Code's files are for one user and project.
#[derive(Clone, Debug)]
pub struct ClaudeCodeFiles {
    /// `~/.claude.json`, or the one in `CLAUDE_CONFIG_DIR`.
    pub state: PathBuf,
    /// The user's `settings.json`.
    pub user_settings: PathBuf,
    /// The project's, when there is a project.
    pub project: Option<ProjectFiles>,
}

/// Claude Code's files of one project.
#[derive(Clone, Debug)]
pub struct ProjectFiles {
    /// The key of the project under `projects` of the state file: the one that
    /// is there, in its spelling, or the one the client would write.
    pub key: String,
    /// `.claude/settings.json` of the folder the client is started in.
    pub shared_settings: PathBuf,
    /// `.claude/settings.local.json` there.
    pub local_settings: PathBuf,
    /// `.mcp.json` of that folder, where a new project entry goes.
    pub servers: PathBuf,
}

/// What a plan is made from. Everything is handed in; making a plan reads
/// through `read` and touches nothing.
pub struct Ground<'a> {
    /// What the clients' files say, at most one reading per client.
    pub readings: &'a [Reading],
    /// Claude Code's files.
    pub claude_code: Option<ClaudeCodeFiles>,
    /// The text of a file.
    pub read: &'a ReadText<'a>,
    /// The names of the tools an entry's server listed, when they are known.
    pub tools: &'a dyn Fn(&Entry) -> Option<Vec<String>>,
}

impl Ground<'_> {
    /// What one client's files say.
    pub(super) fn reading(&self, client: ClientId) -> Result<&Reading, Remark> {
        self.readings.iter().find(|reading| reading.client == client).ok_or_else(|| Remark {
            code: "client-not-read",
            message: format!("the files of {} were not read", client.title()),
            hint: None,
            client: Some(client),
            server: None,
            place: None,
        })
    }

    /// The entry a change is about: in the scope that was named, or else the
    /// one the client takes.
    pub(super) fn entry(&self, target: &Target) -> Result<&Entry, Remark> {
        let reading = self.reading(target.client)?;
        let mut named = reading.entries.iter().filter(|entry| entry.name == target.server);
        let found = match target.home {
            Some(home) => named.find(|entry| home.holds(entry)),
            None => {
                let all: Vec<_> = named.collect();
                let shadowed = |entry: &&&Entry| {
                    matches!(entry.standing, crate::clients::Standing::Shadowed { .. })
                };
                all.iter().find(|entry| !shadowed(entry)).or(all.first()).copied()
            }
        };
        found.ok_or_else(|| {
            let wherever = target.home.map(|home| format!(" in scope {}", home.as_str()));
            Remark {
                code: "no-such-entry",
                message: format!(
                    "{} has no server `{}`{}",
                    target.client.title(),
                    target.server,
                    wherever.unwrap_or_default()
                ),
                hint: Some(match target.home {
                    Some(Home::User) => "`plimsoll audit` lists the servers and their scopes.",
                    _ => "`plimsoll audit --project DIR` lists the servers and their scopes; the project decides.",
                }.to_owned()),
                client: Some(target.client),
                server: Some(target.server.clone()),
                place: None,
            }
        })
    }
}
