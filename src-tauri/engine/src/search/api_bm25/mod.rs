//! The Claude API's `tool_search_tool_bm25`.
//!
//! The API says that it ranks with BM25 over names, descriptions, argument
//! names and argument descriptions; its constants, its word splitting and its
//! stemming are not published. This is a plain BM25 with the usual constants and
//! no stemming, as the baseline of the public yardstick it is held against.

use std::{collections::HashMap, sync::Arc};

use super::{
    Document, Engine, EngineId, Fidelity, Field, Index, Match, Outcome, Parameter, SearchErrorCode,
    ranking::rank,
    tokens::{each_word, plain_words},
};

/// Saturation of repeated words: the usual constant.
const K1: f64 = 1.2;

/// Weight of the length of a text: the usual constant.
const B: f64 = 0.75;

/// The longest query the API takes, in characters.
/// Documented at platform.claude.com, tool search tool, mid-2026.
const LONGEST_QUERY: usize = 500;

/// BM25 over the fields the API searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct ApiBm25;

impl Engine for ApiBm25 {
    fn id(&self) -> EngineId {
        EngineId::ApiBm25
    }

    fn title(&self) -> String {
        "Claude API, BM25".to_owned()
    }

    fn fidelity(&self) -> Fidelity {
        Fidelity {
            exact: false,
            because: "Anthropic does not publish its constants, word splitting or stemming. \
                      This is a plain BM25 over the documented fields; `plimsoll bench-search` \
                      prints how it does on public yardsticks."
                .to_owned(),
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let chosen = "the usual constant; the API's own is not published";
        let documented = "platform.claude.com, tool search tool, mid-2026";
        let parameter =
            |name, value: &str, source| Parameter { name, value: value.to_owned(), source };
        vec![
            parameter("k1", "1.2", chosen),
            parameter("b", "0.75", chosen),
            parameter("words", "letters and digits, camelCase apart, lower case", chosen),
            parameter("stemming", "none", chosen),
            parameter("stop words", "none", chosen),
            parameter(
                "fields",
                "name, description, names and descriptions of top-level arguments",
                documented,
            ),
            parameter("longest query", "500 characters", documented),
            parameter("results", "5", documented),
        ]
    }

    fn index(&self, documents: Arc<[Document]>) -> Box<dyn Index> {
        Box::new(Bm25Index::new(&documents))
    }
}

/// One document a word stands in.
struct Posting {
    document: u32,
    /// The fields it stands in, one bit each, in the order of [`FIELDS`].
    fields: u8,
    times: u16,
    /// What one occurrence in the query is worth; known once all is counted.
    points: f64,
}

/// The fields searched.
const FIELDS: [Field; 4] =
    [Field::Name, Field::Description, Field::ArgumentName, Field::ArgumentDescription];

struct Bm25Index {
    postings: HashMap<Box<str>, Vec<Posting>>,
    documents: usize,
}

impl Bm25Index {
    fn new(documents: &[Document]) -> Self {
        let mut index = Self { postings: HashMap::new(), documents: documents.len() };
        // Words per document, and documents that can be found.
        let mut lengths = Vec::with_capacity(documents.len());
        let mut searched = 0.0;
        for (place, document) in documents.iter().enumerate() {
            let place = u32::try_from(place).unwrap_or(u32::MAX);
            let mut length = 0.0;
            if document.is_deferred() {
                searched += 1.0;
                for (field, text) in fields(document) {
                    each_word(text, |word| {
                        length += 1.0;
                        index.add(word, place, field);
                    });
                }
            }
            lengths.push(length);
        }
        let total: f64 = lengths.iter().sum();
        let mean = if total > 0.0 { total / searched } else { 1.0 };
        for postings in index.postings.values_mut() {
            #[expect(clippy::cast_precision_loss, reason = "a catalogue is smaller than 2^52")]
            let holding = postings.len() as f64;
            let rarity = ((searched - holding + 0.5) / (holding + 0.5)).ln_1p();
            for posting in postings {
                let times = f64::from(posting.times);
                let length = lengths[posting.document as usize] / mean;
                posting.points =
                    rarity * times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * length));
            }
        }
        index
    }

    fn add(&mut self, word: &str, document: u32, field: Field) {
        let place = FIELDS.iter().position(|known| *known == field).unwrap_or_default();
        let first = Posting { document, fields: 1 << place, times: 1, points: 0.0 };
        match self.postings.get_mut(word) {
            Some(postings) => match postings.last_mut() {
                Some(last) if last.document == document => {
                    last.fields |= first.fields;
                    last.times = last.times.saturating_add(1);
                }
                _ => postings.push(first),
            },
            None => {
                self.postings.insert(word.into(), vec![first]);
            }
        }
    }

    /// The documents of a word.
    fn of(&self, word: &str) -> &[Posting] {
        self.postings.get(word).map_or(&[], Vec::as_slice)
    }

    fn why(&self, document: usize, terms: &[String]) -> Vec<Match> {
        let mut why: Vec<Match> = Vec::new();
        for (place, term) in terms.iter().enumerate() {
            if terms[..place].contains(term) {
                continue;
            }
            let postings = self.of(term);
            let found =
                postings.binary_search_by_key(&document, |posting| posting.document as usize);
            let Ok(found) = found else { continue };
            // The score is one for the whole tool; it is shown with the first field.
            let mut points = postings[found].points;
            for (bit, field) in FIELDS.into_iter().enumerate() {
                if postings[found].fields & (1 << bit) != 0 {
                    let (term, text) = (term.clone(), term.clone());
                    why.push(Match { term, field, text, points: std::mem::take(&mut points) });
                }
            }
        }
        why.sort_by(|a, b| b.points.total_cmp(&a.points));
        why
    }
}

/// What the API searches of a tool.
pub(super) fn fields(document: &Document) -> impl Iterator<Item = (Field, &str)> {
    let arguments = document.arguments().flat_map(|argument| {
        [(Field::ArgumentName, argument.name), (Field::ArgumentDescription, argument.description)]
    });
    [(Field::Name, document.tool.name.as_str()), (Field::Description, document.tool.description())]
        .into_iter()
        .chain(arguments)
        .filter(|(_, text)| !text.is_empty())
}

impl Index for Bm25Index {
    fn search(&self, query: &str, max: i64) -> Outcome {
        let length = query.chars().count();
        if length > LONGEST_QUERY {
            return Outcome::refused(
                SearchErrorCode::InvalidToolInput,
                format!("The query has {length} characters; the API takes {LONGEST_QUERY}."),
            );
        }
        let terms = plain_words(query);
        let mut scores = vec![0.0_f64; self.documents];
        let mut unmatched = Vec::new();
        for term in &terms {
            let postings = self.of(term);
            for posting in postings {
                scores[posting.document as usize] += posting.points;
            }
            if postings.is_empty() && !unmatched.contains(term) {
                unmatched.push(term.clone());
            }
        }
        let outcome =
            rank(scores.into_iter().enumerate(), max, |document| self.why(document, &terms));
        Outcome { unmatched, ..outcome }
    }
}
