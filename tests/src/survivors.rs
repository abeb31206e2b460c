//! Which processes are left of a tree that should be gone.

use std::time::{Duration, Instant};

use sysinfo::{ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind};

/// The living processes that have `marker` in their command line; zombies have
/// ended and do not count.
///
/// # Panics
/// On a system whose processes cannot be listed.
pub fn with_marker(marker: &str) -> Vec<String> {
    let mut system = System::new().expect("processes can be listed here");
    system.refresh_processes_specifics(
        ProcessesToUpdate::All,
        true,
        ProcessRefreshKind::nothing().with_cmd(UpdateKind::Always),
    );
    system
        .processes()
        .values()
        .filter(|process| {
            process.thread_kind().is_none()
                && process.status() != ProcessStatus::Zombie
                && process.pid().as_u32() != std::process::id()
                && process.cmd().iter().any(|arg| arg.to_string_lossy().contains(marker))
        })
        .map(|process| format!("{} {:?}", process.pid(), process.cmd()))
        .collect()
}

/// Waits until no process with this marker is left; those that are after
/// `patience`.
pub fn after(marker: &str, patience: Duration) -> Vec<String> {
    let end = Instant::now() + patience;
    loop {
        let left = with_marker(marker);
        if left.is_empty() || Instant::now() >= end {
            return left;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
