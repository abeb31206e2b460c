//! A server behind Streamable HTTP: rmcp's transport over a client of ours that
//! lets every answer pass the tap.

use std::{collections::HashMap, sync::Arc};

use futures::{StreamExt, stream, stream::BoxStream};
use http::{
    HeaderName, HeaderValue, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, WWW_AUTHENTICATE},
};
use reqwest::{RequestBuilder, Response};
use rmcp::{
    model::{ClientJsonRpcMessage, ClientRequest, RequestId},
    transport::{
        StreamableHttpClientTransport,
        streamable_http_client::{
            AuthRequiredError, SseError, StreamableHttpClient, StreamableHttpClientTransportConfig,
            StreamableHttpError, StreamableHttpPostResponse,
        },
    },
};
use serde_json::{Value, json};
use sse_stream::{Sse, SseStream};

use super::{headers::Headers, tap::Tap};

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";

/// The most of an error page that is read, in bytes.
const ERROR_PAGE: usize = 16 * 1024;

type HttpError = StreamableHttpError<reqwest::Error>;
type Events = BoxStream<'static, Result<Sse, SseError>>;

/// A transport to `url` that sends `headers` with every request.
pub(super) fn transport(
    client: reqwest::Client,
    url: &str,
    headers: Headers,
    tap: Arc<Tap>,
) -> StreamableHttpClientTransport<Tapped> {
    let config = StreamableHttpClientTransportConfig::with_uri(url)
        .custom_headers(headers.into_iter().collect())
        // A session that ends while we list is a failure to report.
        .reinit_on_expired_session(false);
    StreamableHttpClientTransport::with_client(Tapped { client, tap }, config)
}

/// An HTTP client whose answers pass the tap.
#[derive(Clone, Debug)]
pub(super) struct Tapped {
    client: reqwest::Client,
    tap: Arc<Tap>,
}

impl Tapped {
    fn with_headers(
        mut request: RequestBuilder,
        session: Option<&str>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> RequestBuilder {
        for (name, value) in headers {
            request = request.header(name, value);
        }
        match session {
            Some(session) => request.header(SESSION, session),
            None => request,
        }
    }

    /// Events of an answer, tapped; the byte limit ends the stream.
    fn events(&self, response: Response) -> Events {
        let counted = self.clone();
        let bytes = response
            .bytes_stream()
            .take_while(move |chunk| {
                let fits = chunk.as_ref().map_or(true, |chunk| counted.tap.count(chunk.len()));
                std::future::ready(fits)
            })
            .map(|chunk| chunk.map_err(std::io::Error::other));
        let tap = self.tap.clone();
        SseStream::from_bytes_stream(bytes)
            .flat_map(move |event| {
                let events = match event {
                    Ok(event) => tapped(&tap, event).into_iter().map(Ok).collect(),
                    Err(error) => vec![Err(error)],
                };
                stream::iter(events)
            })
            .boxed()
    }

    /// A body of at most the allowed bytes.
    async fn body(&self, response: Response) -> Result<Vec<u8>, HttpError> {
        let mut body = Vec::new();
        let mut chunks = response.bytes_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk?;
            if !self.tap.count(chunk.len()) {
                return Err(StreamableHttpError::ResponseBodyTooLarge {
                    max_size: self.tap.left(),
                });
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    async fn refused(
        &self,
        response: Response,
        message: &ClientJsonRpcMessage,
        in_session: bool,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        let status = response.status();
        if status == StatusCode::NOT_FOUND && in_session {
            return Err(StreamableHttpError::SessionExpired);
        }
        let page = preview(response).await;
        // A server of an older protocol refuses the probe in its own way: by
        // status, with or without a JSON-RPC error, often without our id.
        if let Some(id) = discovery(message)
            && status.is_client_error()
        {
            let error = serde_json::from_str::<Value>(&page)
                .ok()
                .and_then(|mut page| page.get_mut("error").map(Value::take))
                .unwrap_or_else(|| json!({"code": -32600, "message": format!("HTTP {status}")}));
            let answer = json!({"jsonrpc": "2.0", "id": id, "error": error});
            return self.answered(answer.to_string().as_bytes(), None, message);
        }
        if serde_json::from_str::<Value>(&page).is_ok_and(|page| page.get("error").is_some()) {
            return self.answered(page.as_bytes(), None, message);
        }
        let page = if page.trim_start().starts_with('<') { "a web page" } else { page.trim() };
        Err(StreamableHttpError::UnexpectedServerResponse(format!("HTTP {status}: {page}").into()))
    }

    /// What rmcp reads of a JSON body.
    fn answered(
        &self,
        body: &[u8],
        session: Option<String>,
        message: &ClientJsonRpcMessage,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        let messages = self.tap.pass(body);
        if messages.is_empty() {
            return if matches!(message, ClientJsonRpcMessage::Request(_)) {
                let shown = String::from_utf8_lossy(&body[..body.len().min(200)]).into_owned();
                Err(StreamableHttpError::UnexpectedServerResponse(
                    format!("no protocol message: {shown}").into(),
                ))
            } else {
                Ok(StreamableHttpPostResponse::Accepted)
            };
        }
        let events =
            messages.into_iter().map(|message| Ok(Sse::default().data(message.to_string())));
        let events: Vec<Result<Sse, SseError>> = events.collect();
        Ok(StreamableHttpPostResponse::Sse(stream::iter(events).boxed(), session))
    }
}

impl StreamableHttpClient for Tapped {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        let request = self.client.post(uri.as_ref()).header(ACCEPT, format!("{JSON}, {EVENTS}"));
        let response = Self::with_headers(request, session_id.as_deref(), custom_headers)
            .json(&message)
            .send()
            .await?;
        let status = response.status();
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Err(login_required(&response));
        }
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if !status.is_success() {
            return self.refused(response, &message, session_id.is_some()).await;
        }
        let header = |name: &str| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
        };
        let session = header(SESSION);
        if header(CONTENT_TYPE.as_str()).is_some_and(|kind| kind.trim_start().starts_with(EVENTS)) {
            return Ok(StreamableHttpPostResponse::Sse(self.events(response), session));
        }
        let body = self.body(response).await?;
        self.answered(&body, session, &message)
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), HttpError> {
        let request = self.client.delete(uri.as_ref());
        // Many servers do not offer it; a session left over ends by itself.
        Self::with_headers(request, Some(&session_id), custom_headers).send().await?;
        Ok(())
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<Events, HttpError> {
        let mut request = self.client.get(uri.as_ref()).header(ACCEPT, EVENTS);
        if let Some(last) = last_event_id {
            request = request.header(LAST_EVENT, last);
        }
        let response =
            Self::with_headers(request, session_id.as_deref(), custom_headers).send().await?;
        // Not needed for listing, so a server may refuse it as it likes.
        if !response.status().is_success() {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        Ok(self.events(response))
    }
}

/// The event as rmcp is to read it: one event a message.
fn tapped(tap: &Tap, event: Sse) -> Vec<Sse> {
    let Some(data) = &event.data else { return vec![event] };
    let messages = tap.pass(data.as_bytes());
    if messages.is_empty() {
        return vec![Sse { data: None, ..event }];
    }
    messages
        .iter()
        .map(|message| Sse { data: Some(message.to_string()), ..event.clone() })
        .collect()
}

fn login_required(response: &Response) -> HttpError {
    let challenge = response.headers().get(WWW_AUTHENTICATE);
    let challenge = challenge.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let challenge = format!("{} {challenge}", response.status().as_u16());
    StreamableHttpError::AuthRequired(AuthRequiredError::new(challenge))
}

/// The id of the message when it is the probe.
fn discovery(message: &ClientJsonRpcMessage) -> Option<&RequestId> {
    match message {
        ClientJsonRpcMessage::Request(request)
            if matches!(request.request, ClientRequest::DiscoverRequest(_)) =>
        {
            Some(&request.id)
        }
        _ => None,
    }
}

/// The start of an error page.
async fn preview(response: Response) -> String {
    let mut page = Vec::new();
    let mut chunks = response.bytes_stream();
    while let Some(Ok(chunk)) = chunks.next().await {
        page.extend_from_slice(&chunk);
        if page.len() >= ERROR_PAGE {
            page.truncate(ERROR_PAGE);
            break;
        }
    }
    String::from_utf8_lossy(&page).into_owned()
}
