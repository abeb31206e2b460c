//! What is heard: answers as JSON or as events, and what the server says of its
//! own accord.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use futures::{StreamExt as _, stream::BoxStream};
use http::{
    StatusCode,
    header::{ACCEPT, CONTENT_TYPE},
};
use reqwest::Response;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{ERROR_PAGE, EVENTS, Streamable, key};
use crate::servers::{
    RawObject,
    bridge::{events::Events, link::body, outgoing::Outgoing},
};

const LAST_EVENT: &str = "last-event-id";

/// Up to this many bytes an answer waits until it is whole, so that a slow one
/// does not hold up the others.
const WHOLE: usize = 1 << 20;
/// How often a broken stream is taken up again without anything new in it.
const ATTEMPTS: u32 = 5;
/// How long to wait before that, unless the server says.
const PAUSE: Duration = Duration::from_secs(1);

type Body = BoxStream<'static, reqwest::Result<Bytes>>;

impl Streamable {
    /// Passes on what a message was answered.
    pub(super) async fn hear(self: &Arc<Self>, mut response: Response, message: &Outgoing) {
        let status = response.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return;
        }
        if !status.is_success() {
            let page = body(&mut response, ERROR_PAGE).await.map(|(page, _)| page);
            let page = page.unwrap_or_default();
            if RawObject::parse(&page).is_some_and(|page| page.get("error").is_some()) {
                return self.own_error(message, &page).await;
            }
            // How a server that does not know the probe says so is not settled.
            if message.method.as_deref() == Some("server/discover") && status.is_client_error() {
                let error =
                    json!({"code": -32601, "message": format!("Method not found (HTTP {status})")});
                return self
                    .own_error(message, json!({ "error": error }).to_string().as_bytes())
                    .await;
            }
            return self.link.fail(message, &self.link.refused(&response)).await;
        }
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if kind.is_some_and(|kind| kind.trim_start().starts_with(EVENTS)) {
            return self.hear_events(response, message).await;
        }
        match body(&mut response, WHOLE).await {
            Ok((answer, true)) if answer.trim_ascii().is_empty() => {
                self.link.fail(message, "the server sent an empty answer").await;
            }
            Ok((answer, true)) => self.heard(&answer, message).await,
            Ok((mut start, false)) if self.looks_into(message) => {
                let rest = async {
                    while let Some(piece) = response.chunk().await? {
                        start.extend_from_slice(&piece);
                    }
                    Ok::<_, reqwest::Error>(start)
                };
                match rest.await {
                    Ok(answer) => self.heard(&answer, message).await,
                    Err(error) => self.link.fail(message, &self.link.unreachable(error)).await,
                }
            }
            Ok((start, false)) => {
                if let Err(error) = self.link.lines.write_pieces(&start, &mut response).await {
                    self.link.fail(message, &self.link.unreachable(error)).await;
                }
            }
            Err(error) => self.link.fail(message, &self.link.unreachable(error)).await,
        }
    }

    /// An error of the server's own, which may have lost its id.
    pub(super) async fn own_error(&self, message: &Outgoing, page: &[u8]) {
        let Some(object) = RawObject::parse(page) else { return };
        let Some(error) = object.get("error") else { return };
        for id in &message.requests {
            let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{}}}"#, error.get());
            self.link.lines.write(line.as_bytes()).await;
        }
    }

    /// The events of one answer, taken up again where the stream breaks off.
    async fn hear_events(self: &Arc<Self>, response: Response, message: &Outgoing) {
        let mut open: Vec<String> = message.requests.iter().filter_map(|id| key(id)).collect();
        let mut stream = Stream::of(response);
        let mut attempts = 0;
        loop {
            while let Some(Ok(event)) = stream.events.next().await {
                stream.last = event.id.or(stream.last);
                stream.pause = event.retry.map_or(stream.pause, Duration::from_millis);
                if event.data.is_empty() {
                    continue;
                }
                attempts = 0;
                let answer = RawObject::parse(&event.data);
                let answers = answer
                    .filter(|answer| answer.get("method").is_none())
                    .and_then(|answer| answer.id());
                if let Some(answered) = answers {
                    open.retain(|id| *id != answered);
                }
                self.heard(&event.data, message).await;
                if open.is_empty() && !message.requests.is_empty() {
                    return;
                }
            }
            if open.is_empty() {
                return;
            }
            attempts += 1;
            let resumed = match stream.last.clone() {
                Some(last) if attempts <= ATTEMPTS => {
                    sleep(stream.pause).await;
                    self.get(Some(&last)).await
                }
                _ => None,
            };
            match resumed {
                Some(response) => stream.resume(response),
                None if stream.last.is_some() && attempts < ATTEMPTS => {}
                None => {
                    return self
                        .link
                        .fail(message, "the connection to the server closed before its answer")
                        .await;
                }
            }
        }
    }

    /// What the server says of its own accord, where it offers a stream for it.
    pub(super) async fn listen(self: Arc<Self>) {
        let Some(response) = self.get(None).await else { return };
        let mut stream = Stream::of(response);
        let mut attempts = 0;
        while attempts <= ATTEMPTS {
            while let Some(Ok(event)) = stream.events.next().await {
                attempts = 0;
                stream.last = event.id.or(stream.last);
                stream.pause = event.retry.map_or(stream.pause, Duration::from_millis);
                if !event.data.is_empty() {
                    self.link.lines.write(&event.data).await;
                }
            }
            attempts += 1;
            sleep(stream.pause).await;
            if let Some(response) = self.get(stream.last.as_deref()).await {
                // A proxy may close what is idle, again and again.
                attempts = 0;
                stream.resume(response);
            }
        }
    }

    async fn get(&self, last: Option<&str>) -> Option<Response> {
        let mut request = self.link.client.get(&self.link.remote.url).header(ACCEPT, EVENTS);
        if let Some(last) = last {
            request = request.header(LAST_EVENT, last);
        }
        let request = self.versioned(self.in_session(self.link.dressed(request)));
        let response = request.send().await.ok()?;
        let kind = response.headers().get(CONTENT_TYPE)?.to_str().ok()?;
        let fits = response.status().is_success() && kind.trim_start().starts_with(EVENTS);
        fits.then_some(response)
    }

    /// Whether an answer tells us something for later requests.
    fn looks_into(&self, message: &Outgoing) -> bool {
        match message.method.as_deref() {
            Some("initialize") => true,
            Some("tools/list") => message.version.is_some(),
            _ => false,
        }
    }

    /// Passes an answer on, and keeps what later requests need.
    async fn heard(&self, answer: &[u8], message: &Outgoing) {
        if self.looks_into(message)
            && let Some(result) = RawObject::parse(answer).and_then(|answer| answer.get("result"))
        {
            self.keep(result.get(), message);
        }
        self.link.lines.write(answer.trim_ascii()).await;
    }

    fn keep(&self, result: &str, message: &Outgoing) {
        if message.method.as_deref() == Some("initialize") {
            let version = RawObject::parse(result.as_bytes())
                .and_then(|result| result.text("protocolVersion"));
            if let Some(version) = version.and_then(|version| version.parse().ok()) {
                self.given().version = Some(version);
            }
        } else if result.contains("x-mcp-header") {
            let result: Value = serde_json::from_str(result).unwrap_or_default();
            for tool in result["tools"].as_array().into_iter().flatten() {
                if let (Some(name), Some(schema)) = (tool["name"].as_str(), tool.get("inputSchema"))
                {
                    self.given().schemas.insert(name.to_owned(), schema.clone());
                }
            }
        }
    }
}

/// A stream of events and how to take it up again.
struct Stream {
    events: Events<Body>,
    last: Option<String>,
    pause: Duration,
}

impl Stream {
    fn of(response: Response) -> Self {
        Self {
            events: Events::new(response.bytes_stream().fuse().boxed()),
            last: None,
            pause: PAUSE,
        }
    }

    fn resume(&mut self, response: Response) {
        self.events = Events::new(response.bytes_stream().fuse().boxed());
    }
}
