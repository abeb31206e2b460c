//! Opening a file where a setting stands.

use std::path::Path;

use plimsoll_engine::wire::{Problem, ProblemLevel};
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;

use crate::{bench::Bench, editor};

/// Opens a file in the user's editor at a line (from 1), or with the system's
/// program for it when no editor that can jump to a line is found.
#[tauri::command]
pub async fn open_at(
    app: AppHandle,
    bench: State<'_, Bench>,
    file: String,
    line: Option<u32>,
) -> Result<(), Problem> {
    if !Path::new(&file).is_file() {
        return Err(cannot_open(
            &file,
            "it is not there any more",
            "Read the configurations again.",
        ));
    }
    let started = match editor::command(bench.world(), &file, line) {
        Some(mut editor) => editor.spawn().map(drop).map_err(|error| error.to_string()),
        None => app.opener().open_path(&file, None::<&str>).map_err(|error| error.to_string()),
    };
    started.map_err(|error| cannot_open(&file, &error, "Open it in your editor by hand."))
}

fn cannot_open(file: &str, reason: &str, hint: &str) -> Problem {
    Problem {
        code: "cannot-open".to_owned(),
        level: ProblemLevel::Warning,
        message: format!("`{file}` cannot be opened: {reason}."),
        hint: Some(hint.to_owned()),
        file: Some(file.to_owned()),
        line: None,
        column: None,
        client: None,
        server: None,
    }
}
