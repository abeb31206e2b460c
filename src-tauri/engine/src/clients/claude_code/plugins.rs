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

use super::{
    places::{Places, Project},
    settings::Settings,
};
use crate::{
    clients::{ClientId, Dialect, Document, Finding, Node, Value, habits},
    world::World,
};

/// An enabled plugin and the folder it was installed into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// The part of its id before the `@`.
    pub name: String,
    /// Its id, `NAME@MARKET`.
    pub id: String,
    /// Where its files are.
    pub folder: PathBuf,
}

/// The plugins the settings switch on, in the order they are written.
///
/// `installed` and `markets` are the roots of the lists of installations and of
/// known markets.
pub fn enabled(
    world: &World,
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
    let plugins: Vec<Plugin> = decided
        .into_iter()
        .filter(|(_, on)| *on)
        .filter_map(|(id, _)| {
            let (name, market) = id.split_once('@')?;
            let market = markets.get(market)?;
            let folder = in_market_folder(world, market, name)
                .or_else(|| installation(installed.get("plugins")?.get(&id)?, project))?;
            Some(Plugin { name: name.to_owned(), folder, id })
        })
        .collect();
    // Of plugins of one name from several markets, the last one counts.
    let is_last = |at: usize| plugins[at + 1..].iter().all(|later| later.name != plugins[at].name);
    plugins.iter().enumerate().filter(|(at, _)| is_last(*at)).map(|(_, one)| one.clone()).collect()
}

/// The plugin's folder in a market that is itself a folder of this machine.
fn in_market_folder(world: &World, market: &Node, plugin: &str) -> Option<PathBuf> {
    let kind = market.get("source")?.get("source")?.as_str()?;
    if !matches!(kind, "directory" | "file") {
        return None;
    }
    let folder = PathBuf::from(market.get("installLocation")?.as_str()?);
    let list = folder.join(".claude-plugin").join("marketplace.json");
    let document = Document::read(world, &list, Dialect::Strict).ok()??;
    let listed = document.root.as_ref()?.get("plugins")?.elements();
    let entry =
        listed.iter().find(|entry| entry.get("name").and_then(Node::as_str) == Some(plugin))?;
    // Components without `.`: the client hands the path on in that form.
    Some(folder.join(entry.get("source")?.as_str()?).components().collect())
}

/// What stands for variables in the entries of a plugin. Seen in 2.1.332, which
/// also sets the first two in the environment of the started program.
pub fn variables(
    plugin: &Plugin,
    places: &Places,
    project: Option<&Project>,
) -> Vec<(&'static str, String)> {
    let folder: String = plugin
        .id
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' })
        .collect();
    let data = places.config_dir.join("plugins").join("data").join(folder);
    let mut variables = vec![
        (ROOT_VARIABLE, plugin.folder.to_string_lossy().into_owned()),
        (DATA_VARIABLE, data.to_string_lossy().into_owned()),
    ];
    if let Some(project) = project {
        let folder = project.folder.to_string_lossy().into_owned();
        variables.push(("CLAUDE_PROJECT_DIR", folder));
    }
    variables
}

/// Where the plugin's files are.
pub const ROOT_VARIABLE: &str = "CLAUDE_PLUGIN_ROOT";

/// Where the plugin may keep data.
pub const DATA_VARIABLE: &str = "CLAUDE_PLUGIN_DATA";

/// The first installation that is for this project or for all.
fn installation(list: &Node, project: Option<&Path>) -> Option<PathBuf> {
    let holds = |node: &&Node| match node.get("projectPath").and_then(Node::as_str) {
        Some(path) => project.is_some_and(|project| Path::new(path) == project),
        None => true,
    };
    list.elements().iter().find(holds)?.get("installPath")?.as_str().map(PathBuf::from)
}

/// A file of a plugin, and the servers in it.
#[derive(Debug)]
pub struct PluginServers {
    /// The file.
    pub document: Document,
    /// The object whose members are entries.
    pub servers: Node,
}

/// What one plugin brings.
#[derive(Debug, Default)]
pub struct Brought {
    /// Its name: its own manifest's word counts, else that of its id.
    pub name: String,
    /// Every object of entries, in the client's order.
    pub servers: Vec<PluginServers>,
    /// Files that could not be used.
    pub findings: Vec<Finding>,
}

/// Reads what a plugin brings. One with a broken manifest brings nothing.
pub fn open(world: &World, plugin: &Plugin) -> Brought {
    let mut brought = Brought { name: plugin.name.clone(), ..Brought::default() };
    let manifest = match read(world, &plugin.folder.join(".claude-plugin").join("plugin.json")) {
        Ok(manifest) => manifest,
        Err(finding) => {
            brought.findings.push(finding);
            return brought;
        }
    };
    let root = manifest.as_ref().and_then(|manifest| manifest.root.as_ref());
    if root.is_some_and(|root| !root.is_object()) {
        return brought;
    }
    if let Some(name) = root.and_then(|root| root.get("name")).and_then(Node::as_str) {
        name.clone_into(&mut brought.name);
    }
    brought.take(world, &plugin.folder.join(".mcp.json"));
    if let Some(document) = &manifest
        && let Some(servers) = root.and_then(|root| root.get("mcpServers"))
    {
        let single = std::slice::from_ref(servers);
        let sources = if servers.elements().is_empty() { single } else { servers.elements() };
        for source in sources {
            if source.is_object() {
                let (document, servers) = (document.clone(), source.clone());
                brought.servers.push(PluginServers { document, servers });
            } else if let Some(path) = source.as_str().filter(|path| path.starts_with("./")) {
                brought.take(world, &plugin.folder.join(path));
            }
        }
    }
    keep_last(&mut brought.servers);
    brought
}

fn read(world: &World, path: &Path) -> Result<Option<Document>, Finding> {
    Document::read(world, path, Dialect::Strict)
        .map_err(|error| habits::of_syntax(ClientId::ClaudeCode, &error))
}

impl Brought {
    /// Adds a file with entries under `mcpServers` or at its top level.
    fn take(&mut self, world: &World, path: &Path) {
        match read(world, path) {
            Ok(Some(document)) => {
                if let Some(root) = &document.root {
                    let servers = root.get("mcpServers").unwrap_or(root).clone();
                    self.servers.push(PluginServers { document, servers });
                }
            }
            Ok(None) => {}
            Err(finding) => self.findings.push(finding),
        }
    }
}

/// Of entries of one name in several places of a plugin, the last one counts.
fn keep_last(found: &mut [PluginServers]) {
    for at in 0..found.len() {
        let (earlier, later) = found.split_at_mut(at + 1);
        if let Some(Value::Object(members)) =
            earlier.last_mut().map(|servers| &mut servers.servers.value)
        {
            members.retain(|member| later.iter().all(|one| one.servers.get(&member.key).is_none()));
        }
    }
}
