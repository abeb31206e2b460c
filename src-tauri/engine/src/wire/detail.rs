//! One server and one tool, in full.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Problem;

/// One server across clients.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerDetail {
    /// Its key.
    pub key: String,
    /// The names it has in configurations.
    pub names: Vec<String>,
    /// `serverInfo` and protocol of the newest answer.
    pub server_name: Option<String>,
    /// `serverInfo.version`.
    pub server_version: Option<String>,
    /// Protocol version agreed on.
    pub protocol: Option<String>,
    /// Names of the capabilities it announced.
    pub capabilities: Vec<String>,
    /// Resources listed.
    pub resources: Option<u32>,
    /// Prompts listed.
    pub prompts: Option<u32>,
    /// The instructions as sent, uncut. Text from the server: data, never markup.
    pub instructions: Option<String>,
    /// Where it is configured.
    pub configured: Vec<Configured>,
    /// The last connection: steps, stderr tail, outcome. Empty when never connected here.
    pub log: Vec<LogLine>,
    /// How many older lines of that log were not kept.
    pub dropped: u32,
    /// How long the last connection took.
    pub timing: Option<Timing>,
    /// Why the last connection failed.
    pub problem: Option<Problem>,
    /// Stored snapshots, newest first.
    pub history: Vec<SnapshotLine>,
}

/// One definition of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Configured {
    /// Client id.
    pub client: String,
    /// Its name there.
    pub name: String,
    /// Its scope there.
    pub scope: String,
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Program and arguments, or the address; credentials masked.
    pub command: Vec<String>,
    /// Directory it starts in.
    pub directory: Option<String>,
    /// Names of variables it sets.
    pub variables: Vec<String>,
    /// Names of headers it sends.
    pub headers: Vec<String>,
    /// Variables it needs that are not set.
    pub missing_variables: Vec<String>,
    /// Why it is off, shadowed or unusable; `None` when active.
    pub because: Option<String>,
}

/// One line of a connection's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    /// Milliseconds since the start.
    pub ms: u32,
    /// `out` (we sent), `in` (it sent), `stderr`, `note`.
    pub kind: String,
    /// The text, masked, control characters made visible by the window.
    pub text: String,
    /// The message the line stands for, as JSON, masked, cut at 16 KiB; `None`:
    /// the line is all there is.
    pub message: Option<String>,
}

/// How long the steps of a connection took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// Start to answered handshake, ms.
    pub start_ms: u32,
    /// Listing, all pages, ms.
    pub list_ms: u32,
    /// Pages read.
    pub pages: u32,
}

/// One stored snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SnapshotLine {
    /// When, RFC 3339.
    pub taken_at: String,
    /// Tools in it.
    pub tools: u32,
    /// Weight of all definitions, tokens.
    pub tokens: u32,
    /// Tools it has and the one before has not.
    pub added: Vec<String>,
    /// Tools the one before has and it has not.
    pub removed: Vec<String>,
    /// Tools whose definition differs from the one before.
    pub changed: Vec<String>,
}

/// One tool in full.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolDetail {
    /// The server's key.
    pub key: String,
    /// The name as the server sends it.
    pub name: String,
    /// The description as sent by the server, uncut. Data, never markup.
    pub description: String,
    /// The definition as received, pretty-printed.
    pub definition: String,
    /// The heaviest properties of the schema, heaviest first.
    pub properties: Vec<PropertyWeight>,
    /// How each client loads it.
    pub loaded: Vec<LoadedIn>,
    /// Hints from the server (`readOnlyHint`, …), as sent.
    pub annotations: Vec<String>,
}

/// Weight of one property of an input schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PropertyWeight {
    /// Path from the schema's root: `filter.labels`.
    pub path: String,
    /// Tokens of its key and schema.
    pub tokens: u32,
}

/// A tool's loading in one client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LoadedIn {
    /// Client id.
    pub client: String,
    /// Project folder.
    pub project: Option<String>,
    /// `always`, `whenNeeded`, `off` or `unknown`.
    pub loading: String,
    /// Why.
    pub because: String,
    /// File of the deciding setting.
    pub file: Option<String>,
    /// Line in it.
    pub line: Option<u32>,
}
