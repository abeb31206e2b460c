//! Locks: Plimsoll's own, and Claude Code's.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use super::{WriteError, system};

/// How long to wait for somebody else's lock.
const PATIENCE: Duration = Duration::from_secs(25);

/// From what age on Claude Code takes a lock for a dead one's. Observed in
/// 2.1.332: a lock left behind is broken after 10 to 16 s.
const DEAD: Duration = Duration::from_secs(10);

const PAUSE: Duration = Duration::from_millis(20);

/// Held while Plimsoll writes, so that two of them take turns. The system frees
/// it with the process.
pub(super) struct OwnLock {
    _file: File,
}

impl OwnLock {
    pub fn take(data: &Path) -> Result<Self, WriteError> {
        Self::take_within(data, PATIENCE)
    }

    /// Waits no longer than this for another Plimsoll.
    pub fn take_within(data: &Path, patience: Duration) -> Result<Self, WriteError> {
        let path = data.join("write.lock");
        system::create_private_folder(data).map_err(WriteError::io("create", data))?;
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(WriteError::io("open", &path))?;
        let deadline = Instant::now() + patience;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                Err(fs::TryLockError::WouldBlock) if Instant::now() < deadline => {
                    std::thread::sleep(PAUSE);
                }
                Err(fs::TryLockError::WouldBlock) => return Err(WriteError::Busy { path }),
                // Some network drives have no locks. The comparison before each
                // replacement still holds.
                Err(fs::TryLockError::Error(source))
                    if source.kind() == io::ErrorKind::Unsupported =>
                {
                    return Ok(Self { _file: file });
                }
                Err(fs::TryLockError::Error(source)) => {
                    return Err(WriteError::Io { what: "lock", path, source });
                }
            }
        }
    }
}

/// Claude Code's lock on its state file: a folder beside it, by the name the
/// client knows the file by (a link is not followed), with a fresh time as a
/// sign of life. Observed in 2.1.332.
#[derive(Debug)]
pub(super) struct ClientLock {
    path: PathBuf,
    touched: SystemTime,
}

impl ClientLock {
    /// Takes the lock of a state file, waiting for a live holder.
    pub fn take(file: &Path) -> Result<Self, WriteError> {
        Self::take_within(file, PATIENCE)
    }

    fn take_within(file: &Path, patience: Duration) -> Result<Self, WriteError> {
        let mut name = file.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(WriteError::io("create", folder))?;
        }
        let deadline = Instant::now() + patience;
        loop {
            match fs::create_dir(&path) {
                Ok(()) => {
                    let touched = modified(&path).map_err(WriteError::io("lock", &path))?;
                    return Ok(Self { path, touched });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let age = modified(&path).ok().and_then(|at| at.elapsed().ok());
                    // One that cannot be removed is waited for like a live one: a
                    // file by that name, or a folder with something in it.
                    if age.is_some_and(|age| age > DEAD) && fs::remove_dir(&path).is_ok() {
                        continue;
                    }
                    if Instant::now() >= deadline {
                        return Err(WriteError::Busy { path });
                    }
                    std::thread::sleep(PAUSE);
                }
                Err(source) => return Err(WriteError::Io { what: "lock", path, source }),
            }
        }
    }

    /// Shows life, and makes sure that nobody has taken the lock for dead.
    pub fn touch(&mut self) -> Result<(), WriteError> {
        if modified(&self.path).ok() != Some(self.touched) {
            return Err(WriteError::Busy { path: self.path.clone() });
        }
        let lost = |source| WriteError::Io { what: "lock", path: self.path.clone(), source };
        let folder = open_folder(&self.path).map_err(lost)?;
        folder.set_modified(SystemTime::now()).map_err(lost)?;
        self.touched = modified(&self.path).map_err(lost)?;
        Ok(())
    }
}

impl Drop for ClientLock {
    fn drop(&mut self) {
        // Somebody else's lock is not ours to remove.
        if modified(&self.path).ok() == Some(self.touched) {
            let _ = fs::remove_dir(&self.path);
        }
    }
}

fn modified(path: &Path) -> io::Result<SystemTime> {
    fs::metadata(path)?.modified()
}

/// A folder as a handle whose times can be set.
fn open_folder(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        // FILE_WRITE_ATTRIBUTES, and FILE_FLAG_BACKUP_SEMANTICS to open a folder.
        options.access_mode(0x100).custom_flags(0x0200_0000);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_live_lock_is_respected_and_a_dead_one_broken() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(".claude.json");
        let lock = ClientLock::take(&file).expect("free");
        let second = ClientLock::take_within(&file, Duration::from_millis(60));
        assert!(matches!(second, Err(WriteError::Busy { .. })), "it is held");
        drop(lock);
        assert!(!folder.path().join(".claude.json.lock").exists(), "it is given back");

        let dead = folder.path().join(".claude.json.lock");
        fs::create_dir(&dead).expect("a dead one's");
        open_folder(&dead)
            .and_then(|folder| folder.set_modified(SystemTime::now() - Duration::from_secs(11)))
            .expect("aged");
        ClientLock::take_within(&file, Duration::from_millis(60)).expect("the dead do not hold");
    }

    #[test]
    fn what_cannot_be_removed_is_not_waited_for_without_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(".claude.json");
        let lock = folder.path().join(".claude.json.lock");
        fs::write(&lock, "").expect("a file in its place");
        File::options()
            .write(true)
            .open(&lock)
            .and_then(|lock| lock.set_modified(SystemTime::now() - Duration::from_secs(11)))
            .expect("aged");
        let taken = ClientLock::take_within(&file, Duration::from_millis(60));
        assert!(matches!(taken, Err(WriteError::Busy { .. })));
        assert!(lock.exists());
    }

    #[test]
    fn a_lock_that_was_taken_for_dead_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(".claude.json");
        let mut ours = ClientLock::take(&file).expect("free");
        ours.touch().expect("alive");
        let path = folder.path().join(".claude.json.lock");
        fs::remove_dir(&path).expect("broken by somebody");
        std::thread::sleep(Duration::from_millis(15));
        fs::create_dir(&path).expect("and taken");
        assert!(ours.touch().is_err(), "not ours any more");
        drop(ours);
        assert!(path.exists(), "and not ours to remove");
    }
}
