//! Consent, and connecting what was allowed.

use std::{
    collections::{BTreeMap, HashSet},
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use futures::{StreamExt as _, stream};
use tokio_util::sync::CancellationToken;

use super::{
    Workbench,
    known::{Failed, Known, Run},
    words::{problem, show_launch, unknown_server},
};
use crate::{
    catalogue::{Catalogue, Source},
    clients::{ClientId, Entry, Launch, Reading, Scope, Standing, claude_code, mask_argument_list},
    servers::{
        self, Announce, Failure, Listing, ListingError, ListingRequest, LoginError, Timeouts,
    },
    store::{self, Consent},
    wire::{self, ConnectEvent, ConnectPhase, Problem},
};

/// One server to be started or reached, and who defines it.
struct Target<'r> {
    launch: &'r Launch,
    /// The first entry in use that defines it, else the first that waits for
    /// approval: clients in our order.
    entry: &'r Entry,
    reading: &'r Reading,
    names: Vec<String>,
    clients: Vec<&'static str>,
    /// Whether any of its definitions comes with a project.
    shared: bool,
}

/// Starts of the names of variables by which Claude Code itself is told things:
/// what they say changes no server.
const CLIENTS_OWN: [&str; 4] = ["ANTHROPIC_", "CLAUDE_", "ENABLE_TOOL_SEARCH", "DISABLE_"];

impl Target<'_> {
    /// What is really started: with the variables that the client's settings
    /// give to every program, below those of the entry.
    fn started(&self, counts: impl Fn(&str) -> bool) -> Launch {
        let mut launch = self.launch.clone();
        if let Launch::Stdio(stdio) = &mut launch {
            let given = self.reading.policy.program_env().iter();
            let own = std::mem::take(&mut stdio.env);
            let given =
                given.filter(|(name, _)| counts(name) && own.iter().all(|(set, _)| set != name));
            stdio.env = given.cloned().collect();
            stdio.env.extend(own);
        }
        launch
    }

    /// Whether its client does not start it yet.
    fn waits(&self) -> bool {
        matches!(self.entry.standing, Standing::NeedsApproval(_))
    }

    fn directory(&self, workbench: &Workbench) -> PathBuf {
        self.reading.project.clone().unwrap_or_else(|| workbench.world.home.clone())
    }

    /// Where a command that makes headers runs. Claude Code runs one of a user
    /// entry in its own configuration folder, others in the session's folder
    /// (observed in 2.1.332).
    fn helper_directory(&self, workbench: &Workbench) -> PathBuf {
        if self.reading.client == ClientId::ClaudeCode && self.entry.scope == Scope::User {
            claude_code::Places::of(&workbench.world).config_dir
        } else {
            self.directory(workbench)
        }
    }
}

impl Workbench {
    /// Exactly what connecting would start or reach, and whether it was allowed
    /// before. Nothing starts.
    pub async fn consents(
        &self,
        request: &wire::ConnectRequest,
    ) -> Result<Vec<wire::ConsentAsk>, Problem> {
        let readings = self.read(&request.clients, &request.projects).await?;
        let allowed = match &self.store {
            Some(store) => store.consents().await.unwrap_or_default(),
            None => Vec::new(),
        };
        Ok(targets(&readings)
            .into_iter()
            // What its client would not start yet is asked about by name only, so
            // that allowing everything does not run what a project brought along.
            .filter(|(key, target)| match request.keys.as_slice() {
                [] => !target.waits(),
                keys => keys.contains(key),
            })
            .map(|(key, target)| self.ask(key, &target, &allowed))
            .collect())
    }

    fn ask(&self, key: String, target: &Target<'_>, allowed: &[Consent]) -> wire::ConsentAsk {
        let directory = target.directory(self);
        let wanted = self.consent(target);
        let remembered = allowed.iter().any(|given| {
            given.launch_key == wanted.launch_key
                && given.directory == wanted.directory
                && given.scope == wanted.scope
        });
        let started = target.started(|_| true);
        let (variables, headers, headers_helper) = match &started {
            Launch::Stdio(stdio) => {
                (stdio.env.iter().map(|(name, _)| name.clone()).collect(), Vec::new(), None)
            }
            Launch::Remote(remote) => (
                Vec::new(),
                remote.headers.iter().map(|(name, _)| name.clone()).collect(),
                remote
                    .headers_helper
                    .as_ref()
                    .map(|helper| mask_argument_list(&words_of(helper)).join(" ")),
            ),
        };
        let because = match (remembered, target.shared) {
            (true, _) => "This exact command was allowed before.",
            (false, _) if target.waits() => {
                "It waits for approval in its client; listing it here weighs it and approves nothing there."
            }
            (false, true) => "It comes with the project and was not allowed in it yet.",
            (false, false) => "This exact command was not allowed yet.",
        };
        wire::ConsentAsk {
            key,
            names: target.names.clone(),
            clients: target.clients.iter().map(ToString::to_string).collect(),
            transport: target.launch.transport().as_str().to_owned(),
            command: show_launch(target.launch),
            directory: match target.launch {
                Launch::Stdio(stdio) => {
                    Some(stdio.cwd.clone().unwrap_or(directory).display().to_string())
                }
                Launch::Remote(remote) => remote
                    .headers_helper
                    .is_some()
                    .then(|| target.helper_directory(self).display().to_string()),
            },
            variables,
            headers,
            headers_helper,
            file: target.entry.place.file.display().to_string(),
            line: target.entry.place.line,
            remembered,
            because: because.to_owned(),
        }
    }

    /// Connects to the servers named by `request.keys`, all at once within the
    /// bound of the settings, and keeps what they answer.
    ///
    /// The keys are the consent: the caller has shown their commands. Events
    /// come as things happen; what is listed is in the next audit at once.
    pub async fn connect(
        &self,
        request: &wire::ConnectRequest,
        on_event: impl Fn(ConnectEvent) + Send + Sync,
    ) -> Result<wire::ConnectSummary, Problem> {
        let readings = self.read(&request.clients, &request.projects).await?;
        let settings = self.settings().await;
        let timeouts = Timeouts {
            start: Duration::from_millis(
                request.timeout_ms.unwrap_or(settings.start_timeout_ms).into(),
            ),
            list: Duration::from_millis(
                request.timeout_ms.unwrap_or(settings.list_timeout_ms).into(),
            ),
        };
        let targets: Vec<(String, Target<'_>)> =
            targets(&readings).into_iter().filter(|(key, _)| request.keys.contains(key)).collect();
        if request.remember {
            self.remember(&targets).await?;
        }
        for (key, target) in &targets {
            on_event(event(key, target, ConnectPhase::Queued, 0));
        }
        let on_event = &on_event;
        let mut runs = Vec::with_capacity(targets.len());
        for (key, target) in &targets {
            runs.push(self.connect_one(key, target, timeouts, on_event));
        }
        let outcomes: Vec<ConnectPhase> = stream::iter(runs)
            .buffer_unordered(settings.parallel.clamp(1, 256) as usize)
            .collect()
            .await;
        let count = |phase| {
            u32::try_from(outcomes.iter().filter(|outcome| **outcome == phase).count())
                .unwrap_or(u32::MAX)
        };
        Ok(wire::ConnectSummary {
            listed: count(ConnectPhase::Listed),
            failed: count(ConnectPhase::Failed),
            cancelled: count(ConnectPhase::Cancelled),
        })
    }

    /// The consent that a server needs: for its exact launch with what the
    /// client's settings add to its environment, and for one from a
    /// project's file in this project only, since its author is another one.
    fn consent(&self, target: &Target<'_>) -> Consent {
        let (scope, directory) = if target.shared {
            ("project", target.directory(self).display().to_string())
        } else {
            ("user", String::new())
        };
        Consent {
            launch_key: target
                .started(|name| !CLIENTS_OWN.iter().any(|start| name.starts_with(start)))
                .key(),
            directory,
            scope: scope.to_owned(),
            granted_at: self.world.now(),
        }
    }

    async fn remember(&self, targets: &[(String, Target<'_>)]) -> Result<(), Problem> {
        let Some(store) = &self.store else { return Ok(()) };
        for (_, target) in targets {
            store.allow(&self.consent(target)).await.map_err(|error| {
                problem("consent-not-kept", format!("the consent was not kept: {error}"), None)
            })?;
        }
        Ok(())
    }

    async fn connect_one(
        &self,
        key: &str,
        target: &Target<'_>,
        timeouts: Timeouts,
        on_event: &(impl Fn(ConnectEvent) + Send + Sync),
    ) -> ConnectPhase {
        let started = Instant::now();
        let ms = || u32::try_from(started.elapsed().as_millis()).unwrap_or(u32::MAX);
        let cancel = CancellationToken::new();
        self.running().insert(key.to_owned(), cancel.clone());
        let request = ListingRequest {
            // What the client adds by itself is not for its settings to change.
            launch: target.started(|name| !announce(target.reading).sets(name)),
            directory: target.directory(self),
            helper_directory: target.helper_directory(self),
            announce: announce(target.reading),
            timeouts,
            limits: servers::Limits::default(),
        };
        let progress = |progress: servers::Progress| {
            let (phase, tools) = phase_of(progress);
            on_event(ConnectEvent { tools, ..event(key, target, phase, ms()) });
        };
        let outcome = self.connector.list(&request, &cancel, &progress).await;
        self.running().remove(key);

        let (phase, tools, failure) = match outcome {
            Ok(listing) => {
                let run = Run { log: listing.log.clone(), timing: Some(listing.timing) };
                let catalogue = Arc::new(catalogue_of(listing, self.world.now()));
                let tools = u32::try_from(catalogue.tools.len()).unwrap_or(u32::MAX);
                self.keep(key, &catalogue).await;
                self.known().insert(
                    key.to_owned(),
                    Known {
                        catalogue: Some(catalogue),
                        run: Some(Arc::new(run)),
                        ..Known::default()
                    },
                );
                (ConnectPhase::Listed, Some(tools), None)
            }
            Err(error) if error.state == Failure::Cancelled => {
                (ConnectPhase::Cancelled, None, None)
            }
            Err(error) => {
                let failure = problem_of_listing(&error, target);
                self.keep_failure(key, &error).await;
                let mut known = self.known();
                let known = known.entry(key.to_owned()).or_default();
                known.failure = Some(Failed {
                    problem: failure.clone(),
                    last_words: error.stderr_tail.clone(),
                });
                known.run = Some(Arc::new(Run { log: error.log, timing: None }));
                (ConnectPhase::Failed, None, Some(failure))
            }
        };
        on_event(ConnectEvent { tools, problem: failure, ..event(key, target, phase, ms()) });
        phase
    }

    /// Stores a fresh catalogue. What cannot be stored is still shown.
    async fn keep(&self, key: &str, catalogue: &Catalogue) {
        let Some(store) = &self.store else { return };
        if let Err(error) = store.save_snapshot(key, catalogue).await {
            tracing::warn!(%error, "the snapshot was not stored");
        }
    }

    async fn keep_failure(&self, key: &str, error: &ListingError) {
        let Some(store) = &self.store else { return };
        let failure = store::Failure {
            failed_at: self.world.now(),
            code: error.state.code().to_owned(),
            message: error.reason.clone(),
            hint: Some(error.advice.clone()),
            log: error.stderr_tail.clone(),
        };
        if let Err(error) = store.save_failure(key, &failure).await {
            tracing::warn!(%error, "the failure was not stored");
        }
    }

    /// Logs in to a server that wants it, in the user's browser: `open` is given
    /// the address. [`Self::cancel`] ends the wait.
    ///
    /// The token stays in the keychain, or, where there is none, in this process.
    ///
    /// # Errors
    /// No configuration names the server, or why the login came to nothing.
    pub async fn login(
        &self,
        key: &str,
        open: &(dyn Fn(&str) + Send + Sync),
    ) -> Result<(), Problem> {
        let projects: Vec<String> =
            self.projects().await.into_iter().map(|project| project.path).collect();
        let mut readings = self.read(&[], &projects).await?;
        readings.extend(self.read(&[], &[]).await?);
        let targets = targets(&readings);
        let Some((_, target)) = targets.iter().find(|(of, _)| of == key) else {
            return Err(unknown_server());
        };
        let cancel = CancellationToken::new();
        self.running().insert(key.to_owned(), cancel.clone());
        let outcome = self.connector.login(target.launch, open, &cancel).await;
        self.running().remove(key);
        outcome.map(drop).map_err(|error| {
            let (code, hint) = match error {
                LoginError::Cancelled => (Failure::Cancelled.code(), "Log in whenever you want."),
                _ => ("login-failed", "Try again, or put a token into the entry's headers."),
            };
            let name = target.entry.name.clone();
            let message = format!("`{name}`: {error}");
            Problem { server: Some(name), ..problem(code, message, Some(hint)) }
        })
    }

    /// Cancels one running connection, or all.
    pub fn cancel(&self, key: Option<&str>) {
        for (running, token) in self.running().iter() {
            if key.is_none_or(|key| key == running) {
                token.cancel();
            }
        }
    }
}

/// A step of a listing, and how many tools are listed so far.
pub(super) fn phase_of(progress: servers::Progress) -> (ConnectPhase, Option<u32>) {
    match progress {
        servers::Progress::Starting => (ConnectPhase::Starting, None),
        servers::Progress::Listing => (ConnectPhase::Listing, None),
        servers::Progress::Tools(tools) => (ConnectPhase::Listing, Some(tools)),
    }
}

/// Every server that some entry defines which is in use or waits for approval,
/// once each, in reading order; of several entries one in use speaks for it.
fn targets(readings: &[Reading]) -> Vec<(String, Target<'_>)> {
    let mut order: Vec<String> = Vec::new();
    let mut found: BTreeMap<String, Target<'_>> = BTreeMap::new();
    for reading in readings {
        let offered = |entry: &&Entry| {
            entry.is_active() || matches!(entry.standing, Standing::NeedsApproval(_))
        };
        for entry in reading.entries.iter().filter(offered) {
            let Some(launch) = &entry.launch else { continue };
            let key = launch.key();
            let target = found.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                Target {
                    launch,
                    entry,
                    reading,
                    names: Vec::new(),
                    clients: Vec::new(),
                    shared: false,
                }
            });
            if target.waits() && entry.is_active() {
                (target.entry, target.reading, target.launch) = (entry, reading, launch);
            }
            if !target.names.contains(&entry.name) {
                target.names.push(entry.name.clone());
            }
            let client = reading.client.as_str();
            if !target.clients.contains(&client) {
                target.clients.push(client);
            }
            target.shared |= entry.scope == Scope::Project;
        }
    }
    let mut seen = HashSet::new();
    order
        .into_iter()
        .filter(|key| seen.insert(key.clone()))
        .filter_map(|key| found.remove(&key).map(|target| (key, target)))
        .collect()
}

/// What a server answered, as a catalogue.
pub(super) fn catalogue_of(listing: Listing, now: SystemTime) -> Catalogue {
    let text = |name: &str| Some(listing.server_info.get(name)?.as_str()?.to_owned());
    let (server_name, server_version) = (text("name"), text("version"));
    Catalogue {
        server_name,
        server_version,
        protocol: listing.protocol,
        instructions: listing.instructions,
        capabilities: listing.capabilities,
        resources: listing.resources,
        prompts: listing.prompts,
        ..Catalogue::from_listing(listing.tools, now, Source::Live)
    }
}

/// Lists depend on what a client announces: speak as the client audited.
fn announce(reading: &Reading) -> Announce {
    match reading.client {
        ClientId::ClaudeCode => Announce::claude_code(reading.installed.version.as_ref()),
        ClientId::ClaudeDesktop => Announce::claude_desktop(),
        ClientId::Cursor => Announce::cursor(),
    }
}

fn words_of(shell_command: &str) -> Vec<String> {
    shell_command.split_whitespace().map(ToOwned::to_owned).collect()
}

fn event(key: &str, target: &Target<'_>, phase: ConnectPhase, ms: u32) -> ConnectEvent {
    ConnectEvent {
        key: key.to_owned(),
        name: target.entry.name.clone(),
        phase,
        ms,
        tools: None,
        problem: None,
    }
}

fn problem_of_listing(error: &ListingError, target: &Target<'_>) -> Problem {
    Problem {
        code: error.state.code().to_owned(),
        level: wire::ProblemLevel::Error,
        message: error.reason.clone(),
        hint: Some(error.advice.clone()),
        file: Some(target.entry.place.file.display().to_string()),
        line: Some(target.entry.place.line),
        column: Some(target.entry.place.column),
        client: Some(target.reading.client.as_str().to_owned()),
        server: Some(target.entry.name.clone()),
    }
}
