//! Ranking for the find tool: the engines of the search lab.

use std::sync::Arc;

use serde_json::Value;

use crate::{
    catalogue::Tool,
    clients::Loading,
    search::{Document, EngineId, engine},
};

/// The tools that answer a query, best first: an exact name, else a pattern
/// with `*`, else words.
pub(super) fn rank<'t>(tools: &'t [Value], query: &str, most: usize) -> Vec<&'t Value> {
    let name = |tool: &Value| super::defer::name_of(tool).to_owned();
    if let Some(exact) = tools.iter().find(|tool| name(tool) == query.trim()) {
        return vec![exact];
    }
    if query.contains('*')
        && let Ok(pattern) = globset::Glob::new(query.trim())
    {
        let pattern = pattern.compile_matcher();
        let matching = tools.iter().filter(|tool| pattern.is_match(name(tool)));
        return matching.take(most).collect();
    }
    // A definition that is no proper tool cannot be searched, only named.
    let (places, documents): (Vec<usize>, Vec<Document>) = tools
        .iter()
        .enumerate()
        .filter_map(|(place, value)| {
            let tool = Tool::from_listed(place, value.clone()).ok()?;
            let document = Document {
                server: None,
                sent_as: tool.name.clone(),
                tool: Arc::new(tool),
                loading: Loading::WhenNeeded,
            };
            Some((place, document))
        })
        .unzip();
    let index = engine(EngineId::ApiBm25, None).index(documents.into());
    let outcome = index.search(query, i64::try_from(most).unwrap_or(i64::MAX));
    outcome.hits.iter().map(|hit| &tools[places[hit.document]]).collect()
}
