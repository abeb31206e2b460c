//! What Claude Code makes of a tool. Every rule here was observed from outside:
//! a synthetic server on one side, the requests it sends on the other, in the
//! versions named. The order of the steps was observed too.

use std::cmp::Ordering;

use semver::Version;
use serde_json::{Map, Value};

use super::{Refusal, SentTool, flatten::flatten, lead_with, validate};
use crate::{
    catalogue::{Tool, list_fault},
    clients::{Cut, received_by_claude_code},
    weights::json,
};

/// Versions that treat tools alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// Observed in 2.1.197: texts are cleaned, schemas sent as they are.
    V2_1_197,
    /// Observed in 2.1.332: also flattens alternatives at the top of a schema,
    /// and leaves out tools whose schema the model's API would refuse.
    V2_1_332,
}

impl Edition {
    /// The edition of an installed version. Where between the two measured
    /// versions the change came is not known; the newer rules are assumed.
    pub fn of(version: Option<&Version>) -> Self {
        let old = version.is_some_and(|version| {
            version.cmp_precedence(&Version::new(2, 1, 197)) != Ordering::Greater
        });
        if old { Self::V2_1_197 } else { Self::V2_1_332 }
    }

    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::V2_1_197 => "claude-code/2.1.197",
            Self::V2_1_332 => "claude-code/2.1.332",
        }
    }

    /// Why this edition takes nothing from a server that lists this tool.
    pub(super) fn list_fault(self, tool: &Tool) -> Option<&'static str> {
        list_fault(tool).or_else(|| {
            let output = tool.raw.get("outputSchema");
            match self {
                Self::V2_1_332 => None,
                Self::V2_1_197 if !properties_are_objects(tool.input_schema()) => {
                    Some("a property in its inputSchema is not an object")
                }
                Self::V2_1_197 if output.is_some_and(|schema| schema["type"] != "object") => {
                    Some("its outputSchema does not say `\"type\": \"object\"`")
                }
                Self::V2_1_197 => None,
            }
        })
    }

    pub(super) fn send(self, tool: &Tool, sent_as: &str, cut: Cut) -> Result<SentTool, Refusal> {
        let mut description = received_by_claude_code(tool.description()).into_owned();
        let Value::Object(schema) = cleaned(tool.input_schema()) else {
            return Err(Refusal::InvalidSchema);
        };
        let mut schema = lead_with(schema, &["type", "properties", "required"]);
        if self == Self::V2_1_332 {
            if let Some((constraint, flat)) = flatten(&schema) {
                schema = flat;
                description = if description.is_empty() {
                    constraint
                } else {
                    format!("{constraint}\n\n{description}")
                };
            }
            validate::property_names(&schema)?;
        }
        let mut schema = Value::Object(schema);
        if self == Self::V2_1_332 {
            validate::schema(&schema)?;
        }
        json::order_keys(&mut schema);
        let (description, was_cut) = cut.apply(&description);
        Ok(SentTool {
            name: sent_as.to_owned(),
            description: description.into_owned(),
            schema: json::minified(&schema),
            schema_key: "input_schema",
            cut: was_cut,
        })
    }
}

/// As JavaScript sees it: a list is an object.
fn properties_are_objects(schema: &Value) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.is_none_or(|all| all.values().all(|one| one.is_object() || one.is_array()))
}

/// The value with every text in it cleaned, keys included.
fn cleaned(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(received_by_claude_code(text).into_owned()),
        Value::Array(items) => Value::Array(items.iter().map(cleaned).collect()),
        Value::Object(object) => Value::Object(
            object
                .iter()
                .map(|(key, value)| (received_by_claude_code(key).into_owned(), cleaned(value)))
                .collect::<Map<_, _>>(),
        ),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const CUT: Cut = Cut { units: Some(4_096) };

    fn tool(value: Value) -> Tool {
        Tool::from_listed(0, value).expect("a tool")
    }

    fn sent(
        edition: Edition,
        description: &str,
        schema: &Value,
    ) -> Result<(String, String), Refusal> {
        let tool = tool(json!({"name": "t", "description": description, "inputSchema": schema}));
        edition.send(&tool, "mcp__s__t", CUT).map(|sent| (sent.description, sent.schema))
    }

    /// What the client sent for tools of ours.
    #[test]
    fn a_tool_is_sent_as_the_client_sent_it() {
        let cases = [
            (
                "three keys of the schema come first",
                json!({"$schema": "http://json-schema.org/draft-07/schema#", "required": ["a"], "title": "X", "type": "object", "properties": {"a": {}}}),
                r#"{"type":"object","properties":{"a":{}},"required":["a"],"$schema":"http://json-schema.org/draft-07/schema#","title":"X"}"#,
            ),
            (
                "further down the order stays, but for keys that are numbers",
                json!({"type": "object", "properties": {"b": {"title": "t", "type": "string"}, "2": {}, "01": {}, "1": {}}}),
                r#"{"type":"object","properties":{"1":{},"2":{},"b":{"title":"t","type":"string"},"01":{}}}"#,
            ),
            (
                "numbers as JavaScript writes them",
                json!({"type": "object", "properties": {"a": {"default": 1.0, "x-low": -0.0, "maximum": 1e21}}}),
                r#"{"type":"object","properties":{"a":{"default":1,"x-low":0,"maximum":1e+21}}}"#,
            ),
            (
                "texts are cleaned, keys too",
                json!({"type": "object", "properties": {"a": {"enum": ["½", "a\u{200b}b"], "xµ": "…"}}}),
                r#"{"type":"object","properties":{"a":{"enum":["1⁄2","ab"],"xμ":"..."}}}"#,
            ),
        ];
        for (why, schema, want) in cases {
            for edition in [Edition::V2_1_197, Edition::V2_1_332] {
                let (_, schema) = sent(edition, "d", &schema).expect(why);
                assert_eq!(schema, want, "{why}");
            }
        }
    }

    #[test]
    fn the_description_is_cleaned_prefixed_and_then_cut() {
        let plain = json!({"type": "object"});
        let flat =
            json!({"type": "object", "properties": {"a": {}}, "anyOf": [{"required": ["a"]}]});
        let sentence = "Input constraint: Provide parameters for at least one of: (a).";
        let described = |text: &str, schema| sent(Edition::V2_1_332, text, schema).expect("sent").0;
        assert_eq!(described("ﬁ", &plain), "fi");
        assert_eq!(described("", &flat), sentence);
        assert_eq!(described("d", &flat), format!("{sentence}\n\nd"));
        let ligatures = described(&"ﬁ".repeat(3_000), &plain);
        assert_eq!(ligatures, format!("{}… [truncated]", "fi".repeat(2_048)));
        assert_eq!(described(&"x".repeat(4_096), &flat).chars().count(), 4_096 + 13);
    }

    #[test]
    fn editions_differ_in_what_they_leave_out() {
        let odd = [
            (
                "a name the API refuses",
                json!({"type": "object", "properties": {"a b": {}}}),
                Refusal::PropertyName,
            ),
            (
                "no JSON Schema",
                json!({"type": "object", "$defs": {"a": 1}}),
                Refusal::InvalidSchema,
            ),
        ];
        for (why, schema, refusal) in odd {
            assert_eq!(sent(Edition::V2_1_332, "d", &schema), Err(refusal), "{why}");
            assert!(sent(Edition::V2_1_197, "d", &schema).is_ok(), "{why}");
        }
        let boolean = tool(
            json!({"name": "t", "inputSchema": {"type": "object", "properties": {"a": true}}}),
        );
        assert_eq!(Edition::V2_1_332.list_fault(&boolean), None);
        assert!(Edition::V2_1_197.list_fault(&boolean).is_some());
    }

    #[test]
    fn an_unknown_version_follows_the_newest_rules() {
        for (version, want) in [
            (None, Edition::V2_1_332),
            (Some("2.1.332"), Edition::V2_1_332),
            (Some("3.0.0"), Edition::V2_1_332),
            (Some("2.1.197"), Edition::V2_1_197),
            (Some("2.0.1"), Edition::V2_1_197),
        ] {
            let parsed = version.map(|text| Version::parse(text).expect("a version"));
            assert_eq!(Edition::of(parsed.as_ref()), want, "{version:?}");
        }
    }
}
