//! Asking a client what it loads, and remembering that it agreed.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use semver::Version;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;

use super::{
    Workbench, audit,
    known::Known,
    words::{problem, rfc3339},
};
use crate::{
    catalogue::{Catalogue, Tool},
    clients::{
        ClientId, Entry, Installed, Launch, Loading, Reading, Standing,
        claude_code::{self, ClaudeCode},
    },
    proof::{
        self, Compared, Count, Difference, Observed, Original, Predicted, ProofError, Prover,
        Query, Text, answer_differs, compare, missing_instructions,
        replay::Recording,
        reread::{self, Reread},
    },
    search::{Document, EngineId, engine},
    servers::find_program,
    store::LastProof,
    weights::{Shape, TokenizerId},
    wire::{self, Problem, ProblemLevel},
    world,
};

/// A client's own count of tool JSON lies between 110 and 155 percent of ours;
/// the stand-in answers with the middle. Only `auto` mode asks.
const CLAUDE_COUNT_PERCENT: u64 = 132;

impl Workbench {
    /// Shows that a client loads what is predicted: Claude Code by running it in
    /// a throw-away home, the others by reading their files a second way.
    pub async fn prove(
        &self,
        client: &str,
        request: &wire::ProveRequest,
    ) -> Result<wire::Proof, Problem> {
        let projects: Vec<String> = request.project.iter().cloned().collect();
        let readings = self.read(&[client.to_owned()], &projects).await?;
        let Some(reading) = readings.into_iter().next() else {
            return Err(could_not_run("unknown-client", "there is no such client".to_owned(), ""));
        };
        let started = Instant::now();
        let mut proof = match reading.client {
            ClientId::ClaudeCode => self.observe(reading, request).await?,
            ClientId::ClaudeDesktop | ClientId::Cursor => self.reread(&reading).await?,
        };
        proof.ms = u32::try_from(started.elapsed().as_millis()).unwrap_or(u32::MAX);
        Ok(proof)
    }

    /// Calls a proof that runs off.
    pub fn cancel_proof(&self) {
        self.proving().cancel();
    }

    /// `Confirmed by Claude Code 2.1.332, 12:04`, while the last proof agreed
    /// and what the files say now is still what was proven.
    pub async fn confirmed(&self, client: ClientId, project: Option<&Path>) -> Option<String> {
        let last =
            self.store.as_ref()?.last_proof(client.as_str(), &key_of(project)).await.ok()??;
        let projects: Vec<String> =
            project.iter().map(|project| project.display().to_string()).collect();
        let reading =
            self.read(&[client.as_str().to_owned()], &projects).await.ok()?.into_iter().next()?;
        let installed = reading.installed.version.as_ref().map(ToString::to_string);
        if installed.is_some() && installed != last.version {
            return None;
        }
        let known = self.known_for(std::slice::from_ref(&reading)).await;
        let predicted = self.predicted(&reading, &known);
        if hash_of(&predicted, &reading, &known) != last.loaded {
            return None;
        }
        let by = match (&last.version, client) {
            (Some(version), ClientId::ClaudeCode) => format!("by {} {version}", client.title()),
            _ => format!("by reading the files of {} again", client.title()),
        };
        Some(format!("Confirmed {by}, {}", world::time_of_day(last.at, self.world.now())))
    }

    async fn observe(
        &self,
        reading: Reading,
        request: &wire::ProveRequest,
    ) -> Result<wire::Proof, Problem> {
        let program = self.program(request)?;
        let cancel = self.new_proof();
        let patience = request.timeout_ms.map_or_else(
            || proof::patience(reading.entries.len()),
            |ms| Duration::from_millis(ms.into()),
        );
        let prover = Prover { guard: &self.connector.guard, patience };
        let path = self.world.var("PATH");
        let version =
            prover.version(&program, path, &cancel).await.map_err(|error| problem_of(&error))?;
        let project = reading.project.clone();
        let installed = Installed { version: Some(version.clone()), source: Some(program.clone()) };
        let reading = ClaudeCode.read_as(&self.world, project.as_deref(), installed);
        let known = self.known_for(std::slice::from_ref(&reading)).await;
        let recording =
            |launch: &Launch| Some(Recording::of(known.get(&launch.key())?.catalogue.as_deref()?));
        let backstage = claude_code::backstage(&self.world, project.as_deref(), Some(&version));
        let original = Original {
            world: &self.world,
            reading: &reading,
            backstage: &backstage,
            recording: &recording,
        };
        let queries = request.queries.iter().map(|query| Query {
            id: query.id.clone(),
            query: query.query.clone(),
            max_results: query.max_results,
        });
        let observed = prover
            .observe(&program, &original, queries.collect(), self.count(), &cancel)
            .await
            .map_err(|error| problem_of(&error))?;
        let own = own_deferred(&observed);
        // With everything eager nobody sees which of them would wait.
        if !own.is_empty() {
            self.keep_built_in(reading.client, &version, &own).await;
        }

        let predicted = self.predicted(&reading, &known);
        let mut compared = compare(&predicted, &observed);
        let instructions = instructions(&reading, &known);
        compared.differences.extend(missing_instructions(&instructions, &observed));
        let documents = documents(&predicted, &reading, &known, &observed);
        let results = results(request, &documents, &version, &observed, &mut compared);
        let proof = self.proof(&reading, "observed", &compared, notes(&reading, &known));
        self.keep_proof(&reading, &predicted, &known, &proof).await;
        Ok(wire::Proof { results, announcement: observed.announcement, ..proof })
    }

    async fn reread(&self, reading: &Reading) -> Result<wire::Proof, Problem> {
        let known = self.known_for(std::slice::from_ref(reading)).await;
        let Reread { confirmed, differences } = reread::reread(reading, &text_of);
        let predicted = self.predicted(reading, &known);
        let names: HashSet<&str> = confirmed
            .iter()
            .filter_map(|place| reading.entries.get(*place))
            .map(|entry| entry.name.as_str())
            .collect();
        let tools = predicted.iter().map(|one| crate::proof::Proven {
            server: Some(one.server.clone()),
            sent_as: one.sent_as.clone(),
            predicted: one.loading,
            // The file says so; how the client loads it is not for a file to show.
            observed: if names.contains(one.server.as_str()) { one.loading } else { Loading::Off },
            cut: None,
            text: None,
        });
        let compared = Compared { tools: tools.collect(), differences, ..Compared::default() };
        let proof = self.proof(reading, "reread", &compared, notes(reading, &known));
        self.keep_proof(reading, &predicted, &known, &proof).await;
        Ok(proof)
    }

    /// What a second reader of the files of clients that cannot be run finds to
    /// be otherwise, right after they were written.
    pub(super) async fn read_otherwise(
        &self,
        clients: &[String],
        project: Option<&str>,
    ) -> Vec<Problem> {
        let cannot_run: Vec<String> = [ClientId::ClaudeDesktop, ClientId::Cursor]
            .map(|client| client.as_str().to_owned())
            .into_iter()
            .filter(|client| clients.contains(client))
            .collect();
        if cannot_run.is_empty() {
            return Vec::new();
        }
        let projects: Vec<String> = project.iter().map(ToString::to_string).collect();
        let readings = self.read(&cannot_run, &projects).await.unwrap_or_default();
        let differences = |reading: &Reading| -> Vec<Problem> {
            let read = reread::reread(reading, &text_of).differences;
            read.iter().map(|difference| problem_of_difference(difference, reading)).collect()
        };
        readings.iter().flat_map(differences).collect()
    }

    fn proof(
        &self,
        reading: &Reading,
        method: &str,
        compared: &Compared,
        notes: Vec<Problem>,
    ) -> wire::Proof {
        wire::Proof {
            schema: "plimsoll.prove/1".to_owned(),
            client: reading.client.as_str().to_owned(),
            version: reading.installed.version.as_ref().map(ToString::to_string),
            at: rfc3339(self.world.now()),
            method: method.to_owned(),
            tools: compared
                .tools
                .iter()
                .map(|tool| wire::ProvenTool {
                    server: tool.server.clone(),
                    sent_as: tool.sent_as.clone(),
                    predicted: tool.predicted.as_str().to_owned(),
                    observed: tool.observed.as_str().to_owned(),
                    cut: tool.cut,
                    text: tool.text.clone(),
                })
                .collect(),
            built_in: compared.built_in.clone(),
            announcement: None,
            differences: compared
                .differences
                .iter()
                .map(|difference| problem_of_difference(difference, reading))
                .collect(),
            notes,
            results: Vec::new(),
            ms: 0,
        }
    }

    /// The client's program: the one asked for, or the one that would start.
    fn program(&self, request: &wire::ProveRequest) -> Result<PathBuf, Problem> {
        let found = match &request.program {
            Some(named) => find_program(named, &self.world.env),
            None => claude_code::program(&self.world),
        };
        found.ok_or_else(|| {
            let what = request.program.as_deref().unwrap_or("claude");
            could_not_run(
                "client-not-found",
                format!("the program `{what}` was not found"),
                "Install Claude Code, or name its program.",
            )
        })
    }

    /// Every tool of the entries in use and of those switched off.
    fn predicted(&self, reading: &Reading, known: &HashMap<String, Known>) -> Vec<Predicted> {
        let readings = std::slice::from_ref(reading);
        let now = self.world.now();
        // No weight is used; the tokenizer matters in `auto` mode only.
        let audit = audit::assemble(readings, known, &self.weigher, TokenizerId::O200kBase, now);
        let Some(audited) = audit.clients.first() else { return Vec::new() };
        let shape = Shape::of(reading.client, reading.installed.version.as_ref());
        let cuts = reading.policy.cuts();
        let mut predicted = Vec::new();
        for (entry, server) in reading.entries.iter().zip(&audited.servers) {
            if !matches!(entry.standing, Standing::Active | Standing::Off(_)) {
                continue;
            }
            let Some(catalogue) = catalogue_of(entry, known) else { continue };
            let tools: HashMap<&str, &Arc<Tool>> =
                catalogue.tools.iter().map(|tool| (tool.name.as_str(), tool)).collect();
            for tool in &server.tools {
                let text = |cut| {
                    let sent =
                        shape.send(tools.get(tool.name.as_str())?, &tool.sent_as, cut).ok()?;
                    let schema = serde_json::from_str(&sent.schema).ok()?;
                    Some(Text { description: sent.description, schema })
                };
                predicted.push(Predicted {
                    server: entry.name.clone(),
                    sent_as: tool.sent_as.clone(),
                    loading: [Loading::Always, Loading::WhenNeeded, Loading::Off]
                        .into_iter()
                        .find(|loading| loading.as_str() == tool.loading)
                        .unwrap_or(Loading::Unknown),
                    eager: text(cuts.eager_description),
                    found: text(cuts.found_description),
                });
            }
        }
        predicted
    }

    /// What the stand-in answers when the client asks how much a tool counts.
    fn count(&self) -> Count {
        Arc::new(|tool: &Value| {
            let definition = json!({
                "name": tool["name"], "description": tool["description"],
                "input_schema": tool["input_schema"],
            });
            let counted = TokenizerId::O200kBase.count(&definition.to_string()).tokens;
            u64::from(counted.get()) * CLAUDE_COUNT_PERCENT / 100
        })
    }

    async fn keep_proof(
        &self,
        reading: &Reading,
        predicted: &[Predicted],
        known: &HashMap<String, Known>,
        proof: &wire::Proof,
    ) {
        let Some(store) = &self.store else { return };
        let agreed = proof.differences.is_empty();
        let last = agreed.then(|| LastProof {
            at: self.world.now(),
            version: proof.version.clone(),
            loaded: hash_of(predicted, reading, known),
        });
        let project = key_of(reading.project.as_deref());
        let kept = store.save_proof(reading.client.as_str(), &project, last.as_ref()).await;
        if let Err(error) = kept {
            tracing::warn!(%error, "the proof was not kept");
        }
    }

    /// A token for a proof that begins; an earlier one is called off.
    fn new_proof(&self) -> CancellationToken {
        let mut proving = self.proving();
        proving.cancel();
        *proving = CancellationToken::new();
        proving.clone()
    }
}

/// The text of a file; `None`: there is none.
fn text_of(path: &Path) -> std::io::Result<Option<String>> {
    match std::fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(std::io::Error::other),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn key_of(project: Option<&Path>) -> String {
    project
        .map(|project| std::fs::canonicalize(project).unwrap_or_else(|_| project.to_owned()))
        .map(|project| project.display().to_string())
        .unwrap_or_default()
}

fn catalogue_of<'k>(entry: &Entry, known: &'k HashMap<String, Known>) -> Option<&'k Catalogue> {
    known.get(&entry.launch.as_ref()?.key())?.catalogue.as_deref()
}

/// A name for everything that a proof shows: which tools, how, in which words.
fn hash_of(predicted: &[Predicted], reading: &Reading, known: &HashMap<String, Known>) -> String {
    let mut hash = Sha256::new();
    let mut part = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    for one in predicted {
        part(&one.sent_as);
        part(one.loading.as_str());
        for text in [&one.eager, &one.found] {
            part(text.as_ref().map_or("", |text| text.description.as_str()));
            part(&text.as_ref().map(|text| text.schema.to_string()).unwrap_or_default());
        }
    }
    for entry in reading.entries.iter().filter(|entry| entry.is_active()) {
        part(&entry.name);
        let catalogue = catalogue_of(entry, known);
        part(if catalogue.is_some() { "known" } else { "unknown" });
        part(catalogue.and_then(|catalogue| catalogue.instructions.as_deref()).unwrap_or_default());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The instructions of every server in use, cut as the client cuts them.
fn instructions(reading: &Reading, known: &HashMap<String, Known>) -> Vec<(String, String)> {
    let cut = reading.policy.cuts().instructions;
    reading
        .entries
        .iter()
        .filter(|entry| entry.is_active() && reading.policy.sends_instructions())
        .filter_map(|entry| {
            let text = catalogue_of(entry, known)?.instructions.as_deref()?;
            Some((entry.name.clone(), cut.apply(text).0.into_owned()))
        })
        .collect()
}

/// The client's own tools that wait to be searched for, as a server would list
/// them.
fn own_deferred(observed: &Observed) -> Vec<Value> {
    let own = observed.loaded.iter().filter(|(name, _)| !name.starts_with("mcp__"));
    own.map(|(name, sent)| {
        json!({"name": name, "description": sent.description, "inputSchema": sent.input_schema})
    })
    .collect()
}

/// What the client's search has before it, its own tools among them.
fn documents(
    predicted: &[Predicted],
    reading: &Reading,
    known: &HashMap<String, Known>,
    observed: &Observed,
) -> Arc<[Document]> {
    let loading: HashMap<&str, Loading> =
        predicted.iter().map(|one| (one.sent_as.as_str(), one.loading)).collect();
    let mut documents = Vec::new();
    let mut taken = HashSet::new();
    for entry in reading.entries.iter().filter(|entry| entry.is_active()) {
        let server: Arc<str> = entry.name.as_str().into();
        for tool in catalogue_of(entry, known).into_iter().flat_map(|catalogue| &catalogue.tools) {
            let sent_as = reading.policy.sent_as(entry, &tool.name);
            let Some(loading @ (Loading::Always | Loading::WhenNeeded)) =
                loading.get(sent_as.as_str()).copied()
            else {
                continue;
            };
            if taken.insert(sent_as.clone()) {
                let server = Some(Arc::clone(&server));
                documents.push(Document { server, sent_as, tool: Arc::clone(tool), loading });
            }
        }
    }
    for tool in own_deferred(observed) {
        if let Ok(tool) = Tool::from_listed(0, tool) {
            documents.push(Document {
                server: None,
                sent_as: tool.name.clone(),
                tool: Arc::new(tool),
                loading: Loading::WhenNeeded,
            });
        }
    }
    documents.into()
}

/// Every query with what was predicted and what came; differences are added.
fn results(
    request: &wire::ProveRequest,
    documents: &Arc<[Document]>,
    version: &Version,
    observed: &Observed,
    compared: &mut Compared,
) -> Vec<wire::ProvenSearch> {
    let index = engine(EngineId::ClaudeCode, Some(version)).index(Arc::clone(documents));
    let searched = documents.iter().any(Document::is_deferred);
    let mut results = Vec::new();
    for (query, answer) in request.queries.iter().zip(&observed.answers) {
        let max = query.max_results.unwrap_or(EngineId::ClaudeCode.default_results());
        let hits = if searched { index.search(&query.query, max).hits } else { Vec::new() };
        let predicted: Vec<String> =
            hits.iter().map(|hit| documents[hit.document].sent_as.clone()).collect();
        compared.differences.extend(answer_differs(&query.query, &predicted, answer.as_ref()));
        results.push(wire::ProvenSearch {
            id: query.id.clone(),
            query: query.query.clone(),
            predicted,
            observed: answer.as_ref().map(|answer| answer.tools.clone()).unwrap_or_default(),
        });
    }
    results
}

/// What a proof does not cover.
fn notes(reading: &Reading, known: &HashMap<String, Known>) -> Vec<Problem> {
    let mut notes = Vec::new();
    let note = |code: &str, server: Option<&str>, message: String, hint: &str| Problem {
        level: ProblemLevel::Warning,
        client: Some(reading.client.as_str().to_owned()),
        server: server.map(ToOwned::to_owned),
        ..problem(code, message, Some(hint))
    };
    for entry in &reading.entries {
        let name = entry.name.as_str();
        match entry.standing {
            Standing::Active if catalogue_of(entry, known).is_none() => notes.push(note(
                "server-not-listed",
                Some(name),
                format!("the tools of `{name}` are not known, so nothing is proven of them"),
                "Connect to it once.",
            )),
            Standing::NeedsApproval(_) => notes.push(note(
                "approval-not-proven",
                Some(name),
                format!("`{name}` waits for approval, for which only the client can ask"),
                "Approve it in the client, and prove again.",
            )),
            _ => {}
        }
    }
    if reading.client == ClientId::ClaudeCode && reading.policy.needs_weights() {
        notes.push(note(
            "count-estimated",
            None,
            "in `auto` mode the client asks the API to count; Plimsoll's estimate was the answer"
                .to_owned(),
            "Near the threshold the client may decide otherwise.",
        ));
    }
    notes
}

fn problem_of_difference(difference: &Difference, reading: &Reading) -> Problem {
    let entry = difference.server.as_ref().and_then(|server| {
        reading.entries.iter().find(|entry| entry.name == *server && entry.is_active())
    });
    Problem {
        file: entry.map(|entry| entry.place.file.display().to_string()),
        line: entry.map(|entry| entry.place.line),
        column: entry.map(|entry| entry.place.column),
        client: Some(reading.client.as_str().to_owned()),
        server: difference.server.clone(),
        ..problem(
            difference.code,
            difference.message.clone(),
            Some("Believe the client, and report this: Plimsoll's rules for it are wrong here."),
        )
    }
}

fn could_not_run(code: &str, message: String, hint: &str) -> Problem {
    problem(code, message, Some(hint).filter(|hint| !hint.is_empty()))
}

fn problem_of(error: &ProofError) -> Problem {
    let (code, hint) = match error {
        ProofError::Start { .. } => {
            ("client-not-started", "Check that the file is a program for this machine.".to_owned())
        }
        ProofError::NoClaudeCode { .. } => {
            ("client-not-claude-code", "Name the program of Claude Code.".to_owned())
        }
        ProofError::Home(_) => (
            "no-throw-away-home",
            "What this client loads cannot be shown without touching more than a copy.".to_owned(),
        ),
        ProofError::NoPort(_) => ("no-port", "Try again.".to_owned()),
        ProofError::NothingSent { last_words, .. } | ProofError::Unfinished { last_words, .. } => {
            let words = last_words.lines().last().unwrap_or_default().trim();
            let hint = match words {
                "" => "It said nothing. Try again.".to_owned(),
                words => format!("Its last words: {words}"),
            };
            ("client-ended", hint)
        }
        ProofError::Cancelled => ("cancelled", String::new()),
    };
    could_not_run(code, error.to_string(), &hint)
}
