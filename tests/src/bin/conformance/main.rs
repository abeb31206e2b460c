//! Does Plimsoll predict what the real Claude Code loads?
//!
//! Builds random homes over every switch we know, asks the engine what the
//! client would load, runs the client against a loopback stand-in of the
//! Messages API, and compares tool by tool. Exit 0 when every home agrees, 1
//! when one differs, 2 when the client could not be run.
//!
//! `search` asks the client's search instead: the one command that says whether
//! a new version still finds what the engine says it would.
//!
//! With `--plans`, each home is changed first as a user would change it, and
//! the engine's own proof compares.
//!
//! No account and no key: the client gets a dummy one, and everything it sends
//! stays on loopback. Only the installation from npm uses the network.

mod api;
mod client;
mod home;
mod plans;
mod predict;
mod search;
mod serve;

use std::{
    collections::BTreeMap,
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use clap::{Parser, Subcommand};
use tokio::{sync::Semaphore, task::JoinSet};

/// A tool as written to the model, and how it is loaded.
type Loaded = BTreeMap<String, &'static str>;

#[derive(Debug, Parser)]
#[command(about = "Compare predicted loading with the real Claude Code")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The version to install from npm into a throw-away folder.
    #[arg(long, default_value = client::NEWEST)]
    version: String,
    /// An installed client to use instead.
    #[arg(long)]
    client: Option<PathBuf>,
    /// How many homes.
    #[arg(long, default_value_t = 200)]
    homes: u64,
    /// The seed of the first home.
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// How many clients run at once.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Instead: make random changes to so many random homes, apply them, and
    /// let the client prove what they load.
    #[arg(long, value_name = "N")]
    plans: Option<u64>,
    /// Keep the homes that differ, and say where.
    #[arg(long)]
    keep: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Instead: ask the search of several client versions, and compare.
    Search(search::Arguments),
    /// A stdio server with the tools of a JSON list; used by the homes.
    Serve {
        /// The list, as JSON.
        tools: String,
    },
}

fn main() -> ExitCode {
    let guard = plimsoll_engine::servers::guard::take_over();
    if let Some(code) = guard.or_else(plimsoll_engine::proof::replay::take_over) {
        return code;
    }
    let arguments = Arguments::parse();
    if let Some(Command::Serve { tools }) = &arguments.command {
        return match serve::run(tools) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(2),
        };
    }
    let outcome =
        tokio::runtime::Runtime::new().map_err(|error| error.to_string()).and_then(|runtime| {
            match &arguments.command {
                Some(Command::Search(wanted)) => runtime.block_on(search::compare(wanted)),
                _ => runtime.block_on(compare(&arguments)),
            }
        });
    let (code, line) = match outcome {
        Ok((0, line)) => (0, line),
        Ok((_, line)) => (1, line),
        Err(error) => (2, error),
    };
    let _ = writeln!(std::io::stdout(), "{line}");
    ExitCode::from(code)
}

/// How many homes differ, and the closing line.
async fn compare(arguments: &Arguments) -> Result<(u64, String), String> {
    let throw_away = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program = match &arguments.client {
        Some(program) => program.clone(),
        None => client::install(throw_away.path(), &arguments.version)?,
    };
    let version = client::version(&program)?;
    let program: Arc<Path> = Arc::from(program);
    let turn = Arc::new(Semaphore::new(arguments.jobs.max(1)));
    let mut running = JoinSet::new();
    let homes = arguments.plans.unwrap_or(arguments.homes);
    let planned = arguments.plans.is_some();
    for seed in arguments.first..arguments.first + homes {
        let (program, version, turn, keep) =
            (Arc::clone(&program), version.clone(), Arc::clone(&turn), arguments.keep);
        running.spawn(async move {
            let _turn = turn.acquire_owned().await;
            let outcome = if planned {
                plans::one(seed, &program, keep).await
            } else {
                one(seed, &program, &version, keep).await
            };
            (seed, outcome)
        });
    }
    let (mut differing, mut tools) = (0, 0);
    while let Some(joined) = running.join_next().await {
        let (seed, outcome) = joined.map_err(|error| error.to_string())?;
        match outcome {
            Ok(count) => tools += count,
            Err(difference) => {
                differing += 1;
                let _ = writeln!(std::io::stderr(), "seed {seed}: {difference}");
            }
        }
    }
    let agreeing = homes - differing;
    let what = if planned { "random plans, applied and proven," } else { "random homes" };
    Ok((
        differing,
        format!(
            "{agreeing} of {homes} {what} agree with Claude Code {version} on every tool ({tools} tools)"
        ),
    ))
}

/// Compares one home; the number of tools, or the differences.
async fn one(seed: u64, program: &Path, version: &str, keep: bool) -> Result<usize, String> {
    let folder = tempfile::Builder::new()
        .prefix("conformance-")
        .tempdir()
        .map_err(|error| error.to_string())?;
    let home = home::build(seed, folder.path()).map_err(|error| error.to_string())?;
    let api = api::start(home.count).await;
    let predicted = predict::loaded(&home, &api.uri(), version);
    let real = client::loaded(program, &home, &api).await?;
    let differences: Vec<String> = predicted
        .keys()
        .chain(real.keys())
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .filter(|name| predicted.get(*name) != real.get(*name))
        .map(|name| {
            let shown = |loaded: &Loaded| *loaded.get(name).unwrap_or(&"off");
            format!("{name} predicted {}, really {}", shown(&predicted), shown(&real))
        })
        .collect();
    if differences.is_empty() {
        return Ok(real.len());
    }
    let mut text = differences.join("; ");
    if keep {
        text = format!("{text} (kept in {})", folder.keep().display());
    }
    Err(text)
}
