//! Changes that measured data speaks for.

use std::{collections::HashSet, sync::Arc};

use super::{Picture, Workbench};
use crate::{
    clients::{ClientId, Loading, Reading},
    search::{Document, EngineId, engine},
    weights::TokenizerId,
    wire::{
        ClientAudit, PlanRequest, SearchQuery, ServerAudit, Suggestion, SwitchCell, Switchboard,
    },
};

/// Places in which a tool counts as found.
const FOUND: i64 = 5;

/// A server that loads always and takes less than this part of what its client
/// pays is not worth a word. In percent.
const WORTH: u64 = 10;

impl Workbench {
    /// Suggestions for what the board shows. With tasks: what they never found
    /// loads always. Without: what is heaviest among what loads always.
    pub(super) async fn suggestions(
        &self,
        (now, then): (&Picture, &Picture),
        staged: &PlanRequest,
        board: &Switchboard,
        tasks: Option<&[SearchQuery]>,
        tokenizer: TokenizerId,
    ) -> Vec<Suggestion> {
        let mut suggestions = Vec::new();
        for (reading, audit) in then.basis.readings.iter().zip(&then.audit.clients) {
            let may_wait = candidates(reading, audit, board);
            let chosen: Vec<(&ServerAudit, &str)> = match tasks {
                Some(tasks) if !tasks.is_empty() => {
                    let Some(found) = servers_found(then, reading, audit, tasks) else { continue };
                    may_wait
                        .into_iter()
                        .filter(|(server, _)| !found.contains(&server.name))
                        .collect()
                }
                Some(_) => continue,
                None => may_wait
                    .into_iter()
                    .filter(|(server, _)| {
                        u64::from(server.standing) * 100 >= u64::from(audit.standing.tokens) * WORTH
                    })
                    .max_by_key(|(server, _)| server.standing)
                    .into_iter()
                    .collect(),
            };
            if chosen.is_empty() {
                continue;
            }
            let set: Vec<String> = chosen.iter().map(|(_, spec)| (*spec).to_owned()).collect();
            let saves = self.saved(now, staged, audit, &set, tokenizer).await;
            let Some(saves) = saves else { continue };
            let message = sentence(&chosen, audit, tasks.map(<[_]>::len));
            suggestions.push(Suggestion { message, saves, set });
        }
        suggestions
    }

    /// What a client would pay less, measured: the same assembly over the files
    /// the choices would leave. `None`: nothing.
    async fn saved(
        &self,
        now: &Picture,
        staged: &PlanRequest,
        audit: &ClientAudit,
        set: &[String],
        tokenizer: TokenizerId,
    ) -> Option<u32> {
        let mut request = staged.clone();
        request.restore = None;
        request.set.extend_from_slice(set);
        let mut after = self.planned_on(&now.basis, &request).await.ok()?.then;
        after.readings.retain(|reading| reading.client.as_str() == audit.id);
        let then = self.picture(after, tokenizer).audit;
        let then = then.clients.first()?.standing.tokens;
        audit.standing.tokens.checked_sub(then).filter(|saved| *saved > 0)
    }
}

/// Servers with tools that load always and could wait, with the words for it.
fn candidates<'a>(
    reading: &Reading,
    audit: &'a ClientAudit,
    board: &'a Switchboard,
) -> Vec<(&'a ServerAudit, &'a str)> {
    let cells = board.servers.iter().flat_map(|server| &server.cells);
    let cell_of = |server: &ServerAudit| -> Option<&'a SwitchCell> {
        cells.clone().find(|cell| {
            cell.client == audit.id && (&cell.name, &cell.scope) == (&server.name, &server.scope)
        })
    };
    reading
        .entries
        .iter()
        .zip(&audit.servers)
        .filter(|(entry, server)| {
            let always = Loading::Always.as_str();
            entry.is_active() && server.tools.iter().any(|tool| tool.loading == always)
        })
        .filter_map(|(_, server)| {
            let wait = cell_of(server)?.options.iter().find(|option| {
                option.state == Loading::WhenNeeded.as_str() && option.unavailable.is_none()
            })?;
            Some((server, wait.spec.as_str()))
        })
        .collect()
}

/// The servers with a tool among the first five of any task, were everything
/// searched. `None` for a client whose search is not known.
fn servers_found(
    then: &Picture,
    reading: &Reading,
    audit: &ClientAudit,
    tasks: &[SearchQuery],
) -> Option<HashSet<String>> {
    if reading.client != ClientId::ClaudeCode {
        return None;
    }
    let mut documents = Vec::new();
    for (entry, server) in reading.entries.iter().zip(&audit.servers) {
        let catalogue = entry
            .launch
            .as_ref()
            .and_then(|launch| then.basis.known.get(&launch.key())?.catalogue.as_deref());
        let Some(catalogue) = catalogue.filter(|_| entry.is_active()) else { continue };
        let name: Arc<str> = entry.name.as_str().into();
        let offered: HashSet<&str> = server
            .tools
            .iter()
            .filter(|tool| tool.loading != Loading::Off.as_str())
            .map(|tool| tool.name.as_str())
            .collect();
        documents.extend(
            catalogue.tools.iter().filter(|tool| offered.contains(tool.name.as_str())).map(
                |tool| Document {
                    server: Some(Arc::clone(&name)),
                    sent_as: reading.policy.sent_as(entry, &tool.name),
                    tool: Arc::clone(tool),
                    loading: Loading::WhenNeeded,
                },
            ),
        );
    }
    let documents: Arc<[Document]> = documents.into();
    let index = engine(EngineId::ClaudeCode, reading.installed.version.as_ref())
        .index(Arc::clone(&documents));
    let mut found = HashSet::new();
    for task in tasks {
        for hit in index.search(&task.query, FOUND).hits.iter().take(5) {
            if let Some(server) = &documents[hit.document].server {
                found.insert(server.to_string());
            }
        }
    }
    Some(found)
}

/// What speaks for it. The figure that counts is [`Suggestion::saves`].
fn sentence(chosen: &[(&ServerAudit, &str)], audit: &ClientAudit, tasks: Option<usize>) -> String {
    let names: Vec<String> =
        chosen.iter().map(|(server, _)| format!("“{}”", server.name)).collect();
    let named = names.join(", ");
    let one = chosen.len() == 1;
    match tasks {
        Some(tasks) => format!(
            "{named} {} always and {} never among the first {FOUND} results of your {tasks} tasks.",
            if one { "loads" } else { "load" },
            if one { "is" } else { "are" },
        ),
        None => {
            let standing: u64 = chosen.iter().map(|(server, _)| u64::from(server.standing)).sum();
            let share = standing * 100 / u64::from(audit.standing.tokens.max(1));
            format!(
                "{named} loads always and is {share} % of what is paid up front. Whether your tasks find it when it loads when needed is not measured."
            )
        }
    }
}
