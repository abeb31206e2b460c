//! Servers that installed plugins bring along.
//!
//! The client records installations in `plugins/installed_plugins.json` of its
//! folder (`{"plugins": {"NAME@MARKET": [{"scope", "installPath",
//! "projectPath"?}]}}`), knows their markets from `known_marketplaces.json`
//! beside it, and switches plugins by `enabledPlugins` in the settings, the
//! strongest level deciding. A plugin of an unknown market is not loaded; one of
//! a market that is a folder of this machine is loaded from that folder, not from
//! the installed copy. Observed in 2.1.332.

use std::path::{Path, PathBuf};

use super::settings::Settings;
use crate::clients::{Dialect, Document, Node};

/// An enabled plugin and the folder it was installed into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// The part of its id before the `@`.
    pub name: String,
    /// Where its files are.
    pub folder: PathBuf,
}

/// The plugins the settings switch on, in the order they are written.
///
/// `installed` and `markets` are the roots of the lists of installations and of
/// known markets.
pub fn enabled(
    settings: &Settings,
    installed: &Node,
    markets: &Node,
    project: Option<&Path>,
) -> Vec<Plugin> {
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
            let (name, market) = id.split_once('@')?;
            let market = markets.get(market)?;
            let folder = in_market_folder(market, name).or_else(|| {
                installation(installed.get("plugins")?.get(&id)?, project)
            })?;
            Some(Plugin { name: name.to_owned(), folder })
        })
        .collect()
}

/// The plugin's folder in a market that is itself a folder of this machine.
fn in_market_folder(market: &Node, plugin: &str) -> Option<PathBuf> {
    let kind = market.get("source")?.get("source")?.as_str()?;
    if !matches!(kind, "directory" | "file") {
        return None;
    }
    let folder = PathBuf::from(market.get("installLocation")?.as_str()?);
    let list = folder.join(".claude-plugin").join("marketplace.json");
    let document = Document::read(&list, Dialect::Strict).ok()??;
    let listed = document.root.as_ref()?.get("plugins")?.elements();
    let entry = listed.iter().find(|entry| {
        entry.get("name").and_then(Node::as_str) == Some(plugin)
    })?;
    Some(folder.join(entry.get("source")?.as_str()?))
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
