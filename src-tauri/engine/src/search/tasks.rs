//! Queries with the tools they should find, and how well engines find them.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::claude_code::selects;

/// One query and what it should find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// For people and for comparing runs.
    pub id: String,
    /// The query.
    pub query: String,
    /// The number of results asked for; `None`: the run's.
    pub max_results: Option<i64>,
    /// Written names of the tools of which one should be found; empty: nobody
    /// said, and the task does not count.
    pub expected: Vec<String>,
}

/// A line that is no task.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct TaskError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// Reads tasks, one JSON object a line: `{"query", "id"?, "max_results"?,
/// "expected"?}`. Blank lines and further keys are passed over; a task without
/// an id gets its line's number.
///
/// # Errors
/// The first line that is no task.
pub fn parse_tasks(text: &str) -> Result<Vec<Task>, TaskError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut tasks = Vec::new();
    let mut ids = HashSet::new();
    for (line, text) in text.lines().enumerate() {
        let line = line + 1;
        if text.trim().is_empty() {
            continue;
        }
        let fault = |what: &str| TaskError { line, what: what.to_owned() };
        let value: Value =
            serde_json::from_str(text).map_err(|error| fault(&format!("not JSON: {error}")))?;
        let Some(query) = value.get("query").and_then(Value::as_str) else {
            return Err(fault("there is no `query` text"));
        };
        let id = match value.get("id") {
            Some(Value::String(id)) => id.clone(),
            Some(Value::Number(id)) => id.to_string(),
            _ => line.to_string(),
        };
        if !ids.insert(id.clone()) {
            return Err(fault(&format!("the id `{id}` stands on an earlier line, too")));
        }
        let expected = match value.get("expected") {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(names)) => names
                .iter()
                .map(|name| name.as_str().map(ToOwned::to_owned))
                .collect::<Option<_>>()
                .ok_or_else(|| fault("`expected` must be a list of tool names"))?,
            Some(_) => return Err(fault("`expected` must be a list of tool names")),
        };
        let max_results = match value.get("max_results") {
            None | Some(Value::Null) => None,
            Some(number) => {
                Some(number.as_i64().ok_or_else(|| fault("`max_results` must be a whole number"))?)
            }
        };
        tasks.push(Task { id, query: query.to_owned(), max_results, expected });
    }
    Ok(tasks)
}

/// Writes tasks in the form [`parse_tasks`] reads.
pub fn write_tasks(tasks: &[Task]) -> String {
    let mut text = String::new();
    for task in tasks {
        let mut line = json!({ "id": task.id, "query": task.query });
        if let Some(max) = task.max_results {
            line["max_results"] = json!(max);
        }
        if !task.expected.is_empty() {
            line["expected"] = json!(task.expected);
        }
        text.push_str(&line.to_string());
        text.push('\n');
    }
    text
}

/// The place, from 1, of the first of `found` that was expected.
pub fn rank_of<'f>(found: impl IntoIterator<Item = &'f str>, expected: &[String]) -> Option<usize> {
    found.into_iter().position(|name| expected.iter().any(|want| want == name)).map(|at| at + 1)
}

/// As [`rank_of`] for a query. A `select:` asks for tools by name, so all that
/// are expected must come, in that order and first; it is a hit or a miss.
pub fn rank_for(query: &str, found: &[&str], expected: &[String]) -> Option<usize> {
    if !selects(query) {
        return rank_of(found.iter().copied(), expected);
    }
    let first = found.get(..expected.len())?;
    (!expected.is_empty() && first.iter().zip(expected).all(|(got, want)| got == want)).then_some(1)
}

/// How well a set of tasks went. Shares from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Tasks that say what they expect.
    pub tasks: usize,
    /// Share whose first result was expected.
    pub hit_at_1: f64,
    /// Share with an expected tool among the first five.
    pub hit_at_5: f64,
    /// Mean of one over the place of the first expected tool; nothing counts 0.
    pub mrr: f64,
}

impl Summary {
    /// Sums up the places of the first expected tools.
    pub fn of(ranks: &[Option<usize>]) -> Self {
        if ranks.is_empty() {
            return Self::default();
        }
        #[expect(clippy::cast_precision_loss, reason = "a set of tasks is smaller than 2^52")]
        let share = |number: f64| number / ranks.len() as f64;
        let within = |most: usize| {
            let hits = ranks.iter().flatten().filter(|rank| **rank <= most).count();
            share(f64::from(u32::try_from(hits).unwrap_or(u32::MAX)))
        };
        let reciprocal = |rank: &usize| 1.0 / f64::from(u32::try_from(*rank).unwrap_or(u32::MAX));
        Self {
            tasks: ranks.len(),
            hit_at_1: within(1),
            hit_at_5: within(5),
            // A sum of nothing would be -0.
            mrr: share(ranks.iter().flatten().map(reciprocal).fold(0.0, |sum, one| sum + one)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_come_back_as_they_were_written() {
        let text = "{\"id\":\"a\",\"query\":\"x\",\"expected\":[\"mcp__s__t\"],\"lang\":\"en\"}\n\n\
                    {\"query\":\"y\",\"max_results\":3}\n";
        let tasks = parse_tasks(text).expect("tasks");
        assert_eq!(tasks[1].id, "3", "without an id it is the line's number");
        assert_eq!(parse_tasks(&write_tasks(&tasks)).expect("again"), tasks);
    }

    #[test]
    fn a_line_that_is_no_task_is_named() {
        for (why, text, line) in [
            ("no JSON", "{\"query\":\"x\"}\nnope", 2),
            ("no query", "{\"id\":1}", 1),
            ("a wrong list", "{\"query\":\"x\",\"expected\":[1]}", 1),
            ("an id twice", "{\"id\":\"a\",\"query\":\"x\"}\n{\"id\":\"a\",\"query\":\"y\"}", 2),
        ] {
            assert_eq!(parse_tasks(text).expect_err(why).line, line, "{why}");
        }
    }

    #[test]
    fn places_are_summed_up() {
        let summary = Summary::of(&[Some(1), Some(4), None, Some(10)]);
        assert_eq!((summary.tasks, summary.hit_at_1, summary.hit_at_5), (4, 0.25, 0.5));
        assert!((summary.mrr - (1.0 + 0.25 + 0.1) / 4.0).abs() < 1e-12);
        assert_eq!(Summary::of(&[]), Summary::default());
        assert_eq!(rank_of(["a", "b"], &["b".to_owned()]), Some(2));
        let both = ["a".to_owned(), "b".to_owned()];
        for (query, found, rank) in [
            ("select:a,b", vec!["a", "b", "c"], Some(1)),
            ("select:a,b", vec!["a"], None),
            ("select:a,b", vec!["b", "a"], None),
            ("a b", vec!["c", "b"], Some(2)),
        ] {
            assert_eq!(rank_for(query, &found, &both), rank, "{query} {found:?}");
        }
    }
}
