//! `plimsoll`: the headless twin of the window.
//!
//! [`run`] takes everything from outside (arguments, world, streams), so that
//! tests call it in process; `main` hands in the real ones. Data goes to
//! standard output, everything else to standard error.

mod additions;
mod args;
mod audit;
mod bench_search;
mod candidate;
mod change;
mod consent;
mod effects;
mod folder;
mod lint;
mod log;
mod own_streams;
mod progress;
mod prove;
mod render;
mod sarif;
mod search;
mod streams;
mod wrap;

use std::{ffi::OsString, path::PathBuf, process::ExitCode};

use clap::Parser as _;
use plimsoll_engine::{proof, servers, wire, world::World};

pub use self::streams::Streams;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// As asked.
    Done = 0,
    /// Done, but a budget is exceeded, a server failed, or something differs.
    Short = 1,
    /// The arguments make no sense.
    Usage = 2,
    /// Refused to write, or a proof that could not be run.
    Refused = 3,
}

/// Why a command stops before it has an answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    /// The engine says what is wrong.
    #[error("{}", .0.message)]
    Problem(Box<wire::Problem>),
    /// The arguments make no sense together.
    #[error("{0}")]
    Usage(String),
    /// Standard output or error is gone.
    #[error("the answer could not be written: {0}")]
    Output(#[from] std::io::Error),
}

impl From<wire::Problem> for CommandError {
    fn from(problem: wire::Problem) -> Self {
        Self::Problem(Box::new(problem))
    }
}

/// Runs `plimsoll` with this process's arguments, environment and streams.
pub fn main() -> ExitCode {
    if let Some(code) = servers::guard::take_over().or_else(proof::replay::take_over) {
        return code;
    }
    let world = World::here();
    let directory = std::env::current_dir().unwrap_or_else(|_| world.home.clone());
    // The wrapper writes no file, whatever its client's environment says.
    let wraps = std::env::args_os().nth(1).is_some_and(|command| command == "wrap");
    let _log = (!wraps).then(|| log::start(&world));
    // The same file guards the servers it starts; without it none can start.
    let guard = std::env::current_exe().unwrap_or_default();
    let exit = run(std::env::args_os(), world, directory, guard, &mut Streams::real());
    ExitCode::from(exit as u8)
}

/// Runs one command.
///
/// `directory` is where the command was typed; without `--project` it is the
/// project. `guard` is the program that guards started servers.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    world: World,
    directory: PathBuf,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Exit {
    let parsed = match args::Arguments::try_parse_from(args) {
        Ok(parsed) => parsed,
        Err(help) => {
            let shown = help.render();
            let (written, exit) = if help.use_stderr() {
                (write!(streams.err, "{shown}"), Exit::Usage)
            } else {
                (write!(streams.out, "{shown}"), Exit::Done)
            };
            return if written.is_ok() { exit } else { Exit::Short };
        }
    };
    // The wrapper passes bytes on: one thread that waits is faster than several
    // that wake each other.
    let mut runtime = match parsed.command {
        args::Command::Wrap(_) => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    let runtime = match runtime.enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(streams, None, CommandError::Output(error)),
    };
    let schema = parsed.command.schema();
    let outcome = runtime.block_on(async {
        match parsed.command {
            args::Command::Audit(audit) => {
                audit::run(audit, world, directory, guard, streams).await
            }
            args::Command::Plan(plan) => change::plan(plan, world, directory, guard, streams).await,
            args::Command::Apply(apply) => {
                change::apply(apply, world, directory, guard, streams).await
            }
            args::Command::Undo(undo) => change::undo(undo, world, guard, streams).await,
            args::Command::History(history) => {
                change::history(history, world, guard, streams).await
            }
            args::Command::Prove(prove) => {
                prove::run(prove, world, directory, guard, streams).await
            }
            args::Command::Search(search) => {
                search::run(search, world, directory, guard, streams).await
            }
            args::Command::Try(candidate) => {
                candidate::run(candidate, world, directory, guard, streams).await
            }
            args::Command::Lint(lint) => lint::run(lint, world, directory, guard, streams).await,
            args::Command::BenchSearch(bench) => bench_search::run(&bench, &directory, streams),
            args::Command::Wrap(wrap) => wrap::run(wrap, &world, guard).await,
            args::Command::Unwrap(unwrap) => {
                change::unwrap(unwrap, world, directory, guard, streams).await
            }
        }
    });
    match outcome {
        Ok(exit) => exit,
        Err(error) => fail(streams, schema, error),
    }
}

/// Says on standard error what went wrong, and what to do; as JSON on standard
/// output too, when the answer was to be JSON of a schema.
fn fail(streams: &mut Streams<'_>, schema: Option<&str>, error: CommandError) -> Exit {
    let _ = writeln!(streams.err, "plimsoll: {error}");
    let problem = match error {
        CommandError::Problem(problem) => *problem,
        CommandError::Usage(message) => wire::Problem::usage(message),
        // Nobody reads it.
        CommandError::Output(_) => return Exit::Short,
    };
    if let Some(hint) = &problem.hint {
        let _ = writeln!(streams.err, "hint: {hint}");
    }
    if let Some(schema) = schema {
        let answer = serde_json::json!({"schema": schema, "problems": [problem]});
        let _ = writeln!(streams.out, "{answer}").and_then(|()| streams.out.flush());
    }
    if problem.is_usage() { Exit::Usage } else { Exit::Short }
}
