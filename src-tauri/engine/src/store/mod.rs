//! `SQLite`: snapshots, failures, token cache, consents, settings, projects,
//! task sets, a client's own tools.
//!
//! One database in the user's data folder, readable by the user only. It holds
//! what servers said and what the user decided, and no configured value:
//! servers are named by the hash of their launch. Everything works without a
//! store; it only remembers.

mod built_in;
mod decisions;
mod failures;
mod folder;
mod open;
mod presets;
mod proofs;
mod snapshots;
mod tasks;
mod tokens;

#[cfg(test)]
mod tests;

use std::time::{Duration, SystemTime};

use sqlx::SqlitePool;

pub use self::{
    decisions::Consent,
    failures::Failure,
    folder::data_folder,
    open::{Notice, StoreError},
    presets::StoredPreset,
    proofs::LastProof,
    snapshots::{HISTORY, Stored},
    tasks::KeptTasks,
};

/// The open database. Cheap to clone; safe to use from several tasks, and from
/// several processes at once.
#[derive(Clone, Debug)]
pub struct Store {
    pool: SqlitePool,
}

/// Milliseconds since 1970, the form of every stored time.
fn to_millis(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

fn from_millis(millis: i64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(millis).unwrap_or_default())
}
