//! The wrapping MCP server: one real server behind it, fewer tools in front.
//!
//! It stands between a client and a server on their standard streams. What
//! needs no change passes as the bytes it came in; only tool lists, tool calls
//! and, when deferring, the handshake are looked into. It writes no file, logs
//! nothing and listens on no port.

mod defer;
mod downstream;
mod find;
mod preview;
mod relay;
mod rules;
mod tools;
mod upstream;

use crate::clients::WrapOptions;

pub use self::{
    preview::{Shown, preview},
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
    /// What the server is called, for what the model reads.
    pub name: Option<String>,
}

impl Wrapping {
    /// As the options of an entry or a command line say.
    ///
    /// # Errors
    /// [`RuleError`] naming the pattern that cannot be read.
    pub fn new(options: &WrapOptions) -> Result<Self, RuleError> {
        let rules = Rules::new(
            &options.only,
            &options.except,
            options.read_only,
            options.audience.clone(),
        )?;
        Ok(Self {
            rules,
            defer: options.defer,
            grow: options.grow,
            max_description: options.max_description,
            name: options.name.clone(),
        })
    }

    /// Whether everything passes unchanged.
    pub fn is_transparent(&self) -> bool {
        self.rules.is_open() && !self.defer && self.max_description.is_none()
    }
}
