//! Claude Desktop and Cursor: clients whose files say nothing about loading.
//!
//! Neither file has a switch for a server, so an entry that is off is taken out
//! and parked. Cursor's agent also has a list of servers that are off in a
//! project; the editor is not known to read it.

use super::{
    Change, Choices, Home, Plan, Remark, Target, Wanted,
    draft::{Draft, File},
    ground::Ground,
    park::{self, Parked},
    wrapping::{self, Scoping},
};
use crate::clients::{ClientId, Dialect, Entry, Scope};

pub(super) struct Elsewhere<'g, 'a, 'd> {
    pub client: ClientId,
    pub ground: &'g Ground<'a>,
    pub choices: Choices,
    pub draft: &'g mut Draft<'d>,
    pub plan: &'g mut Plan,
}

type Planned<T> = Result<T, Remark>;

impl Elsewhere<'_, '_, '_> {
    pub fn change(&mut self, change: &Change) -> Planned<String> {
        match change {
            Change::Server { target, wanted: Wanted::Off } => self.off(target),
            Change::Server { target, wanted: Wanted::On } => self.on(target),
            Change::Server { target, wanted } => {
                let wrap = (*wanted == Wanted::WhenNeeded).then_some("wrap:defer");
                Err(self.no_switch(&format!("load {}", wanted.title()), Some(target), wrap))
            }
            Change::Tool { target, tool, wanted: Wanted::Off } => {
                self.scope(target, Scoping::Off(tool))
            }
            Change::Tool { target, tool, wanted: Wanted::On } => {
                self.scope(target, Scoping::On(tool))
            }
            Change::Tool { target, .. } => {
                Err(self.no_switch("load tool by tool", Some(target), Some("wrap:defer")))
            }
            Change::Keep { target, tools } => self.scope(target, Scoping::Keep(tools)),
            Change::Mode { .. } | Change::MergeRules { .. } => {
                Err(self.no_switch("have a mode of its own", None, None))
            }
            Change::Remove { target } => {
                let said = super::entries::change(change, self.ground, self.draft, self.plan)?;
                self.leave_agent_list(target)?;
                Ok(said)
            }
            Change::Move { .. }
            | Change::Add { .. }
            | Change::Wrap { .. }
            | Change::Unwrap { .. }
            | Change::Repair { .. } => {
                super::entries::change(change, self.ground, self.draft, self.plan)
            }
        }
    }

    /// The wrapper is the only way to offer some tools of a server.
    fn scope(&mut self, target: &Target, scoping: Scoping<'_>) -> Planned<String> {
        let wanted = wrapping::Wanted::Scope(scoping);
        let done = wrapping::change(target, &wanted, self.ground, self.draft, self.plan)?;
        after_restart(self.client, self.plan);
        Ok(done)
    }

    fn off(&mut self, target: &Target) -> Planned<String> {
        if self.choices.cursor_agent && self.client == ClientId::Cursor {
            return self.agent_list(target, true);
        }
        let entry = match self.ground.entry(target) {
            Ok(entry) => entry.clone(),
            Err(unknown) => {
                let Some(parked) = self.parked(target)? else { return Err(unknown) };
                return Ok(format!("`{}`: off already, its entry parked", parked.server));
            }
        };
        if let Scope::Extension(_) | Scope::Plugin(_) | Scope::Managed = entry.scope {
            return Err(self.remark(
                "no-such-switch",
                format!(
                    "`{}` is installed in {} and switched there",
                    entry.name,
                    self.client.title()
                ),
                Some("Open its settings and switch it off there."),
                Some(&entry.name),
            ));
        }
        let path = entry.place.file.clone();
        let (file, parking) = (self.file(&path), self.ground.parking.clone());
        if !park::park(self.draft, &parking, self.client, file, &entry.name)? {
            return Err(self.remark(
                "stale",
                format!("`{}` is not in `{}` any more", entry.name, path.display()),
                Some("Set it where the other changes put it."),
                Some(&entry.name),
            ));
        }
        after_restart(self.client, self.plan);
        Ok(format!("`{}` ({}): off, its entry parked", entry.name, entry.scope.as_str()))
    }

    fn on(&mut self, target: &Target) -> Planned<String> {
        if self.choices.cursor_agent && self.client == ClientId::Cursor {
            return self.agent_list(target, false);
        }
        let parking = self.ground.parking.clone();
        let parked = self.parked(target)?;
        let Some(parked) = parked else {
            // Nothing parked: on already, or unknown.
            let entry = self.ground.entry(target)?;
            return Ok(format!("`{}` ({}): on", entry.name, entry.scope.as_str()));
        };
        let file = self.file(&parked.file);
        park::unpark(self.draft, &parking, self.client, file, &parked)?;
        after_restart(self.client, self.plan);
        Ok(format!("`{}`: on, its entry back in `{}`", parked.server, parked.file.display()))
    }

    /// The parked entry a change is about.
    fn parked(&mut self, target: &Target) -> Planned<Option<Parked>> {
        let homes: Vec<_> = [Home::User, Home::Project]
            .into_iter()
            .filter(|home| target.home.is_none_or(|wanted| wanted == *home))
            .filter_map(|home| self.ground.servers_file(self.client, home))
            .collect();
        park::find(self.draft, &self.ground.parking, self.client, &target.server, |file| {
            homes.iter().any(|home| home == file)
        })
    }

    /// The agent's list of servers that are off in a project.
    fn agent_list(&mut self, target: &Target, off: bool) -> Planned<String> {
        let list = self.ground.cursor.as_ref().and_then(|cursor| cursor.disabled.clone());
        let Some(path) = list else {
            return Err(self.remark(
                "no-project",
                "Cursor's agent switches servers per project, and no project was named".to_owned(),
                Some("Name one: `--project DIR`."),
                Some(&target.server),
            ));
        };
        // A name that nothing bears would switch a later server off. One that is
        // in the list comes out of it all the same.
        if off {
            self.ground.entry(target)?;
        }
        let file = agent_file(&path);
        self.draft.list(file, &serde_json::json!(target.server).to_string(), off)?;
        let word = if off { "off" } else { "on" };
        Ok(format!("`{}`: {word} in Cursor's agent, in this project", target.server))
    }

    /// Takes a name that nothing bears any more out of the agent's list, so that
    /// a later server of that name is not off without a word.
    fn leave_agent_list(&mut self, target: &Target) -> Planned<()> {
        let named = |entry: &&Entry| entry.name == target.server;
        let bearers = self.ground.reading(self.client)?.entries.iter().filter(named).count();
        let list = self.ground.cursor.as_ref().and_then(|cursor| cursor.disabled.clone());
        if let (ClientId::Cursor, Some(path), 0 | 1) = (self.client, list, bearers) {
            let element = serde_json::json!(target.server).to_string();
            self.draft.list(agent_file(&path), &element, false)?;
        }
        Ok(())
    }

    fn file<'p>(&self, path: &'p std::path::Path) -> File<'p> {
        super::entries::file(self.ground, self.client, path)
    }

    /// `wrap` is what the wrapper would do instead.
    fn no_switch(&self, what: &str, target: Option<&Target>, wrap: Option<&str>) -> Remark {
        let (why, hint) = match self.client {
            ClientId::ClaudeDesktop => (
                "Claude Desktop keeps tool access in your account, not in a file",
                "Open Settings, Connectors, Tool access and choose there",
            ),
            _ => ("Cursor has no file that says how tools load", "Use the server's own flags"),
        };
        let server = target.map(|target| target.server.as_str());
        let instead = match (target, wrap) {
            (Some(target), Some(wrap)) => {
                format!("; or wrap it: `--set {}={wrap}`", target.spec())
            }
            _ => String::new(),
        };
        let subject = server.map_or_else(|| "it".to_owned(), |server| format!("`{server}`"));
        self.remark(
            "no-such-switch",
            format!("{why}: {subject} cannot {what}"),
            Some(&format!("{hint}{instead}.")),
            server,
        )
    }

    fn remark(
        &self,
        code: &'static str,
        message: String,
        hint: Option<&str>,
        server: Option<&str>,
    ) -> Remark {
        Remark {
            code,
            message,
            hint: hint.map(ToOwned::to_owned),
            client: Some(self.client),
            server: server.map(ToOwned::to_owned),
            place: None,
        }
    }
}

/// The list of Cursor's agent, in its own data folder.
fn agent_file(path: &std::path::Path) -> File<'_> {
    File { client: Some(ClientId::Cursor), path, dialect: Dialect::Strict, in_project: false }
}

/// What a client needs to notice an edit, said once.
pub(super) fn after_restart(client: ClientId, plan: &mut Plan) {
    let (code, message) = match client {
        ClientId::ClaudeDesktop => ("restart", "Claude Desktop starts servers only when it starts"),
        _ => ("reload", "Cursor may need its window reloaded to notice"),
    };
    let note = Remark {
        code,
        message: message.to_owned(),
        hint: None,
        client: Some(client),
        server: None,
        place: None,
    };
    if !plan.notes.contains(&note) {
        plan.notes.push(note);
    }
}

#[cfg(test)]
mod tests;
