//! What a search stands on, read anew for every search: files, catalogues,
//! tried servers. From it comes a [`Scope`], and a name for that scope, so that
//! the same question twice prepares its engines once.

use std::{collections::HashMap, sync::Arc};

use semver::Version;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::super::{Workbench, candidate::Tried, known::Known, words::problem};
use crate::{
    clients::{Client as _, ClientId, Launch, Reading, claude_code::ClaudeCode},
    weights::TokenizerId,
    wire::{self, Problem},
};

/// The client of a search over all that is known.
pub(super) const EVERYTHING: &str = "*";

/// Everything a scope is made from, but for catalogue files.
pub(super) struct Looked {
    /// Readings of the client, or of all; none for a search of catalogues.
    pub(super) readings: Vec<Reading>,
    pub(super) known: HashMap<String, Known>,
    pub(super) candidates: Vec<Arc<Tried>>,
    /// Claude Code's own deferred tools, where a proof run has captured them.
    pub(super) built_in: Option<Vec<Value>>,
    /// The version of Claude Code that was asked for, or the installed one where
    /// no client was.
    pub(super) version: Option<Version>,
}

impl Workbench {
    pub(super) async fn look(&self, request: &wire::SearchRequest) -> Result<Looked, Problem> {
        let version = request.client_version.as_deref().map(Version::parse).transpose();
        let mut version = version.map_err(|error| {
            problem("unknown-version", format!("no version of Claude Code: {error}"), None)
        })?;
        if matches!(request.client.as_deref(), None | Some(EVERYTHING)) {
            // Nobody's configuration in particular: the search of who asks.
            version = version.or_else(|| ClaudeCode.installed(&self.world).version);
        }
        let mut candidates = self.tried(&request.candidates)?;
        let clients: Vec<String> = match request.client.as_deref() {
            None => {
                let (readings, known) = (Vec::new(), HashMap::new());
                return Ok(Looked { readings, known, candidates, built_in: None, version });
            }
            Some(EVERYTHING) => Vec::new(),
            Some(client) => vec![client.to_owned()],
        };
        let readings = self.read_for(request, &clients).await?;
        let mut known = self.known_for(&readings).await;
        if let (Some(client), Some(plan)) = (&request.client, &request.plan) {
            self.lend_tools(plan, &readings, &mut known);
            // Staged as an addition, it is among the client's entries already.
            let added = self.added_to(client, plan);
            candidates.retain(|tried| !added.contains(&tried.key));
        }
        let built_in = match readings.iter().find(|one| one.client == ClientId::ClaudeCode) {
            Some(reading) if request.client.as_deref() != Some(EVERYTHING) => {
                let installed = reading.installed.version.as_ref().map(ToString::to_string);
                self.captured(request.client_version.clone().or(installed)).await
            }
            _ => None,
        };
        Ok(Looked { readings, known, candidates, built_in, version })
    }

    /// The files' entries as they are, or as staged changes would leave them.
    async fn read_for(
        &self,
        request: &wire::SearchRequest,
        clients: &[String],
    ) -> Result<Vec<Reading>, Problem> {
        let projects: Vec<String> = request.project.iter().cloned().collect();
        match &request.plan {
            Some(plan) => self.read_staged(plan, clients, &projects).await,
            None => self.read(clients, &projects).await,
        }
    }

    /// Claude Code's own deferred tools of a version, where a proof run has
    /// captured them.
    async fn captured(&self, version: Option<String>) -> Option<Vec<Value>> {
        let store = self.store.as_ref()?;
        store.built_in(ClientId::ClaudeCode.as_str(), &version?).await.ok()?
    }

    /// Keeps Claude Code's own deferred tools, as a proof run captured them:
    /// `{"name", "description"?, "inputSchema"?}` each. They compete in later
    /// searches for that version.
    pub async fn keep_built_in(&self, client: ClientId, version: &Version, tools: &[Value]) {
        let Some(store) = &self.store else { return };
        let (client, version) = (client.as_str(), version.to_string());
        if let Err(error) = store.save_built_in(client, &version, tools, self.world.now()).await {
            tracing::warn!(%error, "the client's own tools were not stored");
        }
    }
}

impl Looked {
    /// The same for the same scope; `None`: catalogue files are read each time.
    pub(super) fn name(
        &self,
        request: &wire::SearchRequest,
        tokenizer: TokenizerId,
    ) -> Option<[u8; 32]> {
        if !request.catalogues.is_empty() {
            return None;
        }
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        let asked = wire::SearchRequest {
            queries: Vec::new(),
            engines: Vec::new(),
            max_results: None,
            ..request.clone()
        };
        part(&serde_json::to_vec(&asked).ok()?);
        part(tokenizer.as_str().as_bytes());
        for reading in &self.readings {
            // Values that are secret print as a mask; the keys below tell them apart.
            // Equal readings print alike: their maps are ordered.
            part(format!("{reading:?}").as_bytes());
            for launch in reading.entries.iter().filter_map(|entry| entry.launch.as_ref()) {
                let key = Launch::key(launch);
                part(key.as_bytes());
                let known = self.known.get(&key).and_then(|known| known.catalogue.as_ref());
                // No two listings of a server are of the same moment.
                part(format!("{:?}", known.map(|known| known.taken_at)).as_bytes());
            }
        }
        for tried in &self.candidates {
            part(tried.key.as_bytes());
            part(tried.name.as_bytes());
            // As the audience sees it that was asked for.
            let catalogue = tried.tools().ok()?;
            part(format!("{:?}", catalogue.taken_at).as_bytes());
            catalogue.tools.iter().for_each(|tool| part(&tool.hash().0));
        }
        part(format!("{:?}", self.built_in).as_bytes());
        Some(hash.finalize().into())
    }
}
