//! Safe writes: compare, back up, replace, read back, undo.
//!
//! Only this stage writes a client's file. A change set over several files is
//! applied whole or rolled back, also when the process dies in between: what
//! is about to happen is journalled beside the backups first, and [`Writer::recover`]
//! finishes or takes back what it finds unfinished.
//!
//! The journal is a small file in the change set's own backup folder and not a
//! row of the database: it must be on the disk before a client's file changes
//! and be readable when nothing else is, and the backups it speaks of lie
//! beside it.

mod apply;
mod error;
mod journal;
mod lock;
mod lost;
mod moment;
mod recover;
mod replace;
mod running;
mod system;
mod undo;

pub use self::{
    apply::{FileChange, Writer},
    error::WriteError,
    journal::{ChangeSet, ChangedFile, KEPT, State},
    lost::Lost,
    moment::{Moment, Unwatched, Watch},
    recover::Recovered,
    running::{Process, clients_among, running_clients},
    undo::UndoMode,
};

#[cfg(test)]
mod tests;
