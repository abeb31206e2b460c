//! What differs between operating systems: modes, owners, flushing a folder.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::Path,
};

/// A new file that only its owner may read, so that a secret in it is never
/// readable by others, not even before its final mode is set.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A folder, and those above it, that only its owner may enter.
pub(super) fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Gives a new file the mode and owner of the one it replaces.
pub(super) fn take_after(new: &File, old: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let now = new.metadata()?;
        if (now.uid(), now.gid()) != (old.uid(), old.gid()) {
            std::os::unix::fs::fchown(new, Some(old.uid()), Some(old.gid()))?;
        }
    }
    new.set_permissions(old.permissions())
}

/// The mode a client gives a file it creates; elsewhere than on Unix the
/// folder decides.
pub(super) fn as_created(new: &File, private: bool) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = if private { 0o600 } else { 0o644 };
        new.set_permissions(fs::Permissions::from_mode(mode))?;
    }
    #[cfg(not(unix))]
    let _ = (new, private);
    Ok(())
}

/// Puts a rename on the disk. Windows flushes it with the file system's own
/// journal and cannot open a folder for this; some network drives cannot flush
/// one (POSIX has them answer `EINVAL`), and the rename stands all the same.
pub(super) fn flush_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    match File::open(folder)?.sync_all() {
        Err(error)
            if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
        }
        flushed => flushed?,
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
