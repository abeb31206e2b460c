//! Cursor: where its files are, what they say, what it would load.
//!
//! Two programs read these files: the editor and the agent (CLI, SDK). The
//! agent's rules were observed in its runtime, 1.0.18 and 1.0.32, and hold
//! here; where the editor is known to differ, a finding says so.

mod approval;
mod findings;
mod installed;
pub mod mirror;
mod paths;
mod policy;
mod schema;
mod servers;
mod state;
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
use self::{servers::Servers, state::ProjectState, variables::Variables};
use super::{
    Client, ClientId, Entry, Finding, Installed, Level, Reading, Scope, SourceFile, Standing,
    UserSays, entry::place_in, habits,
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
        let mut roots = Vec::new();
        if let (Some(project), Some(root)) = (project, &root) {
            let file = paths::project_servers(world, root);
            // Where the home is the project, its file is the user's.
            if file != user_file {
                note(&file, "project servers");
                of_project = servers::read(&file, &Scope::Project, &variables);
            }
            let folders = paths::all_project_data(world, project);
            for data in &folders {
                note(&data.join(state::APPROVALS), "approvals of project servers");
                note(&data.join(state::OFF), "servers switched off for the agent");
                note(&data.join("mcps"), "Cursor's mirror of the live catalogue");
            }
            state = ProjectState::read(world, &folders, mirror::read(world, project));
            roots = vec![root.as_path(), project];
        }
        note(&user_file, "user servers");
        let mut of_user = servers::read(&user_file, &Scope::User, &variables);

        let mut findings = std::mem::take(&mut of_project.findings);
        findings.append(&mut of_user.findings);
        findings.append(&mut state.findings);
        findings.extend(project.and_then(|project| findings::of_roots(world, project)));
        for (entry, parsed) in of_project.entries.iter_mut().zip(&of_project.parsed) {
            state.settle(entry, parsed.as_ref(), &roots);
        }
        for entry in &mut of_user.entries {
            state.settle(entry, None, &[]);
        }
        shadow(&of_project.entries, &mut of_user.entries, &mut findings);

        let mut entries = of_project.entries;
        entries.append(&mut of_user.entries);
        if let Some(root) = &root {
            place_in(root, &mut entries);
        }
        findings.extend(habits::of_entries(ClientId::Cursor, &entries));
        if let Some(project) = project {
            findings.extend(findings::of_mirror(world, project, &state.mirrored, &entries));
        }
        let others = findings::without_entry(&state.mirrored, &entries).next().is_some();
        Reading {
            client: ClientId::Cursor,
            installed: self.installed(world),
            project: project.map(Path::to_owned),
            files,
            entries,
            policy: Arc::new(policy::Rules { others, ..policy::Rules::default() }),
            findings,
        }
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
