//! Speaks with one server as the audited client does.
//!
//! rmcp brings the messages and the transports; its service layer is left out:
//! it decodes results into types that drop fields, its probe for 2026-07-28
//! takes a late answer for a protocol error (so a server that needs longer to
//! start than the probe waits could never be listed), and its order of messages
//! is not the client's.

use std::{path::PathBuf, sync::Arc, time::Duration};

use rmcp::{
    RoleClient,
    model::{
        ClientJsonRpcMessage, ClientNotification, ClientRequest, ClientResult, CustomResult,
        DiscoverRequest, DiscoverRequestParams, ErrorCode, ErrorData, GetMeta, InitializeRequest,
        InitializeRequestParams, InitializedNotification, JsonRpcRequest, ListPromptsRequest,
        ListResourcesRequest, ListToolsRequest, NumberOrString, PaginatedRequestParams,
        ProtocolVersion, RequestId, RequestMetaObject, ServerJsonRpcMessage, ServerRequest,
    },
    transport::Transport,
};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};

use super::{
    Announce, Listing, ListingRequest, LogKind, Note, Progress, Timing,
    log::Log,
    pages::{Page, Pages},
    tap::{Answer, Tap},
};

/// How long the answer to `server/discover` is awaited before `initialize` is
/// sent as well. Observed in Claude Code 2.1.332: 2.4 s.
const PROBE: Duration = Duration::from_millis(2400);

/// How long counting resources and prompts may take.
const COUNTING: Duration = Duration::from_secs(3);

/// How long a closed connection may take to say why.
const LAST_WORD: Duration = Duration::from_millis(100);

/// The id of the probe, as Claude Code 2.1.332 sends it.
const PROBE_ID: &str = "server-discover-probe-1";

/// Why speaking with a server came to nothing.
#[derive(Debug)]
pub(super) enum Trouble {
    /// No answer within the time allowed.
    Late,
    /// The connection closed.
    Closed,
    /// The server refused.
    Refused { code: i64, message: String },
    /// The answer is not what was asked for; says what it is.
    Nonsense(String),
    /// The message could not be delivered.
    Transport(Box<dyn std::error::Error + Send + Sync>),
}

/// In which step it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Handshake,
    List,
}

/// The conversation with one server.
pub(super) struct Session<T> {
    transport: T,
    tap: Arc<Tap>,
    log: Arc<Log>,
    announce: Announce,
    directory: PathBuf,
    next_id: i64,
    /// Set when the server speaks 2026-07-28 or later: every request then says
    /// who asks.
    introduced_by_request: Option<ProtocolVersion>,
}

/// What the handshake brought.
struct Greeting {
    protocol: Option<String>,
    server_info: Value,
    capabilities: Value,
    instructions: Option<String>,
}

impl<T: Transport<RoleClient>> Session<T> {
    pub(super) fn new(
        transport: T,
        tap: Arc<Tap>,
        log: Arc<Log>,
        request: &ListingRequest,
    ) -> Self {
        Self {
            transport,
            tap,
            log,
            announce: request.announce.clone(),
            directory: request.directory.clone(),
            next_id: 0,
            introduced_by_request: None,
        }
    }

    /// Says goodbye where the transport has a way to.
    pub(super) async fn close(mut self) {
        let _ = timeout(Duration::from_secs(1), self.transport.close()).await;
    }

    /// Handshake, tools, and the numbers of resources and prompts.
    pub(super) async fn list(
        &mut self,
        request: &ListingRequest,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<Listing, (Step, Trouble)> {
        progress(Progress::Starting);
        let began = Instant::now();
        let greeting = self
            .handshake(began + request.timeouts.start)
            .await
            .map_err(|trouble| (Step::Handshake, trouble))?;
        let start = self.log.elapsed();

        progress(Progress::Listing);
        let began = Instant::now();
        let offers = |what: &str| greeting.capabilities.get(what).is_some_and(Value::is_object);
        let mut notes = Vec::new();
        let tools = if offers("tools") {
            self.pages("tools", request.limits.pages, began + request.timeouts.list, &|count| {
                progress(Progress::Tools(count));
            })
            .await
            .map_err(|trouble| (Step::List, trouble))?
        } else {
            notes.push(Note::OffersNoTools);
            Pages::new(0)
        };
        let list = began.elapsed();

        let enough = Instant::now() + COUNTING;
        let mut counts = [None, None];
        for (count, what) in counts.iter_mut().zip(["resources", "prompts"]) {
            if offers(what) {
                match self.pages(what, request.limits.pages, enough, &|_| ()).await {
                    Ok(pages) => *count = u32::try_from(pages.items.len()).ok(),
                    Err(trouble) => {
                        notes.push(Note::CountFailed { what, why: self.log.clean(&say(&trouble)) });
                    }
                }
            }
        }
        let [resources, prompts] = counts;

        notes.extend(tools.cut);
        notes.extend(self.tap.notes());
        Ok(Listing {
            tools: tools.items,
            server_info: greeting.server_info,
            instructions: greeting.instructions,
            capabilities: greeting.capabilities,
            protocol: greeting.protocol,
            resources,
            prompts,
            timing: Timing { start, list, pages: tools.read, bytes: self.tap.received() },
            log: self.log.transcript(),
            notes,
        })
    }

    /// The handshake as the client does it: `server/discover` first where the
    /// client asks it, `initialize` on the same connection when the server does
    /// not know it or is silent. Both may be under way; the first good answer
    /// counts.
    async fn handshake(&mut self, deadline: Instant) -> Result<Greeting, Trouble> {
        if self.announce.discovers {
            let probe = RequestId::String(PROBE_ID.into());
            let patience = deadline.min(Instant::now() + PROBE);
            match self.discover(&probe, patience).await {
                Ok(greeting) => return Ok(greeting),
                Err(Trouble::Refused { code, message }) => {
                    self.log.add(LogKind::Received, &format!("error {code}: {message}"));
                }
                Err(Trouble::Late) if Instant::now() < deadline => {
                    self.log.add(LogKind::Note, "no answer to server/discover yet");
                }
                Err(trouble) => return Err(trouble),
            }
        }
        match self.initialize(deadline).await {
            // A modern server slow to start: it knows no `initialize`, but its
            // answer to the probe has come meanwhile.
            Err(Trouble::Refused { code, message }) => {
                let probe = RequestId::String(PROBE_ID.into());
                match self.tap.take(&probe) {
                    Some(Answer::Result(result)) => self.greeted_by_discovery(result),
                    _ => Err(Trouble::Refused { code, message }),
                }
            }
            other => other,
        }
    }

    async fn discover(&mut self, id: &RequestId, deadline: Instant) -> Result<Greeting, Trouble> {
        let mut request =
            ClientRequest::DiscoverRequest(DiscoverRequest::new(DiscoverRequestParams {}));
        request.get_meta_mut().extend(self.introduction(ProtocolVersion::V_2026_07_28));
        let result = self.exchange(request, id.clone(), deadline).await?;
        self.greeted_by_discovery(result)
    }

    fn greeted_by_discovery(&mut self, mut result: Value) -> Result<Greeting, Trouble> {
        let offered = |version: &ProtocolVersion| {
            result.get("supportedVersions").and_then(Value::as_array).is_some_and(|versions| {
                versions.iter().any(|offered| offered.as_str() == Some(version.as_str()))
            })
        };
        let version = ProtocolVersion::V_2026_07_28;
        if !offered(&version) {
            return Err(Trouble::Refused {
                code: 0,
                message: "it speaks none of our versions without initialize".to_owned(),
            });
        }
        let server_info = result
            .get_mut("serverInfo")
            .map(Value::take)
            .or_else(|| result.pointer("/_meta/io.modelcontextprotocol~1serverInfo").cloned())
            .unwrap_or_default();
        self.introduced_by_request = Some(version.clone());
        Ok(Greeting { protocol: Some(version.to_string()), server_info, ..Greeting::from(result) })
    }

    async fn initialize(&mut self, deadline: Instant) -> Result<Greeting, Trouble> {
        let params = InitializeRequestParams::new(
            self.announce.capabilities.clone(),
            self.announce.client.clone(),
        )
        .with_protocol_version(self.announce.handshake.clone());
        let request = ClientRequest::InitializeRequest(InitializeRequest::new(params));
        let result = self.request(request, deadline).await?;
        if !result.is_object() {
            return Err(Trouble::Nonsense("the answer to initialize is no object".to_owned()));
        }
        let greeting = Greeting::from(result);
        let note = ClientNotification::InitializedNotification(InitializedNotification::default());
        self.log.add(LogKind::Sent, "notifications/initialized");
        let sent = self.transport.send(ClientJsonRpcMessage::notification(note));
        match timeout_at(deadline, sent).await {
            Ok(Ok(())) => Ok(greeting),
            Ok(Err(error)) => Err(Trouble::Transport(error.into())),
            Err(_) => Err(Trouble::Late),
        }
    }

    fn introduction(&self, version: ProtocolVersion) -> RequestMetaObject {
        RequestMetaObject::with_client_context(
            version,
            self.announce.client.clone(),
            self.announce.capabilities.clone(),
        )
    }

    async fn pages(
        &mut self,
        what: &'static str,
        most: u32,
        deadline: Instant,
        progress: &(dyn Fn(u32) + Send + Sync),
    ) -> Result<Pages, Trouble> {
        let mut pages = Pages::new(most);
        while let Some(page) = pages.wanted() {
            let params = match page {
                Page::First => None,
                Page::At(cursor) => {
                    Some(PaginatedRequestParams::default().with_cursor(Some(cursor)))
                }
            };
            let request = match what {
                "tools" => ListToolsRequest { params, ..Default::default() }.into(),
                "prompts" => ListPromptsRequest { params, ..Default::default() }.into(),
                _ => ListResourcesRequest { params, ..Default::default() }.into(),
            };
            let page = self.request(request, deadline).await?;
            pages.add(what, page).map_err(|is| Trouble::Nonsense(format!("the answer is {is}")))?;
            progress(u32::try_from(pages.items.len()).unwrap_or(u32::MAX));
        }
        Ok(pages)
    }

    async fn request(
        &mut self,
        mut request: ClientRequest,
        deadline: Instant,
    ) -> Result<Value, Trouble> {
        if let Some(version) = self.introduced_by_request.clone() {
            let introduction = self.introduction(version);
            request.get_meta_mut().extend(introduction);
        }
        let id = NumberOrString::Number(self.next_id);
        self.next_id += 1;
        self.exchange(request, id, deadline).await
    }

    /// Sends a request and awaits its answer, answering the server meanwhile.
    async fn exchange(
        &mut self,
        request: ClientRequest,
        id: RequestId,
        deadline: Instant,
    ) -> Result<Value, Trouble> {
        let method = request.method().to_owned();
        let message = ClientJsonRpcMessage::request(request, id.clone());
        self.log.message(LogKind::Sent, &method, &message);
        let sending = self.transport.send(message);
        tokio::pin!(sending);
        let mut sent = false;
        loop {
            tokio::select! {
                // An answer counts even when the sender has not heard back yet.
                biased;
                message = self.transport.receive() => {
                    let Some(message) = message else {
                        // Why it closed is told to whoever was sending.
                        if !sent
                            && let Ok(Err(error)) = timeout(LAST_WORD, &mut sending).await
                        {
                            return Err(Trouble::Transport(error.into()));
                        }
                        return Err(Trouble::Closed);
                    };
                    let answers = matches!(
                        message,
                        ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_)
                    );
                    self.hear(message).await;
                    // Only now, though the tap may have it already: what came
                    // before it is heard first.
                    if let Some(answer) = answers.then(|| self.tap.take(&id)).flatten() {
                        return match answer {
                            Answer::Result(result) => {
                                let line = format!("{method}: answered");
                                self.log.message(LogKind::Received, &line, &result);
                                Ok(result)
                            }
                            Answer::Refused { code, message } => {
                                Err(Trouble::Refused { code, message })
                            }
                        };
                    }
                }
                result = &mut sending, if !sent => {
                    result.map_err(|error| Trouble::Transport(error.into()))?;
                    sent = true;
                }
                () = tokio::time::sleep_until(deadline) => return Err(Trouble::Late),
            }
        }
    }

    /// Answers what the server asks; everything else is only noted.
    async fn hear(&mut self, message: ServerJsonRpcMessage) {
        match message {
            ServerJsonRpcMessage::Request(JsonRpcRequest { id, request, .. }) => {
                let line = format!("asks {}", method_of(&request));
                self.log.message(LogKind::Received, &line, &request);
                let answer = self.answer(&request, id);
                // A server that asks and does not read is not waited for here.
                let sending = self.transport.send(answer);
                if timeout(Duration::from_secs(2), sending).await.is_err() {
                    self.log.add(LogKind::Note, "the server does not read our answer");
                }
            }
            ServerJsonRpcMessage::Notification(notification) => {
                if let Ok(value) = serde_json::to_value(&notification.notification) {
                    let method = value.get("method").and_then(Value::as_str).unwrap_or("?");
                    let data = value.pointer("/params/data").map(ToString::to_string);
                    let text = format!("{method} {}", data.unwrap_or_default());
                    self.log.message(LogKind::Received, &text, &value);
                }
            }
            ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_) => {}
        }
    }

    fn answer(&self, request: &ServerRequest, id: RequestId) -> ClientJsonRpcMessage {
        match request {
            ServerRequest::PingRequest(_) => {
                ClientJsonRpcMessage::response(ClientResult::empty(()), id)
            }
            ServerRequest::ListRootsRequest(_) if self.announce.has_roots() => {
                // Observed in Claude Code 2.1.332: one root, the session's
                // directory, without a name.
                let roots: Vec<Value> = url::Url::from_file_path(&self.directory)
                    .map(|url| json!({"uri": url.as_str()}))
                    .into_iter()
                    .collect();
                let answer = CustomResult::new(json!({"roots": roots}));
                ClientJsonRpcMessage::response(ClientResult::CustomResult(answer), id)
            }
            // Nothing else is needed to list, and nobody is there to be asked.
            _ => ClientJsonRpcMessage::error(
                ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "Method not found", None),
                Some(id),
            ),
        }
    }
}

impl From<Value> for Greeting {
    /// Reads what `initialize` and `server/discover` have in common.
    fn from(mut result: Value) -> Self {
        let mut part = |key: &str| result.get_mut(key).map(Value::take).unwrap_or_default();
        let text = |value: Value| value.as_str().map(ToOwned::to_owned);
        Self {
            protocol: text(part("protocolVersion")),
            server_info: part("serverInfo"),
            capabilities: part("capabilities"),
            instructions: text(part("instructions")),
        }
    }
}

fn method_of(request: &ServerRequest) -> &str {
    match request {
        ServerRequest::PingRequest(_) => "ping",
        ServerRequest::CreateMessageRequest(_) => "sampling/createMessage",
        ServerRequest::ListRootsRequest(_) => "roots/list",
        ServerRequest::ElicitRequest(_) => "elicitation/create",
        ServerRequest::CustomRequest(custom) => &custom.method,
        _ => "something unknown",
    }
}

/// The trouble in a few words, not masked.
pub(super) fn say(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Late => "no answer in time".to_owned(),
        Trouble::Closed => "the connection closed".to_owned(),
        Trouble::Refused { code, message } => format!("error {code}: {message}"),
        Trouble::Nonsense(what) => what.clone(),
        Trouble::Transport(error) => chain(error.as_ref()),
    }
}

/// An error and its causes in one line.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let more = next.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = next.source();
    }
    text
}
