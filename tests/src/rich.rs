//! A server with everything: what it says depends on what it hears and on
//! nothing else, so that two runs can be compared byte by byte.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};

/// Serves lines until its input ends.
///
/// Tools: `get_harbour` answers with structure, `moor_vessel` reports progress
/// and asks the client twice before it answers, `scuttle` fails with data,
/// `wait` answers nothing until it is cancelled. Resources, templates, prompts,
/// completion, logging and subscriptions answer; methods it does not know are
/// refused with code and data.
pub async fn serve(input: impl AsyncRead + Unpin, mut out: impl AsyncWrite + Unpin) {
    let mut lines = BufReader::new(input).lines();
    // The call that waits for answers of the client, and what it has so far.
    let mut mooring: Option<(Value, Vec<Value>)> = None;
    while let Ok(Some(line)) = lines.next_line().await {
        let Ok(message) = serde_json::from_str::<Value>(&line) else {
            say(&mut out, &json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "no JSON"}}))
                .await;
            continue;
        };
        let said = match (&message["method"], message.get("id")) {
            (Value::Null, Some(id)) => answered(id, &message, &mut mooring),
            (Value::String(method), Some(id)) if method == "tools/call" => {
                called(id, &message["params"], &mut mooring)
            }
            (Value::String(method), Some(id)) => vec![answer(method, id, &message["params"])],
            (Value::String(method), None) if method == "notifications/cancelled" => {
                vec![json!({"jsonrpc": "2.0", "method": "notifications/message",
                    "params": {"level": "info", "data": {"cancelled": message["params"]["requestId"]}}})]
            }
            (Value::String(method), None) if method == "notifications/roots/list_changed" => {
                vec![json!({"jsonrpc": "2.0", "id": "roots-1", "method": "roots/list"})]
            }
            _ => vec![],
        };
        for each in &said {
            say(&mut out, each).await;
        }
    }
}

async fn say(out: &mut (impl AsyncWrite + Unpin), message: &Value) {
    let _ = out.write_all(format!("{message}\n").as_bytes()).await;
}

/// Its tools.
pub fn tools() -> Value {
    json!([
        {"name": "get_harbour", "title": "Harbour", "description": "Looks up a harbour by name",
         "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
         "outputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}, "_meta": {"k": [1.50, "\u{e9}"]}},
        {"name": "moor_vessel", "description": "Moors a vessel at a berth", "inputSchema": {"type": "object"}},
        {"name": "scuttle", "description": "Fails", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false}},
        {"name": "wait", "description": "Waits", "inputSchema": {"type": "object"}}
    ])
}

fn answer(method: &str, id: &Value, params: &Value) -> Value {
    let result = match method {
        "initialize" => json!({
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {"listChanged": true}, "resources": {"subscribe": true}, "prompts": {},
                "logging": {}, "completions": {}, "experimental": {"x": {"y": 1}}},
            "serverInfo": {"name": "rich", "version": "1", "icons": []},
            "instructions": "Harbours and vessels.",
            "_meta": {"z": null}
        }),
        "ping" => json!({}),
        "tools/list" => json!({"tools": tools(), "_meta": {"page": 1}}),
        "resources/list" => {
            json!({"resources": [{"uri": "h://kiel", "name": "Kiel", "size": 1e3}], "nextCursor": "r2"})
        }
        "resources/templates/list" => {
            json!({"resourceTemplates": [{"uriTemplate": "h://{name}", "name": "Harbour"}]})
        }
        "resources/read" => json!({"contents": [{"uri": params["uri"], "blob": "AAE="}]}),
        "resources/subscribe" | "resources/unsubscribe" | "logging/setLevel" => json!({}),
        "prompts/list" => {
            json!({"prompts": [{"name": "p", "arguments": [{"name": "a", "required": true}]}]})
        }
        "prompts/get" => {
            json!({"messages": [{"role": "user", "content": {"type": "text", "text": params["arguments"]["a"]}}]})
        }
        "completion/complete" => {
            json!({"completion": {"values": ["kiel"], "total": 1, "hasMore": false}})
        }
        _ => {
            return json!({"jsonrpc": "2.0", "id": id, "error":
                {"code": -32601, "message": "Method not found", "data": {"method": method, "n": [1, {}]}}});
        }
    };
    json!({"jsonrpc": "2.0", "id": id, "result": result, "extra": "kept"})
}

fn called(id: &Value, params: &Value, mooring: &mut Option<(Value, Vec<Value>)>) -> Vec<Value> {
    match params["name"].as_str() {
        Some("get_harbour") => vec![json!({"jsonrpc": "2.0", "id": id, "result": {
            "content": [{"type": "text", "text": format!("{} \u{2693}", params["arguments"]["name"])}],
            "structuredContent": {"got": params.clone()}, "_meta": {"m": true}}})],
        Some("moor_vessel") => {
            *mooring = Some((id.clone(), Vec::new()));
            vec![
                json!({"jsonrpc": "2.0", "method": "notifications/progress",
                    "params": {"progressToken": params["_meta"]["progressToken"], "progress": 0.5, "total": 1}}),
                json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "debug", "data": "mooring"}}),
                json!({"jsonrpc": "2.0", "id": "sample-1", "method": "sampling/createMessage",
                    "params": {"messages": [], "maxTokens": 10, "includeContext": "none"}}),
                json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create",
                    "params": {"message": "Which berth?", "requestedSchema": {"type": "object"}}}),
            ]
        }
        Some("scuttle") => vec![json!({"jsonrpc": "2.0", "id": id, "error":
            {"code": -31999, "message": "no", "data": {"why": ["ballast"]}}})],
        Some("wait") => vec![],
        other => vec![json!({"jsonrpc": "2.0", "id": id, "error":
            {"code": -32602, "message": format!("Unknown tool: {}", other.unwrap_or_default())}})],
    }
}

/// An answer of the client; the second one ends the mooring.
fn answered(id: &Value, message: &Value, mooring: &mut Option<(Value, Vec<Value>)>) -> Vec<Value> {
    if id == "roots-1" {
        return vec![
            json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": "h://kiel"}}),
            json!({"jsonrpc": "2.0", "method": "x/odd", "params": [message["result"]]}),
        ];
    }
    let Some((call, answers)) = mooring else { return vec![] };
    answers.push(message.clone());
    if answers.len() < 2 {
        return vec![];
    }
    let done = json!({"jsonrpc": "2.0", "id": call, "result":
        {"content": [], "structuredContent": {"answers": answers}}});
    *mooring = None;
    vec![done]
}
