//! Servers written where Claude Code never looks.

use std::path::PathBuf;

use super::{places::Project, sources::Files};
use crate::{
    clients::{Dialect, Document, Finding, Level},
    world::World,
};

/// Places people use that are not read, below the home folder.
/// Observed in 2.1.332: nothing was loaded from any of them.
const BELOW_HOME: [&[&str]; 4] = [
    &[".claude", "mcp.json"],
    &[".claude", ".mcp.json"],
    &[".claude", "claude.json"],
    &[".config", "claude", "mcp.json"],
];

/// The same, below a project.
const BELOW_PROJECT: [&[&str]; 4] =
    [&[".claude", "mcp.json"], &[".claude", ".mcp.json"], &[".claude.json"], &["mcp.json"]];

/// Every file of them that holds servers, and servers in settings files.
pub fn all(world: &World, project: Option<&Project>, files: &Files) -> Vec<Finding> {
    let home = world.home.to_string_lossy();
    let mut candidates: Vec<(PathBuf, &str)> = BELOW_HOME
        .iter()
        .map(|segments| {
            let hint =
                "Move the entries into mcpServers of ~/.claude.json (claude mcp add -s user).";
            (world.platform.join(&home, segments), hint)
        })
        .collect();
    if let Some(project) = project {
        let folder = project.folder.to_string_lossy();
        for segments in BELOW_PROJECT {
            let path = world.platform.join(&folder, segments);
            let hint = "Move the entries into .mcp.json in the project folder.";
            candidates.push((path, hint));
        }
    }
    let mut findings = Vec::new();
    let mut seen: Vec<PathBuf> = files.looked_at.iter().map(|file| file.path.clone()).collect();
    for (path, hint) in candidates {
        if seen.contains(&path) {
            continue;
        }
        // Not one of the client's files: whatever else it is, is not our concern.
        let Ok(Some(document)) = Document::read(&path, Dialect::Jsonc) else { continue };
        findings.extend(servers_in(&document, hint));
        seen.push(path);
    }
    for file in &files.settings.files {
        let hint =
            "Settings files hold no servers: move the entries to ~/.claude.json or .mcp.json.";
        findings.extend(servers_in(&file.document, hint));
    }
    findings
}

fn servers_in(document: &Document, hint: &str) -> Option<Finding> {
    let member = document.root.as_ref()?.member("mcpServers")?;
    let count = member.node.effective_members().len();
    (count > 0).then(|| Finding {
        code: "wrong-place",
        level: Level::Error,
        message: format!(
            "Claude Code never reads servers from here; {count} would newly start if moved."
        ),
        hint: Some(hint.to_owned()),
        place: Some(document.place(member.key_start)),
        server: None,
    })
}
