//! Asking the engines, and their answers on the wire.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Instant,
};

use rayon::prelude::*;

use super::{
    super::Workbench,
    scope::{Scope, Sent},
    small,
};
use crate::{
    clients::Loading,
    search::{
        Document, Engine, EngineId, Index, Outcome, Summary, claude_code::ClaudeCode, engine,
        nearest, rank_of,
    },
    weights::{Item, TokenizerId},
    wire::{self, Problem},
};

/// One engine, ready to be asked.
struct Ready {
    id: EngineId,
    engine: Box<dyn Engine>,
    index: Box<dyn Index>,
}

/// What a run gave.
pub(super) struct Answered {
    pub(super) results: Vec<wire::SearchResult>,
    pub(super) summaries: Vec<wire::SearchSummary>,
    engines: Vec<wire::EngineAbout>,
    searchable: u32,
    always_loaded: Vec<String>,
    built_in: bool,
    problems: Vec<Problem>,
}

impl Answered {
    pub(super) fn on_wire(
        self,
        engines: &[EngineId],
        tokenizer: TokenizerId,
        compared: Option<wire::SearchComparison>,
    ) -> wire::Search {
        wire::Search {
            schema: "plimsoll.search/1".to_owned(),
            tokenizer: tokenizer.as_str().to_owned(),
            engines: self.engines,
            searchable: self.searchable,
            always_loaded: self.always_loaded,
            results: self.results,
            summary: self.summaries.first().cloned(),
            summaries: self.summaries,
            compared,
            built_in: engines.contains(&EngineId::ClaudeCode).then_some(self.built_in),
            problems: self.problems,
        }
    }
}

/// What definitions weigh.
struct Weights {
    /// Of each document that was found.
    found: HashMap<usize, u32>,
    /// What loading everything searchable from the start would cost on top of
    /// the names.
    saved: f64,
}

impl Workbench {
    pub(super) fn answer(
        &self,
        request: &wire::SearchRequest,
        ids: &[EngineId],
        scope: Scope,
        tokenizer: TokenizerId,
    ) -> Answered {
        let documents: Arc<[Document]> = scope.documents.into();
        let ready: Vec<Ready> = ids
            .par_iter()
            .map(|&id| {
                let mut claude_code = ClaudeCode::new(scope.version.as_ref());
                if let Some(cut) = scope.searched_cut {
                    claude_code = claude_code.cut_at(cut);
                }
                let engine: Box<dyn Engine> = match id {
                    EngineId::ClaudeCode => Box::new(claude_code),
                    _ => engine(id, None),
                };
                let index = engine.index(documents.clone());
                Ready { id, engine, index }
            })
            .collect();
        let asked: Vec<(&wire::SearchQuery, &Ready)> = request
            .queries
            .iter()
            .flat_map(|query| ready.iter().map(move |ready| (query, ready)))
            .collect();
        let answers: Vec<(Outcome, i64, f64)> = asked
            .par_iter()
            .map(|(query, ready)| {
                let max = query
                    .max_results
                    .or(request.max_results)
                    .unwrap_or_else(|| ready.id.default_results());
                let start = Instant::now();
                let outcome = ready.index.search(&query.query, max);
                (outcome, max, start.elapsed().as_secs_f64() * 1000.0)
            })
            .collect();
        let weights = self.weights(&documents, &answers, scope.sent, tokenizer);
        let results: Vec<wire::SearchResult> = asked
            .iter()
            .zip(answers)
            .map(|((query, ready), (outcome, max, ms))| {
                result(query, ready, outcome, max, ms, &documents, &weights)
            })
            .collect();
        Answered {
            summaries: ids
                .iter()
                .filter_map(|id| summary(*id, &request.queries, &results))
                .collect(),
            results,
            engines: ready.iter().map(about).collect(),
            searchable: small(documents.iter().filter(|document| document.is_deferred()).count()),
            always_loaded: documents
                .iter()
                .filter(|document| document.loading == Loading::Always)
                .map(|document| document.sent_as.clone())
                .collect(),
            built_in: scope.built_in,
            problems: scope.problems,
        }
    }

    fn weights(
        &self,
        documents: &[Document],
        answers: &[(Outcome, i64, f64)],
        sent: Sent,
        tokenizer: TokenizerId,
    ) -> Weights {
        let found: HashSet<usize> = answers
            .iter()
            .flat_map(|(outcome, ..)| &outcome.hits)
            .map(|hit| hit.document)
            // A tool of the client whose definition was not captured weighs
            // nobody knows what.
            .filter(|place| {
                let document = &documents[*place];
                document.server.is_some() || document.tool.input_schema() != &serde_json::json!({})
            })
            .collect();
        let found: Vec<usize> = found.into_iter().collect();
        let deferred: Vec<usize> = (0..documents.len())
            .filter(|place| documents[*place].is_deferred() && documents[*place].server.is_some())
            .collect();
        let weigh = |places: &[usize], cut| {
            let items: Vec<Item<'_>> = places
                .iter()
                .map(|place| {
                    let document = &documents[*place];
                    Item { tool: &document.tool, sent_as: &document.sent_as, cut, server: *place }
                })
                .collect();
            self.weigher.weigh(tokenizer, sent.shape, &items)
        };
        let saved = weigh(&deferred, sent.eager)
            .into_iter()
            .flatten()
            .map(|weighed| {
                let weight = weighed.weight;
                f64::from(weight.total.get()) - f64::from(weight.if_deferred.get())
            })
            .sum();
        let weighed = weigh(&found, sent.found);
        let found = found
            .into_iter()
            .zip(weighed)
            .filter_map(|(place, weighed)| Some((place, weighed.ok()?.weight.total.get())))
            .collect();
        Weights { found, saved }
    }
}

fn about(ready: &Ready) -> wire::EngineAbout {
    let fidelity = ready.engine.fidelity();
    wire::EngineAbout {
        id: ready.id.as_str().to_owned(),
        title: ready.engine.title(),
        fidelity: fidelity.as_str().to_owned(),
        because: fidelity.because,
        parameters: ready
            .engine
            .parameters()
            .into_iter()
            .map(|parameter| wire::EngineParameter {
                name: parameter.name.to_owned(),
                value: parameter.value,
                source: parameter.source.to_owned(),
            })
            .collect(),
    }
}

fn result(
    query: &wire::SearchQuery,
    ready: &Ready,
    outcome: Outcome,
    max: i64,
    ms: f64,
    documents: &[Document],
    weights: &Weights,
) -> wire::SearchResult {
    let tools: Vec<wire::FoundTool> = outcome
        .hits
        .into_iter()
        .map(|hit| {
            let document = &documents[hit.document];
            wire::FoundTool {
                server: document.server.as_deref().map(ToOwned::to_owned),
                name: document.tool.name.clone(),
                sent_as: document.sent_as.clone(),
                score: hit.score,
                tokens: weights.found.get(&hit.document).copied().unwrap_or_default(),
                why: hit
                    .why
                    .into_iter()
                    .map(|why| wire::FoundWhy {
                        term: why.term,
                        field: why.field.as_str().to_owned(),
                        text: why.text,
                        points: why.points,
                    })
                    .collect(),
            }
        })
        .collect();
    let nothing = outcome.error.is_none() && tools.is_empty();
    let instead = if nothing { nearest(&query.query, documents) } else { Vec::new() };
    let expected_rank =
        rank_of(tools.iter().map(|tool| tool.sent_as.as_str()), &query.expected).map(small);
    let tokens = tools.iter().map(|tool| tool.tokens).fold(0, u32::saturating_add);
    wire::SearchResult {
        id: query.id.clone(),
        query: query.query.clone(),
        engine: ready.id.as_str().to_owned(),
        max_results: max,
        outcome: if outcome.error.is_some() {
            "error"
        } else if nothing {
            "nothing"
        } else {
            "found"
        }
        .to_owned(),
        error: outcome.error.map(|error| wire::SearchFault {
            code: error.code.as_str().to_owned(),
            message: error.message,
        }),
        fidelity: ready.engine.fidelity().as_str().to_owned(),
        tokens,
        break_even: (tokens > 0).then(|| weights.saved / f64::from(tokens)),
        tools,
        matching: small(outcome.matching),
        tied_beyond: small(outcome.tied_beyond),
        unmatched: outcome.unmatched,
        instead: instead
            .into_iter()
            .map(|instead| wire::SearchInstead {
                of: instead.of,
                word: instead.word,
                tool: instead.tool,
            })
            .collect(),
        expected_rank,
        ms,
    }
}

fn summary(
    id: EngineId,
    queries: &[wire::SearchQuery],
    results: &[wire::SearchResult],
) -> Option<wire::SearchSummary> {
    let graded: HashSet<&str> = queries
        .iter()
        .filter(|query| !query.expected.is_empty())
        .map(|query| query.id.as_str())
        .collect();
    let of_engine: Vec<&wire::SearchResult> = results
        .iter()
        .filter(|result| result.engine == id.as_str() && graded.contains(result.id.as_str()))
        .collect();
    if of_engine.is_empty() {
        return None;
    }
    let ranks: Vec<Option<usize>> = of_engine
        .iter()
        .map(|result| result.expected_rank.and_then(|rank| usize::try_from(rank).ok()))
        .collect();
    let summary = Summary::of(&ranks);
    Some(wire::SearchSummary {
        engine: id.as_str().to_owned(),
        tasks: small(summary.tasks),
        hit_at1: summary.hit_at_1,
        hit_at5: summary.hit_at_5,
        mrr: summary.mrr,
        misses: of_engine
            .iter()
            .filter(|result| result.expected_rank.is_none())
            .map(|result| result.id.clone())
            .collect(),
    })
}
