//! A client in the place of Claude Code: reads its home, starts its servers,
//! speaks to its API and searches its tools; see `plimsoll_tests::client`.
//!
//! Only what the tests of a proof need: the user's servers, `alwaysLoad`, deny
//! rules in full, and `ENABLE_TOOL_SEARCH=false`. What it does is in the file
//! beside it, `claude.json`.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    thread,
    time::Duration,
};

use plimsoll_tests::client::{Client, Instead};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let mut args = std::env::args();
    let program = PathBuf::from(args.next().expect("a name"));
    let script = fs::read_to_string(program.with_extension("json")).expect("a script");
    let client: Client = serde_json::from_str(&script).expect("a valid script");
    if args.any(|arg| arg == "--version") {
        say(client.version.as_deref().unwrap_or("2.1.332 (Claude Code)"));
        return ExitCode::SUCCESS;
    }
    Run::new(client).run()
}

struct Run {
    client: Client,
    home: PathBuf,
    api: String,
    key: String,
    /// Tools as written to the model, each with how it is loaded.
    tools: BTreeMap<String, (Value, bool)>,
    /// What servers that are started say of themselves.
    instructions: Vec<String>,
    /// Names that a search has found.
    found: Vec<String>,
    messages: Vec<Value>,
}

impl Run {
    fn new(client: Client) -> Self {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        let api = variable("ANTHROPIC_BASE_URL").replace("http://", "");
        Self {
            client,
            home: variable("HOME").into(),
            api,
            key: variable("ANTHROPIC_API_KEY"),
            tools: BTreeMap::new(),
            instructions: Vec::new(),
            found: Vec::new(),
            messages: Vec::new(),
        }
    }

    #[expect(clippy::zombie_processes, reason = "it leaves its children alone, as its script says")]
    fn run(mut self) -> ExitCode {
        self.record();
        for script in &self.client.children {
            Command::new("sh").args(["-c", script]).stdin(Stdio::null()).spawn().expect("a shell");
        }
        match self.client.instead {
            Some(Instead::Crashes) => {
                let _ = writeln!(std::io::stderr(), "first\nout of patience");
                return ExitCode::from(3);
            }
            Some(Instead::Hangs) => loop {
                thread::sleep(Duration::from_secs(1));
            },
            Some(Instead::Prints) => loop {
                say(&"x".repeat(4_000));
            },
            Some(Instead::Asks) => loop {
                self.post("/v1/messages", &self.key, &json!({"messages": []}));
            },
            Some(Instead::Leaves) | None => {}
        }
        self.list_servers();
        self.announce();
        loop {
            let calls = self.ask();
            if calls.is_empty() || self.client.instead == Some(Instead::Leaves) {
                return ExitCode::SUCCESS;
            }
            let results: Vec<Value> =
                calls.iter().map(|(id, query, max)| self.search(id, query, *max)).collect();
            self.messages.push(json!({"role": "user", "content": results}));
        }
    }

    fn record(&self) {
        let Some(file) = &self.client.record else { return };
        let env: BTreeMap<String, String> = std::env::vars().collect();
        let mut files = BTreeMap::new();
        // The home is a folder in the mirror of the machine.
        let machine = self.home.ancestors().find(|level| level.ends_with("machine"));
        read_all(machine.unwrap_or(&self.home), &mut files);
        fs::write(file, json!({"env": env, "files": files}).to_string()).expect("written");
    }

    fn json(&self, path: &str) -> Value {
        let text = fs::read_to_string(self.home.join(path)).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn list_servers(&mut self) {
        let settings = self.json(".claude/settings.json");
        let denied = settings["permissions"]["deny"].as_array().cloned().unwrap_or_default();
        let eager = settings["env"]["ENABLE_TOOL_SEARCH"] == "false";
        let global = self.json(".claude.json");
        for (server, entry) in global["mcpServers"].as_object().into_iter().flatten() {
            let listed =
                if entry["url"].is_string() { self.list_remote(entry) } else { list(entry) };
            self.instructions.extend(listed["instructions"].as_str().map(ToOwned::to_owned));
            for tool in listed["tools"].as_array().into_iter().flatten() {
                let name = format!("mcp__{server}__{}", tool["name"].as_str().unwrap_or_default());
                if denied.iter().any(|rule| *rule == name) {
                    continue;
                }
                let always = eager
                    || entry["alwaysLoad"] == true
                    || self.client.disobeys.as_ref() == Some(&name);
                let sent = json!({
                    "name": name, "description": tool["description"],
                    "input_schema": tool["inputSchema"],
                });
                self.tools.insert(name, (sent, always));
            }
        }
        let own = json!({"name": "OwnTool", "description": "o", "input_schema": {}});
        self.tools.insert("OwnTool".to_owned(), (own, eager));
    }

    fn list_remote(&self, entry: &Value) -> Value {
        let path = entry["url"].as_str().and_then(|url| url.split_once(&self.api));
        let header = entry["headers"]["x-plimsoll-recording"].as_str().unwrap_or_default();
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
        let answer = self.post(path.map_or("/", |(_, path)| path), header, &message);
        serde_json::from_str::<Value>(&answer).unwrap_or_default()["result"].take()
    }

    fn announce(&mut self) {
        let names: Vec<&str> = self
            .tools
            .iter()
            .filter(|(_, (_, always))| !always)
            .map(|(name, _)| name.as_str())
            .collect();
        let mut content = vec![json!({"type": "text", "text": "hello"})];
        content.extend(self.instructions.iter().map(|text| json!({"type": "text", "text": text})));
        if !names.is_empty() {
            let text = format!("<r>\nThese deferred tools wait:\n{}\n</r>", names.join("\n"));
            content.push(json!({"type": "text", "text": text}));
        }
        self.messages.push(json!({"role": "user", "content": content}));
    }

    /// Sends everything; the searches the model wants.
    fn ask(&mut self) -> Vec<(String, String, usize)> {
        let mut tools: Vec<Value> = self
            .tools
            .values()
            .filter(|(_, always)| *always)
            .map(|(sent, _)| sent.clone())
            .collect();
        if self.tools.values().any(|(_, always)| !always) {
            tools.push(json!({"name": "ToolSearch", "description": "", "input_schema": {}}));
        }
        for name in &self.found {
            let mut sent = self.tools[name].0.clone();
            sent["defer_loading"] = json!(true);
            tools.push(sent);
        }
        let body = json!({"stream": true, "tools": tools, "messages": self.messages});
        let stream = self.post("/v1/messages", &self.key, &body);
        let events = stream.lines().filter_map(|line| line.strip_prefix("data: "));
        let (mut ids, mut calls) = (Vec::new(), Vec::new());
        for event in events.filter_map(|event| serde_json::from_str::<Value>(event).ok()) {
            if event["content_block"]["type"] == "tool_use" {
                ids.push(event["content_block"]["id"].as_str().unwrap_or_default().to_owned());
            }
            if let Some(input) = event["delta"]["partial_json"].as_str() {
                let input: Value = serde_json::from_str(input).expect("an input");
                let query = input["query"].as_str().unwrap_or_default().to_owned();
                let max = input["max_results"].as_u64().unwrap_or(5);
                calls.push((query, usize::try_from(max).unwrap_or(5)));
            }
        }
        ids.into_iter().zip(calls).map(|(id, (query, max))| (id, query, max)).collect()
    }

    fn search(&mut self, id: &str, query: &str, max: usize) -> Value {
        let waiting = self.tools.iter().filter(|(_, (_, always))| !always).map(|(name, _)| name);
        let found: Vec<String> = match query.strip_prefix("select:") {
            Some(names) => {
                waiting.filter(|name| names.split(',').any(|one| one == **name)).cloned().collect()
            }
            None => waiting.filter(|name| name.contains(query)).take(max).cloned().collect(),
        };
        self.found.extend(
            found.iter().filter(|name| !self.found.contains(name)).cloned().collect::<Vec<_>>(),
        );
        let content: Vec<Value> =
            found.iter().map(|name| json!({"type": "tool_reference", "tool_name": name})).collect();
        json!({"type": "tool_result", "tool_use_id": id, "content": content})
    }

    /// HTTP/1.0: the answer ends with the connection.
    fn post(&self, path: &str, key: &str, body: &Value) -> String {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.api).expect("the API listens");
        let head = format!(
            "POST {path} HTTP/1.0\r\nhost: {}\r\ncontent-type: application/json\r\n\
             x-api-key: {key}\r\nx-plimsoll-recording: {key}\r\ncontent-length: {}\r\n\r\n",
            self.api,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("sent");
        stream.write_all(body.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("answered");
        answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default()
    }
}

/// Starts a server and lists it; its instructions are put to the list.
fn list(entry: &Value) -> Value {
    let args = entry["args"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let variables = entry["env"].as_object().into_iter().flatten();
    let variables = variables.filter_map(|(name, value)| Some((name, value.as_str()?)));
    let mut child = Command::new(entry["command"].as_str().expect("a command"))
        .args(args)
        .envs(variables)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut input = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut ask = |id: u8, method: &str| {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": {}});
        writeln!(input, "{message}").expect("asked");
        let line = lines.next().expect("an answer").expect("a line");
        serde_json::from_str::<Value>(&line).expect("JSON")["result"].take()
    };
    let greeting = ask(1, "initialize");
    let mut listed = ask(2, "tools/list");
    listed["instructions"] = greeting["instructions"].clone();
    drop(input);
    child.wait().expect("it ends");
    listed
}

fn read_all(folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            read_all(&path, files);
        } else {
            let text = fs::read_to_string(&path).unwrap_or_default();
            files.insert(path.display().to_string(), text);
        }
    }
}

fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
