//! Which program an entry starts, and in which environment.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::Announce;
use crate::clients::Stdio;

/// The environment of a started program: what the client inherited, what the
/// client adds, what the entry sets, each over the one before.
pub(super) fn environment(
    inherited: &BTreeMap<String, String>,
    announce: &Announce,
    directory: &Path,
    stdio: &Stdio,
) -> BTreeMap<String, String> {
    let mut env = inherited.clone();
    for (name, value) in announce.env.iter().chain(&announce.server_env) {
        env.insert((*name).to_owned(), value.clone());
    }
    if let Some(name) = announce.directory_variable {
        env.insert(name.to_owned(), directory.display().to_string());
    }
    for (name, value) in &stdio.env {
        env.insert(name.clone(), value.expose().to_owned());
    }
    env
}

/// The file of a command, found as the system's shell would: along `PATH`, and
/// on Windows with the endings of `PATHEXT`, so that `npx` finds `npx.cmd`.
pub(super) fn find(
    command: &str,
    env: &BTreeMap<String, String>,
    directory: &Path,
) -> Option<PathBuf> {
    let path = env
        .iter()
        .find(
            |(name, _)| {
                if cfg!(windows) { name.eq_ignore_ascii_case("PATH") } else { *name == "PATH" }
            },
        )
        .map(|(_, value)| value);
    which::which_in(command, path, directory).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::Secret;

    #[test]
    fn the_entry_has_the_last_word() {
        let inherited = BTreeMap::from(
            [("A", "inherited"), ("CLAUDECODE", "0"), ("PATH", "/bin")]
                .map(|(name, value)| (name.to_owned(), value.to_owned())),
        );
        let stdio = Stdio {
            command: "x".into(),
            args: vec![],
            env: vec![("A".into(), Secret::new("entry"))],
            cwd: None,
        };
        let env = environment(&inherited, &Announce::claude_code(None), Path::new("/p"), &stdio);
        let cases = [
            ("the entry over the inherited", "A", "entry"),
            ("the client over the inherited", "CLAUDECODE", "1"),
            ("the session's directory", "CLAUDE_PROJECT_DIR", "/p"),
            ("the rest is inherited", "PATH", "/bin"),
        ];
        for (why, name, want) in cases {
            assert_eq!(env.get(name).map(String::as_str), Some(want), "{why}");
        }
    }
}
