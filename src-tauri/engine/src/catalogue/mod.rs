//! Tools as plain data: what a server offered at one time.

mod tool;

use std::{sync::Arc, time::SystemTime};

pub use self::tool::{Malformed, Tool};

/// Where a catalogue comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The server answered just now.
    Live,
    /// Stored from an earlier answer.
    Snapshot,
    /// Cursor's own mirror on disk.
    Mirror,
    /// A catalogue file the user gave.
    File,
}

impl Source {
    /// The word used in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Snapshot => "snapshot",
            Self::Mirror => "mirror",
            Self::File => "file",
        }
    }
}

/// The tools and instructions of one server at one time.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// `serverInfo.name`, as sent.
    pub server_name: Option<String>,
    /// `serverInfo.version`, as sent.
    pub server_version: Option<String>,
    /// The protocol version agreed on.
    pub protocol: Option<String>,
    /// `instructions`, as sent, uncut.
    pub instructions: Option<String>,
    /// `capabilities`, as sent.
    pub capabilities: serde_json::Value,
    /// The tools in the server's order.
    pub tools: Vec<Arc<Tool>>,
    /// Tools that no client could use, and why.
    pub malformed: Vec<Malformed>,
    /// How many resources the server lists; `None`: not asked or no answer.
    pub resources: Option<u32>,
    /// How many prompts the server lists; `None`: not asked or no answer.
    pub prompts: Option<u32>,
    /// When the server said so.
    pub taken_at: SystemTime,
    /// Where this copy comes from.
    pub source: Source,
}
