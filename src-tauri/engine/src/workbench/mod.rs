//! One function per user intention; the only door for the window and the CLI.
//!
//! A [`Workbench`] owns what outlives one request: the store, the catalogues
//! listed in this process, the running connections. It holds no reading: files
//! are read again for every request, so that an answer is never older than the
//! question.

mod audit;
mod candidate;
mod connect;
mod consent;
mod detail;
mod drift;
mod foresee;
mod known;
mod lint;
mod mirror;
mod named;
mod outlook;
mod plan;
mod presets;
mod proof;
mod search;
mod settings;
mod switchboard;
mod tasks;
mod through;
mod verdicts;
mod words;

pub use self::named::NamedServer;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio_util::sync::CancellationToken;

use self::{candidate::Tried, known::Known, words::problem};
use crate::{
    clients::{self, Reading, cursor},
    servers::{Connector, Logins},
    store::{self, Store},
    weights::{TokenizerId, Weigher},
    wire::{self, Problem},
    world::World,
};

/// Everything Plimsoll can do, for one world.
pub struct Workbench {
    world: World,
    connector: Connector,
    /// `None` when it could not be opened; everything but memory still works.
    store: Option<Store>,
    /// What there is to say about the store, and about writes that were cut short.
    notices: Vec<Problem>,
    weigher: Weigher,
    known: Mutex<HashMap<String, Known>>,
    running: Mutex<HashMap<String, CancellationToken>>,
    /// By server, the key of what the user was shown last: see `consents`.
    shown: Mutex<HashMap<String, String>>,
    /// Calls off the proof that runs, if one does.
    proving: Mutex<CancellationToken>,
    /// Tried servers, by key.
    tried: Mutex<HashMap<String, Arc<Tried>>>,
    /// What was searched last, newest first, each by its name.
    prepared: Mutex<Vec<([u8; 32], Arc<search::Prepared>)>>,
    toggles: cursor::toggles::Memory,
}

impl Workbench {
    /// Opens the store of this world. `guard` is the program that guards started
    /// servers; see [`crate::servers::guard`].
    ///
    /// Never fails: a store that cannot be opened is a problem in every audit,
    /// and the rest works without memory.
    pub async fn open(world: World, guard: PathBuf) -> Self {
        let mut notices = Vec::new();
        let store = match Store::open(&store::data_folder(&world), world.now()).await {
            Ok((store, notice)) => {
                notices.extend(notice.map(|notice| Problem {
                    level: wire::ProblemLevel::Warning,
                    ..problem("store-set-aside", notice.message(), None)
                }));
                Some(store)
            }
            Err(error) => {
                notices.push(problem(
                    "store-unavailable",
                    error.to_string(),
                    Some("Snapshots, consents and settings are not kept until this is mended."),
                ));
                None
            }
        };
        let weigher = Weigher::default();
        if let Some(store) = &store {
            match store.load_tokens().await {
                Ok(counts) => weigher.cache.preload(counts),
                Err(error) => tracing::warn!(%error, "the token counts could not be read"),
            }
        }
        Self {
            connector: Connector {
                env: Arc::new(world.env.clone()),
                guard,
                logins: Logins::in_keychain(),
            },
            world,
            store,
            notices,
            weigher,
            known: Mutex::default(),
            running: Mutex::default(),
            shown: Mutex::default(),
            proving: Mutex::default(),
            tried: Mutex::default(),
            prepared: Mutex::default(),
            toggles: cursor::toggles::Memory::default(),
        }
    }

    /// What each client loads in each project, from the files and from what is
    /// known of the servers. Nothing starts.
    pub async fn audit(&self, request: &wire::AuditRequest) -> Result<wire::Audit, Problem> {
        let readings = self.read(&request.clients, &request.projects).await?;
        let tokenizer = self.tokenizer(request.tokenizer.as_deref()).await?;
        let known = self.known_for(&readings).await;
        let mut audit =
            audit::assemble(&readings, &known, &self.weigher, tokenizer, self.world.now());
        self.keep_counts().await;
        let history = self.change_sets();
        let drifted = drift::Drift::of(&history).problems(&audit);
        audit.problems.extend(drifted);
        let lost = self.lost_writes(&history).await;
        audit.problems.splice(0..0, self.notices.iter().cloned().chain(lost));
        Ok(audit)
    }

    /// What the files of these clients say in these projects.
    async fn read(&self, clients: &[String], projects: &[String]) -> Result<Vec<Reading>, Problem> {
        self.read_in(&self.world, clients, projects).await
    }

    /// What they would say once some changes were written; as they are while
    /// nothing is staged. Nothing is written.
    ///
    /// # Errors
    /// A change that makes no sense; what cannot be written is left out.
    pub async fn read_staged(
        &self,
        staged: &wire::PlanRequest,
        clients: &[String],
        projects: &[String],
    ) -> Result<Vec<Reading>, Problem> {
        let world = self.world_after(staged).await?;
        self.read_in(&world, clients, projects).await
    }

    async fn read_in(
        &self,
        world: &World,
        clients: &[String],
        projects: &[String],
    ) -> Result<Vec<Reading>, Problem> {
        let all = clients::all();
        if let Some(unknown) =
            clients.iter().find(|id| !all.iter().any(|client| client.id().as_str() == *id))
        {
            return Err(problem(
                "unknown-client",
                format!("there is no client `{unknown}`"),
                Some("Known are claude-code, claude-desktop and cursor."),
            ));
        }
        let says = self.user_says().await;
        let mut readings: Vec<Reading> = Vec::new();
        for client in all {
            if !clients.is_empty() && !clients.iter().any(|id| id == client.id().as_str()) {
                continue;
            }
            let projects: Vec<Option<&Path>> = if projects.is_empty() {
                vec![None]
            } else {
                projects.iter().map(|project| Some(Path::new(project))).collect()
            };
            for project in projects {
                let reading = client.read(world, says, project);
                // A client without projects reads the same every time.
                let same = readings.iter().any(|earlier| {
                    earlier.client == reading.client && earlier.project == reading.project
                });
                if !same {
                    readings.push(reading);
                }
            }
        }
        cursor::toggles::add(world, &self.toggles, &mut readings).await;
        for reading in &mut readings {
            let gone = clients::gone_wrappers(reading);
            let not_needed = clients::wrappers_not_needed(reading);
            reading.findings.extend(gone.into_iter().chain(not_needed));
        }
        Ok(readings)
    }

    async fn tokenizer(&self, named: Option<&str>) -> Result<TokenizerId, Problem> {
        let name = match named {
            Some(name) => name.to_owned(),
            None => self.settings().await.tokenizer,
        };
        TokenizerId::from_name(&name).ok_or_else(|| {
            problem(
                "unknown-tokenizer",
                format!("there is no tokenizer `{name}`"),
                Some("Known are o200k_base and cl100k_base."),
            )
        })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn proving(&self) -> MutexGuard<'_, CancellationToken> {
        self.proving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shown(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, CancellationToken>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
