//! What plans are made from: readings, texts, and where files are.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use super::super::{Workbench, known::Known};
use crate::{
    clients::{Dialect, Document, Entry, Reading, claude_code, claude_desktop, cursor},
    plan::{self, ClaudeCodeFiles, CursorFiles, Ground, Parked, Plan, ProjectFiles},
    store,
    wire::{self, Problem},
    world::World,
};

/// What plans of one project are made from, read once.
pub(in super::super) struct Basis {
    pub(in super::super) readings: Vec<Reading>,
    pub(in super::super) known: HashMap<String, Known>,
    pub(in super::super) parked: Vec<Parked>,
    /// Where it was read; some texts may be planned ones.
    pub(super) world: World,
    parking: PathBuf,
    project: Option<PathBuf>,
}

impl Workbench {
    /// Everything plans of a project are made from.
    pub(in super::super) async fn basis(&self, project: Option<&str>) -> Result<Basis, Problem> {
        self.basis_in(self.world.clone(), project).await
    }

    /// The same once a plan were written, with the tools of what it adds.
    pub(super) async fn basis_after(
        &self,
        basis: &Basis,
        plan: &Plan,
        request: &wire::PlanRequest,
    ) -> Result<Basis, Problem> {
        let texts = plan.edits.iter().map(|edit| (edit.path.clone(), edit.after.clone()));
        let world = basis.world.with_texts(texts);
        let mut after = self.basis_in(world, request.project.as_deref()).await?;
        self.lend_tools(request, &after.readings, &mut after.known);
        Ok(after)
    }

    async fn basis_in(&self, world: World, project: Option<&str>) -> Result<Basis, Problem> {
        let projects: Vec<String> = project.iter().map(ToString::to_string).collect();
        let readings = self.read_in(&world, &[], &projects).await?;
        let known = self.known_for(&readings).await;
        let parking = store::data_folder(&world).join("parked.json");
        let parked = plan::parked_in(text_in(&world, &parking).ok().flatten().as_deref());
        Ok(Basis { readings, known, parked, world, parking, project: project.map(PathBuf::from) })
    }

    /// Does something that needs what a plan stands on.
    pub(in super::super) fn on_ground<T>(
        &self,
        basis: &Basis,
        act: impl FnOnce(&Ground<'_>) -> T,
    ) -> T {
        let tools = |entry: &Entry| {
            let catalogue = basis.known.get(&entry.launch.as_ref()?.key())?.catalogue.as_ref()?;
            Some(catalogue.tools.iter().map(|tool| tool.name.clone()).collect())
        };
        let (world, project) = (&basis.world, basis.project.as_deref());
        act(&Ground {
            readings: &basis.readings,
            claude_code: Some(claude_code_files(world, project)),
            claude_desktop: Some(claude_desktop::config_in_use(world)),
            cursor: Some(cursor_files(world, project)),
            parking: basis.parking.clone(),
            wrapper: self.wrapper(),
            read: &|path| text_in(world, path),
            tools: &tools,
        })
    }

    /// The program that wraps: `plimsoll`, installed beside whatever runs now,
    /// so that its path stays the same through updates.
    pub(in super::super) fn wrapper(&self) -> Option<PathBuf> {
        let name = format!("plimsoll{}", std::env::consts::EXE_SUFFIX);
        let beside = self.connector.guard.with_file_name(name);
        beside.is_file().then_some(beside)
    }
}

/// The text of a file, planned or as it is; `None` when there is none.
fn text_in(world: &World, path: &Path) -> std::io::Result<Option<String>> {
    if let Some(text) = world.text(path) {
        return Ok(Some(text.to_owned()));
    }
    match std::fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes)
            .map(Some)
            .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error)),
        Err(error)
            if matches!(
                error.kind(),
                std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn claude_code_files(world: &World, project: Option<&Path>) -> ClaudeCodeFiles {
    let places = claude_code::Places::of(world);
    let project = project.map(claude_code::Project::at).map(|project| {
        let local = project.local_settings(false);
        ProjectFiles {
            key: project_key(world, &places.global, &project.key_folder),
            shared_settings: project.shared_settings(),
            local_settings: local.into_iter().next().unwrap_or_default(),
            servers: project.folder.join(".mcp.json"),
        }
    });
    ClaudeCodeFiles { state: places.global, user_settings: places.user_settings, project }
}

/// The key of a project as the state file spells it, or as the client would:
/// with forward slashes. A third spelling is never added.
fn project_key(world: &World, state: &Path, folder: &Path) -> String {
    let there = Document::read(world, state, Dialect::Strict).ok().flatten().and_then(|document| {
        let projects = document.root.as_ref()?.get("projects")?;
        let key = projects
            .members()
            .iter()
            .find(|member| claude_code::is_key_of(world.platform, &member.key, folder))?;
        Some(key.key.clone())
    });
    there.unwrap_or_else(|| {
        let spelled = folder.to_string_lossy();
        if world.platform == crate::world::Platform::Windows {
            spelled.trim_start_matches(r"\\?\").replace('\\', "/")
        } else {
            spelled.into_owned()
        }
    })
}

fn cursor_files(world: &World, project: Option<&Path>) -> CursorFiles {
    let root: Option<PathBuf> = project.map(|project| cursor::project_root(world, project));
    CursorFiles {
        user: cursor::user_servers(world),
        project: root.as_deref().map(|root| cursor::project_servers(world, root)),
        disabled: root
            .as_deref()
            .map(|root| cursor::project_data(world, root).join("mcp-disabled.json")),
    }
}
