//! Which Cursor is installed, and which folders its editor has opened.

use std::path::{Path, PathBuf};

use super::paths;
use crate::{
    clients::{Dialect, Document, Installed},
    world::{Platform, World},
};

/// The editor's version, else the newest agent's; the editor is what most
/// people mean by Cursor.
pub(super) fn version(world: &World) -> Installed {
    for file in paths::editor_manifests(world) {
        let version =
            Document::read(world, &file, Dialect::Strict).ok().flatten().and_then(|document| {
                semver::Version::parse(document.root.as_ref()?.get("version")?.as_str()?).ok()
            });
        if version.is_some() {
            return Installed { version, source: Some(file) };
        }
    }
    let folder = paths::agent_versions(world);
    let newest = folders(&folder)
        .into_iter()
        .filter_map(|path| Some((agent_version(path.file_name()?.to_str()?)?, path)))
        .max();
    newest.map_or_else(Installed::default, |(version, path)| Installed {
        version: Some(version),
        source: Some(path),
    })
}

/// The agent's versions are dates and a commit: `2026.09.04-fc40cd1`.
fn agent_version(folder: &str) -> Option<semver::Version> {
    let (date, commit) = folder.split_once('-').map_or((folder, None), |(d, c)| (d, Some(c)));
    let mut parts = date.split('.').map(str::parse::<u64>);
    let mut next = || parts.next()?.ok();
    let mut version = semver::Version::new(next()?, next()?, next()?);
    if let Some(commit) = commit {
        version.pre = semver::Prerelease::new(commit).ok()?;
    }
    Some(version)
}

/// The folders the editor has opened, as its workspace storage names them.
pub(super) fn projects(world: &World) -> Vec<PathBuf> {
    let storage =
        world.platform.join(&paths::editor_data(world).to_string_lossy(), &["workspaceStorage"]);
    let mut found: Vec<PathBuf> = folders(&storage)
        .into_iter()
        .filter_map(|folder| {
            let document =
                Document::read(world, &folder.join("workspace.json"), Dialect::Jsonc).ok()??;
            folder_of(world.platform, document.root.as_ref()?.get("folder")?.as_str()?)
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The folder of a `file:` address; `None` for a remote one.
fn folder_of(platform: Platform, address: &str) -> Option<PathBuf> {
    let url = url::Url::parse(address).ok().filter(|url| url.scheme() == "file")?;
    let path = url.to_file_path().ok()?;
    let text = path.to_str()?;
    // Where `url` was built for another system, a drive is a folder to it.
    match (platform, text.strip_prefix('/')) {
        (Platform::Windows, Some(drive)) if drive.as_bytes().get(1) == Some(&b':') => {
            Some(PathBuf::from(drive.replace('/', "\\")))
        }
        _ => Some(path),
    }
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_version_is_its_folder() {
        for (folder, want) in [
            ("2026.09.04-fc40cd1", Some("2026.9.4-fc40cd1")),
            ("2026.11.30", Some("2026.11.30")),
            ("latest", None),
            ("", None),
        ] {
            assert_eq!(agent_version(folder).map(|v| v.to_string()).as_deref(), want, "{folder}");
        }
    }

    #[test]
    fn an_opened_folder_is_a_path() {
        for (platform, address, want) in [
            (Platform::Linux, "file:///home/me/my%20app", Some("/home/me/my app")),
            (Platform::MacOs, "file:///Users/me/x", Some("/Users/me/x")),
            (Platform::Windows, "file:///c%3A/Users/me/x", Some(r"c:\Users\me\x")),
            (Platform::Linux, "vscode-remote://ssh/x", None),
            (Platform::Linux, "x", None),
        ] {
            // On Windows itself only its own form can be told.
            if cfg!(unix) {
                assert_eq!(folder_of(platform, address), want.map(PathBuf::from), "{address}");
            }
        }
    }
}
