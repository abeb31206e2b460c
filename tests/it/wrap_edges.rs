//! What must not slip past the wrapper, wait in it or be lost in it.

use std::time::Duration;

use plimsoll_engine::wrap::Outcome;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::{
    wrap::{Wrapped, tools, wrapping},
    wrap_defer::greeted,
};

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
const SOON: Duration = Duration::from_secs(5);

fn names(answer: &str) -> Vec<String> {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    let tools = answer["result"]["tools"].as_array().expect("a list").clone();
    tools.iter().filter_map(|tool| Some(tool["name"].as_str()?.to_owned())).collect()
}

/// A server in JavaScript cuts a text in the middle of an emoji; its clients
/// read on.
#[tokio::test]
async fn a_list_we_read_with_difficulty_is_filtered_all_the_same() {
    let cases = [
        ("half an emoji", r#"{"name":"get_a","description":"cut \ud83d"}"#, vec!["get_a"]),
        ("half an emoji in a key", r#"{"name":"get_a","x\ud83d":1}"#, vec!["get_a"]),
        ("a number nobody can hold", r#"{"name":"get_a","x":1e999}"#, vec![]),
        ("no object", "7", vec![]),
    ];
    for (why, odd, want) in cases {
        let mut wrapped = Wrapped::start(wrapping("only:get_*"));
        wrapped.client_says(LIST).await;
        wrapped.server_hears().await;
        let answer = format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{odd},{{"name":"drop_all"}}]}}}}"#
        );
        wrapped.server_says(&answer).await;
        let heard = wrapped.client_hears().await;
        assert!(!heard.contains("drop_all"), "{why}: {heard}");
        assert_eq!(heard.matches("get_a").count(), want.len(), "{why}: {heard}");
    }
}

#[tokio::test]
async fn a_list_that_is_none_holds_nothing() {
    let mut wrapped = Wrapped::start(wrapping("only:get_*"));
    wrapped.client_says(LIST).await;
    wrapped.server_hears().await;
    wrapped.server_says(r#"{"jsonrpc":"2.0","id":1,"result":{"tools":{"drop_all":{}}}}"#).await;
    assert_eq!(names(&wrapped.client_hears().await), [""; 0]);
}

/// The server waits for the client's answer, which must not wait for the server.
#[tokio::test]
async fn a_wrong_name_does_not_hold_up_the_stream() {
    let (mut wrapped, _) = greeted(wrapping("defer"), "", &tools()).await;
    // Old enough to be asked for again.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let params = json!({"name": "call_tool", "arguments": {"name": "typo"}});
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params});
    wrapped.client_says(&call.to_string()).await;
    assert!(wrapped.server_hears().await.contains("tools/list"));
    let answer = r#"{"jsonrpc":"2.0","id":"elicited","result":{"action":"accept"}}"#;
    wrapped.client_says(answer).await;
    let heard = timeout(SOON, wrapped.server_hears()).await.expect("it passes meanwhile");
    assert_eq!(heard, answer);
}

/// The end of a long line and the answer behind it come in one piece.
#[tokio::test]
async fn what_comes_behind_a_long_line_is_looked_at() {
    let mut wrapped = Wrapped::start(wrapping("only:get_*"));
    let long = format!(r#"{{"method":"x","params":"{}"#, "x".repeat(200_000));
    wrapped.server_says_in_part(&long).await;
    // It passes already; now an answer is awaited.
    wrapped.client_hears_in_part(long.len() - 70_000).await;
    wrapped.client_says(LIST).await;
    wrapped.server_hears().await;
    let list = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"drop_all"}]}}"#;
    wrapped.server_says(&format!("\"}}\n{list}")).await;
    wrapped.client_hears().await;
    assert_eq!(names(&wrapped.client_hears().await), [""; 0]);
}

#[tokio::test]
async fn a_handshake_on_hold_reaches_the_client_when_the_server_ends() {
    let mut wrapped = Wrapped::start(wrapping("defer"));
    wrapped.client_says(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
    wrapped.server_hears().await;
    let result = json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}});
    wrapped.server_says(&json!({"jsonrpc": "2.0", "id": 0, "result": result}).to_string()).await;
    assert!(wrapped.server_hears().await.contains("notifications/initialized"));
    assert!(wrapped.server_hears().await.contains("tools/list"));
    let (outcome, rest) = timeout(SOON, wrapped.server_gone()).await.expect("it ends");
    assert_eq!(outcome, Outcome::ServerGone);
    assert!(rest.contains("2025-06-18"), "the answer the bare server gave: {rest}");
}
