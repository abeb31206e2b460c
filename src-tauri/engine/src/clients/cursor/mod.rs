//! Cursor: where its files are, what they say, what it would load.
//!
//! Two programs read these files: the editor and the agent (CLI, SDK). The
//! agent's rules were observed in its runtime, 1.0.18 and 1.0.32, and hold
//! here; where the editor is known to differ, a finding says so.

mod approval;
mod installed;
pub mod mirror;
mod paths;
mod policy;
mod schema;
mod servers;
pub mod toggles;
mod variables;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

pub(crate) use self::{
    mirror::folder_name,
    paths::{project_data, project_root, project_servers, user_servers},
};
use self::{servers::Servers, variables::Variables};
use super::{
    Cause, Client, ClientId, Dialect, Document, Entry, Finding, Installed, Level, Place, Reading,
    Scope, SourceFile, Standing, UserSays, entry::place_in, habits,
};
use crate::world::World;

/// The editor and its agent.
///
/// Its reading does not yet know the editor's tool switches: see [`toggles::add`].
pub struct Cursor;

impl Client for Cursor {
    fn id(&self) -> ClientId {
        ClientId::Cursor
    }

    fn installed(&self, world: &World) -> Installed {
        installed::version(world)
    }

    fn projects(&self, world: &World) -> Vec<PathBuf> {
        installed::projects(world)
    }

    fn read(&self, world: &World, _: UserSays, project: Option<&Path>) -> Reading {
        let root = project.map(|project| paths::project_root(world, project));
        let variables = Variables { world, project: root.as_deref() };
        let user_file = paths::user_servers(world);
        let mut files = Vec::new();
        let mut note = |path: &Path, role: &'static str| {
            files.push(SourceFile {
                path: path.to_owned(),
                role,
                found: world.is_file(path) || path.exists(),
            });
        };

        let mut of_project = Servers::default();
        let mut state = ProjectState::default();
        if let Some(root) = &root {
            let file = paths::project_servers(world, root);
            // Where the home is the project, its file is the user's.
            if file != user_file {
                note(&file, "project servers");
                of_project = servers::read(&file, &Scope::Project, &variables);
            }
            let data = paths::project_data(world, root);
            note(&data.join("mcp-approvals.json"), "approvals of project servers");
            note(&data.join("mcp-disabled.json"), "servers switched off for the agent");
            note(&data.join("mcps"), "Cursor's mirror of the live catalogue");
            state = ProjectState::read(world, &data, mirror::read(world, project.unwrap_or(root)));
        }
        note(&user_file, "user servers");
        let mut of_user = servers::read(&user_file, &Scope::User, &variables);

        let mut findings = std::mem::take(&mut of_project.findings);
        findings.append(&mut of_user.findings);
        findings.append(&mut state.findings);
        for (entry, parsed) in of_project.entries.iter_mut().zip(&of_project.parsed) {
            state.settle(world, entry, parsed.as_ref(), root.as_deref());
        }
        for entry in &mut of_user.entries {
            state.settle(world, entry, None, None);
        }
        shadow(&of_project.entries, &mut of_user.entries, &mut findings);

        let mut entries = of_project.entries;
        entries.append(&mut of_user.entries);
        if let Some(root) = &root {
            place_in(root, &mut entries);
        }
        findings.extend(habits::of_entries(ClientId::Cursor, &entries));
        findings.extend(state.mirrored.iter().filter_map(unreadable_tools));
        let others: Vec<_> = state
            .mirrored
            .iter()
            .filter(|server| !entries.iter().any(|entry| server.is_of(entry)))
            .collect();
        findings.extend(others.iter().map(|server| of_no_file(server)));
        Reading {
            client: ClientId::Cursor,
            installed: self.installed(world),
            project: project.map(Path::to_owned),
            files,
            entries,
            policy: Arc::new(policy::Rules {
                others: !others.is_empty(),
                ..policy::Rules::default()
            }),
            findings,
        }
    }
}

/// A server in the mirror whose tools cannot all be read.
fn unreadable_tools(server: &mirror::MirroredServer) -> Option<Finding> {
    let first = server.unreadable.first()?;
    Some(Finding {
        code: "cursor-mirror-unreadable",
        level: Level::Hint,
        message: format!(
            "{} of the tool files that Cursor keeps of `{}` cannot be read; what they hold is in no sum.",
            server.unreadable.len(),
            server.identifier
        ),
        hint: Some("Reload the server in Cursor, or connect it here.".to_owned()),
        place: Some(Place { file: first.clone(), line: 1, column: 1 }),
        server: server.name.clone(),
    })
}

/// A server in the mirror that no file read here defines: a plugin's, or one of
/// Cursor's own.
fn of_no_file(server: &mirror::MirroredServer) -> Finding {
    Finding {
        code: "cursor-mirror-only",
        level: Level::Hint,
        message: format!(
            "Cursor had `{}` with {} tools here, and no configuration read here defines it: it is in no sum.",
            server.identifier,
            server.tools.len()
        ),
        hint: Some(
            "It comes from a plugin or from Cursor itself, or was removed since: see Customize → MCPs."
                .to_owned(),
        ),
        place: Some(Place { file: server.folder.clone(), line: 1, column: 1 }),
        server: None,
    }
}

/// What Cursor knows of a project besides its servers.
#[derive(Default)]
struct ProjectState {
    approvals: Vec<String>,
    off: Vec<String>,
    off_file: PathBuf,
    mirrored: Vec<mirror::MirroredServer>,
    findings: Vec<Finding>,
}

impl ProjectState {
    fn read(world: &World, data: &Path, mirrored: Vec<mirror::MirroredServer>) -> Self {
        let mut state =
            Self { off_file: data.join("mcp-disabled.json"), mirrored, ..Self::default() };
        state.approvals = state.list(world, &data.join("mcp-approvals.json"));
        state.off = state.list(world, &data.join("mcp-disabled.json"));
        state
    }

    /// The strings of a list file; what is odd about it is a finding.
    fn list(&mut self, world: &World, path: &Path) -> Vec<String> {
        let mut report = |level: Level, message: String, (line, column): (usize, usize)| {
            let at = |number: usize| u32::try_from(number.max(1)).unwrap_or(u32::MAX);
            self.findings.push(Finding {
                code: "cursor-list-unreadable",
                level,
                message,
                hint: Some("Let Cursor write it again, with `cursor-agent mcp`.".to_owned()),
                place: Some(Place { file: path.to_owned(), line: at(line), column: at(column) }),
                server: None,
            });
        };
        let read = world
            .text(path)
            .map_or_else(|| std::fs::read_to_string(path), |text| Ok(text.to_owned()));
        let text = match read {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
            Err(error) => {
                report(
                    Level::Warning,
                    format!("This list of Cursor's cannot be read: {error}."),
                    (1, 1),
                );
                return Vec::new();
            }
        };
        match approval::list(&text) {
            Ok(Some(list)) => list,
            Ok(None) => {
                report(
                    Level::Hint,
                    "Cursor expects a list in this file and counts anything else as an empty one."
                        .to_owned(),
                    (1, 1),
                );
                Vec::new()
            }
            Err(error) => {
                report(
                    Level::Error,
                    format!("This list is not JSON ({error}); Cursor's agent stops on it."),
                    (error.line(), error.column()),
                );
                Vec::new()
            }
        }
    }

    /// Where an identifier stands in the list of what is switched off.
    fn place_of_off(&self, world: &World, identifier: &str) -> Place {
        let read = Document::read(world, &self.off_file, Dialect::Strict).ok().flatten();
        let place = read.as_ref().and_then(|document| {
            let elements = document.root.as_ref()?.elements();
            let element = elements.iter().find(|node| node.as_str() == Some(identifier))?;
            Some(document.place(element.start))
        });
        place.unwrap_or_else(|| Place { file: self.off_file.clone(), line: 1, column: 1 })
    }

    /// Decides what becomes of an entry that its file leaves usable.
    fn settle(
        &self,
        world: &World,
        entry: &mut Entry,
        parsed: Option<&serde_json::Value>,
        root: Option<&Path>,
    ) {
        if entry.standing != Standing::Active {
            return;
        }
        let off = self.off.iter().find(|identifier| mirror::is_identifier_of(identifier, entry));
        if let Some(identifier) = off {
            entry.standing = Standing::Off(Cause {
                because: "Switched off for Cursor's agent in this project; whether the editor follows this list is not known.".to_owned(),
                place: Some(self.place_of_off(world, identifier)),
            });
            return;
        }
        let (Scope::Project, Some(parsed), Some(root)) = (&entry.scope, parsed, root) else {
            return;
        };
        let wanted = approval::id(&entry.name, &root.to_string_lossy(), parsed);
        // A server in the mirror was connected, whoever approved it where.
        let connected = self.mirrored.iter().any(|server| server.is_of(entry));
        if connected || self.approvals.contains(&wanted) {
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

/// A project's server hides the user's of the same name in the agent; the
/// editor loads both. [merge order observed in the agent runtime, 1.0.18]
fn shadow(of_project: &[Entry], of_user: &mut [Entry], findings: &mut Vec<Finding>) {
    for entry in of_user {
        let winner = of_project.iter().find(|other| {
            other.name == entry.name && !matches!(other.standing, Standing::Unusable(_))
        });
        let Some(winner) = winner else { continue };
        if matches!(entry.standing, Standing::Unusable(_)) {
            continue;
        }
        entry.standing = Standing::Shadowed { by: winner.place.clone() };
        findings.push(Finding {
            code: "cursor-same-name",
            level: Level::Warning,
            message: format!(
                "`{}` is defined for the user and for the project: Cursor's agent takes the project's, the editor loads both, each with its tools.",
                entry.name
            ),
            hint: Some("Rename one of them, or remove the one not needed.".to_owned()),
            place: Some(entry.place.clone()),
            server: Some(entry.name.clone()),
        });
    }
}

#[cfg(test)]
mod tests;
