//! Servers that an agent of `.claude/agents` brings: they load while it runs.
//!
//! Observed in Claude Code 2.1.332: a session starts none of them by itself,
//! one that is started as the agent does. `mcpServers` in the front matter is a
//! list of names and of objects with definitions; an object in its place is
//! passed over. Files are read from folders below too, and from every folder
//! above up to the repository's root. Agents of plugins bring no servers.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use serde_saphyr::Spanned;

use super::places::{Places, Project};
use crate::clients::{Entry, Finding, Level, Place};

/// The largest file that is read, in bytes, and the most files of a folder.
const LIMIT: u64 = 1024 * 1024;
const MOST_FILES: usize = 2000;

/// What an agent's file says that concerns servers.
#[derive(Debug, PartialEq, Eq)]
struct Agent {
    name: String,
    /// Line of what `mcpServers` holds, in the file.
    line: u32,
    column: u32,
    servers: Servers,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Servers {
    /// Whether it is a list at all.
    listed: bool,
    /// Names of servers it defines itself.
    own: Vec<String>,
    /// Names of servers that are configured elsewhere.
    named: Vec<String>,
}

/// What there is to say of the agents of a session in this project.
pub fn findings(places: &Places, project: Option<&Project>, entries: &[Entry]) -> Vec<Finding> {
    let mut files = Vec::new();
    for folder in folders(places, project) {
        collect(&folder, 0, &mut files);
    }
    files
        .iter()
        .filter_map(|file| Some((file, read(file)?)))
        .flat_map(|(file, agent)| of(file, &agent, entries))
        .collect()
}

/// The folders of agents, nearest first, the user's last.
fn folders(places: &Places, project: Option<&Project>) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Some(project) = project {
        for level in project.folder.ancestors() {
            folders.push(level.join(".claude").join("agents"));
            if level.join(".git").exists() {
                break;
            }
        }
    }
    let of_user = places.config_dir.join("agents");
    folders.retain(|folder| *folder != of_user);
    folders.push(of_user);
    folders
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(listing) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = listing.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if depth < 8 {
                collect(&path, depth + 1, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "md")
            && files.len() < MOST_FILES
        {
            files.push(path);
        }
    }
}

fn read(file: &Path) -> Option<Agent> {
    let metadata = std::fs::metadata(file).ok()?;
    if !metadata.is_file() || metadata.len() > LIMIT {
        return None;
    }
    parse(&std::fs::read_to_string(file).ok()?)
}

/// What concerns servers; `None` where the front matter says nothing of them or
/// is no YAML.
fn parse(text: &str) -> Option<Agent> {
    #[derive(Deserialize)]
    struct FrontMatter {
        name: Option<String>,
        #[serde(rename = "mcpServers")]
        servers: Option<Spanned<Value>>,
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, rest) = text.split_once('\n')?;
    if first.trim_end() != "---" {
        return None;
    }
    let end = rest
        .split_inclusive('\n')
        .scan(0, |at, line| {
            let start = *at;
            *at += line.len();
            Some((start, line))
        })
        .find_map(|(start, line)| (line.trim_end() == "---").then_some(start))?;
    // Most agents have nothing of the kind.
    if !rest[..end].contains("mcpServers") {
        return None;
    }
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_nodes: 20_000,
            max_events: 100_000,
            max_aliases: 100,
            max_anchors: 100,
            max_depth: 32,
            max_documents: 1,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 20_000,
            max_replay_stack_depth: 8,
        },
        with_snippet: false,
    };
    let front: FrontMatter = serde_saphyr::from_str_with_options(&rest[..end], options).ok()?;
    let written = front.servers?;
    let number = |of: u64| u32::try_from(of).unwrap_or(u32::MAX);
    Some(Agent {
        name: front.name?,
        line: number(written.referenced.line()).saturating_add(1),
        column: number(written.referenced.column()),
        servers: servers(&written.value),
    })
}

fn servers(written: &Value) -> Servers {
    let Value::Array(elements) = written else {
        return Servers { listed: written.is_null(), ..Servers::default() };
    };
    let mut servers = Servers { listed: true, ..Servers::default() };
    for element in elements {
        match element {
            Value::String(name) => servers.named.push(name.clone()),
            Value::Object(members) => servers.own.extend(members.keys().cloned()),
            _ => {}
        }
    }
    servers
}

fn of(file: &Path, agent: &Agent, entries: &[Entry]) -> Vec<Finding> {
    let finding = |code, level, message, hint: &str| Finding {
        code,
        level,
        message,
        hint: Some(hint.to_owned()),
        place: Some(Place { file: file.to_owned(), line: agent.line, column: agent.column }),
        server: None,
    };
    let name = &agent.name;
    if !agent.servers.listed {
        return vec![finding(
            "agent-servers-ignored",
            Level::Warning,
            format!(
                "`mcpServers` of the agent `{name}` is no list: Claude Code passes over it without a word."
            ),
            "Write it as a list: a name, or a name with its definition, behind each dash.",
        )];
    }
    let quoted = |names: &[&String]| {
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let configured = |server: &String| entries.iter().any(|entry| entry.name == *server);
    let own: Vec<&String> = agent.servers.own.iter().collect();
    let (known, unknown): (Vec<&String>, Vec<&String>) =
        agent.servers.named.iter().partition(|server| configured(server));
    let mut parts = Vec::new();
    if !own.is_empty() {
        parts.push(format!("{}, defined there", quoted(&own)));
    }
    if !known.is_empty() {
        parts.push(format!("{}, configured elsewhere", quoted(&known)));
    }
    let mut findings = Vec::new();
    if !parts.is_empty() {
        findings.push(finding(
            "agent-brings-servers",
            Level::Hint,
            format!(
                "The agent `{name}` names servers: {}. What it defines itself loads while it runs only and is in no sum here.",
                parts.join("; ")
            ),
            "Nothing to do: other sessions do not load it.",
        ));
    }
    if !unknown.is_empty() {
        findings.push(finding(
            "agent-server-unknown",
            Level::Hint,
            format!(
                "The agent `{name}` names {}, and no configuration read here defines that.",
                quoted(&unknown)
            ),
            "Correct the name, or define the server; one of a claude.ai account is in no file.",
        ));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::{Scope, Standing};

    fn entry(name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            scope: Scope::User,
            place: Place::whole(Path::new("f")),
            launch: None,
            missing_variables: Vec::new(),
            standing: Standing::Active,
        }
    }

    #[test]
    fn an_agents_servers_are_named_with_their_line() {
        let text = "---\r\nname: a\r\ndescription: Tests.\r\nmcpServers:\r\n  - own:\r\n      command: x\r\n  - files\r\n  - gone\r\n---\r\nmcpServers:\r\n";
        let agent = parse(text).expect("an agent");
        assert_eq!((agent.name.as_str(), agent.line), ("a", 5));
        assert_eq!(agent.servers.own, ["own"]);
        assert_eq!(agent.servers.named, ["files", "gone"]);
        let found = of(Path::new("a.md"), &agent, &[entry("files")]);
        let codes: Vec<_> = found.iter().map(|found| found.code).collect();
        assert_eq!(codes, ["agent-brings-servers", "agent-server-unknown"]);
        assert!(found[0].message.contains("`own`, defined there; `files`, configured elsewhere"));
        assert!(found[1].message.contains("`gone`"));
    }

    #[test]
    fn what_says_nothing_of_servers_is_passed_over() {
        for (why, text) in [
            ("no front matter", "name: a\nmcpServers: [x]\n"),
            ("not ended", "---\nname: a\nmcpServers: [x]\n"),
            ("no servers", "---\nname: a\n---\nmcpServers: [x]\n"),
            ("no YAML", "---\nname: a: b\nmcpServers: [x]\n---\n"),
            ("no name", "---\nmcpServers: [x]\n---\n"),
            ("nothing", ""),
        ] {
            assert_eq!(parse(text), None, "{why}");
        }
        let nothing = parse("---\nname: a\nmcpServers:\n---\n");
        assert!(nothing.is_none_or(|agent| of(Path::new("a.md"), &agent, &[]).is_empty()));
    }

    #[test]
    fn servers_in_an_object_are_said_to_be_ignored() {
        let agent = parse("---\nname: b\nmcpServers:\n  x:\n    command: y\n---\n").expect("one");
        let found = of(Path::new("b.md"), &agent, &[]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].code, found[0].level), ("agent-servers-ignored", Level::Warning));
    }

    #[test]
    fn agents_are_found_up_to_the_repository_and_in_folders_below() {
        let home = tempfile::tempdir().expect("a folder");
        let base = std::fs::canonicalize(home.path()).expect("there");
        let write = |path: &str| {
            let path = base.join(path);
            std::fs::create_dir_all(path.parent().expect("below")).expect("made");
            std::fs::write(&path, "---\nname: n\nmcpServers: [x]\n---\n").expect("written");
        };
        for path in [
            "w/.claude/agents/above.md",
            "w/repo/.git/HEAD",
            "w/repo/.claude/agents/deep/root.md",
            "w/repo/sub/.claude/agents/here.md",
            "w/repo/sub/.claude/agents/notes.txt",
            "home/.claude/agents/mine.md",
        ] {
            write(path);
        }
        let world = crate::world::World {
            home: base.join("home"),
            env: [].into(),
            ..crate::world::World::here()
        };
        let project = Project::at(&base.join("w/repo/sub"));
        let found = findings(&Places::of(&world), Some(&project), &[entry("x")]);
        let files: Vec<_> = found
            .iter()
            .filter_map(|found| Some(found.place.as_ref()?.file.file_name()?.to_str()?.to_owned()))
            .collect();
        assert_eq!(files, ["here.md", "root.md", "mine.md"]);
    }
}
