//! What is known of the server's tools, asked for when it must be known.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::{Map, Value, json};
use tokio::{
    sync::{Mutex as AsyncMutex, oneshot},
    time::{Instant, timeout},
};

use super::{
    defer::name_of,
    relay::{Pending, Relay},
};
use crate::servers::parse_as_a_client_does;

/// The most pages of one tool list.
const PAGES: usize = 200;
/// How long the server may take for one page.
const PAGE_WITHIN: Duration = Duration::from_mins(1);
/// A list older than this is asked for again before a tool is said not to be
/// there: not every server tells of changes.
const DOUBTFUL: Duration = Duration::from_secs(1);
/// Ids of our own requests begin with it; no client's do by accident.
const OWN: &str = "plimsoll-wrap-";

/// The server's tools in scope, as it listed them.
pub(super) struct Listed {
    /// The tools.
    pub tools: Vec<Value>,
    /// What else the server's answer says: how long it holds, for example.
    pub rest: Map<String, Value>,
    at: Instant,
    /// How long it holds, where the server says.
    holds: Option<Duration>,
    validators: Mutex<HashMap<String, Option<Arc<jsonschema::Validator>>>>,
}

impl Listed {
    pub fn tool(&self, name: &str) -> Option<&Value> {
        self.tools.iter().find(|tool| name_of(tool) == name)
    }

    /// The validator of a tool's arguments; `None` for a schema that cannot be
    /// used: then the server judges.
    pub fn validator(&self, tool: &Value) -> Option<Arc<jsonschema::Validator>> {
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let made = validators.entry(name_of(tool).to_owned()).or_insert_with(|| {
            jsonschema::validator_for(tool.get("inputSchema")?).ok().map(Arc::new)
        });
        made.clone()
    }

    fn holds_still(&self) -> bool {
        self.holds.is_none_or(|holds| self.at.elapsed() < holds)
    }
}

/// The last list.
#[derive(Default)]
pub(super) struct Tools {
    listed: AsyncMutex<Option<Arc<Listed>>>,
    outdated: AtomicBool,
}

impl Tools {
    /// The server said that its tools have changed.
    pub fn outdated(&self) {
        self.outdated.store(true, Ordering::Release);
    }

    /// Whether nothing has to be asked, neither for the list nor for this tool:
    /// one that is not in the list is looked for once more.
    pub fn is_known(&self, tool: Option<&str>) -> bool {
        let knows = |listed: &Arc<Listed>| {
            listed.holds_still() && tool.is_none_or(|tool| listed.tool(tool).is_some())
        };
        !self.outdated.load(Ordering::Acquire)
            && self.listed.try_lock().is_ok_and(|listed| listed.as_ref().is_some_and(knows))
    }
}

impl Relay {
    /// The server's tools in scope, asked for when they are not known.
    ///
    /// # Errors
    /// Why they are not known, for the model.
    pub(super) async fn listed(&self) -> Result<Arc<Listed>, String> {
        let mut last = self.tools.listed.lock().await;
        let outdated = self.tools.outdated.swap(false, Ordering::AcqRel);
        if let Some(listed) = last.as_ref().filter(|listed| !outdated && listed.holds_still()) {
            return Ok(Arc::clone(listed));
        }
        match self.list().await {
            Ok(listed) => {
                let listed = Arc::new(listed);
                *last = Some(Arc::clone(&listed));
                Ok(listed)
            }
            Err(why) => {
                // Asked for again next time.
                self.tools.outdated();
                Err(format!("The server's tools could not be listed: {why}"))
            }
        }
    }

    /// A list with this tool; `None`: it is not in scope.
    ///
    /// # Errors
    /// Why it is not known whether there is one.
    pub(super) async fn list_with(&self, name: &str) -> Result<Option<Arc<Listed>>, String> {
        let mut listed = self.listed().await?;
        if listed.tool(name).is_none() && listed.at.elapsed() > DOUBTFUL {
            self.tools.outdated();
            listed = self.listed().await?;
        }
        Ok(listed.tool(name).is_some().then_some(listed))
    }

    async fn list(&self) -> Result<Listed, String> {
        let mut tools = Vec::new();
        let mut rest = None;
        let mut seen = HashSet::new();
        let mut cursor: Option<String> = None;
        for _ in 0..PAGES {
            let mut params = json!({});
            if let Some(cursor) = &cursor {
                params["cursor"] = json!(cursor);
            }
            let mut answer = self.ask("tools/list", params).await?;
            let Some(Value::Object(result)) = answer.get_mut("result").map(Value::take) else {
                let error = answer.pointer("/error/message").and_then(Value::as_str);
                return Err(error.unwrap_or("it sent no list").to_owned());
            };
            let mut result = result;
            if let Some(Value::Array(page)) = result.shift_remove("tools") {
                tools.extend(page.into_iter().filter(|tool| self.wrapping.rules.admits(tool)));
            }
            let next = result.shift_remove("nextCursor");
            rest.get_or_insert(result);
            match next.as_ref().and_then(Value::as_str) {
                Some(next) if seen.insert(next.to_owned()) => cursor = Some(next.to_owned()),
                _ => break,
            }
        }
        let rest = rest.unwrap_or_default();
        let holds = rest.get("ttlMs").and_then(Value::as_u64).map(Duration::from_millis);
        Ok(Listed { tools, rest, at: Instant::now(), holds, validators: Mutex::default() })
    }

    /// Sends a request of our own and waits for its answer.
    async fn ask(&self, method: &str, mut params: Value) -> Result<Value, String> {
        if let Some(introduction) = self.introduction().as_deref() {
            let mut meta: Value = serde_json::from_str(introduction).unwrap_or_default();
            if let Some(meta) = meta.as_object_mut() {
                // It belongs to the client's own request.
                meta.shift_remove("progressToken");
            }
            params["_meta"] = meta;
        }
        let id = json!(format!("{OWN}{}", self.next.fetch_add(1, Ordering::Relaxed)));
        let (asked, answered) = oneshot::channel();
        self.pending().insert(id.to_string(), Pending::Own(asked));
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.to_server(request.to_string().as_bytes()).await;
        let answer = timeout(PAGE_WITHIN, answered).await.map_err(|_| "no answer in time")?;
        let answer = answer.map_err(|_| "the server has gone")?;
        parse_as_a_client_does(&answer).ok_or_else(|| "its answer cannot be read".to_owned())
    }
}
