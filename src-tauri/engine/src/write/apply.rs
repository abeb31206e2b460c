//! A change set, whole or not at all.

use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    ChangeSet, Moment, State, Watch, WriteError,
    journal::{self, Folder},
    lock::{ClientLock, OwnLock},
    replace,
};
use crate::{
    clients::{ClientId, Dialect, Document},
    plan::{Edit, Kept, Plan},
};

/// Writes change sets and takes them back.
pub struct Writer<'w> {
    /// Plimsoll's data folder; backups are kept in it.
    pub data: &'w Path,
    /// The time it is.
    pub now: SystemTime,
    /// Clients that run now: a file of one that writes from memory is refused.
    pub running: &'w [ClientId],
    /// Sees every step.
    pub watch: &'w dyn Watch,
}

/// A new text for one file, or none.
#[derive(Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Whose file it is; `None` for Plimsoll's own.
    pub client: Option<ClientId>,
    /// The file, as its client knows it.
    pub path: PathBuf,
    /// What its client accepts.
    pub dialect: Dialect,
    /// Whether it came with a project: a link there could point anywhere.
    pub in_project: bool,
    /// What must be in it now; `None`: nothing may be there.
    pub before: Option<Vec<u8>>,
    /// What will be in it; `None`: it is removed.
    pub after: Option<Vec<u8>>,
}

impl From<&Edit> for FileChange {
    fn from(edit: &Edit) -> Self {
        Self {
            client: edit.client,
            path: edit.path.clone(),
            dialect: edit.dialect,
            in_project: edit.in_project,
            before: edit.before.clone().map(String::into_bytes),
            after: Some(edit.after.clone().into_bytes()),
        }
    }
}

/// What is written down with a change set.
pub(super) struct Label {
    pub requested: Vec<String>,
    pub kept: Vec<Kept>,
    pub undo_of: Option<String>,
}

impl Writer<'_> {
    /// Writes the edits of a plan: all of them, or none.
    ///
    /// `None` when the plan changes nothing.
    ///
    /// # Errors
    /// [`WriteError`]; [`WriteError::Stale`] asks for a new plan.
    pub fn apply(&self, plan: &Plan) -> Result<Option<ChangeSet>, WriteError> {
        let changes: Vec<FileChange> = plan.edits.iter().map(FileChange::from).collect();
        // "Keep only" may say no more to the client and still settle which tools
        // are known, so that they are not reported as new.
        if changes.is_empty() && !self.says_more(&plan.kept) {
            return Ok(None);
        }
        let label =
            Label { requested: plan.requested.clone(), kept: plan.kept.clone(), undo_of: None };
        let own = OwnLock::take(self.data)?;
        self.write(&own, &changes, label).map(Some)
    }

    /// Whether any of this was not written down with the last write about it.
    fn says_more(&self, kept: &[Kept]) -> bool {
        let history = self.history();
        kept.iter().any(|word| {
            let about = |had: &&Kept| {
                (&had.client, &had.server, &had.file) == (&word.client, &word.server, &word.file)
            };
            let last = history
                .iter()
                .filter(|set| set.state == State::Done && set.undone_by.is_none())
                .find_map(|set| set.kept.iter().find(about));
            last.is_some_and(|last| last.known != word.known)
        })
    }

    /// Writes changes under Plimsoll's own lock.
    pub(super) fn write(
        &self,
        _held: &OwnLock,
        changes: &[FileChange],
        label: Label,
    ) -> Result<ChangeSet, WriteError> {
        self.refuse(changes)?;
        let mut locks = Vec::new();
        for change in changes.iter().filter(|change| is_locked(change)) {
            locks.push(ClientLock::take(&change.path)?);
        }
        self.at(Moment::Locked, self.data)?;
        changes.iter().try_for_each(compare)?;
        self.at(Moment::Compared, self.data)?;

        let (folder, id, at) = Folder::create(self.data, self.now)?;
        let mut set = ChangeSet {
            id,
            at,
            requested: label.requested,
            state: State::Writing,
            undo_of: label.undo_of,
            undone_by: None,
            kept: label.kept,
            watched: changes.iter().filter(|each| self.may_be_lost(each)).map(path_of).collect(),
            files: changes.iter().map(journal::changed_file).collect(),
        };
        let mut replaced = Vec::new();
        let written =
            self.carry_out(changes, &folder, &set, &mut locks, &mut replaced).and_then(|()| {
                set.state = State::Done;
                folder.write(&set)?;
                self.at(Moment::Closed, self.data)
            });
        match written {
            Ok(()) => {
                journal::prune(self.data, journal::KEPT);
                Ok(set)
            }
            Err(cause) => Err(take_back(changes, &folder, &mut set, &replaced, cause)),
        }
    }

    fn carry_out(
        &self,
        changes: &[FileChange],
        folder: &Folder,
        set: &ChangeSet,
        locks: &mut [ClientLock],
        replaced: &mut Vec<usize>,
    ) -> Result<(), WriteError> {
        for (place, change) in changes.iter().enumerate() {
            folder.keep(place, change)?;
            self.at(Moment::BackedUp(place), &change.path)?;
        }
        folder.write(set)?;
        self.at(Moment::Journalled, &folder.path)?;
        // All new texts are on the disk before the first file changes: a full
        // disk or a missing permission is met while nothing has happened.
        let mut staged = Vec::new();
        for (place, change) in changes.iter().enumerate() {
            staged.push(match &change.after {
                Some(text) => {
                    Some(replace::stage(&change.path, text, &set.id, is_private(change))?)
                }
                None => None,
            });
            self.at(Moment::Staged(place), &change.path)?;
        }
        for (place, (change, staged)) in changes.iter().zip(staged).enumerate() {
            locks.iter_mut().try_for_each(ClientLock::touch)?;
            compare(change)?;
            replaced.push(place);
            match staged {
                Some(staged) => staged.commit()?,
                None => replace::remove(&change.path)?,
            }
            self.at(Moment::Replaced(place), &change.path)?;
            read_back(change)?;
            self.at(Moment::ReadBack(place), &change.path)?;
        }
        Ok(())
    }

    /// What can be seen to fail without touching anything.
    fn refuse(&self, changes: &[FileChange]) -> Result<(), WriteError> {
        for change in changes {
            // Reported many times: it writes its file from memory, and drops
            // what was written by hand meanwhile.
            if change.client == Some(ClientId::ClaudeDesktop)
                && self.running.contains(&ClientId::ClaudeDesktop)
            {
                return Err(WriteError::Running { client: ClientId::ClaudeDesktop });
            }
            if let Some(path) = link_in_project(change) {
                return Err(WriteError::Link { path });
            }
            if let Some(text) = &change.after {
                parses(&change.path, text, change.dialect)?;
            }
        }
        Ok(())
    }

    /// Whether a client might write the file from its memory later. Claude
    /// Desktop was reported to do so at every start; Claude Code rewrites its
    /// state file often and reads it first, so only one that runs now might.
    fn may_be_lost(&self, change: &FileChange) -> bool {
        match change.client {
            Some(ClientId::ClaudeDesktop) => true,
            Some(ClientId::ClaudeCode) => {
                is_state_file(change) && self.running.contains(&ClientId::ClaudeCode)
            }
            _ => false,
        }
    }

    pub(super) fn at(&self, moment: Moment, path: &Path) -> Result<(), WriteError> {
        self.watch.at(moment).map_err(WriteError::io("write", path))
    }
}

fn path_of(change: &FileChange) -> PathBuf {
    change.path.clone()
}

/// Gives every replaced file its old text back.
fn take_back(
    changes: &[FileChange],
    folder: &Folder,
    set: &mut ChangeSet,
    replaced: &[usize],
    cause: WriteError,
) -> WriteError {
    // All of them, whatever becomes of one.
    let stuck: Vec<usize> = replaced
        .iter()
        .copied()
        .filter(|place| restore(&changes[*place], &set.id).is_err())
        .collect();
    if !stuck.is_empty() {
        return stuck.into_iter().fold(cause, |cause, place| WriteError::Stuck {
            path: changes[place].path.clone(),
            backup: folder.before(place),
            cause: Box::new(cause),
        });
    }
    set.state = State::RolledBack;
    if replaced.is_empty() {
        // Nothing has happened: nothing to remember.
        let _ = std::fs::remove_dir_all(&folder.path);
    } else if let Err(error) = folder.write(set) {
        return error;
    }
    cause
}

/// Gives a file its old text back, if it has the new one. One that still has
/// its old text is left alone.
pub(super) fn restore(change: &FileChange, id: &str) -> Result<(), WriteError> {
    let now = replace::read(&change.path)?;
    if now == change.before {
        return Ok(());
    }
    if now != change.after {
        return Err(WriteError::Stale { path: change.path.clone() });
    }
    match &change.before {
        Some(text) => replace::stage(&change.path, text, id, is_private(change))?.commit(),
        None => replace::remove(&change.path),
    }
}

fn compare(change: &FileChange) -> Result<(), WriteError> {
    if replace::read(&change.path)? == change.before {
        Ok(())
    } else {
        Err(WriteError::Stale { path: change.path.clone() })
    }
}

fn read_back(change: &FileChange) -> Result<(), WriteError> {
    let now = replace::read(&change.path)?;
    if now != change.after {
        return Err(WriteError::Stale { path: change.path.clone() });
    }
    match &now {
        Some(text) => parses(&change.path, text, change.dialect),
        None => Ok(()),
    }
}

fn parses(path: &Path, text: &[u8], dialect: Dialect) -> Result<(), WriteError> {
    let unsound = |what: String| WriteError::Unsound { path: path.to_owned(), what };
    let text = std::str::from_utf8(text).map_err(|error| unsound(error.to_string()))?;
    Document::parse(path, text, dialect).map(drop).map_err(|error| unsound(error.to_string()))
}

/// Whether the client locks this file before it writes it: Claude Code its
/// state file; no lock was seen on its other files (2.1.332).
pub(super) fn is_locked(change: &FileChange) -> bool {
    change.client == Some(ClientId::ClaudeCode) && is_state_file(change)
}

/// The folders of a project that hold clients' files: they came with it too.
const PROJECT_FOLDERS: [&str; 2] = [".claude", ".cursor"];

/// The first link on the way from a project's folder to a file in it.
fn link_in_project(change: &FileChange) -> Option<PathBuf> {
    let is_link =
        |path: &Path| std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    let folder = change.path.parent().filter(|folder| {
        folder.file_name().is_some_and(|name| PROJECT_FOLDERS.iter().any(|known| name == *known))
    });
    let mut way = folder.into_iter().chain([change.path.as_path()]);
    change.in_project.then(|| way.find(|path| is_link(path)).map(Path::to_owned)).flatten()
}

fn is_state_file(change: &FileChange) -> bool {
    change.path.file_name().is_some_and(|name| name == ".claude.json")
}

/// Whether a file that is not there yet is created for its owner alone, as the
/// client creates it: Claude Code's state file, and Plimsoll's own.
fn is_private(change: &FileChange) -> bool {
    change.client.is_none() || is_state_file(change)
}
