//! Embeds the UI and the permissions of the commands that exist.

/// Every command of the window. A command that is not named here, or not
/// allowed in `capabilities/main.json`, cannot be called by the page.
const COMMANDS: &[&str] = &[
    "audit",
    "server",
    "tool",
    "consents",
    "connect",
    "cancel_connect",
    "prove",
    "cancel_proof",
    "login",
    "projects",
    "add_project",
    "remove_project",
    "pick_folder",
    "settings",
    "set_settings",
    "about",
    "open_at",
    "pick_file",
    "read_chosen",
    "save_text",
    "search",
    "search_trace",
    "try_candidate",
    "forget_candidate",
    "lint",
    "task_sets",
    "save_task_set",
    "remove_task_set",
    "read_tasks",
    "write_tasks",
    "switchboard",
    "plan",
    "apply",
    "undo",
    "writes",
    "write_diff",
    "presets",
    "save_preset",
    "remove_preset",
];

fn main() {
    let manifest = tauri_build::AppManifest::new().commands(COMMANDS);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest))
        .expect("tauri.conf.json and capabilities/ fit together, and ui/dist has been built");
}
