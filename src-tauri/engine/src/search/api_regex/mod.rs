//! The Claude API's `tool_search_tool_regex`.
//!
//! Which tools match is documented: Python's `re.search` without regard to
//! case, over names, descriptions, argument names and argument descriptions.
//! In which order they come is not; the order here is the catalogue's.

mod python;

use std::{
    ops::Range,
    sync::Arc,
    time::{Duration, Instant},
};

use rayon::prelude::*;

use super::{
    Document, Engine, EngineId, Fidelity, Index, Match, Outcome, Parameter, SearchErrorCode,
    api_bm25::fields, ranking::rank,
};

/// The longest pattern the API takes, in characters.
/// Documented at platform.claude.com, tool search tool, mid-2026.
const LONGEST_PATTERN: usize = 200;

/// Steps back before one field gives up; the API's own bound is not published.
const BACKTRACKING: usize = 100_000;

/// How long all fields together may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// Fields searched in one go.
const BLOCK_BYTES: usize = 128 * 1024;

/// Regular expressions over the fields the API searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct ApiRegex;

impl Engine for ApiRegex {
    fn id(&self) -> EngineId {
        EngineId::ApiRegex
    }

    fn title(&self) -> String {
        "Claude API, regex".to_owned()
    }

    fn fidelity(&self) -> Fidelity {
        Fidelity {
            exact: false,
            because: "Which tools match is exact as far as it is documented; the order among \
                      them, and so which five of more come back, is not published. Nested \
                      arguments are taken as not searched."
                .to_owned(),
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let documented = "platform.claude.com, tool search tool, mid-2026";
        let parameter =
            |name, value: &str, source| Parameter { name, value: value.to_owned(), source };
        vec![
            parameter("dialect", "Python re, without regard to case", documented),
            parameter(
                "fields",
                "name, description, names and descriptions of top-level arguments",
                documented,
            ),
            parameter("longest pattern", "200 characters", documented),
            parameter("results", "5", documented),
            parameter("order", "of the catalogue", "chosen here; the API's own is not published"),
            parameter("bound", "100,000 steps back a field, 1 s in all", "chosen here"),
        ]
    }

    fn index(&self, documents: Arc<[Document]>) -> Box<dyn Index> {
        Box::new(RegexIndex::new(documents))
    }
}

/// Where one field stands.
struct Span {
    document: usize,
    /// In the text of its block.
    bytes: Range<usize>,
}

/// Some fields, one to a line, so that most patterns need one look at all.
struct Block {
    text: String,
    spans: Vec<Span>,
}

struct RegexIndex {
    documents: Arc<[Document]>,
    blocks: Vec<Block>,
}

impl RegexIndex {
    fn new(documents: Arc<[Document]>) -> Self {
        let mut blocks: Vec<Block> = Vec::new();
        for (place, document) in documents.iter().enumerate() {
            if !document.is_deferred() {
                continue;
            }
            if blocks.last().is_none_or(|block| block.text.len() > BLOCK_BYTES) {
                blocks.push(Block { text: String::new(), spans: Vec::new() });
            }
            let Some(block) = blocks.last_mut() else { continue };
            for (_, text) in fields(document) {
                let start = block.text.len();
                block.text.push_str(text);
                block.spans.push(Span { document: place, bytes: start..block.text.len() });
                block.text.push('\n');
            }
        }
        Self { documents, blocks }
    }
}

impl Index for RegexIndex {
    fn search(&self, query: &str, max: i64) -> Outcome {
        let length = query.chars().count();
        if length > LONGEST_PATTERN {
            return Outcome::refused(
                SearchErrorCode::InvalidToolInput,
                format!("The pattern has {length} characters; the API takes {LONGEST_PATTERN}."),
            );
        }
        let pattern = match Pattern::new(query) {
            Ok(pattern) => pattern,
            Err(what) => {
                let message = format!("The pattern is not one of Python's: {what}.");
                return Outcome::refused(SearchErrorCode::InvalidToolInput, message);
            }
        };
        let deadline = Instant::now() + PATIENCE;
        let found: Result<Vec<Vec<usize>>, TooLong> =
            self.blocks.par_iter().map(|block| pattern.documents(block, deadline)).collect();
        let Ok(found) = found else {
            return Outcome::refused(
                SearchErrorCode::ExecutionTimeExceeded,
                "The pattern tries too many ways to match; the API gives up on such patterns."
                    .to_owned(),
            );
        };
        let scored = found.into_iter().flatten().map(|document| (document, 1.0));
        let outcome = rank(scored, max, |document| pattern.why(query, &self.documents[document]));
        if outcome.matching == 0 {
            return Outcome { unmatched: vec![query.to_owned()], ..outcome };
        }
        outcome
    }
}

/// Giving up.
struct TooLong;

/// A compiled pattern.
struct Pattern {
    /// Asked of one field.
    field: fancy_regex::Regex,
    /// Asked of many fields at once, where the pattern allows it: it finds a
    /// match in every field that has one, and perhaps in more.
    lines: Option<regex::Regex>,
}

impl Pattern {
    fn new(query: &str) -> Result<Self, String> {
        let translated = python::translate(query).map_err(|error| error.to_string())?;
        let field = fancy_regex::RegexBuilder::new(&translated)
            .case_insensitive(true)
            .backtrack_limit(BACKTRACKING)
            .build()
            .map_err(|error| error.to_string())?;
        // In a block a field is a line: its edges are those of a line.
        let of_lines =
            translated.replace(r"(?:\n?\z)", "$").replace(r"\z", "$").replace(r"\A", "^");
        let lines = regex::RegexBuilder::new(&of_lines)
            .case_insensitive(true)
            .multi_line(true)
            .build()
            .ok()
            // An empty match is in every field; asking each is as fast.
            .filter(|lines| !lines.is_match(""));
        Ok(Self { field, lines })
    }

    fn documents(&self, block: &Block, deadline: Instant) -> Result<Vec<usize>, TooLong> {
        let mut found: Vec<usize> = Vec::new();
        let mut next = 0;
        while let Some(span) = block.spans.get(next) {
            let candidate = match &self.lines {
                None => next,
                Some(lines) => {
                    let Some(at) = lines.find_at(&block.text, span.bytes.start) else { break };
                    block.spans.partition_point(|span| span.bytes.end < at.start())
                }
            };
            let Some(span) = block.spans.get(candidate) else { break };
            next = candidate + 1;
            if found.last() == Some(&span.document) {
                continue;
            }
            if self.lines.is_none() && Instant::now() > deadline {
                return Err(TooLong);
            }
            if self.field.is_match(&block.text[span.bytes.clone()]).map_err(|_| TooLong)? {
                found.push(span.document);
            }
        }
        Ok(found)
    }

    fn why(&self, query: &str, document: &Document) -> Vec<Match> {
        fields(document)
            .filter_map(|(field, text)| {
                let found = self.field.find(text).ok()??;
                let text = found.as_str().to_owned();
                Some(Match { term: query.to_owned(), field, text, points: 0.0 })
            })
            .collect()
    }
}
