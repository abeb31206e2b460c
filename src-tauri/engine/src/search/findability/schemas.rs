//! What schemas cost and hide.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Note, Server, descriptions::telling};
use crate::{catalogue::Tool, clients::Level, weights::TokenizerId};

/// Levels of objects and lists below which a model loses its way.
const DEEP: usize = 4;

/// The most the connector of Claude Desktop and claude.ai takes, in bytes.
const SCHEMA_LIMIT: usize = 16_384;

/// Operations behind one argument from which each deserves a tool.
const MANY_OPERATIONS: usize = 4;

/// Words of arguments that are nowhere else, from which it matters.
const LOST_WORDS: usize = 3;

/// Arguments that choose what a tool does.
const SELECTORS: [&str; 6] = ["action", "command", "method", "mode", "operation", "op"];

pub(super) fn check(server: &Server, notes: &mut Vec<Note>) {
    for tool in &server.catalogue.tools {
        one(server, tool, notes);
    }
}

fn one(server: &Server, tool: &Tool, notes: &mut Vec<Note>) {
    let mut note = |check, level, message: String, effect: String, advice| {
        let (server, tool) = (server.name.clone(), Some(tool.name.clone()));
        notes.push(Note { check, level, server, tool, message, effect, advice });
    };
    let schema = tool.input_schema();
    let text = schema.to_string();
    if text.len() > SCHEMA_LIMIT {
        note(
            "schema-too-large",
            Level::Error,
            format!("The schema has {} bytes; the connector takes {SCHEMA_LIMIT}.", text.len()),
            format!("It is {} tokens of o200k_base.", tokens(&text)),
            "Split the tool, or describe less.",
        );
    }
    let shape = Shape::of(schema, 0);
    if shape.depth > DEEP || shape.unions > 0 {
        note(
            "deep-schema",
            Level::Hint,
            format!(
                "The schema is {} deep and has {}.",
                counted(shape.depth, "level"),
                counted(shape.unions, "union")
            ),
            format!("It is {} tokens of o200k_base.", tokens(&text)),
            "Take flat arguments; split alternatives into tools.",
        );
    }
    dead_weight(schema, &text, &mut note);
    one_door(schema, &mut note);
    argument_only(tool, schema, &mut note);
}

fn tokens(text: &str) -> u32 {
    TokenizerId::O200kBase.count(text).tokens.get()
}

/// How a schema is built.
#[derive(Default)]
struct Shape {
    depth: usize,
    unions: usize,
}

impl Shape {
    /// A schema nested deeper than a parser allows is not followed further.
    fn of(value: &Value, level: usize) -> Self {
        let mut shape = Self { depth: level, unions: 0 };
        if level > 64 {
            return shape;
        }
        let mut take = |inner: Self| {
            shape.depth = shape.depth.max(inner.depth);
            shape.unions += inner.unions;
        };
        let properties = value.get("properties").and_then(Value::as_object);
        for inner in properties.into_iter().flat_map(serde_json::Map::values) {
            take(Self::of(inner, level + 1));
        }
        if let Some(items) = value.get("items") {
            take(Self::of(items, level + 1));
        }
        for key in ["oneOf", "anyOf", "allOf"] {
            let Some(choices) = value.get(key).and_then(Value::as_array) else { continue };
            take(Self { depth: level, unions: 1 });
            for choice in choices {
                take(Self::of(choice, level));
            }
        }
        shape
    }
}

/// `$schema`, `$id` and generated titles reach the model and tell it nothing.
fn dead_weight(
    schema: &Value,
    text: &str,
    note: &mut impl FnMut(&'static str, Level, String, String, &'static str),
) {
    let mut found = BTreeSet::new();
    let mut lean = schema.clone();
    strip(&mut lean, &mut found);
    if found.is_empty() {
        return;
    }
    let saved = tokens(text).saturating_sub(tokens(&lean.to_string()));
    let names: Vec<&str> = found.into_iter().collect();
    note(
        "dead-weight",
        Level::Hint,
        format!(
            "The schema has {}, which {} a model nothing.",
            names.join(", "),
            if names.len() == 1 { "tells" } else { "tell" }
        ),
        format!("Without them it is {saved} tokens of o200k_base lighter, in every client."),
        "Leave them out of what tools/list sends.",
    );
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn strip(value: &mut Value, found: &mut BTreeSet<&'static str>) {
    let Value::Object(object) = value else { return };
    for key in ["$schema", "$id", "$comment"] {
        if object.remove(key).is_some() {
            found.insert(key);
        }
    }
    if object.get("title").is_some_and(Value::is_string) && object.remove("title").is_some() {
        found.insert("title");
    }
    for key in ["properties", "$defs", "definitions"] {
        if let Some(Value::Object(inner)) = object.get_mut(key) {
            inner.values_mut().for_each(|inner| strip(inner, found));
        }
    }
    if let Some(items) = object.get_mut("items") {
        strip(items, found);
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        if let Some(Value::Array(choices)) = object.get_mut(key) {
            choices.iter_mut().for_each(|choice| strip(choice, found));
        }
    }
}

fn one_door(
    schema: &Value,
    note: &mut impl FnMut(&'static str, Level, String, String, &'static str),
) {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, argument) in properties.into_iter().flatten() {
        let choices = argument.get("enum").and_then(Value::as_array).map_or(0, Vec::len);
        if SELECTORS.contains(&name.to_lowercase().as_str()) && choices >= MANY_OPERATIONS {
            note(
                "one-door-for-many",
                Level::Warning,
                format!("`{name}` chooses among {choices} operations behind one name."),
                format!(
                    "None of the {choices} has a name that can be found, allowed or denied by itself."
                ),
                "Make a tool of each, or at least of those that change something.",
            );
        }
    }
}

fn argument_only(
    tool: &Tool,
    schema: &Value,
    note: &mut impl FnMut(&'static str, Level, String, String, &'static str),
) {
    let mut said = telling(tool.description());
    said.extend(telling(&tool.name));
    let mut lost: BTreeSet<String> = BTreeSet::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, argument) in properties.into_iter().flatten() {
        lost.extend(telling(name));
        let description = argument.get("description").and_then(Value::as_str);
        lost.extend(telling(description.unwrap_or_default()));
    }
    lost.retain(|word| !said.contains(word));
    if lost.len() < LOST_WORDS {
        return;
    }
    let shown: Vec<&str> = lost.iter().take(5).map(String::as_str).collect();
    note(
        "argument-only-words",
        Level::Hint,
        "Claude Code searches names and descriptions, not arguments.".to_owned(),
        format!("{} words find nothing there: {}.", lost.len(), shown.join(", ")),
        "Say in the description what a user would call it.",
    );
}
