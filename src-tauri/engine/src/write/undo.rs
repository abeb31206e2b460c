//! Taking a change set back, and the list of them.

use super::{
    ChangeSet, FileChange, State, WriteError, Writer, apply::Label, journal, lock::OwnLock, replace,
};
use crate::{
    clients::ClientId,
    plan::{self, MergeError},
};

/// What to do about files that have changed since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoMode {
    /// Refuse: only put the old bytes back where ours still stand.
    Exact,
    /// Take back only what Plimsoll wrote and keep every other change.
    OnlyOurs,
}

impl Writer<'_> {
    /// Every change set, newest first.
    pub fn history(&self) -> Vec<ChangeSet> {
        let mut sets: Vec<_> =
            journal::all(self.data).into_iter().filter_map(|(_, set)| set).collect();
        sets.reverse();
        sets
    }

    /// What a change set changed: each file's text before and after.
    ///
    /// # Errors
    /// [`WriteError`] when there is no such change set or a backup cannot be read.
    pub fn changes_of(&self, id: &str) -> Result<Vec<FileChange>, WriteError> {
        let (folder, set) = self.find(Some(id), |_| true)?;
        texts_of(&folder, &set)
    }

    /// Takes a change set back; without an id the newest that stands.
    ///
    /// # Errors
    /// [`WriteError::ChangedSince`] in [`UndoMode::Exact`] when a file has
    /// changed since; [`WriteError::Conflict`] in [`UndoMode::OnlyOurs`] when
    /// somebody has changed the very same keys.
    pub fn undo(&self, id: Option<&str>, mode: UndoMode) -> Result<ChangeSet, WriteError> {
        let own = OwnLock::take(self.data)?;
        let stands = |set: &ChangeSet| {
            set.state == State::Done
                && set.undone_by.is_none()
                && (id.is_some() || set.undo_of.is_none())
        };
        let (folder, set) = self.find(id, stands)?;
        let mut changes = Vec::new();
        let mut changed_since = Vec::new();
        for change in texts_of(&folder, &set)? {
            let now = replace::read(&change.path)?;
            let after = if now == change.after {
                change.before.clone()
            } else if mode == UndoMode::OnlyOurs || change.client.is_none() {
                // Our own store changes with every entry that is parked: what
                // others put there since is none of this write's.
                without_ours(&change, now.as_deref())?
            } else {
                changed_since.push(change.path);
                continue;
            };
            if now != after {
                changes.push(FileChange { before: now, after, ..change });
            }
        }
        if !changed_since.is_empty() {
            return Err(WriteError::ChangedSince { paths: changed_since });
        }
        let label = Label {
            requested: set.requested.iter().map(|each| format!("undo: {each}")).collect(),
            kept: Vec::new(),
            undo_of: Some(set.id),
        };
        self.write(&own, &changes, label)
    }

    pub(super) fn find(
        &self,
        id: Option<&str>,
        wanted: impl Fn(&ChangeSet) -> bool,
    ) -> Result<(journal::Folder, ChangeSet), WriteError> {
        journal::all(self.data)
            .into_iter()
            .rev()
            .filter_map(|(folder, set)| Some((folder, set?)))
            .find(|(_, set)| id.is_none_or(|id| set.id == id) && wanted(set))
            .ok_or_else(|| WriteError::NoSuchChangeSet { id: id.map(ToOwned::to_owned) })
    }
}

pub(super) fn texts_of(
    folder: &journal::Folder,
    set: &ChangeSet,
) -> Result<Vec<FileChange>, WriteError> {
    let client = |id: &Option<String>| {
        [ClientId::ClaudeCode, ClientId::ClaudeDesktop, ClientId::Cursor]
            .into_iter()
            .find(|client| id.as_deref() == Some(client.as_str()))
    };
    let mut changes = Vec::new();
    for (place, file) in set.files.iter().enumerate() {
        let (before, after) = folder.texts(place, file)?;
        changes.push(FileChange {
            client: client(&file.client),
            path: file.path.clone(),
            dialect: file.dialect(),
            in_project: file.in_project,
            before,
            after,
        });
    }
    Ok(changes)
}

/// The text as it is now without what the change set did to it.
fn without_ours(change: &FileChange, now: Option<&[u8]>) -> Result<Option<Vec<u8>>, WriteError> {
    carried_over(change, change.after.as_deref(), change.before.as_deref(), now)
}

/// What turned `from` into `to`, done to the text as it is now. A file that has
/// gone stays gone.
pub(super) fn carried_over(
    change: &FileChange,
    from: Option<&[u8]>,
    to: Option<&[u8]>,
    now: Option<&[u8]>,
) -> Result<Option<Vec<u8>>, WriteError> {
    let text = |bytes: Option<&[u8]>| -> Result<String, WriteError> {
        String::from_utf8(bytes.unwrap_or_default().to_vec()).map_err(|error| WriteError::Unsound {
            path: change.path.clone(),
            what: error.to_string(),
        })
    };
    let (path, dialect) = (&change.path, change.dialect);
    let merged =
        plan::merge(path, dialect, &text(from)?, &text(to)?, &text(now)?).map_err(|error| {
            match error {
                MergeError::Edit(error) => {
                    WriteError::Unsound { path: path.clone(), what: error.to_string() }
                }
                MergeError::Conflict { keys } => WriteError::Conflict { path: path.clone(), keys },
            }
        })?;
    Ok(if now.is_none() { None } else { Some(merged.into_bytes()) })
}
