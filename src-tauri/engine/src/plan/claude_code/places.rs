//! Which of Claude Code's settings files a rule goes to, and comes out of.

use std::path::PathBuf;

use super::{ClaudeCode, Planned};
use crate::{
    clients::{ClientId, Entry},
    plan::{Home, Remark},
};

/// What the reader calls the personal settings of a project: those of the folder
/// and those of the repository's root (facts of 2.1.332).
const PERSONAL: &str = "personal project settings";

impl ClaudeCode<'_, '_, '_> {
    /// The settings file for rules about an entry: as chosen, or else the
    /// user's, so that nothing private ends up in a shared file.
    pub(super) fn settings(&self, level: Option<Home>, entry: &Entry) -> Planned<PathBuf> {
        match level {
            None | Some(Home::User) => Ok(self.files()?.user_settings.clone()),
            Some(level) => self.level(level, Some(entry)),
        }
    }

    pub(super) fn level(&self, level: Home, entry: Option<&Entry>) -> Planned<PathBuf> {
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

    /// The settings files that are this user's alone: all that the client reads.
    pub(super) fn own_settings(&self) -> Planned<Vec<PathBuf>> {
        let files = self.files()?;
        let mut own = vec![files.user_settings.clone()];
        if let Some(project) = &files.project {
            own.push(project.local_settings.clone());
            let read = &self.ground.reading(ClientId::ClaudeCode)?.files;
            let personal = read.iter().filter(|file| file.found && file.role == PERSONAL);
            own.extend(personal.map(|file| file.path.clone()));
        }
        let mut seen = std::collections::HashSet::new();
        own.retain(|path| seen.insert(path.clone()));
        Ok(own)
    }

    /// Where a rule or a rejection is taken out when it is to hold no more: this
    /// user's files, and the shared one only when the user names it.
    pub(super) fn taken_from(&self, level: Option<Home>) -> Planned<Vec<PathBuf>> {
        let mut files = self.own_settings()?;
        if level == Some(Home::Project) {
            files.push(self.level(Home::Project, None)?);
        }
        Ok(files)
    }
}
