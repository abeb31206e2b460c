//! A throw-away machine that loads what the real one would.
//!
//! It holds copies of the files that decide loading, cut down to what does, at
//! the same places below a folder of ours. Every server is played from its
//! recording. Nothing of the real home is written to, and no value of a
//! variable or a header leaves it.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value, json};

use super::{
    mirror::Mirror,
    replay::Recording,
    settings::{Copying, decides_loading, not_only_loading},
    stand_in::StandIns,
    text::{Held, shape},
};
use crate::{
    clients::{
        Entry, Launch, Reading, Scope, Standing,
        claude_code::{self, Backstage, Places, Project, is_key_of},
    },
    world::World,
};

/// Why there is no throw-away machine.
#[derive(Debug, thiserror::Error)]
pub enum HomeError {
    /// It could not be written.
    #[error("the throw-away home could not be written: {0}")]
    Io(#[from] io::Error),
    /// The organisation's servers cannot be replaced: the client reads them
    /// from the system itself.
    #[error("`{}` names servers that would really start", .0.display())]
    ManagedServers(PathBuf),
    /// The organisation's settings say more than how tools load.
    #[error("`{}` sets {what}, which a throw-away home cannot leave out", file.display())]
    ManagedSettings {
        /// The file.
        file: PathBuf,
        /// The key.
        what: String,
    },
    /// A folder above the throw-away one would be read as well.
    #[error("`{}` above the folder for temporary files would be read by the client", .0.display())]
    NotAlone(PathBuf),
}

/// What a throw-away machine is made from.
pub struct Original<'a> {
    /// The real one.
    pub world: &'a World,
    /// What its files say for one project.
    pub reading: &'a Reading,
    /// What they do not say.
    pub backstage: &'a Backstage,
    /// What is known of a server; `None`: nothing.
    pub recording: &'a (dyn Fn(&Launch) -> Option<Recording> + Sync),
}

/// A throw-away machine.
#[derive(Debug)]
pub struct Home {
    /// Where the client is started.
    pub directory: PathBuf,
    /// The variables it is started with, besides where the API is.
    pub env: BTreeMap<String, String>,
    /// What is played over HTTP, by its name.
    pub remote: Vec<(String, Recording)>,
}

/// Builds it in `root`, an empty folder of ours. `stand_ins` play the servers.
pub fn build(
    original: &Original<'_>,
    root: &Path,
    stand_ins: &StandIns,
) -> Result<Home, HomeError> {
    let world = original.world;
    let places = Places::of(world);
    check_managed(&places)?;
    let root = std::fs::canonicalize(root)?;
    check_alone(&root)?;
    let builder = Builder {
        original,
        stand_ins,
        project: original.reading.project.as_deref().map(Project::at),
        mirror: Mirror::new(root),
        real_home: std::fs::canonicalize(&world.home).unwrap_or_else(|_| world.home.clone()),
        places,
    };
    builder.write_recordings()?;
    builder.write_global()?;
    builder.write_settings()?;
    builder.write_project()?;
    builder.write_plugins()?;
    builder.home()
}

/// The client reads the organisation's files itself, from where they are.
fn check_managed(places: &Places) -> Result<(), HomeError> {
    if places.managed_servers.exists() {
        return Err(HomeError::ManagedServers(places.managed_servers.clone()));
    }
    let folder = std::fs::read_dir(&places.managed_settings_dir);
    let more = folder.into_iter().flatten().flatten().map(|entry| entry.path());
    for file in std::iter::once(places.managed_settings.clone()).chain(more) {
        if let Some(Held::This(settings)) = Held::read(&file)
            && let Some(what) = not_only_loading(&settings)
        {
            return Err(HomeError::ManagedSettings { file, what });
        }
    }
    Ok(())
}

/// The client looks into every parent for servers and for a repository.
fn check_alone(root: &Path) -> Result<(), HomeError> {
    let above = root.ancestors().skip(1);
    let mut read = above.flat_map(|level| [level.join(".mcp.json"), level.join(".git")]);
    read.find(|path| path.exists()).map_or(Ok(()), |path| Err(HomeError::NotAlone(path)))
}

struct Builder<'a> {
    original: &'a Original<'a>,
    stand_ins: &'a StandIns,
    project: Option<Project>,
    mirror: Mirror,
    real_home: PathBuf,
    places: Places,
}

impl Builder<'_> {
    /// Where a file stands; the home by its real name, as the client's parents
    /// of a project have it.
    fn at(&self, file: &Path) -> PathBuf {
        match file.strip_prefix(&self.original.world.home) {
            Ok(below) => self.mirror.at(&self.real_home.join(below)),
            Err(_) => self.mirror.at(file),
        }
    }

    fn entries(&self) -> &[Entry] {
        &self.original.reading.entries
    }

    fn launches(&self) -> impl Iterator<Item = &Launch> {
        self.entries().iter().filter_map(|entry| entry.launch.as_ref())
    }

    fn recording(&self, launch: &Launch) -> Recording {
        (self.original.recording)(launch).unwrap_or_else(Recording::silent)
    }

    fn write_recordings(&self) -> io::Result<()> {
        for launch in self.launches().filter(|launch| matches!(launch, Launch::Stdio(_))) {
            let file = self.stand_ins.folder.join(launch.key());
            write(&file, &self.recording(launch).text())?;
        }
        Ok(())
    }

    /// The objects of entries of one file, with every server played.
    fn servers(&self, file: &Path, is_scope: &dyn Fn(&Scope) -> bool, servers: &Value) -> Value {
        let Value::Object(servers) = servers else { return shape(servers) };
        let mut played = Map::new();
        for (key, value) in servers {
            let found = self.entries().iter().find(|entry| {
                let name = match &entry.scope {
                    Scope::Plugin(plugin) => entry.name == format!("plugin:{plugin}:{key}"),
                    _ => entry.name == *key,
                };
                name && entry.place.file == file && is_scope(&entry.scope)
            });
            // Without a person to ask, the client would use it unapproved.
            if found.is_some_and(|entry| matches!(entry.standing, Standing::NeedsApproval(_))) {
                continue;
            }
            let launch = found.and_then(|entry| entry.launch.as_ref());
            let stand_in = match (value, launch) {
                (Value::Object(value), Some(launch)) => self.stand_ins.entry(value, launch),
                (value, _) => self.stand_ins.unusable(value),
            };
            played.insert(key.clone(), stand_in);
        }
        Value::Object(played)
    }

    /// `~/.claude.json`: servers, variables and this project.
    fn write_global(&self) -> io::Result<()> {
        let file = &self.places.global;
        let held = Held::read(file).unwrap_or(Held::This(json!({})));
        let text = held.text(|global| {
            let mut copy = Map::new();
            copy.insert("hasCompletedOnboarding".to_owned(), json!(true));
            if let Some(servers) = global.get("mcpServers") {
                let servers = self.servers(file, &|scope| *scope == Scope::User, servers);
                copy.insert("mcpServers".to_owned(), servers);
            }
            if let Some(Value::Object(variables)) = global.get("env") {
                let kept = variables.iter().filter(|(name, _)| decides_loading(name));
                let kept = kept.map(|(name, value)| (name.clone(), value.clone()));
                copy.insert("env".to_owned(), Value::Object(kept.collect()));
            }
            if let (Some(project), Some(projects)) = (&self.project, global.get("projects")) {
                let projects = self.of_project(project, projects);
                copy.insert("projects".to_owned(), projects);
            }
            Value::Object(copy)
        });
        write(&self.at(file), &text)
    }

    fn of_project(&self, project: &Project, projects: &Value) -> Value {
        const KEPT: [&str; 6] = [
            "disabledMcpServers",
            "enabledMcpServers",
            "hasTrustDialogAccepted",
            "enabledMcpjsonServers",
            "disabledMcpjsonServers",
            "enableAllProjectMcpServers",
        ];
        let Value::Object(projects) = projects else { return shape(projects) };
        let platform = self.original.world.platform;
        let exact = project.key_folder.to_string_lossy();
        let own = projects.get(&*exact).or_else(|| {
            let mut keys = projects.iter().rev();
            keys.find(|(key, _)| is_key_of(platform, key, &project.key_folder)).map(|(_, own)| own)
        });
        let Some(Value::Object(own)) = own else { return json!({}) };
        let mut copy = Map::new();
        for (key, value) in own {
            if key == "mcpServers" {
                let servers =
                    self.servers(&self.places.global, &|scope| *scope == Scope::Local, value);
                copy.insert(key.clone(), servers);
            } else if KEPT.contains(&key.as_str()) {
                copy.insert(key.clone(), value.clone());
            }
        }
        let key = self.at(&project.key_folder).to_string_lossy().replace('\\', "/");
        json!({key: copy})
    }

    fn write_settings(&self) -> io::Result<()> {
        let mut files = vec![self.places.user_settings.clone()];
        if let Some(project) = &self.project {
            files.push(project.shared_settings());
            files.extend(project.local_settings(true));
        }
        for file in files {
            let Some(held) = Held::read(&file) else { continue };
            let copying = Copying {
                refused: claude_code::refuses_settings(self.original.world, &file),
                blank_is_on: self.original.backstage.loopback_ends_search,
                listed: &|element| self.listed(element),
            };
            write(&self.at(&file), &copying.text(&held))?;
        }
        Ok(())
    }

    fn listed(&self, element: &Value) -> Vec<Value> {
        let parts: Option<Vec<String>> = element["serverCommand"].as_array().and_then(|parts| {
            parts.iter().map(|part| part.as_str().map(ToOwned::to_owned)).collect()
        });
        let command = parts.and_then(|parts| self.original.backstage.list_commands.get(&parts));
        let pattern = element["serverUrl"].as_str();
        let meant: Vec<&Launch> =
            self.launches()
                .filter(|launch| match launch {
                    Launch::Stdio(stdio) => command.is_some_and(|command| {
                        command.first() == Some(&stdio.command) && command[1..] == stdio.args[..]
                    }),
                    Launch::Remote(remote) => pattern
                        .is_some_and(|pattern| claude_code::url_matches(pattern, &remote.url)),
                })
                .collect();
        self.stand_ins.listed(element, &meant)
    }

    /// The files of shared servers, and a repository where there is one.
    fn write_project(&self) -> io::Result<()> {
        let Some(project) = &self.project else { return Ok(()) };
        for file in project.server_files() {
            let Some(held) = Held::read(&file) else { continue };
            let text = held.text(|root| match root.get("mcpServers") {
                Some(servers) => {
                    let servers = self.servers(&file, &|scope| *scope == Scope::Project, servers);
                    json!({"mcpServers": servers})
                }
                None => json!({}),
            });
            write(&self.at(&file), &text)?;
        }
        self.write_repository(project)
    }

    fn write_repository(&self, project: &Project) -> io::Result<()> {
        let Some(root) = project.folder.ancestors().find(|level| level.join(".git").exists())
        else {
            return Ok(());
        };
        let main = self.at(&project.key_folder).join(".git");
        for folder in ["objects", "refs"] {
            std::fs::create_dir_all(main.join(folder))?;
        }
        write(&main.join("HEAD"), "ref: refs/heads/main\n")?;
        if root != project.key_folder {
            let (linked, state) = (self.at(root).join(".git"), main.join("worktrees/copy"));
            write(&state.join("HEAD"), "ref: refs/heads/copy\n")?;
            write(&state.join("commondir"), "../..\n")?;
            write(&state.join("gitdir"), &format!("{}\n", linked.display()))?;
            write(&linked, &format!("gitdir: {}\n", state.display()))?;
        }
        Ok(())
    }

    /// Plugins with their manifests and servers only: their hooks and commands
    /// would run.
    fn write_plugins(&self) -> io::Result<()> {
        let path = |value: &Value| match value.as_str() {
            Some(path) => json!(self.at(Path::new(path))),
            None => shape(value),
        };
        if let Some(held) = Held::read(&self.places.installed_plugins) {
            let text = held.text(|root| {
                let mut copy = root.clone();
                let plugins = copy.get_mut("plugins").and_then(Value::as_object_mut);
                let installations = plugins
                    .into_iter()
                    .flat_map(|plugins| plugins.values_mut())
                    .flat_map(|list| list.as_array_mut().into_iter().flatten());
                for installation in installations {
                    for key in ["installPath", "projectPath"] {
                        if let Some(value) = installation.get_mut(key) {
                            *value = path(value);
                        }
                    }
                }
                copy.retain(|key, _| matches!(key.as_str(), "version" | "plugins"));
                Value::Object(copy)
            });
            write(&self.at(&self.places.installed_plugins), &text)?;
        }
        if let Some(held) = Held::read(&self.places.known_markets) {
            let mut lists = Vec::new();
            let text = held.text(|markets| {
                let copied = markets.iter().map(|(name, market)| {
                    if let Some(folder) = market["installLocation"].as_str() {
                        lists.push(Path::new(folder).join(".claude-plugin/marketplace.json"));
                    }
                    (name.clone(), self.market(market))
                });
                Value::Object(copied.collect())
            });
            write(&self.at(&self.places.known_markets), &text)?;
            for list in lists {
                if let Some(held) = Held::read(&list) {
                    write(&self.at(&list), &held.text(market_list))?;
                }
            }
        }
        for plugin in &self.original.backstage.plugins {
            self.write_plugin(&plugin.folder)?;
        }
        Ok(())
    }

    /// A market as known, its folder mirrored. An address may hold a token.
    fn market(&self, market: &Value) -> Value {
        let folder = |value: &Value| match value.as_str() {
            Some(path) => json!(self.at(Path::new(path))),
            None => shape(value),
        };
        let mut source = json!({"source": market["source"]["source"]});
        match market["source"]["source"].as_str() {
            Some("directory" | "file") => source["path"] = folder(&market["source"]["path"]),
            Some("github") => source["repo"] = json!("plimsoll/none"),
            _ => source["url"] = json!(format!("{}/none.git", self.stand_ins.address)),
        }
        json!({
            "source": source,
            "installLocation": folder(&market["installLocation"]),
            "lastUpdated": market["lastUpdated"],
        })
    }

    fn write_plugin(&self, folder: &Path) -> io::Result<()> {
        let is_plugin = |scope: &Scope| matches!(scope, Scope::Plugin(_));
        let mut files = vec![folder.join(".mcp.json")];
        let manifest = folder.join(".claude-plugin").join("plugin.json");
        if let Some(held) = Held::read(&manifest) {
            let text = held.text(|root| {
                let mut copy = Map::new();
                for key in ["name", "version"] {
                    if let Some(value) = root.get(key) {
                        copy.insert(key.to_owned(), value.clone());
                    }
                }
                let mut one = |source: &Value| match source {
                    Value::String(path) => {
                        files.push(folder.join(path));
                        source.clone()
                    }
                    servers => self.servers(&manifest, &is_plugin, servers),
                };
                match root.get("mcpServers") {
                    Some(Value::Array(sources)) => {
                        let sources = sources.iter().map(one).collect();
                        copy.insert("mcpServers".to_owned(), sources);
                    }
                    Some(source) => {
                        copy.insert("mcpServers".to_owned(), one(source));
                    }
                    None => {}
                }
                Value::Object(copy)
            });
            write(&self.at(&manifest), &text)?;
        }
        for file in files {
            let Some(held) = Held::read(&file) else { continue };
            let text = held.text(|root| match root.get("mcpServers") {
                Some(servers) => {
                    json!({"mcpServers": self.servers(&file, &is_plugin, servers)})
                }
                None => self.servers(&file, &is_plugin, &Value::Object(root.clone())),
            });
            write(&self.at(&file), &text)?;
        }
        Ok(())
    }

    fn home(self) -> Result<Home, HomeError> {
        let world = self.original.world;
        let folder = |path: &Path| -> io::Result<String> {
            std::fs::create_dir_all(path)?;
            Ok(path.to_string_lossy().into_owned())
        };
        let home = self.at(&world.home);
        let directory = match &self.project {
            Some(project) => self.at(&project.folder),
            None => self.mirror.root().join("nowhere"),
        };
        std::fs::create_dir_all(&directory)?;
        let mut env: BTreeMap<String, String> = world
            .env
            .iter()
            .filter(|(name, _)| decides_loading(name) || NEEDED.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let temporary = folder(&self.mirror.root().join("tmp"))?;
        for name in ["TMPDIR", "TEMP", "TMP"] {
            env.insert(name.to_owned(), temporary.clone());
        }
        let home = folder(&home)?;
        for name in ["HOME", "USERPROFILE"] {
            env.insert(name.to_owned(), home.clone());
        }
        for name in ["APPDATA", "LOCALAPPDATA"] {
            if let Some(real) = world.var(name) {
                env.insert(name.to_owned(), folder(&self.at(Path::new(real)))?);
            }
        }
        if world.var("CLAUDE_CONFIG_DIR").is_some_and(|folder| !folder.is_empty()) {
            let config = folder(&self.at(&self.places.config_dir))?;
            env.insert("CLAUDE_CONFIG_DIR".to_owned(), config);
        }
        // To the client the stand-in is not its vendor's address.
        let switch = env.get("ENABLE_TOOL_SEARCH").is_none_or(String::is_empty);
        if switch && self.original.backstage.loopback_ends_search {
            env.insert("ENABLE_TOOL_SEARCH".to_owned(), "true".to_owned());
        }
        let remote = self
            .launches()
            .filter(|launch| matches!(launch, Launch::Remote(_)))
            .map(|launch| (launch.key(), self.recording(launch)))
            .collect();
        Ok(Home { directory, env, remote })
    }
}

/// Variables without which programs do not start.
const NEEDED: [&str; 8] =
    ["PATH", "Path", "PATHEXT", "SystemRoot", "SYSTEMROOT", "COMSPEC", "ComSpec", "WINDIR"];

/// A market's list, with names and folders only.
fn market_list(root: &Map<String, Value>) -> Value {
    let plugins = root.get("plugins").and_then(Value::as_array).map(Vec::as_slice);
    let plugin = |plugin: &Value| {
        let source = match &plugin["source"] {
            Value::String(path) => json!(path),
            // An object names a place on the network.
            other => shape(other),
        };
        json!({"name": plugin["name"], "source": source})
    };
    json!({
        "name": root.get("name"),
        "owner": {"name": "plimsoll"},
        "plugins": plugins.unwrap_or_default().iter().map(plugin).collect::<Vec<_>>(),
    })
}

fn write(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, text)
}
