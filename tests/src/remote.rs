//! Fake remote servers: what they answer to which message.

use std::sync::Arc;

use plimsoll_engine::clients::{Launch, Remote, Secret, Transport};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream, tcp::OwnedWriteHalf},
};
use wiremock::{Request, Respond, ResponseTemplate};

/// An entry for an address.
pub fn launch(transport: Transport, url: &str, headers: &[(&str, &str)]) -> Launch {
    Launch::Remote(remote(transport, url, headers))
}

/// The remote of an entry for an address.
pub fn remote(transport: Transport, url: &str, headers: &[(&str, &str)]) -> Remote {
    Remote {
        transport,
        url: url.to_owned(),
        headers: headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Secret::new(*value)))
            .collect(),
        headers_helper: None,
        oauth_client_id: None,
        oauth_callback_port: None,
        oauth_scopes: Vec::new(),
    }
}

/// The answer of a well-behaved server with these tools; `None` for what needs
/// no answer.
pub fn answer(message: &Value, tools: &Value, modern: bool) -> Option<Value> {
    let id = message.get("id")?;
    let greeting = json!({
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "remote", "version": "2"},
        "protocolVersion": "2025-11-25",
        "supportedVersions": ["2026-07-28"],
    });
    let result = match message["method"].as_str()? {
        "server/discover" if modern => greeting,
        "initialize" if !modern => greeting,
        "tools/list" => json!({"tools": tools}),
        _ => {
            let error = json!({"code": -32601, "message": "Method not found"});
            return Some(json!({"jsonrpc": "2.0", "id": id, "error": error}));
        }
    };
    Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

/// How a fake behind Streamable HTTP answers.
#[derive(Clone, Debug)]
pub struct Streamable {
    /// The elements of its list.
    pub tools: Value,
    /// Answers as an event stream instead of JSON.
    pub events: bool,
    /// Speaks 2026-07-28 only.
    pub modern: bool,
    /// Refuses the probe with this status and body.
    pub probe: Option<(u16, &'static str)>,
}

impl Respond for Streamable {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let Ok(message) = serde_json::from_slice::<Value>(&request.body) else {
            return ResponseTemplate::new(400);
        };
        if message["method"] == "server/discover"
            && let Some((status, body)) = self.probe
        {
            return ResponseTemplate::new(status).set_body_raw(body, "text/plain");
        }
        let Some(answer) = answer(&message, &self.tools, self.modern) else {
            return ResponseTemplate::new(202);
        };
        let response = ResponseTemplate::new(200).insert_header("mcp-session-id", "session-1");
        if self.events {
            let noise = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "hi"}});
            let body =
                format!(": comment\n\nid: 1\ndata: {noise}\n\nevent: message\ndata: {answer}\n\n");
            response.set_body_raw(body, "text/event-stream")
        } else {
            response.set_body_json(answer)
        }
    }
}

/// A fake behind the transport of 2024-11-05; its address. `endpoint` is what
/// it names as the address to send to.
///
/// # Panics
/// Without a free port.
pub async fn legacy_sse(tools: Value, endpoint: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let endpoint = endpoint.to_owned();
    let stream: Arc<tokio::sync::Mutex<Option<OwnedWriteHalf>>> = Arc::default();
    tokio::spawn(async move {
        while let Ok((browser, _)) = listener.accept().await {
            let (tools, endpoint, stream) = (tools.clone(), endpoint.clone(), stream.clone());
            tokio::spawn(serve_sse(browser, tools, endpoint, stream));
        }
    });
    format!("http://{address}/sse")
}

async fn serve_sse(
    socket: TcpStream,
    tools: Value,
    endpoint: String,
    stream: Arc<tokio::sync::Mutex<Option<OwnedWriteHalf>>>,
) {
    let (read, mut write) = socket.into_split();
    let mut read = BufReader::new(read);
    loop {
        let Some((method, body)) = read_request(&mut read).await else { return };
        if method == "GET" {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
            let event = format!("{head}event: endpoint\ndata: {endpoint}\n\n");
            let _ = write.write_all(event.as_bytes()).await;
            *stream.lock().await = Some(write);
            return;
        }
        let _ = write.write_all(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n").await;
        let message: Value = serde_json::from_slice(&body).unwrap_or_default();
        if let Some(answer) = answer(&message, &tools, false)
            && let Some(stream) = stream.lock().await.as_mut()
        {
            let _ =
                stream.write_all(format!("event: message\ndata: {answer}\n\n").as_bytes()).await;
        }
    }
}

async fn read_request(read: &mut (impl AsyncBufReadExt + Unpin)) -> Option<(String, Vec<u8>)> {
    let mut line = String::new();
    read.read_line(&mut line).await.ok().filter(|read| *read > 0)?;
    let method = line.split(' ').next()?.to_owned();
    let mut length = 0;
    loop {
        line.clear();
        read.read_line(&mut line).await.ok()?;
        match line.trim().split_once(':') {
            None => break,
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok()?;
            }
            Some(_) => {}
        }
    }
    let mut body = vec![0; length];
    read.read_exact(&mut body).await.ok()?;
    Some((method, body))
}

/// Asks for an address the way a browser would, and does not wait for the page.
pub fn visit(url: &str) {
    let url = url.to_owned();
    tokio::spawn(async move {
        let rest = url.strip_prefix("http://").unwrap_or(&url).to_owned();
        let (host, path) = rest.split_once('/').unwrap_or((&rest, ""));
        if let Ok(mut socket) = TcpStream::connect(host).await {
            let request = format!("GET /{path} HTTP/1.1\r\nhost: {host}\r\n\r\n");
            let _ = socket.write_all(request.as_bytes()).await;
            let _ = socket.read(&mut [0; 512]).await;
        }
    });
}
