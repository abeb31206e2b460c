//! What is searched: one tool, as the engines see it.

use std::sync::Arc;

use serde_json::Value;

use crate::{catalogue::Tool, clients::Loading};

/// One tool that could be found.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name of its server in the configuration; `None` for a tool of the
    /// client itself, which competes for the same places.
    pub server: Option<Arc<str>>,
    /// Its name as the client writes it to the model.
    pub sent_as: String,
    /// The tool as the server sent it, description uncut.
    pub tool: Arc<Tool>,
    /// How the client loads it: only [`Loading::WhenNeeded`] is searched, but
    /// some searches also answer for tools that are there anyway.
    pub loading: Loading,
}

/// One property of an input schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<'d> {
    /// Its key.
    pub name: &'d str,
    /// Its `description`; empty when absent.
    pub description: &'d str,
}

impl Document {
    /// The top-level arguments in the schema's order.
    pub fn arguments(&self) -> impl Iterator<Item = Argument<'_>> {
        self.tool
            .input_schema()
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(name, schema)| Argument {
                name,
                description: schema.get("description").and_then(Value::as_str).unwrap_or_default(),
            })
    }

    /// Whether a search may find it.
    pub fn is_deferred(&self) -> bool {
        self.loading == Loading::WhenNeeded
    }
}
