//! What the client says.

use std::sync::{Arc, atomic::Ordering};

use serde_json::value::RawValue;

use super::{
    defer,
    relay::{Pending, Relay},
};
use crate::servers::RawObject;

/// The key under which a message of 2026-07-28 or later names its version.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// A call of the client.
struct Call<'m> {
    /// The whole message.
    message: &'m [u8],
    /// Its id as it is spelled.
    id: String,
    /// The id as a key.
    key: String,
    /// The tool it names.
    name: String,
}

impl Relay {
    pub(super) async fn from_client(self: &Arc<Self>, line: &[u8]) {
        let text = line.trim_ascii();
        if text.first() == Some(&b'[')
            && let Ok(batch) = serde_json::from_slice::<Vec<&RawValue>>(text)
        {
            let ours = |message: &&RawValue| {
                let object = RawObject::parse(message.get().as_bytes());
                let method = object.and_then(|object| object.text("method"));
                method.is_some_and(|method| {
                    method.starts_with("tools/") || method == "notifications/cancelled"
                })
            };
            // A batch with nothing for us in it stays one.
            if !batch.iter().any(ours) {
                self.to_server(line).await;
                return;
            }
            for message in batch {
                self.one_from_client(message.get().as_bytes()).await;
            }
            return;
        }
        self.one_from_client(line).await;
    }

    async fn one_from_client(self: &Arc<Self>, line: &[u8]) {
        let Some(object) = RawObject::parse(line.trim_ascii()) else {
            self.to_server(line).await;
            return;
        };
        let params = object.get("params").and_then(|raw| RawObject::parse(raw.get().as_bytes()));
        self.note_introduction(params.as_ref());
        let id = object.get("id").map(|id| id.get().to_owned());
        let key = object.id().unwrap_or_default();
        match (object.text("method").as_deref(), id) {
            (Some(method @ ("initialize" | "server/discover")), Some(_)) if self.wrapping.defer => {
                let initialize = method == "initialize";
                self.pending().insert(key, Pending::Handshake { initialize });
            }
            (Some("notifications/initialized"), None)
                if self.initialized.load(Ordering::Acquire) =>
            {
                return;
            }
            (Some("notifications/cancelled"), None) => {
                let request = params.as_ref().and_then(|params| params.get("requestId"));
                let request = request.and_then(|id| of_id(id.get()));
                if request.is_some_and(|request| self.looking().remove(&request)) {
                    return;
                }
            }
            (Some("subscriptions/listen"), Some(id)) if self.wrapping.grow => {
                let wanted = params.as_ref().and_then(|params| params.get("notifications"));
                let wanted = wanted.and_then(|raw| RawObject::parse(raw.get().as_bytes()));
                let changes = wanted.and_then(|wanted| wanted.get("toolsListChanged"));
                if changes.is_some_and(|changes| changes.get() == "true") {
                    self.listeners().insert(id);
                }
            }
            (Some("tools/list"), Some(id)) if self.defers() => {
                let relay = Arc::clone(self);
                self.spawn(async move {
                    let result = defer::listed(&relay).await;
                    relay.answer(&id, &result).await;
                });
                return;
            }
            (Some("tools/list"), Some(_)) => {
                self.pending().insert(key, Pending::List);
            }
            (Some("tools/call"), Some(id)) => {
                let name = params.as_ref().and_then(|params| params.text("name"));
                let name = name.unwrap_or_default();
                let tool = if self.defers() {
                    params.as_ref().and_then(|params| defer::asked_for(&name, params))
                } else {
                    Some(name.clone())
                };
                self.called(Call { message: line, id, key, name }, tool.as_deref()).await;
                return;
            }
            _ => {}
        }
        self.to_server(line).await;
    }

    /// A call: passed, answered or refused. `tool` is the server's tool it needs.
    async fn called(self: &Arc<Self>, call: Call<'_>, tool: Option<&str>) {
        if !self.defers() && !self.wrapping.rules.needs_definition() {
            if self.wrapping.rules.admits_name(&call.name) {
                self.to_server(call.message).await;
            } else {
                self.refuse(&call.id, &self.out_of_scope(&call.name)).await;
            }
            return;
        }
        self.looking().insert(call.key.clone());
        if self.tools.is_known(tool) {
            // Nothing has to be asked: the order of messages stays.
            self.call(&call).await;
            return;
        }
        // What must be looked up first must not hold up the stream.
        let Call { message, id, key, name } = call;
        let (relay, message) = (Arc::clone(self), message.to_vec());
        self.spawn(async move { relay.call(&Call { message: &message, id, key, name }).await });
    }

    /// A call whose tool must be known first.
    async fn call(&self, call: &Call<'_>) {
        let Call { message, id, key, name } = call;
        let done = if self.defers() {
            defer::call(self, name, message).await
        } else {
            match self.list_with(name).await {
                Ok(Some(_)) => defer::Call::Pass(message.to_vec()),
                Ok(None) => defer::Call::Refuse(self.out_of_scope(name)),
                Err(why) => defer::Call::Refuse(why),
            }
        };
        if !self.looking().remove(key) {
            // Cancelled meanwhile: no answer is expected.
            return;
        }
        match done {
            defer::Call::Pass(message) => self.to_server(&message).await,
            defer::Call::Answer(result) => self.answer(id, &result).await,
            defer::Call::Refuse(why) => self.refuse(id, &why).await,
        }
    }

    fn out_of_scope(&self, name: &str) -> String {
        let server = self.wrapping.name.as_deref().map(|server| format!(" {server}"));
        format!(
            "Tool {name} is not available: it is outside the scope set for the server{} in Plimsoll.",
            server.unwrap_or_default()
        )
    }

    fn note_introduction(&self, params: Option<&RawObject<'_>>) {
        let meta = params.and_then(|params| params.get("_meta"));
        if let Some(meta) = meta
            && RawObject::parse(meta.get().as_bytes())
                .is_some_and(|meta| meta.get(VERSION).is_some())
        {
            *self.introduction() = Some(meta.get().to_owned());
        }
    }
}

/// The key of an id as it is spelled.
fn of_id(raw: &str) -> Option<String> {
    RawObject::parse(format!(r#"{{"id":{raw}}}"#).as_bytes())?.id()
}
