//! The acceptance trace of a run.

use serde::Serialize;

use crate::wire::{Search, SearchQuery};

/// One tool found by one engine for one query.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'s> {
    /// The query's id.
    query_id: &'s str,
    query: &'s str,
    engine: &'s str,
    /// The place among the results, from 1.
    rank: usize,
    server: Option<&'s str>,
    tool: &'s str,
    sent_as: &'s str,
    /// Tokens of the definition that being found loads.
    loaded_schema_tokens: u32,
    reason: String,
    /// Whether the query expects it; `null`: it does not say.
    expected: Option<bool>,
    /// How long the query took, milliseconds.
    ms: f64,
}

/// JSON lines, in the order asked and found.
pub(super) fn lines(search: &Search, queries: &[SearchQuery]) -> String {
    let mut text = String::new();
    for result in &search.results {
        let expected = queries
            .iter()
            .find(|query| query.id == result.id)
            .map(|query| query.expected.as_slice())
            .filter(|expected| !expected.is_empty());
        for (place, tool) in result.tools.iter().enumerate() {
            let reasons = tool.why.iter().map(|why| format!("{} in {}", why.term, why.field));
            let line = Line {
                query_id: &result.id,
                query: &result.query,
                engine: &result.engine,
                rank: place + 1,
                server: tool.server.as_deref(),
                tool: &tool.name,
                sent_as: &tool.sent_as,
                loaded_schema_tokens: tool.tokens,
                reason: reasons.collect::<Vec<_>>().join(", "),
                expected: expected.map(|expected| expected.contains(&tool.sent_as)),
                ms: result.ms,
            };
            // Texts and numbers always serialize.
            text.push_str(&serde_json::to_string(&line).unwrap_or_default());
            text.push('\n');
        }
    }
    text
}
