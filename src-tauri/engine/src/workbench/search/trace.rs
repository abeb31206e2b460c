//! The acceptance trace of a run.

use serde::Serialize;

use super::called;
use crate::wire::{Search, SearchQuery};

/// One tool found by one engine for one query, or one that was not found.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'s> {
    /// The query's id.
    query_id: &'s str,
    query: &'s str,
    engine: &'s str,
    /// `found`, `nothing`, `error`, or `missed` for an expected tool that is
    /// not among the results.
    outcome: &'s str,
    /// The place among the results, from 1; `null` where there is none.
    rank: Option<usize>,
    server: Option<&'s str>,
    tool: Option<&'s str>,
    sent_as: Option<&'s str>,
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
    // Texts and numbers always serialize.
    let mut add = |line: &Line<'_>| {
        text.push_str(&serde_json::to_string(line).unwrap_or_default());
        text.push('\n');
    };
    for result in &search.results {
        let expected = queries
            .iter()
            .find(|query| query.id == result.id)
            .map(|query| query.expected.as_slice())
            .filter(|expected| !expected.is_empty());
        let line = |outcome, reason| Line {
            query_id: &result.id,
            query: &result.query,
            engine: &result.engine,
            outcome,
            rank: None,
            server: None,
            tool: None,
            sent_as: None,
            loaded_schema_tokens: 0,
            reason,
            expected: None,
            ms: result.ms,
        };
        for (place, tool) in result.tools.iter().enumerate() {
            let reasons = tool.why.iter().map(|why| format!("{} in {}", why.term, why.field));
            add(&Line {
                rank: Some(place + 1),
                server: tool.server.as_deref(),
                tool: Some(&tool.name),
                sent_as: Some(&tool.sent_as),
                loaded_schema_tokens: tool.tokens,
                expected: expected
                    .map(|expected| expected.iter().any(|name| *name == called(tool, expected))),
                ..line("found", reasons.collect::<Vec<_>>().join(", "))
            });
        }
        if result.tools.is_empty() {
            let reason = match &result.error {
                Some(error) => format!("{}: {}", error.code, error.message),
                None => result.because.clone().unwrap_or_default(),
            };
            add(&line(&result.outcome, reason));
        }
        // One of them is enough, and then none is missed.
        if result.expected_rank.is_none() {
            let expected = expected.unwrap_or_default();
            let has =
                |name: &String| result.tools.iter().any(|tool| *name == called(tool, expected));
            for name in expected.iter().filter(|name| !has(name)) {
                let reason = format!("expected, and not among the {} found", result.tools.len());
                let missed = line("missed", reason);
                add(&Line { sent_as: Some(name), expected: Some(true), ..missed });
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn what_was_missed_or_refused_has_a_line() {
        let result = |id: &str, outcome: &str, tools: Value, error: Value| {
            json!({
                "id": id, "query": "q", "engine": "names", "maxResults": 5, "outcome": outcome,
                "error": error, "fidelity": "approximate", "tools": tools, "matching": 0,
                "tiedBeyond": 0, "unmatched": [], "instead": [], "tokens": 0, "breakEven": null,
                "expectedRank": null, "ms": 0.0,
            })
        };
        let tool = json!([{"server": "s", "name": "a", "sentAs": "mcp__s__a", "score": 1.0, "tokens": 7, "why": []}]);
        let search: Search = serde_json::from_value(json!({
            "schema": "", "tokenizer": "", "engines": [], "searchable": 1, "alwaysLoaded": [],
            "results": [
                result("1", "found", tool, Value::Null),
                result("2", "nothing", json!([]), Value::Null),
                result("3", "error", json!([]), json!({"code": "bad", "message": "no"})),
            ],
            "summary": null, "summaries": [], "compared": null, "builtIn": null, "problems": [],
        }))
        .expect("a search");
        let query = |id: &str| SearchQuery {
            id: id.to_owned(),
            expected: vec!["mcp__s__b".to_owned()],
            ..SearchQuery::default()
        };
        let text = lines(&search, &[query("1"), query("2"), SearchQuery::default()]);
        let got: Vec<(String, String, Option<String>)> = text
            .lines()
            .map(|line| {
                let line: Value = serde_json::from_str(line).expect("a JSON line");
                let text = |key: &str| line[key].as_str().map(ToOwned::to_owned);
                (
                    text("queryId").unwrap_or_default(),
                    text("outcome").unwrap_or_default(),
                    text("sentAs"),
                )
            })
            .collect();
        let line = |id: &str, outcome: &str, name: Option<&str>| {
            (id.to_owned(), outcome.to_owned(), name.map(ToOwned::to_owned))
        };
        assert_eq!(
            got,
            [
                line("1", "found", Some("mcp__s__a")),
                line("1", "missed", Some("mcp__s__b")),
                line("2", "nothing", None),
                line("2", "missed", Some("mcp__s__b")),
                line("3", "error", None),
            ]
        );
    }
}
