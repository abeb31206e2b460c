//! One server and one tool, in full.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Workbench, audit,
    known::{Known, Run},
    words::{problem, rfc3339, show_launch, unknown_server},
};
use crate::{
    catalogue::{Catalogue, Tool},
    clients::{ClientId, Cut, Entry, Launch, Reading, Standing},
    weights::{Item, Shape, TokenizerId, Tokens, heaviest},
    wire::{self, Problem},
};

/// The most schema properties shown for a tool.
const PROPERTIES: usize = 12;

impl Workbench {
    /// One server across clients and projects.
    pub async fn server(
        &self,
        key: &str,
        projects: &[String],
    ) -> Result<wire::ServerDetail, Problem> {
        let readings = self.read(&[], projects).await?;
        let tokenizer = self.tokenizer(None).await?;
        let known = self.known_for(&readings).await.remove(key).unwrap_or_default();
        let configured: Vec<wire::Configured> = readings
            .iter()
            .flat_map(|reading| reading.entries.iter().map(move |entry| (reading, entry)))
            .filter_map(|(reading, entry)| configured(key, reading, entry))
            .collect();
        if configured.is_empty() && known.catalogue.is_none() {
            return Err(unknown_server());
        }
        let mut names: Vec<String> = Vec::new();
        for definition in &configured {
            if !names.contains(&definition.name) {
                names.push(definition.name.clone());
            }
        }
        let run = known.run.as_deref();
        let catalogue = known.catalogue.as_deref();
        let mut capabilities: Vec<String> = catalogue
            .and_then(|catalogue| catalogue.capabilities.as_object())
            .map(|capabilities| capabilities.keys().cloned().collect())
            .unwrap_or_default();
        capabilities.sort();
        Ok(wire::ServerDetail {
            key: key.to_owned(),
            names,
            server_name: catalogue.and_then(|catalogue| catalogue.server_name.clone()),
            server_version: catalogue.and_then(|catalogue| catalogue.server_version.clone()),
            protocol: catalogue.and_then(|catalogue| catalogue.protocol.clone()),
            capabilities,
            resources: catalogue.and_then(|catalogue| catalogue.resources),
            prompts: catalogue.and_then(|catalogue| catalogue.prompts),
            instructions: catalogue.and_then(|catalogue| catalogue.instructions.clone()),
            configured,
            log: run.map(Run::lines).unwrap_or_default(),
            dropped: run.map_or(0, Run::dropped),
            timing: run.and_then(Run::timing),
            problem: known.failure.map(|failure| failure.problem),
            history: self.snapshot_lines(key, tokenizer).await,
        })
    }

    /// The stored snapshots of a server, newest first, each compared with the
    /// one before it.
    async fn snapshot_lines(&self, key: &str, tokenizer: TokenizerId) -> Vec<wire::SnapshotLine> {
        let Some(store) = &self.store else { return Vec::new() };
        let stored = store.history(key).await.unwrap_or_default();
        let snapshots: Vec<Catalogue> = stored.into_iter().map(|stored| stored.catalogue).collect();
        snapshots
            .iter()
            .enumerate()
            .map(|(at, catalogue)| {
                let items: Vec<Item<'_>> = catalogue
                    .tools
                    .iter()
                    .map(|tool| Item {
                        tool,
                        sent_as: &tool.name,
                        cut: Cut { units: None },
                        server: 0,
                    })
                    .collect();
                let weight: Tokens = self
                    .weigher
                    .weigh(tokenizer, Shape::of(ClientId::ClaudeCode, None), &items)
                    .into_iter()
                    .flatten()
                    .map(|weighed| weighed.weight.total)
                    .sum();
                let drift = snapshots.get(at + 1).map(|before| drift(before, catalogue));
                let (added, removed, changed) = drift.unwrap_or_default();
                wire::SnapshotLine {
                    taken_at: rfc3339(catalogue.taken_at),
                    tools: u32::try_from(catalogue.tools.len()).unwrap_or(u32::MAX),
                    tokens: weight.get(),
                    added,
                    removed,
                    changed,
                }
            })
            .collect()
    }

    /// One tool in full, of a server in use or of one that was tried.
    pub async fn tool(
        &self,
        key: &str,
        name: &str,
        projects: &[String],
    ) -> Result<wire::ToolDetail, Problem> {
        let readings = self.read(&[], projects).await?;
        let tokenizer = self.tokenizer(None).await?;
        let mut known = self.known_for(&readings).await;
        for tried in self.tried(&[key.to_owned()]).unwrap_or_default() {
            let catalogue = Some(tried.tools()?);
            known.insert(key.to_owned(), Known { catalogue, ..Known::default() });
        }
        let tool = known
            .get(key)
            .and_then(|known| known.catalogue.as_ref())
            .and_then(|catalogue| catalogue.tools.iter().find(|tool| tool.name == name))
            .ok_or_else(|| {
                problem(
                    "unknown-tool",
                    format!("the server lists no tool `{name}`"),
                    Some("Read the configurations again; the list may have changed."),
                )
            })?;
        let audit = audit::assemble(&readings, &known, &self.weigher, tokenizer, self.world.now());
        let loaded = audit
            .clients
            .iter()
            .flat_map(|client| client.servers.iter().map(move |server| (client, server)))
            .filter(|(_, server)| server.key.as_deref() == Some(key))
            .flat_map(|(client, server)| server.tools.iter().map(move |tool| (client, tool)))
            .filter(|(_, tool)| tool.name == name)
            .map(|(client, tool)| wire::LoadedIn {
                client: client.id.clone(),
                project: client.project.clone(),
                loading: tool.loading.clone(),
                because: tool.because.clone(),
                file: tool.file.clone(),
                line: tool.line,
            })
            .collect();
        Ok(wire::ToolDetail {
            key: key.to_owned(),
            name: name.to_owned(),
            description: tool.description().to_owned(),
            definition: serde_json::to_string_pretty(&tool.raw).unwrap_or_default(),
            properties: heaviest(tokenizer, tool.input_schema(), PROPERTIES)
                .into_iter()
                .map(|property| wire::PropertyWeight {
                    path: property.path,
                    tokens: property.tokens.get(),
                })
                .collect(),
            loaded,
            annotations: annotations(tool),
        })
    }
}

fn configured(key: &str, reading: &Reading, entry: &Entry) -> Option<wire::Configured> {
    let launch = entry.launch.as_ref().filter(|launch| launch.key() == key)?;
    let because = match &entry.standing {
        Standing::Active => None,
        Standing::Shadowed { by } => {
            Some(format!("the entry at {}:{} is used instead", by.file.display(), by.line))
        }
        Standing::Off(cause) | Standing::NeedsApproval(cause) | Standing::Unusable(cause) => {
            Some(cause.because.clone())
        }
    };
    let (directory, variables, headers) = match launch {
        Launch::Stdio(stdio) => (
            stdio.cwd.clone().or_else(|| reading.project.clone()),
            stdio.env.iter().map(|(name, _)| name.clone()).collect(),
            Vec::new(),
        ),
        Launch::Remote(remote) => {
            (None, Vec::new(), remote.headers.iter().map(|(name, _)| name.clone()).collect())
        }
    };
    Some(wire::Configured {
        client: reading.client.as_str().to_owned(),
        name: entry.name.clone(),
        scope: entry.scope.as_str().to_owned(),
        file: entry.place.file.display().to_string(),
        line: entry.place.line,
        command: show_launch(launch),
        directory: directory.map(|directory| directory.display().to_string()),
        variables,
        headers,
        missing_variables: entry.missing_variables.clone(),
        because,
    })
}

/// Names of tools added, removed and changed from one snapshot to the next.
fn drift(before: &Catalogue, after: &Catalogue) -> (Vec<String>, Vec<String>, Vec<String>) {
    let by_name = |catalogue: &Catalogue| -> BTreeMap<String, Arc<Tool>> {
        catalogue.tools.iter().map(|tool| (tool.name.clone(), Arc::clone(tool))).collect()
    };
    let (old, new) = (by_name(before), by_name(after));
    let added = new.keys().filter(|name| !old.contains_key(*name)).cloned().collect();
    let removed = old.keys().filter(|name| !new.contains_key(*name)).cloned().collect();
    let changed = new
        .iter()
        .filter(|(name, tool)| old.get(*name).is_some_and(|earlier| earlier.raw != tool.raw))
        .map(|(name, _)| name.clone())
        .collect();
    (added, removed, changed)
}

/// What the server hints about a tool, as sent: `readOnlyHint: true`.
fn annotations(tool: &Tool) -> Vec<String> {
    tool.raw
        .get("annotations")
        .and_then(serde_json::Value::as_object)
        .map(|hints| hints.iter().map(|(name, value)| format!("{name}: {value}")).collect())
        .unwrap_or_default()
}
