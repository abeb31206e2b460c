//! Consent, connecting and progress.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Problem;

/// Exactly what connecting would start or reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ConsentAsk {
    /// The server's key.
    pub key: String,
    /// The names it has in configurations.
    pub names: Vec<String>,
    /// The clients that define it.
    pub clients: Vec<String>,
    /// `stdio`, `http` or `sse`.
    pub transport: String,
    /// Program and arguments, or the address; credentials masked.
    pub command: Vec<String>,
    /// The directory it starts in.
    pub directory: Option<String>,
    /// Names of the variables the entry sets; values are never shown.
    pub variables: Vec<String>,
    /// What its client's settings give it besides, each with its file.
    pub given: Vec<GivenVariable>,
    /// Names of the headers the entry sends; values are never shown.
    pub headers: Vec<String>,
    /// A helper program that makes headers, masked; it runs too.
    pub headers_helper: Option<String>,
    /// The file that defines it.
    pub file: String,
    /// Line in it, from 1.
    pub line: u32,
    /// Whether this exact command was allowed before and may run unasked.
    pub remembered: bool,
    /// Why it asks, in one sentence.
    pub because: String,
}

/// A variable that reaches a server from its client's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct GivenVariable {
    /// Its name.
    pub name: String,
    /// Its value, masked.
    pub value: String,
    /// The file that gives it.
    pub file: String,
    /// Whether that file comes with the project, and the variable is more than a
    /// switch of the client itself.
    pub of_project: bool,
}

/// What to connect to, or to ask consent for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ConnectRequest {
    /// Keys of servers. To connect: those the user has just allowed, or allowed
    /// before. To ask: empty means every active server; one that waits for
    /// approval in its client is asked about by its key only.
    pub keys: Vec<String>,
    /// Client ids whose configurations define them; empty: all.
    pub clients: Vec<String>,
    /// Project folders; empty: outside any project.
    pub projects: Vec<String>,
    /// Whether to remember the consent for these exact commands.
    pub remember: bool,
    /// Time a server may take to answer, and again to list, ms; `None`: the settings.
    pub timeout_ms: Option<u32>,
}

/// Where one server stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ConnectPhase {
    /// Waits for a place.
    Queued,
    /// The program starts or the address is reached.
    Starting,
    /// It answered; its tools are being listed.
    Listing,
    /// Its tools are known.
    Listed,
    /// It failed; the problem says how.
    Failed,
    /// The user cancelled.
    Cancelled,
}

/// Progress of one server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ConnectEvent {
    /// The server's key.
    pub key: String,
    /// The name it has in a configuration.
    pub name: String,
    /// Where it stands.
    pub phase: ConnectPhase,
    /// Milliseconds since it was started.
    pub ms: u32,
    /// Tools listed so far.
    pub tools: Option<u32>,
    /// Why it failed.
    pub problem: Option<Problem>,
}

/// How a connect ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ConnectSummary {
    /// Servers whose tools are known now.
    pub listed: u32,
    /// Servers that failed.
    pub failed: u32,
    /// Servers the user cancelled.
    pub cancelled: u32,
}
