//! One tool as a server sent it.

use serde_json::{Map, Value};

/// One tool: the received JSON, and the parts of it that reach a model.
///
/// The raw object is kept whole and in the order received, since a typed copy
/// loses unknown fields and a client may send what we do not know yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// `name`, as sent.
    pub name: String,
    /// Everything, as sent.
    pub raw: Map<String, Value>,
}

/// An element of a tool list that is no usable tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Its place in the list, from 0.
    pub position: usize,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What is wrong, in one sentence.
    pub what: String,
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
        };
        let Value::Object(raw) = value else {
            return Err(fault(None, "a tool must be an object"));
        };
        let Some(name) = raw.get("name").and_then(Value::as_str).filter(|name| !name.is_empty())
        else {
            return Err(fault(None, "the tool has no name"));
        };
        if !raw.get("inputSchema").is_some_and(Value::is_object) {
            return Err(fault(Some(name), "the tool has no inputSchema object"));
        }
        Ok(Self { name: name.to_owned(), raw })
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

    /// `annotations.readOnlyHint`, when it is a boolean.
    pub fn read_only(&self) -> Option<bool> {
        self.raw.get("annotations")?.get("readOnlyHint")?.as_bool()
    }
}
