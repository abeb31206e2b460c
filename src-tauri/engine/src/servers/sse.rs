//! A server behind the HTTP transport of 2024-11-05: one event stream for
//! everything it says, and an address, told in the first event, for everything
//! we say. rmcp dropped it; clients still speak it.

use std::{collections::VecDeque, sync::Arc};

use futures::{StreamExt, stream::BoxStream};
use http::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, RequestBuilder};
use rmcp::{
    RoleClient,
    model::{ClientJsonRpcMessage, ServerJsonRpcMessage},
    transport::Transport,
};
use sse_stream::{Error as EventError, Sse, SseStream};
use url::Url;

use super::{headers::Headers, tap::Tap};

/// What can go wrong on this transport.
#[derive(Debug, thiserror::Error)]
pub(super) enum SseFault {
    /// The address cannot be reached.
    #[error(transparent)]
    Http(#[from] reqwest::Error),
    /// The server wants a login.
    #[error("HTTP {0}")]
    Login(u16),
    /// The server answered with another status than success.
    #[error("HTTP {0}")]
    Status(http::StatusCode),
    /// The answer is no event stream.
    #[error("it is no event stream")]
    NoEvents,
    /// The stream ended before it named an address.
    #[error("the event stream names no address to send to")]
    NoEndpoint,
    /// The address named is on another server.
    #[error("the event stream names an address on another server")]
    OtherOrigin,
}

/// The transport of 2024-11-05.
pub(super) struct SseTransport {
    client: Client,
    endpoint: Url,
    headers: Headers,
    events: BoxStream<'static, Result<Sse, EventError>>,
    tap: Arc<Tap>,
    heard: VecDeque<ServerJsonRpcMessage>,
}

impl SseTransport {
    /// Opens the event stream and waits for the address to send to.
    pub(super) async fn open(
        client: Client,
        url: &str,
        headers: Headers,
        tap: Arc<Tap>,
    ) -> Result<Self, SseFault> {
        let request = client.get(url).header(ACCEPT, "text/event-stream");
        let response = with(request, &headers).send().await?;
        match response.status() {
            status if matches!(status.as_u16(), 401 | 403) => {
                return Err(SseFault::Login(status.as_u16()));
            }
            status if !status.is_success() => return Err(SseFault::Status(status)),
            _ => {}
        }
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.trim_start().starts_with("text/event-stream")) {
            return Err(SseFault::NoEvents);
        }
        let base = response.url().clone();
        let counted = tap.clone();
        let bytes = response
            .bytes_stream()
            .take_while(move |chunk| {
                std::future::ready(chunk.as_ref().map_or(true, |chunk| counted.count(chunk.len())))
            })
            .map(|chunk| chunk.map_err(std::io::Error::other));
        let mut events = SseStream::from_bytes_stream(bytes).boxed();
        let endpoint = loop {
            let Some(Ok(event)) = events.next().await else { return Err(SseFault::NoEndpoint) };
            if event.event.as_deref() == Some("endpoint") {
                let data = event.data.unwrap_or_default();
                break base.join(data.trim()).map_err(|_| SseFault::NoEndpoint)?;
            }
        };
        // Else a stream could make us send headers with tokens anywhere.
        if endpoint.origin() != base.origin() {
            return Err(SseFault::OtherOrigin);
        }
        Ok(Self { client, endpoint, headers, events, tap, heard: VecDeque::new() })
    }
}

fn with(mut request: RequestBuilder, headers: &Headers) -> RequestBuilder {
    for (name, value) in headers {
        request = request.header(name, value);
    }
    request
}

impl Transport<RoleClient> for SseTransport {
    type Error = SseFault;

    fn send(
        &mut self,
        item: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let request = with(self.client.post(self.endpoint.clone()), &self.headers).json(&item);
        async move {
            let status = request.send().await?.status();
            match status.as_u16() {
                401 | 403 => Err(SseFault::Login(status.as_u16())),
                _ if status.is_success() => Ok(()),
                _ => Err(SseFault::Status(status)),
            }
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            if let Some(message) = self.heard.pop_front() {
                return Some(message);
            }
            let event = self.events.next().await?.ok()?;
            let Some(data) = event.data.filter(|_| event.event.as_deref() != Some("endpoint"))
            else {
                continue;
            };
            let messages = self.tap.pass(data.as_bytes());
            self.heard.extend(
                messages.into_iter().filter_map(|message| serde_json::from_value(message).ok()),
            );
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.events = futures::stream::empty().boxed();
        Ok(())
    }
}
