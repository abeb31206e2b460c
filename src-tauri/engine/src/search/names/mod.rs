//! What a reader of the announced names alone would find.

use std::sync::Arc;

use super::{
    Document, Engine, EngineId, Fidelity, Field, Index, Match, Outcome, Parameter,
    ranking::rank,
    tokens::words,
    vocabulary::{Collecting, Vocabulary},
};

/// A word of the query is a word of the name.
const WORD_POINTS: f64 = 2.0;

/// A word of the query stands inside a word of the name.
const INSIDE_POINTS: f64 = 1.0;

/// Reading the list of names.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names;

impl Engine for Names {
    fn id(&self) -> EngineId {
        EngineId::Names
    }

    fn title(&self) -> String {
        "Names alone".to_owned()
    }

    fn fidelity(&self) -> Fidelity {
        Fidelity {
            exact: false,
            because: "A stand-in for a reader, not a program: it shows what the names say \
                      without their descriptions."
                .to_owned(),
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let source = "chosen here";
        vec![
            Parameter { name: "word of the name", value: WORD_POINTS.to_string(), source },
            Parameter { name: "inside a word", value: INSIDE_POINTS.to_string(), source },
            Parameter {
                name: "fields",
                value: "the name as the client writes it, server included".to_owned(),
                source,
            },
        ]
    }

    fn index(&self, documents: Arc<[Document]>) -> Box<dyn Index> {
        let mut vocabulary = Collecting::default();
        for (place, document) in documents.iter().enumerate() {
            if document.is_deferred() {
                for word in name_words(document) {
                    vocabulary.add(&word, u32::try_from(place).unwrap_or(u32::MAX));
                }
            }
        }
        Box::new(NameIndex { documents, vocabulary: vocabulary.done() })
    }
}

fn name_words(document: &Document) -> Vec<String> {
    let mut found = document.server.as_deref().map(words).unwrap_or_default();
    found.extend(words(&document.tool.name));
    found
}

struct NameIndex {
    documents: Arc<[Document]>,
    vocabulary: Vocabulary,
}

impl Index for NameIndex {
    fn search(&self, query: &str, max: i64) -> Outcome {
        let mut terms = words(query);
        terms.dedup();
        let mut scores = vec![0.0_f64; self.documents.len()];
        let mut unmatched = Vec::new();
        for term in &terms {
            let mut best = vec![0.0_f64; 0];
            for (held, places) in self.vocabulary.holding(term) {
                best.resize(scores.len(), 0.0);
                let points = if held == term { WORD_POINTS } else { INSIDE_POINTS };
                for place in places {
                    let best = &mut best[*place as usize];
                    *best = best.max(points);
                }
            }
            if best.is_empty() {
                unmatched.push(term.clone());
            }
            scores.iter_mut().zip(best).for_each(|(score, points)| *score += points);
        }
        let outcome = rank(scores.into_iter().enumerate(), max, |document| {
            why(&self.documents[document], &terms)
        });
        Outcome { unmatched, ..outcome }
    }
}

fn why(document: &Document, terms: &[String]) -> Vec<Match> {
    let points = |names: &[String], term: &str| {
        if names.iter().any(|name| name == term) {
            WORD_POINTS
        } else if names.iter().any(|name| name.contains(term)) {
            INSIDE_POINTS
        } else {
            0.0
        }
    };
    let server = document.server.as_deref().map(words).unwrap_or_default();
    let tool = words(&document.tool.name);
    let mut why: Vec<Match> = terms
        .iter()
        .map(|term| {
            let (in_tool, in_server) = (points(&tool, term), points(&server, term));
            let field = if in_tool >= in_server { Field::Name } else { Field::Server };
            let points = in_tool.max(in_server);
            Match { term: term.clone(), field, text: term.clone(), points }
        })
        .filter(|reason| reason.points > 0.0)
        .collect();
    why.sort_by(|a, b| b.points.total_cmp(&a.points));
    why
}
