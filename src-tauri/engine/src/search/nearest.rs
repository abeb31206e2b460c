//! When nothing is found: words of the names that look like the query's.

use std::collections::BTreeMap;

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

/// Words of a query that are looked at.
const WORDS: usize = 12;

/// Every word of the names of searchable tools, with the first tool that has it.
#[derive(Clone, Debug, Default)]
pub struct Nearest {
    tools: BTreeMap<String, String>,
}

impl Nearest {
    /// Collects the words.
    pub fn of(documents: &[Document]) -> Self {
        let mut tools = BTreeMap::new();
        for document in documents.iter().filter(|document| document.is_deferred()) {
            for word in words(&document.tool.name) {
                tools.entry(word).or_insert_with(|| document.sent_as.clone());
            }
        }
        Self { tools }
    }

    /// For each word of the query, the words of names most like it.
    pub fn instead(&self, query: &str) -> Vec<Instead> {
        let named: Vec<&str> = self.tools.keys().map(String::as_str).collect();
        let mut instead = Vec::new();
        for of in words(query).into_iter().take(WORDS) {
            for word in similar::get_close_matches(of.as_str(), &named, 2, LIKENESS) {
                if let Some(tool) = self.tools.get(word) {
                    let (word, tool) = (word.to_owned(), tool.clone());
                    instead.push(Instead { of: of.clone(), word, tool });
                }
            }
        }
        instead
    }
}
