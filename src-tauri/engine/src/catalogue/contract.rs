//! What the protocol asks of a listed tool, as far as a client was seen to
//! refuse a whole list for one tool that breaks it.

use serde_json::Value;

use super::Tool;

/// What in this tool makes a client that checks the answer refuse the whole
/// list of its server; `None` when nothing does.
///
/// Observed in Claude Code 2.1.332 and 2.1.197 with one breach at a time: the
/// server then has no tools at all there.
pub fn list_fault(tool: &Tool) -> Option<&'static str> {
    let raw = &tool.raw;
    let right = |key: &str, right: fn(&Value) -> bool| raw.get(key).is_none_or(right);
    let schema = raw.get("inputSchema").and_then(Value::as_object)?;
    let rules = [
        (right("description", Value::is_string), "its description is not a text"),
        (right("title", Value::is_string), "its title is not a text"),
        (
            schema.get("type").and_then(Value::as_str) == Some("object"),
            "its inputSchema does not say `\"type\": \"object\"`",
        ),
        (
            schema.get("properties").is_none_or(Value::is_object),
            "`properties` in its inputSchema is not an object",
        ),
        (
            schema.get("required").is_none_or(is_list_of_texts),
            "`required` in its inputSchema is not a list of names",
        ),
        (right("outputSchema", Value::is_object), "its outputSchema is not an object"),
        (
            right("annotations", are_annotations),
            "its annotations are not what the protocol defines",
        ),
        (right("icons", are_icons), "its icons are not what the protocol defines"),
        (right("execution", is_execution), "its execution is not what the protocol defines"),
        (right("_meta", Value::is_object), "its _meta is not an object"),
    ];
    rules.into_iter().find_map(|(kept, fault)| (!kept).then_some(fault))
}

fn is_list_of_texts(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.iter().all(Value::is_string))
}

/// Whether `value` is an object whose known keys hold what they should.
fn is_object_with(value: &Value, right: fn(&str, &Value) -> bool) -> bool {
    value.as_object().is_some_and(|object| object.iter().all(|(key, value)| right(key, value)))
}

fn are_annotations(value: &Value) -> bool {
    is_object_with(value, |key, value| match key {
        "title" => value.is_string(),
        "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint" => {
            value.is_boolean()
        }
        _ => true,
    })
}

fn are_icons(value: &Value) -> bool {
    value.as_array().is_some_and(|icons| {
        icons.iter().all(|icon| {
            icon.get("src").is_some_and(Value::is_string)
                && is_object_with(icon, |key, value| match key {
                    "mimeType" => value.is_string(),
                    "sizes" => is_list_of_texts(value),
                    "theme" => matches!(value.as_str(), Some("light" | "dark")),
                    _ => true,
                })
        })
    })
}

fn is_execution(value: &Value) -> bool {
    is_object_with(value, |key, value| {
        key != "taskSupport"
            || matches!(value.as_str(), Some("required" | "optional" | "forbidden"))
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
            (
                "null annotations",
                json!({"name": "a", "inputSchema": good, "annotations": null}),
                true,
            ),
            (
                "a boolean outputSchema",
                json!({"name": "a", "inputSchema": good, "outputSchema": true}),
                true,
            ),
            (
                "an icon without address",
                json!({"name": "a", "inputSchema": good, "icons": [{"x": 1}]}),
                true,
            ),
            (
                "a pink icon",
                json!({"name": "a", "inputSchema": good, "icons": [{"src": "x", "theme": "pink"}]}),
                true,
            ),
            (
                "good icons",
                json!({"name": "a", "inputSchema": good, "icons": [{"src": "x", "sizes": ["any"]}]}),
                false,
            ),
            (
                "an unknown execution",
                json!({"name": "a", "inputSchema": good, "execution": {"taskSupport": "weird"}}),
                true,
            ),
            ("unknown keys are free", json!({"name": "a", "inputSchema": good, "x": null}), false),
        ] {
            let tool = Tool::from_listed(0, tool).expect("a tool");
            assert_eq!(list_fault(&tool).is_some(), want, "{why}");
        }
    }
}
