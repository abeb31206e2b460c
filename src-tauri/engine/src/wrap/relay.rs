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
    sync::{Mutex as AsyncMutex, Notify, oneshot},
    task::JoinSet,
    time::timeout,
};

use super::{Wrapping, tools::Tools};

/// A line longer than this passes as it comes, unless its answer is awaited.
const BUFFER: usize = 64 * 1024;

/// How long what is under way may take once the server has gone.
const SETTLED_WITHIN: Duration = Duration::from_secs(1);

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
#[error("what {side} says could not be read: {source}")]
pub struct WrapError {
    side: &'static str,
    source: io::Error,
}

/// What a request that passed was for.
pub(super) enum Pending {
    /// The client asked for tools: the answer is filtered.
    List,
    /// The client shook hands: the answer gets our instructions.
    Handshake {
        /// With `initialize`, which is over only when the client says so; since
        /// 2026-07-28 there is only a probe.
        initialize: bool,
    },
    /// We asked.
    Own(oneshot::Sender<Vec<u8>>),
}

type Writer = AsyncMutex<Option<Box<dyn AsyncWrite + Send + Unpin>>>;

pub(super) struct Relay {
    pub(super) wrapping: Wrapping,
    client: Writer,
    server: Writer,
    pending: Mutex<HashMap<String, Pending>>,
    pub(super) tools: Tools,
    /// Tools a client has found, which then stand in its list.
    found: Mutex<BTreeSet<String>>,
    /// Calls whose tool is being looked up; the server has not heard of them.
    looking: Mutex<HashSet<String>>,
    /// `_meta` of the client's last message that names its version itself, as
    /// messages do from 2026-07-28 on: our own requests need it too.
    introduction: Mutex<Option<String>>,
    /// Ids of the client's streams that are to hear of changed tools.
    listeners: Mutex<HashSet<String>>,
    pub(super) next: AtomicU64,
    /// Whether we told the server that the handshake is over.
    pub(super) initialized: AtomicBool,
    /// Whether the server said that it has no tools.
    pub(super) toolless: AtomicBool,
    /// What came for the client while its handshake waits for the names.
    held: Mutex<Option<Vec<Vec<u8>>>>,
    /// Told when the server waits for an answer that is held.
    pub(super) held_request: Notify,
    /// What is looked up beside the stream, to be answered before the end.
    tasks: Mutex<JoinSet<()>>,
}

/// Relays until one side ends. Returns which.
///
/// When the client ends, the server's input is closed and what the server still
/// says is read to its end, so that the server can end by itself.
///
/// # Errors
/// [`WrapError`] when a stream cannot be read to its end.
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
        tools: Tools::default(),
        found: Mutex::default(),
        looking: Mutex::default(),
        introduction: Mutex::default(),
        listeners: Mutex::default(),
        next: AtomicU64::new(0),
        initialized: AtomicBool::new(false),
        toolless: AtomicBool::new(false),
        held: Mutex::default(),
        held_request: Notify::new(),
        tasks: Mutex::default(),
    });
    let mut client_in = BufReader::with_capacity(BUFFER, client_in);
    let mut server_out = BufReader::with_capacity(BUFFER, server_out);
    let to_server = relay.pump_client(&mut client_in);
    let to_client = relay.pump_server(&mut server_out);
    tokio::pin!(to_server, to_client);
    tokio::select! {
        ended = &mut to_client => {
            ended?;
            relay.settle().await;
            Ok(Outcome::ServerGone)
        }
        ended = &mut to_server => {
            ended?;
            // Closing its input asks the server to end. One that has ended
            // already cannot be told so, and need not.
            if let Some(mut writer) = relay.server.lock().await.take() {
                let _ = writer.shutdown().await;
            }
            to_client.await?;
            relay.settle().await;
            Ok(Outcome::ClientGone)
        }
    }
}

impl Relay {
    async fn pump_client(
        self: &Arc<Self>,
        input: &mut (impl AsyncBufRead + Unpin),
    ) -> Result<(), WrapError> {
        let broken = |source| WrapError { side: "the client", source };
        let mut line = Vec::new();
        loop {
            if self.wrapping.is_transparent() {
                if !pass_lines(input, &self.server).await.map_err(broken)? {
                    return Ok(());
                }
                continue;
            }
            if input.read_until(b'\n', &mut line).await.map_err(broken)? == 0 {
                return Ok(());
            }
            self.from_client(&line).await;
            // One huge message must not be kept for the rest of the session.
            line.clear();
            line.shrink_to(BUFFER);
        }
    }

    async fn pump_server(
        self: &Arc<Self>,
        input: &mut (impl AsyncBufRead + Unpin),
    ) -> Result<(), WrapError> {
        let broken = |source| WrapError { side: "the server", source };
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
                input.read_until(b'\n', &mut line).await.map_err(broken)?;
                self.from_server(&line).await;
                line.clear();
                line.shrink_to(BUFFER);
            } else if !pass_lines(input, &self.client).await.map_err(broken)? {
                return Ok(());
            }
        }
    }

    /// Does something beside the stream.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = lock(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    /// Lets what is under way come to its end: nothing more comes from the server.
    async fn settle(&self) {
        self.pending().clear();
        let mut tasks = std::mem::take(&mut *lock(&self.tasks));
        let all = async { while tasks.join_next().await.is_some() {} };
        // Who waits for a client that does not read is not waited for.
        let _ = timeout(SETTLED_WITHIN, all).await;
    }

    /// Whether messages nobody asked for matter: a changed list, a handshake on hold.
    fn reads_everything(&self) -> bool {
        self.wrapping.defer || self.wrapping.rules.needs_definition()
    }

    fn awaits_anything(&self) -> bool {
        !self.pending().is_empty() || self.held().is_some()
    }

    /// Whether the server's tools are behind the two of ours.
    pub(super) fn defers(&self) -> bool {
        self.wrapping.defer && !self.toolless.load(Ordering::Acquire)
    }

    /// Tells the client that its list has changed, in the way of its version.
    pub(super) async fn announce_change(&self) {
        let method = "notifications/tools/list_changed";
        let listeners: Vec<String> = self.listeners().iter().cloned().collect();
        if listeners.is_empty() {
            let changed = json!({"jsonrpc": "2.0", "method": method});
            self.to_client(changed.to_string().as_bytes()).await;
        }
        for id in listeners {
            let id: Value = serde_json::from_str(&id).unwrap_or_default();
            let params = json!({"_meta": {"io.modelcontextprotocol/subscriptionId": id}});
            let changed = json!({"jsonrpc": "2.0", "method": method, "params": params});
            self.to_client(changed.to_string().as_bytes()).await;
        }
    }

    /// Answers a request of the client; `id` as it is spelled.
    pub(super) async fn answer(&self, id: &str, result: &Value) {
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
        self.to_client(line.as_bytes()).await;
    }

    /// Refuses a request of the client.
    pub(super) async fn refuse(&self, id: &str, why: &str) {
        let error = json!({"code": -32602, "message": why});
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
        self.to_client(line.as_bytes()).await;
    }

    pub(super) async fn to_client(&self, line: &[u8]) {
        write_line(&self.client, line).await;
    }

    pub(super) async fn to_server(&self, line: &[u8]) {
        write_line(&self.server, line).await;
    }

    pub(super) fn pending(&self) -> MutexGuard<'_, HashMap<String, Pending>> {
        lock(&self.pending)
    }

    pub(super) fn found(&self) -> MutexGuard<'_, BTreeSet<String>> {
        lock(&self.found)
    }

    pub(super) fn looking(&self) -> MutexGuard<'_, HashSet<String>> {
        lock(&self.looking)
    }

    pub(super) fn introduction(&self) -> MutexGuard<'_, Option<String>> {
        lock(&self.introduction)
    }

    pub(super) fn listeners(&self) -> MutexGuard<'_, HashSet<String>> {
        lock(&self.listeners)
    }

    pub(super) fn held(&self) -> MutexGuard<'_, Option<Vec<Vec<u8>>>> {
        lock(&self.held)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes one message and its line end, whole.
///
/// A side that cannot be written to has gone or is going. It is written to no
/// more; that its own stream ends is what ends the wrapper, so that nothing it
/// said before is lost.
async fn write_line(writer: &Writer, line: &[u8]) {
    let mut writer = writer.lock().await;
    let Some(open) = writer.as_mut() else { return };
    let written = async {
        open.write_all(line).await?;
        if line.last() != Some(&b'\n') {
            open.write_all(b"\n").await?;
        }
        open.flush().await
    };
    if written.await.is_err() {
        *writer = None;
    }
}

/// Passes lines as their bytes come, however long, up to a line's end; false at
/// the end of the stream.
async fn pass_lines(input: &mut (impl AsyncBufRead + Unpin), writer: &Writer) -> io::Result<bool> {
    let mut writer = writer.lock().await;
    let mut begun = false;
    loop {
        let ready = input.fill_buf().await?;
        if ready.is_empty() {
            return Ok(false);
        }
        // Every whole line that is there goes out in one write. What comes behind
        // a line that was longer is looked at by who called: by now it may matter.
        let mut bytes = ready.iter();
        let end = if std::mem::replace(&mut begun, true) {
            bytes.position(|byte| *byte == b'\n')
        } else {
            bytes.rposition(|byte| *byte == b'\n')
        };
        let (taken, ended) = match end {
            Some(at) => (at + 1, true),
            None => (ready.len(), false),
        };
        if let Some(open) = writer.as_mut() {
            let written = async {
                open.write_all(&ready[..taken]).await?;
                open.flush().await
            };
            if written.await.is_err() {
                *writer = None;
            }
        }
        input.consume(taken);
        if ended {
            return Ok(true);
        }
    }
}
