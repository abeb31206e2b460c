//! A stand-in of the Messages API on loopback, for one client for a minute.
//!
//! It answers whom it gave its key, and plays the servers that the client would
//! reach over HTTP. Nothing is passed on to anyone.

use std::{
    collections::HashMap,
    convert::Infallible,
    net::Ipv4Addr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::{
    net::TcpListener,
    task::{JoinHandle, JoinSet},
};
use tokio_util::sync::CancellationToken;

use super::{
    conversation::{Conversation, Observed, Turn},
    replay::Recording,
};
use crate::servers::parse_as_a_client_does;

/// The largest request taken, in bytes. All of a thousand tools are 5 MB.
const LARGEST: usize = 64 * 1024 * 1024;

/// Requests a client may send. A conversation over a thousand queries has 60.
const MOST: u32 = 2_000;

/// The header that names the recording of a server reached over HTTP.
pub const RECORDING_HEADER: &str = "x-plimsoll-recording";

/// What counts the tokens of one tool definition.
pub type Count = Arc<dyn Fn(&Value) -> u64 + Send + Sync>;

/// A running stand-in; it ends when dropped.
pub struct Api {
    inner: Arc<Inner>,
    port: u16,
    serving: JoinHandle<()>,
}

struct Inner {
    /// Taken out at the end.
    conversation: Mutex<Option<Conversation>>,
    recordings: Mutex<HashMap<String, Recording>>,
    key: String,
    count: Count,
    requests: AtomicU32,
    /// Messages said so far.
    messages: AtomicU32,
    /// Everything was asked and answered.
    over: CancellationToken,
    /// More came than anyone has to say.
    flooded: CancellationToken,
}

impl Inner {
    fn conversation(&self) -> MutexGuard<'_, Option<Conversation>> {
        self.conversation.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Api {
    /// Listens on a free port of loopback.
    pub async fn start(
        conversation: Conversation,
        key: String,
        count: Count,
    ) -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let inner = Arc::new(Inner {
            conversation: Mutex::new(Some(conversation)),
            recordings: Mutex::default(),
            key,
            count,
            requests: AtomicU32::new(0),
            messages: AtomicU32::new(0),
            over: CancellationToken::new(),
            flooded: CancellationToken::new(),
        });
        let serving = tokio::spawn(serve(listener, inner.clone()));
        Ok(Self { inner, port, serving })
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Plays this recording for whoever names it.
    pub fn play(&self, name: &str, recording: Recording) {
        let mut recordings = self.inner.recordings.lock().unwrap_or_else(PoisonError::into_inner);
        recordings.insert(name.to_owned(), recording);
    }

    /// Returns when everything was asked and answered.
    pub async fn over(&self) {
        self.inner.over.cancelled().await;
    }

    /// Whether everything was asked and answered.
    pub fn is_over(&self) -> bool {
        self.inner.over.is_cancelled()
    }

    /// Returns when the client sends without end.
    pub async fn flooded(&self) {
        self.inner.flooded.cancelled().await;
    }

    /// What the client showed; `None` when no request with tools came.
    pub fn finish(self) -> Option<Observed> {
        let conversation = self.inner.conversation().take()?;
        conversation.begun().then(|| conversation.into_observed())
    }
}

impl Drop for Api {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Serves every connection until the task is ended.
async fn serve(listener: TcpListener, inner: Arc<Inner>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        // What has ended is let go of.
        while connections.try_join_next().is_some() {}
        let inner = inner.clone();
        connections.spawn(async move {
            let service = service_fn(move |request| {
                let inner = inner.clone();
                async move { Ok::<_, Infallible>(inner.answer(request).await) }
            });
            // A client may leave in the middle of a word.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

type Answer = Response<Full<Bytes>>;

impl Inner {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        if self.requests.fetch_add(1, Ordering::Relaxed) >= MOST {
            self.flooded.cancel();
            return empty(StatusCode::TOO_MANY_REQUESTS);
        }
        let (head, body) = request.into_parts();
        let path = head.uri.path().to_owned();
        let is_server = path.starts_with("/replay/");
        // Also a request for another host, which comes here as to a proxy.
        if !is_server && !knows_key(&head.headers, &self.key) {
            return stranger();
        }
        if head.method != Method::POST {
            let code =
                if is_server { StatusCode::METHOD_NOT_ALLOWED } else { StatusCode::NOT_FOUND };
            return empty(code);
        }
        let Ok(body) = Limited::new(body, LARGEST).collect().await else {
            return empty(StatusCode::PAYLOAD_TOO_LARGE);
        };
        // Older clients cut texts within an emoji, and send half of it (observed in
        // Claude Code 2.1.150).
        let body = parse_as_a_client_does(&body.to_bytes()).unwrap_or_default();
        match path.as_str() {
            "/v1/messages" => self.message(&body),
            "/v1/messages/count_tokens" => self.counted(&body),
            _ if is_server => self.replay(&head.headers, &body),
            // Whatever else a client asks of the API.
            _ => json_answer(&json!({})),
        }
    }

    fn message(&self, body: &Value) -> Answer {
        let (turn, over) = match self.conversation().as_mut() {
            Some(conversation) => (conversation.turn(body), conversation.over()),
            None => (Turn::Ends, true),
        };
        if over {
            self.over.cancel();
        }
        let number = self.messages.fetch_add(1, Ordering::Relaxed);
        let message = Message::of(&turn, &body["model"], number);
        if body["stream"] != true {
            return json_answer(&message.whole());
        }
        let stream: String = message
            .events()
            .iter()
            .map(|event| {
                let name = event["type"].as_str().unwrap_or_default();
                format!("event: {name}\ndata: {event}\n\n")
            })
            .collect();
        full(StatusCode::OK, "text/event-stream", stream)
    }

    fn counted(&self, body: &Value) -> Answer {
        let tools = body["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
        let tokens: u64 = tools.iter().map(|tool| (self.count)(tool)).sum();
        json_answer(&json!({"input_tokens": tokens}))
    }

    /// A server over HTTP: JSON in, JSON out, no session and no stream.
    fn replay(&self, headers: &HeaderMap, body: &Value) -> Answer {
        let named = headers.get(RECORDING_HEADER).and_then(|name| name.to_str().ok());
        let recordings = self.recordings.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(recording) = named.and_then(|name| recordings.get(name)) else {
            return empty(StatusCode::NOT_FOUND);
        };
        match recording.answer(body) {
            Some(answer) => json_answer(&answer),
            None => empty(StatusCode::ACCEPTED),
        }
    }
}

fn full(status: StatusCode, kind: &str, text: String) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from(text)));
    *answer.status_mut() = status;
    if let Ok(kind) = kind.parse() {
        answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    }
    answer
}

fn empty(status: StatusCode) -> Answer {
    let mut answer = Response::new(Full::default());
    *answer.status_mut() = status;
    answer
}

fn json_answer(value: &Value) -> Answer {
    full(StatusCode::OK, "application/json", value.to_string())
}

/// Whether the sender has the key it was given.
fn knows_key(headers: &HeaderMap, key: &str) -> bool {
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = value("authorization").and_then(|value| value.strip_prefix("Bearer "));
    value("x-api-key").or(bearer) == Some(key)
}

fn stranger() -> Answer {
    let error = json!({"type": "authentication_error", "message": "unknown key"});
    let body = json!({"type": "error", "error": error});
    full(StatusCode::UNAUTHORIZED, "application/json", body.to_string())
}

/// A message of the model.
struct Message {
    /// Each has its own, as those of the real API.
    id: String,
    model: Value,
    blocks: Vec<Value>,
    stop: &'static str,
}

impl Message {
    fn of(turn: &Turn, model: &Value, number: u32) -> Self {
        let (blocks, stop) = match turn {
            Turn::Ends => (vec![json!({"type": "text", "text": "ok"})], "end_turn"),
            Turn::Searches(calls) => {
                let call = |(id, input): &(String, Value)| json!({"type": "tool_use", "id": id, "name": "ToolSearch", "input": input});
                (calls.iter().map(call).collect(), "tool_use")
            }
        };
        Self { id: format!("msg_proof_{number}"), model: model.clone(), blocks, stop }
    }

    fn whole(&self) -> Value {
        json!({
            "id": self.id, "type": "message", "role": "assistant", "model": self.model,
            "content": self.blocks, "stop_reason": self.stop, "stop_sequence": null,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        })
    }

    /// The same as the events of a stream.
    fn events(&self) -> Vec<Value> {
        let mut begun = self.whole();
        begun["content"] = json!([]);
        begun["stop_reason"] = Value::Null;
        let mut events = vec![json!({"type": "message_start", "message": begun})];
        for (index, block) in self.blocks.iter().enumerate() {
            let mut empty = block.clone();
            let delta = if block["type"] == "text" {
                empty["text"] = json!("");
                json!({"type": "text_delta", "text": block["text"]})
            } else {
                empty["input"] = json!({});
                json!({"type": "input_json_delta", "partial_json": block["input"].to_string()})
            };
            let part = |kind: &str| json!({"type": kind, "index": index});
            let mut start = part("content_block_start");
            start["content_block"] = empty;
            let mut grows = part("content_block_delta");
            grows["delta"] = delta;
            events.extend([start, grows, part("content_block_stop")]);
        }
        events.push(json!({
            "type": "message_delta", "usage": {"output_tokens": 1},
            "delta": {"stop_reason": self.stop, "stop_sequence": null},
        }));
        events.push(json!({"type": "message_stop"}));
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn api() -> Api {
        let talk = Conversation::new(vec![]);
        Api::start(talk, "key".to_owned(), Arc::new(|_| 7)).await.expect("a port")
    }

    async fn post(api: &Api, path: &str, key: &str, body: &Value) -> (u16, String) {
        let url = format!("{}{path}", api.address());
        let request = reqwest::Client::new().post(url).header("x-api-key", key).json(body);
        let answer = request.send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.text().await.expect("a text"))
    }

    #[tokio::test]
    async fn only_who_has_the_key_is_answered() {
        let api = api().await;
        let tools = json!({"tools": [{"name": "ToolSearch"}], "messages": [], "stream": true});
        for (path, key, want) in [
            ("/v1/messages", "other", 401),
            ("/v1/messages/count_tokens", "other", 401),
            ("/anything", "other", 401),
            ("/anything", "key", 200),
            ("/replay/x", "key", 404),
            ("/v1/messages", "key", 200),
        ] {
            assert_eq!(post(&api, path, key, &tools).await.0, want, "{path} with {key}");
        }
        api.over().await;
        let observed = api.finish().expect("a request with tools came");
        assert_eq!(observed.eager.len(), 1);
    }

    #[tokio::test]
    async fn a_request_with_half_an_emoji_is_heard() {
        let api = api().await;
        let body = r#"{"tools": [{"name": "ToolSearch", "description": "Cut \ud83d"}]}"#;
        let url = format!("{}/v1/messages", api.address());
        let request = reqwest::Client::new().post(url).header("x-api-key", "key").body(body);
        assert!(request.send().await.expect("an answer").status().is_success());
        let observed = api.finish().expect("a request with tools came");
        assert_eq!(observed.eager["ToolSearch"].description, "Cut ");
    }

    #[tokio::test]
    async fn streams_counts_and_servers() {
        let api = api().await;
        let body = json!({"tools": [{}, {}], "stream": true, "model": "m"});
        let (_, text) = post(&api, "/v1/messages/count_tokens", "key", &body).await;
        assert_eq!(text, r#"{"input_tokens":14}"#);
        let (_, text) = post(&api, "/v1/messages", "key", &body).await;
        assert!(text.starts_with("event: message_start\ndata: {"), "{text}");
        assert!(text.contains("event: message_stop\n"), "{text}");

        api.play("r", Recording::silent());
        let url = format!("{}/replay/s", api.address());
        let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
        let request = reqwest::Client::new().post(url).header(RECORDING_HEADER, "r").json(&ping);
        let answer: Value = request.send().await.expect("sent").json().await.expect("JSON");
        assert_eq!(answer["result"], json!({}));
    }
}
