//! What a candidate changes in the answers to queries its user cares for.

use std::collections::HashMap;

use super::{super::Workbench, Tried};
use crate::{
    clients::{ClientId, Loading},
    search::EngineId,
    wire::{self, Problem},
};

impl Workbench {
    /// Asks every task set with it and without it, in each client that would
    /// search its tools.
    pub(super) async fn effects(
        &self,
        tried: &Tried,
        weights: &[wire::CandidateWeight],
        sets: &[wire::TaskSet],
        project: Option<&String>,
    ) -> Result<Vec<wire::CandidateEffect>, Problem> {
        let mut effects = Vec::new();
        for weight in weights.iter().filter(|weight| is_searched(&weight.loading)) {
            let Some(engine) = engine_of(&weight.client) else { continue };
            for set in sets.iter().filter(|set| !set.tasks.is_empty()) {
                let request = wire::SearchRequest {
                    queries: set.tasks.clone(),
                    engines: vec![engine.as_str().to_owned()],
                    client: Some(weight.client.clone()),
                    project: project.cloned(),
                    candidates: vec![tried.key.clone()],
                    ..wire::SearchRequest::default()
                };
                let search = self.search(&request).await?;
                effects.push(effect(&weight.client, engine, set, search));
            }
        }
        Ok(effects)
    }
}

/// Whether some of its tools would be found by searching.
fn is_searched(loading: &str) -> bool {
    loading == Loading::WhenNeeded.as_str() || loading == "mixed"
}

/// The engine that simulates a client's own search; none is known for Claude
/// Desktop's.
fn engine_of(client: &str) -> Option<EngineId> {
    let known =
        [(ClientId::ClaudeCode, EngineId::ClaudeCode), (ClientId::Cursor, EngineId::Cursor)];
    known.into_iter().find(|(id, _)| id.as_str() == client).map(|(_, engine)| engine)
}

fn effect(
    client: &str,
    engine: EngineId,
    set: &wire::TaskSet,
    search: wire::Search,
) -> wire::CandidateEffect {
    let fidelity = search.engines.first().map(|about| about.fidelity.clone()).unwrap_or_default();
    let mut effect = wire::CandidateEffect {
        client: client.to_owned(),
        engine: engine.as_str().to_owned(),
        fidelity,
        tasks: set.name.clone(),
        queries: u32::try_from(set.tasks.len()).unwrap_or(u32::MAX),
        without: None,
        with: search.summary,
        crowded_out: Vec::new(),
        won: Vec::new(),
        changed: 0,
    };
    let Some(compared) = search.compared else { return effect };
    effect.without = compared.summaries.into_iter().next();
    let results: HashMap<&str, &wire::SearchResult> =
        search.results.iter().map(|result| (result.id.as_str(), result)).collect();
    for change in compared.changes {
        let Some(result) = results.get(change.id.as_str()) else { continue };
        let (loses, wins) = (change.loses, change.wins);
        let query = wire::CandidateQuery { query: result.query.clone(), change };
        if loses {
            effect.crowded_out.push(query.clone());
        }
        if wins {
            effect.won.push(query);
        } else if !loses {
            effect.changed += 1;
        }
    }
    effect
}
