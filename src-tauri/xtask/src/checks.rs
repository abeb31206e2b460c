//! Every check and every test.

use std::process::Command;

use crate::{
    app, setup,
    step::{self, Failure},
    workspace::{self, EVERYTHING},
};

/// Runs all of them, cheapest first, those after a failure too; ends with what
/// the runners said at their end, or with every failure.
pub fn run() -> Result<(), Failure> {
    let mut report = Report::default();
    report.check(step::run("Format", &mut workspace::cargo(&["fmt", "--all", "--check"])));
    for (title, script) in [("UI types", "check"), ("UI lint", "lint")] {
        report.check(step::run(title, &mut workspace::npm(&["run", script])));
    }
    for (title, script) in [("UI tests", "test"), ("UI in a browser", "test:browser")] {
        report.tests(step::run_tests(title, &mut npm_plain(script), closes_vitest));
    }
    report.check(licences());
    // The app embeds the page, and the tests run the programs: nothing goes on without them.
    app::build_ui()?;
    report.check(clippy());
    app::build("debug", &[])?;
    report.tests(step::run_tests("Rust tests", &mut rust_tests(), closes_rust));
    let mut examples = workspace::cargo(&["test", "--doc"]);
    examples.args(EVERYTHING);
    report.tests(step::run_tests("Examples", &mut examples, closes_rust));
    report.tests(step::run_tests("The window", &mut window_tests(), closes_rust));
    report.finish()
}

/// What the steps have said so far.
#[derive(Default)]
struct Report {
    closing: Vec<String>,
    failures: Vec<Failure>,
}

impl Report {
    fn check(&mut self, outcome: Result<(), Failure>) {
        self.tests(outcome.map(|()| Vec::new()));
    }

    fn tests(&mut self, outcome: Result<Vec<String>, Failure>) {
        match outcome {
            Ok(lines) => self.closing.extend(lines),
            Err(failure) => {
                println!("── {failure}");
                self.failures.push(failure);
            }
        }
    }

    fn finish(self) -> Result<(), Failure> {
        if !self.failures.is_empty() {
            return Err(Failure::Several(self.failures));
        }
        println!("\n── Everything passed. What the runners said at their end:");
        for line in self.closing {
            println!("{line}");
        }
        Ok(())
    }
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

/// All but the examples: those in the documentation are run by the next step,
/// the one of the benchmarks is built by `cargo xtask bench`.
fn rust_tests() -> Command {
    let mut cargo = workspace::cargo(runner());
    cargo.args(EVERYTHING).args(["--tests", "--no-fail-fast"]);
    cargo
}

/// One window at a time; `.config/nextest.toml` says so to the other runner.
fn window_tests() -> Command {
    let mut cargo = workspace::cargo(runner());
    cargo
        .args(EVERYTHING)
        .args(["--no-fail-fast", "--test", "window"])
        .env("RUST_TEST_THREADS", "1")
        .env(app::APP, workspace::binary("debug", "plimsoll-desktop"));
    cargo
}

fn runner() -> &'static [&'static str] {
    if setup::on_path("cargo-nextest") { &["nextest", "run"] } else { &["test"] }
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
