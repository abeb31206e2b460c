//! What stays behind when an entry goes: switches go by name, and a later server
//! of that name would be off without anybody having said so.

use super::{ClaudeCode, Planned, refusal};
use crate::{
    clients::{ClientId, Entry, Node},
    plan::{Home, Remark, Target, deny},
};

impl ClaudeCode<'_, '_, '_> {
    /// Takes a name that nothing bears any more out of the lists that are this
    /// user's, and notes what else still speaks of it.
    pub(super) fn clear_up(&mut self, gone: &Entry) -> Planned<()> {
        let reading = self.ground.reading(ClientId::ClaudeCode)?;
        let bears = |entry: &&Entry| entry.name == gone.name && entry.place != gone.place;
        // One that this plan puts somewhere stays off as the one that goes was.
        let comes = |put: &Target| (put.client, &put.server) == (ClientId::ClaudeCode, &gone.name);
        if reading.entries.iter().any(|entry| bears(&entry)) || self.puts.iter().any(comes) {
            return Ok(());
        }
        for (path, step) in self.switches(&gone.name, None)? {
            self.step(&path, step)?;
        }
        if self.draft.is_dry() {
            return Ok(());
        }
        self.note_other_projects(gone)?;
        self.note_rules(gone)
    }

    /// Other projects have lists of their own, which speak of servers of theirs
    /// too.
    fn note_other_projects(&mut self, gone: &Entry) -> Planned<()> {
        let files = self.files()?;
        let (state, here) = (files.state.clone(), files.project.as_ref().map(|p| p.key.clone()));
        let document = self.draft.document(self.file(&state)?)?;
        let projects = document.root.as_ref().and_then(|root| root.get("projects"));
        let off = projects.into_iter().flat_map(Node::members).filter(|project| {
            let list = project.node.get("disabledMcpServers");
            Some(&project.key) != here.as_ref()
                && list.is_some_and(|list| {
                    list.elements().iter().any(|each| each.as_str() == Some(&gone.name))
                })
        });
        let keys: Vec<&str> = off.map(|project| project.key.as_str()).collect();
        if !keys.is_empty() {
            let message = format!(
                "`{}` stays switched off by name in other projects: {}",
                gone.name,
                keys.join(", ")
            );
            self.plan.notes.push(left(gone, message));
        }
        Ok(())
    }

    fn note_rules(&mut self, gone: &Entry) -> Planned<()> {
        let any = format!("{}__*", self.rule(gone, None)?);
        let mut files = self.own_settings()?;
        if self.files()?.project.is_some() {
            files.push(self.level(Home::Project, None)?);
        }
        for path in files {
            let rules = self.deny_rules(&path)?;
            let about = rules.iter().filter(|rule| deny::covers(&any, rule)).count();
            if about > 0 {
                let message = format!(
                    "rules about tools of `{}` stay in `{}`: {about}",
                    gone.name,
                    path.display()
                );
                self.plan.notes.push(left(gone, message));
            }
        }
        Ok(())
    }
}

fn left(gone: &Entry, message: String) -> Remark {
    let hint = "They would hold for a later server of that name.";
    Remark { place: None, ..refusal("left-behind", message, Some(hint), gone) }
}
