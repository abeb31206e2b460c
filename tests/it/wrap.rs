//! The wrapping server between a scripted client and a scripted server.

use plimsoll_engine::{
    clients::WrapOptions,
    wrap::{Outcome, Wrapping, wrap_streams},
};
use serde_json::{Value, json};
use tokio::{
    io::{
        AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream,
        ReadHalf, WriteHalf, duplex, split,
    },
    task::JoinHandle,
};

/// A relay with both of its far ends in hand.
pub(crate) struct Wrapped {
    client: BufReader<ReadHalf<DuplexStream>>,
    to_relay: WriteHalf<DuplexStream>,
    server: BufReader<ReadHalf<DuplexStream>>,
    from_server: WriteHalf<DuplexStream>,
    relay: JoinHandle<Outcome>,
}

impl Wrapped {
    pub(crate) fn start(wrapping: Wrapping) -> Self {
        let (client, relay_client) = duplex(1 << 20);
        let (server, relay_server) = duplex(1 << 20);
        let (client_in, client_out) = split(relay_client);
        let (server_out, server_in) = split(relay_server);
        let relay = tokio::spawn(async move {
            wrap_streams(client_in, client_out, server_in, server_out, wrapping)
                .await
                .expect("no stream breaks")
        });
        let (client_read, to_relay) = split(client);
        let (server_read, from_server) = split(server);
        Self {
            client: BufReader::new(client_read),
            to_relay,
            server: BufReader::new(server_read),
            from_server,
            relay,
        }
    }

    pub(crate) async fn client_says(&mut self, line: &str) {
        self.to_relay.write_all(format!("{line}\n").as_bytes()).await.expect("writes");
    }

    pub(crate) async fn server_says(&mut self, line: &str) {
        self.from_server.write_all(format!("{line}\n").as_bytes()).await.expect("writes");
    }

    pub(crate) async fn client_hears(&mut self) -> String {
        let mut line = String::new();
        self.client.read_line(&mut line).await.expect("reads");
        line.trim_end().to_owned()
    }

    pub(crate) async fn server_hears(&mut self) -> String {
        let mut line = String::new();
        self.server.read_line(&mut line).await.expect("reads");
        line.trim_end().to_owned()
    }

    /// Part of a line.
    pub(crate) async fn server_says_in_part(&mut self, text: &str) {
        self.from_server.write_all(text.as_bytes()).await.expect("writes");
    }

    /// Takes so many bytes of a line that goes on.
    pub(crate) async fn client_hears_in_part(&mut self, bytes: usize) {
        self.client.read_exact(&mut vec![0; bytes]).await.expect("reads");
    }

    /// Ends the server; what the client still hears.
    pub(crate) async fn server_gone(self) -> (Outcome, String) {
        let Self { mut client, to_relay, server, mut from_server, relay } = self;
        from_server.shutdown().await.expect("closes");
        drop((server, from_server));
        let outcome = relay.await.expect("ends");
        drop(to_relay);
        let mut rest = String::new();
        client.read_to_string(&mut rest).await.expect("reads");
        (outcome, rest)
    }

    /// Answers the relay's own list request with these tools.
    pub(crate) async fn server_lists(&mut self, tools: &Value) {
        let asked: Value = serde_json::from_str(&self.server_hears().await).expect("JSON");
        assert_eq!(asked["method"], "tools/list");
        self.server_says(
            &json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": tools}}).to_string(),
        )
        .await;
    }
}

/// As a plan writes it.
pub(crate) fn wrapping(spec: &str) -> Wrapping {
    Wrapping::new(&WrapOptions::parse(spec).expect("valid")).expect("valid")
}

fn only(pattern: &str) -> Wrapping {
    wrapping(&format!("only:{pattern}"))
}

pub(crate) fn tools() -> Value {
    json!([
        {"name": "get_harbour", "description": "Looks up a harbour by name", "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},
        {"name": "moor_vessel", "description": "Moors a vessel at a berth", "inputSchema": {"type": "object"}}
    ])
}

#[tokio::test]
async fn without_rules_every_byte_passes() {
    let mut wrapped = Wrapped::start(Wrapping::default());
    let odd = r#"{"jsonrpc":"2.0", "id" : 1.50e0,"method":"x/unknown","extra":"\u00e9"}"#;
    wrapped.client_says(odd).await;
    assert_eq!(wrapped.server_hears().await, odd);
    wrapped.server_says("no JSON at all").await;
    assert_eq!(wrapped.client_hears().await, "no JSON at all");
}

#[tokio::test]
async fn a_scope_filters_the_list_and_keeps_the_rest_of_the_answer() {
    let mut wrapped = Wrapped::start(only("get_*"));
    wrapped.client_says(r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#).await;
    wrapped.server_hears().await;
    wrapped
        .server_says(
            r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"set_a"},{"name":"get_a","x":1.50e3}],"nextCursor":"c","_meta":{"k":1}}}"#,
        )
        .await;
    assert_eq!(
        wrapped.client_hears().await,
        r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"get_a","x":1.50e3}],"nextCursor":"c","_meta":{"k":1}}}"#
    );
}

#[tokio::test]
async fn a_call_outside_the_scope_never_reaches_the_server() {
    let mut wrapped = Wrapped::start(only("get_*"));
    wrapped
        .client_says(
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"set_a"}}"#,
        )
        .await;
    let refused: Value = serde_json::from_str(&wrapped.client_hears().await).expect("JSON");
    assert_eq!(refused["id"], "a");
    assert_eq!(refused["error"]["code"], -32602);
    wrapped
        .client_says(
            r#"{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"get_a"}}"#,
        )
        .await;
    assert!(wrapped.server_hears().await.contains("get_a"), "the next thing the server hears");
}

#[tokio::test]
async fn deferring_shows_two_tools_and_reaches_the_rest() {
    let mut wrapped = Wrapped::start(Wrapping { defer: true, ..Wrapping::default() });
    wrapped.client_says(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
    wrapped.server_hears().await;
    wrapped
        .server_says(r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"instructions":"Harbours."}}"#)
        .await;
    assert!(wrapped.server_hears().await.contains("notifications/initialized"));
    wrapped.server_lists(&tools()).await;
    let shaken: Value = serde_json::from_str(&wrapped.client_hears().await).expect("JSON");
    let instructions = shaken["result"]["instructions"].as_str().expect("text");
    let places = ["find_tools", "Harbours.", "get_harbour"].map(|text| instructions.find(text));
    assert!(
        places.is_sorted() && places[0].is_some(),
        "how, the server's own, names: {instructions}"
    );

    wrapped.client_says(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    wrapped.client_says(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
    let listed: Value = serde_json::from_str(&wrapped.client_hears().await).expect("JSON");
    assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(2));

    wrapped
        .client_says(r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find_tools","arguments":{"query":"look up a harbour"}}}"#)
        .await;
    let found: Value = serde_json::from_str(&wrapped.client_hears().await).expect("JSON");
    let text = found["result"]["content"][0]["text"].as_str().expect("text");
    assert!(text.contains("get_harbour") && text.contains("inputSchema"), "{text}");

    wrapped
        .client_says(r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"call_tool","arguments":{"name":"get_harbour","arguments":{"name":5}}}}"#)
        .await;
    let unfit: Value = serde_json::from_str(&wrapped.client_hears().await).expect("JSON");
    assert_eq!(unfit["result"]["isError"], true, "arguments are checked before they are sent");

    wrapped
        .client_says(r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"call_tool","arguments":{"name":"get_harbour","arguments":{"name":"Kiel"}},"_meta":{"progressToken":9}}}"#)
        .await;
    let called: Value = serde_json::from_str(&wrapped.server_hears().await).expect("JSON");
    assert_eq!(
        called,
        json!({"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"get_harbour","arguments":{"name":"Kiel"},"_meta":{"progressToken":9}}})
    );
}

#[tokio::test]
async fn a_long_line_passes_without_being_read() {
    let wrapped = Wrapped::start(only("get_*"));
    let long =
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"text":"{}"}}}}"#, "x".repeat(8_000_000));
    let sent = long.clone();
    let Wrapped { mut client, mut from_server, .. } = wrapped;
    tokio::spawn(async move {
        from_server.write_all(format!("{sent}\n").as_bytes()).await.expect("writes");
        from_server
    });
    let mut heard = vec![0; long.len()];
    client.read_exact(&mut heard).await.expect("reads");
    assert!(heard == long.as_bytes());
}

#[tokio::test]
async fn each_side_may_end_first() {
    let wrapped = Wrapped::start(Wrapping::default());
    drop((wrapped.server, wrapped.from_server));
    assert_eq!(wrapped.relay.await.expect("ends"), Outcome::ServerGone);

    let Wrapped { client, to_relay, mut server, from_server, relay } =
        Wrapped::start(Wrapping::default());
    drop((client, to_relay));
    let mut rest = String::new();
    server.read_to_string(&mut rest).await.expect("the server sees the end");
    drop((server, from_server));
    assert_eq!(relay.await.expect("ends"), Outcome::ClientGone);
}
