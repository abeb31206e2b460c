//! Plimsoll's window: opens the workbench, shows the page, passes calls on.
//!
//! Everything true without a window is in `plimsoll-engine`; a command here
//! unpacks its arguments, calls one function of the workbench and returns what
//! it says. This is the only package that knows Tauri.

// A console window beside the app is for debug builds only.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod bench;
mod commands;
mod editor;
mod logs;
mod painting;
mod window;

use std::process::ExitCode;

use plimsoll_engine::{proof, servers, world::World};
use tauri::{Manager, RunEvent};

use crate::{bench::Bench, commands::files::Chosen};

fn main() -> ExitCode {
    if let Some(code) = servers::guard::take_over().or_else(proof::replay::take_over) {
        return code;
    }
    let world = World::here();
    // Kept until the end: dropping it writes what is still buffered.
    let _logs = logs::start(&world);

    let app = tauri::Builder::default()
        // First, as its documentation asks: a second start must do nothing else.
        .plugin(tauri_plugin_single_instance::init(|app, _arguments, _directory| {
            window::come_forward(app);
        }))
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .manage(Bench::new(world))
        .manage(Chosen::default())
        .invoke_handler(tauri::generate_handler![
            commands::audit::audit,
            commands::audit::server,
            commands::audit::tool,
            commands::connect::consents,
            commands::connect::connect,
            commands::connect::cancel_connect,
            commands::proof::prove,
            commands::proof::cancel_proof,
            commands::connect::login,
            commands::projects::projects,
            commands::projects::add_project,
            commands::projects::remove_project,
            commands::projects::pick_folder,
            commands::settings::settings,
            commands::settings::set_settings,
            commands::settings::about,
            commands::files::open_at,
            commands::files::pick_file,
            commands::files::read_chosen,
            commands::files::save_text,
            commands::search::search,
            commands::search::search_trace,
            commands::search::try_candidate,
            commands::search::forget_candidate,
            commands::search::lint,
            commands::search::task_sets,
            commands::search::save_task_set,
            commands::search::remove_task_set,
            commands::search::read_tasks,
            commands::search::write_tasks,
            commands::loading::switchboard,
            commands::loading::plan,
            commands::loading::apply,
            commands::loading::undo,
            commands::loading::writes,
            commands::loading::write_diff,
            commands::loading::presets,
            commands::loading::save_preset,
            commands::loading::remove_preset,
        ])
        .setup(|app| {
            // The database opens while the page loads; the first command waits for it.
            let handle = app.handle().clone();
            tauri::async_runtime::spawn(async move { window::follow_settings(&handle).await });
            window::open(app.handle())?;
            Ok(())
        })
        .build(tauri::generate_context!())
        .expect("the embedded configuration is valid and a webview is installed");

    app.run(|app, event| {
        if let RunEvent::Exit = event {
            // No server outlives the app.
            app.state::<Bench>().close();
        }
    });
    ExitCode::SUCCESS
}
