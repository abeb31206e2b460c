//! A home as a user has it: three servers in Claude Code, one of them broken.

use std::{fs, path::PathBuf};

use plimsoll_engine::{
    wire::{Audit, AuditRequest, ConnectRequest, Settings, TaskSet},
    workbench::Workbench,
};
use plimsoll_tests::{client::Client, fake::Script, sandbox::Sandbox};
use serde_json::{Value, json};

/// The value of a variable in the configuration. It must never be on screen.
pub const SECRET: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

/// The home and the script of its broken server.
pub struct Home {
    pub sandbox: Sandbox,
    broken: PathBuf,
}

impl Home {
    /// Nothing is configured in it.
    pub fn empty() -> Self {
        let sandbox = Sandbox::new();
        let broken = sandbox.scratch("tracker.json");
        Self { sandbox, broken }
    }

    /// `weather` and `notes` answer; `tracker` ends at once and says why.
    pub fn with_servers() -> Self {
        let Self { sandbox, broken } = Self::empty();
        write(&broken, &json!({ "exitAtStart": 3, "stderr": ["tracker: no such database"] }));
        let servers = json!({ "mcpServers": {
            "weather": server(&json!({ "tools": [
                tool("forecast", "The weather of the coming days at a place."),
                tool("history", "What the weather was at a place on a day."),
            ] }).to_string()),
            "notes": server(&json!({
                "instructions": "Search before you write.",
                "tools": [tool("search_notes", "Finds notes by their words.")],
            }).to_string()),
            "tracker": server(&broken.display().to_string()),
        } });
        Self { sandbox: sandbox.with_json(".claude.json", &servers), broken }
    }

    /// `big` has a hundred tools, in a file of Cursor's that was written by hand.
    pub fn in_cursor() -> Self {
        let Self { sandbox, broken } = Self::empty();
        let script = serde_json::to_string(&Script::with_tools(100)).expect("serializes");
        let text = format!(
            "{{\n  // by hand\n  \"mcpServers\" : {{\n    \"big\": {{ \"command\":{:?},\n      \"args\": [ {} ] }},\n  }}\n}}\n",
            env!("CARGO_BIN_EXE_fake_mcp"),
            Value::from(script),
        );
        Self { sandbox: sandbox.with_file(".cursor/mcp.json", &text), broken }
    }

    /// From now on the broken server answers.
    pub fn mend(&self) {
        write(&self.broken, &json!({ "tools": [tool("open_ticket", "Opens a ticket.")] }));
    }

    /// Lists its servers before the window opens.
    pub async fn listed(&self) {
        let bench = self.workbench().await;
        let asks = bench.consents(&ConnectRequest::default()).await.expect("the home can be read");
        let keys = asks.into_iter().map(|ask| ask.key).collect();
        let request = ConnectRequest { keys, ..ConnectRequest::default() };
        bench.connect(&request, |_event| ()).await.expect("the home can be read");
    }

    /// What the engine says about this home.
    pub async fn audit(&self) -> Audit {
        let bench = self.workbench().await;
        bench.audit(&AuditRequest::default()).await.expect("the home can be read")
    }

    /// The tools a server's first client loads, as it is known without connecting.
    pub async fn names_of(&self, server: &str) -> Vec<String> {
        let audit = self.audit().await;
        let servers = audit.clients.iter().flat_map(|client| &client.servers);
        let found = servers.into_iter().find(|each| each.name == server).expect("configured");
        found.tools.iter().map(|tool| tool.name.clone()).collect()
    }

    /// Puts a stand-in for Claude Code where its installer puts the real one.
    pub fn with_client(self) -> Self {
        let folder = self.sandbox.home().join(".local/bin");
        Client::default().install(&folder, env!("CARGO_BIN_EXE_fake_client"));
        self
    }

    /// Chooses a theme before the window opens.
    pub async fn choose_theme(&self, theme: &str) {
        let settings = Settings { theme: theme.to_owned(), ..Settings::default() };
        self.workbench().await.set_settings(settings).await.expect("the store is open");
    }

    /// Keeps a set of tasks before the window opens.
    pub async fn keep_tasks(&self, set: &TaskSet) {
        self.workbench().await.save_task_set(set).await.expect("the store is open");
    }

    async fn workbench(&self) -> Workbench {
        Workbench::open(self.sandbox.world(), PathBuf::from(env!("CARGO_BIN_EXE_fake_mcp"))).await
    }
}

/// The snippet of a help desk's server, as somebody pastes it.
pub fn pasted(name: &str) -> String {
    let script = json!({ "tools": [tool("open_ticket", "Opens a ticket at the desk.")] });
    json!({ "mcpServers": { name: server(&script.to_string()) } }).to_string()
}

fn server(script: &str) -> Value {
    json!({
        "command": env!("CARGO_BIN_EXE_fake_mcp"),
        "args": [script],
        "env": { "ACCESS_TOKEN": SECRET },
    })
}

fn tool(name: &str, description: &str) -> Value {
    let place = json!({ "type": "string", "description": "A city, or latitude and longitude." });
    json!({
        "name": name,
        "description": description,
        "inputSchema": { "type": "object", "properties": { "place": place } },
    })
}

fn write(file: &PathBuf, script: &Value) {
    fs::write(file, script.to_string()).expect("the script can be written");
}
