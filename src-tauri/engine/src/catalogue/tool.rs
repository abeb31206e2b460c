//! One tool as a server sent it.

use std::sync::OnceLock;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// One tool: the received JSON, and the parts of it that reach a model.
///
/// The raw object is kept whole and in the order received, since a typed copy
/// loses unknown fields and a client may send what we do not know yet.
#[derive(Clone, Debug)]
pub struct Tool {
    /// `name`, as sent.
    pub name: String,
    /// Everything, as sent.
    pub raw: Map<String, Value>,
    /// Computed when first asked for: a weigher asks on every audit.
    hash: OnceLock<DefinitionHash>,
}

/// Sixteen bytes of SHA-256 over what may reach a model: name, description and
/// input schema, as sent. Equal hashes are equal definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionHash(pub [u8; 16]);

/// An element of a tool list that is no usable tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Its place in the list, from 0.
    pub position: usize,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What is wrong, in one sentence.
    pub what: String,
    /// Whether a client that checks the answer against the protocol refuses
    /// the whole list for it, as Claude Code 2.1.197 and 2.1.332 do.
    pub refuses_list: bool,
    /// Whether it is used all the same, as `what` says.
    pub kept: bool,
}

impl PartialEq for Tool {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Tool {
    /// Reads one element of a `tools/list` answer.
    ///
    /// # Errors
    /// What is wrong with it; the rest of the list is not concerned.
    pub fn from_listed(position: usize, value: Value) -> Result<Self, Malformed> {
        let fault = |name: Option<&str>, what: &str| Malformed {
            position,
            name: name.map(ToOwned::to_owned),
            what: what.to_owned(),
            refuses_list: true,
            kept: false,
        };
        let Value::Object(raw) = value else {
            return Err(fault(None, "a tool must be an object"));
        };
        let Some(name) = raw.get("name").and_then(Value::as_str).filter(|name| !name.is_empty())
        else {
            return Err(fault(None, "the tool has no name"));
        };
        let what = match raw.get("inputSchema") {
            Some(Value::Object(_)) => {
                return Ok(Self { name: name.to_owned(), raw, hash: OnceLock::new() });
            }
            None => "the tool has no inputSchema",
            Some(Value::Null) => "the tool's inputSchema is null",
            Some(_) => "the tool's inputSchema is not an object",
        };
        Err(fault(Some(name), what))
    }

    /// `description`; empty when absent.
    pub fn description(&self) -> &str {
        self.raw.get("description").and_then(Value::as_str).unwrap_or_default()
    }

    /// `inputSchema`.
    pub fn input_schema(&self) -> &Value {
        self.raw.get("inputSchema").unwrap_or(&Value::Null)
    }

    /// `_meta["anthropic/alwaysLoad"]`, when it is a boolean.
    pub fn always_load(&self) -> Option<bool> {
        self.raw.get("_meta")?.get("anthropic/alwaysLoad")?.as_bool()
    }

    /// `_meta["anthropic/searchHint"]`.
    pub fn search_hint(&self) -> Option<&str> {
        self.raw.get("_meta")?.get("anthropic/searchHint")?.as_str()
    }

    /// `annotations.readOnlyHint`, or a descriptor's own `readOnly`, when it is
    /// a boolean.
    pub fn read_only(&self) -> Option<bool> {
        let annotated = self.raw.get("annotations").and_then(|hints| hints.get("readOnlyHint"));
        annotated.or_else(|| self.raw.get("readOnly"))?.as_bool()
    }

    /// Who may use it, where a descriptor says: `audiences`, or the same among
    /// its annotations or in `_meta`.
    pub fn audiences(&self) -> Vec<&str> {
        let within = |part: &str, key: &str| self.raw.get(part).and_then(|part| part.get(key));
        [self.raw.get("audiences"), within("annotations", "audience"), within("_meta", "audiences")]
            .into_iter()
            .flatten()
            .filter_map(Value::as_array)
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }

    /// How dangerous a descriptor calls it, in its own word; `true` is "danger".
    pub fn danger(&self) -> Option<&str> {
        match self.raw.get("danger")? {
            Value::String(word) => Some(word),
            Value::Bool(true) => Some("danger"),
            _ => None,
        }
    }

    /// The hash of name, description and input schema.
    pub fn hash(&self) -> DefinitionHash {
        *self.hash.get_or_init(|| {
            // Lengths keep the parts apart: no text moves between them unseen.
            let schema =
                serde_json::to_vec(self.input_schema()).expect("a JSON value always serialises");
            let mut hash = Sha256::new();
            for part in [self.name.as_bytes(), self.description().as_bytes(), &schema] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
            let mut first = [0; 16];
            first.copy_from_slice(&hash.finalize()[..16]);
            DefinitionHash(first)
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_element_is_a_tool_or_says_why_not() {
        let cases = [
            ("a full tool", json!({"name": "a", "inputSchema": {"type": "object"}}), None),
            ("any object is a schema here", json!({"name": "a", "inputSchema": {}}), None),
            ("no object", json!("a"), Some("a tool must be an object")),
            ("no name", json!({"inputSchema": {}}), Some("the tool has no name")),
            ("empty name", json!({"name": "", "inputSchema": {}}), Some("the tool has no name")),
            ("no schema", json!({"name": "a"}), Some("the tool has no inputSchema")),
            (
                "null schema",
                json!({"name": "a", "inputSchema": null}),
                Some("the tool's inputSchema is null"),
            ),
            (
                "boolean schema",
                json!({"name": "a", "inputSchema": true}),
                Some("the tool's inputSchema is not an object"),
            ),
        ];
        for (why, element, want) in cases {
            let got = Tool::from_listed(0, element).err().map(|malformed| malformed.what);
            assert_eq!(got.as_deref(), want, "{why}");
        }
    }

    #[test]
    fn a_descriptor_says_who_may_use_it_and_whether_it_reads_only() {
        for (why, element, audiences, read_only) in [
            ("nothing said", json!({"name": "a", "inputSchema": {}}), vec![], None),
            (
                "a descriptor",
                json!({"name": "a", "inputSchema": {}, "audiences": ["staff"], "readOnly": true}),
                vec!["staff"],
                Some(true),
            ),
            (
                "annotations",
                json!({"name": "a", "inputSchema": {}, "annotations": {"audience": ["user"], "readOnlyHint": false}}),
                vec!["user"],
                Some(false),
            ),
        ] {
            let tool = Tool::from_listed(0, element).expect("a tool");
            assert_eq!((tool.audiences(), tool.read_only()), (audiences, read_only), "{why}");
        }
    }

    #[test]
    fn the_hash_follows_what_may_reach_a_model() {
        let hash = |value| Tool::from_listed(0, value).expect("a tool").hash();
        let base = json!({"name": "a", "description": "d", "inputSchema": {"type": "object"}});
        let mut titled = base.clone();
        titled["title"] = json!("A");
        titled["annotations"] = json!({"readOnlyHint": true});
        assert_eq!(hash(base.clone()), hash(titled), "titles and hints do not reach a model");
        for (part, other) in
            [("name", json!("b")), ("description", json!("e")), ("inputSchema", json!({}))]
        {
            let mut changed = base.clone();
            changed[part] = other;
            assert_ne!(hash(base.clone()), hash(changed), "{part} does");
        }
    }
}
