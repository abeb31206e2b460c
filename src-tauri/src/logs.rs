//! The log in the data folder: one file a day, a week of them.

use plimsoll_engine::{store, world::World};
use tracing_appender::{
    non_blocking::WorkerGuard,
    rolling::{Builder, Rotation},
};
use tracing_subscriber::{EnvFilter, fmt};

/// Only our own crates write: a library's log may hold raw requests, and with
/// them a header or a token.
const OWN_CRATES: &str = "off,plimsoll_desktop=info,plimsoll_engine=info";

/// Days kept.
const DAYS: usize = 7;

/// Starts logging. Without a writable data folder there is no log, and the
/// workbench says what is wrong with the folder.
pub fn start(world: &World) -> Option<WorkerGuard> {
    let folder = store::data_folder(world).join("logs");
    // Before the appender looks into it for old files, and complains.
    std::fs::create_dir_all(&folder).ok()?;
    let files = Builder::new()
        .rotation(Rotation::DAILY)
        .filename_prefix("plimsoll")
        .filename_suffix("log")
        .max_log_files(DAYS)
        .build(folder)
        .ok()?;
    let (writer, guard) = tracing_appender::non_blocking(files);
    fmt()
        .json()
        .with_env_filter(EnvFilter::new(OWN_CRATES))
        .with_writer(writer)
        .with_ansi(false)
        .try_init()
        .ok()?;
    std::panic::set_hook(Box::new(|panic| {
        // The message of a panic may quote data; its place does not.
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panicked");
    }));
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "started");
    Some(guard)
}
