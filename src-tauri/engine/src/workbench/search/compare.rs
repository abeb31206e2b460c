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

/// What came, what is gone, whether the rest stands in another order, where the
/// first expected tool went, and what that means; `None`: nothing of it changed.
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
    let gone = without(had.clone(), &has);
    let reordered = without(had, &gone) != without(has.clone(), &came);
    let moved = before.expected_rank != now.expected_rank;
    let (loses, wins) = match (before.expected_rank, now.expected_rank) {
        (None, None) => (!gone.is_empty(), has.first().is_some_and(|first| came.contains(first))),
        (before, now) => {
            let place = |rank: Option<u32>| rank.unwrap_or(u32::MAX);
            (place(now) > place(before), place(now) < place(before))
        }
    };
    (moved || reordered || !came.is_empty() || !gone.is_empty()).then(|| SearchChange {
        id: now.id.clone(),
        engine: now.engine.clone(),
        rank_before: before.expected_rank,
        rank_after: now.expected_rank,
        gone,
        came,
        reordered,
        loses,
        wins,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// An answer with these tools, of which `expected` was expected.
    fn answer(tools: &[&str], expected: &str) -> SearchResult {
        let found = tools.iter().map(|name| {
            json!({"server": "s", "name": name, "sentAs": name, "score": 1.0, "tokens": 1, "why": []})
        });
        let rank = tools.iter().position(|name| *name == expected).map(|at| at + 1);
        serde_json::from_value(json!({
            "id": "1", "query": "q", "engine": "names", "maxResults": 5, "outcome": "found",
            "error": null, "fidelity": "approximate", "tools": found.collect::<Vec<_>>(),
            "matching": 3, "tiedBeyond": 0, "unmatched": [], "instead": [], "tokens": 1,
            "breakEven": null, "expectedRank": rank, "ms": 0.0,
        }))
        .expect("an answer")
    }

    #[test]
    fn what_differs_between_two_answers_is_told_apart() {
        for (why, before, now, want) in [
            ("nothing", vec!["a", "b"], vec!["a", "b"], None),
            ("one came", vec!["a"], vec!["a", "b"], Some((vec!["b"], vec![], false))),
            ("one is gone", vec!["a", "b"], vec!["b"], Some((vec![], vec!["a"], false))),
            ("another order", vec!["a", "b"], vec!["b", "a"], Some((vec![], vec![], true))),
            (
                "all of it",
                vec!["a", "b", "c"],
                vec!["d", "b", "a"],
                Some((vec!["d"], vec!["c"], true)),
            ),
        ] {
            let change = change(&answer(&before, "-"), &answer(&now, "-"));
            let got = change.as_ref().map(|change| {
                let names = |names: &[String]| names.to_vec();
                (names(&change.came), names(&change.gone), change.reordered)
            });
            let owned = |names: Vec<&str>| names.into_iter().map(ToOwned::to_owned).collect();
            let want: Option<(Vec<String>, Vec<String>, bool)> =
                want.map(|(came, gone, order)| (owned(came), owned(gone), order));
            assert_eq!(got, want, "{why}");
        }
        let moved = change(&answer(&["a", "b"], "b"), &answer(&["b"], "b")).expect("a change");
        assert_eq!((moved.rank_before, moved.rank_after), (Some(2), Some(1)));
    }
    #[test]
    fn what_was_expected_decides_and_without_it_what_is_gone() {
        for (why, before, now, expected, want) in [
            ("found at last", vec!["x"], vec!["x", "y", "a"], "a", (false, true)),
            ("further in front", vec!["x", "a"], vec!["a", "x"], "a", (false, true)),
            ("further behind", vec!["a"], vec!["b", "a"], "a", (true, false)),
            ("not found any more", vec!["x", "a"], vec!["b", "x"], "a", (true, false)),
            ("where it was, others gone", vec!["a", "b"], vec!["a"], "a", (false, false)),
            ("none expected, one gone", vec!["b", "a"], vec!["b"], "-", (true, false)),
            ("none expected, now it is first", vec!["a"], vec!["c", "a"], "-", (false, true)),
            ("both", vec!["a"], vec!["c"], "-", (true, true)),
            ("none expected, one more behind", vec!["a"], vec!["a", "c"], "-", (false, false)),
        ] {
            let change = change(&answer(&before, expected), &answer(&now, expected)).expect(why);
            assert_eq!((change.loses, change.wins), want, "{why}");
        }
    }
}
