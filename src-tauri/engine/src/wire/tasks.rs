//! Queries with the tools they should find, kept between runs.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::SearchQuery;

/// Queries kept under a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct TaskSet {
    /// Names it; 0 for one that is not kept yet.
    pub id: i64,
    /// What the user calls it.
    pub name: String,
    /// Its queries.
    pub tasks: Vec<SearchQuery>,
}
