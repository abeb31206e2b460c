//! The real client: installed into a throw-away folder, run, listened to.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use serde_json::Value;
use wiremock::MockServer;

use super::{Loaded, home::Home};

/// The newest version the engine's rules were measured on.
pub const NEWEST: &str = "2.1.332";

/// How long one run may take.
const PATIENCE: Duration = Duration::from_mins(2);

/// Installs a version with npm and returns its program.
pub fn install(folder: &Path, version: &str) -> Result<PathBuf, String> {
    let status = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
        .args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
        .arg(folder)
        .arg(format!("@anthropic-ai/claude-code@{version}"))
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("npm could not be started: {error}"))?;
    if !status.success() {
        return Err(format!("npm could not install Claude Code {version}"));
    }
    let scope = folder.join("node_modules").join("@anthropic-ai");
    let program = if cfg!(windows) { "claude.exe" } else { "claude" };
    // The package of this platform holds the whole program.
    std::fs::read_dir(&scope)
        .map_err(|error| error.to_string())?
        .flatten()
        .map(|package| package.path().join(program))
        .find(|program| program.is_file())
        .ok_or_else(|| format!("no program of Claude Code {version} for this platform"))
}

/// What `--version` says.
pub fn version(program: &Path) -> Result<String, String> {
    let output = Command::new(program)
        .arg("--version")
        .output()
        .map_err(|error| format!("`{}` could not be started: {error}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().next().map(ToOwned::to_owned).ok_or_else(|| "no version".to_owned())
}

/// The environment of a run besides that of the home.
pub fn environment(home: &Home, api: &str) -> Vec<(String, String)> {
    let mut variables: Vec<(String, String)> = [
        ("HOME", home.folder.to_string_lossy().as_ref()),
        ("ANTHROPIC_BASE_URL", api),
        ("ANTHROPIC_API_KEY", "dummy"),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
        ("DISABLE_AUTOUPDATER", "1"),
        // Without it the first request may leave before the servers are ready.
        ("MCP_CONNECTION_NONBLOCKING", "0"),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect();
    variables.extend(home.shell.iter().cloned());
    variables
}

/// Runs the client in the home and reads what it sends.
pub async fn loaded(program: &Path, home: &Home, api: &MockServer) -> Result<Loaded, String> {
    let child = tokio::process::Command::new(program)
        .args(["-p", "hello"])
        .current_dir(&home.cwd)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .envs(environment(home, &api.uri()))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(PATIENCE, child)
        .await
        .map_err(|_| "the client did not end".to_owned())?
        .map_err(|error| format!("the client could not be started: {error}"))?;
    let requests = api.received_requests().await.unwrap_or_default();
    let request = requests
        .iter()
        .filter(|request| request.url.path() == "/v1/messages")
        .filter_map(|request| request.body_json::<Value>().ok())
        .find(|body| body["tools"].as_array().is_some_and(|tools| !tools.is_empty()));
    let Some(body) = request else {
        let said = String::from_utf8_lossy(&output.stderr);
        let last: String = said.lines().rev().take(3).collect::<Vec<_>>().join(" ");
        return Err(format!("the client sent nothing: {last}"));
    };
    Ok(read(&body))
}

/// Tools in the request are loaded; names in the announcement are deferred.
fn read(body: &Value) -> Loaded {
    let is_mcp = |name: &str| name.starts_with("mcp__");
    let mut loaded = Loaded::new();
    let tools = body["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    for name in tools.iter().filter_map(|tool| tool["name"].as_str()).filter(|name| is_mcp(name)) {
        loaded.insert(name.to_owned(), "always");
    }
    for message in body["messages"].as_array().map(Vec::as_slice).unwrap_or_default() {
        for text in texts(&message["content"]).filter(|text| text.contains("deferred tools")) {
            for name in text.lines().map(str::trim).filter(|line| is_mcp(line)) {
                loaded.entry(name.to_owned()).or_insert("whenNeeded");
            }
        }
    }
    loaded
}

fn texts(content: &Value) -> Box<dyn Iterator<Item = &str> + '_> {
    match content {
        Value::String(text) => Box::new(std::iter::once(text.as_str())),
        Value::Array(blocks) => Box::new(blocks.iter().filter_map(|block| block["text"].as_str())),
        _ => Box::new(std::iter::empty()),
    }
}
