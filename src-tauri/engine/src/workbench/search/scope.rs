//! What a search request searches.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
    sync::Arc,
};

use semver::Version;

use super::{
    super::{
        Workbench, audit,
        known::Known,
        words::{free_name, problem},
    },
    documents::{as_audited, as_claude_code_would, built_in, drafted},
    looked::{EVERYTHING, Looked},
};
use crate::{
    catalogue::{self, Catalogue, ImportError, Listed, read_file},
    clients::{ClientId, Cut, Launch, Loading, Reading, claude_code},
    search::Document,
    weights::{Shape, TokenizerId},
    wire::{self, Problem},
};

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
    pub(in super::super) documents: Vec<Document>,
    /// The version of Claude Code whose search is meant.
    pub(super) version: Option<Version>,
    /// Where Claude Code cuts what it searches, when its user has set that.
    pub(super) searched_cut: Option<Cut>,
    pub(super) sent: Sent,
    /// Whether Claude Code's own tools are among the documents.
    pub(super) built_in: bool,
    pub(in super::super) problems: Vec<Problem>,
}

impl Scope {
    fn add(&mut self, name: &str, catalogue: Arc<Catalogue>, file: Option<String>) {
        self.documents.extend(as_claude_code_would(name, &catalogue));
        self.servers.push(Searched { name: name.to_owned(), catalogue, file });
    }

    /// Names of the servers here, those without known tools included.
    fn known_names(&self) -> Vec<String> {
        let listed = self.servers.iter().map(|server| server.name.clone());
        listed.chain(self.problems.iter().filter_map(|problem| problem.server.clone())).collect()
    }

    /// Adds a server of a catalogue file under a name that no other one has.
    fn add_apart(
        &mut self,
        request: &wire::SearchRequest,
        called: &str,
        catalogue: Catalogue,
        file: &str,
    ) -> Result<(), Problem> {
        let mut taken = self.servers.iter().map(|server| server.name.clone()).collect();
        let name = free_name(called, &mut taken);
        if name != called {
            self.problems.push(Problem {
                level: wire::ProblemLevel::Hint,
                server: Some(name.clone()),
                file: Some(file.to_owned()),
                ..problem(
                    "same-server-name",
                    format!(
                        "another server is called `{called}`; that of `{file}` is `{name}` here"
                    ),
                    None,
                )
            });
        }
        let catalogue = drafted(&name, Arc::new(catalogue), &request.drafts)?;
        self.add(&name, catalogue, Some(file.to_owned()));
        Ok(())
    }

    /// Every server whose tools are known, once, as if all were deferred.
    fn add_all_known(
        &mut self,
        request: &wire::SearchRequest,
        looked: &Looked,
    ) -> Result<(), Problem> {
        let mut seen = HashSet::new();
        for entry in looked.readings.iter().flat_map(|reading| &reading.entries) {
            let Some(key) = entry.launch.as_ref().map(Launch::key) else { continue };
            let catalogue = looked.known.get(&key).and_then(|known| known.catalogue.clone());
            let Some(catalogue) = catalogue.filter(|_| seen.insert(key)) else { continue };
            let catalogue = drafted(&entry.name, catalogue, &request.drafts)?;
            self.add(&entry.name, catalogue, None);
        }
        for document in &mut self.documents {
            document.loading = Loading::WhenNeeded;
        }
        Ok(())
    }
}

impl Workbench {
    pub(in super::super) async fn scope(
        &self,
        request: &wire::SearchRequest,
        tokenizer: TokenizerId,
    ) -> Result<Scope, Problem> {
        let looked = self.look(request).await?;
        self.scope_of(request, looked, tokenizer)
    }

    pub(super) fn scope_of(
        &self,
        request: &wire::SearchRequest,
        mut looked: Looked,
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
        match request.client.as_deref() {
            Some(EVERYTHING) => scope.add_all_known(request, &looked)?,
            Some(_) => self.add_client(request, &mut looked, tokenizer, &mut scope)?,
            None => {}
        }
        if matches!(request.client.as_deref(), None | Some(EVERYTHING)) {
            for tried in &looked.candidates {
                let catalogue = drafted(&tried.name, tried.tools()?, &request.drafts)?;
                scope.add(&tried.name, catalogue, None);
            }
        }
        self.add_files(request, &mut scope)?;
        if let Some(version) = looked.version {
            // The user's own cut belongs to the installed version.
            scope.searched_cut = None;
            scope.version = Some(version);
        }
        if !request.servers.is_empty() {
            let kept = |server: &str| {
                request.servers.iter().any(|named| named == server)
                    || looked.candidates.iter().any(|tried| tried.name == server)
            };
            scope.documents.retain(|document| document.server.as_deref().is_some_and(kept));
            let known: Vec<String> = scope.known_names();
            scope.servers.retain(|server| kept(&server.name));
            scope.problems.retain(|problem| problem.server.as_deref().is_none_or(kept));
            let unknown = request.servers.iter().filter(|named| !known.contains(named));
            scope.problems.extend(unknown.map(|named| no_server(named, &known)));
            scope.built_in = false;
        }
        Ok(scope)
    }

    /// What one client offers, with candidates as it would load them.
    fn add_client(
        &self,
        request: &wire::SearchRequest,
        looked: &mut Looked,
        tokenizer: TokenizerId,
        scope: &mut Scope,
    ) -> Result<(), Problem> {
        let Looked { readings, known, candidates, built_in: captured, .. } = looked;
        for reading in readings.iter_mut() {
            for tried in candidates.iter() {
                tried.join(reading, known)?;
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
        let audited = audit::assemble(readings, known, &self.weigher, tokenizer, self.world.now());
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
                if let Some(tools) = captured.take() {
                    scope.documents.extend(tools.into_iter().filter_map(built_in));
                    scope.built_in = true;
                }
            }
            add_entries(reading, audited, known, scope);
        }
        Ok(())
    }

    /// The servers of catalogue files. A file that is none is a problem beside
    /// the others, and an error when there is nothing else.
    fn add_files(&self, request: &wire::SearchRequest, scope: &mut Scope) -> Result<(), Problem> {
        let mut seen = HashSet::new();
        let mut refused = Vec::new();
        for file in &request.catalogues {
            let path = Path::new(file);
            if !seen.insert(path.canonicalize().unwrap_or_else(|_| path.to_owned())) {
                scope.problems.push(Problem {
                    level: wire::ProblemLevel::Hint,
                    file: Some(file.clone()),
                    ..problem(
                        "catalogue-twice",
                        format!("`{file}` is given twice and searched once"),
                        None,
                    )
                });
                continue;
            }
            let listed = match self.catalogue_file(path) {
                Ok(listed) => listed,
                Err(problem) => {
                    refused.push(problem);
                    continue;
                }
            };
            match listed {
                Listed::One(catalogue) => {
                    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                    scope.add_apart(request, &stem.unwrap_or_default(), *catalogue, file)?;
                }
                Listed::Dump(servers, without) => {
                    for (name, catalogue) in servers {
                        scope.add_apart(request, &name, catalogue, file)?;
                    }
                    scope.problems.extend(
                        without
                            .iter()
                            .map(|name| Problem { file: Some(file.clone()), ..not_listed(name) }),
                    );
                }
            }
        }
        if scope.servers.is_empty() && !refused.is_empty() {
            return Err(refused.remove(0));
        }
        scope.problems.extend(refused);
        Ok(())
    }

    /// What a catalogue file lists.
    fn catalogue_file(&self, path: &Path) -> Result<Listed, Problem> {
        let listed =
            read_file(path).and_then(|text| catalogue::import_all(&text, self.world.now()));
        listed.map_err(|error| {
            let (message, line, column) = match &error {
                ImportError::Syntax { line, column, .. } => (
                    format!("`{}`: {error}", path.display()),
                    u32::try_from(*line).ok(),
                    u32::try_from(*column).ok(),
                ),
                ImportError::NoTools => (format!("`{}`: {error}", path.display()), None, None),
                _ => (error.to_string(), None, None),
            };
            Problem {
                file: Some(path.display().to_string()),
                line,
                column,
                ..problem(
                    "catalogue-unreadable",
                    message,
                    Some(
                        "A catalogue is a tools/list result, a list of tools, or an object with `tools`.",
                    ),
                )
            }
        })
    }
}

/// The active entries of a client as the audit says they are loaded.
fn add_entries(
    reading: &Reading,
    audited: &wire::ClientAudit,
    known: &HashMap<String, Known>,
    scope: &mut Scope,
) {
    for (entry, server) in reading.entries.iter().zip(&audited.servers) {
        if !entry.is_active() {
            continue;
        }
        let catalogue =
            entry.launch.as_ref().and_then(|launch| known.get(&launch.key())?.catalogue.clone());
        let Some(catalogue) = catalogue else {
            scope.problems.push(not_listed(&entry.name));
            continue;
        };
        scope.documents.extend(as_audited(&entry.name, server, &catalogue));
        let name = entry.name.clone();
        scope.servers.push(Searched { name, catalogue, file: None });
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

/// A name that no server here has, with the one most like it.
fn no_server(named: &str, known: &[String]) -> Problem {
    let all: Vec<&str> = known.iter().map(String::as_str).collect();
    let near = similar::get_close_matches(named, &all, 1, 0.5);
    let hint = near.first().map(|near| format!("The nearest is `{near}`."));
    problem("unknown-server", format!("there is no server `{named}` here"), hint.as_deref())
}
