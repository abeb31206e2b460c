//! Building the app, and what is done with the built app.

use std::{env, fs, process::Command};

use crate::{
    step::{self, Failure},
    workspace::{self, EVERYTHING},
};

/// Builds the UI and the app, and opens the window.
pub fn run(release: bool) -> Result<(), Failure> {
    build_ui()?;
    let profile = if release { "release" } else { "debug" };
    build(profile, &PROGRAMS)?;
    step::run("Plimsoll", &mut Command::new(workspace::binary(profile, "plimsoll-desktop")))
}

/// Builds the page into `ui/dist`, which the app embeds.
pub fn build_ui() -> Result<(), Failure> {
    step::run("UI", &mut workspace::npm(&["run", "build"]))
}

/// What users get: the window, and its twin that wrapped entries start.
pub const PROGRAMS: [&str; 2] = ["plimsoll-desktop", "plimsoll"];

/// Builds these programs, the page embedded; all there are when none is named.
pub fn build(profile: &str, programs: &[&str]) -> Result<(), Failure> {
    let mut cargo = workspace::cargo(&["build"]);
    cargo.args(EVERYTHING);
    if profile == "release" {
        cargo.arg("--release");
    }
    if programs.is_empty() {
        cargo.arg("--bins");
    }
    step::run("App", cargo.args(programs.iter().flat_map(|name| ["--bin", name])))
}

/// Builds the installers: the app, and `plimsoll` beside it, which is what
/// wrapped entries start, so its path must be as stable as the app's.
///
/// Tauri's build wants the file of an external program to be there whenever the
/// app is built. It is named in a configuration of its own, used here only, so
/// that every other build does without.
pub fn bundle() -> Result<(), Failure> {
    build_ui()?;
    build("release", &PROGRAMS)?;
    let folder = workspace::root().join("src-tauri/binaries");
    let name = format!("plimsoll-{}{}", workspace::host()?, env::consts::EXE_SUFFIX);
    let copied = fs::create_dir_all(&folder)
        .and_then(|()| fs::copy(workspace::binary("release", "plimsoll"), folder.join(&name)));
    copied.map_err(|source| Failure::File { path: name, source })?;
    let mut tauri = workspace::npm(&["exec", "--yes", "--package", TAURI, "--", "tauri", "build"]);
    tauri.current_dir(workspace::root().join("src-tauri")).args([
        "--config",
        "tauri.bundle.conf.json",
        "--features",
        "custom-protocol",
        // Built already, with the same selection: see `EVERYTHING`.
        "--",
        "--workspace",
    ]);
    step::run("Installers", &mut tauri)
}

/// Tauri's own command line, of the line the app is built with.
const TAURI: &str = "@tauri-apps/cli@2";

/// Runs the benchmarks, against the optimised app and an empty window.
pub fn bench(arguments: &[String]) -> Result<(), Failure> {
    build_ui()?;
    build("release", &[PROGRAMS.as_slice(), &["fake_mcp"]].concat())?;
    let mut empty = workspace::cargo(&["build", "--release", "--example", "empty_window"]);
    step::run("An empty window", empty.args(EVERYTHING))?;
    let mut cargo = workspace::cargo(&["bench", "--bench", "*"]);
    cargo
        .args(EVERYTHING)
        .arg("--")
        .args(arguments)
        .env(APP, workspace::binary("release", "plimsoll-desktop"));
    step::run("Benchmarks", &mut cargo)
}

/// Takes the pictures.
pub fn screenshots(folder: &str) -> Result<(), Failure> {
    build_ui()?;
    build("debug", &[])?;
    let mut pictures = Command::new(workspace::binary("debug", "screenshots"));
    pictures
        .current_dir(workspace::root())
        .arg(folder)
        .env(APP, workspace::binary("debug", "plimsoll-desktop"));
    step::run("Screenshots", &mut pictures)
}

/// Compares with the real client.
pub fn conformance(arguments: &[String]) -> Result<(), Failure> {
    let mut cargo =
        workspace::cargo(&["run", "--package", "plimsoll-tests", "--bin", "conformance", "--"]);
    step::run("Conformance", cargo.args(arguments))
}

/// The variable that tells the window tests which app to open.
pub const APP: &str = "PLIMSOLL_APP";
