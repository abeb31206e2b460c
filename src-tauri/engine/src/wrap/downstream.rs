//! What the server says.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use serde_json::{
    Value, json,
    value::{RawValue, to_raw_value},
};
use tokio::time::{sleep, timeout};

use super::{
    defer,
    relay::{Pending, Relay},
};
use crate::servers::{RawObject, mended, parse_as_a_client_does};

/// How long the handshake waits for the names of the tools.
const NAMES_WITHIN: Duration = Duration::from_secs(10);
/// How long it waits while the server wants an answer that is held with it.
const ASKED_WITHIN: Duration = Duration::from_secs(1);
/// What is held for the client at most, in messages; the rest passes before.
const HELD: usize = 1_000;

const LIST_CHANGED: &str = "notifications/tools/list_changed";

impl Relay {
    pub(super) async fn from_server(self: &Arc<Self>, line: &[u8]) {
        let text = line.trim_ascii();
        // What we cannot read and its client can must not slip through.
        let mended = RawObject::parse(text).is_none().then(|| mended(text)).flatten();
        let text = mended.as_deref().map_or(text, str::as_bytes);
        if text.first() == Some(&b'[')
            && let Ok(batch) = serde_json::from_slice::<Vec<&RawValue>>(text)
        {
            let ours = |message: &&RawValue| {
                RawObject::parse(message.get().as_bytes()).is_some_and(|object| {
                    let pending = object.id().is_some_and(|id| self.pending().contains_key(&id));
                    pending && object.get("method").is_none()
                        || object.text("method").as_deref() == Some(LIST_CHANGED)
                })
            };
            // A batch with nothing for us in it stays one.
            if batch.iter().any(ours) {
                for message in batch {
                    let message = message.get().as_bytes();
                    self.one_from_server(message, RawObject::parse(message)).await;
                }
                return;
            }
        }
        self.one_from_server(line, RawObject::parse(text)).await;
    }

    /// `object` is the line as a client takes it.
    async fn one_from_server(self: &Arc<Self>, line: &[u8], object: Option<RawObject<'_>>) {
        if let Some(object) = object {
            let method = object.text("method");
            let answered = object.id().filter(|_| method.is_none());
            let pending = answered.and_then(|id| self.pending().remove(&id));
            match pending {
                Some(Pending::Own(asked)) => {
                    // Nobody waits any more when the time is over.
                    let _ = asked.send(line.to_vec());
                    return;
                }
                Some(Pending::List) => {
                    let filtered = self.filter(&object);
                    self.to_client(filtered.as_deref().unwrap_or(line)).await;
                    return;
                }
                Some(Pending::Handshake { initialize }) if self.has_tools(&object) => {
                    *self.held() = Some(Vec::new());
                    let (relay, answer) = (Arc::clone(self), line.to_vec());
                    self.spawn(async move { relay.shake_hands(answer, initialize).await });
                    return;
                }
                Some(Pending::Handshake { .. }) | None => {}
            }
            if method.as_deref() == Some(LIST_CHANGED) {
                self.tools.outdated();
            }
            if method.is_some() && object.get("id").is_some() && self.held().is_some() {
                self.held_request.notify_one();
            }
        }
        if let Some(held) = self.held().as_mut().filter(|held| held.len() < HELD) {
            held.push(line.to_vec());
            return;
        }
        self.to_client(line).await;
    }

    /// Whether this is the answer of a server with tools; one without passes.
    fn has_tools(&self, answer: &RawObject<'_>) -> bool {
        let Some(result) = answer.get("result") else { return false };
        let capabilities = RawObject::parse(result.get().as_bytes())
            .and_then(|result| result.get("capabilities"))
            .and_then(|raw| RawObject::parse(raw.get().as_bytes()));
        let has = capabilities.is_some_and(|capabilities| capabilities.get("tools").is_some());
        self.toolless.store(!has, Ordering::Release);
        has
    }

    /// Passes a handshake on with the names of the deferred tools in it.
    async fn shake_hands(self: Arc<Self>, answer: Vec<u8>, initialize: bool) {
        let sent = self.introduced(&answer, initialize).await;
        self.to_client(sent.as_ref().map_or(&answer[..], |sent| sent.as_bytes())).await;
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
                self.to_client(&line).await;
            }
        }
    }

    async fn introduced(&self, answer: &[u8], initialize: bool) -> Option<String> {
        let object = RawObject::parse(answer.trim_ascii())?;
        let result = object.get("result")?.get();
        if initialize {
            // A server need not list before it is told so.
            self.initialized.store(true, Ordering::Release);
            let told = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            self.to_server(told.to_string().as_bytes()).await;
        }
        let names = async {
            tokio::select! {
                listed = self.listed() => listed.ok(),
                () = async {
                    self.held_request.notified().await;
                    sleep(ASKED_WITHIN).await;
                } => None,
            }
        };
        let listed = timeout(NAMES_WITHIN, names).await.ok().flatten();
        let tools = listed.as_ref().map(|listed| listed.tools.as_slice());
        let result = defer::introduce(result, tools, &self.wrapping);
        Some(object.with("result", &result))
    }

    /// A tool list with only what is in scope; `None` when it is no tool list.
    /// What cannot be read is not in scope.
    fn filter(&self, answer: &RawObject<'_>) -> Option<Vec<u8>> {
        let result = RawObject::parse(answer.get("result")?.get().as_bytes())?;
        let tools: Vec<&RawValue> =
            serde_json::from_str(result.get("tools")?.get()).unwrap_or_default();
        let kept: Vec<String> = tools.into_iter().filter_map(|raw| self.in_scope(raw)).collect();
        let kept = format!("[{}]", kept.join(","));
        Some(answer.with("result", &result.with("tools", &kept)).into_bytes())
    }

    fn in_scope(&self, raw: &RawValue) -> Option<String> {
        let tool = parse_as_a_client_does(raw.get().as_bytes())?;
        if !self.wrapping.rules.admits(&tool) {
            return None;
        }
        Some(match self.shortened(&tool) {
            Some(shorter) => RawObject::parse(raw.get().as_bytes())?.with("description", &shorter),
            None => raw.get().to_owned(),
        })
    }

    /// The description as JSON, cut, when a cut is wanted and it is longer.
    fn shortened(&self, tool: &Value) -> Option<String> {
        let limit = self.wrapping.max_description?;
        let description = tool.get("description")?.as_str()?;
        let (end, _) = description.char_indices().nth(limit)?;
        let cut = format!("{}…", description[..end].trim_end());
        to_raw_value(&cut).ok().map(|raw| raw.get().to_owned())
    }
}
