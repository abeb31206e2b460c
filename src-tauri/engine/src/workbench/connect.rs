//! Connecting what was allowed.

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use futures::{StreamExt as _, stream};
use tokio_util::sync::CancellationToken;

use super::{
    Workbench,
    consent::{Target, targets},
    known::{Failed, Known, Run},
    words::{problem, unknown_server},
};
use crate::{
    catalogue::{Catalogue, Source},
    servers::{self, Failure, Listing, ListingError, ListingRequest, LoginError, Timeouts},
    store,
    wire::{self, ConnectEvent, ConnectPhase, Problem},
};

impl Workbench {
    /// Connects to the servers named by `request.keys`, all at once within the
    /// bound of the settings, and keeps what they answer.
    ///
    /// The keys are the consent: the caller has shown their commands. Events
    /// come as things happen; what is listed is in the next audit at once.
    ///
    /// # Errors
    /// `stale` when something else would start by now than what was shown.
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
        self.still_as_shown(&targets)?;
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

    async fn connect_one(
        &self,
        key: &str,
        target: &Target<'_>,
        timeouts: Timeouts,
        on_event: &(impl Fn(ConnectEvent) + Send + Sync),
    ) -> ConnectPhase {
        let since = Instant::now();
        let ms = || u32::try_from(since.elapsed().as_millis()).unwrap_or(u32::MAX);
        let cancel = CancellationToken::new();
        self.running().insert(key.to_owned(), cancel.clone());
        let started = target.started(self);
        let request = ListingRequest {
            launch: started.launch,
            directory: target.directory(self),
            helper: started.helper,
            announce: target.announce(),
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
        let outcome = self.connector.login(&target.started(self).launch, open, &cancel).await;
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
