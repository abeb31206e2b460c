//! What schemas cost and hide.

use std::collections::{BTreeMap, BTreeSet, HashMap};

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

/// Examples of more characters than that could be fewer.
const LONG_EXAMPLES: usize = 200;

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
    let shape = Shape::of(schema);
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

/// How a schema is built, from where one stands in it.
#[derive(Clone, Copy, Default)]
struct Shape {
    depth: usize,
    unions: usize,
}

impl Shape {
    fn of(schema: &Value) -> Self {
        Shapes { root: schema, known: HashMap::new() }.at(schema, 0)
    }

    /// Takes in what stands `below` levels under this.
    fn take(&mut self, inner: Self, below: usize) {
        self.depth = self.depth.max(inner.depth + below);
        self.unions = self.unions.saturating_add(inner.unions);
    }
}

/// Shapes of what a schema refers to, each looked at once.
struct Shapes<'s> {
    root: &'s Value,
    /// `None` while it is looked at: what refers to itself has no end.
    known: HashMap<&'s str, Option<Shape>>,
}

impl<'s> Shapes<'s> {
    /// A schema nested deeper than a parser allows is not followed further.
    fn at(&mut self, value: &'s Value, level: usize) -> Shape {
        let mut shape = Shape::default();
        if level > 64 {
            return shape;
        }
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            shape.take(self.referred(reference, level), 0);
        }
        let types = value.get("type").and_then(Value::as_array).into_iter().flatten();
        // A type or nothing is no choice between two.
        if types.filter(|kind| kind.as_str() != Some("null")).count() > 1 {
            shape.unions += 1;
        }
        let properties = value.get("properties").and_then(Value::as_object);
        for inner in properties.into_iter().flat_map(serde_json::Map::values) {
            shape.take(self.at(inner, level + 1), 1);
        }
        for key in ["items", "additionalProperties"] {
            if let Some(inner) = value.get(key).filter(|inner| inner.is_object()) {
                shape.take(self.at(inner, level + 1), 1);
            }
        }
        for key in ["oneOf", "anyOf", "allOf"] {
            let Some(choices) = value.get(key).and_then(Value::as_array) else { continue };
            shape.unions += 1;
            for choice in choices {
                shape.take(self.at(choice, level + 1), 0);
            }
        }
        shape
    }

    /// What `#/$defs/NAME` is like.
    fn referred(&mut self, reference: &'s str, level: usize) -> Shape {
        if let Some(known) = self.known.get(reference) {
            return known.unwrap_or_default();
        }
        self.known.insert(reference, None);
        let target = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
        let shape = target.map(|target| self.at(target, level + 1)).unwrap_or_default();
        self.known.insert(reference, Some(shape));
        shape
    }
}

/// `$schema`, `$id`, generated titles and a generator's own keys reach the model
/// and tell it nothing.
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
    let long =
        object.get("examples").is_some_and(|examples| examples.to_string().len() > LONG_EXAMPLES);
    if long && object.remove("examples").is_some() {
        found.insert("long examples");
    }
    let before = object.len();
    object.retain(|key, _| !key.starts_with("x-"));
    if object.len() < before {
        found.insert("x- keys");
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
    // What an argument of this name can be, over all alternatives of the schema.
    let mut chosen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let alternatives = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema.get(key)?.as_array());
    for part in std::iter::once(schema).chain(alternatives.flatten()) {
        let properties = part.get("properties").and_then(Value::as_object);
        for (name, argument) in properties.into_iter().flatten() {
            if SELECTORS.contains(&name.to_lowercase().as_str()) {
                chosen.entry(name).or_default().extend(choices(argument));
            }
        }
    }
    for (name, choices) in chosen {
        let choices = choices.len();
        if choices >= MANY_OPERATIONS {
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

/// The values an argument allows: `enum`, `const`, or alternatives of these.
fn choices(argument: &Value) -> Vec<String> {
    let listed = argument.get("enum").and_then(Value::as_array).into_iter().flatten();
    let mut all: Vec<String> =
        listed.chain(argument.get("const")).map(ToString::to_string).collect();
    for key in ["oneOf", "anyOf"] {
        let alternatives = argument.get(key).and_then(Value::as_array).into_iter().flatten();
        all.extend(alternatives.flat_map(choices));
    }
    all
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
