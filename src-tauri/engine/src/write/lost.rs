//! Whether what was written is still there, after its client ran.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    ChangeSet, State, WriteError, Writer, journal,
    lock::OwnLock,
    replace,
    undo::{carried_over, texts_of},
};
use crate::{clients::ClientId, plan::Edit};

/// A file that no longer says what a change set wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The change set.
    pub id: String,
    /// When it was written, RFC 3339.
    pub at: String,
    /// Whose file.
    pub client: ClientId,
    /// The file.
    pub path: PathBuf,
}

impl Writer<'_> {
    /// Looks once more at files whose client may have written them from its
    /// memory. A file that still says what was written, though its client has
    /// run since, is not looked at again.
    pub fn look_again(&self) -> Vec<Lost> {
        let mut lost = Vec::new();
        let mut seen: Vec<PathBuf> = Vec::new();
        for (folder, set) in journal::all(self.data).into_iter().rev() {
            let Some(mut set) = set.filter(|set| set.state == State::Done) else { continue };
            let stands = set.undone_by.is_none();
            let watched = std::mem::take(&mut set.watched);
            for path in &watched {
                // Of several writes of one file the last one counts.
                if !stands || seen.contains(path) {
                    continue;
                }
                let found = self.still_there(&folder, &set, path);
                if let Some((client, false, _)) = found {
                    let (id, at) = (set.id.clone(), set.at.clone());
                    lost.push(Lost { id, at, client, path: path.clone() });
                }
                if !matches!(found, Some((_, true, true))) {
                    set.watched.push(path.clone());
                }
            }
            seen.extend(set.files.iter().map(|file| file.path.clone()));
            if set.watched != watched
                && let Ok(_own) = OwnLock::take_within(self.data, Duration::ZERO)
            {
                // Another time when it cannot be noted now.
                let _ = folder.write(&set);
            }
        }
        lost
    }

    /// Whose file it is, whether it says what was written, and whether that is
    /// settled: its client has run since, or runs no more.
    fn still_there(
        &self,
        folder: &journal::Folder,
        set: &ChangeSet,
        path: &Path,
    ) -> Option<(ClientId, bool, bool)> {
        let change = texts_of(folder, set).ok()?.into_iter().find(|change| change.path == path)?;
        let client = change.client?;
        let now = replace::read(path).ok()?;
        let holds = now == change.after
            || now.is_some()
                && carried_over(
                    &change,
                    change.before.as_deref(),
                    change.after.as_deref(),
                    now.as_deref(),
                )
                .is_ok_and(|wanted| wanted == now);
        let runs = self.running.contains(&client);
        let settled = match client {
            // It reads its file when it starts: one that runs has done so.
            ClientId::ClaudeDesktop => runs || now != change.after,
            _ => !runs,
        };
        Some((client, holds, settled))
    }

    /// The edits that write a change set once more, on the texts as they are.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] when somebody has other values at the very keys.
    pub fn again(&self, id: &str) -> Result<(ChangeSet, Vec<Edit>), WriteError> {
        let (folder, set) = self.find(Some(id), |_| true)?;
        let mut edits = Vec::new();
        for change in texts_of(&folder, &set)? {
            let now = replace::read(&change.path)?;
            let wanted = if now == change.before || now.is_none() {
                change.after.clone()
            } else {
                let (from, to) = (change.before.as_deref(), change.after.as_deref());
                carried_over(&change, from, to, now.as_deref())?
            };
            if wanted == now {
                continue;
            }
            let text = |bytes: Option<Vec<u8>>| {
                bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            };
            edits.push(Edit {
                client: change.client,
                path: change.path,
                dialect: change.dialect,
                in_project: change.in_project,
                before: text(now),
                after: text(wanted).unwrap_or_default(),
            });
        }
        Ok((set, edits))
    }
}
