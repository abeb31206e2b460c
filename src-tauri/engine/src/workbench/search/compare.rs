//! How answers differ with candidates, planned changes and drafts.

use std::collections::HashSet;

use super::answer::Answered;
use crate::wire::{SearchChange, SearchComparison, SearchResult};

/// Both runs asked the same engines the same queries.
pub(super) fn changes(before: Answered, now: &Answered) -> SearchComparison {
    let changes =
        before.results.iter().zip(&now.results).filter_map(|(before, now)| change(before, now));
    SearchComparison { changes: changes.collect(), summaries: before.summaries }
}

/// What came, what is gone, and where the first expected tool went; `None`:
/// nothing of it changed.
fn change(before: &SearchResult, now: &SearchResult) -> Option<SearchChange> {
    let names = |result: &'_ SearchResult| -> Vec<String> {
        result.tools.iter().map(|tool| tool.sent_as.clone()).collect()
    };
    let without = |names: Vec<String>, others: &[String]| -> Vec<String> {
        let others: HashSet<&String> = others.iter().collect();
        names.into_iter().filter(|name| !others.contains(name)).collect()
    };
    let (had, has) = (names(before), names(now));
    let came = without(has.clone(), &had);
    let gone = without(had, &has);
    let moved = before.expected_rank != now.expected_rank;
    (moved || !came.is_empty() || !gone.is_empty()).then(|| SearchChange {
        id: now.id.clone(),
        engine: now.engine.clone(),
        rank_before: before.expected_rank,
        rank_after: now.expected_rank,
        gone,
        came,
    })
}
