//! What Cursor's files say against one another.

use std::{path::Path, time::SystemTime};

use super::{mirror::MirroredServer, paths};
use crate::{
    clients::{Entry, Finding, Level, Place},
    world::World,
};

/// What the mirror of a project says besides its tools: files that hold none,
/// servers of no file, and servers it lacks.
pub(super) fn of_mirror(
    world: &World,
    mirrored: &[MirroredServer],
    entries: &[Entry],
) -> Vec<Finding> {
    let unreadable = mirrored.iter().filter_map(unreadable_tools);
    let of_no_file = without_entry(mirrored, entries).map(of_no_file);
    unreadable.chain(of_no_file).chain(missing(world, mirrored, entries)).collect()
}

/// Servers in the mirror that no file read here defines.
pub(super) fn without_entry<'m>(
    mirrored: &'m [MirroredServer],
    entries: &[Entry],
) -> impl Iterator<Item = &'m MirroredServer> {
    mirrored.iter().filter(|server| !entries.iter().any(|entry| server.is_of(entry)))
}

/// A server in the mirror whose tools cannot all be read.
fn unreadable_tools(server: &MirroredServer) -> Option<Finding> {
    let first = server.unreadable.first()?;
    Some(Finding {
        code: "cursor-mirror-unreadable",
        level: Level::Hint,
        message: format!(
            "{} of the tool files that Cursor keeps of `{}` cannot be read; what they hold is in no sum. This one: {}.",
            server.unreadable.len(),
            server.identifier,
            first.what
        ),
        hint: Some("Reload the server in Cursor, or connect it here.".to_owned()),
        place: Some(first.place.clone()),
        server: server.name.clone(),
    })
}

/// A server in the mirror that no file read here defines: a plugin's, or one of
/// Cursor's own.
fn of_no_file(server: &MirroredServer) -> Finding {
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
        place: Some(Place::whole(&server.folder)),
        server: None,
    }
}

/// Servers in use that the mirror has nothing of, though Cursor has written it
/// since they were configured: a server that is switched off, one that was
/// never connected, or one that Cursor leaves out by a fault seen with servers
/// of projects. Without a mirror nothing is told.
fn missing(world: &World, mirrored: &[MirroredServer], entries: &[Entry]) -> Vec<Finding> {
    let Some(newest) = mirrored.iter().max_by_key(|server| server.written) else {
        return Vec::new();
    };
    let mirror = newest.folder.parent().unwrap_or(&newest.folder);
    entries
        .iter()
        .filter(|entry| entry.is_active() && !mirrored.iter().any(|server| server.is_of(entry)))
        .filter(|entry| is_older(world, &entry.place.file, newest.written))
        .map(|entry| Finding {
            code: "cursor-mirror-lacks-server",
            level: Level::Hint,
            message: format!(
                "Cursor keeps its servers of this project in `{}` and has no folder for `{}` there: as far as that tells, its model does not see this server.",
                mirror.display(),
                entry.name
            ),
            hint: Some(
                "Look at it in Cursor under Customize → MCPs: a new server starts switched off there. If it shows as connected, switch it off and on."
                    .to_owned(),
            ),
            place: Some(entry.place.clone()),
            server: Some(entry.name.clone()),
        })
        .collect()
}

/// Whether a file on disk was last written before this time.
fn is_older(world: &World, file: &Path, than: SystemTime) -> bool {
    world.text(file).is_none()
        && std::fs::metadata(file)
            .and_then(|metadata| metadata.modified())
            .is_ok_and(|written| written < than)
}

/// A folder in which Cursor's two programs take different servers: the editor
/// those of the folder that was opened, the agent those of the repository.
pub(super) fn of_roots(world: &World, project: &Path) -> Option<Finding> {
    let repository = paths::repository(project).filter(|root| *root != project)?;
    let here = paths::project_servers(world, project);
    let above = paths::project_servers(world, repository);
    let (file, message, hint) = if world.is_file(&here) {
        (
            &here,
            format!(
                "Cursor's editor reads this file when `{}` is opened; its agent takes the repository's, `{}`.",
                project.display(),
                above.display()
            ),
            "Where the agent is to have these servers too, write them into the repository's file.",
        )
    } else if world.is_file(&above) {
        (
            &above,
            format!(
                "Cursor's agent takes this file in `{}` too; its editor, with that folder opened, reads `{}`, and there is none.",
                project.display(),
                here.display()
            ),
            "Open the repository in the editor, or give the folder a file of its own.",
        )
    } else {
        return None;
    };
    Some(Finding {
        code: "cursor-programs-differ",
        level: Level::Hint,
        message,
        hint: Some(hint.to_owned()),
        place: Some(Place::whole(file)),
        server: None,
    })
}
