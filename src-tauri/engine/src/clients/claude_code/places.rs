//! Where Claude Code keeps its files, per platform, and which project a folder
//! belongs to. The path tables are pure; only the git look-up touches the disk.

use std::path::{Path, PathBuf};

use crate::world::{Platform, World};

/// The files that do not depend on the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// `~/.claude`, or what `CLAUDE_CONFIG_DIR` names.
    pub config_dir: PathBuf,
    /// `~/.claude.json`, or `.claude.json` in `CLAUDE_CONFIG_DIR`.
    pub global: PathBuf,
    /// User settings.
    pub user_settings: PathBuf,
    /// The list of installed plugins.
    pub installed_plugins: PathBuf,
    /// The markets plugins come from.
    pub known_markets: PathBuf,
    /// The organisation's settings.
    pub managed_settings: PathBuf,
    /// More of the organisation's settings: every `*.json` in it.
    pub managed_settings_dir: PathBuf,
    /// The organisation's servers; its mere presence shuts out all others.
    pub managed_servers: PathBuf,
}

impl Places {
    /// The files of this world.
    pub fn of(world: &World) -> Self {
        let platform = world.platform;
        let home = world.home.to_string_lossy();
        let (config_dir, global) = match world
            .var("CLAUDE_CONFIG_DIR")
            .filter(|folder| !folder.is_empty())
        {
            Some(folder) => (PathBuf::from(folder), platform.join(folder, &[".claude.json"])),
            None => (platform.join(&home, &[".claude"]), platform.join(&home, &[".claude.json"])),
        };
        let managed = managed_dir(world);
        let managed = managed.to_string_lossy();
        let config = config_dir.to_string_lossy();
        Self {
            global,
            user_settings: platform.join(&config, &["settings.json"]),
            installed_plugins: platform.join(&config, &["plugins", "installed_plugins.json"]),
            known_markets: platform.join(&config, &["plugins", "known_marketplaces.json"]),
            managed_settings: platform.join(&managed, &["managed-settings.json"]),
            managed_settings_dir: platform.join(&managed, &["managed-settings.d"]),
            managed_servers: platform.join(&managed, &["managed-mcp.json"]),
            config_dir,
        }
    }
}

/// The system-wide folder of the organisation's files.
///
/// Source: the client's documentation, "managed settings"; Linux also observed.
fn managed_dir(world: &World) -> PathBuf {
    let root = world.system_root.to_string_lossy();
    match world.platform {
        Platform::Linux => world.platform.join(&root, &["etc", "claude-code"]),
        Platform::MacOs => {
            world.platform.join(&root, &["Library", "Application Support", "ClaudeCode"])
        }
        Platform::Windows => {
            let drive = if root == "/" { "C:" } else { root.as_ref() };
            world.platform.join(drive, &["Program Files", "ClaudeCode"])
        }
    }
}

/// One project folder, as the client sees it when started there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The folder it is started in, symlinks resolved.
    pub folder: PathBuf,
    /// The folder whose settings in `~/.claude.json` hold: the main checkout's
    /// root, even from a linked worktree, else the folder itself.
    pub key_folder: PathBuf,
}

impl Project {
    /// Looks at the disk: symlinks and `.git`.
    pub fn at(folder: &Path) -> Self {
        let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let root = folder.ancestors().find(|level| level.join(".git").exists()).map(Path::to_owned);
        let key_folder = root.as_deref().map_or_else(
            || folder.clone(),
            |root| main_checkout(root).unwrap_or_else(|| root.to_owned()),
        );
        Self { folder, key_folder }
    }

    /// Every `.mcp.json` the client reads, nearest first.
    pub fn server_files(&self) -> Vec<PathBuf> {
        self.folder.ancestors().map(|level| level.join(".mcp.json")).collect()
    }

    /// The personal settings files, nearest first: of the folder, and, where
    /// `of_root` says that this version reads it, of the main checkout.
    pub fn local_settings(&self, of_root: bool) -> Vec<PathBuf> {
        let mut folders = vec![&self.folder];
        if of_root && self.key_folder != self.folder {
            folders.push(&self.key_folder);
        }
        let file = |folder: &PathBuf| folder.join(".claude").join("settings.local.json");
        folders.into_iter().map(file).collect()
    }

    /// The shared settings file: of the folder only, never of the root above it.
    pub fn shared_settings(&self) -> PathBuf {
        self.folder.join(".claude").join("settings.json")
    }
}

/// The main checkout of a linked worktree, whose `.git` is a file.
fn main_checkout(root: &Path) -> Option<PathBuf> {
    let pointer = std::fs::read_to_string(root.join(".git")).ok()?;
    let folder = root.join(pointer.lines().next()?.strip_prefix("gitdir:")?.trim());
    // A submodule has no `commondir` and stays its own project.
    let common = std::fs::read_to_string(folder.join("commondir")).ok()?;
    let common = std::fs::canonicalize(folder.join(common.trim())).ok()?;
    (common.file_name()? == ".git").then(|| common.parent().map(Path::to_owned))?
}

/// Whether a key of `projects` means this folder.
///
/// Keys have forward slashes everywhere; on Windows the drive letter comes in
/// both cases, depending on who started the client.
pub fn is_key_of(platform: Platform, key: &str, folder: &Path) -> bool {
    let folder = folder.to_string_lossy();
    if platform != Platform::Windows {
        return key == folder;
    }
    normal_windows_path(key) == normal_windows_path(&folder)
}

fn normal_windows_path(path: &str) -> String {
    let path = path.strip_prefix(r"\\?\").unwrap_or(path).replace('\\', "/");
    let mut characters = path.chars();
    match (characters.next(), path.get(1..2)) {
        (Some(drive), Some(":")) => {
            let rest = path[2..].trim_end_matches('/');
            format!("{}:{rest}", drive.to_ascii_uppercase())
        }
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc, time::SystemTime};

    use super::*;

    fn world(platform: Platform, home: &str, env: &[(&str, &str)]) -> World {
        World {
            platform,
            home: PathBuf::from(home),
            env: env
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
                .collect::<BTreeMap<_, _>>(),
            system_root: PathBuf::from("/"),
            clock: Arc::new(|| SystemTime::UNIX_EPOCH),
            texts: crate::world::Texts::default(),
        }
    }

    #[test]
    fn every_platform_has_its_places() {
        let cases = [
            (
                Platform::Linux,
                "/home/me",
                "/home/me/.claude.json",
                "/home/me/.claude/settings.json",
                "/etc/claude-code/managed-mcp.json",
            ),
            (
                Platform::MacOs,
                "/Users/me",
                "/Users/me/.claude.json",
                "/Users/me/.claude/settings.json",
                "/Library/Application Support/ClaudeCode/managed-mcp.json",
            ),
            (
                Platform::Windows,
                r"C:\Users\me",
                r"C:\Users\me\.claude.json",
                r"C:\Users\me\.claude\settings.json",
                r"C:\Program Files\ClaudeCode\managed-mcp.json",
            ),
        ];
        for (platform, home, global, settings, managed) in cases {
            let places = Places::of(&world(platform, home, &[]));
            assert_eq!(places.global, PathBuf::from(global), "{platform:?}");
            assert_eq!(places.user_settings, PathBuf::from(settings), "{platform:?}");
            assert_eq!(places.managed_servers, PathBuf::from(managed), "{platform:?}");
        }
    }

    #[test]
    fn the_configuration_folder_can_be_elsewhere() {
        let places = Places::of(&world(Platform::Linux, "/h", &[("CLAUDE_CONFIG_DIR", "/c")]));
        assert_eq!(places.global, PathBuf::from("/c/.claude.json"));
        assert_eq!(places.user_settings, PathBuf::from("/c/settings.json"));
        let empty = Places::of(&world(Platform::Linux, "/h", &[("CLAUDE_CONFIG_DIR", "")]));
        assert_eq!(empty.global, PathBuf::from("/h/.claude.json"), "empty is as unset");
    }

    #[test]
    fn project_keys_match_their_folder() {
        use Platform::{Linux, Windows};
        let cases = [
            (Linux, "/p", "/p", true),
            (Linux, "/P", "/p", false),
            (Windows, "C:/p", r"C:\p", true),
            (Windows, "c:/p", r"C:\p", true),
            (Windows, r"c:\p", r"\\?\C:\p", true),
            (Windows, "C:/P", r"C:\p", false),
            (Windows, "C:/", r"C:\", true),
            (Windows, "D:/p", r"C:\p", false),
        ];
        for (platform, key, folder, want) in cases {
            assert_eq!(is_key_of(platform, key, Path::new(folder)), want, "{key} for {folder}");
        }
    }

    #[test]
    fn a_project_is_found_through_git() {
        let sandbox = tempfile::tempdir().expect("a folder");
        let base = std::fs::canonicalize(sandbox.path()).expect("it exists");
        let write = |path: &str, text: &str| {
            let path = base.join(path);
            std::fs::create_dir_all(path.parent().expect("below")).expect("made");
            std::fs::write(path, text).expect("written");
        };
        write("main/.git/HEAD", "");
        write("main/.git/worktrees/w/commondir", "../..\n");
        write("main/sub/f", "");
        write("linked/.git", &format!("gitdir: {}/main/.git/worktrees/w\n", base.display()));
        write("main/.git/modules/m/HEAD", "");
        write("main/m/.git", "gitdir: ../.git/modules/m\n");
        write("plain/f", "");
        let cases = [
            ("main", "main", "the root itself"),
            ("main/sub", "main", "a folder below the root"),
            ("linked", "main", "a linked worktree"),
            ("main/m", "main/m", "a submodule"),
            ("plain", "plain", "no repository"),
        ];
        for (folder, key, why) in cases {
            assert_eq!(Project::at(&base.join(folder)).key_folder, base.join(key), "{why}");
        }
        let below = Project::at(&base.join("main/sub"));
        assert_eq!(below.shared_settings(), base.join("main/sub/.claude/settings.json"));
        assert_eq!(below.local_settings(true).len(), 2, "its own and the root's");
        assert_eq!(below.local_settings(false).len(), 1, "its own");
        assert_eq!(below.server_files()[1], base.join("main/.mcp.json"));
    }
}
