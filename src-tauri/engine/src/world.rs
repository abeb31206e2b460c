//! The machine, handed in. Nothing below the composition root reads `$HOME`,
//! the environment or the clock by itself, so every path and every age can be
//! tested for three platforms on one.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

/// Operating systems whose paths and habits Plimsoll knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// Linux, WSL included.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

impl Platform {
    /// The platform this binary was built for.
    pub const fn here() -> Self {
        if cfg!(target_os = "windows") {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            Self::Linux
        }
    }

    /// Joins path segments with the separator of this platform, whichever
    /// platform is running: the path tables are pure and tested on Linux.
    pub fn join(self, base: &str, segments: &[&str]) -> PathBuf {
        let separator = if self == Self::Windows { '\\' } else { '/' };
        let mut path = base.trim_end_matches(['/', '\\']).to_owned();
        for segment in segments {
            path.push(separator);
            path.push_str(segment);
        }
        PathBuf::from(path)
    }
}

/// Where and when we are.
#[derive(Clone)]
pub struct World {
    /// Whose path table and file habits hold.
    pub platform: Platform,
    /// The user's home directory.
    pub home: PathBuf,
    /// The environment the clients would inherit. Values may be secret.
    pub env: BTreeMap<String, String>,
    /// Where the file tables of the whole machine start: `/` outside tests.
    /// Managed (system-wide) files are looked for below it.
    pub system_root: PathBuf,
    /// The clock.
    pub clock: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    /// Texts that files are taken to have, whatever the disk says: a machine as
    /// a plan would leave it. Empty: as it is.
    pub texts: Texts,
}

/// Texts of files by their paths, as [`crate::clients`] name them.
pub type Texts = Arc<BTreeMap<PathBuf, String>>;

impl World {
    /// The world of this process.
    ///
    /// `HOME` (`USERPROFILE` on Windows) decides the home directory, so that a
    /// throw-away home is a throw-away world.
    pub fn here() -> Self {
        let platform = Platform::here();
        let env: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let home = env
            .get("HOME")
            .filter(|home| !home.is_empty())
            .map(PathBuf::from)
            .or_else(std::env::home_dir)
            .unwrap_or_else(|| PathBuf::from("."));
        Self {
            platform,
            home,
            env,
            system_root: PathBuf::from("/"),
            clock: Arc::new(SystemTime::now),
            texts: Texts::default(),
        }
    }

    /// The same machine with these texts in these files. Nothing is written.
    #[must_use]
    pub fn with_texts(&self, texts: impl IntoIterator<Item = (PathBuf, String)>) -> Self {
        let mut all = BTreeMap::clone(&self.texts);
        all.extend(texts);
        Self { texts: Arc::new(all), ..self.clone() }
    }

    /// The text a file is taken to have; `None`: the disk says.
    pub fn text(&self, path: &Path) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// Whether there is a file, or is taken to be.
    pub fn is_file(&self, path: &Path) -> bool {
        self.texts.contains_key(path) || path.is_file()
    }

    /// The value of an environment variable; set but empty is `Some("")`.
    pub fn var(&self, name: &str) -> Option<&str> {
        self.env.get(name).map(String::as_str)
    }

    /// The time now.
    pub fn now(&self) -> SystemTime {
        (self.clock)()
    }
}

/// A time as the user's clock on the wall shows it: the hour today, else the
/// day too. The zone is the machine's: only people read this.
pub fn time_of_day(time: SystemTime, now: SystemTime) -> String {
    let local = |time: SystemTime| chrono::DateTime::<chrono::Local>::from(time);
    let (then, now) = (local(time), local(now));
    let today = then.date_naive() == now.date_naive();
    then.format(if today { "%H:%M" } else { "%Y-%m-%d %H:%M" }).to_string()
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World")
            .field("platform", &self.platform)
            .field("home", &self.home)
            .field("variables", &self.env.len())
            .field("texts", &self.texts.len())
            .finish_non_exhaustive()
    }
}
