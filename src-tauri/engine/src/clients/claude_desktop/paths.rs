//! Where Claude Desktop keeps its configuration, on three systems, and which
//! of several folders the installed app reads.

use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::world::{Platform, World};

/// The servers' file inside a configuration folder.
pub(super) const CONFIG: &str = "claude_desktop_config.json";

/// The folder name of the packaged (MSIX, Store) app on Windows.
const PACKAGE: &str = "Claude_pzs8sxrjxfjjc";

/// Which build or mode of the app a folder belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Build {
    /// The usual one.
    Usual,
    /// The packaged app on Windows, which sees a folder of its own.
    Packaged,
    /// Third-party inference mode.
    ThirdParty,
}

/// A configuration folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
    pub(super) build: Build,
}

impl Folder {
    /// The file `name` in it.
    pub(super) fn file(&self, world: &World, segments: &[&str]) -> PathBuf {
        world.platform.join(&self.path.to_string_lossy(), segments)
    }
}

/// Every folder an app of this platform may read, the likeliest first.
///
/// Source: documentation of the third-party mode and public issue reports; the
/// Linux folder is that of the official beta and the community builds.
pub(super) fn folders(world: &World) -> Vec<Folder> {
    let platform = world.platform;
    let home = |segments: &[&str]| platform.join(&world.home.to_string_lossy(), segments);
    let or_home = |variable: &str, segments: &[&str]| match world
        .var(variable)
        .filter(|folder| !folder.is_empty())
    {
        Some(folder) => PathBuf::from(folder),
        None => home(segments),
    };
    let below = |base: &Path, segments: &[&str], build| Folder {
        path: platform.join(&base.to_string_lossy(), segments),
        build,
    };
    match platform {
        Platform::MacOs => {
            let base = home(&["Library", "Application Support"]);
            vec![
                below(&base, &["Claude"], Build::Usual),
                below(&base, &["Claude-3p"], Build::ThirdParty),
            ]
        }
        Platform::Linux => {
            let base = or_home("XDG_CONFIG_HOME", &[".config"]);
            vec![
                below(&base, &["Claude"], Build::Usual),
                below(&base, &["Claude-3p"], Build::ThirdParty),
            ]
        }
        Platform::Windows => {
            let roaming = or_home("APPDATA", &["AppData", "Roaming"]);
            let local = or_home("LOCALAPPDATA", &["AppData", "Local"]);
            vec![
                below(
                    &local,
                    &["Packages", PACKAGE, "LocalCache", "Roaming", "Claude"],
                    Build::Packaged,
                ),
                below(&roaming, &["Claude"], Build::Usual),
                below(&local, &["Claude-3p"], Build::ThirdParty),
                below(&roaming, &["Claude-3p"], Build::ThirdParty),
            ]
        }
    }
}

/// The folder the installed app reads: the place in `folders`.
///
/// The packaged app, where it is installed, reads only its own folder or that
/// of its third-party mode. Between two modes the newer file decides: the app
/// writes it at every start.
///
/// `is_installed` says whether a package's folder exists, `written` when a
/// configuration was last written.
pub(super) fn live(
    folders: &[Folder],
    is_installed: impl Fn(&Folder) -> bool,
    written: impl Fn(&Folder) -> Option<SystemTime>,
) -> usize {
    let packaged = folders.iter().any(|f| f.build == Build::Packaged && is_installed(f));
    let readable = |folder: &Folder| match folder.build {
        Build::Packaged => packaged,
        Build::Usual => !packaged,
        Build::ThirdParty => true,
    };
    let mut chosen = folders.iter().position(readable).unwrap_or_default();
    let mut newest = folders.get(chosen).and_then(&written);
    for (at, folder) in folders.iter().enumerate().filter(|(_, folder)| readable(folder)) {
        let time = written(folder);
        if time > newest {
            (chosen, newest) = (at, time);
        }
    }
    chosen
}

/// Whether the packaged app is installed: its folder in `Packages` exists.
pub(super) fn is_installed(folder: &Folder) -> bool {
    folder.path.ancestors().nth(3).is_some_and(Path::is_dir)
}

/// The file that may say which version is installed. Only macOS keeps one that
/// is plain to find: Windows' classic installer names a folder after it.
pub(super) fn version_folders(world: &World) -> Option<PathBuf> {
    (world.platform == Platform::Windows).then(|| match world.var("LOCALAPPDATA") {
        Some(local) => world.platform.join(local, &["AnthropicClaude"]),
        None => world
            .platform
            .join(&world.home.to_string_lossy(), &["AppData", "Local", "AnthropicClaude"]),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::clients::claude_desktop::tests::world;

    #[test]
    fn folders_stand_where_each_system_has_them() {
        type Case = (
            Platform,
            &'static str,
            &'static [(&'static str, &'static str)],
            &'static [&'static str],
        );
        let cases: [Case; 4] = [
            (
                Platform::Linux,
                "/home/me",
                &[],
                &["/home/me/.config/Claude", "/home/me/.config/Claude-3p"],
            ),
            (
                Platform::Linux,
                "/home/me",
                &[("XDG_CONFIG_HOME", "/c")],
                &["/c/Claude", "/c/Claude-3p"],
            ),
            (
                Platform::MacOs,
                "/Users/me",
                &[],
                &[
                    "/Users/me/Library/Application Support/Claude",
                    "/Users/me/Library/Application Support/Claude-3p",
                ],
            ),
            (
                Platform::Windows,
                r"C:\Users\me",
                &[("APPDATA", r"D:\R")],
                &[
                    r"C:\Users\me\AppData\Local\Packages\Claude_pzs8sxrjxfjjc\LocalCache\Roaming\Claude",
                    r"D:\R\Claude",
                    r"C:\Users\me\AppData\Local\Claude-3p",
                    r"D:\R\Claude-3p",
                ],
            ),
        ];
        for (platform, home, env, want) in cases {
            let found: Vec<_> = folders(&world(platform, home, env))
                .into_iter()
                .map(|folder| folder.path)
                .collect();
            assert_eq!(found, want.iter().map(PathBuf::from).collect::<Vec<_>>(), "{platform:?}");
        }
    }

    #[test]
    fn one_folder_is_live() {
        use Build::{Packaged, ThirdParty, Usual};
        // Build and seconds since the file was first written; `None`: no file.
        type Case = (&'static str, bool, &'static [(Build, Option<u64>)], usize);
        let cases: [Case; 8] = [
            ("nothing there", false, &[(Usual, None), (ThirdParty, None)], 0),
            ("the usual", false, &[(Usual, Some(1)), (ThirdParty, None)], 0),
            ("third-party only", false, &[(Usual, None), (ThirdParty, Some(1))], 1),
            ("both, the newer", false, &[(Usual, Some(1)), (ThirdParty, Some(2))], 1),
            ("both, as new", false, &[(Usual, Some(2)), (ThirdParty, Some(2))], 0),
            ("no package", false, &[(Packaged, None), (Usual, Some(1)), (ThirdParty, None)], 1),
            ("a package hides the classic file", true, &[(Packaged, None), (Usual, Some(1))], 0),
            (
                "a package in third-party mode",
                true,
                &[(Packaged, Some(1)), (Usual, Some(9)), (ThirdParty, Some(2))],
                2,
            ),
        ];
        for (why, installed, table, want) in cases {
            let folders: Vec<Folder> = table
                .iter()
                .enumerate()
                .map(|(at, (build, _))| Folder {
                    path: PathBuf::from(at.to_string()),
                    build: *build,
                })
                .collect();
            let written = |folder: &Folder| {
                let at: usize = folder.path.to_str()?.parse().ok()?;
                Some(SystemTime::UNIX_EPOCH + Duration::from_secs(table[at].1?))
            };
            assert_eq!(live(&folders, |_| installed, written), want, "{why}");
        }
    }
}
