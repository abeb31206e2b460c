//! The two directions between a client and a server.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    io::{
        AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader,
    },
    sync::{Mutex as AsyncMutex, oneshot},
    time::timeout,
};

use super::{Wrapping, defer, message::RawObject};

/// A line longer than this passes as it comes, unless its answer is awaited.
const BUFFER: usize = 64 * 1024;
/// The most pages of one tool list.
const PAGES: usize = 200;
/// How long the server may take to list its tools before the handshake is
/// passed on without their names.
const LIST_WITHIN: Duration = Duration::from_secs(20);
/// Ids of our own requests begin with it; no client's do by accident.
const OWN: &str = "plimsoll-wrap-";

/// Which side ended first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The client closed its stream.
    ClientGone,
    /// The server closed its stream.
    ServerGone,
}

/// Why wrapping stopped before a side ended.
#[derive(Debug, thiserror::Error)]
#[error("{side} could not be {action}: {source}")]
pub struct WrapError {
    side: &'static str,
    action: &'static str,
    source: io::Error,
}

/// What a request that passed was for.
enum Pending {
    /// The client asked for tools: the answer is filtered.
    List,
    /// The client shook hands: the answer gets our instructions.
    Handshake,
    /// We asked.
    Own(oneshot::Sender<Vec<u8>>),
}

type Writer = AsyncMutex<Option<Box<dyn AsyncWrite + Send + Unpin>>>;

pub(super) struct Relay {
    pub(super) wrapping: Wrapping,
    client: Writer,
    server: Writer,
    pending: Mutex<HashMap<String, Pending>>,
    /// The server's tools in scope; `None` until listed or after a change.
    tools: AsyncMutex<Option<Arc<Vec<Value>>>>,
    /// Tools a client has found, which then stand in its list.
    found: Mutex<BTreeSet<String>>,
    next: AtomicU64,
    /// Whether we told the server that the handshake is over.
    initialized: AtomicBool,
    /// What came for the client while its handshake waits for the names.
    held: Mutex<Option<Vec<Vec<u8>>>>,
}

/// Relays until one side ends. Returns which.
///
/// When the client ends, the server's input is closed and what the server still
/// says is read to its end, so that the server can end by itself.
///
/// # Errors
/// [`WrapError`] when a stream breaks otherwise than by ending.
pub async fn wrap_streams(
    client_in: impl AsyncRead + Unpin + Send,
    client_out: impl AsyncWrite + Unpin + Send + 'static,
    server_in: impl AsyncWrite + Unpin + Send + 'static,
    server_out: impl AsyncRead + Unpin + Send,
    wrapping: Wrapping,
) -> Result<Outcome, WrapError> {
    let relay = Arc::new(Relay {
        wrapping,
        client: AsyncMutex::new(Some(Box::new(client_out))),
        server: AsyncMutex::new(Some(Box::new(server_in))),
        pending: Mutex::default(),
        tools: AsyncMutex::default(),
        found: Mutex::default(),
        next: AtomicU64::new(0),
        initialized: AtomicBool::new(false),
        held: Mutex::default(),
    });
    let mut client_in = BufReader::with_capacity(BUFFER, client_in);
    let mut server_out = BufReader::with_capacity(BUFFER, server_out);
    let to_server = relay.pump_client(&mut client_in);
    let to_client = relay.pump_server(&mut server_out);
    tokio::pin!(to_server, to_client);
    tokio::select! {
        ended = &mut to_client => ended.map(|()| Outcome::ServerGone),
        ended = &mut to_server => {
            ended?;
            // Closing its input asks the server to end. One that has ended
            // already cannot be told so, and need not.
            if let Some(mut writer) = relay.server.lock().await.take() {
                let _ = writer.shutdown().await;
            }
            to_client.await?;
            Ok(Outcome::ClientGone)
        }
    }
}

impl Relay {
    async fn pump_client(
        self: &Arc<Self>,
        input: &mut (impl AsyncBufRead + Unpin),
    ) -> Result<(), WrapError> {
        let broken = |source| WrapError { side: "the client", action: "read", source };
        let mut line = Vec::new();
        loop {
            if self.wrapping.is_transparent() {
                if !pass_lines(input, &self.server, "the server").await? {
                    return Ok(());
                }
                continue;
            }
            line.clear();
            if input.read_until(b'\n', &mut line).await.map_err(broken)? == 0 {
                return Ok(());
            }
            self.from_client(&line).await?;
            // One huge message must not be kept for the rest of the session.
            line.shrink_to(BUFFER);
        }
    }

    async fn pump_server(
        self: &Arc<Self>,
        input: &mut (impl AsyncBufRead + Unpin),
    ) -> Result<(), WrapError> {
        let broken = |source| WrapError { side: "the server", action: "read", source };
        let mut line = Vec::new();
        loop {
            let ready = input.fill_buf().await.map_err(broken)?;
            if ready.is_empty() {
                return Ok(());
            }
            let whole = ready.contains(&b'\n');
            let look = !self.wrapping.is_transparent()
                && (whole && self.reads_everything() || self.awaits_anything());
            if look {
                line.clear();
                input.read_until(b'\n', &mut line).await.map_err(broken)?;
                self.from_server(&line).await?;
                line.shrink_to(BUFFER);
            } else if !pass_lines(input, &self.client, "the client").await? {
                return Ok(());
            }
        }
    }

    /// Whether messages nobody asked for matter: a changed list, a handshake on hold.
    fn reads_everything(&self) -> bool {
        self.wrapping.defer || self.wrapping.rules.needs_definition()
    }

    fn awaits_anything(&self) -> bool {
        !self.pending().is_empty() || self.held().is_some()
    }

    async fn from_client(self: &Arc<Self>, line: &[u8]) -> Result<(), WrapError> {
        let text = line.trim_ascii();
        if text.first() == Some(&b'[')
            && let Ok(batch) = serde_json::from_slice::<Vec<&serde_json::value::RawValue>>(text)
        {
            for message in batch {
                self.one_from_client(message.get().as_bytes()).await?;
            }
            return Ok(());
        }
        self.one_from_client(line).await
    }

    async fn one_from_client(self: &Arc<Self>, line: &[u8]) -> Result<(), WrapError> {
        let Some(object) = RawObject::parse(line.trim_ascii()) else {
            return self.to_server(line).await;
        };
        let id = object.get("id").map(|id| id.get().to_owned());
        match (object.text("method").as_deref(), id) {
            (Some("initialize" | "server/discover"), Some(id)) if self.wrapping.defer => {
                self.pending().insert(id, Pending::Handshake);
            }
            (Some("notifications/initialized"), None)
                if self.initialized.load(Ordering::Acquire) =>
            {
                return Ok(());
            }
            (Some("tools/list"), Some(id)) if self.wrapping.defer => {
                let relay = Arc::clone(self);
                tokio::spawn(async move {
                    let tools = defer::listed(&relay).await;
                    relay.answer(&id, &json!({ "tools": tools })).await;
                });
                return Ok(());
            }
            (Some("tools/list"), Some(id)) => {
                self.pending().insert(id, Pending::List);
            }
            (Some("tools/call"), Some(id)) => {
                let params = object.get("params").map_or("{}", |params| params.get());
                let name =
                    RawObject::parse(params.as_bytes()).and_then(|params| params.text("name"));
                let by_name = !self.wrapping.defer && !self.wrapping.rules.needs_definition();
                if by_name {
                    if name.as_deref().is_some_and(|name| !self.wrapping.rules.admits_name(name)) {
                        self.refuse(&id, &out_of_scope(name.as_deref().unwrap_or_default())).await;
                        return Ok(());
                    }
                } else {
                    // What must be looked up first must not hold up the stream.
                    let (relay, message) = (Arc::clone(self), line.to_vec());
                    tokio::spawn(async move {
                        relay.call(id, name.unwrap_or_default(), message).await;
                    });
                    return Ok(());
                }
            }
            _ => {}
        }
        self.to_server(line).await
    }

    /// A call whose tool must be known first.
    async fn call(self: Arc<Self>, id: String, name: String, message: Vec<u8>) {
        let passed = if self.wrapping.defer {
            match defer::call(&self, &name, &message).await {
                defer::Call::Pass(message) => Some(message),
                defer::Call::Answer(result) => {
                    self.answer(&id, &result).await;
                    None
                }
                defer::Call::Refuse(why) => {
                    self.refuse(&id, &why).await;
                    None
                }
            }
        } else if self.tool(&name).await.is_some() {
            Some(message)
        } else {
            self.refuse(&id, &out_of_scope(&name)).await;
            None
        };
        if let Some(message) = passed
            && let Err(error) = self.to_server(&message).await
        {
            self.refuse(&id, &error.to_string()).await;
        }
    }

    async fn from_server(self: &Arc<Self>, line: &[u8]) -> Result<(), WrapError> {
        let object = RawObject::parse(line.trim_ascii());
        if let Some(object) = &object {
            let answered = object.get("id").filter(|_| object.get("method").is_none());
            let pending = answered.and_then(|id| self.pending().remove(id.get()));
            if let Some(pending) = pending {
                match pending {
                    Pending::Own(asked) => {
                        // Nobody waits any more when the time is over.
                        let _ = asked.send(line.to_vec());
                        return Ok(());
                    }
                    Pending::List => {
                        let filtered = self.filter(object);
                        return self.to_client(filtered.as_deref().unwrap_or(line)).await;
                    }
                    Pending::Handshake => {
                        *self.held() = Some(Vec::new());
                        let (relay, answer) = (Arc::clone(self), line.to_vec());
                        tokio::spawn(async move { relay.shake_hands(answer).await });
                        return Ok(());
                    }
                }
            }
            if object.text("method").as_deref() == Some("notifications/tools/list_changed") {
                *self.tools.lock().await = None;
            }
        }
        if let Some(held) = self.held().as_mut() {
            held.push(line.to_vec());
            return Ok(());
        }
        self.to_client(line).await
    }

    /// Passes a handshake on with the names of the deferred tools in it.
    async fn shake_hands(self: Arc<Self>, answer: Vec<u8>) {
        let sent = match RawObject::parse(answer.trim_ascii()) {
            Some(object) if object.get("result").is_some() => {
                let result = object.get("result").map_or("{}", |result| result.get());
                let legacy = RawObject::parse(result.as_bytes())
                    .is_some_and(|result| result.get("protocolVersion").is_some());
                if legacy {
                    // A server need not list before it is told so.
                    self.initialized.store(true, Ordering::Release);
                    let told = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
                    let _ = self.to_server(told.to_string().as_bytes()).await;
                }
                let tools = timeout(LIST_WITHIN, self.tools()).await.unwrap_or_default();
                let result = defer::introduce(result, &tools, &self.wrapping);
                Some(object.with("result", &result))
            }
            _ => None,
        };
        let _ = self.to_client(sent.as_ref().map_or(&answer[..], |sent| sent.as_bytes())).await;
        loop {
            let waiting = {
                let mut held = self.held();
                match held.as_mut().map(std::mem::take) {
                    Some(waiting) if !waiting.is_empty() => waiting,
                    _ => {
                        *held = None;
                        return;
                    }
                }
            };
            for line in waiting {
                let _ = self.to_client(&line).await;
            }
        }
    }

    /// A tool list with only what is in scope; `None` when it is no tool list.
    fn filter(&self, answer: &RawObject<'_>) -> Option<Vec<u8>> {
        let result = RawObject::parse(answer.get("result")?.get().as_bytes())?;
        let tools: Vec<&serde_json::value::RawValue> =
            serde_json::from_str(result.get("tools")?.get()).ok()?;
        let mut kept = String::from("[");
        for raw in tools {
            let tool: Value = serde_json::from_str(raw.get()).ok()?;
            if !self.wrapping.rules.admits(&tool) {
                continue;
            }
            if kept.len() > 1 {
                kept.push(',');
            }
            match self.shortened(&tool) {
                Some(shorter) => {
                    let tool = RawObject::parse(raw.get().as_bytes())?;
                    kept.push_str(&tool.with("description", &shorter));
                }
                None => kept.push_str(raw.get()),
            }
        }
        kept.push(']');
        Some(answer.with("result", &result.with("tools", &kept)).into_bytes())
    }

    /// The description as JSON, cut, when a cut is wanted and it is longer.
    fn shortened(&self, tool: &Value) -> Option<String> {
        let limit = self.wrapping.max_description?;
        let description = tool.get("description")?.as_str()?;
        let (end, _) = description.char_indices().nth(limit)?;
        Some(Value::from(format!("{}…", description[..end].trim_end())).to_string())
    }

    /// The server's tools in scope, listed when not known.
    pub(super) async fn tools(&self) -> Arc<Vec<Value>> {
        let mut known = self.tools.lock().await;
        if let Some(tools) = known.as_ref() {
            return Arc::clone(tools);
        }
        let listed = self.list().await;
        let tools = Arc::new(listed.clone().unwrap_or_default());
        // A failed list is asked for again next time.
        *known = listed.map(|_| Arc::clone(&tools));
        tools
    }

    /// A tool in scope.
    pub(super) async fn tool(&self, name: &str) -> Option<Value> {
        self.tools().await.iter().find(|tool| tool.get("name").is_some_and(|n| n == name)).cloned()
    }

    async fn list(&self) -> Option<Vec<Value>> {
        let mut tools = Vec::new();
        let mut seen = HashSet::new();
        let mut cursor: Option<String> = None;
        for _ in 0..PAGES {
            let params = cursor.as_ref().map_or(json!({}), |cursor| json!({ "cursor": cursor }));
            let mut answer = self.ask("tools/list", &params).await?;
            let result = answer.get_mut("result")?;
            if let Some(Value::Array(page)) = result.get_mut("tools").map(Value::take) {
                tools.extend(page.into_iter().filter(|tool| self.wrapping.rules.admits(tool)));
            }
            match result.get("nextCursor").and_then(Value::as_str) {
                Some(next) if seen.insert(next.to_owned()) => cursor = Some(next.to_owned()),
                _ => break,
            }
        }
        Some(tools)
    }

    /// Sends a request of our own and waits for its answer.
    async fn ask(&self, method: &str, params: &Value) -> Option<Value> {
        let id = json!(format!("{OWN}{}", self.next.fetch_add(1, Ordering::Relaxed)));
        let (asked, answered) = oneshot::channel();
        self.pending().insert(id.to_string(), Pending::Own(asked));
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.to_server(request.to_string().as_bytes()).await.ok()?;
        let answer = timeout(LIST_WITHIN, answered).await.ok()?.ok()?;
        serde_json::from_slice(&answer).ok()
    }

    /// Tells the client that its list has changed.
    pub(super) async fn announce_change(&self) {
        let changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
        let _ = self.to_client(changed.to_string().as_bytes()).await;
    }

    async fn answer(&self, id: &str, result: &Value) {
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
        // A client that is gone needs no answer; the pumps notice.
        let _ = self.to_client(line.as_bytes()).await;
    }

    async fn refuse(&self, id: &str, why: &str) {
        let error = json!({"code": -32602, "message": why});
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
        let _ = self.to_client(line.as_bytes()).await;
    }

    async fn to_client(&self, line: &[u8]) -> Result<(), WrapError> {
        write_line(&self.client, line).await.map_err(|source| WrapError {
            side: "the client",
            action: "written to",
            source,
        })
    }

    async fn to_server(&self, line: &[u8]) -> Result<(), WrapError> {
        write_line(&self.server, line).await.map_err(|source| WrapError {
            side: "the server",
            action: "written to",
            source,
        })
    }

    fn pending(&self) -> MutexGuard<'_, HashMap<String, Pending>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn found(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn held(&self) -> MutexGuard<'_, Option<Vec<Vec<u8>>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn out_of_scope(name: &str) -> String {
    format!(
        "Tool {name} is not available: it is outside the scope set for this server in Plimsoll."
    )
}

/// Writes one message and its line end, whole.
async fn write_line(writer: &Writer, line: &[u8]) -> io::Result<()> {
    let mut writer = writer.lock().await;
    let Some(writer) = writer.as_mut() else { return Ok(()) };
    writer.write_all(line).await?;
    if line.last() != Some(&b'\n') {
        writer.write_all(b"\n").await?;
    }
    writer.flush().await
}

/// Passes lines as their bytes come, however long, up to a line's end; false at
/// the end of the stream.
async fn pass_lines(
    input: &mut (impl AsyncBufRead + Unpin),
    writer: &Writer,
    to: &'static str,
) -> Result<bool, WrapError> {
    let from = if to == "the client" { "the server" } else { "the client" };
    let mut writer = writer.lock().await;
    loop {
        let ready = input.fill_buf().await.map_err(|source| WrapError {
            side: from,
            action: "read",
            source,
        })?;
        if ready.is_empty() {
            return Ok(false);
        }
        // Every whole line that is there goes out in one write.
        let (taken, ended) = match ready.iter().rposition(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (ready.len(), false),
        };
        if let Some(writer) = writer.as_mut() {
            let written = async {
                writer.write_all(&ready[..taken]).await?;
                writer.flush().await
            };
            written.await.map_err(|source| WrapError { side: to, action: "written to", source })?;
        }
        input.consume(taken);
        if ended {
            return Ok(true);
        }
    }
}
