//! A JSON-RPC message read no deeper than needed.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

/// The members of an object with their values as the bytes they came in.
#[derive(Debug)]
pub(crate) struct RawObject<'m>(Vec<(Cow<'m, str>, &'m RawValue)>);

impl<'m> RawObject<'m> {
    /// The members of a text; `None` when it is no JSON object.
    pub(crate) fn parse(text: &'m [u8]) -> Option<Self> {
        serde_json::from_slice(text).ok()
    }

    /// The raw value of a member; the last one of several.
    pub(crate) fn get(&self, key: &str) -> Option<&'m RawValue> {
        self.0.iter().rev().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// The id as a key: the same for every spelling of one id.
    pub(crate) fn id(&self) -> Option<String> {
        let raw = self.get("id")?.get();
        Some(match serde_json::from_str::<serde_json::Value>(raw) {
            // A server written in JavaScript answers `1.0` with `1`.
            Ok(serde_json::Value::Number(number)) => match (number.as_i64(), number.as_f64()) {
                (None, Some(float)) if float.fract() == 0.0 => format!("{float}"),
                _ => number.to_string(),
            },
            Ok(value) => value.to_string(),
            Err(_) => raw.to_owned(),
        })
    }

    /// A member that is a string.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        serde_json::from_str(self.get(key)?.get()).ok()
    }

    /// The object as text with one member's value replaced, or added.
    pub(crate) fn with(&self, key: &str, value: &str) -> String {
        let mut text = String::from("{");
        let mut written = false;
        for (name, raw) in &self.0 {
            if text.len() > 1 {
                text.push(',');
            }
            push_key(&mut text, name);
            if name == key {
                written = true;
                text.push_str(value);
            } else {
                text.push_str(raw.get());
            }
        }
        if !written {
            if text.len() > 1 {
                text.push(',');
            }
            push_key(&mut text, key);
            text.push_str(value);
        }
        text.push('}');
        text
    }
}

fn push_key(text: &mut String, key: &str) {
    text.push_str(&serde_json::Value::from(key).to_string());
    text.push(':');
}

impl<'de> Deserialize<'de> for RawObject<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = RawObject<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(key) = map.next_key::<Key<'de>>()? {
                    members.push((key.0, map.next_value()?));
                }
                Ok(RawObject(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

/// A key, borrowed where it has no escapes.
#[derive(Deserialize)]
struct Key<'k>(#[serde(borrow)] Cow<'k, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_replaced_keeps_its_bytes() {
        let text = br#"{"a": 1.50e3, "\u0062": "\u00e9", "c":[ 1 ]}"#;
        let object = RawObject::parse(text).expect("an object");
        assert_eq!(object.with("c", "2"), r#"{"a":1.50e3,"b":"\u00e9","c":2}"#);
        assert_eq!(object.with("d", "2"), r#"{"a":1.50e3,"b":"\u00e9","c":[ 1 ],"d":2}"#);
        assert!(RawObject::parse(b"[1]").is_none());
        assert!(RawObject::parse(b"{\"a\":\xff}").is_none());
    }
}
