//! The order of the engine's stages, kept.

use std::{fs, path::Path};

/// Stages of the engine, in the order the data takes; `store` keeps what they
/// made and is used by none of them.
const STAGES: [&str; 10] = [
    "clients",
    "servers",
    "catalogue",
    "weights",
    "search",
    "plan",
    "write",
    "wrap",
    "proof",
    "store",
];

/// The modules over all stages.
const TOP: [&str; 2] = ["wire", "workbench"];

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the engine's sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("UTF-8");
            found.push((path.display().to_string(), text));
        }
    }
}

#[test]
fn a_stage_uses_only_earlier_stages() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/engine/src");
    for (place, stage) in STAGES.iter().enumerate() {
        let mut files = Vec::new();
        sources(&engine.join(stage), &mut files);
        assert!(!files.is_empty(), "the stage {stage} has sources");
        for (file, text) in files {
            // Words about a later stage in a comment are no use of it.
            let code: String =
                text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            for later in STAGES[place + 1..].iter().chain(&TOP) {
                assert!(
                    !code.contains(&format!("crate::{later}"))
                        && !code.contains(&format!("super::super::{later}")),
                    "{file} must not use {later}"
                );
            }
        }
    }
}

#[test]
fn the_engine_knows_no_window() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/engine/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("the engine's manifest");
    assert!(!manifest.contains("tauri"), "the engine must not depend on Tauri");
}
