//! The Claude API's `tool_search_tool_regex`.
//!
//! Which tools match is documented: Python's `re.search` without regard to
//! case, over names, descriptions, argument names and argument descriptions.
//! In which order they come is not; the order here is the catalogue's.

mod lines;
mod python;
mod widths;

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use rayon::prelude::*;

use self::lines::Lines;
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
            Err(message) => {
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
    /// Asked of many fields at once, where the pattern allows it.
    lines: Option<Lines>,
    translated: String,
    /// Asked of one field; built when it is needed, which takes as long as a
    /// search.
    field: OnceLock<Result<fancy_regex::Regex, Box<fancy_regex::Error>>>,
}

impl Pattern {
    /// # Errors
    /// Why not, in a sentence.
    fn new(query: &str) -> Result<Self, String> {
        let translated = python::translate(query)
            .map_err(|error| format!("The pattern is not one of Python's: {error}."))?;
        let lines = Lines::new(&translated);
        let pattern = Self { lines, translated, field: OnceLock::new() };
        if pattern.lines.is_none() {
            pattern
                .field()
                .map_err(|error| format!("The pattern cannot be tried here: {error}."))?;
        }
        Ok(pattern)
    }

    fn field(&self) -> Result<&fancy_regex::Regex, &fancy_regex::Error> {
        let built = self.field.get_or_init(|| {
            fancy_regex::RegexBuilder::new(&self.translated)
                .case_insensitive(true)
                .backtrack_limit(BACKTRACKING)
                .build()
                .map_err(Box::new)
        });
        built.as_ref().map_err(AsRef::as_ref)
    }

    fn documents(&self, block: &Block, deadline: Instant) -> Result<Vec<usize>, TooLong> {
        let mut found: Vec<usize> = Vec::new();
        let mut next = 0;
        while let Some(span) = block.spans.get(next) {
            let candidate = match &self.lines {
                None => Some(next),
                Some(lines) => lines.first(block, span.bytes.start),
            };
            let Some(candidate) = candidate else { break };
            if self.lines.is_none() && Instant::now() > deadline {
                return Err(TooLong);
            }
            next = candidate + 1;
            let span = &block.spans[candidate];
            let text = &block.text[span.bytes.clone()];
            let certain = self.lines.as_ref().is_some_and(|lines| lines.certain_of(text));
            if certain || self.field().map_err(|_| TooLong)?.is_match(text).map_err(|_| TooLong)? {
                found.push(span.document);
                // One field is enough.
                let same = |other: &&Span| other.document == span.document;
                next += block.spans[next..].iter().take_while(same).count();
            }
        }
        Ok(found)
    }

    fn why(&self, query: &str, document: &Document) -> Vec<Match> {
        let Ok(pattern) = self.field() else { return Vec::new() };
        fields(document)
            .filter_map(|(field, text)| {
                let text = pattern.find(text).ok()??.as_str().to_owned();
                Some(Match { term: query.to_owned(), field, text, points: 0.0 })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::{catalogue::Tool, clients::Loading};

    fn document(place: usize, texts: &[String]) -> Document {
        let properties: serde_json::Map<_, _> = texts
            .iter()
            .skip(1)
            .enumerate()
            .map(|(at, text)| (format!("x{at}"), json!({"description": text})))
            .collect();
        let tool = json!({
            "name": format!("t{place}"),
            "description": texts.first(),
            "inputSchema": {"type": "object", "properties": properties},
        });
        Document {
            server: Some("s".into()),
            sent_as: format!("mcp__s__t{place}"),
            tool: Arc::new(Tool::from_listed(place, tool).expect("a tool")),
            loading: Loading::WhenNeeded,
        }
    }

    proptest! {
        #![proptest_config(crate::fuzz::cases(400))]
        #[test]
        fn a_look_at_all_fields_finds_what_a_look_at_each_finds(
            pattern in r"(\^|a|b|c|\.\*|\.|\\s|\[\^a\]|\\b|\n|x?|(a|b)|\\Z|\\\\A|\\A|\\\\|\$){1,5}",
            texts in prop::collection::vec(prop::collection::vec(r"[abcAB \\\n]{0,6}", 0..3), 1..5),
        ) {
            let Ok(whole) = Pattern::new(&pattern) else { return Ok(()) };
            let documents: Vec<_> =
                texts.iter().enumerate().map(|(place, texts)| document(place, texts)).collect();
            let each = whole.field().expect("it was built");
            let want: Vec<usize> = (0..documents.len())
                .filter(|place| {
                    fields(&documents[*place]).any(|(_, text)| each.is_match(text).expect("short"))
                })
                .collect();
            let index = RegexIndex::new(documents.into());
            let deadline = Instant::now() + PATIENCE;
            let found: Vec<usize> = index
                .blocks
                .iter()
                .flat_map(|block| whole.documents(block, deadline).ok().expect("in time"))
                .collect();
            prop_assert_eq!(found, want, "{}", pattern);
        }
    }
}
