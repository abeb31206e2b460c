//! One file replaced by another text, whole or not at all.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use super::{WriteError, system};

/// The bytes of a file; `None` when there is none.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, WriteError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            Ok(None)
        }
        Err(source) => Err(WriteError::Io { what: "read", path: path.to_owned(), source }),
    }
}

/// A new text lying beside its file, on the disk, under a name that says whose
/// it is.
pub(super) struct Staged {
    /// The file itself, links followed.
    target: PathBuf,
    temporary: PathBuf,
}

/// The file behind a name: links are followed, so that a state file kept in a
/// dotfiles repository stays a link.
pub(super) fn target_of(path: &Path) -> Result<PathBuf, WriteError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => {
            fs::canonicalize(path).map_err(WriteError::io("follow the link", path))
        }
        _ => Ok(path.to_owned()),
    }
}

/// The name a change set's new text has beside its file.
pub(super) fn temporary_name(target: &Path, id: &str) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.plimsoll-{id}.tmp"))
}

/// Writes the new text beside its file. `private`: what mode a file that is not
/// there yet gets.
pub(super) fn stage(
    path: &Path,
    bytes: &[u8],
    id: &str,
    private: bool,
) -> Result<Staged, WriteError> {
    let target = target_of(path)?;
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(WriteError::ReadOnly { path: target });
    }
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).map_err(WriteError::io("create", folder))?;
    }
    let temporary = temporary_name(&target, id);
    let staged = Staged { target, temporary };
    let write = || -> io::Result<()> {
        let mut file = system::create_private(&staged.temporary)?;
        file.write_all(bytes)?;
        match &old {
            Some(old) => system::take_after(&file, old)?,
            None => system::as_created(&file, private)?,
        }
        file.sync_all()
    };
    write().map_err(WriteError::io("write", &staged.target))?;
    Ok(staged)
}

impl Staged {
    /// Puts the new text in the file's place.
    pub fn commit(self) -> Result<(), WriteError> {
        fs::rename(&self.temporary, &self.target)
            .map_err(WriteError::io("replace", &self.target))?;
        flush_parent(&self.target)
    }
}

/// What was staged and not committed leaves nothing behind.
impl Drop for Staged {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Removes a file.
pub(super) fn remove(path: &Path) -> Result<(), WriteError> {
    let target = target_of(path)?;
    fs::remove_file(&target).map_err(WriteError::io("remove", &target))?;
    flush_parent(&target)
}

fn flush_parent(target: &Path) -> Result<(), WriteError> {
    match target.parent() {
        Some(folder) => system::flush_folder(folder).map_err(WriteError::io("flush", folder)),
        None => Ok(()),
    }
}
