//! Asking the engines, and their answers on the wire.

use std::{
    cell::LazyCell,
    collections::{BTreeMap, HashMap, HashSet},
    time::Instant,
};

use rayon::prelude::*;

use super::{
    super::{Workbench, words::problem},
    called,
    prepared::{Prepared, Ready, items},
    small,
};
use crate::{
    clients::{
        Loading,
        claude_code::{self, sent_as},
    },
    search::{Document, EngineId, Instead, Outcome, Summary, rank_for},
    weights::TokenizerId,
    wire::{self, Problem},
};

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

/// What one engine gave for one query.
struct Answer<'q> {
    query: &'q wire::SearchQuery,
    ready: &'q Ready,
    /// Results asked for.
    max: i64,
    outcome: Outcome,
    /// How long it took, milliseconds.
    ms: f64,
}

impl Answer<'_> {
    fn found_nothing(&self) -> bool {
        self.outcome.error.is_none() && self.outcome.hits.is_empty()
    }

    /// Words of the query for which others may be better: all where nothing is
    /// found, else those that match nothing.
    fn without_effect(&self) -> String {
        if self.outcome.error.is_some() {
            String::new()
        } else if self.outcome.hits.is_empty() {
            self.query.query.clone()
        } else {
            self.outcome.unmatched.join(" ")
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
        prepared: &Prepared,
        tokenizer: TokenizerId,
    ) -> Answered {
        let documents = &prepared.documents;
        let ready: Vec<&Ready> = ids.par_iter().map(|&id| prepared.ready(id)).collect();
        let asked: Vec<(&wire::SearchQuery, &Ready)> = request
            .queries
            .iter()
            .flat_map(|query| ready.iter().map(move |ready| (query, *ready)))
            .collect();
        let answers: Vec<Answer<'_>> = asked
            .par_iter()
            .map(|&(query, ready)| {
                let max = query
                    .max_results
                    .or(request.max_results)
                    .unwrap_or_else(|| ready.id.default_results());
                let start = Instant::now();
                let outcome = ready.index.search(&query.query, max);
                let ms = start.elapsed().as_secs_f64() * 1000.0;
                Answer { query, ready, max, outcome, ms }
            })
            .collect();
        let weights = self.weights(prepared, &answers, tokenizer);
        // The engines share what to ask instead of the same words.
        let mut instead: HashMap<String, Vec<Instead>> = HashMap::new();
        let mut because: HashMap<String, String> = HashMap::new();
        let results: Vec<wire::SearchResult> = answers
            .into_iter()
            .map(|answer| {
                let words = answer.without_effect();
                let known = instead.entry(words.clone());
                let instead = known.or_insert_with(|| prepared.nearest().instead(&words)).clone();
                let because = answer.found_nothing().then(|| {
                    let known = because.entry(answer.query.query.clone());
                    known.or_insert_with(|| prepared.why_nothing(&answer.query.query)).clone()
                });
                wire::SearchResult { because, ..result(answer, instead, prepared, &weights) }
            })
            .collect();
        Answered {
            summaries: ids
                .iter()
                .filter_map(|id| summary(*id, &request.queries, &results))
                .collect(),
            results,
            engines: ready.into_iter().map(about).collect(),
            searchable: small(documents.iter().filter(|document| document.is_deferred()).count()),
            always_loaded: documents
                .iter()
                .filter(|document| document.loading == Loading::Always)
                .map(|document| document.sent_as.clone())
                .collect(),
            built_in: prepared.scope.built_in,
            problems: {
                let mut problems = prepared.scope.problems.clone();
                problems.extend(unknown_expected(&request.queries, documents));
                problems
            },
        }
    }

    fn weights(
        &self,
        prepared: &Prepared,
        answers: &[Answer<'_>],
        tokenizer: TokenizerId,
    ) -> Weights {
        let documents = &prepared.documents;
        let found: HashSet<usize> = answers
            .iter()
            .flat_map(|answer| &answer.outcome.hits)
            .map(|hit| hit.document)
            // A tool of the client whose definition was not captured weighs
            // nobody knows what.
            .filter(|place| {
                let document = &documents[*place];
                document.server.is_some() || document.tool.input_schema() != &serde_json::json!({})
            })
            .collect();
        let found: Vec<usize> = found.into_iter().collect();
        let sent = prepared.scope.sent;
        let weighed =
            self.weigher.weigh(tokenizer, sent.shape, &items(documents, &found, sent.found));
        let found = found
            .into_iter()
            .zip(weighed)
            .filter_map(|(place, weighed)| Some((place, weighed.ok()?.weight.total.get())))
            .collect();
        Weights { found, saved: self.all_from_the_start(prepared, tokenizer) }
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
    answer: Answer<'_>,
    instead: Vec<Instead>,
    prepared: &Prepared,
    weights: &Weights,
) -> wire::SearchResult {
    let documents: &[Document] = &prepared.documents;
    let nothing = answer.found_nothing();
    let Answer { query, ready, max, outcome, ms } = answer;
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
    let found: Vec<_> = tools.iter().map(|tool| called(tool, &query.expected)).collect();
    let found: Vec<&str> = found.iter().map(AsRef::as_ref).collect();
    let expected_rank = rank_for(&query.query, &found, &query.expected).map(small);
    let tokens = tools.iter().map(|tool| tool.tokens).fold(0, u32::saturating_add);
    let search_tool = (ready.id == EngineId::ClaudeCode).then(|| {
        let cost = claude_code::fixed_cost(prepared.scope.version.as_ref());
        cost.search_tool + cost.announcement
    });
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
        break_even: (tokens > 0).then(|| {
            let saved = weights.saved - f64::from(search_tool.unwrap_or_default());
            saved.max(0.0) / f64::from(tokens)
        }),
        search_tool,
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
        because: None,
        expected_rank,
        ms,
    }
}

/// Names that queries expect and no tool here has.
fn unknown_expected(queries: &[wire::SearchQuery], documents: &[Document]) -> Vec<Problem> {
    if queries.iter().all(|query| query.expected.is_empty()) {
        return Vec::new();
    }
    let known: HashSet<&str> = documents.iter().map(|document| document.sent_as.as_str()).collect();
    // As Claude Code writes them: see `called`.
    let written: LazyCell<HashSet<String>, _> = LazyCell::new(|| {
        let written = |document: &Document| {
            let server = document.server.as_deref();
            server.map(|server| sent_as(server, &document.tool.name))
        };
        documents.iter().filter_map(written).collect()
    });
    let elsewhere = |name: &str| written.contains(name);
    let mut unknown: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for query in queries {
        let unknown_name = |name: &&String| !known.contains(name.as_str()) && !elsewhere(name);
        for name in query.expected.iter().filter(unknown_name) {
            unknown.entry(name).or_default().push(&query.id);
        }
    }
    let problems = unknown.into_iter().map(|(name, ids)| {
        let ending = format!("__{name}");
        let near = known.iter().filter(|known| known.ends_with(&ending)).min();
        let hint = near.map(|near| format!("Did you mean `{near}`?"));
        Problem {
            level: wire::ProblemLevel::Warning,
            ..problem(
                "expected-unknown",
                format!("no tool here is called `{name}`, which is expected by {}", ids.join(", ")),
                hint.as_deref(),
            )
        }
    });
    problems.collect()
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
