//! Streamable HTTP, every version of it: each message is a POST of its own; the
//! answer comes as JSON or as a stream of events.

mod answers;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use http::{
    HeaderValue, StatusCode,
    header::{ACCEPT, CONTENT_TYPE},
};
use reqwest::Response;
use serde_json::{Value, json};
use tokio::{
    sync::{Mutex as AsyncMutex, Semaphore},
    task::{AbortHandle, JoinSet},
    time::sleep,
};

use super::{
    link::{Link, body},
    outgoing::Outgoing,
};
use crate::servers::RawObject;

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const SESSION: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";

/// Requests whose answer has not begun, at most: each may need a connection.
const AT_ONCE: usize = 64;
/// The most of an error page that is read.
const ERROR_PAGE: usize = 16 * 1024;

/// What became of a message.
pub(super) enum Told {
    /// It is sent, or being sent.
    Passed,
    /// The server does not speak Streamable HTTP: it is for the older transport.
    NotSpoken(Outgoing),
}

/// What the server gave us for later requests.
#[derive(Default)]
struct Given {
    session: Option<HeaderValue>,
    version: Option<HeaderValue>,
    /// The client's handshake, to renew a session with.
    handshake: Option<Outgoing>,
    /// Schemas of tools that ask for headers of their own.
    schemas: HashMap<String, Value>,
}

pub(super) struct Streamable {
    link: Arc<Link>,
    given: Mutex<Given>,
    permits: Semaphore,
    /// Requests under way by id, to be ended by their cancellation.
    under_way: Mutex<HashMap<String, AbortHandle>>,
    tasks: Mutex<JoinSet<()>>,
    /// Held while a session is begun again.
    renewing: AsyncMutex<()>,
}

impl Streamable {
    pub fn new(link: Arc<Link>) -> Self {
        Self {
            link,
            given: Mutex::default(),
            permits: Semaphore::new(AT_ONCE),
            under_way: Mutex::default(),
            tasks: Mutex::default(),
            renewing: AsyncMutex::default(),
        }
    }

    /// Sends a message. Requests are answered whenever they are; the handshake,
    /// and what needs no answer, is waited for: what follows relies on it.
    pub async fn tell(self: &Arc<Self>, message: Outgoing) -> Told {
        let method = message.method.clone();
        match method.as_deref() {
            Some("initialize") => return self.shake_hands(message).await,
            Some("notifications/initialized") => {
                self.pass(&message).await;
                let link = Arc::clone(self);
                self.spawn(None, async move { link.listen().await });
            }
            Some("notifications/cancelled") => {
                let request = message.cancels().and_then(|id| self.under_way().remove(&id));
                // Since 2026-07-28, which has no handshake, the closed stream says it.
                let shook_hands = self.given().handshake.is_some();
                match request {
                    Some(request) if !shook_hands => request.abort(),
                    _ => self.pass(&message).await,
                }
            }
            _ if message.requests.is_empty() => self.pass(&message).await,
            _ => {
                let link = Arc::clone(self);
                let id = (message.requests.len() == 1).then(|| message.requests[0].clone());
                self.spawn(id, async move { link.pass(&message).await });
            }
        }
        Told::Passed
    }

    /// Waits until every request under way is answered.
    pub async fn answered(&self) {
        // Streams that only listen never end; requests do.
        while !self.under_way().is_empty() {
            sleep(Duration::from_millis(5)).await;
        }
    }

    /// Ends the session.
    pub async fn goodbye(&self) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).abort_all();
        let Some(session) = self.given().session.clone() else { return };
        let request = self.link.dressed(self.link.client.delete(&self.link.remote.url));
        // Many servers do not offer it; a session left over ends by itself.
        let _ = self.versioned(request.header(SESSION, session)).send().await;
    }

    async fn shake_hands(self: &Arc<Self>, message: Outgoing) -> Told {
        let mut response = match self.post(&message).await {
            Ok(response) => response,
            Err(why) => {
                self.link.fail(&message, &why).await;
                return Told::Passed;
            }
        };
        // <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility>
        if matches!(response.status().as_u16(), 400 | 404 | 405) {
            let page = body(&mut response, ERROR_PAGE).await.map(|(page, _)| page);
            let page = page.unwrap_or_default();
            if RawObject::parse(&page).is_none_or(|page| page.get("error").is_none()) {
                return Told::NotSpoken(message);
            }
            self.own_error(&message, &page).await;
            return Told::Passed;
        }
        self.take_session(&response);
        self.given().handshake = Some(message.clone());
        self.hear(response, &message).await;
        Told::Passed
    }

    /// Sends a message and passes on what it is answered.
    async fn pass(self: &Arc<Self>, message: &Outgoing) {
        let permit =
            if message.requests.is_empty() { None } else { self.permits.acquire().await.ok() };
        let session = self.given().session.clone();
        let mut sent = self.post(message).await;
        // A session that has ended is begun again, once.
        if let Some(session) = session
            && sent.as_ref().is_ok_and(|response| response.status() == StatusCode::NOT_FOUND)
            && self.renew(&session).await
        {
            sent = self.post(message).await;
        }
        drop(permit);
        match sent {
            Ok(response) => self.hear(response, message).await,
            Err(why) => self.link.fail(message, &why).await,
        }
    }

    async fn post(&self, message: &Outgoing) -> Result<Response, String> {
        let mut logged_in = false;
        loop {
            let request = self.link.client.post(&self.link.remote.url);
            let mut request = self
                .link
                .dressed(request)
                .header(CONTENT_TYPE, JSON)
                .header(ACCEPT, format!("{JSON}, {EVENTS}"));
            if message.version.is_some() {
                let schema =
                    message.tool().and_then(|tool| self.given().schemas.get(tool).cloned());
                for (name, value) in message.headers(schema.as_ref()) {
                    request = request.header(name, value);
                }
            } else if message.method.as_deref() != Some("initialize") {
                request = self.versioned(self.in_session(request));
            }
            let response = request
                .body(message.body.clone())
                .send()
                .await
                .map_err(|error| self.link.unreachable(error))?;
            if response.status() == StatusCode::UNAUTHORIZED
                && !logged_in
                && self.link.log_in().await
            {
                logged_in = true;
                continue;
            }
            return Ok(response);
        }
    }

    fn in_session(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match self.given().session.clone() {
            Some(session) => request.header(SESSION, session),
            None => request,
        }
    }

    fn versioned(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match self.given().version.clone() {
            Some(version) => request.header(VERSION, version),
            None => request,
        }
    }

    /// Begins a session again with the client's own handshake, unless another
    /// request has done so; whether there is a new one.
    async fn renew(self: &Arc<Self>, ended: &HeaderValue) -> bool {
        let _turn = self.renewing.lock().await;
        let handshake = {
            let mut given = self.given();
            if given.session.as_ref().is_some_and(|session| session != ended) {
                return true;
            }
            given.session = None;
            given.handshake.clone()
        };
        let Some(handshake) = handshake else { return false };
        let Ok(response) = self.post(&handshake).await else { return false };
        if !response.status().is_success() {
            return false;
        }
        self.take_session(&response);
        // What the client was told at first still holds; this answer is ours.
        drop(response.bytes().await);
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let _ = self.post(&Outgoing::read(ready.to_string().as_bytes())).await;
        let link = Arc::clone(self);
        self.spawn(None, async move { link.listen().await });
        true
    }

    fn take_session(&self, response: &Response) {
        if let Some(session) = response.headers().get(SESSION) {
            self.given().session = Some(session.clone());
        }
    }

    /// Runs a task until the session ends; one for a request until it is cancelled.
    fn spawn(
        self: &Arc<Self>,
        request: Option<String>,
        task: impl Future<Output = ()> + Send + 'static,
    ) {
        let key = request.as_deref().and_then(key);
        let (link, done) = (Arc::clone(self), key.clone());
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        while tasks.try_join_next().is_some() {}
        // Entered before the task can end and take it out again.
        let mut under_way = self.under_way();
        let handle = tasks.spawn(async move {
            task.await;
            if let Some(key) = done {
                link.under_way().remove(&key);
            }
        });
        if let Some(key) = key {
            under_way.insert(key, handle);
        }
    }

    fn given(&self) -> MutexGuard<'_, Given> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<String, AbortHandle>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An id as spelled, as a key.
fn key(id: &str) -> Option<String> {
    RawObject::parse(format!(r#"{{"id":{id}}}"#).as_bytes())?.id()
}
