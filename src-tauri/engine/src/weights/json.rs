//! JSON as a JavaScript client writes it.
//!
//! `serde_json` and `JSON.stringify` escape strings alike; they differ in
//! numbers (`1.0` is `1` there, every number is a double) and in the order of
//! keys that look like array indices, which come first and ascending.

use std::io;

use serde::Serialize;
use serde_json::{Map, Value, ser::Formatter};

/// `value` without white space.
pub(super) fn minified(value: &Value) -> String {
    let mut out = Vec::with_capacity(512);
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, JavaScript);
    value
        .serialize(&mut serializer)
        .expect("a JSON value always serialises, and a Vec takes every byte");
    String::from_utf8(out).expect("serde_json writes UTF-8")
}

/// The text between the quotation marks of a JSON string.
pub(super) fn escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// Puts keys that are array indices first, ascending, here and below; the
/// others keep their order.
pub(super) fn order_keys(value: &mut Value) {
    match value {
        Value::Object(object) => {
            order_object(object);
            object.values_mut().for_each(order_keys);
        }
        Value::Array(items) => items.iter_mut().for_each(order_keys),
        _ => {}
    }
}

fn order_object(object: &mut Map<String, Value>) {
    // `__proto__` sets no property of an object made from JSON text by the client.
    object.shift_remove("__proto__");
    if !object.keys().any(|key| array_index(key).is_some()) {
        return;
    }
    let (mut indices, others): (Vec<_>, Vec<_>) =
        std::mem::take(object).into_iter().partition(|(key, _)| array_index(key).is_some());
    indices.sort_by_key(|(key, _)| array_index(key));
    object.extend(indices.into_iter().chain(others));
}

/// The number a key is, when JavaScript treats it as an array index.
fn array_index(key: &str) -> Option<u32> {
    let number: u32 = key.parse().ok()?;
    (number != u32::MAX && number.to_string() == key).then_some(number)
}

struct JavaScript;

impl Formatter for JavaScript {
    fn write_f64<W: ?Sized + io::Write>(&mut self, out: &mut W, value: f64) -> io::Result<()> {
        out.write_all(number(value).as_bytes())
    }

    #[expect(clippy::cast_precision_loss, reason = "JavaScript has doubles only")]
    fn write_u64<W: ?Sized + io::Write>(&mut self, out: &mut W, value: u64) -> io::Result<()> {
        out.write_all(number(value as f64).as_bytes())
    }

    #[expect(clippy::cast_precision_loss, reason = "JavaScript has doubles only")]
    fn write_i64<W: ?Sized + io::Write>(&mut self, out: &mut W, value: i64) -> io::Result<()> {
        out.write_all(number(value as f64).as_bytes())
    }
}

/// A finite double as JavaScript writes it (ECMA-262, `Number::toString)`:
/// shortest digits, plain up to 21 digits and down to 1e-6, else an exponent.
fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').expect("`{:e}` writes an exponent");
    let exponent: i32 = exponent.parse().expect("and it is a small number");
    if (-7..21).contains(&exponent) && exponent != -7 {
        return format!("{value}");
    }
    format!("{digits}e{}{}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_read_as_javascript_writes_them() {
        for (value, want) in [
            (json!(1.0), "1"),
            (json!(-0.0), "0"),
            (json!(0.1), "0.1"),
            (json!(1e5), "100000"),
            (json!(1e-6), "0.000001"),
            (json!(1e-7), "1e-7"),
            (json!(1.5e-9), "1.5e-9"),
            (json!(100_000_000_000_000_000_000.0), "100000000000000000000"),
            (json!(1e21), "1e+21"),
            (json!(1.234_567_890_123_456_8e29), "1.2345678901234568e+29"),
            (json!(9_007_199_254_740_993_u64), "9007199254740992"),
            (json!(-12), "-12"),
        ] {
            assert_eq!(minified(&value), want);
        }
    }

    #[test]
    fn index_keys_come_first() {
        let mut value =
            json!({"b": 1, "10": {"z": 1, "0": 2}, "2": 3, "01": 4, "-1": 5, "__proto__": 6});
        order_keys(&mut value);
        assert_eq!(minified(&value), r#"{"2":3,"10":{"0":2,"z":1},"b":1,"01":4,"-1":5}"#);
    }

    #[test]
    fn strings_escape_what_json_must() {
        assert_eq!(escaped("a\"\\\n\u{1}\u{7f}é/\u{2028}"), "a\\\"\\\\\\n\\u0001\u{7f}é/\u{2028}");
    }
}
