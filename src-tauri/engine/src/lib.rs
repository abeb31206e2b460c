//! Everything about Plimsoll that is true without a window.
//!
//! The modules stand in the order the data takes. A stage uses earlier stages
//! only (`tests/it/layers.rs` enforces it); `wire` and `workbench` may use all,
//! and no stage uses them.

/// The machine as handed in: platform, home, environment, clock.
pub mod world;

/// 1 which clients exist, where their files are, what they say, what they would load.
pub mod clients;

/// 2 start or reach a server, list its tools, keep its last words.
pub mod servers;

/// 3 tools as plain data: catalogues, snapshots, imported files.
pub mod catalogue;

/// 4 tokens per part, tool, server and client.
pub mod weights;

/// 5 simulated tool search over a catalogue.
pub mod search;

/// 6 wanted loading and scope to edits; pure, text in and text out.
pub mod plan;

/// 7 safe write: compare, back up, replace, read back, undo.
pub mod write;

/// 8 the wrapping MCP server.
pub mod wrap;

/// 9 what a client really loads: run in a throw-away home, against a prediction.
pub mod proof;

/// `SQLite`: snapshots, token cache, consents, settings.
pub mod store;

/// What the window and `--json` receive.
pub mod wire;

#[cfg(test)]
mod fuzz;

/// One function per user intention; the only door for the window and the CLI.
pub mod workbench;
