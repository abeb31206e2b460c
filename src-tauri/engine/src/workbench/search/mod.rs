//! Searching what a client defers, catalogue files, tried servers, or all.

mod answer;
mod compare;
mod documents;
mod looked;
mod nothing;
mod prepared;
mod scope;
mod trace;

use std::borrow::Cow;

use self::answer::Answered;
pub(super) use self::{prepared::Prepared, scope::Searched};
use super::{Workbench, words::problem};
use crate::{
    clients::claude_code::sent_as,
    search::{EngineId, claude_code::selects},
    weights::TokenizerId,
    wire::{self, Problem},
};

impl Workbench {
    /// What the engines give for these queries. Starts nothing.
    ///
    /// Without queries everything is prepared for them, so that the first one
    /// need not wait for it.
    ///
    /// # Errors
    /// An unknown engine, client, tokenizer or candidate; a catalogue file that
    /// is none.
    pub async fn search(&self, request: &wire::SearchRequest) -> Result<wire::Search, Problem> {
        let tokenizer = self.tokenizer(request.tokenizer.as_deref()).await?;
        let engines = engines(&request.engines)?;
        let now = self.answered(&renamed(request), &engines, tokenizer).await?;
        let compared = match unchanged(request) {
            None => None,
            Some(before) => {
                let before = self.answered(&before, &engines, tokenizer).await?;
                Some(compare::changes(before, &now))
            }
        };
        self.keep_counts().await;
        Ok(now.on_wire(&engines, tokenizer, compared))
    }

    /// A run of queries as JSON lines: one per tool found, per expected tool
    /// that was not, and per query that found nothing or was refused.
    ///
    /// # Errors
    /// As [`Self::search`].
    pub async fn search_trace(&self, request: &wire::SearchRequest) -> Result<String, Problem> {
        let search = self.search(request).await?;
        Ok(Self::trace_of(&search, request))
    }

    /// As [`Self::search_trace`], of what [`Self::search`] gave for `request`.
    pub fn trace_of(search: &wire::Search, request: &wire::SearchRequest) -> String {
        trace::lines(search, &request.queries)
    }

    async fn answered(
        &self,
        request: &wire::SearchRequest,
        engines: &[EngineId],
        tokenizer: TokenizerId,
    ) -> Result<Answered, Problem> {
        let prepared = self.prepared(request, tokenizer).await?;
        if request.queries.is_empty() {
            prepared.for_any_query();
        }
        Ok(self.answer(request, engines, &prepared, tokenizer))
    }
}

/// The engines meant; all when none is named.
fn engines(named: &[String]) -> Result<Vec<EngineId>, Problem> {
    if named.is_empty() {
        return Ok(EngineId::ALL.to_vec());
    }
    named
        .iter()
        .map(|name| {
            EngineId::parse(name).ok_or_else(|| {
                let known = EngineId::ALL.map(EngineId::as_str).join(", ");
                problem(
                    "unknown-engine",
                    format!("there is no engine `{name}`"),
                    Some(&format!("Known are {known}.")),
                )
            })
        })
        .collect()
}

/// The same search without candidates, planned changes and drafts; `None` when
/// there are none.
fn unchanged(request: &wire::SearchRequest) -> Option<wire::SearchRequest> {
    let planned = request.plan.as_ref().is_some_and(|plan| *plan != wire::PlanRequest::default());
    (planned || !request.candidates.is_empty() || !request.drafts.is_empty()).then(|| {
        wire::SearchRequest {
            candidates: Vec::new(),
            plan: None,
            drafts: Vec::new(),
            ..request.clone()
        }
    })
}

/// Who expects a tool expects it under its drafted name, too.
fn renamed(request: &wire::SearchRequest) -> wire::SearchRequest {
    let mut request = request.clone();
    for draft in &request.drafts {
        let Some(name) = &draft.name else { continue };
        let written = |name: &str| [sent_as(&draft.server, name), name.to_owned()];
        for (old, new) in written(&draft.tool).into_iter().zip(written(name)) {
            for query in &mut request.queries {
                let Some(at) = query.expected.iter().position(|name| *name == old) else {
                    continue;
                };
                // Of a selection all are expected, of others any one.
                if selects(&query.query) {
                    query.expected[at].clone_from(&new);
                } else {
                    query.expected.push(new.clone());
                }
            }
        }
    }
    request
}

/// A found tool by the name a task gives it: as its client writes it, or as
/// Claude Code would. One set of tasks serves every client.
fn called<'t>(tool: &'t wire::FoundTool, expected: &[String]) -> Cow<'t, str> {
    let in_claude_code = tool.server.as_deref().map(|server| sent_as(server, &tool.name));
    match in_claude_code {
        Some(name) if !expected.contains(&tool.sent_as) && expected.contains(&name) => {
            Cow::Owned(name)
        }
        _ => Cow::Borrowed(&tool.sent_as),
    }
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
