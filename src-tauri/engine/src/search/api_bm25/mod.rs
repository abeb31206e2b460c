//! The Claude API's `tool_search_tool_bm25`.
//!
//! The API says that it ranks with BM25 over names, descriptions, argument
//! names and argument descriptions; its constants, its word splitting and its
//! stemming are not published. This is a plain BM25 with the usual constants and
//! no stemming, as the baseline of the public yardstick it is held against.

use std::{collections::HashMap, sync::Arc};

use super::{
    Document, Engine, EngineId, Fidelity, Field, Index, Match, Outcome, Parameter, SearchErrorCode,
    ranking::rank, tokens::plain_words,
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
        Box::new(Bm25Index::new(documents))
    }
}

/// One place a word stands in.
struct Posting {
    document: u32,
    times: f32,
}

struct Bm25Index {
    documents: Arc<[Document]>,
    postings: HashMap<Box<str>, Vec<Posting>>,
    /// Words per document.
    lengths: Vec<f64>,
    mean_length: f64,
    /// Documents that can be found.
    searched: f64,
}

impl Bm25Index {
    fn new(documents: Arc<[Document]>) -> Self {
        let mut index = Self {
            postings: HashMap::new(),
            lengths: Vec::with_capacity(documents.len()),
            mean_length: 1.0,
            searched: 0.0,
            documents: documents.clone(),
        };
        for (place, document) in documents.iter().enumerate() {
            let place = u32::try_from(place).unwrap_or(u32::MAX);
            let mut length = 0.0;
            if document.is_deferred() {
                index.searched += 1.0;
                for (_, text) in fields(document) {
                    for word in plain_words(text) {
                        length += 1.0;
                        index.add(&word, place);
                    }
                }
            }
            index.lengths.push(length);
        }
        let total: f64 = index.lengths.iter().sum();
        if total > 0.0 {
            index.mean_length = total / index.searched;
        }
        index
    }

    fn add(&mut self, word: &str, document: u32) {
        match self.postings.get_mut(word) {
            Some(postings) => match postings.last_mut() {
                Some(last) if last.document == document => last.times += 1.0,
                _ => postings.push(Posting { document, times: 1.0 }),
            },
            None => {
                self.postings.insert(word.into(), vec![Posting { document, times: 1.0 }]);
            }
        }
    }

    /// What one occurrence of `word` in the query is worth, per document.
    fn points<'i>(&'i self, word: &str) -> impl Iterator<Item = (usize, f64)> + 'i {
        let postings = self.postings.get(word).map_or(&[][..], Vec::as_slice);
        #[expect(clippy::cast_precision_loss, reason = "a catalogue is smaller than 2^52")]
        let holding = postings.len() as f64;
        let rarity = ((self.searched - holding + 0.5) / (holding + 0.5)).ln_1p();
        postings.iter().map(move |posting| {
            let document = posting.document as usize;
            let times = f64::from(posting.times);
            let length = self.lengths[document] / self.mean_length;
            let points = rarity * times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * length));
            (document, points)
        })
    }

    fn why(&self, document: usize, terms: &[String]) -> Vec<Match> {
        let mut why: Vec<Match> = Vec::new();
        for term in terms {
            if why.iter().any(|reason| reason.term == *term) {
                continue;
            }
            let points = self.points(term).find(|(found, _)| *found == document);
            let Some((_, points)) = points else { continue };
            let stands = |text: &str| plain_words(text).contains(term);
            let mut fields: Vec<Field> = fields(&self.documents[document])
                .filter(|(_, text)| stands(text))
                .map(|(field, _)| field)
                .collect();
            fields.dedup();
            for (place, field) in fields.into_iter().enumerate() {
                // The score is one for the whole tool; it is shown with the first field.
                let points = if place == 0 { points } else { 0.0 };
                why.push(Match { term: term.clone(), field, text: term.clone(), points });
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
        let mut scores = vec![0.0_f64; self.documents.len()];
        let mut unmatched = Vec::new();
        for term in &terms {
            let mut found = false;
            for (document, points) in self.points(term) {
                found = true;
                scores[document] += points;
            }
            if !found && !unmatched.contains(term) {
                unmatched.push(term.clone());
            }
        }
        let outcome =
            rank(scores.into_iter().enumerate(), max, |document| self.why(document, &terms));
        Outcome { unmatched, ..outcome }
    }
}
