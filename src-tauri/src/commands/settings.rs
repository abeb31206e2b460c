//! Plimsoll's own settings.

use plimsoll_engine::wire::{About, Problem, Settings};
use tauri::{AppHandle, State};

use crate::{bench::Bench, window};

/// The settings.
#[tauri::command]
pub async fn settings(bench: State<'_, Bench>) -> Result<Settings, Problem> {
    Ok(bench.get().await.settings().await)
}

/// Replaces the settings; the window's frame follows the theme at once.
#[tauri::command]
pub async fn set_settings(
    app: AppHandle,
    bench: State<'_, Bench>,
    settings: Settings,
) -> Result<Settings, Problem> {
    let saved = bench.get().await.set_settings(settings).await?;
    window::use_theme(&app, &saved.theme);
    Ok(saved)
}

/// What this build is.
#[tauri::command]
pub async fn about(bench: State<'_, Bench>) -> Result<About, Problem> {
    Ok(bench.get().await.about())
}
