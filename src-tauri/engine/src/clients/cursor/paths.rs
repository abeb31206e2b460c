//! Where Cursor keeps what, on three systems.

use std::path::{Path, PathBuf};

use crate::world::{Platform, World};

/// The data folder: `$CURSOR_DATA_DIR`, else `~/.cursor`. Read in the agent
/// runtime 1.0.32; it holds what Cursor knows of each project.
pub(super) fn data(world: &World) -> PathBuf {
    match world.var("CURSOR_DATA_DIR").filter(|folder| !folder.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => home(world, &[".cursor"]),
    }
}

/// The user's servers.
pub(crate) fn user_servers(world: &World) -> PathBuf {
    home(world, &[".cursor", "mcp.json"])
}

/// The project's servers.
pub(crate) fn project_servers(world: &World, root: &Path) -> PathBuf {
    world.platform.join(&root.to_string_lossy(), &[".cursor", "mcp.json"])
}

/// What Cursor knows of one project: approvals, switches, the mirror.
pub(crate) fn project_data(world: &World, root: &Path) -> PathBuf {
    world
        .platform
        .join(&data(world).to_string_lossy(), &["projects", &slug(&root.to_string_lossy())])
}

/// Every folder in which Cursor may keep what it knows of one: the agent's is
/// named after the root, the editor's after the folder that was opened.
pub(super) fn all_project_data(world: &World, folder: &Path) -> Vec<PathBuf> {
    let root = project_root(world, folder);
    let mut folders = vec![project_data(world, &root), project_data(world, folder)];
    folders.dedup();
    folders
}

/// The folder name of a project: its path, every run of characters outside
/// `[A-Za-z0-9]` as one `-`, none at the ends. Two projects may share one.
pub(super) fn slug(path: &str) -> String {
    path.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// The root of a project: the folder itself when it has Cursor servers, else
/// the root of the git repository around it, else the folder.
///
/// The agent takes the git root; the editor the folder that was opened.
pub(crate) fn project_root(world: &World, folder: &Path) -> PathBuf {
    if world.is_file(&project_servers(world, folder)) {
        return folder.to_owned();
    }
    repository(folder).unwrap_or(folder).to_owned()
}

/// The root of the git repository around a folder.
pub(super) fn repository(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|ancestor| ancestor.join(".git").exists())
}

/// The editor's user data: settings, state databases. VS Code's layout.
pub(super) fn editor_data(world: &World) -> PathBuf {
    let platform = world.platform;
    match platform {
        Platform::Linux => match world.var("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty()) {
            Some(config) => platform.join(config, &["Cursor", "User"]),
            None => home(world, &[".config", "Cursor", "User"]),
        },
        Platform::MacOs => home(world, &["Library", "Application Support", "Cursor", "User"]),
        Platform::Windows => match world.var("APPDATA").filter(|folder| !folder.is_empty()) {
            Some(roaming) => platform.join(roaming, &["Cursor", "User"]),
            None => home(world, &["AppData", "Roaming", "Cursor", "User"]),
        },
    }
}

/// The database of the editor's switches.
pub(super) fn state_database(world: &World) -> PathBuf {
    world.platform.join(&editor_data(world).to_string_lossy(), &["globalStorage", "state.vscdb"])
}

/// The files that may say which editor is installed, VS Code's layout in the
/// places its installers use.
pub(super) fn editor_manifests(world: &World) -> Vec<PathBuf> {
    let platform = world.platform;
    let system = world.system_root.to_string_lossy();
    match platform {
        Platform::Linux => vec![
            platform.join(&system, &["usr", "share", "cursor", "resources", "app", "package.json"]),
            platform.join(&system, &["opt", "Cursor", "resources", "app", "package.json"]),
            platform.join(&system, &["opt", "cursor", "resources", "app", "package.json"]),
        ],
        Platform::MacOs => {
            let app =
                ["Applications", "Cursor.app", "Contents", "Resources", "app", "package.json"];
            vec![platform.join(&system, &app), home(world, &app)]
        }
        Platform::Windows => {
            let app = ["cursor", "resources", "app", "package.json"];
            let mut files = vec![match world.var("LOCALAPPDATA") {
                Some(local) => platform.join(local, &[&["Programs"][..], &app].concat()),
                None => home(world, &[&["AppData", "Local", "Programs"][..], &app].concat()),
            }];
            if let Some(programs) = world.var("ProgramFiles") {
                files.push(platform.join(programs, &app));
            }
            files
        }
    }
}

/// Where the agent's installer puts its versions.
pub(super) fn agent_versions(world: &World) -> PathBuf {
    home(world, &[".local", "share", "cursor-agent", "versions"])
}

fn home(world: &World, segments: &[&str]) -> PathBuf {
    world.platform.join(&world.home.to_string_lossy(), segments)
}

#[cfg(test)]
pub(super) fn world(platform: Platform, home: &str, env: &[(&str, &str)]) -> World {
    World {
        platform,
        home: PathBuf::from(home),
        env: env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        system_root: PathBuf::from("/"),
        clock: std::sync::Arc::new(std::time::SystemTime::now),
        texts: crate::world::Texts::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stand_where_each_system_has_them() {
        type Find = fn(&World) -> PathBuf;
        type Variables = &'static [(&'static str, &'static str)];
        let (linux, mac, windows) = (Platform::Linux, Platform::MacOs, Platform::Windows);
        let cases: [(&str, Platform, &str, Variables, Find, &str); 10] = [
            ("user servers", linux, "/home/me", &[], user_servers, "/home/me/.cursor/mcp.json"),
            ("user servers", mac, "/Users/me", &[], user_servers, "/Users/me/.cursor/mcp.json"),
            (
                "user servers",
                windows,
                r"C:\Users\me",
                &[],
                user_servers,
                r"C:\Users\me\.cursor\mcp.json",
            ),
            ("data moved", linux, "/home/me", &[("CURSOR_DATA_DIR", "/d")], data, "/d"),
            (
                "data set empty",
                linux,
                "/home/me",
                &[("CURSOR_DATA_DIR", "")],
                data,
                "/home/me/.cursor",
            ),
            (
                "state",
                linux,
                "/home/me",
                &[],
                state_database,
                "/home/me/.config/Cursor/User/globalStorage/state.vscdb",
            ),
            (
                "state, XDG",
                linux,
                "/home/me",
                &[("XDG_CONFIG_HOME", "/c")],
                state_database,
                "/c/Cursor/User/globalStorage/state.vscdb",
            ),
            (
                "state",
                mac,
                "/Users/me",
                &[],
                state_database,
                "/Users/me/Library/Application Support/Cursor/User/globalStorage/state.vscdb",
            ),
            (
                "state",
                windows,
                r"C:\Users\me",
                &[("APPDATA", r"D:\Roaming")],
                state_database,
                r"D:\Roaming\Cursor\User\globalStorage\state.vscdb",
            ),
            (
                "state, no APPDATA",
                windows,
                r"C:\Users\me",
                &[],
                state_database,
                r"C:\Users\me\AppData\Roaming\Cursor\User\globalStorage\state.vscdb",
            ),
        ];
        for (why, platform, home, env, find, want) in cases {
            let found = find(&world(platform, home, env));
            assert_eq!(found, PathBuf::from(want), "{why} on {platform:?}");
        }
        let windows = world(windows, r"C:\Users\me", &[]);
        assert_eq!(
            project_data(&windows, Path::new(r"c:\src\my.app")),
            PathBuf::from(r"C:\Users\me\.cursor\projects\c-src-my-app")
        );
    }

    #[test]
    fn a_path_becomes_a_slug() {
        for (path, want) in [
            ("/home/me/my.app", "home-me-my-app"),
            ("/a-b", "a-b"),
            ("/a.b", "a-b"),
            ("/a__b//c/", "a-b-c"),
            (r"C:\Users\me\x", "C-Users-me-x"),
            ("/é", ""),
            ("/", ""),
        ] {
            assert_eq!(slug(path), want, "{path}");
        }
    }
}
