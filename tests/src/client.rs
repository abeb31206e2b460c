//! What a fake client does: the script shared by the tests and `fake_client`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

/// How a fake client behaves. The default loads as its settings say.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Client {
    /// What it says when asked for its version; `None`: 2.1.332.
    pub version: Option<String>,
    /// A tool it loads always, whatever anyone says.
    pub disobeys: Option<String>,
    /// What it does instead of speaking to its API.
    pub instead: Option<Instead>,
    /// Shell scripts it starts and leaves alone.
    pub children: Vec<String>,
    /// A file for what it was started with: its variables and every file below
    /// its home.
    pub record: Option<PathBuf>,
}

/// What a client does that does not do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Instead {
    /// Ends with code 3 and a word.
    Crashes,
    /// Does nothing.
    Hangs,
    /// Prints without end.
    Prints,
    /// Asks its API without end.
    Asks,
    /// Ends after its first request.
    Leaves,
}

impl Client {
    /// Puts a program that behaves so into a folder: its path. `fake` is the
    /// program `fake_client`.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn install(&self, folder: &Path, fake: &str) -> PathBuf {
        fs::create_dir_all(folder).expect("a folder");
        let program = folder.join("claude");
        fs::copy(fake, &program).expect("a copy");
        let script = serde_json::to_string(self).expect("a script serializes");
        fs::write(program.with_extension("json"), script).expect("a file");
        program
    }
}
