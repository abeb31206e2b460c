//! The log file of the terminal twin: rotated daily in the data folder.

use plimsoll_engine::{store, world::World};
use tracing_appender::non_blocking::WorkerGuard;

/// Starts logging to the data folder; without one, nothing is logged.
///
/// What is logged carries no secret: the engine masks before it traces.
pub(crate) fn start(world: &World) -> Option<WorkerGuard> {
    let level = world.var("PLIMSOLL_LOG")?;
    let folder = store::data_folder(world).join("logs");
    let appender = tracing_appender::rolling::Builder::new()
        .rotation(tracing_appender::rolling::Rotation::DAILY)
        .filename_prefix("plimsoll-cli")
        .filename_suffix("log")
        .max_log_files(7)
        .build(folder)
        .ok()?;
    let (writer, guard) = tracing_appender::non_blocking(appender);
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::new(level))
        .with_writer(writer)
        .with_ansi(false)
        .try_init()
        .ok()?;
    Some(guard)
}
