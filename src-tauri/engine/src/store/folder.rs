//! Where Plimsoll keeps its own files.

use std::path::{Path, PathBuf};

use crate::world::{Platform, World};

/// The data folder of this user.
///
/// Linux: `$XDG_DATA_HOME/plimsoll` when the variable holds an absolute path
/// (the XDG base directory specification ignores a relative one), else
/// `~/.local/share/plimsoll`. macOS: `~/Library/Application Support/plimsoll`.
/// Windows: `%APPDATA%\plimsoll`.
pub fn data_folder(world: &World) -> PathBuf {
    let platform = world.platform;
    let home = world.home.to_string_lossy();
    let named = |variable| world.var(variable).filter(|path| !path.is_empty());
    match platform {
        Platform::Linux => match named("XDG_DATA_HOME").filter(|path| path.starts_with('/')) {
            Some(data) => platform.join(data, &["plimsoll"]),
            None => platform.join(&home, &[".local", "share", "plimsoll"]),
        },
        Platform::MacOs => platform.join(&home, &["Library", "Application Support", "plimsoll"]),
        Platform::Windows => match named("APPDATA") {
            Some(data) => platform.join(data, &["plimsoll"]),
            None => platform.join(&home, &["AppData", "Roaming", "plimsoll"]),
        },
    }
}

/// The database in a data folder.
pub(super) fn database(folder: &Path) -> PathBuf {
    folder.join("plimsoll.db")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc, time::SystemTime};

    use super::*;

    #[test]
    fn every_platform_has_its_place() {
        use Platform::{Linux, MacOs, Windows};
        let cases: [(_, _, _, &[(&str, &str)], _); 7] = [
            ("default", Linux, "/home/u", &[], "/home/u/.local/share/plimsoll"),
            ("named", Linux, "/home/u", &[("XDG_DATA_HOME", "/d")], "/d/plimsoll"),
            (
                "relative",
                Linux,
                "/home/u",
                &[("XDG_DATA_HOME", "d")],
                "/home/u/.local/share/plimsoll",
            ),
            ("empty", Linux, "/home/u", &[("XDG_DATA_HOME", "")], "/home/u/.local/share/plimsoll"),
            (
                "macOS",
                MacOs,
                "/Users/u",
                &[("XDG_DATA_HOME", "/d")],
                "/Users/u/Library/Application Support/plimsoll",
            ),
            ("Windows", Windows, r"C:\Users\u", &[("APPDATA", r"D:\R")], r"D:\R\plimsoll"),
            ("Windows, bare", Windows, r"C:\Users\u", &[], r"C:\Users\u\AppData\Roaming\plimsoll"),
        ];
        for (why, platform, home, env, want) in cases {
            let env: BTreeMap<_, _> =
                env.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
            let world = World {
                platform,
                home: home.into(),
                env,
                system_root: "/".into(),
                clock: Arc::new(SystemTime::now),
                texts: crate::world::Texts::default(),
            };
            assert_eq!(data_folder(&world), PathBuf::from(want), "{why}");
        }
    }
}
