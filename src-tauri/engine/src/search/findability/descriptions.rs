//! What descriptions say, and where.

use std::collections::HashSet;

use super::{Note, Server, verbs::is_verb};
use crate::{
    catalogue::Tool,
    clients::{Cut, Level, claude_code::default_cuts},
    search::tokens::words,
};

/// A reader takes in the beginning.
const FIRST_WORDS: usize = 12;

/// Words that carry no subject.
const EMPTY: [&str; 70] = [
    "a",
    "about",
    "all",
    "also",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "been",
    "but",
    "by",
    "can",
    "each",
    "else",
    "everybody",
    "for",
    "from",
    "given",
    "had",
    "has",
    "have",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "like",
    "made",
    "may",
    "more",
    "must",
    "no",
    "not",
    "note",
    "of",
    "on",
    "one",
    "only",
    "or",
    "other",
    "please",
    "should",
    "so",
    "some",
    "such",
    "that",
    "the",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "to",
    "tool",
    "use",
    "used",
    "when",
    "which",
    "who",
    "will",
    "with",
    "you",
];

/// Words that say something.
pub(super) fn telling(text: &str) -> HashSet<String> {
    words(text)
        .into_iter()
        .filter(|word| word.chars().count() > 2 && !EMPTY.contains(&word.as_str()))
        .collect()
}

pub(super) fn check(server: &Server, notes: &mut Vec<Note>) {
    for tool in &server.catalogue.tools {
        one(server, tool, notes);
    }
}

fn one(server: &Server, tool: &Tool, notes: &mut Vec<Note>) {
    let mut note = |check, level, message: String, effect: String, advice| {
        let (server, tool) = (server.name.clone(), Some(tool.name.clone()));
        notes.push(Note { check, level, server, tool, message, effect, advice });
    };
    let description = tool.description();
    if description.trim().is_empty() {
        note(
            "no-description",
            Level::Error,
            "There is no description.".to_owned(),
            format!("Only the {} words of its name can be found.", words(&tool.name).len()),
            "Say in one sentence what it does and to what.",
        );
        return;
    }
    behind_the_cut(tool, description, &mut note);
    let first: Vec<String> = words(description).into_iter().take(FIRST_WORDS).collect();
    let deed = first.iter().any(|word| is_verb(word));
    let thing = telling(&first.join(" ")).iter().any(|word| !is_verb(word));
    // The verbs known here are English.
    let english = description.chars().filter(|c| c.is_alphabetic()).all(|c| c.is_ascii());
    if english && !(deed && thing) {
        let lacking = match (deed, thing) {
            (false, false) => "neither a deed nor a thing",
            (false, true) => "a thing and no deed",
            (true, _) => "a deed and no thing",
        };
        note(
            "late-to-the-point",
            Level::Hint,
            format!("The first {} words name {lacking}.", first.len()),
            match later(description) {
                Some(at) => {
                    format!("The first deed is its word {at} of {}.", words(description).len())
                }
                None => format!("None of its {} words is a deed.", words(description).len()),
            },
            "Begin with a verb and what it works on.",
        );
    }
}

/// The place of the first verb, from 1.
fn later(description: &str) -> Option<usize> {
    words(description).iter().position(|word| is_verb(word)).map(|at| at + 1)
}

/// Words a search would need that stand only where a client has cut.
fn behind_the_cut(
    tool: &Tool,
    description: &str,
    note: &mut impl FnMut(&'static str, Level, String, String, &'static str),
) {
    let searched = default_cuts(None).eager_description;
    let Some(limit) = searched.units else { return };
    let kept = Cut { units: Some(limit) }.whole_part(description);
    if kept.len() == description.len() {
        return;
    }
    let mut before = telling(kept);
    before.extend(telling(&tool.name));
    let mut lost: Vec<String> = telling(&description[kept.len()..])
        .into_iter()
        .filter(|word| !before.contains(word))
        .collect();
    if lost.is_empty() {
        return;
    }
    lost.sort();
    let shown: Vec<&str> = lost.iter().take(5).map(String::as_str).collect();
    note(
        "words-behind-the-cut",
        Level::Warning,
        format!(
            "Claude Code searches the first {limit} UTF-16 units of a description (2,048 before 2.1.296)."
        ),
        format!(
            "{} words stand only behind that and find nothing: {}.",
            lost.len(),
            shown.join(", ")
        ),
        "Move what it is for to the front.",
    );
}
