//! Opening every file the client would open, in its order.

use std::path::{Path, PathBuf};

use super::{
    entries::Source,
    global,
    places::{Places, Project, is_key_of},
    plugins,
    settings::{self, Refused, Settings, SettingsFile},
    versions::Rules,
};
use crate::{
    clients::{
        ClientId, Dialect, Document, DocumentError, Finding, Level, Node, Place, Scope, SourceFile,
        habits,
    },
    world::{Platform, World},
};

/// The plugins that the settings switch on.
pub fn plugins(
    world: &World,
    settings: &Settings,
    places: &Places,
    project: Option<&Project>,
) -> Vec<plugins::Plugin> {
    let read = |path| Document::read(world, path, Dialect::Strict).ok().flatten()?.root;
    let (Some(installed), Some(markets)) =
        (read(&places.installed_plugins), read(&places.known_markets))
    else {
        return Vec::new();
    };
    let folder = project.map(|project| project.folder.as_path());
    plugins::enabled(world, settings, &installed, &markets, folder)
}

/// What was opened.
#[derive(Debug, Default)]
pub struct Files {
    /// Every file looked at, in the order of precedence.
    pub looked_at: Vec<SourceFile>,
    /// Where `~/.claude.json` is.
    pub global_path: PathBuf,
    /// What it says.
    pub global: Option<Document>,
    /// The settings files that count.
    pub settings: Settings,
    /// Objects of entries, strongest first.
    pub sources: Vec<Source>,
    /// Files that say nothing to the client.
    pub findings: Vec<Finding>,
}

impl Files {
    /// Opens everything there is for this project.
    pub fn open(world: &World, places: &Places, project: Option<&Project>, rules: &Rules) -> Self {
        let mut files = Self { global_path: places.global.clone(), ..Self::default() };
        files.open_settings(world, places, project, rules.personal_settings_of_root());
        files.look_at(world, &places.managed_servers, "managed servers");
        files.look_at(world, &places.global, "user and local servers");
        let backups = places.config_dir.join("backups");
        let (global, findings) = global::open(world, &places.global, &backups, rules);
        files.global = global;
        files.findings.extend(findings);
        files.open_servers(world, places, project);
        files
    }

    fn open_settings(
        &mut self,
        world: &World,
        places: &Places,
        project: Option<&Project>,
        of_root: bool,
    ) {
        for candidate in settings::candidates(places, project, of_root) {
            let level = candidate.level;
            self.look_at(world, &candidate.path, level.role());
            match settings::read(world, &candidate.path) {
                Ok(Some(document)) => self.settings.files.push(SettingsFile { level, document }),
                Ok(None) => {}
                Err(Refused::Unreadable(error)) => {
                    self.findings.push(habits::of_syntax(ClientId::ClaudeCode, &error));
                }
                Err(Refused::Type { place, what }) => self.findings.push(Finding {
                    code: "settings-refused",
                    level: Level::Error,
                    message: format!("Claude Code ignores this whole settings file: {what}."),
                    hint: Some(
                        "Correct the value; until then no setting in the file counts.".to_owned(),
                    ),
                    place: Some(place),
                    server: None,
                }),
            }
        }
    }

    fn open_servers(&mut self, world: &World, places: &Places, project: Option<&Project>) {
        if let Some(managed) = self.managed(world, &places.managed_servers) {
            self.sources.extend(managed);
            return;
        }
        if let Some(project) = project {
            let local = self
                .project_node(world.platform, project)
                .and_then(|node| node.get("mcpServers"))
                .cloned();
            self.push_global(Scope::Local, local);
            for path in project.server_files() {
                // Parents without the file are not worth a line.
                if world.is_file(&path) || path.parent() == Some(project.folder.as_path()) {
                    self.look_at(world, &path, "shared project servers");
                }
                if let Some(document) = self.document(world, &path) {
                    self.push_shared(document);
                }
            }
        }
        let user = self
            .global
            .as_ref()
            .and_then(|document| document.root.as_ref()?.get("mcpServers"))
            .cloned();
        self.push_global(Scope::User, user);
        self.open_plugins(world, places, project);
    }

    /// The organisation's servers; `Some` as soon as the file is there, since
    /// even a broken one shuts out all others.
    fn managed(&mut self, world: &World, path: &Path) -> Option<Option<Source>> {
        match Document::read(world, path, Dialect::Strict) {
            Ok(None) => None,
            Ok(Some(document)) => {
                let servers =
                    document.root.as_ref().and_then(|root| root.get("mcpServers")).cloned();
                Some(servers.map(|servers| Source {
                    scope: Scope::Managed,
                    document,
                    servers,
                    variables: Vec::new(),
                }))
            }
            Err(error) => {
                let hint = "Until it parses, Claude Code loads no server at all.";
                self.findings.push(error.finding("managed-servers-broken", hint));
                Some(None)
            }
        }
    }

    fn push_global(&mut self, scope: Scope, servers: Option<Node>) {
        if let (Some(document), Some(servers)) = (self.global.clone(), servers) {
            self.sources.push(Source { scope, document, servers, variables: Vec::new() });
        }
    }

    fn push_shared(&mut self, document: Document) {
        let Some(root) = &document.root else { return };
        match root.get("mcpServers") {
            Some(servers) if servers.is_object() => {
                let servers = servers.clone();
                let variables = Vec::new();
                self.sources.push(Source { scope: Scope::Project, document, servers, variables });
            }
            found => self.findings.push(Finding {
                code: "servers-not-wrapped",
                level: Level::Error,
                message: "The file has no mcpServers object, so Claude Code loads nothing from it."
                    .to_owned(),
                hint: Some("Put the entries into an object called mcpServers.".to_owned()),
                place: Some(document.place(found.map_or(root.start, |node| node.start))),
                server: None,
            }),
        }
    }

    fn open_plugins(&mut self, world: &World, places: &Places, project: Option<&Project>) {
        self.look_at(world, &places.installed_plugins, "installed plugins");
        let Some(installed) = self.document(world, &places.installed_plugins) else {
            return;
        };
        let markets = self.document(world, &places.known_markets);
        let markets = markets.and_then(|markets| markets.root);
        let (Some(root), Some(markets)) = (&installed.root, &markets) else { return };
        let folder = project.map(|project| project.folder.as_path());
        for plugin in plugins::enabled(world, &self.settings, root, markets, folder) {
            let brought = plugins::open(world, &plugin);
            self.findings.extend(brought.findings);
            for found in brought.servers {
                self.look_at(world, &found.document.path, "servers of a plugin");
                self.sources.push(Source {
                    scope: Scope::Plugin(brought.name.clone()),
                    document: found.document,
                    servers: found.servers,
                    variables: plugins::variables(&plugin, places, project),
                });
            }
        }
    }

    fn document(&mut self, world: &World, path: &Path) -> Option<Document> {
        match Document::read(world, path, Dialect::Strict) {
            Ok(document) => document,
            Err(error) => {
                // Above the project there may be folders of other users.
                let foreign = matches!(error, DocumentError::Read { .. });
                if !foreign || self.looked_at.iter().any(|file| file.path == path) {
                    self.findings.push(habits::of_syntax(ClientId::ClaudeCode, &error));
                }
                None
            }
        }
    }

    fn look_at(&mut self, world: &World, path: &Path, role: &'static str) {
        if self.looked_at.iter().all(|file| file.path != path) {
            let found = world.is_file(path);
            self.looked_at.push(SourceFile { path: path.to_owned(), role, found });
        }
    }

    /// `~/.claude.json` and its root.
    pub fn global_root(&self) -> Option<(&Document, &Node)> {
        let document = self.global.as_ref()?;
        Some((document, document.root.as_ref()?))
    }

    /// `projects[KEY]` of `~/.claude.json`.
    pub fn project_node(&self, platform: Platform, project: &Project) -> Option<&Node> {
        let projects = self.global_root()?.1.get("projects")?;
        let exact = project.key_folder.to_string_lossy();
        projects.get(&exact).or_else(|| {
            projects
                .members()
                .iter()
                .rev()
                .find(|member| is_key_of(platform, &member.key, &project.key_folder))
                .map(|member| &member.node)
        })
    }

    /// Whether the user has said that the folder is trusted.
    pub fn trusted(&self, platform: Platform, project: Option<&Project>) -> bool {
        project
            .and_then(|project| self.project_node(platform, project))
            .and_then(|node| node.get("hasTrustDialogAccepted"))
            .and_then(Node::as_bool)
            == Some(true)
    }

    /// Names switched off in this project, and where.
    pub fn disabled(&self, platform: Platform, project: Option<&Project>) -> Vec<(String, Place)> {
        let (Some(project), Some(document)) = (project, &self.global) else { return Vec::new() };
        self.project_node(platform, project)
            .and_then(|node| node.get("disabledMcpServers"))
            .map(Node::elements)
            .unwrap_or_default()
            .iter()
            .filter_map(|node| Some((node.as_str()?.to_owned(), document.place(node.start))))
            .collect()
    }
}
