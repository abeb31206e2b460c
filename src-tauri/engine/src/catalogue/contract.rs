//! What the protocol asks of a listed tool, as far as a client was seen to
//! refuse a whole list for one tool that breaks it.

use serde_json::{Map, Value};

use super::Tool;

/// What in this tool makes a client that checks the answer refuse the whole
/// list of its server; `None` when nothing does.
///
/// Observed in Claude Code 2.1.332 and 2.1.197 with one breach at a time: the
/// server then has no tools at all there.
pub fn list_fault(tool: &Tool) -> Option<&'static str> {
    let raw = &tool.raw;
    let is = |key: &str, right: fn(&Value) -> bool| raw.get(key).is_none_or(right);
    let schema = raw.get("inputSchema").and_then(Value::as_object)?;
    if !is("description", Value::is_string) {
        return Some("its description is not a text");
    }
    if !is("title", Value::is_string) {
        return Some("its title is not a text");
    }
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        return Some("its inputSchema has no `\"type\": \"object\"`");
    }
    if !schema.get("properties").is_none_or(Value::is_object) {
        return Some("`properties` in its inputSchema is not an object");
    }
    if !schema.get("required").is_none_or(is_list_of_texts) {
        return Some("`required` in its inputSchema is not a list of names");
    }
    if !is("annotations", |value| value.as_object().is_some_and(are_annotations)) {
        return Some("its annotations are not as the protocol defines them");
    }
    if !is("_meta", Value::is_object) {
        return Some("its _meta is not an object");
    }
    None
}

fn is_list_of_texts(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.iter().all(Value::is_string))
}

fn are_annotations(annotations: &Map<String, Value>) -> bool {
    annotations.iter().all(|(key, value)| match key.as_str() {
        "title" => value.is_string(),
        "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint" => {
            value.is_boolean()
        }
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_breach_of_the_protocol_is_named() {
        let good = json!({"type": "object"});
        for (why, tool, want) in [
            ("good", json!({"name": "a", "inputSchema": good}), false),
            (
                "null description",
                json!({"name": "a", "description": null, "inputSchema": good}),
                true,
            ),
            ("a number as title", json!({"name": "a", "title": 5, "inputSchema": good}), true),
            ("no type", json!({"name": "a", "inputSchema": {}}), true),
            ("a list of types", json!({"name": "a", "inputSchema": {"type": ["object"]}}), true),
            (
                "null properties",
                json!({"name": "a", "inputSchema": {"type": "object", "properties": null}}),
                true,
            ),
            (
                "null required",
                json!({"name": "a", "inputSchema": {"type": "object", "required": null}}),
                true,
            ),
            (
                "numbers required",
                json!({"name": "a", "inputSchema": {"type": "object", "required": [1]}}),
                true,
            ),
            (
                "a hint in words",
                json!({"name": "a", "inputSchema": good, "annotations": {"readOnlyHint": "yes"}}),
                true,
            ),
            ("a text as _meta", json!({"name": "a", "inputSchema": good, "_meta": "x"}), true),
            ("unknown keys are free", json!({"name": "a", "inputSchema": good, "x": null}), false),
        ] {
            let tool = Tool::from_listed(0, tool).expect("a tool");
            assert_eq!(list_fault(&tool).is_some(), want, "{why}");
        }
    }
}
