//! A line for the server, read as deeply as the transport must.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use http::{HeaderName, HeaderValue};
use serde_json::Value;

use crate::servers::RawObject;

/// The key under which a message of 2026-07-28 or later names its version.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// A line for the server.
#[derive(Clone, Debug)]
pub(super) struct Outgoing {
    /// The line.
    pub body: Vec<u8>,
    /// The ids, as they are spelled, of what will be answered; several in a batch.
    pub requests: Vec<String>,
    /// Its method; `None` for an answer or a batch.
    pub method: Option<String>,
    /// The version it names itself, as messages do from 2026-07-28 on.
    pub version: Option<String>,
    /// `params`, when the method is one whose headers need it.
    params: Option<Value>,
}

impl Outgoing {
    pub fn read(line: &[u8]) -> Self {
        let mut read = Self {
            body: line.to_vec(),
            requests: Vec::new(),
            method: None,
            version: None,
            params: None,
        };
        if line.first() == Some(&b'[') {
            let batch: Vec<&serde_json::value::RawValue> =
                serde_json::from_slice(line).unwrap_or_default();
            read.requests =
                batch.iter().filter_map(|each| request_id(each.get().as_bytes())).collect();
            return read;
        }
        let Some(object) = RawObject::parse(line) else { return read };
        read.requests.extend(request_id(line));
        read.method = object.text("method");
        let params = object.get("params").and_then(|raw| RawObject::parse(raw.get().as_bytes()));
        let meta = params.as_ref().and_then(|params| params.get("_meta"));
        read.version = meta.and_then(|meta| RawObject::parse(meta.get().as_bytes())?.text(VERSION));
        let named =
            read.version.is_some() || read.method.as_deref() == Some("notifications/cancelled");
        if named {
            read.params = object.get("params").and_then(|raw| serde_json::from_str(raw.get()).ok());
        }
        read
    }

    /// The request a `notifications/cancelled` is about, as a key.
    pub fn cancels(&self) -> Option<String> {
        if self.method.as_deref() != Some("notifications/cancelled") {
            return None;
        }
        self.params.as_ref()?.get("requestId").map(ToString::to_string)
    }

    /// The headers that repeat what a message of 2026-07-28 says, for machines
    /// on the way. `schema` is that of the tool it calls.
    /// <https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http>
    pub fn headers(&self, schema: Option<&Value>) -> Vec<(HeaderName, HeaderValue)> {
        let (Some(version), Some(method)) = (&self.version, &self.method) else {
            return Vec::new();
        };
        let mut pairs = vec![
            ("mcp-protocol-version".to_owned(), version.clone()),
            ("mcp-method".to_owned(), method.clone()),
        ];
        let text = |key: &str| self.params.as_ref()?.get(key)?.as_str().map(ToOwned::to_owned);
        let name = match method.as_str() {
            "tools/call" | "prompts/get" => text("name"),
            "resources/read" | "resources/subscribe" | "resources/unsubscribe" => text("uri"),
            "tasks/get" | "tasks/update" | "tasks/cancel" => text("taskId"),
            _ => None,
        };
        pairs.extend(name.map(|name| ("mcp-name".to_owned(), carried(&name))));
        if let (Some(schema), Some(params)) = (schema, &self.params) {
            promoted(schema, params.get("arguments").unwrap_or(&Value::Null), &mut pairs);
        }
        pairs
            .into_iter()
            .filter_map(|(name, value)| Some((name.parse().ok()?, value.parse().ok()?)))
            .collect()
    }

    /// The tool it calls, when headers may repeat its arguments.
    pub fn tool(&self) -> Option<&str> {
        let calls = self.method.as_deref() == Some("tools/call");
        self.params.as_ref().filter(|_| calls)?.get("name")?.as_str()
    }
}

fn request_id(message: &[u8]) -> Option<String> {
    let object = RawObject::parse(message)?;
    object.get("method")?;
    object.get("id").map(|id| id.get().to_owned())
}

/// Arguments whose schema asks for a header of their own.
fn promoted(schema: &Value, arguments: &Value, pairs: &mut Vec<(String, String)>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    for (name, property) in properties {
        let Some(argument) = arguments.get(name) else { continue };
        let value = match argument {
            Value::String(text) => Some(text.clone()),
            Value::Bool(_) | Value::Number(_) => Some(argument.to_string()),
            _ => None,
        };
        if let (Some(header), Some(value)) =
            (property.get("x-mcp-header").and_then(Value::as_str), value)
        {
            pairs.push((format!("mcp-param-{}", header.to_ascii_lowercase()), carried(&value)));
        }
        promoted(property, argument, pairs);
    }
}

/// A value as a header can carry it.
fn carried(value: &str) -> String {
    let plain = value.bytes().all(|byte| (0x20..0x7f).contains(&byte))
        && value.trim() == value
        && !(value.starts_with("=?base64?") && value.ends_with("?="));
    if plain { value.to_owned() } else { format!("=?base64?{}?=", BASE64_STANDARD.encode(value)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_message_of_2026_names_itself_in_headers() {
        let meta = json!({VERSION: "2026-07-28"});
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "_meta": meta, "name": "écrire", "arguments": {"to": {"region": "eu"}, "n": 5}}});
        let read = Outgoing::read(call.to_string().as_bytes());
        let schema = json!({"properties": {
            "n": {"x-mcp-header": "Count"},
            "to": {"properties": {"region": {"x-mcp-header": "Region"}}}}});
        let headers: Vec<(String, String)> = read
            .headers(Some(&schema))
            .into_iter()
            .map(|(name, value)| (name.to_string(), value.to_str().expect("text").to_owned()))
            .collect();
        let want = [
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", "tools/call"),
            ("mcp-name", "=?base64?w6ljcmlyZQ==?="),
            ("mcp-param-count", "5"),
            ("mcp-param-region", "eu"),
        ];
        assert_eq!(headers, want.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn an_older_message_needs_no_headers() {
        let cases = [
            ("a request", r#"{"id":"a","method":"ping"}"#, 1, None),
            ("an answer", r#"{"id":1,"result":{}}"#, 0, None),
            ("a batch", r#"[{"id":1,"method":"a"},{"method":"b"},{"id":2,"method":"c"}]"#, 2, None),
            (
                "a cancellation",
                r#"{"method":"notifications/cancelled","params":{"requestId":"x"}}"#,
                0,
                Some("\"x\""),
            ),
            ("no JSON", "x", 0, None),
        ];
        for (why, line, requests, cancels) in cases {
            let read = Outgoing::read(line.as_bytes());
            assert_eq!(read.requests.len(), requests, "{why}");
            assert_eq!(read.cancels().as_deref(), cancels, "{why}");
            assert!(read.headers(None).is_empty(), "{why}");
        }
    }
}
