//! JSON as a client finds it: nothing, something broken, or a value.

use std::path::Path;

use serde_json::{Map, Value};

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Held {
    /// Nothing but blanks.
    Nothing,
    /// No strict JSON.
    Broken,
    /// This; of a key that comes twice the last one.
    This(Value),
}

impl Held {
    /// Reads a file; `None` when there is none.
    pub fn read(file: &Path) -> Option<Self> {
        if !file.is_file() {
            return None;
        }
        let Ok(text) = std::fs::read_to_string(file) else { return Some(Self::Broken) };
        Some(Self::of(&text))
    }

    fn of(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Self::Nothing;
        }
        serde_json::from_str(text).map_or(Self::Broken, Self::This)
    }

    /// The text of a file of the same kind, its value changed. What is broken
    /// cannot be taken apart, so something else that is broken stands for it.
    pub fn text(&self, change: impl FnOnce(&Map<String, Value>) -> Value) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Broken => "{".to_owned(),
            Self::This(Value::Object(object)) => change(object).to_string(),
            Self::This(other) => shape(other).to_string(),
        }
    }
}

/// A value of the same type that says nothing.
pub fn shape(value: &Value) -> Value {
    match value {
        Value::Null | Value::Bool(_) => value.clone(),
        Value::Number(_) => Value::from(1),
        Value::String(_) => Value::from(""),
        Value::Array(_) => Value::Array(Vec::new()),
        Value::Object(_) => Value::Object(Map::new()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_kind_of_file_has_its_stand_in() {
        for (why, text, want) in [
            ("an empty file stays empty", " \n", ""),
            ("a broken one broken", r#"{"secret": "s3cret",}"#, "{"),
            ("a comment breaks it too", "{} // s3cret", "{"),
            ("no object keeps its type", r#"["s3cret"]"#, "[]"),
            ("an object is changed", r#"{"a": "s3cret"}"#, r#"{"b":1}"#),
            ("a mark before it is passed over", "\u{feff}{}", r#"{"b":1}"#),
        ] {
            assert_eq!(Held::of(text).text(|_| json!({"b": 1})), want, "{why}");
        }
    }
}
