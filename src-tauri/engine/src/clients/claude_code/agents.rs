//! Servers that an agent of `.claude/agents` brings: they load while it runs.
//!
//! Observed in Claude Code 2.1.332: a session starts none of them by itself,
//! one that is started as the agent does. `mcpServers` in the front matter is a
//! list of names and of objects with definitions; an object in its place is
//! passed over. Files are read from folders below too, and from every folder
//! above up to the repository's root. Agents of plugins bring no servers.

mod files;
mod lax;

use std::{io::Read, path::Path};

use serde::Deserialize;
use serde_json::Value;
use serde_saphyr::Spanned;

use super::places::{Places, Project};
use crate::clients::{Entry, Finding, Level, Place};

/// How much of a file is read, in bytes: the front matter stands at its start.
const LIMIT: u64 = 1024 * 1024;

/// How a server of a claude.ai account is named; it is in no file.
const OF_ACCOUNT: &str = "claude.ai ";

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
    /// Whether they stand in an object, which is no list.
    in_object: bool,
    /// Names of servers it defines itself.
    own: Vec<String>,
    /// Names of servers that are configured elsewhere.
    named: Vec<String>,
}

/// Why an agent's servers are not known, and in which line.
#[derive(Debug, PartialEq, Eq)]
struct Unreadable {
    what: &'static str,
    line: u32,
}

/// What there is to say of the agents of a session in this project.
pub fn findings(places: &Places, project: Option<&Project>, entries: &[Entry]) -> Vec<Finding> {
    files::of(places, project)
        .iter()
        .flat_map(|file| match read(file) {
            Ok(None) => Vec::new(),
            Ok(Some(agent)) => of(file, &agent, entries),
            Err(unreadable) => vec![of_unreadable(file, &unreadable)],
        })
        .collect()
}

fn read(file: &Path) -> Result<Option<Agent>, Unreadable> {
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(file);
    if opened.and_then(|opened| opened.take(LIMIT).read_to_end(&mut bytes)).is_err() {
        return Err(Unreadable { what: "The file cannot be read", line: 0 });
    }
    let text = String::from_utf8_lossy(&bytes);
    if bytes.len() as u64 == LIMIT
        && let Some(rest) = opening(&text)
        && front_matter(rest).is_none()
    {
        return Err(Unreadable { what: "The front matter is too large to read", line: 1 });
    }
    parse(&text)
}

/// What follows the line that opens front matter.
fn opening(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, rest) = text.split_once('\n')?;
    (first.trim_end() == "---").then_some(rest)
}

/// What stands before the line that ends the front matter.
fn front_matter(rest: &str) -> Option<&str> {
    let end = rest
        .split_inclusive('\n')
        .scan(0, |at, line| {
            let start = *at;
            *at += line.len();
            Some((start, line))
        })
        .find_map(|(start, line)| (line.trim_end() == "---").then_some(start))?;
    Some(&rest[..end])
}

/// What concerns servers; `None` where the front matter says nothing of them.
fn parse(text: &str) -> Result<Option<Agent>, Unreadable> {
    #[derive(Deserialize)]
    struct FrontMatter {
        name: Option<String>,
        #[serde(rename = "mcpServers")]
        servers: Option<Spanned<Value>>,
    }
    // Most agents have nothing of the kind.
    let Some(front) =
        opening(text).and_then(front_matter).filter(|front| front.contains("mcpServers"))
    else {
        return Ok(None);
    };
    let number = |of: u64| u32::try_from(of).unwrap_or(u32::MAX);
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
        // Claude Code takes a key that is written twice without complaint; which of
        // the two it takes was not observed.
        duplicate_keys: serde_saphyr::options::DuplicateKeyPolicy::LastWins,
    };
    let read =
        |front: &str| serde_saphyr::from_str_with_options::<FrontMatter>(front, options.clone());
    let front = match read(front).or_else(|_| read(&lax::quoted(front))) {
        Ok(front) => front,
        Err(_) => {
            let at = front.lines().position(|line| line.starts_with("mcpServers"));
            let what = "The front matter is no YAML, and Claude Code leaves this agent out";
            return at.map_or(Ok(None), |at| Err(Unreadable { what, line: number(at as u64 + 2) }));
        }
    };
    let (Some(name), Some(written)) = (front.name, front.servers) else { return Ok(None) };
    let at = written.referenced;
    Ok(Some(Agent {
        name,
        line: number(at.line()).saturating_add(1),
        column: number(at.column()),
        servers: servers(&written.value),
    }))
}

fn servers(written: &Value) -> Servers {
    let Value::Array(elements) = written else {
        return Servers { in_object: written.is_object(), ..Servers::default() };
    };
    let mut servers = Servers::default();
    for element in elements {
        match element {
            Value::String(name) if name.starts_with(OF_ACCOUNT) => {}
            Value::String(name) => servers.named.push(name.clone()),
            Value::Object(members) => servers.own.extend(members.keys().cloned()),
            _ => {}
        }
    }
    servers
}

fn of_unreadable(file: &Path, unreadable: &Unreadable) -> Finding {
    Finding {
        code: "agent-unreadable",
        level: Level::Hint,
        message: format!(
            "{}: which servers this agent brings is not known here.",
            unreadable.what
        ),
        hint: Some(
            "Look into the file. A quotation mark may lack its partner, or a text further in needs quotes, as in `note: \"Use when: asked.\"`."
                .to_owned(),
        ),
        place: Some(Place { line: unreadable.line, ..Place::whole(file) }),
        server: None,
    }
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
    let mut findings = Vec::new();
    if agent.servers.in_object {
        findings.push(finding(
            "agent-servers-ignored",
            Level::Warning,
            format!(
                "`mcpServers` of the agent `{name}` is an object: Claude Code passes over it without a word."
            ),
            "Write it as a list: a name, or a name with its definition, behind each dash.",
        ));
    }
    let quoted = |names: &[&String]| {
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let own: Vec<&String> = agent.servers.own.iter().collect();
    if !own.is_empty() {
        findings.push(finding(
            "agent-brings-servers",
            Level::Hint,
            format!(
                "The agent `{name}` defines servers: {}. They load while it runs only and are in no sum here.",
                quoted(&own)
            ),
            "Nothing to do: other sessions do not load them.",
        ));
    }
    let configured = |server: &&String| entries.iter().any(|entry| entry.name == **server);
    let unknown: Vec<&String> =
        agent.servers.named.iter().filter(|server| !configured(server)).collect();
    if !unknown.is_empty() {
        findings.push(finding(
            "agent-server-unknown",
            Level::Hint,
            format!(
                "The agent `{name}` names {}, and no configuration read here defines that.",
                quoted(&unknown)
            ),
            "Correct the name, or define the server.",
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
        let text = "---\r\nname: a\r\ndescription: Tests.\r\nmcpServers:\r\n  - own:\r\n      command: x\r\n  - files\r\n  - gone\r\n  - claude.ai Slack\r\n---\r\nmcpServers:\r\n";
        let agent = parse(text).expect("readable").expect("an agent");
        assert_eq!((agent.name.as_str(), agent.line), ("a", 5));
        assert_eq!(agent.servers.own, ["own"]);
        assert_eq!(agent.servers.named, ["files", "gone"]);
        let found = of(Path::new("a.md"), &agent, &[entry("files")]);
        let codes: Vec<_> = found.iter().map(|found| found.code).collect();
        assert_eq!(codes, ["agent-brings-servers", "agent-server-unknown"]);
        assert!(found[0].message.contains("defines servers: `own`."), "{}", found[0].message);
        assert!(found[1].message.contains("names `gone`, and"), "{}", found[1].message);
    }

    #[test]
    fn an_agent_that_only_names_configured_servers_is_not_told() {
        for servers in ["[files]", "[files, claude.ai Slack]", "files", "7", ""] {
            let text = format!("---\nname: a\nmcpServers: {servers}\n---\n");
            let agent = parse(&text).expect("readable");
            let found = agent.map(|agent| of(Path::new("a.md"), &agent, &[entry("files")]));
            assert_eq!(found.unwrap_or_default(), [], "{servers}");
        }
    }

    #[test]
    fn what_says_nothing_of_servers_is_passed_over() {
        for (why, text) in [
            ("no front matter", "name: a\nmcpServers: [x]\n"),
            ("not ended", "---\nname: a\nmcpServers: [x]\n"),
            ("no servers", "---\nname: a\n---\nmcpServers: [x]\n"),
            ("no YAML, no servers", "---\nname: a: b\ntools: no mcpServers\n---\n"),
            ("no name", "---\nmcpServers: [x]\n---\n"),
            ("nothing", ""),
        ] {
            assert_eq!(parse(text), Ok(None), "{why}");
        }
    }

    #[test]
    fn servers_in_an_object_are_said_to_be_ignored() {
        let text = "---\nname: b\nmcpServers:\n  x:\n    command: y\n---\n";
        let agent = parse(text).expect("readable").expect("an agent");
        let found = of(Path::new("b.md"), &agent, &[]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].code, found[0].level), ("agent-servers-ignored", Level::Warning));
    }

    #[test]
    fn an_agent_that_cannot_be_read_is_told_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.md");
        let long = "x".repeat(usize::try_from(LIMIT).expect("a size"));
        let quote = "---\nname: a\ndescription: \"Use\nmcpServers:\n  - x\n---\n";
        for (why, text, want) in [
            ("a quotation mark alone", quote.to_owned(), Some(("no YAML", Some(4)))),
            ("the same, without servers", quote.replace("mcpServers", "tools"), None),
            ("endless", format!("---\nname: {long}"), Some(("too large", Some(1)))),
            ("a long agent", format!("---\nname: a\n---\n{long}"), None),
            ("a long text", long.clone(), None),
        ] {
            std::fs::write(&file, text).expect("written");
            let found = read(&file).err().map(|unreadable| of_unreadable(&file, &unreadable));
            assert_eq!(found.is_some(), want.is_some(), "{why}");
            let (Some(found), Some((what, line))) = (found, want) else { continue };
            assert!(found.message.contains(what), "{why}: {}", found.message);
            let place = found.place.expect("a place");
            assert_eq!((found.code, place.line()), ("agent-unreadable", line), "{why}");
            assert_eq!(place.file, file, "{why}");
        }
    }

    /// Each was given to Claude Code 2.1.332, which was started as that agent:
    /// with a server where its tool was sent, without where it knew no such
    /// agent.
    #[test]
    fn lax_front_matter_is_read_as_claude_code_reads_it() {
        let own = "mcpServers:\n  - s1:\n      command: x\n";
        for (lines, read) in [
            ("description: Use this: when x", true),
            ("description: [a, b", true),
            ("description: @foo", true),
            ("description: `x` y", true),
            ("description: %x", true),
            ("description: !x: y", true),
            ("description: &x: y", true),
            ("description: {x} and", true),
            ("description: \"fine: b", true),
            ("description: \"a\" and: b", true),
            ("description: say \"x\": y \\ z", true),
            ("description: d\ntools: *", true),
            ("description: a\ndescription: b", true),
            ("description: d\n# note: x: y\nfoo: @a", true),
            ("description: \"fine", false),
            ("description: 'it's: x'", false),
            ("description: d\njust a line", false),
            ("description: d\nmy.key: a: b", false),
            ("description: d\nmy-key_2: a: b", false),
            ("description: |\n  some text\nmodel: a: b", false),
        ] {
            let text = format!("---\nname: ag\n{lines}\n{own}---\n");
            let servers = parse(&text).ok().flatten().map(|agent| agent.servers.own);
            assert_eq!(servers, read.then(|| vec!["s1".to_owned()]), "{lines}");
        }
        let inline = "---\nname: ag\nfoo: a: b\nmcpServers: [{s1: {command: x}}]\n---\n";
        assert_eq!(
            parse(inline).ok().flatten().map(|agent| agent.servers.own),
            Some(vec!["s1".to_owned()])
        );
        let further_in = "---\nname: ag\nmcpServers:\n  - s1:\n      note: a: b\n---\n";
        assert!(parse(further_in).is_err());
    }
}
