//! What a client would silently ignore or choke on.

use super::Place;

/// How much damage a finding does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Worth knowing.
    Hint,
    /// Something does not do what its author meant.
    Warning,
    /// A server, a file or a secret is lost or exposed.
    Error,
}

/// One thing in a configuration that does not do what its author meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// For code and suppression lists: `url-without-type`.
    pub code: &'static str,
    /// How much damage it does.
    pub level: Level,
    /// What is so, in one sentence. Never holds a configured value.
    pub message: String,
    /// The next step.
    pub hint: Option<String>,
    /// Where.
    pub place: Option<Place>,
    /// The entry it concerns.
    pub server: Option<String>,
}
