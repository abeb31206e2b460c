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
/// no JSON Schema. References and patterns are not followed.
pub(super) fn schema(schema: &Value) -> Result<(), Refusal> {
    if jsonschema::draft202012::meta::is_valid(schema) {
        Ok(())
    } else {
        Err(Refusal::InvalidSchema)
    }
}
