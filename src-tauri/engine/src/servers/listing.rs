//! What a server answered.

use std::time::Duration;

use serde_json::Value;

/// Everything one connection brought.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The elements of all pages of `tools/list`, as received and in order.
    /// They need not be tools: [`crate::servers`] does not judge them.
    pub tools: Vec<Value>,
    /// `serverInfo`, as sent; null when the server sent none.
    pub server_info: Value,
    /// `instructions`, as sent, uncut.
    pub instructions: Option<String>,
    /// `capabilities`, as sent; null when the server sent none.
    pub capabilities: Value,
    /// The protocol version agreed on.
    pub protocol: Option<String>,
    /// How many resources it lists; `None`: not offered or no answer.
    pub resources: Option<u32>,
    /// How many prompts it lists; `None`: not offered or no answer.
    pub prompts: Option<u32>,
    /// How long the steps took.
    pub timing: Timing,
    /// What was said.
    pub log: Transcript,
    /// What was odd but did no harm.
    pub notes: Vec<Note>,
}

/// How long the steps took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Start to answered handshake.
    pub start: Duration,
    /// Listing, all pages.
    pub list: Duration,
    /// Pages read.
    pub pages: u32,
    /// Bytes of all answers together.
    pub bytes: usize,
}

/// What was said while connected, masked and bounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The newest lines, oldest first.
    pub lines: Vec<LogEntry>,
    /// How many older lines were dropped.
    pub dropped: usize,
}

/// One line of what was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Time since the start.
    pub at: Duration,
    /// Who said it.
    pub kind: LogKind,
    /// What, masked and without terminal escapes; long lines are cut.
    pub text: String,
    /// The message it stands for as JSON, masked and cut at 16 KiB; `None`: the
    /// line is all there is.
    pub message: Option<String>,
}

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogKind {
    /// We sent a message.
    Sent,
    /// The server sent a message.
    Received,
    /// The server wrote to standard error.
    Stderr,
    /// Something we noticed.
    Note,
}

impl LogKind {
    /// The word used in JSON and in the window.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "out",
            Self::Received => "in",
            Self::Stderr => "stderr",
            Self::Note => "note",
        }
    }
}

/// Something odd that did no harm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The capabilities do not name tools: the server offers none.
    OffersNoTools,
    /// Lines on standard output that are no protocol message; the first one.
    Noise {
        /// How many.
        lines: u32,
        /// The first of them, masked and cut.
        first: String,
    },
    /// Messages that are JSON but no JSON-RPC.
    NotJsonRpc {
        /// How many.
        messages: u32,
    },
    /// A page named a cursor that was used before; listing stopped there.
    RepeatedCursor,
    /// More pages than allowed; the rest is missing.
    PageLimit {
        /// The most pages read.
        pages: u32,
    },
    /// The program closed its input late and had to be killed.
    Killed,
    /// Listing its resources or prompts failed; says which and how.
    CountFailed {
        /// `resources` or `prompts`.
        what: &'static str,
        /// What the server said, masked.
        why: String,
    },
    /// Tokens are kept in memory only, since there is no keychain.
    NoKeychain {
        /// What the system said.
        why: String,
    },
}
