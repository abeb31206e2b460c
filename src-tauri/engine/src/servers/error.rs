//! Why a server could not be listed, for people.

use std::time::Duration;

use super::Transcript;

/// Why a server could not be listed.
///
/// Every text in it is masked: no configured value and no header shows.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct ListingError {
    /// Which of the ways to fail.
    pub state: Failure,
    /// What happened, in one sentence.
    pub reason: String,
    /// The next step.
    pub advice: String,
    /// The last lines of standard error.
    pub stderr_tail: Vec<String>,
    /// What was said.
    pub log: Transcript,
    /// How long it took to fail.
    pub after: Duration,
}

/// The ways to fail. Each asks for something else from the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    /// The program could not be started.
    StartFailed,
    /// The program ended before it answered the handshake.
    ExitedEarly,
    /// It runs or is reachable, but did not answer the handshake in time.
    NoAnswer,
    /// It answered the handshake with a refusal or with nonsense.
    HandshakeFailed,
    /// The handshake succeeded, the list did not come.
    ListFailed,
    /// More was received than allowed.
    TooMuch,
    /// The address cannot be reached or answered with an HTTP error.
    Unreachable,
    /// The server wants a login.
    NeedsLogin,
    /// The command that makes headers failed.
    HeadersFailed,
    /// This way of speaking to a server is not supported.
    Unsupported,
    /// The user cancelled.
    Cancelled,
}

impl Failure {
    /// The code used in JSON, kebab-case.
    pub const fn code(self) -> &'static str {
        match self {
            Self::StartFailed => "server-start-failed",
            Self::ExitedEarly => "server-exited-early",
            Self::NoAnswer => "server-no-answer",
            Self::HandshakeFailed => "server-handshake-failed",
            Self::ListFailed => "server-list-failed",
            Self::TooMuch => "server-sent-too-much",
            Self::Unreachable => "server-unreachable",
            Self::NeedsLogin => "server-needs-login",
            Self::HeadersFailed => "server-headers-failed",
            Self::Unsupported => "server-transport-unsupported",
            Self::Cancelled => "server-cancelled",
        }
    }
}
