//! A stdio MCP server that does what its script says; see `plimsoll_tests::fake`.
//!
//! Usage: `fake_mcp SCRIPT`, where SCRIPT is JSON or the name of a file with it.
//! It is also the guard of programs started by tests, plays recordings, is
//! `plimsoll wrap` as a process, and with `echo` a server that says what it
//! hears, byte by byte.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufRead, Write},
    process::{Command, ExitCode, Stdio},
    thread,
    time::Duration,
};

use plimsoll_tests::fake::{Cursor, Discover, Script};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let guard = plimsoll_engine::servers::guard::take_over();
    if let Some(code) = guard.or_else(plimsoll_engine::proof::replay::take_over) {
        return code;
    }
    let Some(given) = std::env::args().nth(1) else { return ExitCode::from(2) };
    if given == "wrap" {
        return plimsoll_cli::main();
    }
    if given == "echo" {
        return echo();
    }
    let text =
        if given.starts_with('{') { given } else { fs::read_to_string(given).expect("a script") };
    let script: Script = serde_json::from_str(&text).expect("a valid script");
    Server { script, capabilities: Value::Null }.run()
}

/// Says what it hears; a line `exit N` ends it, `flood N` makes it say N lines.
fn echo() -> ExitCode {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
            return ExitCode::SUCCESS;
        }
        let text = String::from_utf8_lossy(&line);
        if let Some(code) = text.strip_prefix("exit ") {
            return exit(code.trim().parse().unwrap_or(1));
        }
        if let Some(count) = text.strip_prefix("flood ") {
            let note = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":""#;
            for number in 0..count.trim().parse().unwrap_or(0_u32) {
                say(&format!("{note}{number}\"}}}}"));
            }
            continue;
        }
        if io::stdout().write_all(&line).and_then(|()| io::stdout().flush()).is_err() {
            return ExitCode::FAILURE;
        }
    }
}

struct Server {
    script: Script,
    /// What the client announced.
    capabilities: Value,
}

impl Server {
    #[expect(clippy::zombie_processes, reason = "it leaves its children alone, as its script says")]
    fn run(mut self) -> ExitCode {
        let env: BTreeMap<String, String> = std::env::vars().collect();
        let cwd = std::env::current_dir().expect("a directory");
        self.record(&json!({"env": env, "cwd": cwd, "pid": std::process::id()}).to_string());
        for line in &self.script.stderr {
            say_aside(line);
        }
        if let Some(name) = &self.script.stderr_variable {
            say_aside(&format!("{name} is {}", std::env::var(name).unwrap_or_default()));
        }
        for script in &self.script.children {
            Command::new("sh").args(["-c", script]).stdin(Stdio::null()).spawn().expect("a shell");
        }
        if let Some(code) = self.script.exit_at_start {
            return exit(code);
        }
        for line in &self.script.noise {
            say(line);
        }
        thread::sleep(Duration::from_millis(self.script.start_delay_ms));
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            self.record(&line);
            let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
            if let Some(code) = self.hear(&message) {
                return exit(code);
            }
        }
        if self.script.ignores_eof {
            loop {
                thread::sleep(Duration::from_secs(1));
            }
        }
        ExitCode::SUCCESS
    }

    /// Answers one message; a code when the server is to end.
    fn hear(&mut self, message: &Value) -> Option<i32> {
        let method = message.get("method").and_then(Value::as_str)?;
        let id = message.get("id").cloned()?;
        if self.script.silent.as_deref() == Some(method) {
            return None;
        }
        let params = message.get("params").cloned().unwrap_or_default();
        match method {
            "server/discover" => self.discover(&id, &params),
            "initialize" if self.script.discover == Discover::Only => {
                refuse(&id, -32601, "Method not found");
            }
            "initialize" => {
                self.capabilities = params["capabilities"].clone();
                let mut result = self.greeting();
                let asked = params["protocolVersion"].clone();
                result["protocolVersion"] =
                    self.script.protocol.clone().map_or(asked, Value::String);
                reply(&id, &result);
            }
            "tools/list" => return self.list(&id, &params),
            "ping" => reply(&id, &json!({})),
            _ => refuse(&id, -32601, "Method not found"),
        }
        None
    }

    fn greeting(&self) -> Value {
        let mut result = json!({
            "capabilities": self.script.capabilities.clone().unwrap_or(json!({"tools": {}})),
            "serverInfo": {"name": "fake", "version": "1.2.3"},
        });
        if let Some(instructions) = &self.script.instructions {
            result["instructions"] = json!(instructions);
        }
        result
    }

    fn discover(&mut self, id: &Value, params: &Value) {
        match self.script.discover {
            Discover::Unknown => refuse(id, -32601, "Method not found"),
            Discover::BadParameters => refuse(id, -32602, "Invalid request parameters"),
            Discover::Silent => {}
            Discover::Only | Discover::Both => {
                self.capabilities =
                    params["_meta"]["io.modelcontextprotocol/clientCapabilities"].clone();
                let mut result = self.greeting();
                result["supportedVersions"] = json!(["2026-07-28"]);
                result["resultType"] = json!("complete");
                result["ttlMs"] = json!(0);
                result["cacheScope"] = json!("private");
                reply(id, &result);
            }
        }
    }

    fn list(&self, id: &Value, params: &Value) -> Option<i32> {
        if self.script.exit_at_list.is_some() {
            return self.script.exit_at_list;
        }
        if let Some(line) = &self.script.noise_before_list {
            say(line);
        }
        for (number, method) in self.script.asks.iter().enumerate() {
            let id = format!("ask-{number}");
            say(&json!({"jsonrpc": "2.0", "id": id, "method": method}).to_string());
        }
        if self.script.floods {
            loop {
                say("still thinking");
            }
        }
        if let Some(raw) = &self.script.raw_list {
            say(&raw.replace("$ID", &id.to_string()));
            return None;
        }
        let mut tools = self.script.tools.clone();
        for (capability, more) in &self.script.tools_for {
            if self.capabilities.get(capability).is_some() {
                tools.extend(more.iter().cloned());
            }
        }
        if self.script.padding > 0
            && let Some(first) = tools.first_mut()
        {
            first["description"] = json!("x".repeat(self.script.padding));
        }
        let cursor = params["cursor"].as_str();
        let from: usize = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
        let size = self.script.page_size.unwrap_or(tools.len().max(1));
        let to = from.saturating_add(size).min(tools.len());
        let page = tools.get(from..to).unwrap_or_default();
        let mut result = json!({"tools": page});
        match self.script.cursor {
            Cursor::Honest if to < tools.len() => result["nextCursor"] = json!(to.to_string()),
            Cursor::Honest => {}
            Cursor::Empty => result["nextCursor"] = json!(""),
            Cursor::Same => result["nextCursor"] = json!("0"),
            Cursor::Endless => result["nextCursor"] = json!((from + 1).to_string()),
        }
        reply(id, &result);
        None
    }

    fn record(&self, line: &str) {
        let Some(path) = &self.script.record else { return };
        let mut file = fs::File::options().create(true).append(true).open(path).expect("a record");
        writeln!(file, "{line}").expect("a record");
    }
}

fn reply(id: &Value, result: &Value) {
    say(&json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string());
}

fn refuse(id: &Value, code: i32, message: &str) {
    say(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
        .to_string());
}

/// One line on standard output; a closed one ends the process.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(1);
    }
}

fn say_aside(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn exit(code: i32) -> ExitCode {
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}
