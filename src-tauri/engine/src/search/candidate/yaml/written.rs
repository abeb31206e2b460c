//! A document in YAML with the text of its scalars.

use std::{fmt, ops::Range};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;
use serde_saphyr::Spanned;

/// A value as YAML takes it, and where a scalar's text stands.
///
/// YAML takes `08080` for a number, and a program has to be given `08080`.
pub(super) enum Written {
    Scalar(Value, Range<usize>),
    List(Vec<Self>),
    Map(Vec<(String, Self)>),
}

impl Written {
    /// What stands below a path of keys.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Self> {
        let Some((first, rest)) = path.split_first() else { return Some(self) };
        let Self::Map(members) = self else { return None };
        members.iter().find(|(key, _)| key == first)?.1.at(rest)
    }

    /// Whether something stands in it.
    pub(super) fn is_filled(&self) -> bool {
        match self {
            Self::Scalar(..) => false,
            Self::List(elements) => !elements.is_empty(),
            Self::Map(members) => !members.is_empty(),
        }
    }

    /// As YAML takes it.
    pub(super) fn value(&self) -> Value {
        match self {
            Self::Scalar(value, _) => value.clone(),
            Self::List(elements) => elements.iter().map(Self::value).collect(),
            Self::Map(members) => {
                members.iter().map(|(key, member)| (key.clone(), member.value())).collect()
            }
        }
    }

    /// With scalars as they stand in the document. No value stays none, but in
    /// a list: there `~` is an argument.
    pub(super) fn texts(&self, document: &str) -> Value {
        match self {
            Self::Scalar(Value::Null, _) => Value::Null,
            Self::Scalar(value, at) => scalar(value, at, document),
            Self::List(elements) => elements
                .iter()
                .map(|element| match element {
                    Self::Scalar(value, at) => scalar(value, at, document),
                    other => other.texts(document),
                })
                .collect(),
            Self::Map(members) => {
                let members = members.iter();
                members.map(|(key, member)| (key.clone(), member.texts(document))).collect()
            }
        }
    }
}

fn scalar(value: &Value, at: &Range<usize>, document: &str) -> Value {
    match document.get(at.clone()).map(str::trim) {
        Some(text) if !value.is_string() && !text.is_empty() => text.into(),
        _ => value.clone(),
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Spanned { value, defined, .. } = Spanned::<Unplaced>::deserialize(deserializer)?;
        Ok(match value.0 {
            Self::Scalar(value, _) => {
                let index = |at: Option<u64>| at.and_then(|at| usize::try_from(at).ok());
                let start = index(defined.span().byte_offset()).unwrap_or_default();
                let length = index(defined.span().byte_len()).unwrap_or_default();
                Self::Scalar(value, start..start.saturating_add(length))
            }
            other => other,
        })
    }
}

/// A value whose place is not known yet.
struct Unplaced(Written);

impl<'de> Deserialize<'de> for Unplaced {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue).map(Self)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Written;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Written, E> {
        Ok(Written::Scalar(Value::Null, 0..0))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Written, E> {
        Ok(Written::Scalar(value.into(), 0..0))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Written, E> {
        Ok(Written::Scalar(value.into(), 0..0))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Written, E> {
        Ok(Written::Scalar(value.into(), 0..0))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Written, E> {
        Ok(Written::Scalar(value.into(), 0..0))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Written, E> {
        Ok(Written::Scalar(value.into(), 0..0))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Written, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            elements.push(element);
        }
        Ok(Written::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Written, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Written::Map(members))
    }
}
