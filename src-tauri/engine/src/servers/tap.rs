//! Keeps every answer exactly as received.
//!
//! rmcp's typed results drop fields they do not know and refuse a whole list
//! for one odd tool, so weights would be wrong or missing. The tap sits between
//! the wire and rmcp's transport: it keeps the result of each response, and
//! hands rmcp an empty one in its place. Handshakes pass whole, since the HTTP
//! transport learns the protocol version from them.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use rmcp::model::RequestId;
use serde_json::{Value, json};

use super::{LogKind, Note, lenient, log::Log};

/// Lines of noise that are logged; more are counted only.
const NOISE_KEPT: u32 = 1_000;

/// What came back for a request.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Answer {
    /// `result`, as received.
    Result(Value),
    /// `error`.
    Refused {
        /// `error.code`; 0 when it is no number.
        code: i64,
        /// `error.message`, as received.
        message: String,
    },
}

/// Keeps every answer as received.
#[derive(Debug)]
pub(super) struct Tap {
    log: Arc<Log>,
    limit: usize,
    received: AtomicUsize,
    overflowed: AtomicBool,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    answers: HashMap<String, Answer>,
    noise: u32,
    first_noise: Option<String>,
    not_json_rpc: u32,
}

impl Tap {
    /// A tap that lets at most `limit` bytes through.
    pub(super) fn new(log: Arc<Log>, limit: usize) -> Self {
        Self {
            log,
            limit,
            received: AtomicUsize::new(0),
            overflowed: AtomicBool::new(false),
            kept: Mutex::default(),
        }
    }

    /// Counts received bytes; false when it is more than allowed.
    pub(super) fn count(&self, bytes: usize) -> bool {
        let total = self.received.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let fits = total <= self.limit;
        if !fits {
            self.overflowed.store(true, Ordering::Relaxed);
        }
        fits
    }

    /// Bytes that may still be received.
    pub(super) fn left(&self) -> usize {
        self.limit.saturating_sub(self.received.load(Ordering::Relaxed))
    }

    /// Bytes received.
    pub(super) fn received(&self) -> usize {
        self.received.load(Ordering::Relaxed)
    }

    /// Whether more came than allowed.
    pub(super) fn overflowed(&self) -> bool {
        self.overflowed.load(Ordering::Relaxed)
    }

    /// Takes one line or event; what rmcp is to read instead, none or several
    /// messages.
    pub(super) fn pass(&self, text: &[u8]) -> Vec<Value> {
        let text = text.trim_ascii();
        if text.is_empty() {
            return Vec::new();
        }
        match lenient::parse(text) {
            // A batch, allowed by 2025-03-26 only.
            Some(Value::Array(messages)) => {
                messages.into_iter().filter_map(|message| self.pass_message(message)).collect()
            }
            Some(message) => self.pass_message(message).into_iter().collect(),
            None => {
                let mut kept = self.kept();
                kept.noise = kept.noise.saturating_add(1);
                // What prints without end is known after so many lines.
                if kept.noise > NOISE_KEPT {
                    return Vec::new();
                }
                let shown = String::from_utf8_lossy(&text[..text.len().min(4096)]);
                self.log.add(LogKind::Note, &format!("not a protocol message: {shown}"));
                if kept.first_noise.is_none() {
                    kept.first_noise = Some(self.log.clean(&shown));
                }
                Vec::new()
            }
        }
    }

    fn pass_message(&self, mut message: Value) -> Option<Value> {
        if message.get("method").is_some_and(Value::is_string) {
            return Some(message);
        }
        let id = message.get("id").and_then(key_of);
        let answer = match (message.get_mut("result").map(Value::take), message.get("error")) {
            (Some(result), _) => Answer::Result(result),
            (None, Some(error)) => Answer::Refused {
                code: error.get("code").and_then(Value::as_i64).unwrap_or_default(),
                message: match error.get("message").and_then(Value::as_str) {
                    Some(text) => text.to_owned(),
                    None => error.to_string(),
                },
            },
            (None, None) => {
                self.kept().not_json_rpc += 1;
                self.log.add(LogKind::Note, "JSON, but no protocol message");
                return None;
            }
        };
        let (Some(id), Some(sent_id)) = (id, message.get("id").cloned()) else {
            // An answer to nothing: the server could not read a request.
            if let Answer::Refused { code, message } = &answer {
                self.log.add(LogKind::Received, &format!("error {code} without id: {message}"));
            }
            return None;
        };
        let stand_in = match &answer {
            Answer::Result(result) if is_handshake(result) => {
                json!({"jsonrpc": "2.0", "id": sent_id, "result": result})
            }
            Answer::Result(_) => json!({"jsonrpc": "2.0", "id": sent_id, "result": {}}),
            Answer::Refused { code, message } => {
                let code = i32::try_from(*code).unwrap_or_default();
                json!({"jsonrpc": "2.0", "id": sent_id, "error": {"code": code, "message": message}})
            }
        };
        self.kept().answers.insert(id, answer);
        Some(stand_in)
    }

    /// The answer to a request, once.
    pub(super) fn take(&self, id: &RequestId) -> Option<Answer> {
        self.kept().answers.remove(&id.to_string())
    }

    /// What was odd so far.
    pub(super) fn notes(&self) -> Vec<Note> {
        let kept = self.kept();
        let mut notes = Vec::new();
        if kept.noise > 0 {
            let first = kept.first_noise.clone().unwrap_or_default();
            notes.push(Note::Noise { lines: kept.noise, first });
        }
        if kept.not_json_rpc > 0 {
            notes.push(Note::NotJsonRpc { messages: kept.not_json_rpc });
        }
        notes
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An id as a key; servers are seen to answer 1 with "1".
fn key_of(id: &Value) -> Option<String> {
    match id {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        _ => None,
    }
}

fn is_handshake(result: &Value) -> bool {
    result.get("protocolVersion").is_some() || result.get("supportedVersions").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::servers::log::Redactor;

    fn tap() -> Tap {
        Tap::new(Arc::new(Log::new(Redactor::default())), 1000)
    }

    #[test]
    fn rmcp_reads_no_result_but_handshakes() {
        let whole = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"x"}}"#;
        let cases = [
            (
                "a list",
                r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[1]}}"#,
                json!([{"jsonrpc":"2.0","id":1,"result":{}}]),
            ),
            (
                "a null result",
                r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
                json!([{"jsonrpc":"2.0","id":1,"result":{}}]),
            ),
            ("a handshake", whole, json!([serde_json::from_str::<Value>(whole).expect("JSON")])),
            (
                "an odd error",
                r#"{"jsonrpc":"2.0","id":"a","error":"no"}"#,
                json!([{"jsonrpc":"2.0","id":"a","error":{"code":0,"message":"\"no\""}}]),
            ),
            (
                "an error without id",
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#,
                json!([]),
            ),
            (
                "a request",
                r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
                json!([{"jsonrpc":"2.0","id":1,"method":"ping"}]),
            ),
            (
                "a batch",
                r#"[{"id":1,"result":5},{"method":"n"}]"#,
                json!([{"jsonrpc":"2.0","id":1,"result":{}},{"method":"n"}]),
            ),
            ("a banner", "Server ready!", json!([])),
            ("a number", "5", json!([])),
            ("a blank line", " \r\n", json!([])),
        ];
        for (why, line, want) in cases {
            assert_eq!(Value::Array(tap().pass(line.as_bytes())), want, "{why}");
        }
    }

    #[test]
    fn answers_are_kept_as_received() {
        let tap = tap();
        tap.pass(br#"{"id":"7","result":{"b":1,"a":{"x":null}}}"#);
        let Some(Answer::Result(kept)) = tap.take(&RequestId::Number(7)) else {
            panic!("kept under the number");
        };
        assert_eq!(kept.to_string(), r#"{"b":1,"a":{"x":null}}"#);
        assert_eq!(tap.take(&RequestId::Number(7)), None, "once");
        tap.pass(br#"{"id":8,"result":{"tools":[{"name":"t","description":"a\ud800b"}]}}"#);
        let Some(Answer::Result(kept)) = tap.take(&RequestId::Number(8)) else {
            panic!("half a surrogate pair costs no tool");
        };
        assert_eq!(kept["tools"][0]["description"], "ab");
    }

    #[test]
    fn noise_is_counted_and_bytes_are_limited() {
        let tap = tap();
        tap.pass(b"first");
        tap.pass(b"second");
        tap.pass(b"{}");
        assert_eq!(
            tap.notes(),
            [Note::Noise { lines: 2, first: "first".into() }, Note::NotJsonRpc { messages: 1 }]
        );
        assert!(tap.count(1000) && !tap.overflowed());
        assert!(!tap.count(1) && tap.overflowed());
    }
}
