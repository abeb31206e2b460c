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

/// What a version of Claude Code does to a definition. Dated by running published
/// builds with tools of ours, 2.1.197 to 2.1.332.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edition {
    /// Alternatives at the top of a schema become a sentence of the description.
    flattens: bool,
    /// A tool whose schema the model's API would refuse is left out.
    checks_schemas: bool,
    /// One odd property or output schema costs the server's whole list.
    strict_lists: bool,
}

/// Seen in this version, not in 2.1.197.
const FLATTENS: Version = Version::new(2, 1, 205);
/// Seen up to 2.1.272, and no more in this version.
const LENIENT_LISTS: Version = Version::new(2, 1, 284);
/// Seen in this version, not in 2.1.326.
const CHECKS_SCHEMAS: Version = Version::new(2, 1, 328);

impl Edition {
    /// The edition of an installed version; an unknown one is taken for the
    /// newest measured.
    pub fn of(version: Option<&Version>) -> Self {
        let since = |border: &Version| {
            version.is_none_or(|version| version.cmp_precedence(border) != Ordering::Less)
        };
        Self {
            flattens: since(&FLATTENS),
            checks_schemas: since(&CHECKS_SCHEMAS),
            strict_lists: !since(&LENIENT_LISTS),
        }
    }

    /// Names what changes a weight, among stored counts.
    pub(super) const fn id(self) -> &'static str {
        match (self.flattens, self.checks_schemas) {
            (false, _) => "claude-code/2.1.197",
            (true, false) => "claude-code/2.1.205",
            (true, true) => "claude-code/2.1.332",
        }
    }

    /// Why this edition takes nothing from a server that lists this tool.
    pub(super) fn list_fault(self, tool: &Tool) -> Option<&'static str> {
        list_fault(tool).or_else(|| {
            let output = tool.raw.get("outputSchema");
            if !self.strict_lists {
                None
            } else if !properties_are_objects(tool.input_schema()) {
                Some("a property in its inputSchema is not an object")
            } else if output.is_some_and(|schema| schema["type"] != "object") {
                Some("its outputSchema does not say `\"type\": \"object\"`")
            } else {
                None
            }
        })
    }

    pub(super) fn send(self, tool: &Tool, sent_as: &str, cut: Cut) -> Result<SentTool, Refusal> {
        let mut description = received_by_claude_code(tool.description()).into_owned();
        let Value::Object(schema) = cleaned(tool.input_schema()) else {
            return Err(Refusal::InvalidSchema);
        };
        let mut schema = lead_with(schema, &["type", "properties", "required"]);
        if self.flattens
            && let Some((constraint, flat)) = flatten(&schema)
        {
            schema = flat;
            description = if description.is_empty() {
                constraint
            } else {
                format!("{constraint}\n\n{description}")
            };
        }
        if self.checks_schemas {
            validate::property_names(&schema)?;
        }
        let mut schema = Value::Object(schema);
        if self.checks_schemas {
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

    fn edition(version: &str) -> Edition {
        Edition::of(version.parse().ok().as_ref())
    }

    /// Each build run with a tool with alternatives, one with a parameter the API
    /// refuses, and a list with an output schema that has no type.
    #[test]
    fn each_version_does_what_its_build_was_seen_to_do() {
        let alternatives =
            json!({"type": "object", "properties": {"a": {}}, "anyOf": [{"required": ["a"]}]});
        let refused = json!({"type": "object", "properties": {"a b$": {"type": "string"}}});
        let odd = tool(json!({"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {}}));
        let cases = [
            ("2.1.197", [false, false, true]),
            ("2.1.205", [true, false, true]),
            ("2.1.272", [true, false, true]),
            ("2.1.284", [true, false, false]),
            ("2.1.303", [true, false, false]),
            ("2.1.326", [true, false, false]),
            ("2.1.328", [true, true, false]),
            ("2.1.332", [true, true, false]),
        ];
        for (version, want) in cases {
            let edition = edition(version);
            let (_, schema) = sent(edition, "d", &alternatives).expect("sent");
            let got = [
                !schema.contains("anyOf"),
                sent(edition, "d", &refused).is_err(),
                edition.list_fault(&odd).is_some(),
            ];
            assert_eq!(got, want, "{version}");
        }
    }

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
            for edition in [edition("2.1.197"), edition("2.1.332")] {
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
        let described =
            |text: &str, schema| sent(edition("2.1.332"), text, schema).expect("sent").0;
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
            assert_eq!(sent(edition("2.1.332"), "d", &schema), Err(refusal), "{why}");
            assert!(sent(edition("2.1.197"), "d", &schema).is_ok(), "{why}");
        }
        let boolean = tool(
            json!({"name": "t", "inputSchema": {"type": "object", "properties": {"a": true}}}),
        );
        assert_eq!(edition("2.1.332").list_fault(&boolean), None);
        assert!(edition("2.1.197").list_fault(&boolean).is_some());
    }

    #[test]
    fn an_unknown_version_follows_the_newest_rules() {
        for (version, want) in [
            (None, edition("2.1.332")),
            (Some("2.1.332"), edition("2.1.332")),
            (Some("3.0.0"), edition("2.1.332")),
            (Some("2.1.197"), edition("2.1.197")),
            (Some("2.0.1"), edition("2.1.197")),
        ] {
            let parsed = version.map(|text| Version::parse(text).expect("a version"));
            assert_eq!(Edition::of(parsed.as_ref()), want, "{version:?}");
        }
    }
}
