//! Every check and every test.

use std::process::Command;

use crate::{
    app, setup,
    step::{self, Failure},
    workspace::{self, EVERYTHING},
};

/// Runs all of them, cheapest first; ends with what the runners said at their end.
pub fn run() -> Result<(), Failure> {
    step::run("Format", &mut workspace::cargo(&["fmt", "--all", "--check"]))?;
    for (title, script) in [("UI types", "check"), ("UI lint", "lint")] {
        step::run(title, &mut workspace::npm(&["run", script]))?;
    }
    let mut closing = Vec::new();
    for (title, script) in [("UI tests", "test"), ("UI in a browser", "test:browser")] {
        closing.extend(step::run_tests(title, &mut npm_plain(script), closes_vitest)?);
    }
    // The app embeds the page, so the page comes first.
    app::build_ui()?;
    licences()?;
    clippy()?;
    app::build(false)?;
    closing.extend(step::run_tests("Rust tests", &mut rust_tests(), closes_rust)?);
    if setup::on_path("cargo-nextest") {
        // nextest does not run the examples in the documentation.
        let mut examples = workspace::cargo(&["test", "--doc"]);
        examples.args(EVERYTHING);
        closing.extend(step::run_tests("Examples", &mut examples, closes_rust)?);
    }
    closing.extend(step::run_tests("The window", &mut window_tests(), closes_rust)?);

    println!("\n── Everything passed. What the runners said at their end:");
    for line in closing {
        println!("{line}");
    }
    Ok(())
}

/// Writes the TypeScript of the wire types.
pub fn write_types() -> Result<(), Failure> {
    let mut cargo = workspace::cargo(&["test", "--test", "contract"]);
    cargo.args(EVERYTHING).args(["--", "typescript"]).env("PLIMSOLL_WRITE_TYPES", "1");
    step::run("Types", &mut cargo)
}

/// Licences, sources and duplicates of the dependencies. Building `cargo-deny`
/// takes longer than all tests, so it is used where it is installed.
fn licences() -> Result<(), Failure> {
    if !setup::on_path("cargo-deny") {
        println!("\n── Dependencies: not checked; `cargo install --locked cargo-deny` to do so");
        return Ok(());
    }
    let mut deny = workspace::cargo(&["deny", "--all-features", "check"]);
    step::run("Dependencies", deny.args(["bans", "licenses", "sources"]))
}

fn clippy() -> Result<(), Failure> {
    let mut cargo = workspace::cargo(&["clippy", "--all-targets"]);
    step::run("Clippy", cargo.args(EVERYTHING).args(["--", "--deny", "warnings"]))
}

fn rust_tests() -> Command {
    let words: &[&str] =
        if setup::on_path("cargo-nextest") { &["nextest", "run"] } else { &["test"] };
    let mut cargo = workspace::cargo(words);
    cargo.args(EVERYTHING);
    cargo
}

/// One window at a time: two would compete for the processor, and a slow window
/// is no failure.
fn window_tests() -> Command {
    let mut cargo = workspace::cargo(&["test", "--test", "window"]);
    cargo
        .args(EVERYTHING)
        .args(["--", "--test-threads", "1"])
        .env(app::APP, workspace::binary("debug", "plimsoll-desktop"));
    cargo
}

/// An npm script without colours: its closing lines are recognised by their text.
fn npm_plain(script: &str) -> Command {
    let mut npm = workspace::npm(&["run", script]);
    npm.env("NO_COLOR", "1");
    npm
}

fn closes_rust(line: &str) -> bool {
    line.starts_with("test result:") || line.trim_start().starts_with("Summary [")
}

fn closes_vitest(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("Test Files ") || line.starts_with("Tests ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_the_runners_own() {
        assert!(closes_rust("test result: ok. 3 passed; 0 failed; 0 ignored"));
        assert!(closes_rust("     Summary [   1.204s] 88 tests run: 88 passed, 0 skipped"));
        assert!(!closes_rust("test plan::tests::scope ... ok"));
        assert!(closes_vitest("      Tests  41 passed (41)"));
        assert!(!closes_vitest(" ✓ src/lib/format.test.ts (6 tests) 12ms"));
    }
}
