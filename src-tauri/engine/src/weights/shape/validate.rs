//! Schemas the model's API would refuse. Claude Code leaves such a tool out and
//! sends the others. Observed in 2.1.332.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

use super::Refusal;

static PROPERTY_NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[a-zA-Z0-9_.-]{1,64}$").expect("a constant expression, used by every test")
});

/// Whether a parameter may have this name.
pub(super) fn is_property_name(name: &str) -> bool {
    PROPERTY_NAME.is_match(name)
}

/// Looks at the names of the parameters; names further down are free.
pub(super) fn property_names(schema: &Map<String, Value>) -> Result<(), Refusal> {
    let mut names = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    if names.all(|(name, _)| is_property_name(name)) { Ok(()) } else { Err(Refusal::PropertyName) }
}

/// Looks at the schema as a schema: `"type": "any"` or `"required": true` are
/// no JSON Schema. Only a schema of the 2020-12 dialect, named or by default,
/// is looked at; references and patterns are not followed.
pub(super) fn schema(schema: &Value) -> Result<(), Refusal> {
    let ours = schema.get("$schema").is_none_or(|dialect| {
        dialect.as_str().is_some_and(|url| {
            url.trim_end_matches('#') == "https://json-schema.org/draft/2020-12/schema"
        })
    });
    if !ours || jsonschema::draft202012::meta::is_valid(schema) {
        Ok(())
    } else {
        Err(Refusal::InvalidSchema)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_valid_schemas_of_the_newest_dialect_pass() {
        let odd = json!({"type": "array", "items": [{"type": "string"}]});
        let dialect =
            |url: &str| json!({"$schema": url, "type": "object", "properties": {"a": odd}});
        for (why, tool, sent) in [
            ("a boolean schema", json!({"properties": {"a": true}}), true),
            ("an invented type", json!({"properties": {"a": {"type": "any"}}}), false),
            ("required as a flag", json!({"properties": {"a": {"required": true}}}), false),
            ("a list of items", json!({"properties": {"a": odd}}), false),
            (
                "the same, dialect named",
                dialect("https://json-schema.org/draft/2020-12/schema"),
                false,
            ),
            ("the same, draft 7", dialect("http://json-schema.org/draft-07/schema#"), true),
            ("the same, an unknown dialect", dialect("urn:x"), true),
            ("null as a property", json!({"properties": {"a": null}}), false),
            ("a number among definitions", json!({"$defs": {"a": 1}}), false),
            ("a description that is none", json!({"properties": {"a": {"description": 5}}}), false),
            ("an empty list of alternatives", json!({"properties": {"a": {"anyOf": []}}}), false),
            ("an empty enumeration", json!({"properties": {"a": {"enum": []}}}), true),
            ("a broken pattern", json!({"properties": {"a": {"pattern": "("}}}), true),
            ("a reference to nothing", json!({"properties": {"a": {"$ref": "#/x"}}}), true),
            ("1.0 is an integer", json!({"properties": {"a": {"minLength": 1.0}}}), true),
        ] {
            assert_eq!(schema(&tool).is_ok(), sent, "{why}");
        }
    }

    #[test]
    fn parameters_have_plain_names() {
        for (name, fine) in
            [("a.b-c_D", true), ("", false), ("a b", false), ("$a", false), ("µ", false)]
        {
            let schema = json!({"properties": {name: {}}});
            let schema = schema.as_object().expect("an object");
            assert_eq!(property_names(schema).is_ok(), fine, "{name}");
        }
        assert!(is_property_name(&"a".repeat(64)));
        assert!(!is_property_name(&"a".repeat(65)));
    }
}
