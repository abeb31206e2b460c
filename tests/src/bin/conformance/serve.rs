//! The smallest MCP server: answers `initialize` and `tools/list` on stdio.

use std::io::{self, BufRead as _, Write as _};

use serde_json::{Value, json};

/// Serves until the input ends.
pub fn run(tools: &str) -> io::Result<()> {
    let tools: Value = serde_json::from_str(tools)?;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line?) else { continue };
        let Some(id) = message.get("id") else { continue };
        let answer = match message["method"].as_str() {
            Some("initialize") => json!({"result": {
                "protocolVersion": message["params"]["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "conformance", "version": "1"},
            }}),
            Some("tools/list") => json!({"result": {"tools": tools}}),
            Some("ping") => json!({"result": {}}),
            _ => json!({"error": {"code": -32601, "message": "no such method"}}),
        };
        let mut answer = answer;
        answer["jsonrpc"] = json!("2.0");
        answer["id"] = id.clone();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
