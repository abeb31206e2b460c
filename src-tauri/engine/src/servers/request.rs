//! What to list, for whom, and within which bounds.

use std::{path::PathBuf, time::Duration};

use super::{Announce, Helper};
use crate::clients::Launch;

/// One server to start or reach.
#[derive(Clone, Debug)]
pub struct ListingRequest {
    /// What to start or reach.
    pub launch: Launch,
    /// The directory of the client's session: the project. A program without
    /// a directory of its own starts here, and `roots/list` is answered with it.
    pub directory: PathBuf,
    /// How a command that makes headers runs.
    pub helper: Helper,
    /// As which client to introduce ourselves; lists depend on it.
    pub announce: Announce,
    /// How long each step may take.
    pub timeouts: Timeouts,
    /// How much may be received.
    pub limits: Limits,
}

/// How long each step may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Start to answered handshake. `npx` and `uvx` install within it.
    pub start: Duration,
    /// All pages of the tool list.
    pub list: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { start: Duration::from_secs(30), list: Duration::from_secs(30) }
    }
}

/// How much may be received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Pages of one list. Claude Code reads 20 and leaves the rest unread
    /// (observed in 2.1.197 and 2.1.332 with a list of 30 pages).
    pub pages: u32,
    /// Bytes of all answers together. The heaviest real list measured has 0.6 MB.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { pages: 20, bytes: 64 * 1024 * 1024 }
    }
}

/// Where a listing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The program starts or the address is reached.
    Starting,
    /// It answered the handshake; its tools are being listed.
    Listing,
    /// So many tools were received so far.
    Tools(u32),
}
