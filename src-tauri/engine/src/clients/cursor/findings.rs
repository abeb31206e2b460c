//! What Cursor's files say against one another.

use std::{path::Path, time::SystemTime};

use super::{
    mirror::{self, MirroredServer},
    paths,
};
use crate::{
    clients::{Entry, Finding, Level, Place},
    world::World,
};

/// What the mirror of a project says besides its tools: files that hold none,
/// servers of no file, and servers it lacks.
pub(super) fn of_mirror(
    world: &World,
    project: &Path,
    mirrored: &[MirroredServer],
    entries: &[Entry],
) -> Vec<Finding> {
    let unreadable = mirrored.iter().filter_map(unreadable_tools);
    let of_no_file = without_entry(mirrored, entries).map(of_no_file);
    unreadable.chain(of_no_file).chain(missing(world, project, mirrored, entries)).collect()
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
            "{} of the tool files that Cursor keeps of `{}` cannot be read: what Cursor is told by them is not known. This one: {}.",
            server.unreadable.len(),
            server.identifier,
            first.what
        ),
        hint: Some(
            "Reload the server in Cursor; connect it here to weigh what it offers.".to_owned(),
        ),
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
fn missing(
    world: &World,
    project: &Path,
    mirrored: &[MirroredServer],
    entries: &[Entry],
) -> Option<Finding> {
    let newest = mirrored.iter().max_by_key(|server| server.written)?;
    let mirror = newest.folder.parent().unwrap_or(&newest.folder);
    let folders = mirror::folders(world, project);
    let known = |entry: &Entry| {
        mirrored.iter().any(|server| server.is_of(entry))
            || folders.iter().any(|folder| mirror::is_identifier_of(folder, entry))
    };
    let names: Vec<String> = entries
        .iter()
        .filter(|entry| entry.is_active() && !known(entry))
        .filter(|entry| is_older(world, &entry.place.file, newest.written))
        .map(|entry| format!("`{}`", entry.name))
        .collect();
    (!names.is_empty()).then(|| Finding {
        code: "cursor-mirror-lacks-server",
        level: Level::Hint,
        message: format!(
            "Cursor keeps the servers it has connected in this project in `{}` and has no folder there for {}: as far as that tells, its model does not see what is missing.",
            mirror.display(),
            names.join(", ")
        ),
        hint: Some(
            "Look in Cursor under Customize → MCPs: a new server starts switched off there. If one shows as connected, switch it off and on."
                .to_owned(),
        ),
        place: Some(Place::whole(mirror)),
        server: None,
    })
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
/// Where one of the files is the user's own, both take it everywhere.
pub(super) fn of_roots(world: &World, project: &Path) -> Option<Finding> {
    let repository = paths::repository(project).filter(|root| *root != project)?;
    let here = paths::project_servers(world, project);
    let above = paths::project_servers(world, repository);
    let of_user = paths::user_servers(world);
    if is_same(&here, &of_user) || is_same(&above, &of_user) {
        return None;
    }
    let (file, message, hint) = match (world.is_file(&here), world.is_file(&above)) {
        (true, true) => (
            &here,
            format!(
                "Cursor's editor reads this file when `{}` is opened; its agent takes the repository's, `{}`.",
                project.display(),
                above.display()
            ),
            "Where the agent is to have these servers too, write them into the repository's file.",
        ),
        (true, false) => (
            &here,
            format!(
                "Cursor's editor reads this file when `{}` is opened; its agent looks for the repository's, `{}`, and there is none.",
                project.display(),
                above.display()
            ),
            "Where the agent is to have these servers too, give the repository such a file.",
        ),
        (false, true) => (
            &above,
            format!(
                "Cursor's agent takes this file in `{}` too; its editor, with that folder opened, reads `{}`, and there is none.",
                project.display(),
                here.display()
            ),
            "Open the repository in the editor, or give the folder a file of its own.",
        ),
        (false, false) => return None,
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

/// Whether two paths are one file, links considered.
fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || real(one).is_some_and(|one| real(other) == Some(one))
}
