//! Claude Code's own switches.
//!
//! Where each stands and what it does was observed in 2.1.332 and 2.1.197:
//! `alwaysLoad` in an entry; `permissions.deny` in settings takes tools out of
//! the request; `projects[KEY].disabledMcpServers` in the state file switches a
//! server off in one project; `deniedMcpServers` in the user's settings does so
//! in every project. A deny rule for a whole server is not used for that: the
//! server would still be started and its instructions still be sent.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{
    Change, Choices, Draft, File, Ground, Home, Plan, ProjectFiles, Remark, Step, Target, Wanted,
};
use crate::clients::{ClientId, Entry, Scope};

/// From this version on `alwaysLoad: false` defers even what the server itself
/// asks to load always; before, it said nothing. Observed: 2.1.286 no, 2.1.287 yes.
const FALSE_DEFERS: semver::Version = semver::Version::new(2, 1, 287);

/// The variable that switches tool search, in the `env` of a settings file.
const MODE: &str = "ENABLE_TOOL_SEARCH";

pub(super) struct ClaudeCode<'g, 'a, 'd> {
    pub ground: &'g Ground<'a>,
    /// Where this plan puts entries, of this client and of others.
    pub puts: &'g [Target],
    pub choices: Choices,
    pub draft: &'g mut Draft<'d>,
    pub plan: &'g mut Plan,
}

type Planned<T> = Result<T, Remark>;

impl ClaudeCode<'_, '_, '_> {
    pub fn change(&mut self, change: &Change) -> Planned<String> {
        match change {
            Change::Server { target, wanted } => self.server(target, *wanted),
            Change::Tool { target, tool, wanted } => self.tool(target, tool, *wanted),
            Change::Mode { value, .. } => self.mode(value.as_deref()),
            Change::Keep { target, tools } => self.keep(target, tools),
            Change::MergeRules { .. } => self.merge_rules(),
            Change::Move { target, copy, to, .. } => {
                let entry = self.ground.entry(target)?.clone();
                let said = super::entries::change(change, self.ground, self.draft, self.plan)?;
                // Within the client the name is used on, and its switches with it.
                if !copy && *to != ClientId::ClaudeCode {
                    self.clear_up(&entry)?;
                }
                Ok(said)
            }
            Change::Remove { target } => {
                let entry = self.ground.entry(target)?.clone();
                let said = super::entries::change(change, self.ground, self.draft, self.plan)?;
                self.clear_up(&entry)?;
                Ok(said)
            }
            Change::Add { .. }
            | Change::Wrap { .. }
            | Change::Unwrap { .. }
            | Change::Repair { .. } => {
                super::entries::change(change, self.ground, self.draft, self.plan)
            }
        }
    }

    fn server(&mut self, target: &Target, wanted: Wanted) -> Planned<String> {
        let entry = self.ground.entry(target)?.clone();
        if wanted == Wanted::Off {
            return self.off(target, &entry);
        }
        self.on(&entry)?;
        let whole = self.rule(&entry, None)?;
        self.warn_of_denials(&entry, &[whole])?;
        if wanted != Wanted::On {
            self.always_load(&entry, wanted)?;
        }
        Ok(format!("`{}` ({}): {}", entry.name, entry.scope.as_str(), wanted.title()))
    }

    /// `alwaysLoad` of the entry.
    fn always_load(&mut self, entry: &Entry, wanted: Wanted) -> Planned<()> {
        let at = self.entry_path(entry)?;
        let key = "alwaysLoad".to_owned();
        let version = &self.ground.reading(ClientId::ClaudeCode)?.installed.version;
        let false_defers = version.as_ref().is_none_or(|version| *version >= FALSE_DEFERS);
        let step = match wanted {
            Wanted::Always => Step::Set { at, key, value: "true".to_owned() },
            Wanted::WhenNeeded if false_defers => Step::Set { at, key, value: "false".to_owned() },
            _ => Step::Remove { at, key },
        };
        let path = entry.place.file.clone();
        let file = self.file(&path)?;
        let (name, container) = (&entry.name, &step.at()[..step.at().len() - 1]);
        if self.draft.member(file, container, name)?.is_none() {
            return Err(refusal(
                "stale",
                format!("`{name}` is not in `{}` any more", path.display()),
                Some("Set it where the other changes put it."),
                entry,
            ));
        }
        self.step(&path, step)?;
        Ok(())
    }

    /// Off, where the user says: a user's server named as such is off in every
    /// project, anything else in this one.
    fn off(&mut self, target: &Target, entry: &Entry) -> Planned<String> {
        let name = json!(entry.name).to_string();
        let everywhere = entry.scope == Scope::User
            && (target.home == Some(Home::User) || self.files()?.project.is_none());
        if everywhere {
            let path = self.files()?.user_settings.clone();
            self.step(
                &path,
                Step::Include {
                    at: Vec::new(),
                    key: "deniedMcpServers".to_owned(),
                    element: json!({"serverName": entry.name}).to_string(),
                },
            )?;
            self.warn_of_namesakes(entry);
            return Ok(format!("`{}` (user): off in every project", entry.name));
        }
        self.writable(entry, "switched off")?;
        let project = self.project(entry)?;
        if let (Some(level), Scope::Project) = (self.choices.level, &entry.scope) {
            let path = self.settings(Some(level), entry)?;
            let key = "disabledMcpjsonServers".to_owned();
            self.step(&path, Step::Include { at: Vec::new(), key, element: name })?;
            return Ok(format!("`{}` (project): rejected in `{}`", entry.name, path.display()));
        }
        let state = self.files()?.state.clone();
        self.step(
            &state,
            Step::Include {
                at: vec!["projects".to_owned(), project.key.clone()],
                key: "disabledMcpServers".to_owned(),
                element: name,
            },
        )?;
        Ok(format!("`{}` ({}): off in project `{}`", entry.name, entry.scope.as_str(), project.key))
    }

    /// Takes back what switches exactly this server off, and is ours: rules are
    /// somebody else's, since we write none for a whole server.
    fn on(&mut self, entry: &Entry) -> Planned<()> {
        for (path, step) in self.switches(&entry.name, self.choices.level)? {
            self.step(&path, step)?;
        }
        Ok(())
    }

    /// What takes a server's name out of every list that switches it off and
    /// that we may write: this user's, and the shared file where it is named.
    fn switches(&self, name: &str, level: Option<Home>) -> Planned<Vec<(PathBuf, Step)>> {
        let files = self.files()?;
        let element = json!(name).to_string();
        let exclude = |at: Vec<String>, key: &str, element: &str| Step::Exclude {
            at,
            key: key.to_owned(),
            element: element.to_owned(),
        };
        let denied = json!({"serverName": name}).to_string();
        let mut steps =
            vec![(files.user_settings.clone(), exclude(Vec::new(), "deniedMcpServers", &denied))];
        for path in self.taken_from(level)? {
            steps.push((path, exclude(Vec::new(), "disabledMcpjsonServers", &element)));
        }
        if let Some(project) = &files.project {
            // The second is an older place, which the client still honours.
            for key in ["disabledMcpServers", "disabledMcpjsonServers"] {
                let at = vec!["projects".to_owned(), project.key.clone()];
                steps.push((files.state.clone(), exclude(at, key, &element)));
            }
        }
        Ok(steps)
    }

    /// `env.ENABLE_TOOL_SEARCH` of the chosen settings file.
    fn mode(&mut self, value: Option<&str>) -> Planned<String> {
        let path = match self.choices.level {
            None | Some(Home::User) => self.files()?.user_settings.clone(),
            Some(level) => self.level(level, None)?,
        };
        let (at, key) = (vec!["env".to_owned()], MODE.to_owned());
        let step = match value {
            Some(value) => Step::Set { at, key, value: json!(value).to_string() },
            None => Step::Remove { at, key },
        };
        self.step(&path, step)?;
        Ok(match value {
            Some(value) => {
                format!("tool search of Claude Code: `{value}`, in `{}`", path.display())
            }
            None => format!("tool search of Claude Code: its default, in `{}`", path.display()),
        })
    }

    /// Takes a step in one of the client's files.
    fn step(&mut self, path: &Path, step: Step) -> Planned<bool> {
        let file = self.file(path)?;
        self.draft.step(file, step)
    }

    /// One of the client's files: strict JSON, all of them.
    fn file<'p>(&self, path: &'p Path) -> Planned<File<'p>> {
        self.files()?;
        Ok(super::entries::file(self.ground, ClientId::ClaudeCode, path))
    }

    /// The rule that takes a tool, or with `None` a whole server, out of the
    /// request. Rules hold names as the client writes them.
    fn rule(&self, entry: &Entry, tool: Option<&str>) -> Planned<String> {
        let policy = &self.ground.reading(ClientId::ClaudeCode)?.policy;
        Ok(match tool {
            Some(tool) => policy.sent_as(entry, tool),
            None => policy.sent_as(entry, "t").trim_end_matches("__t").to_owned(),
        })
    }

    /// The names on the way to an entry in its file.
    fn entry_path(&self, entry: &Entry) -> Planned<Vec<String>> {
        self.writable(entry, "changed")?;
        let mut path = Vec::new();
        if entry.scope == Scope::Local {
            path = vec!["projects".to_owned(), self.project(entry)?.key.clone()];
        }
        path.extend(["mcpServers".to_owned(), entry.name.clone()]);
        Ok(path)
    }

    fn writable(&self, entry: &Entry, what: &str) -> Planned<()> {
        let whose = match &entry.scope {
            Scope::Managed => "your organisation's",
            Scope::Plugin(_) if what != "switched off" => "a plugin's",
            _ => return Ok(()),
        };
        Err(refusal(
            "not-ours",
            format!("`{}` is {whose} and cannot be {what} here", entry.name),
            None,
            entry,
        ))
    }

    fn files(&self) -> Planned<&super::ClaudeCodeFiles> {
        self.ground.claude_code.as_ref().ok_or_else(|| Remark {
            code: "client-not-read",
            message: "the files of Claude Code were not read".to_owned(),
            hint: None,
            client: Some(ClientId::ClaudeCode),
            server: None,
            place: None,
        })
    }

    fn project(&self, entry: &Entry) -> Planned<ProjectFiles> {
        self.files()?.project.clone().ok_or_else(|| {
            refusal(
                "no-project",
                format!("`{}` is switched per project, and no project was named", entry.name),
                Some("Name one: `--project DIR`."),
                entry,
            )
        })
    }

    fn warn_of_namesakes(&mut self, entry: &Entry) {
        let Ok(reading) = self.ground.reading(ClientId::ClaudeCode) else { return };
        for other in &reading.entries {
            if other.name == entry.name && other.scope != entry.scope {
                self.plan.notes.push(Remark {
                    code: "namesake",
                    message: format!(
                        "the switch goes by name: `{}` of scope {} is off too",
                        other.name,
                        other.scope.as_str()
                    ),
                    hint: None,
                    client: Some(ClientId::ClaudeCode),
                    server: Some(other.name.clone()),
                    place: Some(other.place.clone()),
                });
            }
        }
    }
}

fn refusal(code: &'static str, message: String, hint: Option<&str>, entry: &Entry) -> Remark {
    Remark {
        code,
        message,
        hint: hint.map(ToOwned::to_owned),
        client: Some(ClientId::ClaudeCode),
        server: Some(entry.name.clone()),
        place: Some(entry.place.clone()),
    }
}

mod leftovers;
mod places;
#[cfg(test)]
mod taken_back;
#[cfg(test)]
mod tests;
mod tools;
