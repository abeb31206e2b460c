//! Building the app, and what is done with the built app.

use std::process::Command;

use crate::{
    step::{self, Failure},
    workspace::{self, EVERYTHING},
};

/// Builds the UI and the app, and opens the window.
pub fn run(release: bool) -> Result<(), Failure> {
    build_ui()?;
    build(release)?;
    let profile = if release { "release" } else { "debug" };
    step::run("Plimsoll", &mut Command::new(workspace::binary(profile, "plimsoll-desktop")))
}

/// Builds the page into `ui/dist`, which the app embeds.
pub fn build_ui() -> Result<(), Failure> {
    step::run("UI", &mut workspace::npm(&["run", "build"]))
}

/// Builds every binary, the page embedded.
pub fn build(release: bool) -> Result<(), Failure> {
    let mut cargo = workspace::cargo(&["build", "--bins"]);
    cargo.args(EVERYTHING);
    if release {
        cargo.arg("--release");
    }
    step::run("App", &mut cargo)
}

/// Runs the benchmarks, against the optimised app and an empty window.
pub fn bench(arguments: &[String]) -> Result<(), Failure> {
    build_ui()?;
    build(true)?;
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
    build(false)?;
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
