//! Searching a catalogue. Also the contract of `plimsoll search --json`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Problem;

/// What to search, and for what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct SearchRequest {
    /// The queries.
    pub queries: Vec<SearchQuery>,
    /// Engine ids; empty: all.
    pub engines: Vec<String>,
    /// The client whose deferred tools are searched; `*`: every tool that is
    /// known here, whatever its client and loading; `None`: catalogues only.
    pub client: Option<String>,
    /// The version of Claude Code whose search is meant; `None`: the installed
    /// one, or the newest measured.
    pub client_version: Option<String>,
    /// The project that client is in.
    pub project: Option<String>,
    /// Only servers of these names; empty: all.
    pub servers: Vec<String>,
    /// Paths of catalogue files, searched on top.
    pub catalogues: Vec<String>,
    /// Keys of tried servers, searched on top.
    pub candidates: Vec<String>,
    /// Changes to search with instead of what is configured.
    pub plan: Option<super::PlanRequest>,
    /// Texts to search with instead of what the servers send.
    pub drafts: Vec<ToolDraft>,
    /// Results a query asks for when it does not say; `None`: the engine's.
    pub max_results: Option<i64>,
    /// `o200k_base` or `cl100k_base`; `None`: the setting.
    pub tokenizer: Option<String>,
}

/// A tool's texts while an author edits them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ToolDraft {
    /// The server's name.
    pub server: String,
    /// The tool's name as the server sends it.
    pub tool: String,
    /// Another name; `None`: as sent.
    pub name: Option<String>,
    /// Another description; `None`: as sent.
    pub description: Option<String>,
}

/// One query.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct SearchQuery {
    /// For telling results apart.
    pub id: String,
    /// The query.
    pub query: String,
    /// Results asked for.
    pub max_results: Option<i64>,
    /// Written names of tools of which one should be found.
    pub expected: Vec<String>,
}

/// What the engines give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Search {
    /// `plimsoll.search/1`.
    pub schema: String,
    /// The tokenizer of every number here.
    pub tokenizer: String,
    /// The engines asked, with what their orders depend on.
    pub engines: Vec<EngineAbout>,
    /// Tools a search can find.
    pub searchable: u32,
    /// Tools that are loaded anyway, by written name.
    pub always_loaded: Vec<String>,
    /// Every query and engine.
    pub results: Vec<SearchResult>,
    /// Of the first engine, when expected tools are given.
    pub summary: Option<SearchSummary>,
    /// Of every engine, when expected tools are given.
    pub summaries: Vec<SearchSummary>,
    /// What candidates, planned changes or drafts change; `None`: there are none.
    pub compared: Option<SearchComparison>,
    /// Whether the client's own searchable tools compete in this, captured by a
    /// proof run; `None`: no Claude Code engine was asked.
    pub built_in: Option<bool>,
    /// What could not be searched.
    pub problems: Vec<Problem>,
}

/// The same queries without candidates, planned changes and drafts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchComparison {
    /// Of every engine, when expected tools are given.
    pub summaries: Vec<SearchSummary>,
    /// Queries whose answer differs.
    pub changes: Vec<SearchChange>,
}

/// How one answer changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchChange {
    /// The query's id.
    pub id: String,
    /// The engine's id.
    pub engine: String,
    /// The place of the first expected tool before, from 1.
    pub rank_before: Option<u32>,
    /// The place now.
    pub rank_after: Option<u32>,
    /// Tools that were among the results and are not any more.
    pub gone: Vec<String>,
    /// Tools that came in.
    pub came: Vec<String>,
    /// Whether the tools that stayed stand in another order.
    pub reordered: bool,
    /// Whether the query loses by it: the first expected tool stands further
    /// behind or, where none was found before or now, a tool is gone.
    pub loses: bool,
    /// Whether the query wins: the first expected tool stands further in front
    /// or, where none was found before or now, a tool that came is first.
    pub wins: bool,
}

/// An engine and how far to trust it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EngineAbout {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// `exact` or `approximate`.
    pub fidelity: String,
    /// Why.
    pub because: String,
    /// What its orders depend on.
    pub parameters: Vec<EngineParameter>,
}

/// One number or rule an order depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EngineParameter {
    /// What it is.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Where it is known from.
    pub source: String,
}

/// What one engine gives for one query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchResult {
    /// The query's id.
    pub id: String,
    /// The query.
    pub query: String,
    /// The engine's id.
    pub engine: String,
    /// Results asked for.
    pub max_results: i64,
    /// `found`, `nothing` or `error`.
    pub outcome: String,
    /// Why it was refused.
    pub error: Option<SearchFault>,
    /// `exact` or `approximate`.
    pub fidelity: String,
    /// The tools, best first.
    pub tools: Vec<FoundTool>,
    /// How many tools match at all.
    pub matching: u32,
    /// How many behind the cut have the last one's score.
    pub tied_beyond: u32,
    /// Terms that match nothing.
    pub unmatched: Vec<String>,
    /// For words that match nothing: what to search instead.
    pub instead: Vec<SearchInstead>,
    /// Where nothing is found: why, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub because: Option<String>,
    /// Tokens the found definitions load, and keep loaded.
    pub tokens: u32,
    /// How many such searches in a session cost as much as loading every
    /// searchable definition from the start, `search_tool` counted; 0: even none
    /// costs as much. `None`: nothing is loaded.
    pub break_even: Option<f64>,
    /// Tokens that the client pays up front for having this search; `None`: not
    /// known, and not counted.
    pub search_tool: Option<u32>,
    /// The place of the first expected tool, from 1.
    pub expected_rank: Option<u32>,
    /// How long it took, milliseconds.
    pub ms: f64,
}

/// A query the engine refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchFault {
    /// The code the API documents.
    pub code: String,
    /// For people.
    pub message: String,
}

/// One tool found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FoundTool {
    /// The server's name; `None` for a tool of the client itself.
    pub server: Option<String>,
    /// The name as the server sends it.
    pub name: String,
    /// The name as the client writes it.
    pub sent_as: String,
    /// The engine's own score.
    pub score: f64,
    /// Tokens its definition loads.
    pub tokens: u32,
    /// Why it was found, strongest first.
    pub why: Vec<FoundWhy>,
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FoundWhy {
    /// What of the query.
    pub term: String,
    /// `server`, `name`, `description`, `hint`, `argumentName` or `argumentDescription`.
    pub field: String,
    /// The text to mark.
    pub text: String,
    /// What it adds to the score.
    pub points: f64,
}

/// A word of the names in place of one that matches nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchInstead {
    /// The word of the query.
    pub of: String,
    /// A word of the names.
    pub word: String,
    /// A tool whose name has it.
    pub tool: String,
}

/// How well one engine did on queries with expected tools. Shares from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchSummary {
    /// The engine's id.
    pub engine: String,
    /// Queries that say what they expect.
    pub tasks: u32,
    /// Share whose first result was expected.
    pub hit_at1: f64,
    /// Share with an expected tool among the first five.
    pub hit_at5: f64,
    /// Mean of one over the place of the first expected tool.
    pub mrr: f64,
    /// Ids of the queries without any expected tool among the results.
    pub misses: Vec<String>,
}

/// What keeps tools from being found. The contract of `plimsoll lint --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Lint {
    /// `plimsoll.lint/1`.
    pub schema: String,
    /// Servers checked.
    pub servers: u32,
    /// Tools checked.
    pub tools: u32,
    /// Worst first.
    pub findings: Vec<LintFinding>,
    /// What could not be checked.
    pub problems: Vec<Problem>,
}

/// Something that keeps a tool from being found, chosen or used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LintFinding {
    /// The check, kebab-case.
    pub check: String,
    /// How much it matters.
    pub level: super::ProblemLevel,
    /// The server.
    pub server: String,
    /// The tool; `None`: the server as a whole.
    pub tool: Option<String>,
    /// The catalogue file it stands in.
    pub file: Option<String>,
    /// What is so and why it matters.
    pub message: String,
    /// What it does here, measured.
    pub effect: String,
    /// What to do.
    pub advice: String,
}
