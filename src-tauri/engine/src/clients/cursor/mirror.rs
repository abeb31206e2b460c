//! The live catalogue that Cursor itself keeps on disk for its model to read.
//!
//! Layout read in the agent runtime 1.0.32: one folder per server below
//! `<data>/projects/<slug>/mcps`, one JSON file per tool.

use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

use serde_json::Value;

use super::paths;
use crate::{
    clients::{Dialect, Document, DocumentError, Entry, Place, Scope, mask_credentials},
    world::World,
};

/// The most one file of the mirror may weigh, in bytes. The largest tool of 70
/// measured servers has 40 KB.
const LIMIT: u64 = 4 * 1024 * 1024;

/// The most tools read of one server.
const MOST_TOOLS: usize = 10_000;

/// The tool Cursor adds by itself for a server that waits for a login.
const LOGIN_TOOL: &str = "mcp_auth";

/// One server as Cursor last saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct MirroredServer {
    /// The server's folder.
    pub folder: PathBuf,
    /// `serverIdentifier` of its metadata; without metadata the folder's name.
    pub identifier: String,
    /// `serverName` of its metadata: the name in the configuration.
    pub name: Option<String>,
    /// The server's instructions.
    pub instructions: Option<String>,
    /// What Cursor says when the server failed or waits for a login.
    pub status: Option<String>,
    /// The tools as objects of a `tools/list` answer, in the order of their
    /// file names: Cursor does not keep the server's order.
    pub tools: Vec<Value>,
    /// Files that hold no tool.
    pub unreadable: Vec<Unreadable>,
    /// When Cursor last wrote any of it: the newest file time.
    pub written: SystemTime,
}

/// A file of the mirror that holds no tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The value that is wrong, or the file.
    pub place: Place,
    /// What is wrong with it.
    pub what: String,
}

/// Why Cursor has no tools of a server. Each has its own way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It waits for the user's login.
    Login,
    /// It failed.
    Error,
    /// Cursor says something else, such as that it is still loading.
    Other,
}

impl Trouble {
    /// The code used in JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Login => "server-needs-login",
            Self::Error => "cursor-says-error",
            Self::Other => "cursor-says-not-ready",
        }
    }

    /// The next step.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Login => "Log in to it in Cursor's settings of MCP servers, or connect it here.",
            Self::Error => {
                "Look into Cursor's MCP log, mend the entry, and reload the server there; connecting it here says more."
            }
            Self::Other => "Look at it in Cursor once more, or connect it here.",
        }
    }
}

impl MirroredServer {
    /// Why Cursor has no tools of it; `None`: it says nothing of the kind.
    pub fn trouble(&self) -> Option<Trouble> {
        let status = self.status.as_deref()?.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| status.contains(word));
        Some(if says(&["auth", "login", "log in", "sign in"]) {
            Trouble::Login
        } else if says(&["error", "fail"]) {
            Trouble::Error
        } else {
            Trouble::Other
        })
    }

    /// Its status in one line, masked and bounded.
    pub fn said(&self) -> String {
        let status = self.status.as_deref().unwrap_or_default();
        let line = status.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = line.chars().take(300).collect();
        mask_credentials(&short).into_owned()
    }

    /// Whether this is the server that `entry` of a Cursor file defines.
    pub fn is_of(&self, entry: &Entry) -> bool {
        is_identifier_of(&self.identifier, entry)
            || self.identifier == folder_name(&entry.name)
            // The metadata's name alone does not tell a user's server from a
            // project's of the same name.
            || (self.name.as_deref() == Some(&entry.name)
                && !self.identifier.starts_with("user-")
                && !self.identifier.starts_with("project-"))
    }
}

/// Whether Cursor would call `entry` so: the plain name in the agent,
/// `user-NAME` or `project-INDEX-FOLDER-NAME` in the editor, as written or as
/// a folder is named after it.
pub(super) fn is_identifier_of(identifier: &str, entry: &Entry) -> bool {
    let matches = |wanted: &str| identifier == wanted || identifier == folder_name(wanted);
    if matches(&entry.name) {
        return true;
    }
    match entry.scope {
        Scope::User => matches(&format!("user-{}", entry.name)),
        Scope::Project => {
            let Some(rest) = identifier.strip_prefix("project-") else { return false };
            let Some((index, rest)) = rest.split_once('-') else { return false };
            let folder = project_folder(&entry.place.file);
            let wanted = format!("{folder}-{}", entry.name);
            index.chars().all(|c| c.is_ascii_digit())
                && (rest == wanted || rest == folder_name(&wanted))
        }
        _ => false,
    }
}

/// The name of the folder that holds `.cursor/mcp.json`.
fn project_folder(servers: &Path) -> String {
    servers
        .ancestors()
        .nth(2)
        .and_then(Path::file_name)
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// An identifier as the mirror names its folder: white space as `_`, other
/// characters outside `[A-Za-z0-9_.-]` left out, runs of dots as one.
pub(crate) fn folder_name(identifier: &str) -> String {
    let mut name = String::with_capacity(identifier.len());
    for character in identifier.chars() {
        match character {
            _ if character.is_whitespace() => name.push('_'),
            '.' if name.ends_with('.') => {}
            _ if character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-') => {
                name.push(character);
            }
            _ => {}
        }
    }
    name
}

/// The names of the folders that Cursor keeps for servers of a project,
/// whatever they hold: an empty one says that it knows of the server.
pub(super) fn folders(world: &World, project: &Path) -> Vec<String> {
    let data = paths::all_project_data(world, project);
    data.iter()
        .flat_map(|data| sorted(&data.join("mcps")))
        .filter(|path| path.is_dir())
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect()
}

/// Every server that Cursor mirrors for a project, by folder name. Empty when
/// there is no mirror; a file that cannot be used is named and left out.
///
/// The agent keeps it for the repository, the editor for the folder that was
/// opened: where both have a server, the newer counts.
pub fn read(world: &World, project: &Path) -> Vec<MirroredServer> {
    let mut servers: Vec<MirroredServer> = Vec::new();
    for data in paths::all_project_data(world, project) {
        for server in read_folder(&data.join("mcps")) {
            match servers.iter_mut().find(|other| other.identifier == server.identifier) {
                Some(other) if other.written < server.written => *other = server,
                Some(_) => {}
                None => servers.push(server),
            }
        }
    }
    servers
}

fn read_folder(mirror: &Path) -> Vec<MirroredServer> {
    sorted(mirror)
        .into_iter()
        .filter(|path| path.is_dir())
        .filter_map(|folder| server(&folder))
        .collect()
}

fn server(folder: &Path) -> Option<MirroredServer> {
    let folder_name = folder.file_name()?.to_str()?.to_owned();
    let mut written = SystemTime::UNIX_EPOCH;
    let mut file = |path: &Path| -> Option<String> {
        let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        if metadata.len() > LIMIT {
            return None;
        }
        let text = std::fs::read_to_string(path).ok()?;
        if let Ok(time) = metadata.modified() {
            written = written.max(time);
        }
        Some(text)
    };
    let metadata = file(&folder.join("SERVER_METADATA.json"))
        .and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let said = |key: &str| metadata.as_ref()?.get(key)?.as_str().map(ToOwned::to_owned);
    let instructions = file(&folder.join("INSTRUCTIONS.md")).filter(|text| !text.trim().is_empty());
    let status = file(&folder.join("STATUS.md")).filter(|text| !text.trim().is_empty());
    let mut tools = Vec::new();
    let mut unreadable = Vec::new();
    for path in sorted(&folder.join("tools")).into_iter().take(MOST_TOOLS) {
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let Some(text) = file(&path) else {
            let what = "it is no text, or too large".to_owned();
            unreadable.push(Unreadable { place: Place::whole(&path), what });
            continue;
        };
        match tool(&text) {
            Some(tool) if tool["name"] == LOGIN_TOOL => {}
            Some(tool) => tools.push(tool),
            None => unreadable.push(fault(&path, &text)),
        }
    }
    // An empty folder says nothing about its server.
    (written > SystemTime::UNIX_EPOCH).then(|| MirroredServer {
        folder: folder.to_owned(),
        identifier: said("serverIdentifier").unwrap_or(folder_name),
        name: said("serverName"),
        instructions,
        status,
        tools,
        unreadable,
        written,
    })
}

/// One tool file as an element of a `tools/list` answer: `toolName` is an
/// older spelling of `name`.
fn tool(text: &str) -> Option<Value> {
    let mut value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    let object = value.as_object_mut()?;
    if !object.contains_key("name") {
        let name = object.shift_remove("toolName")?;
        object.shift_insert(0, "name".to_owned(), name);
    }
    object["name"].as_str().filter(|name| !name.is_empty())?;
    Some(value)
}

/// Why a text is no tool, and where.
fn fault(path: &Path, text: &str) -> Unreadable {
    let document = match Document::parse(path, text, Dialect::Strict) {
        Ok(document) => document,
        Err(error) => {
            let what = match &error {
                DocumentError::Syntax { what, .. } => format!("it does not parse, {what}"),
                _ => "it does not parse".to_owned(),
            };
            return Unreadable { place: error.place(), what };
        }
    };
    let Some(root) = &document.root else {
        return Unreadable { place: Place::whole(path), what: "it is empty".to_owned() };
    };
    let (at, what) = match root.get("name").or_else(|| root.get("toolName")) {
        _ if !root.is_object() => (root.start, format!("{} is no tool", root.kind())),
        None => (root.start, "the tool has no name".to_owned()),
        Some(name) if name.as_str().is_some() => {
            (name.start, "the tool's name is empty".to_owned())
        }
        Some(name) => (name.start, format!("the tool's name is {}", name.kind())),
    };
    Unreadable { place: document.place(at), what }
}

/// The paths in a folder, sorted by name; none when there is no folder.
fn sorted(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::Standing;

    fn entry(scope: Scope, name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            scope,
            place: Place { file: PathBuf::from("/w/my app/.cursor/mcp.json"), line: 1, column: 1 },
            launch: None,
            missing_variables: Vec::new(),
            standing: Standing::Active,
        }
    }

    #[test]
    fn an_identifier_names_its_entry() {
        let cases = [
            ("the agent's plain name", "github", Scope::User, "github", true),
            ("the editor's user server", "user-github", Scope::User, "github", true),
            ("not the project's", "user-github", Scope::Project, "github", false),
            ("the project's", "project-0-my app-github", Scope::Project, "github", true),
            ("the project's folder", "project-0-my_app-github", Scope::Project, "github", true),
            ("another project's", "project-0-other-github", Scope::Project, "github", false),
            ("no index", "project-x-my app-github", Scope::Project, "github", false),
            ("a longer name", "user-github-2", Scope::User, "github", false),
            ("a name with a space", "user-my_server", Scope::User, "my server", true),
        ];
        for (why, identifier, scope, name, want) in cases {
            assert_eq!(is_identifier_of(identifier, &entry(scope, name)), want, "{why}");
        }
    }

    #[test]
    fn folder_names_follow_the_runtime() {
        for (identifier, want) in [
            ("user-a b", "user-a_b"),
            ("a/b:c", "abc"),
            ("a..b...c", "a.b.c"),
            ("ünï", "n"),
            ("../x", ".x"),
            ("A_1-2.3", "A_1-2.3"),
        ] {
            assert_eq!(folder_name(identifier), want, "{identifier}");
        }
    }

    #[test]
    fn three_troubles_have_three_advices() {
        let mut server = MirroredServer {
            folder: PathBuf::new(),
            identifier: String::new(),
            name: None,
            instructions: None,
            status: None,
            tools: Vec::new(),
            unreadable: Vec::new(),
            written: SystemTime::UNIX_EPOCH,
        };
        assert_eq!(server.trouble(), None);
        for (status, want) in [
            ("The server needs authentication.", Trouble::Login),
            ("The MCP server errored.", Trouble::Error),
            ("Loading tools…", Trouble::Other),
        ] {
            server.status = Some(status.to_owned());
            assert_eq!(server.trouble(), Some(want), "{status}");
        }
        server.status = Some("error\n\ntoken ghp_0123456789abcdef".to_owned());
        assert_eq!(server.said(), "error token •••");
    }

    #[test]
    fn a_mirror_is_read_with_what_is_broken_in_it() {
        let home = tempfile::tempdir().expect("a folder");
        let server = home.path().join("mcps/user-a");
        std::fs::create_dir_all(server.join("tools")).expect("a folder");
        std::fs::create_dir_all(home.path().join("mcps/empty/tools")).expect("a folder");
        let write =
            |name: &str, text: &str| std::fs::write(server.join(name), text).expect("written");
        write("SERVER_METADATA.json", r#"{"serverIdentifier":"user-a","serverName":"a"}"#);
        write("INSTRUCTIONS.md", "Use it.");
        write("tools/b.json", r#"{"name":"b","description":"B","inputSchema":{"type":"object"}}"#);
        write("tools/a.json", r#"{"toolName":"a","inputSchema":{}}"#);
        write("tools/mcp_auth.json", r#"{"name":"mcp_auth","inputSchema":{}}"#);
        write("tools/broken.json", "{");
        write("tools/notes.txt", "x");
        let servers = read_folder(&home.path().join("mcps"));
        assert_eq!(servers.len(), 1, "an empty folder is no server");
        let server = &servers[0];
        assert_eq!((server.identifier.as_str(), server.name.as_deref()), ("user-a", Some("a")));
        assert_eq!(server.instructions.as_deref(), Some("Use it."));
        assert_eq!(server.status, None);
        let names: Vec<_> = server.tools.iter().map(|tool| tool["name"].as_str()).collect();
        assert_eq!(names, [Some("a"), Some("b")]);
        assert_eq!(server.unreadable.len(), 1);
        assert!(server.is_of(&entry(Scope::User, "a")));
        assert!(!server.is_of(&entry(Scope::Project, "b")));
        assert!(server.written > SystemTime::UNIX_EPOCH);
        assert_eq!(read_folder(Path::new("/nonexistent")), []);
    }
}
