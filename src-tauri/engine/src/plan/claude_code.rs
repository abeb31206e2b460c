//! Claude Code's own switches.
//!
//! Where each stands and what it does was observed in 2.1.332 and 2.1.197:
//! `alwaysLoad` in an entry; `permissions.deny` in settings takes tools out of
//! the request; `projects[KEY].disabledMcpServers` in the state file switches a
//! server off in one project; `deniedMcpServers` in the user's settings does so
//! in every project. A deny rule for a whole server is not used for that: the
//! server would still be started and its instructions still be sent.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use serde_json::json;

use super::{
    Change, Choices, Draft, File, Ground, Home, Kept, Plan, ProjectFiles, Remark, Step, Target,
    Wanted, deny, list_hash,
};
use crate::clients::{ClientId, Entry, Scope};

/// From this version on `alwaysLoad: false` defers even what the server itself
/// asks to load always; before, it said nothing. Observed: 2.1.286 no, 2.1.287 yes.
const FALSE_DEFERS: semver::Version = semver::Version::new(2, 1, 287);

/// The variable that switches tool search, in the `env` of a settings file.
const MODE: &str = "ENABLE_TOOL_SEARCH";

pub(super) struct ClaudeCode<'g, 'a, 'd> {
    pub ground: &'g Ground<'a>,
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
            Change::Move { .. }
            | Change::Remove { .. }
            | Change::Add { .. }
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
        self.warn_of_wider_rules(&entry, &[whole])?;
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

    /// Takes back what switches exactly this server off. Wider rules are
    /// somebody else's and stay.
    fn on(&mut self, entry: &Entry) -> Planned<()> {
        let name = json!(entry.name).to_string();
        let files = self.files()?;
        let user_settings = files.user_settings.clone();
        let mut settings = vec![user_settings.clone()];
        let mut steps = vec![(
            user_settings,
            Vec::new(),
            "deniedMcpServers",
            json!({"serverName": entry.name}).to_string(),
        )];
        if let Some(project) = &files.project {
            let state = files.state.clone();
            let at = vec!["projects".to_owned(), project.key.clone()];
            settings.push(project.local_settings.clone());
            steps.push((state, at, "disabledMcpServers", name.clone()));
            let local = project.local_settings.clone();
            steps.push((local, Vec::new(), "disabledMcpjsonServers", name.clone()));
        }
        let whole = self.rule(entry, None)?;
        for path in settings {
            for rule in [whole.clone(), format!("{whole}__*")] {
                let at = vec!["permissions".to_owned()];
                steps.push((path.clone(), at, "deny", json!(rule).to_string()));
            }
        }
        for (path, at, key, element) in steps {
            let key = key.to_owned();
            self.step(&path, Step::Exclude { at, key, element })?;
        }
        Ok(())
    }

    fn tool(&mut self, target: &Target, tool: &str, wanted: Wanted) -> Planned<String> {
        let entry = self.ground.entry(target)?.clone();
        let rule = json!(self.rule(&entry, Some(tool))?).to_string();
        let at = vec!["permissions".to_owned()];
        let key = "deny".to_owned();
        match wanted {
            Wanted::Off => {
                let path = self.settings(self.choices.level, &entry)?;
                self.step(&path, Step::Include { at, key, element: rule })?;
            }
            Wanted::On => {
                for path in self.own_settings()? {
                    let (at, key, element) = (at.clone(), key.clone(), rule.clone());
                    self.step(&path, Step::Exclude { at, key, element })?;
                }
            }
            Wanted::Always | Wanted::WhenNeeded | Wanted::AsServerSays => {
                return Err(refusal(
                    "no-such-switch",
                    format!(
                        "Claude Code has no switch that loads the single tool `{tool}` {}",
                        wanted.title()
                    ),
                    Some("Set the whole server, or switch single tools off."),
                    &entry,
                ));
            }
        }
        Ok(format!("`{tool}` of `{}`: {}", entry.name, wanted.title()))
    }

    /// Only these tools: there is no list of allowed tools, so the others are
    /// denied one by one, and a tool the server adds later is offered again.
    fn keep(&mut self, target: &Target, wanted: &[String]) -> Planned<String> {
        let entry = self.ground.entry(target)?.clone();
        let Some(tools) = (self.ground.tools)(&entry) else {
            return Err(refusal(
                "tools-unknown",
                format!("the tools of `{}` are not known yet", entry.name),
                Some("Connect to it first: `plimsoll audit --connect`."),
                &entry,
            ));
        };
        let matching = matcher(wanted).map_err(|what| {
            refusal("bad-pattern", what, Some("Write names and patterns such as `list_*`."), &entry)
        })?;
        let (kept, dropped): (Vec<_>, Vec<_>) =
            tools.iter().partition(|tool| matching.is_match(tool));
        if kept.is_empty() {
            return Err(refusal(
                "no-such-tool",
                format!("none of the tools of `{}` is named so", entry.name),
                Some("To have none of them, switch the server off."),
                &entry,
            ));
        }
        let rules = |tools: &[&String]| -> Planned<Vec<String>> {
            tools.iter().map(|tool| self.rule(&entry, Some(tool))).collect()
        };
        let (kept_rules, dropped_rules) = (rules(&kept)?, rules(&dropped)?);
        let kept_names: HashSet<&String> = kept_rules.iter().collect();
        if let Some(place) = dropped_rules.iter().position(|rule| kept_names.contains(rule)) {
            return Err(refusal(
                "same-name",
                format!(
                    "`{}` is written as a tool that is kept and cannot be told from it",
                    dropped[place]
                ),
                None,
                &entry,
            ));
        }
        let path = self.settings(self.choices.level, &entry)?;
        let steps = [(&kept_rules, false), (&dropped_rules, true)].into_iter().flat_map(
            |(rules, denied)| {
                rules.iter().map(move |rule| {
                    let (at, key) = (vec!["permissions".to_owned()], "deny".to_owned());
                    let element = json!(rule).to_string();
                    if denied {
                        Step::Include { at, key, element }
                    } else {
                        Step::Exclude { at, key, element }
                    }
                })
            },
        );
        let steps = steps.collect();
        let file = self.file(&path)?;
        self.draft.steps(file, steps)?;
        self.warn_of_wider_rules(&entry, &kept_rules)?;
        let (of, count) = (tools.len(), kept.len());
        self.plan.kept.push(Kept {
            client: ClientId::ClaudeCode.as_str().to_owned(),
            server: entry.name.clone(),
            tools: wanted.to_vec(),
            list_hash: list_hash(&tools),
            known: tools,
            file: path,
        });
        Ok(format!("`{}`: {count} of {of} tools kept, the others off", entry.name))
    }

    /// Takes out rules that other rules of the same file cover.
    fn merge_rules(&mut self) -> Planned<String> {
        let path = match self.choices.level {
            None | Some(Home::User) => self.files()?.user_settings.clone(),
            Some(level) => self.level(level, None)?,
        };
        let redundant = deny::redundant(&self.deny_rules(&path)?);
        for rule in &redundant {
            let (at, key) = (vec!["permissions".to_owned()], "deny".to_owned());
            self.step(&path, Step::Exclude { at, key, element: json!(rule).to_string() })?;
        }
        Ok(format!("{} deny rules of `{}` merged into others", redundant.len(), path.display()))
    }

    /// The deny rules of a settings file as it would be now.
    fn deny_rules(&mut self, path: &Path) -> Planned<Vec<String>> {
        let document = self.draft.document(self.file(path)?)?;
        let deny = document.root.as_ref().and_then(|root| root.get("permissions")?.get("deny"));
        let rules = deny.map(crate::clients::Node::elements).unwrap_or_default();
        Ok(rules.iter().filter_map(|rule| rule.as_str().map(ToOwned::to_owned)).collect())
    }

    /// Notes rules that still take tools somebody asked for. They are wider
    /// than the request and stay.
    fn warn_of_wider_rules(&mut self, entry: &Entry, wanted: &[String]) -> Planned<()> {
        if self.draft.is_dry() {
            return Ok(());
        }
        let names: HashSet<&str> = wanted.iter().map(String::as_str).collect();
        let files = self.files()?;
        let shared = files.project.as_ref().map(|project| project.shared_settings.clone());
        for path in self.own_settings()?.into_iter().chain(shared) {
            for rule in self.deny_rules(&path)? {
                let takes = if deny::is_one_name(&rule) {
                    names.contains(rule.as_str())
                } else {
                    wanted.iter().any(|name| deny::covers(&rule, name))
                };
                if takes {
                    self.plan.notes.push(Remark {
                        code: "still-denied",
                        message: format!(
                            "the rule `{rule}` in `{}` still takes them",
                            path.display()
                        ),
                        hint: Some("Remove that rule yourself if you do not want it.".to_owned()),
                        client: Some(ClientId::ClaudeCode),
                        server: Some(entry.name.clone()),
                        place: None,
                    });
                }
            }
        }
        Ok(())
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

    /// The settings file for rules about an entry: as chosen, or else the
    /// user's, so that nothing private ends up in a shared file.
    fn settings(&self, level: Option<Home>, entry: &Entry) -> Planned<PathBuf> {
        match level {
            None | Some(Home::User) => Ok(self.files()?.user_settings.clone()),
            Some(level) => self.level(level, Some(entry)),
        }
    }

    fn level(&self, level: Home, entry: Option<&Entry>) -> Planned<PathBuf> {
        let Some(project) = &self.files()?.project else {
            return Err(Remark {
                code: "no-project",
                message: format!(
                    "the {} settings belong to a project, and none was named",
                    level.as_str()
                ),
                hint: Some("Name one: `--project DIR`.".to_owned()),
                client: Some(ClientId::ClaudeCode),
                server: entry.map(|entry| entry.name.clone()),
                place: None,
            });
        };
        Ok(match level {
            Home::Project => project.shared_settings.clone(),
            Home::User | Home::Local => project.local_settings.clone(),
        })
    }

    /// The settings files that are this user's alone.
    fn own_settings(&self) -> Planned<Vec<PathBuf>> {
        let files = self.files()?;
        let local = files.project.as_ref().map(|project| project.local_settings.clone());
        Ok(std::iter::once(files.user_settings.clone()).chain(local).collect())
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

/// Names and patterns as one question.
fn matcher(wanted: &[String]) -> Result<globset::GlobSet, String> {
    let mut set = globset::GlobSet::builder();
    for pattern in wanted {
        let glob = globset::Glob::new(pattern).map_err(|error| error.to_string())?;
        set.add(glob);
    }
    set.build().map_err(|error| error.to_string())
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

#[cfg(test)]
mod tests;
