//! The wrapping MCP server: one real server behind it, fewer tools in front.
//!
//! It stands between a client and a server on their standard streams. What
//! needs no change passes as the bytes it came in; only tool lists, tool calls
//! and, when deferring, the handshake are looked into. It writes no file, logs
//! nothing and listens on no port.

mod defer;
mod find;
mod message;
mod relay;
mod rules;

pub use self::{
    relay::{Outcome, WrapError, wrap_streams},
    rules::{RuleError, Rules},
};

/// What stands between the client and the server.
#[derive(Clone, Debug, Default)]
pub struct Wrapping {
    /// Which tools are listed and callable.
    pub rules: Rules,
    /// Two tools, find and call, instead of all.
    pub defer: bool,
    /// Found tools join the list, for clients that honour `list_changed`.
    pub grow: bool,
    /// Cuts descriptions in the list to so many characters.
    pub max_description: Option<usize>,
}

impl Wrapping {
    /// Whether everything passes unchanged.
    pub fn is_transparent(&self) -> bool {
        self.rules.is_open() && !self.defer && self.max_description.is_none()
    }
}
