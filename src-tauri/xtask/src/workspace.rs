//! Where things are, and how every cargo command selects packages.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use crate::step::Failure;

/// Arguments that every build shares.
///
/// Always the whole workspace with the same features: cargo unites the
/// features of the selected packages, and another selection would build most
/// dependencies a second time.
pub const EVERYTHING: [&str; 3] = ["--workspace", "--features", "plimsoll-desktop/custom-protocol"];

/// The workspace's root.
pub fn root() -> &'static Path {
    const HERE: &str = env!("CARGO_MANIFEST_DIR");
    Path::new(HERE).ancestors().nth(2).expect("this package is two folders below the root")
}

/// The UI's folder.
pub fn ui() -> PathBuf {
    root().join("ui")
}

/// A built binary of this workspace: `profile` is `debug` or `release`.
pub fn binary(profile: &str, name: &str) -> PathBuf {
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    root().join(target).join(profile).join(name).with_extension(env::consts::EXE_EXTENSION)
}

/// The target this machine builds for.
pub fn host() -> Result<String, Failure> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "host-tuple"]);
    let output =
        rustc.output().map_err(|source| Failure::Start { program: "rustc".to_owned(), source })?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A cargo command in the root.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments);
    command
}

/// An npm command in the UI's folder.
pub fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(ui()).args(arguments);
    command
}
