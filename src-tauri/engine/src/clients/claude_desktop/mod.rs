//! Claude Desktop: where its files are, what they say, what it would load.

mod extensions;
mod paths;
mod policy;
mod servers;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

pub use self::extensions::of_bundle;
use self::paths::{Build, CONFIG, Folder};
use super::{
    Client, ClientId, Dialect, Document, Finding, Installed, Level, Reading, SourceFile, UserSays,
    habits,
};
use crate::world::World;

/// The desktop chat client.
pub struct ClaudeDesktop;

impl Client for ClaudeDesktop {
    fn id(&self) -> ClientId {
        ClientId::ClaudeDesktop
    }

    /// The classic installer on Windows names a folder after the version;
    /// elsewhere no plain file tells.
    fn installed(&self, world: &World) -> Installed {
        let newest = paths::version_folders(world)
            .and_then(|folder| std::fs::read_dir(folder).ok())
            .into_iter()
            .flatten()
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                let version = path.file_name()?.to_str()?.strip_prefix("app-")?.parse().ok()?;
                Some((version, path))
            })
            .max();
        newest.map_or_else(Installed::default, |(version, path)| Installed {
            version: Some(version),
            source: Some(path),
        })
    }

    /// The app knows no projects.
    fn projects(&self, _: &World) -> Vec<PathBuf> {
        Vec::new()
    }

    /// The same in every project.
    fn read(&self, world: &World, says: UserSays, _: Option<&Path>) -> Reading {
        let folders = paths::folders(world);
        let live = live(world, &folders);
        let mut files = Vec::new();
        let mut findings = Vec::new();
        let mut entries = Vec::new();
        for (at, folder) in folders.iter().enumerate() {
            let path = folder.file(world, &[CONFIG]);
            let found = world.is_file(&path);
            if at == live {
                files.push(SourceFile { path: path.clone(), role: "servers", found });
                entries = servers::read(world, &path, &mut findings);
                entries.append(&mut extensions::read(world, folder, &mut files, &mut findings));
            } else if found {
                files.push(SourceFile { path: path.clone(), role: "servers, not read", found });
                findings.extend(not_live(&path, &folders[live], folder, world));
            }
        }
        findings.extend(habits::of_entries(ClientId::ClaudeDesktop, &entries));
        Reading {
            client: ClientId::ClaudeDesktop,
            installed: self.installed(world),
            project: None,
            files,
            entries,
            policy: Arc::new(policy::Rules { access: says.desktop_tool_access }),
            findings,
        }
    }
}

/// The configuration the installed app reads, and a new one would go to.
pub fn config_in_use(world: &World) -> PathBuf {
    let folders = paths::folders(world);
    folders[live(world, &folders)].file(world, &[CONFIG])
}

fn live(world: &World, folders: &[Folder]) -> usize {
    paths::live(folders, paths::is_installed, |folder| {
        std::fs::metadata(folder.file(world, &[CONFIG])).ok()?.modified().ok()
    })
}

/// Servers in a configuration that the installed app does not read.
fn not_live(path: &Path, live: &Folder, folder: &Folder, world: &World) -> Option<Finding> {
    let document = Document::read(world, path, Dialect::Strict).ok()??;
    let servers = document.root.as_ref()?.member("mcpServers")?;
    if servers.node.members().is_empty() {
        return None;
    }
    let right = live.file(world, &[CONFIG]);
    let (level, why) = match (live.build, folder.build) {
        (Build::Packaged, Build::Usual) => {
            (Level::Error, "the app installed as a Windows package does not see this file")
        }
        (_, Build::ThirdParty) | (Build::ThirdParty, _) => (
            Level::Hint,
            "the configuration of the app's other mode was written later, so that mode counts as in use",
        ),
        _ => (Level::Hint, "the app of this file is not installed"),
    };
    Some(Finding {
        code: "desktop-file-not-read",
        level,
        message: format!("Claude Desktop does not read the servers of this file: {why}."),
        hint: Some(format!("The file in use is `{}`.", right.display())),
        place: Some(document.place(servers.key_start)),
        server: None,
    })
}

#[cfg(test)]
mod tests;
