//! Programs of this workspace, for what is no integration test of theirs.

use std::{
    env::{self, consts::EXE_EXTENSION},
    path::PathBuf,
};

/// A program of the profile this one was built in: cargo puts programs one
/// folder above benchmarks. `cargo xtask bench` builds them first.
pub fn built(name: &str) -> PathBuf {
    let this = env::current_exe().expect("a running program has a path");
    let folder = this.ancestors().nth(2).expect("cargo builds two folders below the target folder");
    folder.join(name).with_extension(EXE_EXTENSION)
}
