//! Trying a server that no configuration names. Also the contract of `plimsoll
//! try --json`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{ConsentAsk, LintFinding, Problem, SearchChange, SearchSummary, TaskSet, TokenSum};

/// A server somebody has at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct CandidateRequest {
    /// A snippet of any client's configuration, a command line, an address, a
    /// path of a catalogue, registry or `.mcpb` file, or a catalogue's text.
    pub spec: String,
    /// The name of the file whose text `spec` is, where only that is known: a
    /// catalogue's server is called like its file.
    #[ts(optional)]
    pub file_name: Option<String>,
    /// Names of variables of our own environment that it gets.
    pub env: Vec<String>,
    /// Whether the user has seen the exact command and allowed it to start.
    /// Without it a command only answers with what it would start.
    pub allowed: bool,
    /// Keys of the candidates that is said of; empty: all that the text names.
    pub only: Vec<String>,
    /// Only the tools this audience's token would see, where the catalogue says.
    pub audience: Option<String>,
    /// The project whose clients it is weighed for.
    pub project: Option<String>,
    /// Time it may take to answer, and again to list, ms; `None`: the settings,
    /// and two minutes at least to start, since it installs everything anew.
    pub timeout_ms: Option<u32>,
    /// Queries to ask with it and without it, in every client whose search its
    /// tools would join; `None`: no question is asked.
    #[ts(optional)]
    pub tasks: Option<Vec<TaskSet>>,
}

/// What a candidate would bring. Nothing is written by trying.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Candidates {
    /// `plimsoll.try/1`.
    pub schema: String,
    /// The tokenizer of every number here.
    pub tokenizer: String,
    /// One per server the text names.
    pub candidates: Vec<Candidate>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// One server that could be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// Names it for later requests while the app runs.
    pub key: String,
    /// What to call it.
    pub name: String,
    /// `catalogue`, `command` or `address`.
    pub source: String,
    /// What it would start or reach, when it is no catalogue.
    pub ask: Option<ConsentAsk>,
    /// Names of variables it needs that have no value.
    pub missing: Vec<String>,
    /// Why no client's file can have it as an entry; `None`: `add` of a plan
    /// request takes it.
    pub not_addable: Option<String>,
    /// Whether its tools are known.
    pub listed: bool,
    /// Why they are not.
    pub problem: Option<Problem>,
    /// The audiences its catalogue names.
    pub audiences: Vec<String>,
    /// Its tools, heaviest first.
    pub tools: Vec<CandidateTool>,
    /// What it would add to each client.
    pub weights: Vec<CandidateWeight>,
    /// Limits it breaks, names it shares, descriptions it nearly repeats.
    pub findings: Vec<LintFinding>,
    /// What it changes in the answers to queries; `None`: none were asked, or
    /// its tools are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub effects: Option<Vec<CandidateEffect>>,
}

/// One tool of a candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CandidateTool {
    /// The name as the server sends it.
    pub name: String,
    /// The name as Claude Code would write it.
    pub sent_as: String,
    /// Tokens of its definition in Claude Code.
    pub tokens: u32,
    /// Whether the server calls it read-only; `None`: it does not say.
    pub read_only: Option<bool>,
    /// How dangerous a descriptor calls it, in its own word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub danger: Option<String>,
    /// Who may use it, where the catalogue says.
    pub audiences: Vec<String>,
}

/// What a candidate would add to one client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CandidateWeight {
    /// The client's id.
    pub client: String,
    /// Tokens when all its definitions are loaded.
    pub if_always: u32,
    /// Tokens before the first message when they are loaded when needed;
    /// `None`: the client has no such mode.
    pub if_when_needed: Option<u32>,
    /// How the client would load it as it is set now: `always`, `whenNeeded`,
    /// `off`, `mixed` or `unknown`.
    pub loading: String,
    /// The client's standing weight now.
    pub standing: TokenSum,
    /// The client's standing weight with it.
    pub standing_with: TokenSum,
}

/// What a candidate changes in the search of one client, over one task set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CandidateEffect {
    /// The client's id.
    pub client: String,
    /// The id of the engine that simulates its search.
    pub engine: String,
    /// `exact` or `approximate`.
    pub fidelity: String,
    /// The task set's name.
    pub tasks: String,
    /// Its queries.
    pub queries: u32,
    /// How well they did without it, when expected tools are given.
    pub without: Option<SearchSummary>,
    /// How well they do with it.
    pub with: Option<SearchSummary>,
    /// Queries that lose by it: an expected tool stands further behind or is
    /// not found any more. Where none was found before or now, any tool is gone.
    pub crowded_out: Vec<CandidateQuery>,
    /// Queries that win by it: an expected tool stands further in front. Where
    /// none was found before or now, one of its own tools stands first.
    pub won: Vec<CandidateQuery>,
    /// Further queries with another answer than before.
    pub changed: u32,
}

/// One query whose answer a candidate changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CandidateQuery {
    /// The query.
    pub query: String,
    /// How its answer changes.
    pub change: SearchChange,
}
