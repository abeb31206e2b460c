//! A made-up machine for the tests of plans: readings and texts by hand.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{Change, Choices, ClaudeCodeFiles, CursorFiles, Ground, Plan, ProjectFiles, plan};
use crate::clients::{
    ClientId, Entry, Installed, Place, Policy, Reading, Scope, Standing, ToolTraits, Verdict,
};

/// Writes names as Claude Code does; asked nothing else here.
#[derive(Debug)]
struct Names;

impl Policy for Names {
    fn sent_as(&self, entry: &Entry, tool: &str) -> String {
        let written =
            |name: &str| -> String {
                name.chars()
                    .map(|each| {
                        if each.is_ascii_alphanumeric() || "_-".contains(each) { each } else { '_' }
                    })
                    .collect()
            };
        format!("mcp__{}__{}", written(&entry.name), written(tool))
    }
    fn verdict(&self, _: &Entry, _: ToolTraits<'_>, _: Option<u64>) -> Verdict {
        unreachable!("a plan does not ask")
    }
    fn caveat(&self) -> Option<String> {
        None
    }
}

/// A machine: its files and what was read from them.
pub(super) struct Machine {
    pub files: BTreeMap<PathBuf, String>,
    pub readings: Vec<Reading>,
    pub project: bool,
    pub tools: BTreeMap<String, Vec<String>>,
}

pub(super) const STATE: &str = "/h/.claude.json";
pub(super) const USER: &str = "/h/.claude/settings.json";
pub(super) const LOCAL: &str = "/p/.claude/settings.local.json";
pub(super) const SHARED: &str = "/p/.claude/settings.json";
pub(super) const DESKTOP: &str = "/h/Claude/claude_desktop_config.json";
pub(super) const CURSOR: &str = "/h/.cursor/mcp.json";
pub(super) const CURSOR_PROJECT: &str = "/p/.cursor/mcp.json";
pub(super) const CURSOR_DISABLED: &str = "/h/.cursor/projects/p/mcp-disabled.json";
pub(super) const PARKING: &str = "/d/parked.json";
pub(super) const SERVERS: &str = "/p/.mcp.json";

impl Machine {
    pub fn new(files: &[(&str, &str)]) -> Self {
        Self {
            files: files.iter().map(|(path, text)| (path.into(), (*text).to_owned())).collect(),
            readings: Vec::new(),
            project: true,
            tools: BTreeMap::new(),
        }
    }

    /// Adds an entry that was read.
    pub fn entry(mut self, client: ClientId, name: &str, scope: Scope, file: &str) -> Self {
        let place = Place { file: file.into(), line: 1, column: 1 };
        let entry = Entry {
            name: name.to_owned(),
            scope,
            place,
            launch: None,
            missing_variables: Vec::new(),
            standing: Standing::Active,
        };
        match self.readings.iter_mut().find(|reading| reading.client == client) {
            Some(reading) => reading.entries.push(entry),
            None => self.readings.push(Reading {
                client,
                installed: Installed::default(),
                project: None,
                files: Vec::new(),
                entries: vec![entry],
                policy: Arc::new(Names),
                findings: Vec::new(),
            }),
        }
        self
    }

    /// Says which version is installed.
    pub fn version(mut self, version: &str) -> Self {
        for reading in &mut self.readings {
            reading.installed.version = version.parse().ok();
        }
        self
    }

    pub fn plan(&self, changes: &[Change], choices: Choices) -> Plan {
        let read = |path: &Path| Ok(self.files.get(path).cloned());
        let tools = |entry: &Entry| self.tools.get(&entry.name).cloned();
        let ground = Ground {
            readings: &self.readings,
            claude_code: Some(ClaudeCodeFiles {
                state: STATE.into(),
                user_settings: USER.into(),
                project: self.project.then(|| ProjectFiles {
                    key: "/p".to_owned(),
                    shared_settings: SHARED.into(),
                    local_settings: LOCAL.into(),
                    servers: SERVERS.into(),
                }),
            }),
            claude_desktop: Some(DESKTOP.into()),
            cursor: Some(CursorFiles {
                user: CURSOR.into(),
                project: self.project.then(|| CURSOR_PROJECT.into()),
                disabled: self.project.then(|| CURSOR_DISABLED.into()),
            }),
            parking: PARKING.into(),
            wrapper: Some("/opt/plimsoll".into()),
            read: &read,
            tools: &tools,
        };
        plan(changes, choices, &ground)
    }

    /// Plans one change given as the command line has it, and shows the texts.
    pub fn set(&self, spec: &str) -> Result<Vec<(String, String)>, &'static str> {
        let known = |client| {
            let reading = self.readings.iter().find(|reading| reading.client == client);
            let entries = reading.map(|reading| reading.entries.clone()).unwrap_or_default();
            entries.into_iter().map(|entry| entry.name).collect()
        };
        let change = Change::parse_set(spec, &known).expect(spec);
        edits(self.plan(&[change], Choices::default()))
    }
}

/// The edits as path and text, or the code of the first refusal.
pub(super) fn edits(plan: Plan) -> Result<Vec<(String, String)>, &'static str> {
    match plan.refused.first() {
        Some(refused) => Err(refused.code),
        None => Ok(plan
            .edits
            .into_iter()
            .map(|edit| (edit.path.to_string_lossy().into_owned(), edit.after))
            .collect()),
    }
}
