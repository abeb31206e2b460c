//! Deferring, in the order things happen between a client and a server.

use std::time::Duration;

use plimsoll_engine::wrap::Wrapping;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::wrap::{Wrapped, tools, wrapping};

const META: &str = "io.modelcontextprotocol/protocolVersion";

/// Past the handshake with a server of these capabilities and instructions.
pub(crate) async fn greeted(
    wrapping: Wrapping,
    instructions: &str,
    tools: &Value,
) -> (Wrapped, Value) {
    let mut wrapped = Wrapped::start(wrapping);
    wrapped.client_says(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
    wrapped.server_hears().await;
    let result = json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}, "prompts": {}}, "instructions": instructions});
    wrapped.server_says(&json!({"jsonrpc": "2.0", "id": 0, "result": result}).to_string()).await;
    assert!(wrapped.server_hears().await.contains("notifications/initialized"));
    wrapped.server_lists(tools).await;
    let greeting: Value = serde_json::from_str(&wrapped.client_hears().await).expect("JSON");
    (wrapped, greeting["result"].clone())
}

fn call(id: u32, name: &str, arguments: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}}).to_string()
}

#[tokio::test]
async fn instructions_carry_what_matters_most_first() {
    let many: Vec<Value> = (0..400)
        .map(|n| json!({"name": format!("a_rather_long_name_{n}"), "inputSchema": {}}))
        .collect();
    let (_wrapped, greeting) = greeted(wrapping("defer"), &"own ".repeat(300), &json!(many)).await;
    let text = greeting["instructions"].as_str().expect("text");
    assert!(text.starts_with("The 400 tools of this server are loaded when needed"), "{text}");
    assert!(text.contains("own own") && text.contains("a_rather_long_name_0"), "{text}");
    assert!(text.contains(" more") && text.chars().count() <= 2_048, "{}", text.len());

    let mut named = wrapping("defer");
    named.name = Some("harbours".to_owned());
    let (mut wrapped, greeting) = greeted(named, "", &tools()).await;
    let text = greeting["instructions"].as_str().expect("text");
    assert!(text.starts_with("The 2 tools of harbours"), "{text}");
    wrapped.client_says(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    assert!(wrapped.client_hears().await.contains("Search the tools of harbours"));
}

#[tokio::test]
async fn a_server_without_tools_is_left_alone() {
    let mut wrapped = Wrapped::start(wrapping("defer"));
    wrapped.client_says(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
    wrapped.server_hears().await;
    let greeting = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"prompts":{}}}}"#;
    wrapped.server_says(greeting).await;
    assert_eq!(wrapped.client_hears().await, greeting);
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    wrapped.client_says(list).await;
    assert_eq!(wrapped.server_hears().await, list);
}

#[tokio::test]
async fn a_list_that_changes_while_it_is_asked_for_holds_nothing_up() {
    let (mut wrapped, _) = greeted(wrapping("defer"), "", &tools()).await;
    wrapped.server_says(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#).await;
    assert!(wrapped.client_hears().await.contains("list_changed"), "the client hears of it too");
    wrapped.client_says(&call(1, "find_tools", &json!({"query": "new_tool"}))).await;
    let asked: Value = serde_json::from_str(&wrapped.server_hears().await).expect("JSON");
    assert_eq!(asked["method"], "tools/list");
    // In the middle of our question it changes once more.
    wrapped.server_says(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#).await;
    let listed = json!({"tools": [{"name": "new_tool", "inputSchema": {}}]});
    wrapped
        .server_says(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": listed}).to_string())
        .await;
    assert!(wrapped.client_hears().await.contains("list_changed"));
    let found = timeout(Duration::from_secs(5), wrapped.client_hears()).await.expect("no deadlock");
    assert!(found.contains("new_tool") && found.contains("inputSchema"), "{found}");
}

#[tokio::test]
async fn a_cancelled_call_that_is_being_looked_up_never_reaches_the_server() {
    let mut wrapped = Wrapped::start(wrapping("read-only"));
    wrapped.client_says(&call(7, "get_harbour", &json!({}))).await;
    let asked: Value = serde_json::from_str(&wrapped.server_hears().await).expect("JSON");
    wrapped
        .client_says(
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
        )
        .await;
    wrapped.client_says(r#"{"jsonrpc":"2.0","id":8,"method":"ping"}"#).await;
    assert!(wrapped.server_hears().await.contains("ping"));
    let tools =
        json!([{"name": "get_harbour", "annotations": {"readOnlyHint": true}, "inputSchema": {}}]);
    wrapped
        .server_says(
            &json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": tools}}).to_string(),
        )
        .await;
    wrapped.client_says(&call(9, "get_harbour", &json!({}))).await;
    assert!(wrapped.server_hears().await.contains("\"id\":9"), "the next thing the server hears");
}

#[tokio::test]
async fn found_tools_join_the_list_where_the_client_wants_it() {
    let (mut wrapped, greeting) = greeted(wrapping("defer+grow"), "", &tools()).await;
    assert_eq!(greeting["capabilities"]["tools"]["listChanged"], true, "or no client would listen");
    wrapped.client_says(&call(1, "find_tools", &json!({"query": "moor_*"}))).await;
    let heard = [wrapped.client_hears().await, wrapped.client_hears().await];
    assert!(heard.iter().any(|line| line.contains("list_changed")), "{heard:?}");
    wrapped.client_says(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    let listed: Value = serde_json::from_str(&wrapped.client_hears().await).expect("JSON");
    let names: Vec<_> = listed["result"]["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|tool| &tool["name"])
        .collect();
    assert_eq!(names, ["find_tools", "call_tool", "moor_vessel"]);
    wrapped.client_says(&call(3, "moor_vessel", &json!({}))).await;
    assert!(wrapped.server_hears().await.contains("moor_vessel"), "and is called by its own name");
    wrapped.client_says(&call(4, "get_harbour", &json!({"name": "x"}))).await;
    assert!(wrapped.client_hears().await.contains("find_tools"), "others go through the search");
}

#[tokio::test]
async fn a_client_of_2026_needs_no_handshake() {
    let mut wrapped = Wrapped::start(wrapping("defer"));
    let meta = json!({META: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}, "progressToken": 1});
    let ask = |id: u32, method: &str, mut params: Value| {
        params["_meta"] = meta.clone();
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
    };
    wrapped.client_says(&ask(1, "server/discover", json!({}))).await;
    wrapped.server_hears().await;
    let greeting = json!({"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "resultType": "complete"});
    wrapped.server_says(&json!({"jsonrpc": "2.0", "id": 1, "result": greeting}).to_string()).await;
    let asked: Value = serde_json::from_str(&wrapped.server_hears().await).expect("JSON");
    assert_eq!(asked["method"], "tools/list", "nobody says initialized");
    assert_eq!(asked["params"]["_meta"][META], "2026-07-28", "every request says its version");
    assert!(asked["params"]["_meta"].get("progressToken").is_none(), "which is the client's own");
    let list = json!({"tools": tools(), "resultType": "complete", "ttlMs": 60_000, "cacheScope": "private"});
    wrapped
        .server_says(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": list}).to_string())
        .await;
    assert!(wrapped.client_hears().await.contains("find_tools"));
    wrapped.client_says(&ask(2, "tools/list", json!({}))).await;
    let listed: Value = serde_json::from_str(&wrapped.client_hears().await).expect("JSON");
    assert_eq!(listed["result"]["cacheScope"], "private", "what the server says of its list holds");
    assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(2));
    wrapped
        .client_says(&ask(
            3,
            "tools/call",
            json!({"name": "find_tools", "arguments": {"query": "*"}}),
        ))
        .await;
    let found: Value = serde_json::from_str(&wrapped.client_hears().await).expect("JSON");
    assert_eq!(found["result"]["resultType"], "complete");
}

#[tokio::test]
async fn a_batch_is_split_only_where_it_must_be() {
    let mut wrapped = Wrapped::start(wrapping("only:get_*"));
    let harmless = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"}]"#;
    wrapped.client_says(harmless).await;
    assert_eq!(wrapped.server_hears().await, harmless);
    wrapped
        .client_says(&format!(
            "[{},{}]",
            call(2, "set_x", &json!({})),
            call(3, "get_x", &json!({}))
        ))
        .await;
    assert!(wrapped.server_hears().await.contains("get_x"));
    assert!(wrapped.client_hears().await.contains("-32602"));
    wrapped.client_says(r#"{"jsonrpc":"2.0","id":4,"method":"tools/list"}"#).await;
    wrapped.server_hears().await;
    wrapped
        .server_says(r#"[{"jsonrpc":"2.0","id":3,"result":{}},{"jsonrpc":"2.0","id":4.0,"result":{"tools":[{"name":"set_x"}]}}]"#)
        .await;
    assert_eq!(wrapped.client_hears().await, r#"{"jsonrpc":"2.0","id":3,"result":{}}"#);
    assert_eq!(wrapped.client_hears().await, r#"{"jsonrpc":"2.0","id":4.0,"result":{"tools":[]}}"#);
}
