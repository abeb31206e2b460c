//! What a plan stands on: readings, texts, and where files are.

use std::path::{Path, PathBuf};

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

/// Where Cursor's files are for one user and project.
#[derive(Clone, Debug)]
pub struct CursorFiles {
    /// The user's `mcp.json`.
    pub user: PathBuf,
    /// The project's, when there is a project.
    pub project: Option<PathBuf>,
    /// The agent's list of servers that are off in the project.
    pub disabled: Option<PathBuf>,
}

/// What a plan is made from. Everything is handed in; making a plan reads
/// through `read` and touches nothing.
pub struct Ground<'a> {
    /// What the clients' files say, at most one reading per client.
    pub readings: &'a [Reading],
    /// Claude Code's files.
    pub claude_code: Option<ClaudeCodeFiles>,
    /// Claude Desktop's configuration.
    pub claude_desktop: Option<PathBuf>,
    /// Cursor's files.
    pub cursor: Option<CursorFiles>,
    /// Where Plimsoll keeps parked entries.
    pub parking: PathBuf,
    /// The program that wraps, where wrapped entries will find it; `None`: it
    /// is not installed.
    pub wrapper: Option<PathBuf>,
    /// The text of a file.
    pub read: &'a ReadText<'a>,
    /// The names of the tools an entry's server listed, when they are known.
    pub tools: &'a dyn Fn(&Entry) -> Option<Vec<String>>,
}

impl Ground<'_> {
    /// The file new entries of a scope go to.
    pub(super) fn servers_file(&self, client: ClientId, home: Home) -> Option<PathBuf> {
        let claude_code = self.claude_code.as_ref();
        let cursor = self.cursor.as_ref();
        match (client, home) {
            (ClientId::ClaudeCode, Home::User | Home::Local) => {
                claude_code.map(|files| files.state.clone())
            }
            (ClientId::ClaudeCode, Home::Project) => {
                claude_code?.project.as_ref().map(|project| project.servers.clone())
            }
            (ClientId::ClaudeDesktop, Home::User) => self.claude_desktop.clone(),
            (ClientId::Cursor, Home::User) => cursor.map(|files| files.user.clone()),
            (ClientId::Cursor, Home::Project) => cursor?.project.clone(),
            (ClientId::ClaudeDesktop | ClientId::Cursor, _) => None,
        }
    }

    /// The names on the way to this project's local entries of Claude Code.
    pub(super) fn local_servers(&self) -> Option<Vec<String>> {
        let project = self.claude_code.as_ref()?.project.as_ref()?;
        Some(vec!["projects".to_owned(), project.key.clone(), "mcpServers".to_owned()])
    }

    /// Whether a file came with a project rather than being the user's own.
    pub(super) fn is_in_project(&self, path: &Path) -> bool {
        let own = self
            .claude_code
            .iter()
            .flat_map(|files| [files.state.as_path(), files.user_settings.as_path()])
            .chain(self.claude_desktop.as_deref())
            .chain(self.cursor.iter().map(|files| files.user.as_path()));
        !own.into_iter().any(|each| each == path)
    }

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
            if let Some(unread) = unread(reading, target) {
                return unread;
            }
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

/// Why a server may be there all the same: a file that holds servers of the
/// wanted scope could not be read.
fn unread(reading: &Reading, target: &Target) -> Option<Remark> {
    let holds = |role: &str| {
        role.contains("servers")
            && !role.contains("off")
            && match target.home {
                Some(Home::User | Home::Local) => !role.contains("project"),
                Some(Home::Project) => role.contains("project"),
                None => true,
            }
    };
    let finding = reading.findings.iter().find(|finding| {
        let place = finding.place.as_ref();
        finding.code == "file-unreadable"
            && reading
                .files
                .iter()
                .any(|file| holds(file.role) && place.is_some_and(|place| place.file == file.path))
    })?;
    Some(Remark {
        code: "unreadable",
        message: format!("`{}` is not known: {}", target.server, finding.message),
        hint: finding.hint.clone(),
        client: Some(reading.client),
        server: Some(target.server.clone()),
        place: finding.place.clone(),
    })
}
