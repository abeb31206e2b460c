//! Starting a candidate where it can do no harm to anybody's files.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::{
    super::{
        Workbench,
        connect::{catalogue_of, phase_of},
        words::problem,
    },
    spec::{Offered, What},
};
use crate::{
    catalogue::Catalogue,
    clients::{Launch, claude_desktop},
    search::candidate::{bundle, with_values},
    servers::{
        Announce, Connector, Failure, Helper, Limits, ListingError, ListingRequest, Logins,
        Timeouts,
    },
    wire::{ConnectEvent, ConnectPhase, Problem},
    world::World,
};

/// What a program needs to find other programs, and on Windows to start at all.
/// No other variable reaches a candidate unless the user names it.
const NEEDED: [&str; 9] =
    ["COMSPEC", "ComSpec", "LANG", "PATH", "PATHEXT", "Path", "SYSTEMROOT", "SystemRoot", "windir"];

/// Everything is installed anew in an empty home, so starting takes long.
const START: Duration = Duration::from_mins(2);

/// Why a path cannot be started, where that is plain to see.
fn unstartable(launch: &Launch) -> Option<String> {
    let Launch::Stdio(stdio) = launch else { return None };
    let path = Path::new(&stdio.command);
    if !stdio.command.contains('/') {
        return None;
    }
    if path.is_relative() {
        return Some(format!(
            "`{}` is not in the folder it was given in; what is tried starts in an empty one, so give its whole path",
            stdio.command
        ));
    }
    (path.is_file() && !may_be_executed(path)).then(|| {
        format!(
            "`{}` is a file that may not be executed: allow it (`chmod +x`), or name the program that runs it first",
            stdio.command
        )
    })
}

#[cfg(unix)]
fn may_be_executed(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn may_be_executed(_: &Path) -> bool {
    true
}

/// Lines of standard error that are told with a failure.
const LAST_WORDS: usize = 6;

/// Why it failed, with what the program said last; masked already.
fn last_words(error: &ListingError) -> String {
    let lines: Vec<&str> =
        error.stderr_tail.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LAST_WORDS)..];
    if last.is_empty() {
        return error.reason.clone();
    }
    // Some reasons end with a full stop.
    let reason = error.reason.trim_end_matches('.');
    format!("{reason}. Its last words: {}", last.join(" / "))
}

/// A home and a working folder that are removed again.
struct ThrowAway {
    root: TempDir,
}

impl ThrowAway {
    fn new() -> io::Result<Self> {
        let made = Self { root: TempDir::with_prefix("plimsoll-try-")? };
        for folder in ["home", "work", "temporary"] {
            std::fs::create_dir(made.folder(folder))?;
        }
        Ok(made)
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// The variables of a program in it.
    fn env(&self, world: &World, values: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let mut env: BTreeMap<String, String> = NEEDED
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), world.var(name)?.to_owned())))
            .collect();
        let path = |folder: &Path| folder.display().to_string();
        let home = self.folder("home");
        for (names, folder) in [
            (&["HOME", "USERPROFILE"][..], home.clone()),
            (&["APPDATA"], home.join("AppData").join("Roaming")),
            (&["LOCALAPPDATA"], home.join("AppData").join("Local")),
            (&["TMPDIR", "TEMP", "TMP"], self.folder("temporary")),
        ] {
            env.extend(names.iter().map(|name| ((*name).to_owned(), path(&folder))));
        }
        // What the user names is theirs to decide.
        env.extend(values.clone());
        env
    }
}

impl Workbench {
    /// Starts or reaches a candidate, lists it and lets it go. The folders it
    /// was given are removed.
    pub(super) async fn start(
        &self,
        offered: &Offered,
        values: &BTreeMap<String, String>,
        timeout_ms: Option<u32>,
        tell: &(dyn Fn(ConnectEvent) + Send + Sync),
    ) -> Result<Catalogue, Problem> {
        let began = Instant::now();
        let event = |phase, tools, problem| {
            let ms = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
            let (key, name) = (offered.key.clone(), offered.name.clone());
            tell(ConnectEvent { key, name, phase, ms, tools, problem });
        };
        let progress = |progress| {
            let (phase, tools) = phase_of(progress);
            event(phase, tools, None);
        };
        let settings = self.settings().await;
        let wanted = |set: u32| Duration::from_millis(timeout_ms.unwrap_or(set).into());
        let start = wanted(settings.start_timeout_ms);
        let timeouts = Timeouts {
            start: if timeout_ms.is_some() { start } else { start.max(START) },
            list: wanted(settings.list_timeout_ms),
        };
        let failed = |message: String| Problem {
            server: Some(offered.name.clone()),
            ..problem("candidate-not-started", message, None)
        };
        let place = ThrowAway::new().map_err(|error| {
            failed(format!("no folder could be made for it to run in: {error}"))
        })?;
        let launch = self.launch_in(&place, offered, values).await.map_err(failed)?;
        if let Some(why) = unstartable(&launch) {
            return Err(failed(why));
        }
        let request = ListingRequest {
            launch,
            directory: place.folder("work"),
            helper: Helper::at(&place.folder("work")),
            announce: Announce::claude_code(None),
            timeouts,
            limits: Limits::default(),
        };
        let connector = Connector {
            env: Arc::new(place.env(&self.world, values)),
            guard: self.connector.guard.clone(),
            logins: Logins::in_memory(),
        };
        let cancel = CancellationToken::new();
        self.running().insert(offered.key.clone(), cancel.clone());
        let outcome = connector.list(&request, &cancel, &progress).await;
        self.running().remove(&offered.key);
        // Package caches are thousands of files.
        let _ = tokio::task::spawn_blocking(move || drop(place)).await;
        match outcome {
            Ok(listing) => {
                let catalogue = catalogue_of(listing, self.world.now());
                let tools = u32::try_from(catalogue.tools.len()).unwrap_or(u32::MAX);
                event(ConnectPhase::Listed, Some(tools), None);
                Ok(catalogue)
            }
            Err(error) => {
                let problem = Problem {
                    server: Some(offered.name.clone()),
                    file: offered.file.clone(),
                    ..problem(error.state.code(), last_words(&error), Some(&error.advice))
                };
                let cancelled = error.state == Failure::Cancelled;
                let phase = if cancelled { ConnectPhase::Cancelled } else { ConnectPhase::Failed };
                event(phase, None, Some(problem.clone()));
                Err(problem)
            }
        }
    }

    /// What is started, in its place and with its values.
    async fn launch_in(
        &self,
        place: &ThrowAway,
        offered: &Offered,
        values: &BTreeMap<String, String>,
    ) -> Result<Launch, String> {
        let launch = match &offered.what {
            What::Tools(_) => return Err("there is nothing to start".to_owned()),
            What::Server(candidate) => candidate.launch.clone(),
            What::Bundle { path, .. } => {
                let (path, folder) = (path.clone(), place.folder("bundle"));
                let unpacked = folder.clone();
                let manifest = tokio::task::spawn_blocking(move || {
                    bundle::unpack(&path, &unpacked)?;
                    bundle::manifest(&path)
                })
                .await
                .map_err(|error| error.to_string())?
                .map_err(|error| format!("the bundle cannot be unpacked: {error}"))?;
                let world = World { home: place.folder("home"), ..self.world.clone() };
                claude_desktop::of_bundle(&world, &folder, &manifest)
                    .and_then(|entry| entry.launch)
                    .ok_or("the bundle's manifest does not say what it starts")?
            }
        };
        let mut launch = with_values(&launch, values);
        if let Launch::Stdio(stdio) = &mut launch {
            // It starts in its own folder, whatever the snippet says.
            stdio.cwd = None;
        }
        Ok(launch)
    }
}
