//! Developer commands: `cargo xtask run`, `cargo xtask test` and the rest.
//!
//! Each command first installs what it needs and is missing. This package must
//! build with nothing but Rust, so it depends on no other package of the
//! workspace.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod app;
mod checks;
mod packages;
mod setup;
mod step;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::{packages::Purpose, step::Failure};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Plimsoll's developer commands", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the UI and the app, and open the window.
    Run {
        /// Optimised: slower to build, faster to run.
        #[arg(long)]
        release: bool,
    },
    /// Build the installers, with `plimsoll` beside the app.
    Bundle,
    /// Run every check and every test: Rust, UI, and the real window.
    Test,
    /// Write the TypeScript of the wire types again.
    Types,
    /// Run the benchmarks; the arguments go to criterion.
    Bench {
        /// For example a filter on names.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Take a picture of every view, in both themes and two sizes, from a demo home.
    Screenshots {
        /// The folder to write to.
        #[arg(default_value = "target/screenshots")]
        folder: String,
    },
    /// Compare predictions with what the real Claude Code sends; the arguments go to the comparison.
    Conformance {
        /// For example `--help`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nerror: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<(), Failure> {
    match task {
        Task::Run { release } => {
            setup::install(&[Purpose::Build])?;
            setup::install_ui()?;
            app::run(release)
        }
        Task::Bundle => {
            setup::install(&[Purpose::Build])?;
            setup::install_ui()?;
            app::bundle()
        }
        Task::Test => {
            setup::install(&[Purpose::Build, Purpose::Test])?;
            setup::install_ui()?;
            checks::run()
        }
        Task::Types => {
            setup::install(&[Purpose::Build])?;
            checks::write_types()
        }
        Task::Bench { arguments } => {
            setup::install(&[Purpose::Build, Purpose::Test])?;
            setup::install_ui()?;
            app::bench(&arguments)
        }
        Task::Screenshots { folder } => {
            setup::install(&[Purpose::Build, Purpose::Test])?;
            setup::install_ui()?;
            app::screenshots(&folder)
        }
        Task::Conformance { arguments } => {
            setup::install(&[Purpose::Build])?;
            app::conformance(&arguments)
        }
    }
}
