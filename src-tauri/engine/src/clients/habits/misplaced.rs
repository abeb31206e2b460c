//! Servers written where no client looks.

use std::path::{Path, PathBuf};

use super::{Finding, Level};
use crate::{
    clients::{ClientId, Document, Value, claude_code::Places},
    world::World,
};

/// Files that look right and are read by nobody, each with the file to use.
///
/// Claude Code: none of them was read in five homes, observed in 2.1.332; at
/// the root of some 3,700 public repositories all the same.
pub fn misplaced_files(
    client: ClientId,
    world: &World,
    project: Option<&Path>,
) -> Vec<(PathBuf, PathBuf)> {
    if client != ClientId::ClaudeCode {
        return Vec::new();
    }
    let at =
        |base: &Path, segments: &[&str]| world.platform.join(&base.to_string_lossy(), segments);
    let Places { global: user, config_dir, .. } = Places::of(world);
    let mut files: Vec<(PathBuf, PathBuf)> = ["mcp.json", ".mcp.json"]
        .iter()
        .map(|name| (at(&config_dir, &[name]), user.clone()))
        .collect();
    if project.is_some() {
        // Read for projects below the home only.
        files.push((at(&world.home, &[".mcp.json"]), user));
    }
    if let Some(project) = project.filter(|project| *project != world.home) {
        let right = at(project, &[".mcp.json"]);
        for segments in [
            &[".claude", "mcp.json"][..],
            &[".claude", ".mcp.json"],
            &[".claude.json"],
            &["mcp.json"],
        ] {
            files.push((at(project, segments), right.clone()));
        }
    }
    files
}

/// The servers of a file that `client` does not read them from; `None` when it
/// defines none. `right` is the file to move them to.
pub fn of_misplaced(client: ClientId, document: &Document, right: &Path) -> Option<Finding> {
    let member = document.root.as_ref()?.member("mcpServers")?;
    let servers = member.node.effective_members();
    let names = |of: &mut dyn Iterator<Item = &str>| {
        of.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    if servers.is_empty() {
        return None;
    }
    let all = names(&mut servers.iter().map(|server| server.key.as_str()));
    // `disabled` is no key of Claude Code: moved, such a server starts.
    let off = names(
        &mut servers
            .iter()
            .filter(|server| {
                server.node.get("disabled").is_some_and(|node| node.value == Value::Bool(true))
            })
            .map(|server| server.key.as_str()),
    );
    let client = client.title();
    let mut hint = format!("Move them to `{}`; all of them would then start.", right.display());
    if !off.is_empty() {
        hint = format!(
            "Move them to `{}`. {client} has no `disabled` key, so {off} would start there too.",
            right.display()
        );
    }
    Some(Finding {
        code: "wrong-file",
        level: Level::Error,
        message: format!("{client} does not read servers from this file: {all}."),
        hint: Some(hint),
        place: Some(document.place(member.key_start)),
        server: None,
    })
}
