//! What each client loads, and the details behind it.

use plimsoll_engine::wire::{Audit, AuditRequest, Problem, ServerDetail, ToolDetail};
use tauri::State;

use crate::bench::Bench;

/// Reads the configurations and weighs what is known. Starts nothing.
#[tauri::command]
pub async fn audit(bench: State<'_, Bench>, request: AuditRequest) -> Result<Audit, Problem> {
    bench.get().await.audit(&request).await
}

/// One server across clients, with its log and history.
#[tauri::command]
pub async fn server(
    bench: State<'_, Bench>,
    key: String,
    projects: Vec<String>,
) -> Result<ServerDetail, Problem> {
    bench.get().await.server(&key, &projects).await
}

/// One tool in full.
#[tauri::command]
pub async fn tool(
    bench: State<'_, Bench>,
    key: String,
    name: String,
    projects: Vec<String>,
) -> Result<ToolDetail, Problem> {
    bench.get().await.tool(&key, &name, &projects).await
}
