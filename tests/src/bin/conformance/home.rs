//! A random home over every switch we know, from a seed.

use std::{
    io,
    path::{Path, PathBuf},
};

use proptest::{
    prelude::RngExt as _,
    test_runner::{RngAlgorithm, TestRng},
};
use serde_json::{Map, Value, json};

/// A home on disk, and how the client is run in it.
#[derive(Debug)]
pub struct Home {
    /// The home folder.
    pub folder: PathBuf,
    /// The folder the client is started in.
    pub cwd: PathBuf,
    /// More environment.
    pub shell: Vec<(String, String)>,
    /// What the stand-in answers to `count_tokens`.
    pub count: u64,
    /// What the engine is told instead.
    pub deferrable: u64,
}

/// Server names: plain, with characters that are rewritten, with underscores.
const NAMES: [&str; 8] = ["git", "time", "me.mory", "every thing", "a_b", "c__d", "docs-2", "füü"];
const TOOLS: [&str; 6] = ["get", "get_all", "put-it", "a.b", "list items", "del"];
const SWITCHES: [&str; 18] = [
    "true", "true", "", "1", "0", "false", "FALSE", "off", "no", "auto", "auto:0", "auto:1",
    "auto:50", "auto:100", "auto:x", "AUTO", " false", "garbage",
];
const MODELS: [&str; 6] = [
    "claude-sonnet-4-5",
    "claude-opus-4-8",
    "claude-haiku-4-5",
    "claude-3-5-haiku-20241022",
    "sonnet",
    "claude-opus-4-5",
];

/// What the client's count is answered with, and what our own would be: without
/// the client's own tools, of another vocabulary, and far from every threshold.
const COUNTS: [(u64, u64); 3] = [(12_000, 1_000), (60_000, 40_000), (900_000, 800_000)];

/// Throws that a seed repeats.
pub struct Dice(TestRng);

impl Dice {
    /// The throws of a seed.
    pub fn of(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Self(TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
    }

    /// Whether something of this probability comes true.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.0.random_bool(probability)
    }

    /// One of several.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.0.random_range(0..from.len())].clone()
    }

    fn some<T: Clone>(&mut self, from: &[T], probability: f64) -> Vec<T> {
        from.iter().filter(|_| self.chance(probability)).cloned().collect()
    }
}

/// Builds the home of a seed below `folder`.
pub fn build(seed: u64, folder: &Path) -> io::Result<Home> {
    let folder = std::fs::canonicalize(folder)?;
    let mut dice = Dice::of(seed);
    let project = folder.join("proj");
    let in_git = dice.chance(0.4);
    if in_git {
        std::fs::create_dir_all(project.join(".git").join("objects"))?;
        std::fs::create_dir_all(project.join(".git").join("refs"))?;
        std::fs::write(project.join(".git").join("HEAD"), "ref: refs/heads/main\n")?;
    }
    let below = dice.chance(0.3);
    let cwd = if below { project.join("sub") } else { project.clone() };
    std::fs::create_dir_all(&cwd)?;
    let key = if in_git { &project } else { &cwd };

    let names = dice.some(&NAMES, 0.7);
    let home = Home {
        shell: shell(&mut dice),
        count: 0,
        deferrable: 0,
        folder: folder.clone(),
        cwd: cwd.clone(),
    };
    write(&folder.join(".claude.json"), &global(&mut dice, &names, key))?;
    let user = settings(&mut dice, &names, true);
    write(&folder.join(".claude").join("settings.json"), &user)?;
    for level in [&project, &cwd] {
        for file in ["settings.json", "settings.local.json"] {
            if dice.chance(0.3) {
                write(&level.join(".claude").join(file), &settings(&mut dice, &names, false))?;
            }
        }
        if dice.chance(0.7) {
            let servers = servers(&mut dice, &names, 0.4);
            write(&level.join(".mcp.json"), &json!({"mcpServers": servers}))?;
        }
    }
    if dice.chance(0.2) {
        let servers = servers(&mut dice, &names, 0.3);
        write(&folder.join(".mcp.json"), &json!({"mcpServers": servers}))?;
    }
    let (count, deferrable) = dice.pick(&COUNTS);
    Ok(Home { count, deferrable, ..home })
}

fn write(path: &Path, value: &Value) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, format!("{value:#}"))
}

fn shell(dice: &mut Dice) -> Vec<(String, String)> {
    let mut variables = vec![("SET".to_owned(), "x".to_owned())];
    let mut maybe = |dice: &mut Dice, probability, name: &str, values: &[&str]| {
        if dice.chance(probability) {
            variables.push((name.to_owned(), dice.pick(values).to_owned()));
        }
    };
    maybe(dice, 0.3, "ENABLE_TOOL_SEARCH", &SWITCHES);
    maybe(dice, 0.1, "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS", &["1", "0", "true", ""]);
    maybe(dice, 0.4, "ANTHROPIC_MODEL", &MODELS);
    variables
}

/// `~/.claude.json`.
fn global(dice: &mut Dice, names: &[&str], key: &Path) -> Value {
    let mut local = Map::new();
    if dice.chance(0.4) {
        local.insert("mcpServers".into(), servers(dice, names, 0.4));
    }
    if dice.chance(0.4) {
        local.insert("disabledMcpServers".into(), json!(dice.some(names, 0.2)));
    }
    if dice.chance(0.3) {
        local.insert("hasTrustDialogAccepted".into(), json!(true));
    }
    let mut global = json!({
        "hasCompletedOnboarding": true,
        "mcpServers": servers(dice, names, 0.6),
        "projects": {key.to_string_lossy().as_ref(): local},
    });
    if dice.chance(0.1) {
        global["env"] = json!({"ENABLE_TOOL_SEARCH": dice.pick(&SWITCHES)});
    }
    global
}

fn servers(dice: &mut Dice, names: &[&str], probability: f64) -> Value {
    let chosen = dice.some(names, probability);
    Value::Object(chosen.into_iter().map(|name| (name.to_owned(), server(dice))).collect())
}

/// One entry; one in eight is wrong in some way.
fn server(dice: &mut Dice) -> Value {
    let tools: Vec<Value> =
        dice.some(&TOOLS, 0.6).into_iter().map(|name| tool(dice, name)).collect();
    let program = std::env::current_exe().unwrap_or_default();
    let mut entry = json!({
        "command": program.to_string_lossy(),
        "args": ["serve", Value::Array(tools).to_string()],
    });
    if dice.chance(0.3) {
        entry["type"] = json!("stdio");
    }
    if dice.chance(0.3) {
        entry["alwaysLoad"] = json!(dice.chance(0.5));
    }
    if dice.chance(0.2) {
        entry["env"] = json!({"A": dice.pick(&["${SET}", "${NOT_SET}", "${NOT_SET:-d}", "plain"])});
    }
    if dice.chance(0.125) {
        let (key, value) = dice.pick(&[
            ("type", json!("STDIO")),
            ("type", json!(null)),
            ("command", json!("")),
            ("args", json!([1])),
            ("env", json!({"A": 1})),
            ("alwaysLoad", json!("true")),
            ("timeout", json!(-1)),
            ("disabled", json!(true)),
            ("defer_loading", json!(false)),
            ("url", json!("http://127.0.0.1:1/mcp")),
        ]);
        entry[key] = value;
    }
    entry
}

fn tool(dice: &mut Dice, name: &str) -> Value {
    let mut tool = json!({"name": name, "description": "d", "inputSchema": {"type": "object"}});
    if dice.chance(0.25) {
        let value = dice.pick(&[json!(true), json!(true), json!(false), json!("true")]);
        tool["_meta"] = json!({"anthropic/alwaysLoad": value});
    }
    tool
}

fn settings(dice: &mut Dice, names: &[&str], user: bool) -> Value {
    let mut settings = Map::new();
    if user && dice.chance(0.8) {
        settings.insert("enableAllProjectMcpServers".into(), json!(true));
    }
    let mut env = Map::new();
    if dice.chance(0.4) {
        env.insert("ENABLE_TOOL_SEARCH".into(), json!(dice.pick(&SWITCHES)));
    }
    if dice.chance(0.05) {
        env.insert("CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS".into(), json!(dice.pick(&["1", "0"])));
    }
    if !env.is_empty() {
        settings.insert("env".into(), env.into());
    }
    if dice.chance(0.5) {
        let count = dice.pick(&[1, 1, 2, 3]);
        let rules: Vec<String> = (0..count).map(|_| rule(dice, names)).collect();
        settings.insert("permissions".into(), json!({"deny": rules}));
    }
    if dice.chance(0.2) {
        settings.insert("disabledMcpjsonServers".into(), json!(dice.some(names, 0.3)));
    }
    if dice.chance(0.2) {
        settings.insert("enabledMcpjsonServers".into(), json!(dice.some(names, 0.5)));
    }
    if dice.chance(0.1) {
        settings.insert("deniedMcpServers".into(), listed(dice, names, 0.2));
    }
    if dice.chance(0.08) {
        settings.insert("allowedMcpServers".into(), listed(dice, names, 0.7));
    }
    if dice.chance(0.1) {
        settings.insert("model".into(), json!(dice.pick(&MODELS)));
    }
    if dice.chance(0.04) {
        let (key, value) = dice.pick(&[
            ("model", json!(5)),
            ("permissions", json!({"deny": "mcp__git"})),
            ("unknownKey", json!([1])),
            ("deniedMcpServers", json!("git")),
            ("enabledMcpjsonServers", json!([1])),
        ]);
        settings.insert(key.into(), value);
    }
    settings.into()
}

fn listed(dice: &mut Dice, names: &[&str], probability: f64) -> Value {
    dice.some(names, probability).into_iter().map(|name| json!({"serverName": name})).collect()
}

/// A deny rule: over written names mostly, sometimes one that is skipped.
fn rule(dice: &mut Dice, names: &[&str]) -> String {
    if names.is_empty() || dice.chance(0.06) {
        return dice
            .pick(&["ToolSearch", "Tool*", "ToolSearch(*)", "mcp__*__get", "toolsearch", "git"])
            .to_owned();
    }
    let raw = dice.pick(names);
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let written: String = raw.chars().map(|c| if plain(c) { c } else { '_' }).collect();
    let tool = dice.pick(&["get", "get_all", "a_b", "list_items", "put-it"]);
    match dice.0.random_range(0..8) {
        0 => format!("mcp__{written}"),
        1 => format!("mcp__{written}__*"),
        2 | 3 => format!("mcp__{written}__{tool}"),
        4 => format!("mcp__{written}__g*"),
        5 => format!("mcp__{}*", written.chars().next().unwrap_or('g')),
        6 => format!("mcp__{raw}__{tool}"),
        _ => format!("mcp__{written}__{tool}(*)"),
    }
}
