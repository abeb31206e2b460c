//! What a client would be shown through the wrapper: the wrapper itself, run
//! over a server that says what is known of the real one.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, duplex, split};

use super::{Wrapping, wrap_streams};

/// What a client is shown before the first message.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The elements of its tool list.
    pub tools: Vec<Value>,
    /// The instructions.
    pub instructions: Option<String>,
}

/// Runs the wrapper between a client and a server that lists `tools`, both in
/// this process. Nothing is started. `None`: the wrapper showed no list, which
/// no well-formed tool list brings about.
pub async fn preview(
    tools: &[Value],
    instructions: Option<&str>,
    wrapping: Wrapping,
) -> Option<Shown> {
    const PIPE: usize = 1 << 20;
    let (client, relay_client) = duplex(PIPE);
    let (server, relay_server) = duplex(PIPE);
    let (client_in, client_out) = split(relay_client);
    let (server_out, server_in) = split(relay_server);
    let relay = wrap_streams(client_in, client_out, server_in, server_out, wrapping);
    tokio::select! {
        shown = ask(client) => shown,
        () = answer(server, tools, instructions) => None,
        _ = relay => None,
    }
}

/// The client: shakes hands and lists.
async fn ask(stream: DuplexStream) -> Option<Shown> {
    let (read, mut write) = split(stream);
    let mut lines = BufReader::new(read).lines();
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "plimsoll", "version": env!("CARGO_PKG_VERSION")},
    });
    let mut results = Vec::new();
    for (id, method, params) in [(0, "initialize", params), (1, "tools/list", json!({}))] {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        write.write_all(format!("{request}\n").as_bytes()).await.ok()?;
        loop {
            let line = lines.next_line().await.ok()??;
            let mut message: Value = serde_json::from_str(&line).ok()?;
            if message["id"] == id {
                results.push(message["result"].take());
                break;
            }
        }
    }
    let mut list = results.pop()?;
    let instructions = results.pop()?["instructions"].as_str().map(ToOwned::to_owned);
    let Value::Array(tools) = list["tools"].take() else { return None };
    Some(Shown { tools, instructions })
}

/// The server: says what is known of it.
async fn answer(stream: DuplexStream, tools: &[Value], instructions: Option<&str>) {
    let (read, mut write) = split(stream);
    let mut lines = BufReader::new(read).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
        let result = match message["method"].as_str() {
            Some("initialize") => {
                let mut result = json!({
                    "protocolVersion": "2025-11-25",
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "", "version": ""},
                });
                if let Some(instructions) = instructions {
                    result["instructions"] = json!(instructions);
                }
                result
            }
            Some("tools/list") => json!({"tools": tools}),
            _ => continue,
        };
        let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
        if write.write_all(format!("{answer}\n").as_bytes()).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::WrapOptions;

    #[tokio::test]
    async fn it_shows_what_the_wrapper_shows() {
        let tools =
            [json!({"name": "get_x", "inputSchema": {"type": "object"}}), json!({"name": "set_x"})];
        let through = |spec: &str| {
            let options = WrapOptions::parse(spec).expect("valid");
            Wrapping::new(&options).expect("valid")
        };
        let scoped = preview(&tools, Some("Own."), through("only:get_*")).await.expect("shown");
        assert_eq!(
            scoped,
            Shown { tools: vec![tools[0].clone()], instructions: Some("Own.".into()) }
        );
        let deferred = preview(&tools, None, through("defer")).await.expect("shown");
        assert_eq!(deferred.tools.len(), 2);
        assert!(deferred.instructions.is_some_and(|text| text.contains("get_x")));
    }
}
