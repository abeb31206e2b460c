//! The project folders Plimsoll looks into.

use plimsoll_engine::wire::{KnownProject, Problem};
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt;
use tokio::sync::oneshot;

use crate::bench::Bench;

/// The folders the clients know and those the user added.
#[tauri::command]
pub async fn projects(bench: State<'_, Bench>) -> Result<Vec<KnownProject>, Problem> {
    Ok(bench.get().await.projects().await)
}

/// Adds a folder.
#[tauri::command]
pub async fn add_project(
    bench: State<'_, Bench>,
    path: String,
) -> Result<Vec<KnownProject>, Problem> {
    bench.get().await.add_project(&path).await
}

/// Forgets a folder the user added.
#[tauri::command]
pub async fn remove_project(
    bench: State<'_, Bench>,
    path: String,
) -> Result<Vec<KnownProject>, Problem> {
    bench.get().await.remove_project(&path).await
}

/// Asks the user for a folder; `None` when they think better of it.
#[tauri::command]
pub async fn pick_folder(app: AppHandle) -> Option<String> {
    let (chosen, answer) = oneshot::channel();
    app.dialog().file().set_title("Add a project folder").pick_folder(move |folder| {
        // The command that asked may be gone with its page.
        let _ = chosen.send(folder);
    });
    answer.await.ok().flatten().map(|folder| folder.to_string())
}
