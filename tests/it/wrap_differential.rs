//! The same client and server with and without the wrapper: equal, byte by
//! byte, but for the rules.

use plimsoll_engine::{
    clients::WrapOptions,
    wrap::{Wrapping, wrap_streams},
};
use plimsoll_tests::rich;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, duplex, split};

/// What the client says, and how many lines it then waits for.
fn script() -> Vec<(Value, usize)> {
    let ask = |id: Value, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    let tell =
        |method: &str, params: Value| json!({"jsonrpc": "2.0", "method": method, "params": params});
    vec![
        (
            ask(
                json!(0),
                "initialize",
                json!({"protocolVersion": "2025-06-18", "capabilities": {"roots": {}, "sampling": {}, "elicitation": {}}, "clientInfo": {"name": "c", "version": "1"}}),
            ),
            1,
        ),
        (tell("notifications/initialized", json!({})), 0),
        (ask(json!("l"), "tools/list", json!({"_meta": {"progressToken": "p"}})), 1),
        (
            ask(
                json!(2),
                "tools/call",
                json!({"name": "get_harbour", "arguments": {"name": "Kiel"}, "_meta": {"a": 1.50}}),
            ),
            1,
        ),
        (
            ask(
                json!(3),
                "tools/call",
                json!({"name": "moor_vessel", "arguments": {}, "_meta": {"progressToken": 7}}),
            ),
            4,
        ),
        (
            json!({"jsonrpc": "2.0", "id": "sample-1", "result": {"role": "assistant", "content": {"type": "text", "text": "hm"}, "model": "m"}}),
            0,
        ),
        (
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "declined", "data": [null]}}),
            1,
        ),
        (ask(json!(4), "tools/call", json!({"name": "scuttle", "arguments": {}})), 1),
        (ask(json!(5), "tools/call", json!({"name": "wait", "arguments": {}})), 0),
        (tell("notifications/cancelled", json!({"requestId": 5, "reason": "enough"})), 1),
        (ask(json!(6), "resources/list", json!({"cursor": "x"})), 1),
        (ask(json!(7), "resources/templates/list", json!({})), 1),
        (ask(json!(8), "resources/read", json!({"uri": "h://kiel"})), 1),
        (ask(json!(9), "resources/subscribe", json!({"uri": "h://kiel"})), 1),
        (tell("notifications/roots/list_changed", json!({})), 1),
        (
            json!({"jsonrpc": "2.0", "id": "roots-1", "result": {"roots": [{"uri": "file:///p"}]}}),
            2,
        ),
        (ask(json!(10), "prompts/list", json!({})), 1),
        (ask(json!(11), "prompts/get", json!({"name": "p", "arguments": {"a": "\u{1f6a2}"}})), 1),
        (
            ask(
                json!(12),
                "completion/complete",
                json!({"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": "k"}}),
            ),
            1,
        ),
        (ask(json!(13), "logging/setLevel", json!({"level": "debug"})), 1),
        (ask(json!(14), "x/unknown", json!({"deep": [[[1e-3]]]})), 1),
        (ask(json!(15), "ping", json!({})), 1),
    ]
}

/// Everything the client hears, line by line.
async fn hear(stream: DuplexStream) -> Vec<String> {
    let (read, mut write) = split(stream);
    let mut lines = BufReader::new(read).lines();
    let mut heard = Vec::new();
    for (message, answers) in script() {
        write.write_all(format!("{message}\n").as_bytes()).await.expect("writes");
        for _ in 0..answers {
            heard.push(lines.next_line().await.expect("reads").expect("an answer"));
        }
    }
    write.shutdown().await.expect("closes");
    while let Ok(Some(line)) = lines.next_line().await {
        heard.push(line);
    }
    heard
}

async fn bare() -> Vec<String> {
    let (client, server) = duplex(1 << 20);
    let (input, out) = split(server);
    tokio::spawn(rich::serve(input, out));
    hear(client).await
}

async fn through(spec: &str) -> Vec<String> {
    let options = WrapOptions::parse(spec).expect("valid");
    let wrapping = Wrapping::new(&options).expect("valid");
    let (client, relay_client) = duplex(1 << 20);
    let (server, relay_server) = duplex(1 << 20);
    let (client_in, client_out) = split(relay_client);
    let (server_out, server_in) = split(relay_server);
    tokio::spawn(async move {
        wrap_streams(client_in, client_out, server_in, server_out, wrapping).await
    });
    let (input, out) = split(server);
    tokio::spawn(rich::serve(input, out));
    hear(client).await
}

#[tokio::test]
async fn without_an_effect_the_wrapper_is_not_there() {
    let bare = bare().await;
    assert_eq!(bare.len(), 23, "the script covers the surface");
    for spec in
        ["except:nothing", "only:*", "max-description:5000", "except:nothing+max-description:9999"]
    {
        assert_eq!(through(spec).await, bare, "{spec}");
    }
}

#[tokio::test]
async fn a_rule_changes_what_it_is_about_and_nothing_else() {
    let bare = bare().await;
    let names = |list: &Value| -> Vec<Value> {
        let tools = list["result"]["tools"].as_array().expect("tools");
        tools.iter().map(|tool| tool["name"].clone()).collect()
    };
    // Neither call has another answer than one line, so the script never waits.
    let wrapped = through("except:scuttle,wait").await;
    let (mut lists, mut refused) = (0, Vec::new());
    // `wait` is answered nothing by the server, and refused by the wrapper.
    let mut bare = bare.iter();
    for with in &wrapped {
        let with: Value = serde_json::from_str(with).expect("JSON");
        if with["error"]["code"] == -32602 {
            refused.push(with["id"].clone());
            if with["id"] == 4 {
                bare.next();
            }
            continue;
        }
        let without = bare.next().expect("as many lines");
        let mut without: Value = serde_json::from_str(without).expect("JSON");
        if with["result"]["tools"].is_array() {
            lists += 1;
            assert_eq!(names(&with), ["get_harbour", "moor_vessel"]);
            let tools = without["result"]["tools"].as_array_mut().expect("tools");
            tools.retain(|tool| tool["name"] != "scuttle" && tool["name"] != "wait");
        }
        assert_eq!(with, without, "the rest is the server's");
    }
    assert_eq!((lists, refused, bare.next()), (1, vec![json!(4), json!(5)], None));
}

#[tokio::test]
async fn a_description_is_cut_in_the_list_only() {
    let bare = bare().await;
    let cut = through("max-description:6").await;
    let different: Vec<_> = cut.iter().zip(&bare).filter(|(cut, bare)| cut != bare).collect();
    assert_eq!(different.len(), 1, "{different:#?}");
    let list: Value = serde_json::from_str(different[0].0).expect("JSON");
    assert_eq!(list["result"]["tools"][0]["description"], "Looks…");
    assert_eq!(
        list["result"]["tools"][0]["_meta"]["k"][0], 1.5,
        "the rest of the tool is the server's"
    );
}
