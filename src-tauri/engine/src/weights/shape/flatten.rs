//! Alternatives at the top of a schema. The model's API takes none there, so
//! Claude Code merges them into one list of properties and says in the
//! description what was meant. Observed in 2.1.332, one case per rule below.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::validate::is_property_name;

/// Keys that survive flattening, in the order they are sent.
const KEPT: [&str; 6] =
    ["$defs", "definitions", "$schema", "additionalProperties", "description", "title"];

/// The sentence put before the description, and the schema without
/// alternatives; `None` when the schema has none at its top.
pub(super) fn flatten(schema: &Map<String, Value>) -> Option<(String, Map<String, Value>)> {
    let branches = |keyword| {
        let list = schema.get(keyword)?.as_array()?;
        Some(list.iter().map(|branch| resolve(schema, branch)).collect::<Vec<_>>())
    };
    let (any, one, all) = (branches("anyOf"), branches("oneOf"), branches("allOf"));
    let sentence = match (&one, &any, &all) {
        (Some(one), _, _) => alternatives("exactly one", "oneOf", one),
        (None, Some(any), _) => alternatives("at least one", "anyOf", any),
        (None, None, Some(_)) => "Input constraint: all listed parameters apply together \
                                  (flattened from a JSON Schema allOf)."
            .to_owned(),
        (None, None, None) => return None,
    };

    // The schema's own properties win over the branches'.
    let mut properties = object(schema.get("properties")).cloned().unwrap_or_default();
    for (merged, keyword) in [(&any, "anyOf"), (&one, "oneOf"), (&all, "allOf")] {
        for (key, value) in merge(merged.as_deref().unwrap_or_default(), keyword == "allOf") {
            properties.entry(key).or_insert(value);
        }
    }
    properties.retain(|key, value| is_property_name(key) && value.is_object());

    let mut required: Vec<String> = names(schema.get("required"));
    required.extend(all.iter().flatten().flat_map(|branch| names(branch.get("required"))));
    for alternatives in [&any, &one].into_iter().flatten() {
        required.extend(in_every(alternatives));
    }
    let mut seen = HashSet::new();
    required.retain(|name| properties.contains_key(name) && seen.insert(name.clone()));

    let mut flat = Map::new();
    flat.insert("type".to_owned(), json!("object"));
    flat.insert("properties".to_owned(), Value::Object(properties));
    flat.insert("required".to_owned(), json!(required));
    for key in KEPT {
        if let Some(value) = schema.get(key) {
            flat.insert(key.to_owned(), value.clone());
        }
    }
    flat.entry("additionalProperties").or_insert(Value::Bool(true));
    Some((sentence, flat))
}

/// A branch, or what it refers to inside this schema: one step, and whatever
/// stands beside the reference is lost.
fn resolve<'s>(schema: &'s Map<String, Value>, branch: &'s Value) -> &'s Value {
    let Some(reference) = branch.get("$ref").and_then(Value::as_str) else { return branch };
    reference
        .strip_prefix("#/")
        .and_then(|path| {
            let (group, name) = path.split_once('/')?;
            schema.get(group)?.get(name)
        })
        .unwrap_or(&Value::Null)
}

/// `(a) or (b, c)`: what each branch requires, or else offers.
fn alternatives(how_many: &str, keyword: &str, branches: &[&Value]) -> String {
    let mut groups: Vec<String> = Vec::new();
    for branch in branches {
        let required = names(branch.get("required"));
        let names = if required.is_empty() {
            object(branch.get("properties")).into_iter().flat_map(Map::keys).cloned().collect()
        } else {
            required
        };
        let group = format!("({})", names.join(", "));
        if !names.is_empty() && !groups.contains(&group) {
            groups.push(group);
        }
    }
    if groups.is_empty() {
        return format!(
            "Input constraint: Provide parameters for {how_many} of the documented parameter \
             groups (flattened from a JSON Schema {keyword})."
        );
    }
    format!("Input constraint: Provide parameters for {how_many} of: {}.", groups.join(" or "))
}

/// The properties of all branches. Different schemas for one property become
/// alternatives of each other; among branches that all apply the first stays.
fn merge(branches: &[&Value], first_stays: bool) -> Map<String, Value> {
    let mut found: Vec<(&String, Vec<&Value>)> = Vec::new();
    for branch in branches {
        for (key, value) in object(branch.get("properties")).into_iter().flatten() {
            if !value.is_object() {
                continue;
            }
            match found.iter_mut().find(|(known, _)| *known == key) {
                Some((_, values)) if first_stays || values.contains(&value) => {}
                Some((_, values)) => values.push(value),
                None => found.push((key, vec![value])),
            }
        }
    }
    found
        .into_iter()
        .map(|(key, values)| match values.as_slice() {
            [only] => (key.clone(), (*only).clone()),
            several => (key.clone(), json!({"anyOf": several})),
        })
        .collect()
}

/// What every branch requires.
fn in_every(branches: &[&Value]) -> Vec<String> {
    let mut branches = branches.iter().map(|branch| names(branch.get("required")));
    let mut common = branches.next().unwrap_or_default();
    for required in branches {
        common.retain(|name| required.contains(name));
    }
    common
}

fn object(value: Option<&Value>) -> Option<&Map<String, Value>> {
    value.and_then(Value::as_object)
}

fn names(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).map(ToOwned::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Claude Code 2.1.332 sent for schemas of ours.
    #[test]
    fn alternatives_become_properties_and_a_sentence() {
        let a = json!({"type": "string"});
        let (n, y) = (json!({"type": "number"}), json!({"const": "y"}));
        let cases = [
            (
                "the sentence names what a branch requires, or else offers",
                json!({"oneOf": [{"properties": {"a": a, "c": a}, "required": ["a"]}, {"properties": {"b": a, "d": a}}]}),
                "Provide parameters for exactly one of: (a) or (b, d).",
                json!({"type": "object", "properties": {"a": a, "c": a, "b": a, "d": a}, "required": [], "additionalProperties": true}),
            ),
            (
                "what every branch requires stays required, after the schema's own",
                json!({"properties": {"a": a, "b": a, "c": a}, "required": ["c"], "anyOf": [{"required": ["a"]}, {"required": ["b", "a"]}]}),
                "Provide parameters for at least one of: (a) or (b, a).",
                json!({"type": "object", "properties": {"a": a, "b": a, "c": a}, "required": ["c", "a"], "additionalProperties": true}),
            ),
            (
                "different schemas of one property become alternatives",
                json!({"anyOf": [{"properties": {"k": a}}, {"properties": {"k": y}}, {"properties": {"k": a}}]}),
                "Provide parameters for at least one of: (k).",
                json!({"type": "object", "properties": {"k": {"anyOf": [a, y]}}, "required": [], "additionalProperties": true}),
            ),
            (
                "the schema's own property wins",
                json!({"properties": {"k": n}, "anyOf": [{"properties": {"k": a}}]}),
                "Provide parameters for at least one of: (k).",
                json!({"type": "object", "properties": {"k": n}, "required": [], "additionalProperties": true}),
            ),
            (
                "with allOf the first one stays, and only what is there is required",
                json!({"allOf": [{"properties": {"k": a}, "required": ["k", "gone"]}, {"properties": {"k": n}}]}),
                "all listed parameters apply together (flattened from a JSON Schema allOf).",
                json!({"type": "object", "properties": {"k": a}, "required": ["k"], "additionalProperties": true}),
            ),
            (
                "one step of reference is followed, and nothing beside it",
                json!({"anyOf": [{"$ref": "#/$defs/A", "required": ["z"]}], "$defs": {"A": {"properties": {"b": a}}}}),
                "Provide parameters for at least one of: (b).",
                json!({"type": "object", "properties": {"b": a}, "required": [], "$defs": {"A": {"properties": {"b": a}}}, "additionalProperties": true}),
            ),
            (
                "branches that name nothing",
                json!({"properties": {"a": a}, "anyOf": [{"type": "null"}, true]}),
                "Provide parameters for at least one of the documented parameter groups (flattened from a JSON Schema anyOf).",
                json!({"type": "object", "properties": {"a": a}, "required": [], "additionalProperties": true}),
            ),
            (
                "names the API refuses are left out, and so are boolean schemas",
                json!({"properties": {"a b": a, "z": true}, "anyOf": [{"properties": {"c": true, "d": a}}]}),
                "Provide parameters for at least one of: (c, d).",
                json!({"type": "object", "properties": {"d": a}, "required": [], "additionalProperties": true}),
            ),
            (
                "few other keys stay, in an order of their own",
                json!({"title": "t", "description": "d", "examples": [1], "definitions": {}, "$defs": {}, "$schema": "s", "additionalProperties": false, "not": {}, "anyOf": [{"properties": {"a": a}}]}),
                "Provide parameters for at least one of: (a).",
                json!({"type": "object", "properties": {"a": a}, "required": [], "$defs": {}, "definitions": {}, "$schema": "s", "additionalProperties": false, "description": "d", "title": "t"}),
            ),
            (
                "several kinds at once",
                json!({"allOf": [{"properties": {"l": a}, "required": ["l"]}], "oneOf": [{"properties": {"o": a}, "required": ["o"]}], "anyOf": [{"properties": {"y": a}, "required": ["y"]}]}),
                "Provide parameters for exactly one of: (o).",
                json!({"type": "object", "properties": {"y": a, "o": a, "l": a}, "required": ["l", "y", "o"], "additionalProperties": true}),
            ),
        ];
        for (why, schema, sentence, want) in cases {
            let (said, flat) = flatten(schema.as_object().expect("an object")).expect(why);
            assert_eq!(said, format!("Input constraint: {sentence}"), "{why}");
            assert_eq!(Value::Object(flat).to_string(), want.to_string(), "{why}");
        }
    }

    #[test]
    fn a_schema_without_alternatives_at_its_top_stays() {
        for schema in [
            json!({"type": "object", "properties": {"a": {"anyOf": [{}]}}}),
            json!({"type": "object", "not": {"required": ["a"]}, "if": {}}),
            json!({"type": "object", "$ref": "#/$defs/A"}),
        ] {
            assert_eq!(flatten(schema.as_object().expect("an object")), None);
        }
    }
}
