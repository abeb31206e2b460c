//! Snippets of configuration files.

use std::{collections::BTreeMap, path::Path};

use super::{
    Besides, Candidate, CandidateError, command::remote, name_of, registry, values::missing,
};
use crate::clients::{
    Dialect, Document, DocumentError, Launch, Member, Node, Secret, Stdio, Transport, Value,
};

/// Keys under which clients keep their servers.
const SERVERS: [&str; 5] =
    ["mcpServers", "servers", "context_servers", "mcp_servers", "amp.mcpServers"];

/// Reads JSON with comments and trailing commas; braces around it may miss.
pub(super) fn json(text: &str) -> Result<Vec<Candidate>, CandidateError> {
    let braced = format!("{{{}}}", text.trim().trim_end_matches(','));
    let text = if text.starts_with('"') { &braced } else { text };
    let document =
        Document::parse(Path::new("pasted"), text, Dialect::Jsonc).map_err(
            |error| match error {
                DocumentError::Syntax { place, what } => CandidateError::Syntax {
                    line: usize::try_from(place.line).unwrap_or_default(),
                    column: usize::try_from(place.column).unwrap_or_default(),
                    what,
                },
                _ => CandidateError::NoServer,
            },
        )?;
    let root = document.root.ok_or(CandidateError::NoServer)?;
    // Its `servers` are addresses of something else. A server may have such a
    // name; what stands below it is no version then.
    let version = |key: &&str| root.get(key).is_some_and(|version| scalar(version).is_some());
    if ["openapi", "swagger", "asyncapi"].iter().any(version) {
        return Err(CandidateError::Incomplete("it describes an HTTP API, and no MCP server"));
    }
    let candidates = if root.elements().is_empty() { of_object(&root)? } else { listed(&root)? };
    if candidates.is_empty() { Err(CandidateError::NoServer) } else { Ok(candidates) }
}

/// Members of a Codex entry that say what it starts or reaches.
const CODEX: [&str; 9] = [
    "args",
    "bearer_token_env_var",
    "command",
    "cwd",
    "env",
    "env_http_headers",
    "env_vars",
    "http_headers",
    "url",
];

/// Reads Codex's `[mcp_servers.NAME]`.
pub(super) fn toml(text: &str) -> Result<Vec<Candidate>, CandidateError> {
    let document: toml_edit::DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| CandidateError::Toml(error.message().to_owned()))?;
    let servers = document
        .get("mcp_servers")
        .and_then(toml_edit::Item::as_table_like)
        .ok_or(CandidateError::NoServer)?;
    let candidates: Vec<Candidate> = servers
        .iter()
        .filter_map(|(name, item)| {
            let table = item.as_table_like()?;
            let text = |key: &str| table.get(key).and_then(toml_edit::Item::as_str);
            let pairs = |key: &str| -> Vec<(String, Secret)> {
                let values = table.get(key).and_then(toml_edit::Item::as_table_like);
                let pairs = values.into_iter().flat_map(toml_edit::TableLike::iter);
                pairs
                    .filter_map(|(name, value)| {
                        Some((name.to_owned(), Secret::new(value.as_str()?)))
                    })
                    .collect()
            };
            let known = |key: &str| CODEX.contains(&key);
            let besides = table.iter().filter(|(key, _)| !known(key));
            // TOML has values JSON has not; what they are matters to nobody else.
            let besides = Besides(
                besides.map(|(key, _)| (key.to_owned(), serde_json::Value::Null)).collect(),
            );
            if let Some(url) = text("url") {
                let mut headers = pairs("http_headers");
                headers.extend(pairs("env_http_headers").into_iter().map(|(name, variable)| {
                    (name, Secret::new(format!("${{{}}}", variable.expose())))
                }));
                headers.extend(text("bearer_token_env_var").map(|variable| {
                    ("Authorization".to_owned(), Secret::new(format!("Bearer ${{{variable}}}")))
                }));
                let launch = remote(Transport::Http, url, headers);
                return Some(Candidate { besides, ..candidate(name, launch) });
            }
            let args = table.get("args").and_then(toml_edit::Item::as_array);
            let args = args.into_iter().flatten().filter_map(toml_edit::Value::as_str);
            let stdio = Stdio {
                command: text("command")?.to_owned(),
                args: args.map(ToOwned::to_owned).collect(),
                env: pairs("env").into_iter().chain(handed_on(table)).collect(),
                cwd: text("cwd").map(Into::into),
            };
            Some(Candidate { besides, ..candidate(name, Launch::Stdio(stdio)) })
        })
        .collect();
    if candidates.is_empty() { Err(CandidateError::NoServer) } else { Ok(candidates) }
}

/// `env_vars`: variables that Codex hands on, by name or as `{ name = "…" }`.
fn handed_on(table: &dyn toml_edit::TableLike) -> Vec<(String, Secret)> {
    let names = table.get("env_vars").and_then(toml_edit::Item::as_array);
    let name = |value: &toml_edit::Value| {
        let named = value.as_inline_table().and_then(|table| table.get("name"));
        Some(value.as_str().or_else(|| named?.as_str())?.to_owned())
    };
    let names = names.into_iter().flatten().filter_map(name);
    names.map(|name| (name.clone(), Secret::new(format!("${{{name}}}")))).collect()
}

/// The servers an object holds, itself included.
fn of_object(node: &Node) -> Result<Vec<Candidate>, CandidateError> {
    if let Some(launch) = launch(node) {
        let name = match &launch {
            Launch::Stdio(stdio) => name_of(stdio.args.last().unwrap_or(&stdio.command)),
            Launch::Remote(remote) => url::Url::parse(&remote.url)
                .ok()
                .and_then(|url| url.host_str().map(ToOwned::to_owned))
                .unwrap_or_else(|| "candidate".to_owned()),
        };
        let said = node.get("name").and_then(Node::as_str).filter(|name| !name.is_empty());
        return Ok(vec![of_entry(said.unwrap_or(&name), node, launch)]);
    }
    let registered = registry::read(node)?;
    if !registered.is_empty() {
        return Ok(registered);
    }
    let members = node.effective_members();
    let of_servers = |member: &Member| SERVERS.contains(&member.key.as_str());
    if members.iter().any(|member| of_servers(member)) {
        let mut all = Vec::new();
        for member in members.iter().filter(|member| of_servers(member)) {
            all.extend(entries(&member.node)?);
        }
        return Ok(all);
    }
    // `mcp` holds `servers` in VS Code's settings and the servers themselves in
    // OpenCode's; `server` is a registry's answer. A server may have such a name.
    let wrapper = members.iter().find(|member| {
        matches!(member.key.as_str(), "mcp" | "server")
            && member.node.is_object()
            && launch(&member.node).is_none()
    });
    match wrapper {
        Some(inner) => of_object(&inner.node),
        None => entries(node),
    }
}

/// The servers of an object of entries by name, or of a list of entries.
fn entries(node: &Node) -> Result<Vec<Candidate>, CandidateError> {
    if !node.elements().is_empty() {
        return listed(node);
    }
    let members = node.effective_members().into_iter();
    Ok(members
        .filter_map(|member| Some(of_entry(&member.key, &member.node, launch(&member.node)?)))
        .collect())
}

/// The servers of a list: entries with their name, or a registry's answers.
fn listed(node: &Node) -> Result<Vec<Candidate>, CandidateError> {
    let mut all = Vec::new();
    for element in node.elements() {
        match element.get("server").filter(|server| server.is_object()) {
            Some(server) => all.extend(registry::read(server)?),
            None if element.is_object() => all.extend(of_object(element)?),
            None => {}
        }
    }
    Ok(all)
}

/// Members of an entry that say what it starts or reaches.
pub(super) const LAUNCHES: [&str; 17] = [
    "args",
    "cmd",
    "command",
    "cwd",
    "env",
    "env_keys",
    "environment",
    "envs",
    "headers",
    "httpUrl",
    "name",
    "requestOptions",
    "serverUrl",
    "transport",
    "type",
    "uri",
    "url",
];

/// One entry with all that it says besides.
fn of_entry(name: &str, node: &Node, launch: Launch) -> Candidate {
    let besides = node.effective_members().into_iter();
    let besides = besides
        .filter(|member| !LAUNCHES.contains(&member.key.as_str()))
        .map(|member| (member.key.clone(), plain(&member.node)));
    let mut besides: serde_json::Map<_, _> = besides.collect();
    // Goose, the client with these names, counts seconds where others count
    // milliseconds.
    let of_goose = node.get("cmd").is_some() || node.get("uri").is_some();
    if let (true, Some(seconds)) =
        (of_goose, besides.get("timeout").and_then(serde_json::Value::as_u64))
    {
        besides.insert("timeout".to_owned(), seconds.saturating_mul(1000).into());
    }
    Candidate { besides: Besides(besides), ..candidate(name, launch) }
}

/// A value without its place in the text.
fn plain(node: &Node) -> serde_json::Value {
    match &node.value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(value) => (*value).into(),
        Value::Number(text) => serde_json::from_str(text).unwrap_or_default(),
        Value::String(text) => text.clone().into(),
        Value::Array(elements) => elements.iter().map(plain).collect(),
        Value::Object(_) => node
            .effective_members()
            .into_iter()
            .map(|member| (member.key.clone(), plain(&member.node)))
            .collect(),
    }
}

/// What one entry starts or reaches.
fn launch(node: &Node) -> Option<Launch> {
    let text = |key: &str| node.get(key).and_then(Node::as_str);
    let named = text("type").or_else(|| text("transport"));
    // Goose has names of its own, and a type with them always.
    let uri = text("uri").filter(|_| matches!(named, Some("sse" | "streamable_http")));
    let cmd = text("cmd").filter(|_| named == Some("stdio"));
    if let Some(url) = ["url", "httpUrl", "serverUrl"].into_iter().find_map(text).or(uri) {
        let events = url.trim_end_matches('/').ends_with("/sse");
        let transport = match named {
            Some("sse") => Transport::Sse,
            Some("ws" | "websocket") => Transport::Ws,
            None if events => Transport::Sse,
            _ => Transport::Http,
        };
        let mut headers = pairs(node, "headers");
        // Continue's.
        headers.extend(node.get("requestOptions").iter().flat_map(|all| pairs(all, "headers")));
        return Some(remote(transport, url, headers));
    }
    // Zed nested the program: `{"command": {"path", "args", "env"}}`.
    if let Some(nested) = node.get("command").filter(|command| command.is_object()) {
        let path = nested.get("path").and_then(Node::as_str)?;
        return Some(Launch::Stdio(Stdio {
            command: path.to_owned(),
            args: strings(nested.get("args")),
            env: pairs(nested, "env"),
            cwd: None,
        }));
    }
    // OpenCode has the whole line as `command`.
    let (command, args) = match node.get("command") {
        Some(list) if !list.elements().is_empty() => {
            let mut line = strings(Some(list));
            (line.remove(0), line)
        }
        _ => (text("command").or(cmd)?.to_owned(), strings(node.get("args"))),
    };
    let mut env: Vec<(String, Secret)> =
        ["env", "environment", "envs"].iter().flat_map(|key| pairs(node, key)).collect();
    // Names of secrets that Goose keeps.
    env.extend(strings(node.get("env_keys")).into_iter().map(|name| {
        let value = Secret::new(format!("${{{name}}}"));
        (name, value)
    }));
    Some(Launch::Stdio(Stdio { command, args, env, cwd: text("cwd").map(Into::into) }))
}

/// The members of an object as names and values.
fn pairs(node: &Node, key: &str) -> Vec<(String, Secret)> {
    let members = node.get(key).map(Node::effective_members).unwrap_or_default();
    members
        .into_iter()
        .filter_map(|member| Some((member.key.clone(), Secret::new(scalar(&member.node)?))))
        .collect()
}

fn strings(node: Option<&Node>) -> Vec<String> {
    let elements = node.map(Node::elements).unwrap_or_default().iter();
    elements.filter_map(scalar).collect()
}

/// A text, or what stands for one: a port is often written as a number.
fn scalar(node: &Node) -> Option<String> {
    match &node.value {
        Value::String(text) | Value::Number(text) => Some(text.clone()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

pub(super) fn candidate(name: &str, launch: Launch) -> Candidate {
    let missing = missing(&launch, &BTreeMap::new());
    Candidate { name: name.to_owned(), launch, missing, besides: Besides::default() }
}
