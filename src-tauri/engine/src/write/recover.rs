//! After a crash: finish or take back.

use super::{
    State, WriteError, Writer, apply, journal,
    lock::{ClientLock, OwnLock},
    replace, undo,
};

/// What was done about an unfinished change set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovered {
    /// Every file was already new: it stands.
    Finished {
        /// Its id.
        id: String,
    },
    /// Its files have their old text again.
    RolledBack {
        /// Its id.
        id: String,
        /// Files somebody else has written since; they were left alone.
        left: Vec<std::path::PathBuf>,
    },
}

impl Writer<'_> {
    /// Finishes or takes back what a dead process left unfinished. Call it at
    /// start-up; it waits for a living writer.
    ///
    /// # Errors
    /// [`WriteError`] when a file cannot be given its old text back; the
    /// journal stays, and the next start tries again.
    pub fn recover(&self) -> Result<Vec<Recovered>, WriteError> {
        if !journal::Folder::all(self.data).exists() {
            return Ok(Vec::new());
        }
        let _own = OwnLock::take(self.data)?;
        let mut recovered = Vec::new();
        for (folder, set) in journal::all(self.data) {
            let Some(mut set) = set else {
                // Died before the journal: no file was touched. A journal that is
                // there and says nothing to us keeps its backups.
                if !folder.has_journal() {
                    let _ = std::fs::remove_dir_all(&folder.path);
                }
                continue;
            };
            if set.state != State::Writing {
                continue;
            }
            let changes = undo::texts_of(&folder, &set)?;
            let mut locks = Vec::new();
            for change in &changes {
                if apply::is_locked(change) {
                    locks.push(ClientLock::take(&change.path)?);
                }
                let target = replace::target_of(&change.path)?;
                let _ = std::fs::remove_file(replace::temporary_name(&target, &set.id));
            }
            let mut all_new = true;
            for change in &changes {
                all_new &= replace::read(&change.path)? == change.after;
            }
            let id = set.id.clone();
            if all_new {
                set.state = State::Done;
                recovered.push(Recovered::Finished { id });
            } else {
                let mut left = Vec::new();
                for change in &changes {
                    match apply::restore(change, &id) {
                        Ok(()) => {}
                        Err(WriteError::Stale { path }) => left.push(path),
                        Err(error) => return Err(error),
                    }
                }
                set.state = State::RolledBack;
                recovered.push(Recovered::RolledBack { id, left });
            }
            folder.write(&set)?;
        }
        Ok(recovered)
    }
}
