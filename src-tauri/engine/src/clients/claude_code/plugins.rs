//! Servers that installed plugins bring along.
//!
//! The client records installations in `plugins/installed_plugins.json` of its
//! folder (`{"plugins": {"NAME@MARKET": [{"scope", "installPath",
//! "projectPath"?}]}}`) and switches them by `enabledPlugins` in the settings,
//! the strongest level deciding. Observed in 2.1.332.

use std::path::{Path, PathBuf};

use super::settings::Settings;
use crate::clients::{Dialect, Document, Node};

/// An enabled plugin and the folder it was installed into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// `NAME@MARKET`.
    pub id: String,
    /// The part before the `@`.
    pub name: String,
    /// Where its files are.
    pub folder: PathBuf,
}

/// The plugins the settings switch on, in the order they are written.
///
/// `installed` is the root of the list of installations.
pub fn enabled(settings: &Settings, installed: &Node, project: Option<&Path>) -> Vec<Plugin> {
    let mut decided: Vec<(String, bool)> = Vec::new();
    for (_, node) in settings.each("enabledPlugins") {
        for member in node.effective_members() {
            if decided.iter().all(|(id, _)| *id != member.key) {
                // A list of versions switches a plugin on as well.
                let on = member.node.as_bool().unwrap_or(!member.node.elements().is_empty());
                decided.push((member.key.clone(), on));
            }
        }
    }
    decided
        .into_iter()
        .filter(|(_, on)| *on)
        .filter_map(|(id, _)| {
            let folder = installation(installed.get("plugins")?.get(&id)?, project)?;
            let name = id.split('@').next().unwrap_or_default().to_owned();
            Some(Plugin { name, folder, id })
        })
        .collect()
}

/// The installation that holds in this project: its own before the user's.
fn installation(list: &Node, project: Option<&Path>) -> Option<PathBuf> {
    let of_project = |node: &&Node| {
        let path = node.get("projectPath").and_then(Node::as_str);
        path.is_some_and(|path| project.is_some_and(|project| Path::new(path) == project))
    };
    let of_all = |node: &&Node| node.get("projectPath").is_none();
    let found =
        list.elements().iter().find(of_project).or_else(|| list.elements().iter().find(of_all))?;
    found.get("installPath")?.as_str().map(PathBuf::from)
}

/// A file of a plugin, and the servers in it.
#[derive(Debug)]
pub struct PluginServers {
    /// The file.
    pub document: Document,
    /// The object whose members are entries.
    pub servers: Node,
}

/// Every object of entries a plugin has, in the client's order, and the files
/// that could not be used, with the reason.
pub fn servers(plugin: &Plugin) -> (Vec<PluginServers>, Vec<crate::clients::Finding>) {
    let mut found = Vec::new();
    let mut findings = Vec::new();
    let mut open = |path: PathBuf| match Document::read(&path, Dialect::Strict) {
        Ok(document) => document,
        Err(error) => {
            let hint = "Update or reinstall the plugin.";
            findings.push(error.finding("plugin-file-broken", hint));
            None
        }
    };
    if let Some(document) = open(plugin.folder.join(".mcp.json")) {
        found.extend(wrapped_or_flat(document));
    }
    if let Some(manifest) = open(plugin.folder.join(".claude-plugin").join("plugin.json"))
        && let Some(servers) = manifest.root.as_ref().and_then(|root| root.get("mcpServers"))
    {
        let single = std::slice::from_ref(servers);
        let sources = if servers.elements().is_empty() { single } else { servers.elements() };
        for source in sources {
            if source.is_object() {
                found.push(PluginServers { document: manifest.clone(), servers: source.clone() });
            } else if let Some(path) = source.as_str()
                && let Some(document) = open(plugin.folder.join(path))
            {
                found.extend(wrapped_or_flat(document));
            }
        }
    }
    (found, findings)
}

/// Entries under `mcpServers`, or at the top level of a plugin's file.
fn wrapped_or_flat(document: Document) -> Option<PluginServers> {
    let root = document.root.as_ref()?;
    let servers = root.get("mcpServers").unwrap_or(root).clone();
    Some(PluginServers { document, servers })
}
