//! The audit: what each client loads. Also the contract of `plimsoll audit --json`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Problem;

/// What to audit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct AuditRequest {
    /// Client ids; empty: all.
    pub clients: Vec<String>,
    /// Project folders; empty: outside any project.
    pub projects: Vec<String>,
    /// `o200k_base` or `cl100k_base`; `None`: the setting.
    pub tokenizer: Option<String>,
}

/// A sum of tokens that may miss servers that did not answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TokenSum {
    /// Tokens of the audit's tokenizer.
    pub tokens: u32,
    /// Whether something that should be in it could not be weighed: show `≥`.
    pub lower_bound: bool,
}

/// What each client loads, per project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Audit {
    /// `plimsoll.audit/1`.
    pub schema: String,
    /// The tokenizer of every number here.
    pub tokenizer: String,
    /// When the files were read, RFC 3339.
    pub read_at: String,
    /// Factors that bound a Claude model's own count, as published: multiply a
    /// number by `low` and `high` for the band.
    pub claude_band: Band,
    /// One element per client and project.
    pub clients: Vec<ClientAudit>,
    /// Everything wrong, worst first.
    pub problems: Vec<Problem>,
}

/// Factors around a count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Band {
    /// The lower factor.
    pub low: f64,
    /// The upper factor.
    pub high: f64,
    /// Where the factors come from.
    pub source: String,
}

/// One client in one project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClientAudit {
    /// `claude-code`, `claude-desktop` or `cursor`.
    pub id: String,
    /// The installed version, when a file tells.
    pub version: Option<String>,
    /// The project folder; `None` outside any.
    pub project: Option<String>,
    /// What is not certain about the rules used, for people.
    pub caveat: Option<String>,
    /// What a tool's weight counts in this client, for people.
    pub counts: String,
    /// Whether any of this client's files exist: false means "not in use here".
    pub present: bool,
    /// Paid before the first message: always-loaded definitions, names of
    /// deferred tools, instructions, and the client's fixed cost for search.
    pub standing: TokenSum,
    /// Definitions that only a search would load.
    pub deferred: TokenSum,
    /// What it would pay without deferral.
    pub if_all_eager: TokenSum,
    /// The fixed part of `standing`, and how it is known.
    pub fixed: Option<FixedSearchCost>,
    /// The part of `standing` that is server instructions.
    pub instructions: TokenSum,
    /// The part of `standing` that is names of deferred tools.
    pub deferred_names: TokenSum,
    /// Active servers that should be in the sums, and how many of them are.
    pub answered: Answered,
    /// Every entry, shadowed ones included, in the client's order.
    pub servers: Vec<ServerAudit>,
    /// Every file looked at.
    pub files: Vec<FileSeen>,
}

/// The client's own cost of searching.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FixedSearchCost {
    /// Tokens.
    pub tokens: u32,
    /// How the number is known.
    pub source: String,
}

/// How many servers are in the sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Answered {
    /// Servers with a known catalogue.
    pub listed: u32,
    /// Active servers.
    pub active: u32,
}

/// A file a client would read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FileSeen {
    /// Its path.
    pub path: String,
    /// What it holds, in a few words.
    pub role: String,
    /// Whether it is there.
    pub found: bool,
}

/// What is known of a server's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ServerState {
    /// Its tools are known.
    Listed,
    /// It could not be started, reached or listed.
    Failed,
    /// Nothing was started and nothing is stored.
    NotStarted,
    /// Switched off in this client and project, or skipped by the client.
    Off,
    /// Waits for the user's approval in the client.
    NeedsApproval,
}

/// One entry in one client and project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerAudit {
    /// The same for equal launches everywhere; `None` for an unusable entry.
    pub key: Option<String>,
    /// The key it is written under.
    pub name: String,
    /// `managed`, `user`, `project`, `local`, `plugin` or `extension`.
    pub scope: String,
    /// The file that defines it.
    pub file: String,
    /// Line of its key, from 1.
    pub line: u32,
    /// Whether another entry of the same name wins.
    pub shadowed: bool,
    /// `stdio`, `http`, `sse` or `ws`; `None` for an unusable entry.
    pub transport: Option<String>,
    /// What it starts or reaches, masked: one line for people.
    pub launch: Option<String>,
    /// Set when it starts Plimsoll's wrapper: what that does, "when needed,
    /// only `get_*`". `launch` shows the server behind it too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub wrapped: Option<String>,
    /// What is known of its answer.
    pub state: ServerState,
    /// Why it is off, shadowed, unapproved or unusable.
    pub because: Option<String>,
    /// `live`, `snapshot` or `mirror`, when its tools are known.
    pub source: Option<String>,
    /// When the tools were listed, RFC 3339.
    pub taken_at: Option<String>,
    /// Why it failed.
    pub problem: Option<Problem>,
    /// The last lines a failed server wrote to its error output, masked.
    pub last_words: Vec<String>,
    /// Its instructions.
    pub instructions: Option<InstructionsAudit>,
    /// Sum of its tools' weights as they would be sent, whatever their loading.
    pub weight: u32,
    /// Its part of the client's standing weight.
    pub standing: u32,
    /// Set when `weight` and `standing` miss something, so that 0 is no weight:
    /// the server failed, was not started, or tells not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub lower_bound: Option<bool>,
    /// Its tools in the server's order.
    pub tools: Vec<ToolAudit>,
}

/// A server's instructions as the client sends them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct InstructionsAudit {
    /// Tokens after the client's cut.
    pub tokens: u32,
    /// Whether the client cuts them.
    pub cut: bool,
}

/// One tool in one client and project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolAudit {
    /// The name as the server sends it.
    pub name: String,
    /// The name as the client writes it to the model.
    pub sent_as: String,
    /// `always`, `whenNeeded`, `off` or `unknown`.
    pub loading: String,
    /// Why, in one sentence.
    pub because: String,
    /// The file of the setting that decides; `None` for a default.
    pub file: Option<String>,
    /// Line in it, from 1.
    pub line: Option<u32>,
    /// Its weight.
    pub tokens: ToolTokens,
    /// Whether the client cuts the description as loaded.
    pub cut: bool,
}

/// The weight of one tool in one client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolTokens {
    /// The written name.
    pub name: u32,
    /// The description after the cut that holds for its loading.
    pub description: u32,
    /// The input schema, minified.
    pub schema: u32,
    /// The definition as sent, framing included; not the sum of the parts.
    pub total: u32,
    /// What it costs up front while deferred: its name line.
    pub if_deferred: u32,
}
