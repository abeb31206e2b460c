//! The steps of a write, observable: tests fail it or kill it at each.

use std::io;

/// A step that has just been completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// Every lock is held.
    Locked,
    /// Every file was compared with what the plan was made from.
    Compared,
    /// A file's old and new text are in the backup folder.
    BackedUp(usize),
    /// The journal says what is about to happen.
    Journalled,
    /// A file's new text lies beside it, on the disk.
    Staged(usize),
    /// A file has its new text.
    Replaced(usize),
    /// A file was read back and parsed.
    ReadBack(usize),
    /// The journal says that it happened.
    Closed,
}

/// Sees each step; an error stops the write there.
pub trait Watch: Send + Sync {
    /// Called when a step was completed.
    fn at(&self, moment: Moment) -> io::Result<()>;
}

/// Nobody watches.
pub struct Unwatched;

impl Watch for Unwatched {
    fn at(&self, _: Moment) -> io::Result<()> {
        Ok(())
    }
}
