//! `settings.json` at all its levels, and how they combine.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::places::{Places, Project};
use crate::{
    clients::{Dialect, Document, DocumentError, Given, Node, Place, Secret, Value},
    world::World,
};

/// Whose settings a file holds, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The organisation's.
    Managed,
    /// This user's in this project.
    Local,
    /// The project's, shared.
    Project,
    /// This user's everywhere.
    User,
}

impl Level {
    /// In a few words, for lists of files.
    pub const fn role(self) -> &'static str {
        match self {
            Self::Managed => "managed settings",
            Self::Local => "personal project settings",
            Self::Project => "shared project settings",
            Self::User => "user settings",
        }
    }

    /// Whether the file came with the project, so that the user must trust the
    /// folder before all of it counts.
    pub const fn is_of_project(self) -> bool {
        matches!(self, Self::Local | Self::Project)
    }
}

/// One settings file that was read.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    /// Whose.
    pub level: Level,
    /// What it says.
    pub document: Document,
}

impl SettingsFile {
    fn get(&self, key: &str) -> Option<&Node> {
        self.document.root.as_ref()?.get(key)
    }
}

/// A text in a list, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The text.
    pub text: String,
    /// Whose file it stands in.
    pub level: Level,
    /// Where.
    pub place: Place,
}

/// All levels, strongest first.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The files that could be read.
    pub files: Vec<SettingsFile>,
}

/// A settings file the client looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Whose settings it holds.
    pub level: Level,
    /// Where it would be.
    pub path: PathBuf,
}

/// Every settings file for this project, strongest first.
pub fn candidates(
    places: &Places,
    project: Option<&Project>,
    personal_of_root: bool,
) -> Vec<Candidate> {
    // Later names in the folder are merged over earlier ones and over the file.
    let mut managed: Vec<PathBuf> = std::fs::read_dir(&places.managed_settings_dir)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    managed.retain(|path| {
        path.extension().is_some_and(|extension| extension == "json")
            && path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'))
    });
    managed.sort();
    managed.reverse();
    managed.push(places.managed_settings.clone());

    let mut found: Vec<(Level, PathBuf)> =
        managed.into_iter().map(|path| (Level::Managed, path)).collect();
    if let Some(project) = project {
        found.extend(
            project.local_settings(personal_of_root).into_iter().map(|path| (Level::Local, path)),
        );
        found.push((Level::Project, project.shared_settings()));
    }
    found.push((Level::User, places.user_settings.clone()));
    // Started in the home folder, the user's file is the project's as well.
    let mut seen = Vec::new();
    found
        .into_iter()
        .rev()
        .filter(|(_, path)| {
            let new = !seen.contains(path);
            seen.push(path.clone());
            new
        })
        .map(|(level, path)| Candidate { level, path })
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect()
}

/// A settings file the client refuses as a whole, and why.
#[derive(Debug)]
pub enum Refused {
    /// It cannot be read or is not JSON.
    Unreadable(DocumentError),
    /// One value is of a type that makes the client drop the whole file.
    Type {
        /// The value.
        place: Place,
        /// What it must be, in one sentence.
        what: String,
    },
}

/// Reads one settings file; `None` when there is none.
///
/// # Errors
/// Why the client ignores it.
pub fn read(world: &World, path: &Path) -> Result<Option<Document>, Refused> {
    let read = Document::read(world, path, Dialect::Strict).map_err(Refused::Unreadable)?;
    let Some(document) = read else { return Ok(None) };
    match document.root.as_ref().and_then(wrong_type) {
        Some((offset, what)) => Err(Refused::Type { place: document.place(offset), what }),
        None => Ok(Some(document)),
    }
}

/// What a value must be.
#[derive(Clone, Copy)]
enum Kind {
    Object,
    Bool,
    Text,
    Number,
}

impl Kind {
    fn fits(self, node: &Node) -> bool {
        match self {
            Self::Object => node.is_object(),
            Self::Bool => node.as_bool().is_some() || node.value == Value::Null,
            Self::Text => node.as_str().is_some(),
            Self::Number => matches!(node.value, Value::Number(_)),
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Bool => "true or false",
            Self::Text => "a string",
            Self::Number => "a number",
        }
    }
}

/// Keys whose wrong type makes the client drop the whole file. Observed in
/// 2.1.332; the lists of allowed and denied servers are forgiven.
const KINDS: [(&str, Kind); 22] = [
    ("$schema", Kind::Text),
    ("allowManagedMcpServersOnly", Kind::Bool),
    ("alwaysThinkingEnabled", Kind::Bool),
    ("apiKeyHelper", Kind::Text),
    ("attribution", Kind::Object),
    ("cleanupPeriodDays", Kind::Number),
    ("disableAllHooks", Kind::Bool),
    ("disableClaudeAiConnectors", Kind::Bool),
    ("enableAllProjectMcpServers", Kind::Bool),
    ("enabledPlugins", Kind::Object),
    ("env", Kind::Object),
    ("fileSuggestion", Kind::Object),
    ("includeCoAuthoredBy", Kind::Bool),
    ("language", Kind::Text),
    ("model", Kind::Text),
    ("outputStyle", Kind::Text),
    ("permissions", Kind::Object),
    ("pluginConfigs", Kind::Object),
    ("sandbox", Kind::Object),
    ("spinnerTipsEnabled", Kind::Bool),
    ("statusLine", Kind::Object),
    ("verbose", Kind::Bool),
];

/// Values of `permissions.defaultMode`. Source: the client's documentation.
const MODES: [&str; 6] = ["default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"];

/// The first value that makes the client drop the whole file.
fn wrong_type(root: &Node) -> Option<(usize, String)> {
    if !root.is_object() {
        return Some((root.start, "the file must hold an object".to_owned()));
    }
    for (key, kind) in KINDS {
        if let Some(node) = root.get(key)
            && !kind.fits(node)
        {
            return Some((node.start, format!("{key} must be {}", kind.words())));
        }
    }
    for key in ["allow", "ask", "deny"] {
        if let Some(list) = root.get("permissions").and_then(|permissions| permissions.get(key))
            && !matches!(list.value, Value::Array(_))
        {
            return Some((list.start, format!("permissions.{key} must be a list")));
        }
    }
    for key in ["enabledMcpjsonServers", "disabledMcpjsonServers"] {
        let Some(list) = root.get(key) else { continue };
        let faulty = match &list.value {
            Value::String(_) => None,
            Value::Array(elements) => elements.iter().find(|element| element.as_str().is_none()),
            _ => Some(list),
        };
        if let Some(faulty) = faulty {
            return Some((faulty.start, format!("{key} must be a list of strings")));
        }
    }
    if let Some(mode) = root.get("permissions").and_then(|node| node.get("defaultMode"))
        && !mode.as_str().is_some_and(|mode| MODES.contains(&mode))
    {
        return Some((mode.start, "permissions.defaultMode is none the client knows".to_owned()));
    }
    None
}

impl Settings {
    /// Every string of the lists under `key`, in all files. A string in place of
    /// a list counts as its only element.
    pub fn strings(&self, key: &str) -> Vec<Listed> {
        self.collect(|file| file.get(key))
    }

    /// Every string of the lists under `permissions.KEY`, in all files.
    pub fn permissions(&self, key: &str) -> Vec<Listed> {
        self.collect(|file| file.get("permissions")?.get(key))
    }

    fn collect<'s>(&'s self, find: impl Fn(&'s SettingsFile) -> Option<&'s Node>) -> Vec<Listed> {
        let mut listed = Vec::new();
        for file in &self.files {
            let Some(node) = find(file) else { continue };
            let single = std::slice::from_ref(node);
            let nodes = if node.as_str().is_some() { single } else { node.elements() };
            listed.extend(nodes.iter().filter_map(|node| {
                Some(Listed {
                    text: node.as_str()?.to_owned(),
                    level: file.level,
                    place: file.document.place(node.start),
                })
            }));
        }
        listed
    }

    /// The strongest value of `key`, whose it is and where.
    pub fn first(&self, key: &str) -> Option<(&Node, Level, Place)> {
        self.files.iter().find_map(|file| {
            let node = file.get(key)?;
            Some((node, file.level, file.document.place(node.start)))
        })
    }

    /// Where the organisation allows servers of plugins only: `true`, or a list
    /// that names `mcp`. In other files the key has no effect (2.1.332).
    pub fn plugins_only(&self) -> Option<Place> {
        let mut managed = self
            .each("strictPluginOnlyCustomization")
            .filter(|(file, _)| file.level == Level::Managed);
        let (file, node) = managed.next()?;
        let names_servers = |node: &Node| node.as_str() == Some("mcp");
        let strict = node.as_bool() == Some(true)
            || names_servers(node)
            || node.elements().iter().any(names_servers);
        strict.then(|| file.document.place(node.start))
    }

    /// Every value of `key`, strongest first.
    pub fn each<'s>(&'s self, key: &str) -> impl Iterator<Item = (&'s SettingsFile, &'s Node)> {
        self.files.iter().filter_map(move |file| Some((file, file.get(key)?)))
    }
}

/// One environment variable as the client sees it.
#[derive(Clone, PartialEq, Eq)]
struct Variable {
    value: String,
    place: Option<Place>,
}

/// The environment after all settings: it may hold secrets and lives only while
/// the files are read.
pub struct Environment {
    variables: BTreeMap<String, Variable>,
}

/// Variables of a project's settings that the client takes over; others do not
/// reach an entry's `${VAR}`, trusted folder or not. Observed in 2.1.332 in
/// print mode.
const OF_PROJECT: [&str; 10] = [
    "ANTHROPIC_DEFAULT_HAIKU_MODEL",
    "ANTHROPIC_DEFAULT_OPUS_MODEL",
    "ANTHROPIC_DEFAULT_SONNET_MODEL",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_FOUNDRY",
    "CLAUDE_CODE_USE_VERTEX",
    "ENABLE_TOOL_SEARCH",
    "CLAUDE_CODE_MAX_MCP_DESCRIPTION_LENGTH",
    "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS",
    "ANTHROPIC_MODEL",
];

/// A value of `env` as the client hands it on; `None`: it does not.
fn text_of(node: &Node) -> Option<String> {
    match &node.value {
        Value::String(text) => Some(text.clone()),
        Value::Number(spelled) => Some(as_javascript_prints(spelled)),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

/// A number of a JSON text as JavaScript turns it into a string: `5e2` is
/// `500`, `-0.0` is `0`. Seen in the environment of a child of 2.1.332.
fn as_javascript_prints(spelled: &str) -> String {
    let Ok(number) = spelled.parse::<f64>() else { return spelled.to_owned() };
    let size = number.abs();
    if number == 0.0 {
        "0".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned()
    } else if (1e-6..1e21).contains(&size) {
        // Both write the shortest digits that read back as the same number.
        number.to_string()
    } else {
        let shown = format!("{number:e}");
        if size < 1.0 { shown } else { shown.replacen('e', "e+", 1) }
    }
}

/// The variables that the client's settings give to every program it starts:
/// `env` of `~/.claude.json`, then of the settings files, each over the ones
/// before.
///
/// Those of a project count here once the folder is trusted, since they may
/// make any program run any other. So it is when the client is started by hand,
/// which asks first; in print mode it asks nobody and 2.1.332 hands them on.
pub fn program_env(
    global: Option<(&Document, &Node)>,
    settings: &Settings,
    trusted: bool,
) -> Vec<Given> {
    let of_global = global.and_then(|(document, root)| Some((false, document, root.get("env")?)));
    let of_settings =
        settings.files.iter().rev().filter_map(|file| {
            Some((file.level.is_of_project(), &file.document, file.get("env")?))
        });
    let mut variables = BTreeMap::new();
    for (of_project, document, env) in of_global.into_iter().chain(of_settings) {
        for member in env.effective_members() {
            let name = member.key.as_str();
            let by_project = of_project && needs_trust(name);
            if let Some(value) = text_of(&member.node)
                && (trusted || !by_project)
            {
                let (name, file) = (name.to_owned(), document.path.clone());
                let given = Given { name, value: Secret::new(value), file, by_project };
                variables.insert(given.name.clone(), given);
            }
        }
    }
    variables.into_values().collect()
}

/// Whether a variable of a project's settings is more than a switch of the
/// client itself.
fn needs_trust(name: &str) -> bool {
    !OF_PROJECT.contains(&name)
}

/// Names of variables that a settings file of the project gives to every
/// program, and where its `env` stands.
pub fn given_by_project(settings: &Settings) -> Vec<(Vec<&str>, Place)> {
    settings
        .each("env")
        .filter(|(file, _)| file.level.is_of_project())
        .filter_map(|(file, env)| {
            let names: Vec<&str> = env
                .effective_members()
                .into_iter()
                .filter(|member| needs_trust(&member.key) && text_of(&member.node).is_some())
                .map(|member| member.key.as_str())
                .collect();
            (!names.is_empty()).then(|| (names, file.document.place(env.start)))
        })
        .collect()
}

impl Environment {
    /// Shell, then `env` of `~/.claude.json`, then the settings files, each over
    /// the ones before.
    pub fn of(world: &World, global: Option<(&Document, &Node)>, settings: &Settings) -> Self {
        let mut variables: BTreeMap<String, Variable> = world
            .env
            .iter()
            .map(|(name, value)| (name.clone(), Variable { value: value.clone(), place: None }))
            .collect();
        let mut overlay = |document: &Document, env: &Node, counts: &dyn Fn(&str) -> bool| {
            for member in env.effective_members() {
                if let Some(value) = text_of(&member.node)
                    && counts(&member.key)
                {
                    let place = Some(document.place(member.key_start));
                    variables.insert(member.key.clone(), Variable { value, place });
                }
            }
        };
        if let Some((document, root)) = global
            && let Some(env) = root.get("env")
        {
            overlay(document, env, &|_| true);
        }
        for file in settings.files.iter().rev() {
            if let Some(env) = file.get("env") {
                let free = !file.level.is_of_project();
                overlay(&file.document, env, &|name| free || OF_PROJECT.contains(&name));
            }
        }
        Self { variables }
    }

    /// A variable's value; set but empty is `Some("")`.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(|variable| variable.value.as_str())
    }

    /// A variable that is set and not empty, and the file that sets it.
    pub fn set(&self, name: &str) -> Option<(&str, Option<Place>)> {
        let variable = self.variables.get(name)?;
        (!variable.value.is_empty()).then_some((variable.value.as_str(), variable.place.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(level: Level, name: &str, text: &str) -> SettingsFile {
        let document = Document::parse(Path::new(name), text, Dialect::Strict).expect("valid");
        SettingsFile { level, document }
    }

    #[test]
    fn lists_merge_and_values_do_not() {
        let settings = Settings {
            files: vec![
                file(Level::Local, "l", r#"{"permissions":{"deny":["a",5]},"model":"x"}"#),
                file(Level::User, "u", r#"{"permissions":{"deny":["b"]},"model":"y","names":"c"}"#),
            ],
        };
        let texts =
            |listed: Vec<Listed>| listed.into_iter().map(|one| one.text).collect::<Vec<_>>();
        assert_eq!(texts(settings.permissions("deny")), ["a", "b"]);
        assert_eq!(texts(settings.strings("names")), ["c"]);
        assert_eq!(settings.first("model").and_then(|(node, ..)| node.as_str()), Some("x"));
    }

    #[test]
    fn numbers_are_printed_as_javascript_does() {
        for (spelled, want) in [
            ("0.0", "0"),
            ("-0", "0"),
            ("5e2", "500"),
            ("1.50", "1.5"),
            ("-2", "-2"),
            ("1E21", "1e+21"),
            ("1e-7", "1e-7"),
            ("0.000001", "0.000001"),
            ("1e999", "Infinity"),
        ] {
            assert_eq!(as_javascript_prints(spelled), want, "{spelled}");
        }
    }

    /// Order of precedence seen in the child of a real client.
    #[test]
    fn programs_get_the_variables_of_all_settings() {
        let global = Document::parse(
            Path::new("g"),
            r#"{"env":{"LEGACY":"g","ALL":"g","LEGACY_USER":"g"}}"#,
            Dialect::Strict,
        )
        .expect("valid");
        let settings = Settings {
            files: vec![
                file(Level::Local, "l", r#"{"env":{"LOCAL":"l","ALL":"l","ANTHROPIC_MODEL":"m"}}"#),
                file(Level::Project, "p", r#"{"env":{"PROJECT":5e2,"ALL":"p"}}"#),
                file(Level::User, "u", r#"{"env":{"ALL":"u","LEGACY_USER":"u","NO":null}}"#),
            ],
        };
        let root = global.root.as_ref().map(|root| (&global, root));
        let given = |trusted| -> Vec<_> {
            program_env(root, &settings, trusted)
                .into_iter()
                .map(|given| {
                    let asks = if given.by_project { " if trusted" } else { "" };
                    let (value, file) = (given.value.expose(), given.file.display());
                    format!("{}={value} of {file}{asks}", given.name)
                })
                .collect()
        };
        assert_eq!(
            given(true),
            [
                "ALL=l of l if trusted",
                "ANTHROPIC_MODEL=m of l",
                "LEGACY=g of g",
                "LEGACY_USER=u of u",
                "LOCAL=l of l if trusted",
                "PROJECT=500 of p if trusted"
            ]
        );
        assert_eq!(
            given(false),
            ["ALL=u of u", "ANTHROPIC_MODEL=m of l", "LEGACY=g of g", "LEGACY_USER=u of u"]
        );
        let names: Vec<_> =
            given_by_project(&settings).into_iter().map(|(names, _)| names).collect();
        assert_eq!(names, [["LOCAL", "ALL"], ["PROJECT", "ALL"]]);
    }

    #[test]
    fn values_that_make_the_client_drop_the_file() {
        let bad = |text: &str| {
            let document = Document::parse(Path::new("f"), text, Dialect::Strict).expect("valid");
            document.root.as_ref().and_then(wrong_type).is_some()
        };
        assert!(bad(r#"[]"#));
        assert!(bad(r#"{"permissions":"x"}"#));
        assert!(bad(r#"{"permissions":{"deny":"mcp__a"}}"#));
        assert!(bad(r#"{"disabledMcpjsonServers":["a",5]}"#));
        assert!(bad(r#"{"disabledMcpjsonServers":5}"#));
        assert!(bad(r#"{"enabledMcpjsonServers":null}"#));
        assert!(bad(r#"{"permissions":{"defaultMode":"zz"}}"#));
        assert!(bad(r#"{"env":null}"#));
        assert!(!bad(r#"{"enableAllProjectMcpServers":null}"#));
        assert!(!bad(r#"{"disabledMcpjsonServers":"a"}"#));
        assert!(!bad(r#"{"permissions":{"deny":["a",5]}}"#));
    }
}
