//! What Cursor knows of a project besides its servers: approvals, servers
//! switched off, the mirror.

use std::path::{Path, PathBuf};

use super::{approval, mirror};
use crate::{
    clients::{
        Cause, Dialect, Document, DocumentError, Entry, Finding, Level, Place, Scope, Standing,
        Value,
    },
    world::World,
};

/// The user's approvals of project servers.
pub(super) const APPROVALS: &str = "mcp-approvals.json";
/// Servers switched off for the agent.
pub(super) const OFF: &str = "mcp-disabled.json";

/// See the module.
#[derive(Default)]
pub(super) struct ProjectState {
    approvals: Vec<String>,
    off: Vec<(String, Place)>,
    pub(super) mirrored: Vec<mirror::MirroredServer>,
    pub(super) findings: Vec<Finding>,
}

impl ProjectState {
    /// Reads the lists in every folder that Cursor keeps for the project.
    pub(super) fn read(
        world: &World,
        folders: &[PathBuf],
        mirrored: Vec<mirror::MirroredServer>,
    ) -> Self {
        let mut state = Self { mirrored, ..Self::default() };
        for folder in folders {
            let approved = state.list(world, &folder.join(APPROVALS));
            state.approvals.extend(approved.into_iter().map(|(text, _)| text));
            let off = state.list(world, &folder.join(OFF));
            state.off.extend(off);
        }
        state
    }

    /// The texts of a list file; what is odd about it is a finding.
    fn list(&mut self, world: &World, path: &Path) -> Vec<(String, Place)> {
        let mut report = |level: Level, message: String, place: Place| {
            self.findings.push(Finding {
                code: "cursor-list-unreadable",
                level,
                message,
                hint: Some("Let Cursor write it again, with `cursor-agent mcp`.".to_owned()),
                place: Some(place),
                server: None,
            });
        };
        let document = match Document::read(world, path, Dialect::Strict) {
            Ok(None) => return Vec::new(),
            Ok(Some(document)) => document,
            Err(DocumentError::Syntax { place, what }) => {
                let message =
                    format!("This list is not JSON ({what}); Cursor's agent stops on it.");
                report(Level::Error, message, place);
                return Vec::new();
            }
            Err(error) => {
                let message = format!("This list of Cursor's cannot be read: {error}.");
                report(Level::Warning, message, error.place());
                return Vec::new();
            }
        };
        let Some(root) = &document.root else {
            let message = "This file is empty, which is not JSON; Cursor's agent stops on it.";
            report(Level::Error, message.to_owned(), Place::whole(path));
            return Vec::new();
        };
        if !matches!(root.value, Value::Array(_)) {
            report(
                Level::Hint,
                format!("Cursor expects a list here and counts {} as an empty one.", root.kind()),
                document.place(root.start),
            );
        }
        let mut texts = Vec::new();
        for element in root.elements() {
            let place = document.place(element.start);
            match element.as_str() {
                Some(text) => texts.push((text.to_owned(), place)),
                None => report(
                    Level::Hint,
                    format!("This list holds names; {} among them is none.", element.kind()),
                    place,
                ),
            }
        }
        texts
    }

    /// Decides what becomes of an entry that its file leaves usable. Of one of
    /// a project, `parsed` is what the agent makes of it, and `roots` are the
    /// folders it may have been approved in.
    pub(super) fn settle(
        &self,
        entry: &mut Entry,
        parsed: Option<&serde_json::Value>,
        roots: &[&Path],
    ) {
        if entry.standing != Standing::Active {
            return;
        }
        let off = self.off.iter().find(|(off, _)| mirror::is_identifier_of(off, entry));
        if let Some((_, place)) = off {
            entry.standing = Standing::Off(Cause {
                because: "Switched off for Cursor's agent in this project; whether the editor follows this list is not known.".to_owned(),
                place: Some(place.clone()),
            });
            return;
        }
        let (Scope::Project, Some(parsed)) = (&entry.scope, parsed) else { return };
        // A server in the mirror was connected, whoever approved it where.
        let connected = self.mirrored.iter().any(|server| server.is_of(entry));
        let approved = |root: &&Path| {
            self.approvals.contains(&approval::id(&entry.name, &root.to_string_lossy(), parsed))
        };
        if connected || roots.iter().any(approved) {
            return;
        }
        let stale = format!("{}-", entry.name);
        let edited = self
            .approvals
            .iter()
            .any(|known| known.strip_prefix(&stale).is_some_and(|hash| hash.len() == 16));
        entry.standing = Standing::NeedsApproval(Cause {
            because: if edited {
                "Predicted: it was approved and edited since, which ends the approval; `cursor-agent mcp enable` or the editor's Customize → MCPs approves it again.".to_owned()
            } else {
                "Predicted: a project's server waits for approval, and this one is in neither the agent's approvals nor the editor's mirror; `cursor-agent mcp enable` or Customize → MCPs switches it on.".to_owned()
            },
            place: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clients::cursor::paths::world, world::Platform};

    #[test]
    fn a_list_of_another_shape_is_told_with_its_place() {
        let home = tempfile::tempdir().expect("a folder");
        let world = world(Platform::here(), &home.path().to_string_lossy(), &[]);
        let path = home.path().join(OFF);
        let cases = [
            ("a list", "[\"a\"]", 1, None),
            ("no list", "\n  {\"a\": true}", 0, Some((Level::Hint, Some(2), Some(3)))),
            ("a number in it", "[\"a\",\n 7, \"b\"]", 2, Some((Level::Hint, Some(2), Some(2)))),
            ("broken", "[\"a\",\n,]", 0, Some((Level::Error, Some(2), Some(1)))),
            ("empty", "", 0, Some((Level::Error, None, None))),
        ];
        for (why, text, names, want) in cases {
            std::fs::write(&path, text).expect("written");
            let state = ProjectState::read(&world, &[home.path().to_owned()], Vec::new());
            assert_eq!(state.off.len(), names, "{why}");
            let found = state.findings.first().map(|found| {
                let place = found.place.as_ref().expect("a place");
                (found.level, place.line(), place.column())
            });
            assert_eq!(found, want, "{why}: {:?}", state.findings);
        }
    }
}
