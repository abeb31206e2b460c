//! Settings, projects and what is known of servers from earlier runs.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    sync::Arc,
};

use super::{
    Workbench,
    known::{Failed, Known},
    mirror, through,
    words::problem,
};
use crate::{
    clients::{self, DesktopToolAccess, Reading, UserSays},
    store,
    weights::TokenizerId,
    wire::{self, Problem, Settings},
};

/// The name our settings are stored under.
const SETTINGS: &str = "settings";

impl Workbench {
    /// The settings; the defaults where none are stored.
    pub async fn settings(&self) -> Settings {
        let stored = match &self.store {
            Some(store) => store.settings(SETTINGS).await.ok().flatten(),
            None => None,
        };
        stored.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
    }

    /// Keeps new settings.
    pub async fn set_settings(&self, settings: Settings) -> Result<Settings, Problem> {
        if TokenizerId::from_name(&settings.tokenizer).is_none() {
            return Err(problem(
                "unknown-tokenizer",
                format!("there is no tokenizer `{}`", settings.tokenizer),
                Some("Known are o200k_base and cl100k_base."),
            ));
        }
        let settings = Settings {
            start_timeout_ms: settings.start_timeout_ms.clamp(1_000, 3_600_000),
            list_timeout_ms: settings.list_timeout_ms.clamp(1_000, 3_600_000),
            parallel: settings.parallel.clamp(1, 256),
            ..settings
        };
        let value = serde_json::to_value(&settings).unwrap_or_default();
        self.opened_store()?.save_settings(SETTINGS, &value).await.map_err(not_kept)?;
        Ok(settings)
    }

    /// Every project that a client's files name or the user added.
    pub async fn projects(&self) -> Vec<wire::KnownProject> {
        let mut projects: BTreeMap<String, wire::KnownProject> = BTreeMap::new();
        let mut note = |path: &Path, client: Option<&str>| {
            let path = path.display().to_string();
            let project = projects.entry(path.clone()).or_insert_with(|| wire::KnownProject {
                exists: Path::new(&path).is_dir(),
                path,
                clients: Vec::new(),
                added: false,
            });
            match client {
                Some(client) => project.clients.push(client.to_owned()),
                None => project.added = true,
            }
        };
        for client in clients::all() {
            for path in client.projects(&self.world) {
                note(&path, Some(client.id().as_str()));
            }
        }
        if let Some(store) = &self.store {
            for path in store.projects().await.unwrap_or_default() {
                note(&path, None);
            }
        }
        projects.into_values().collect()
    }

    /// Adds a project folder that no client names; all projects then.
    pub async fn add_project(&self, path: &str) -> Result<Vec<wire::KnownProject>, Problem> {
        if !Path::new(path).is_dir() {
            return Err(problem(
                "no-such-folder",
                format!("`{path}` is not a folder"),
                Some("Choose the folder that you start your client in."),
            ));
        }
        self.opened_store()?
            .add_project(Path::new(path), self.world.now())
            .await
            .map_err(not_kept)?;
        Ok(self.projects().await)
    }

    /// Forgets a project folder that the user added; all projects then.
    pub async fn remove_project(&self, path: &str) -> Result<Vec<wire::KnownProject>, Problem> {
        self.opened_store()?.remove_project(Path::new(path)).await.map_err(not_kept)?;
        Ok(self.projects().await)
    }

    /// What this build is and where it keeps its data.
    pub fn about(&self) -> wire::About {
        wire::About {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            data_folder: store::data_folder(&self.world).display().to_string(),
        }
    }

    /// What no file says but the user does.
    pub(super) async fn user_says(&self) -> UserSays {
        let desktop_tool_access = match self.settings().await.desktop_tool_access.as_str() {
            "alreadyLoaded" => DesktopToolAccess::AlreadyLoaded,
            "whenNeeded" => DesktopToolAccess::WhenNeeded,
            _ => DesktopToolAccess::Unknown,
        };
        UserSays { desktop_tool_access }
    }

    /// What is known of every server these readings define: what was listed in
    /// this process, else the stored snapshot, else Cursor's mirror.
    pub(super) async fn known_for(&self, readings: &[Reading]) -> HashMap<String, Known> {
        let mut known = self.known().clone();
        let keys: Vec<String> = readings
            .iter()
            .flat_map(|reading| &reading.entries)
            .filter_map(|entry| entry.launch.as_ref().map(clients::Launch::key))
            .chain(through::behind(readings).map(|launch| launch.key()))
            .filter(|key| known.get(key).is_none_or(|known| known.catalogue.is_none()))
            .collect();
        if let Some(store) = &self.store {
            match store.latest_snapshots(&keys).await {
                Ok(snapshots) => {
                    for (key, stored) in snapshots {
                        let catalogue = Arc::new(stored.catalogue);
                        // Snapshots never change: later audits need not read them again.
                        self.known().entry(key.clone()).or_default().catalogue =
                            Some(Arc::clone(&catalogue));
                        known.entry(key).or_default().catalogue = Some(catalogue);
                    }
                }
                Err(error) => tracing::warn!(%error, "the snapshots could not be read"),
            }
        }
        self.add_failures(&mut known).await;
        mirror::add(&self.world, readings, &mut known);
        through::add(readings, &mut known).await;
        known
    }

    /// Why servers failed in earlier processes, unless they were tried in this one.
    async fn add_failures(&self, known: &mut HashMap<String, Known>) {
        let Some(store) = &self.store else { return };
        match store.failures().await {
            Ok(failures) => {
                for (key, failure) in failures {
                    let known = known.entry(key).or_default();
                    if known.run.is_none() && known.failure.is_none() {
                        known.failure = Some(Failed::stored(failure));
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "the failures could not be read"),
        }
    }

    /// Keeps the counts made since the last time, so that the next start need
    /// not tokenise.
    pub(super) async fn keep_counts(&self) {
        let Some(store) = &self.store else { return };
        let fresh = self.weigher.cache.take_fresh();
        if fresh.is_empty() {
            return;
        }
        if let Err(error) = store.save_tokens(&fresh).await {
            tracing::warn!(%error, "the token counts were not stored");
        }
    }

    pub(super) fn opened_store(&self) -> Result<&store::Store, Problem> {
        self.store.as_ref().ok_or_else(|| {
            self.notices.first().cloned().unwrap_or_else(|| {
                problem("store-unavailable", "the store is not open".to_owned(), None)
            })
        })
    }
}

#[expect(clippy::needless_pass_by_value, reason = "used as a function in map_err")]
pub(super) fn not_kept(error: store::StoreError) -> Problem {
    problem("not-kept", format!("this was not kept: {error}"), None)
}
