//! Which clients exist, where their files are, what they say, and what they
//! would load. Reading never starts a program and never writes.
//!
//! A client is one folder here implementing [`Client`]; adding one touches that
//! folder and [`all`].

pub mod claude_code;
pub mod claude_desktop;
pub mod cursor;
pub mod habits;

mod document;
mod entry;
mod finding;
mod loading;
mod masking;
mod received;
mod secret;
mod wrapped;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

pub(crate) use self::masking::{MASK, is_sensitive_name, mask_credentials};
pub use self::{
    document::{Dialect, Document, DocumentError, Member, Node, Value},
    entry::{Cause, Entry, Launch, Place, Remote, Scope, Standing, Stdio, Transport},
    finding::{Finding, Level},
    loading::{Cut, Cuts, FixedCost, Given, Loading, Mode, Policy, ToolTraits, Verdict},
    masking::{mask_argument_list, mask_url},
    received::received_by_claude_code,
    secret::Secret,
    wrapped::{
        WrapOptions, Wrapped, gone as gone_wrappers, is_wrapper, not_needed as wrappers_not_needed,
        patterns,
    },
};
use crate::world::World;

/// A program that reads MCP configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClientId {
    /// Anthropic's terminal client.
    ClaudeCode,
    /// Anthropic's desktop chat client.
    ClaudeDesktop,
    /// The Cursor editor and its agent runtime.
    Cursor,
}

impl ClientId {
    /// The name used on the command line and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::ClaudeDesktop => "claude-desktop",
            Self::Cursor => "cursor",
        }
    }

    /// The name people use.
    pub const fn title(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::ClaudeDesktop => "Claude Desktop",
            Self::Cursor => "Cursor",
        }
    }
}

/// The installed client, as far as files tell without starting it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Installed {
    /// Its version; `None` when nothing on disk says it. Rules then are those
    /// of the newest version we measured, and say so.
    pub version: Option<semver::Version>,
    /// The file or link the version was read from.
    pub source: Option<PathBuf>,
}

/// One file a client would read, whether it is there or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Where the client looks.
    pub path: PathBuf,
    /// What it holds, in a few words: "user settings".
    pub role: &'static str,
    /// Whether it was there.
    pub found: bool,
}

/// What one client's files say for one project.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Whose files were read.
    pub client: ClientId,
    /// The installed client.
    pub installed: Installed,
    /// The project the client would be started in; `None` outside any.
    pub project: Option<PathBuf>,
    /// Every file looked at, in the client's order of precedence.
    pub files: Vec<SourceFile>,
    /// Every entry defined, shadowed and unusable ones included.
    pub entries: Vec<Entry>,
    /// How this client, so configured, loads the tools of an entry.
    pub policy: Arc<dyn Policy>,
    /// What the client would silently ignore or choke on.
    pub findings: Vec<Finding>,
}

/// What no file tells and the user does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UserSays {
    /// Claude Desktop's tool access mode. It is a setting of the account, kept
    /// on the vendor's servers.
    pub desktop_tool_access: DesktopToolAccess,
}

/// Claude Desktop's tool access mode, as the user reads it off the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DesktopToolAccess {
    /// Nobody said.
    #[default]
    Unknown,
    /// "Tools already loaded".
    AlreadyLoaded,
    /// "Load tools when needed".
    WhenNeeded,
}

/// A program that reads MCP configuration: where its files are and what they mean.
pub trait Client: Send + Sync {
    /// Which client this is.
    fn id(&self) -> ClientId;

    /// The installed version, found without starting anything.
    fn installed(&self, world: &World) -> Installed;

    /// The project folders this client's own files name.
    fn projects(&self, world: &World) -> Vec<PathBuf>;

    /// What the client would do in `project`.
    ///
    /// Never fails: a file that cannot be read or parsed is a finding, and
    /// everything else is still read.
    fn read(&self, world: &World, says: UserSays, project: Option<&Path>) -> Reading;
}

/// Every client we know.
pub fn all() -> [&'static dyn Client; 3] {
    [&claude_code::ClaudeCode, &claude_desktop::ClaudeDesktop, &cursor::Cursor]
}
