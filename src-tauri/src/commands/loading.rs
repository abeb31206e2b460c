//! What loads where, and changing it.

use plimsoll_engine::wire::{
    ChangeSetLine, FileDiff, PlanRequest, PlanView, Preset, Problem, Switchboard,
    SwitchboardRequest,
};
use tauri::State;

use crate::bench::Bench;

/// What loads where, with staged changes. Writes nothing.
#[tauri::command]
pub async fn switchboard(
    bench: State<'_, Bench>,
    request: SwitchboardRequest,
) -> Result<Switchboard, Problem> {
    bench.get().await.switchboard(&request).await
}

/// What some changes would write. Writes nothing.
#[tauri::command]
pub async fn plan(bench: State<'_, Bench>, request: PlanRequest) -> Result<PlanView, Problem> {
    bench.get().await.plan(&request).await
}

/// Writes changes as reviewed; `None` when they change nothing.
#[tauri::command]
pub async fn apply(
    bench: State<'_, Bench>,
    request: PlanRequest,
    reviewed: PlanView,
) -> Result<Option<ChangeSetLine>, Problem> {
    bench.get().await.apply(&request, Some(&reviewed)).await
}

/// Takes a write back.
#[tauri::command]
pub async fn undo(
    bench: State<'_, Bench>,
    id: String,
    only_ours: bool,
) -> Result<ChangeSetLine, Problem> {
    bench.get().await.undo(Some(id), only_ours).await
}

/// Every write, newest first.
#[tauri::command]
pub async fn writes(bench: State<'_, Bench>) -> Result<Vec<ChangeSetLine>, Problem> {
    bench.get().await.writes().await
}

/// What a write changed, file by file.
#[tauri::command]
pub async fn write_diff(bench: State<'_, Bench>, id: String) -> Result<Vec<FileDiff>, Problem> {
    bench.get().await.write_diff(id).await
}

/// The presets, by name.
#[tauri::command]
pub async fn presets(bench: State<'_, Bench>) -> Result<Vec<Preset>, Problem> {
    bench.get().await.presets().await
}

/// Keeps a preset.
#[tauri::command]
pub async fn save_preset(bench: State<'_, Bench>, preset: Preset) -> Result<Vec<Preset>, Problem> {
    bench.get().await.save_preset(&preset).await
}

/// Forgets a preset.
#[tauri::command]
pub async fn remove_preset(bench: State<'_, Bench>, id: i64) -> Result<Vec<Preset>, Problem> {
    bench.get().await.remove_preset(id).await
}
