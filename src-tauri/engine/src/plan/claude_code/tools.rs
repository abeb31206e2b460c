//! Rules about single tools: off, on, only these, as few as say the same.

use std::{collections::HashSet, path::Path};

use serde_json::json;

use super::{ClaudeCode, Planned, refusal};
use crate::{
    clients::{ClientId, Entry},
    plan::{Home, Kept, Remark, Step, Target, Wanted, deny, list_hash},
};

impl ClaudeCode<'_, '_, '_> {
    pub(super) fn tool(&mut self, target: &Target, tool: &str, wanted: Wanted) -> Planned<String> {
        let entry = self.ground.entry(target)?.clone();
        let rule = self.rule_for(&entry, tool)?;
        let element = json!(rule).to_string();
        let (at, key) = (vec!["permissions".to_owned()], "deny".to_owned());
        match wanted {
            Wanted::Off => {
                let path = self.settings(self.choices.level, &entry)?;
                self.step(&path, Step::Include { at, key, element })?;
            }
            Wanted::On => {
                for path in self.taken_from(self.choices.level)? {
                    let (at, key, element) = (at.clone(), key.clone(), element.clone());
                    self.step(&path, Step::Exclude { at, key, element })?;
                }
                let wanted = self.rules_under(&entry, tool, rule)?;
                self.warn_of_denials(&entry, &wanted)?;
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
        if let Some(tools) = (self.ground.tools)(&entry) {
            self.note_unknown(&entry, &[tool.to_owned()], &tools);
        }
        Ok(format!("`{tool}` of `{}`: {}", entry.name, wanted.title()))
    }

    /// The rule for a tool or a pattern of tools. A star stays one: it is what
    /// makes a pattern of a rule, and no name as the client writes it has one.
    fn rule_for(&self, entry: &Entry, tool: &str) -> Planned<String> {
        let is_name = || {
            (self.ground.tools)(entry).is_some_and(|tools| tools.iter().any(|known| known == tool))
        };
        if !tool.contains('*') || is_name() {
            return self.rule(entry, Some(tool));
        }
        let start = format!("{}__", self.rule(entry, None)?);
        let mut parts = Vec::new();
        for part in tool.split('*') {
            let written = self.rule(entry, Some(part))?;
            parts.push(written.strip_prefix(&start).unwrap_or(part).to_owned());
        }
        Ok(format!("{start}{}", parts.join("*")))
    }

    /// The rules of the known tools that a rule takes; the rule itself where
    /// none is known.
    fn rules_under(&self, entry: &Entry, tool: &str, rule: String) -> Planned<Vec<String>> {
        let tools = (self.ground.tools)(entry).filter(|_| tool.contains('*')).unwrap_or_default();
        let mut taken = Vec::new();
        for tool in &tools {
            let one = self.rule(entry, Some(tool))?;
            if deny::covers(&rule, &one) {
                taken.push(one);
            }
        }
        Ok(if taken.is_empty() { vec![rule] } else { taken })
    }

    /// Notes names and patterns that none of a server's tools has.
    fn note_unknown(&mut self, entry: &Entry, wanted: &[String], tools: &[String]) {
        for each in wanted {
            let Ok(matching) = matcher(std::slice::from_ref(each)) else { continue };
            if tools.iter().any(|tool| tool == each || matching.is_match(tool)) {
                continue;
            }
            self.plan.notes.push(Remark {
                hint: Some(
                    "`plimsoll audit` lists its tools; a tool it gets later counts too.".to_owned(),
                ),
                ..refusal(
                    "no-such-tool",
                    format!("`{}` listed no tool `{each}`", entry.name),
                    None,
                    entry,
                )
            });
        }
    }

    /// Notes rules that still take tools somebody asked for. They are wider than
    /// the request or stand in a file that others share, and stay.
    pub(super) fn warn_of_denials(&mut self, entry: &Entry, wanted: &[String]) -> Planned<()> {
        if self.draft.is_dry() {
            return Ok(());
        }
        let names: HashSet<&str> = wanted.iter().map(String::as_str).collect();
        let whole = self.rule(entry, None)?;
        let files = self.files()?;
        let shared = files.project.as_ref().map(|project| project.shared_settings.clone());
        for path in self.own_settings()?.into_iter().chain(shared.clone()) {
            for rule in self.deny_rules(&path)? {
                let takes = if deny::is_one_name(&rule) {
                    names.contains(rule.as_str())
                } else {
                    wanted.iter().any(|name| deny::covers(&rule, name))
                };
                if !takes {
                    continue;
                }
                let tool = rule.strip_prefix(&whole).and_then(|rest| rest.strip_prefix("__"));
                let named = tool.map(|tool| format!("{}/{tool}", entry.name));
                let level = if Some(&path) == shared.as_ref() { "--level project " } else { "" };
                self.plan.notes.push(Remark {
                    code: "still-denied",
                    message: format!("the rule `{rule}` in `{}` still takes them", path.display()),
                    hint: Some(match named {
                        Some(named) if level.is_empty() => {
                            format!("`--set claude-code/{named}=on` takes it out.")
                        }
                        Some(named) => format!(
                            "`{level}--set claude-code/{named}=on` takes it out, for everybody who has the project."
                        ),
                        None => "Remove that rule yourself if you do not want it.".to_owned(),
                    }),
                    client: Some(ClientId::ClaudeCode),
                    server: Some(entry.name.clone()),
                    place: None,
                });
            }
        }
        Ok(())
    }

    /// Only these tools: there is no list of allowed tools, so the others are
    /// denied one by one, and a tool the server adds later is offered again.
    pub(super) fn keep(&mut self, target: &Target, wanted: &[String]) -> Planned<String> {
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
        self.note_unknown(&entry, wanted, &tools);
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
        self.warn_of_denials(&entry, &kept_rules)?;
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

    /// Takes out rules that other rules of the same file say already.
    pub(super) fn merge_rules(&mut self) -> Planned<String> {
        let path = match self.choices.level {
            None | Some(Home::User) => self.files()?.user_settings.clone(),
            Some(level) => self.level(level, None)?,
        };
        let entries = &self.ground.reading(ClientId::ClaudeCode)?.entries;
        let servers: Planned<Vec<String>> =
            entries.iter().map(|entry| self.rule(entry, None)).collect();
        let rules = self.deny_rules(&path)?;
        let merged = deny::merged(&rules, &servers?);
        let (at, key) = (vec!["permissions".to_owned()], "deny".to_owned());
        for rule in &merged.covered {
            let (at, key, element) = (at.clone(), key.clone(), json!(rule).to_string());
            self.step(&path, Step::Exclude { at, key, element })?;
        }
        for rule in &merged.repeated {
            let (at, key, element) = (at.clone(), key.clone(), json!(rule).to_string());
            self.step(&path, Step::Once { at, key, element })?;
        }
        let count = rules.len() - merged.left;
        Ok(format!("{count} deny rules of `{}` merged into others", path.display()))
    }

    /// The deny rules of a settings file as it would be now.
    pub(super) fn deny_rules(&mut self, path: &Path) -> Planned<Vec<String>> {
        let document = self.draft.document(self.file(path)?)?;
        let deny = document.root.as_ref().and_then(|root| root.get("permissions")?.get("deny"));
        let rules = deny.map(crate::clients::Node::elements).unwrap_or_default();
        Ok(rules.iter().filter_map(|rule| rule.as_str().map(ToOwned::to_owned)).collect())
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
