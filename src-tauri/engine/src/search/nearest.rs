//! When nothing is found: words of the names that look like the query's.

use std::collections::BTreeSet;

use super::{Document, tokens::words};

/// A word of the names in place of one that matches nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// The word of the query.
    pub of: String,
    /// A word of the names.
    pub word: String,
    /// A tool whose name has it, as the client writes it.
    pub tool: String,
}

/// How alike two words must be, from 0 to 1: a slip of the pen in five letters.
const LIKENESS: f32 = 0.72;

/// For each word of the query, the words of names most like it.
pub fn nearest(query: &str, documents: &[Document]) -> Vec<Instead> {
    let named: BTreeSet<String> = documents
        .iter()
        .filter(|document| document.is_deferred())
        .flat_map(|document| words(&document.tool.name))
        .collect();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    let tool_with = |word: &str| {
        documents
            .iter()
            .find(|document| {
                document.is_deferred()
                    && words(&document.tool.name).iter().any(|named| named == word)
            })
            .map(|document| document.sent_as.clone())
    };
    let mut instead = Vec::new();
    for of in words(query).into_iter().take(12) {
        for word in similar::get_close_matches(of.as_str(), &named, 2, LIKENESS) {
            if let Some(tool) = tool_with(word) {
                instead.push(Instead { of: of.clone(), word: word.to_owned(), tool });
            }
        }
    }
    instead
}
