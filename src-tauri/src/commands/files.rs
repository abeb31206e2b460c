//! Files: opening one where a setting stands, reading one the user chose,
//! saving a text where the user wants it.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use plimsoll_engine::wire::{Problem, ProblemLevel};
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt;
use tauri_plugin_opener::OpenerExt;
use tokio::sync::oneshot;

use crate::{bench::Bench, editor};

/// The largest file whose text the page gets, in bytes. Larger ones are read by
/// the engine, from their path.
const TEXT_LIMIT: u64 = 16 * 1024 * 1024;

/// The files the user chose in this run: the page can read no other.
#[derive(Default)]
pub struct Chosen(Mutex<HashSet<PathBuf>>);

/// Asks the user for a file to read; `None` when they think better of it.
#[tauri::command]
pub async fn pick_file(
    app: AppHandle,
    chosen: State<'_, Chosen>,
    title: String,
    extensions: Vec<String>,
) -> Result<Option<String>, Problem> {
    let (told, answer) = oneshot::channel();
    let endings: Vec<&str> = extensions.iter().map(String::as_str).collect();
    let mut dialog = app.dialog().file().set_title(title);
    if !endings.is_empty() {
        dialog = dialog.add_filter(endings.join(", "), &endings);
    }
    dialog.pick_file(move |file| {
        // The command that asked may be gone with its page.
        let _ = told.send(file);
    });
    let Some(path) = answer.await.ok().flatten().and_then(|file| file.into_path().ok()) else {
        return Ok(None);
    };
    let shown = path.display().to_string();
    chosen.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    Ok(Some(shown))
}

/// The text of a file the user has just chosen.
#[tauri::command]
pub async fn read_chosen(chosen: State<'_, Chosen>, path: String) -> Result<String, Problem> {
    let refused =
        |reason: &str, hint: &str| file_problem("cannot-read", &path, "read", reason, hint);
    let known = chosen.0.lock().unwrap_or_else(PoisonError::into_inner);
    if !known.contains(Path::new(&path)) {
        return Err(refused("it was not chosen", "Choose it in the dialog."));
    }
    drop(known);
    let reason = |error: std::io::Error| refused(&error.to_string(), "Choose another file.");
    if fs::metadata(&path).map_err(reason)?.len() > TEXT_LIMIT {
        return Err(refused("it is larger than 16 MB", "Choose a smaller file."));
    }
    fs::read_to_string(&path).map_err(reason)
}

/// Asks the user where to save a text, suggesting a name; the path, or `None` when they think
/// better of it.
#[tauri::command]
pub async fn save_text(
    app: AppHandle,
    name: String,
    text: String,
) -> Result<Option<String>, Problem> {
    let (told, answer) = oneshot::channel();
    app.dialog().file().set_file_name(name).save_file(move |file| {
        // The command that asked may be gone with its page.
        let _ = told.send(file);
    });
    let Some(path) = answer.await.ok().flatten().and_then(|file| file.into_path().ok()) else {
        return Ok(None);
    };
    let shown = path.display().to_string();
    fs::write(&path, text).map_err(|error| {
        let hint = "Save it somewhere else.";
        file_problem("cannot-save", &shown, "written", &error.to_string(), hint)
    })?;
    Ok(Some(shown))
}

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
    file_problem("cannot-open", file, "opened", reason, hint)
}

fn file_problem(code: &str, file: &str, what: &str, reason: &str, hint: &str) -> Problem {
    Problem {
        code: code.to_owned(),
        level: ProblemLevel::Warning,
        message: format!("`{file}` cannot be {what}: {reason}."),
        hint: Some(hint.to_owned()),
        file: Some(file.to_owned()),
        line: None,
        column: None,
        client: None,
        server: None,
    }
}
