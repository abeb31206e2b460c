//! Asking the user's own client what it loads. Also the contract of `plimsoll
//! prove --json`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Problem;

/// What to prove.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ProveRequest {
    /// The project folder; `None` outside any.
    pub project: Option<String>,
    /// The client's program; `None`: the one on `PATH`.
    pub program: Option<String>,
    /// Queries its search is asked.
    pub queries: Vec<super::SearchQuery>,
    /// How long it may take, milliseconds; `None`: a minute and 3 s for each server.
    pub timeout_ms: Option<u32>,
}

/// What a client did, against what was predicted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Proof {
    /// `plimsoll.prove/1`.
    pub schema: String,
    /// The client's id.
    pub client: String,
    /// Its version.
    pub version: Option<String>,
    /// When, RFC 3339.
    pub at: String,
    /// `observed`: the client ran. `reread`: it cannot be run, and its files
    /// were read again by an independent reader.
    pub method: String,
    /// Every tool of every server in use or switched off.
    pub tools: Vec<ProvenTool>,
    /// The client's own tools it sent or announced.
    pub built_in: Vec<String>,
    /// The announcement of deferred names, as sent; `None`: there was none.
    pub announcement: Option<String>,
    /// Where it did not do what was predicted; empty: confirmed.
    pub differences: Vec<Problem>,
    /// What it does not cover, and why.
    pub notes: Vec<Problem>,
    /// What its search answered.
    pub results: Vec<ProvenSearch>,
    /// How long it took, milliseconds.
    pub ms: u32,
}

/// One tool, predicted and observed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProvenTool {
    /// The server's name; `None` for one nobody predicted.
    pub server: Option<String>,
    /// The name as the client writes it.
    pub sent_as: String,
    /// `always`, `whenNeeded`, `off` or `unknown`.
    pub predicted: String,
    /// `always`, `whenNeeded` or `off`.
    pub observed: String,
    /// Whether the description arrived cut; `None`: it was not sent.
    pub cut: Option<bool>,
    /// The description as sent, where it arrived cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
}

/// What the client's own search answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProvenSearch {
    /// The query's id.
    pub id: String,
    /// The query.
    pub query: String,
    /// Tools predicted, best first.
    pub predicted: Vec<String>,
    /// Tools observed, best first.
    pub observed: Vec<String>,
}
