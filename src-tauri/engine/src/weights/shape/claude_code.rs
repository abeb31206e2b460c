//! What Claude Code makes of a tool. Every rule here was observed from outside:
//! a synthetic server on one side, the requests it sends on the other, in the
//! versions named. The order of the steps was observed too.

use std::cmp::Ordering;

use semver::Version;
use serde_json::{Map, Value};

use super::{Refusal, SentTool, clean::clean, flatten::flatten, lead_with, validate};
use crate::{catalogue::Tool, clients::Cut, weights::json};

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

    pub(super) fn send(self, tool: &Tool, sent_as: &str, cut: Cut) -> Result<SentTool, Refusal> {
        let mut description = clean(tool.description()).into_owned();
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

/// The value with every text in it cleaned, keys included.
fn cleaned(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(clean(text).into_owned()),
        Value::Array(items) => Value::Array(items.iter().map(cleaned).collect()),
        Value::Object(object) => Value::Object(
            object
                .iter()
                .map(|(key, value)| (clean(key).into_owned(), cleaned(value)))
                .collect::<Map<_, _>>(),
        ),
        other => other.clone(),
    }
}
