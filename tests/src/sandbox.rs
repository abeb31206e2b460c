//! A throw-away home, and a world that has no other.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use plimsoll_engine::world::{Platform, Texts, World};
use serde_json::Value;
use tempfile::TempDir;

/// A fresh home directory that is removed when dropped.
#[derive(Debug)]
pub struct Sandbox {
    root: TempDir,
    env: BTreeMap<String, String>,
}

impl Default for Sandbox {
    fn default() -> Self {
        Self::new()
    }
}

impl Sandbox {
    /// An empty home; `PATH` is the only variable taken from this process.
    ///
    /// # Panics
    /// Without a place for temporary files.
    pub fn new() -> Self {
        let root = TempDir::with_prefix("plimsoll-").expect("a temporary folder");
        for folder in ["home", "project", "system"] {
            fs::create_dir(root.path().join(folder)).expect("a folder");
        }
        let path = std::env::var("PATH").unwrap_or_default();
        let sandbox = Self { root, env: BTreeMap::from([("PATH".to_owned(), path)]) };
        let home = sandbox.home().display().to_string();
        sandbox.with_var("HOME", &home)
    }

    /// The same home with one more variable.
    #[must_use]
    pub fn with_var(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.to_owned(), value.to_owned());
        self
    }

    /// The same home with a file in it, given by its path below the home.
    ///
    /// # Panics
    /// When the file cannot be written.
    #[must_use]
    pub fn with_file(self, path: &str, text: &str) -> Self {
        write(&self.home().join(path), text);
        self
    }

    /// The same home with a JSON file in it.
    ///
    /// # Panics
    /// When the file cannot be written.
    #[must_use]
    pub fn with_json(self, path: &str, value: &Value) -> Self {
        self.with_file(path, &format!("{value:#}\n"))
    }

    /// The same home with a file in the project.
    ///
    /// # Panics
    /// When the file cannot be written.
    #[must_use]
    pub fn with_project_file(self, path: &str, text: &str) -> Self {
        write(&self.project().join(path), text);
        self
    }

    /// The home directory.
    pub fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    /// A project folder outside the home, outside any repository.
    pub fn project(&self) -> PathBuf {
        self.root.path().join("project")
    }

    /// A place for what belongs neither to the home nor to the project.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// Linux with this home, this environment and a clock that stands still.
    pub fn world(&self) -> World {
        World {
            platform: Platform::Linux,
            home: self.home(),
            env: self.env.clone(),
            system_root: self.root.path().join("system"),
            clock: Arc::new(|| SystemTime::UNIX_EPOCH + Duration::from_hours(500_000)),
            texts: Texts::default(),
        }
    }
}

fn write(path: &Path, text: &str) {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).expect("a folder");
    }
    fs::write(path, text).expect("a file");
}
