//! Searching what a client defers, catalogue files, or both.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
    sync::Arc,
    time::Instant,
};

use rayon::prelude::*;
use semver::Version;

use super::{Workbench, audit, words::problem};
use crate::{
    catalogue::{self, Catalogue, FILE_LIMIT, ImportError},
    clients::{ClientId, Cut, Loading, claude_code},
    search::{Document, Engine, EngineId, Index, Outcome, Summary, engine, nearest, rank_of},
    weights::{Item, Shape, TokenizerId},
    wire::{self, Problem},
};

/// What is searched.
#[derive(Default)]
struct Scope {
    documents: Vec<Document>,
    /// The installed version of Claude Code.
    version: Option<Version>,
    /// How the client sends a definition that was found.
    sent: Option<(Shape, Cut)>,
    problems: Vec<Problem>,
}

/// One engine, ready to be asked.
struct Ready {
    id: EngineId,
    engine: Box<dyn Engine>,
    index: Box<dyn Index>,
}

impl Workbench {
    /// What the engines give for these queries. Starts nothing.
    ///
    /// # Errors
    /// An unknown engine, client or tokenizer; a catalogue file that is none.
    pub async fn search(&self, request: &wire::SearchRequest) -> Result<wire::Search, Problem> {
        let tokenizer = self.tokenizer(request.tokenizer.as_deref()).await?;
        let mut ids = Vec::new();
        for name in &request.engines {
            let Some(id) = EngineId::parse(name) else {
                let known = EngineId::ALL.map(EngineId::as_str).join(", ");
                return Err(problem(
                    "unknown-engine",
                    format!("there is no engine `{name}`"),
                    Some(&format!("Known are {known}.")),
                ));
            };
            ids.push(id);
        }
        if ids.is_empty() {
            ids.extend(EngineId::ALL);
        }
        let scope = self.scope(request, tokenizer).await?;
        let search = self.answer(request, &ids, scope, tokenizer);
        self.keep_counts().await;
        Ok(search)
    }

    async fn scope(
        &self,
        request: &wire::SearchRequest,
        tokenizer: TokenizerId,
    ) -> Result<Scope, Problem> {
        let mut scope = Scope::default();
        let version = request.client_version.as_deref().map(Version::parse).transpose();
        let version = version.map_err(|error| {
            problem("unknown-version", format!("no version of Claude Code: {error}"), None)
        })?;
        if let Some(client) = &request.client {
            let projects: Vec<String> = request.project.iter().cloned().collect();
            let readings = self.read(std::slice::from_ref(client), &projects).await?;
            let known = self.known_for(&readings).await;
            let audited =
                audit::assemble(&readings, &known, &self.weigher, tokenizer, self.world.now());
            for (reading, audited) in readings.iter().zip(&audited.clients) {
                if reading.client == ClientId::ClaudeCode {
                    scope.version.clone_from(&reading.installed.version);
                }
                let shape = Shape::of(reading.client, reading.installed.version.as_ref());
                scope.sent = Some((shape, reading.policy.cuts().found_description));
                for (entry, server) in reading.entries.iter().zip(&audited.servers) {
                    let catalogue = entry
                        .launch
                        .as_ref()
                        .and_then(|launch| known.get(&launch.key())?.catalogue.as_deref());
                    match catalogue {
                        Some(catalogue) if entry.is_active() => {
                            scope.documents.extend(audited_documents(
                                &entry.name,
                                server,
                                catalogue,
                            ));
                        }
                        None if entry.is_active() => scope.problems.push(not_listed(&entry.name)),
                        _ => {}
                    }
                }
            }
        }
        for path in &request.catalogues {
            let (server, catalogue) = self.catalogue_file(Path::new(path))?;
            scope.documents.extend(file_documents(&server, &catalogue));
        }
        scope.version = version.or(scope.version);
        if !request.servers.is_empty() {
            scope.documents.retain(|document| {
                document
                    .server
                    .as_ref()
                    .is_some_and(|server| request.servers.iter().any(|named| **named == **server))
            });
        }
        Ok(scope)
    }

    /// A catalogue from a file, called like the file.
    pub(super) fn catalogue_file(&self, path: &Path) -> Result<(String, Catalogue), Problem> {
        let refused = |error: &ImportError| Problem {
            file: Some(path.display().to_string()),
            ..problem(
                "catalogue-unreadable",
                error.to_string(),
                Some(
                    "A catalogue is a tools/list result, a list of tools, or an object with `tools`.",
                ),
            )
        };
        let read = |source| ImportError::Read { path: path.to_owned(), source };
        let bytes = std::fs::metadata(path).map_err(|error| refused(&read(error)))?.len();
        if bytes > FILE_LIMIT {
            return Err(refused(&ImportError::TooLarge { path: path.to_owned(), bytes }));
        }
        let text = std::fs::read_to_string(path).map_err(|error| refused(&read(error)))?;
        let catalogue =
            catalogue::import(&text, self.world.now()).map_err(|error| refused(&error))?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Ok((stem.unwrap_or_default(), catalogue))
    }

    fn answer(
        &self,
        request: &wire::SearchRequest,
        ids: &[EngineId],
        scope: Scope,
        tokenizer: TokenizerId,
    ) -> wire::Search {
        let documents: Arc<[Document]> = scope.documents.into();
        let ready: Vec<Ready> = ids
            .par_iter()
            .map(|&id| {
                let engine = engine(id, scope.version.as_ref());
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
        let tokens = self.found_tokens(&documents, &answers, scope.sent, tokenizer);
        let results: Vec<wire::SearchResult> = asked
            .iter()
            .zip(answers)
            .map(|((query, ready), (outcome, max, ms))| {
                result(query, ready, outcome, max, ms, &documents, &tokens)
            })
            .collect();
        let summaries: Vec<wire::SearchSummary> =
            ids.iter().filter_map(|id| summary(*id, &request.queries, &results)).collect();
        wire::Search {
            schema: "plimsoll.search/1".to_owned(),
            tokenizer: tokenizer.as_str().to_owned(),
            engines: ready.iter().map(about).collect(),
            searchable: small(documents.iter().filter(|document| document.is_deferred()).count()),
            always_loaded: documents
                .iter()
                .filter(|document| document.loading == Loading::Always)
                .map(|document| document.sent_as.clone())
                .collect(),
            results,
            summary: summaries.first().cloned(),
            summaries,
            compared: None,
            built_in: None,
            problems: scope.problems,
        }
    }

    /// What the definitions that were found weigh.
    fn found_tokens(
        &self,
        documents: &[Document],
        answers: &[(Outcome, i64, f64)],
        sent: Option<(Shape, Cut)>,
        tokenizer: TokenizerId,
    ) -> HashMap<usize, u32> {
        let (shape, cut) = sent.unwrap_or_else(|| {
            let newest = claude_code::default_cuts(None).found_description;
            (Shape::of(ClientId::ClaudeCode, None), newest)
        });
        let found: HashSet<usize> = answers
            .iter()
            .flat_map(|(outcome, ..)| &outcome.hits)
            .map(|hit| hit.document)
            .collect();
        let found: Vec<usize> = found.into_iter().collect();
        let items: Vec<Item<'_>> = found
            .iter()
            .map(|place| {
                let document = &documents[*place];
                Item { tool: &document.tool, sent_as: &document.sent_as, cut, server: *place }
            })
            .collect();
        let weighed = self.weigher.weigh(tokenizer, shape, &items);
        found
            .into_iter()
            .zip(weighed)
            .filter_map(|(place, weighed)| Some((place, weighed.ok()?.weight.total.get())))
            .collect()
    }
}

/// The tools of an entry as the audit says they are loaded.
fn audited_documents(
    name: &str,
    server: &wire::ServerAudit,
    catalogue: &Catalogue,
) -> Vec<Document> {
    let server_name: Arc<str> = name.into();
    let tools: HashMap<&str, _> =
        catalogue.tools.iter().map(|tool| (tool.name.as_str(), tool)).collect();
    server
        .tools
        .iter()
        .filter_map(|audited| {
            let loading = [Loading::Always, Loading::WhenNeeded]
                .into_iter()
                .find(|loading| loading.as_str() == audited.loading)?;
            Some(Document {
                server: Some(server_name.clone()),
                sent_as: audited.sent_as.clone(),
                tool: Arc::clone(tools.get(audited.name.as_str())?),
                loading,
            })
        })
        .collect()
}

/// The tools of a catalogue file, as Claude Code would defer them.
pub(super) fn file_documents(server: &str, catalogue: &Catalogue) -> Vec<Document> {
    let server_name: Arc<str> = server.into();
    catalogue
        .tools
        .iter()
        .map(|tool| Document {
            server: Some(server_name.clone()),
            sent_as: claude_code::sent_as(server, &tool.name),
            loading: if tool.always_load() == Some(true) {
                Loading::Always
            } else {
                Loading::WhenNeeded
            },
            tool: Arc::clone(tool),
        })
        .collect()
}

fn not_listed(server: &str) -> Problem {
    Problem {
        level: wire::ProblemLevel::Warning,
        server: Some(server.to_owned()),
        ..problem(
            "server-not-listed",
            format!("the tools of `{server}` are not known, so they are not searched"),
            Some("Connect to it once."),
        )
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
    tokens: &HashMap<usize, u32>,
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
                tokens: tokens.get(&hit.document).copied().unwrap_or_default(),
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
        tokens: tools.iter().map(|tool| tool.tokens).fold(0, u32::saturating_add),
        break_even: None,
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

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
