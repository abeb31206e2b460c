//! The wrapper in front of servers behind addresses, every way they speak.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use plimsoll_engine::{
    clients::{Remote, Transport},
    servers::{Connector, Logins, bridge},
    wrap::{Outcome, wrap_streams},
};
use plimsoll_tests::remote;
use serde_json::{Value, json};
use tokio::{
    io::{
        AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf,
        duplex, split,
    },
    task::JoinHandle,
    time::timeout,
};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate, matchers::any};

use crate::wrap::{tools, wrapping};

/// A client of the wrapper in front of an address.
struct Client {
    lines: BufReader<ReadHalf<DuplexStream>>,
    out: WriteHalf<DuplexStream>,
    ended: JoinHandle<Outcome>,
}

impl Client {
    async fn of(remote: Remote, spec: &str) -> Self {
        let connector = Connector {
            env: Arc::new(BTreeMap::new()),
            guard: PathBuf::from("/nowhere"),
            logins: Logins::in_memory(),
        };
        let bridge = bridge(connector, remote).await.expect("headers that can be sent");
        let wrapping = wrapping(spec);
        let (client, theirs) = duplex(1 << 16);
        let (client_in, client_out) = split(theirs);
        let ended = tokio::spawn(async move {
            let outcome =
                wrap_streams(client_in, client_out, bridge.input, bridge.output, wrapping).await;
            bridge.ended.await.expect("ends");
            outcome.expect("no stream breaks")
        });
        let (read, out) = split(client);
        Self { lines: BufReader::new(read), out, ended }
    }

    async fn says(&mut self, message: Value) {
        self.out.write_all(format!("{message}\n").as_bytes()).await.expect("writes");
    }

    async fn hears(&mut self) -> Value {
        let mut line = String::new();
        timeout(Duration::from_secs(20), self.lines.read_line(&mut line))
            .await
            .expect("in time")
            .expect("reads");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line}"))
    }

    async fn asks(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.says(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        loop {
            let heard = self.hears().await;
            // What the server says besides is not the answer.
            if heard.get("method").is_none() {
                assert_eq!(heard["id"], id, "{heard}");
                return heard;
            }
        }
    }

    async fn shakes_hands(&mut self) -> Value {
        let greeting = self
            .asks(0, "initialize", json!({"protocolVersion": "2025-06-18", "capabilities": {}}))
            .await;
        self.says(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        greeting
    }

    async fn leaves(self) -> Outcome {
        drop((self.lines, self.out));
        timeout(Duration::from_secs(20), self.ended).await.expect("in time").expect("ends")
    }
}

/// What a server with sessions was asked: method, and the headers that matter.
type Heard = Arc<Mutex<Vec<String>>>;

/// A server with sessions, whose answers come as events that break off.
struct Sessions {
    heard: Heard,
}

impl Respond for Sessions {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let header = |name: &str| {
            request
                .headers
                .get(name)
                .map(|value| value.to_str().expect("text").to_owned())
                .unwrap_or_default()
        };
        let message: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let said = message["method"].as_str().unwrap_or("answer");
        let (session, version, last) =
            (header("mcp-session-id"), header("mcp-protocol-version"), header("last-event-id"));
        let mut heard = self.heard.lock().expect("a lock");
        heard.push(format!(
            "{} {said} {session} {version} {last} {}",
            request.method,
            header("x-key")
        ));
        let sessions = heard.iter().filter(|line| line.contains(" initialize ")).count();
        let events =
            |body: String| ResponseTemplate::new(200).set_body_raw(body, "text/event-stream");
        let event = |message: Value| format!("event: message\nid: e\ndata: {message}\n\n");
        let id = &message["id"];
        match (request.method.as_str(), said) {
            ("DELETE", _) => ResponseTemplate::new(200),
            ("GET", _) if last == "call" => {
                events(event(json!({"jsonrpc": "2.0", "id": 2, "result": {"content": []}, "odd": true})))
            }
            ("GET", _) if last.is_empty() && session == "s1" => {
                events(format!("retry: 10\n{}", event(json!({"jsonrpc": "2.0", "id": "r", "method": "roots/list"}))))
            }
            ("GET", _) => ResponseTemplate::new(405),
            (_, "initialize") => ResponseTemplate::new(200)
                .insert_header("mcp-session-id", format!("s{sessions}"))
                .set_body_json(remote::answer(&message, &tools(), false)),
            (_, "x/expired") if sessions == 1 => ResponseTemplate::new(404),
            // The stream breaks off before the answer.
            (_, "tools/call") => events("id: call\nretry: 10\ndata:\n\n".to_owned()),
            (_, "x/refused") => ResponseTemplate::new(400).set_body_json(json!({"jsonrpc": "2.0", "id": null, "error": {"code": -1, "message": "no", "data": 5}})),
            (_, "x/broken") => ResponseTemplate::new(502).set_body_string("<html>"),
            _ if id.is_null() || said == "answer" => ResponseTemplate::new(202),
            _ => events(event(json!({"jsonrpc": "2.0", "id": id, "result": {"of": said}}))),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_streams_and_errors_are_the_transports_business() {
    let server = MockServer::start().await;
    let heard = Heard::default();
    Mock::given(any()).respond_with(Sessions { heard: Arc::clone(&heard) }).mount(&server).await;
    let remote = remote::remote(Transport::Http, &server.uri(), &[("X-Key", "k1")]);
    let mut client = Client::of(remote, "except:nothing").await;
    assert_eq!(client.shakes_hands().await["result"]["serverInfo"]["name"], "remote");
    assert_eq!(
        client.hears().await["method"],
        "roots/list",
        "what the server asks of its own accord"
    );
    client.says(json!({"jsonrpc": "2.0", "id": "r", "result": {"roots": []}})).await;

    let called = client.asks(2, "tools/call", json!({"name": "get_harbour"})).await;
    assert_eq!(called["odd"], true, "taken up again, and no field lost");
    assert_eq!(
        client.asks(3, "x/expired", json!({})).await["result"]["of"],
        "x/expired",
        "in a new session"
    );
    let refused = client.asks(4, "x/refused", json!({})).await;
    assert_eq!(
        refused["error"],
        json!({"code": -1, "message": "no", "data": 5}),
        "with the client's id"
    );
    let broken = client.asks(5, "x/broken", json!({})).await;
    assert!(broken["error"]["message"].as_str().expect("text").contains("502"), "{broken}");
    assert_eq!(client.leaves().await, Outcome::ClientGone);

    let heard = heard.lock().expect("a lock").clone();
    let has = |line: &str| heard.iter().any(|each| each == line);
    for line in [
        "POST initialize    k1",
        "POST notifications/initialized s1 2025-11-25  k1",
        "GET answer s1 2025-11-25  k1",
        "POST answer s1 2025-11-25  k1",
        "GET answer s1 2025-11-25 call k1",
        "POST x/expired s1 2025-11-25  k1",
        "POST x/expired s2 2025-11-25  k1",
        "DELETE answer s2 2025-11-25  k1",
    ] {
        assert!(has(line), "{line}: {heard:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deferring_works_over_every_transport() {
    let json = MockServer::start().await;
    let events = MockServer::start().await;
    let modern = MockServer::start().await;
    for (server, events, modern) in
        [(&json, false, false), (&events, true, false), (&modern, false, true)]
    {
        let fake = remote::Streamable { tools: tools(), events, modern, probe: None };
        Mock::given(any()).respond_with(fake).mount(server).await;
    }
    let legacy = remote::legacy_sse(tools(), "/messages?s=1").await;
    for (why, transport, url) in [
        ("JSON", Transport::Http, json.uri()),
        ("events", Transport::Http, events.uri()),
        ("the older transport", Transport::Sse, legacy),
    ] {
        let mut client = Client::of(remote::remote(transport, &url, &[]), "defer").await;
        let greeting = client.shakes_hands().await;
        assert!(
            greeting["result"]["instructions"]
                .as_str()
                .is_some_and(|text| text.contains("get_harbour")),
            "{why}: {greeting}"
        );
        let listed = client.asks(1, "tools/list", json!({})).await;
        assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(2), "{why}");
        client.leaves().await;
    }

    let mut client = Client::of(remote::remote(Transport::Http, &modern.uri(), &[]), "defer").await;
    let meta = json!({"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}});
    let greeting = client.asks(1, "server/discover", meta.clone()).await;
    assert!(
        greeting["result"]["instructions"]
            .as_str()
            .is_some_and(|text| text.contains("get_harbour")),
        "{greeting}"
    );
    client.leaves().await;
    let asked = modern.received_requests().await.expect("recorded");
    assert_eq!(asked.len(), 2, "the probe and our list");
    for (request, method) in asked.iter().zip(["server/discover", "tools/list"]) {
        assert_eq!(request.headers["mcp-method"], method);
        assert_eq!(request.headers["mcp-protocol-version"], "2026-07-28");
    }
}

/// A server that knows neither POST at its address nor JSON-RPC.
struct OldServer;

impl Respond for OldServer {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        match request.method.as_str() {
            "GET" => ResponseTemplate::new(200).set_body_raw(
                "event: endpoint\ndata: https://elsewhere.invalid/m\n\n",
                "text/event-stream",
            ),
            _ => ResponseTemplate::new(405),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_reached_is_an_answer_not_a_silence() {
    let old = MockServer::start().await;
    Mock::given(any()).respond_with(OldServer).mount(&old).await;
    let locked = MockServer::start().await;
    Mock::given(any()).respond_with(ResponseTemplate::new(401)).mount(&locked).await;
    for (why, url, part) in [
        (
            "nobody there",
            "http://127.0.0.1:9/mcp?token=s3cr3t-value".to_owned(),
            "cannot be reached",
        ),
        ("a login", locked.uri(), "wants a login"),
        ("the older transport, sending elsewhere", old.uri(), "another server"),
    ] {
        let remote =
            remote::remote(Transport::Http, &url, &[("Authorization", "Bearer s3cr3t-value")]);
        let mut client = Client::of(remote, "except:nothing").await;
        let answer = client.asks(0, "initialize", json!({})).await;
        let message = answer["error"]["message"].as_str().expect("an error");
        assert!(message.contains(part), "{why}: {message}");
        assert!(!message.contains("s3cr3t"), "{why}: {message}");
        client.leaves().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_answer_and_many_at_once_arrive_whole() {
    struct Large;
    impl Respond for Large {
        fn respond(&self, request: &Request) -> ResponseTemplate {
            let message: Value = serde_json::from_slice(&request.body).unwrap_or_default();
            let size = message["params"]["size"].as_u64().unwrap_or(0);
            let text = "x".repeat(usize::try_from(size).unwrap_or(0));
            // Laid out over lines, as some servers do.
            let body = format!(
                "{{\n  \"jsonrpc\": \"2.0\",\n  \"id\": {},\n  \"result\": {{\"text\": \"{text}\"}}\r\n}}\n",
                message["id"]
            );
            ResponseTemplate::new(200).set_body_raw(body, "application/json")
        }
    }
    let server = MockServer::start().await;
    Mock::given(any()).respond_with(Large).mount(&server).await;
    let mut client =
        Client::of(remote::remote(Transport::Http, &server.uri(), &[]), "except:nothing").await;
    let large = client.asks(1, "x/large", json!({"size": 5_000_000})).await;
    assert_eq!(large["result"]["text"].as_str().map(str::len), Some(5_000_000));
    for id in 0..200 {
        client
            .says(json!({"jsonrpc": "2.0", "id": id, "method": "x", "params": {"size": id}}))
            .await;
    }
    let mut heard = Vec::new();
    for _ in 0..200 {
        let answer = client.hears().await;
        assert_eq!(
            answer["result"]["text"].as_str().map(str::len),
            answer["id"].as_u64().map(|id| usize::try_from(id).expect("small"))
        );
        heard.push(answer["id"].as_u64().expect("an id"));
    }
    heard.sort_unstable();
    assert_eq!(heard, (0..200).collect::<Vec<_>>());
}
