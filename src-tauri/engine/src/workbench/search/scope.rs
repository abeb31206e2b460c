//! What a search request searches.

use std::{collections::HashSet, path::Path, sync::Arc};

use semver::Version;
use serde_json::Value;

use super::{
    super::{Workbench, audit, candidate::Tried, words::problem},
    documents::{as_audited, as_claude_code_would, built_in, drafted},
};
use crate::{
    catalogue::{self, Catalogue, FILE_LIMIT, ImportError},
    clients::{ClientId, Cut, Launch, Loading, Reading, claude_code},
    search::Document,
    weights::{Shape, TokenizerId},
    wire::{self, Problem},
};

/// The client of a search over all that is known.
const EVERYTHING: &str = "*";

/// One server that is searched.
#[derive(Clone, Debug)]
pub(in super::super) struct Searched {
    /// Its name.
    pub(in super::super) name: String,
    /// Its tools, drafts put in.
    pub(in super::super) catalogue: Arc<Catalogue>,
    /// The catalogue file it comes from.
    pub(in super::super) file: Option<String>,
}

/// How definitions are sent, for what they weigh.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    pub(super) shape: Shape,
    pub(super) eager: Cut,
    pub(super) found: Cut,
}

impl Sent {
    /// As the newest Claude Code measured sends them.
    fn newest() -> Self {
        let cuts = claude_code::default_cuts(None);
        Self {
            shape: Shape::of(ClientId::ClaudeCode, None),
            eager: cuts.eager_description,
            found: cuts.found_description,
        }
    }
}

/// What is searched.
pub(in super::super) struct Scope {
    pub(in super::super) servers: Vec<Searched>,
    pub(super) documents: Vec<Document>,
    /// The version of Claude Code whose search is meant.
    pub(super) version: Option<Version>,
    /// Where Claude Code cuts what it searches, when its user has set that.
    pub(super) searched_cut: Option<Cut>,
    pub(super) sent: Sent,
    /// Whether Claude Code's own tools are among the documents.
    pub(super) built_in: bool,
    pub(super) problems: Vec<Problem>,
}

impl Scope {
    fn add(&mut self, name: &str, catalogue: Arc<Catalogue>, file: Option<String>) {
        self.documents.extend(as_claude_code_would(name, &catalogue));
        self.servers.push(Searched { name: name.to_owned(), catalogue, file });
    }
}

impl Workbench {
    pub(in super::super) async fn scope(
        &self,
        request: &wire::SearchRequest,
        tokenizer: TokenizerId,
    ) -> Result<Scope, Problem> {
        let mut scope = Scope {
            servers: Vec::new(),
            documents: Vec::new(),
            version: None,
            searched_cut: None,
            sent: Sent::newest(),
            built_in: false,
            problems: Vec::new(),
        };
        let version = request.client_version.as_deref().map(Version::parse).transpose();
        let version = version.map_err(|error| {
            problem("unknown-version", format!("no version of Claude Code: {error}"), None)
        })?;
        let candidates = self.tried(&request.candidates)?;
        match request.client.as_deref() {
            Some(EVERYTHING) => self.all_known(request, &mut scope).await?,
            Some(client) => {
                self.client_scope(client, request, &candidates, tokenizer, &mut scope).await?;
            }
            None => {}
        }
        if matches!(request.client.as_deref(), None | Some(EVERYTHING)) {
            for tried in &candidates {
                let catalogue = drafted(&tried.name, tried.tools()?, &request.drafts)?;
                scope.add(&tried.name, catalogue, None);
            }
        }
        for path in &request.catalogues {
            let (server, catalogue) = self.catalogue_file(Path::new(path))?;
            let catalogue = drafted(&server, Arc::new(catalogue), &request.drafts)?;
            scope.add(&server, catalogue, Some(path.clone()));
        }
        if let Some(version) = version {
            // The user's own cut belongs to the installed version.
            scope.searched_cut = None;
            scope.version = Some(version);
        }
        if !request.servers.is_empty() {
            let kept = |server: &str| {
                request.servers.iter().any(|named| named == server)
                    || candidates.iter().any(|tried| tried.name == server)
            };
            scope.documents.retain(|document| document.server.as_deref().is_some_and(kept));
            scope.servers.retain(|server| kept(&server.name));
            scope.built_in = false;
        }
        Ok(scope)
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

    /// Every server whose tools are known, once, as if all were deferred.
    async fn all_known(
        &self,
        request: &wire::SearchRequest,
        scope: &mut Scope,
    ) -> Result<(), Problem> {
        let readings = self.read_for(request, &[]).await?;
        let known = self.known_for(&readings).await;
        let mut seen = HashSet::new();
        for entry in readings.iter().flat_map(|reading| &reading.entries) {
            let Some(key) = entry.launch.as_ref().map(Launch::key) else { continue };
            let catalogue = known.get(&key).and_then(|known| known.catalogue.clone());
            let Some(catalogue) = catalogue.filter(|_| seen.insert(key)) else { continue };
            let catalogue = drafted(&entry.name, catalogue, &request.drafts)?;
            scope.add(&entry.name, catalogue, None);
        }
        for document in &mut scope.documents {
            document.loading = Loading::WhenNeeded;
        }
        Ok(())
    }

    /// What one client offers, with candidates as it would load them.
    async fn client_scope(
        &self,
        client: &str,
        request: &wire::SearchRequest,
        candidates: &[Arc<Tried>],
        tokenizer: TokenizerId,
        scope: &mut Scope,
    ) -> Result<(), Problem> {
        let mut readings = self.read_for(request, &[client.to_owned()]).await?;
        let mut known = self.known_for(&readings).await;
        for reading in &mut readings {
            for tried in candidates {
                tried.join(reading, &mut known)?;
            }
            for entry in reading.entries.iter().filter(|entry| entry.is_active()) {
                let Some(launch) = &entry.launch else { continue };
                let Some(known) = known.get_mut(&launch.key()) else { continue };
                if let Some(catalogue) = &known.catalogue {
                    let catalogue = drafted(&entry.name, Arc::clone(catalogue), &request.drafts)?;
                    known.catalogue = Some(catalogue);
                }
            }
        }
        let audited =
            audit::assemble(&readings, &known, &self.weigher, tokenizer, self.world.now());
        for (reading, audited) in readings.iter().zip(&audited.clients) {
            let cuts = reading.policy.cuts();
            scope.sent = Sent {
                shape: Shape::of(reading.client, reading.installed.version.as_ref()),
                eager: cuts.eager_description,
                found: cuts.found_description,
            };
            if reading.client == ClientId::ClaudeCode {
                scope.version.clone_from(&reading.installed.version);
                scope.searched_cut = Some(cuts.eager_description);
                self.add_built_in(reading, request, scope).await;
            }
            for (entry, server) in reading.entries.iter().zip(&audited.servers) {
                if !entry.is_active() {
                    continue;
                }
                let catalogue = entry
                    .launch
                    .as_ref()
                    .and_then(|launch| known.get(&launch.key())?.catalogue.clone());
                let Some(catalogue) = catalogue else {
                    scope.problems.push(not_listed(&entry.name));
                    continue;
                };
                scope.documents.extend(as_audited(&entry.name, server, &catalogue));
                let name = entry.name.clone();
                scope.servers.push(Searched { name, catalogue, file: None });
            }
        }
        Ok(())
    }

    /// Claude Code's own deferred tools, where a proof run has captured them.
    async fn add_built_in(
        &self,
        reading: &Reading,
        request: &wire::SearchRequest,
        scope: &mut Scope,
    ) {
        let installed = reading.installed.version.as_ref().map(ToString::to_string);
        let Some(version) = request.client_version.clone().or(installed) else { return };
        let Some(store) = &self.store else { return };
        let kept = store.built_in(reading.client.as_str(), &version).await;
        let Ok(Some(tools)) = kept else { return };
        scope.documents.extend(tools.into_iter().filter_map(built_in));
        scope.built_in = true;
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

    /// A catalogue from a file, called like the file.
    pub(in super::super) fn catalogue_file(
        &self,
        path: &Path,
    ) -> Result<(String, Catalogue), Problem> {
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
