//! A message as a client written in JavaScript takes it.
//!
//! Two things its parser takes and ours does not: half a surrogate pair written
//! as an escape, which Claude Code then leaves out of every text (observed in
//! 2.1.332 and 2.1.197, in names, descriptions and schemas), and bytes that are
//! no UTF-8, which arrive as U+FFFD.

use std::borrow::Cow;

use serde_json::Value;

/// The JSON value of a text; `None` when it is none for such a client either.
pub(crate) fn parse(text: &[u8]) -> Option<Value> {
    serde_json::from_slice(text).ok().or_else(|| serde_json::from_str(&mended(text)?).ok())
}

/// The text as such a client takes it; `None` when there is nothing to mend.
pub(crate) fn mended(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    without_lone_surrogates(&text).map(Cow::into_owned)
}

/// The text without escapes of lone surrogates; `None` where there is nothing
/// to mend.
fn without_lone_surrogates(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains("\\u") {
        return text.contains(char::REPLACEMENT_CHARACTER).then_some(Cow::Borrowed(text));
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                rest = &rest[6..];
                continue;
            }
            _ => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        kept.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    kept.push_str(rest);
    Some(Cow::Owned(kept))
}

/// The code unit of the `\uXXXX` a text begins with.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::fuzz;

    #[test]
    fn what_a_javascript_client_takes() {
        let cases: [(&str, &[u8], Option<Value>); 12] = [
            ("plain", br#"{"a":"b"}"#, Some(json!({"a": "b"}))),
            ("a pair", br#""\ud83d\uDE00""#, Some(json!("\u{1f600}"))),
            ("a lone first half", br#""a\ud800b""#, Some(json!("ab"))),
            ("a lone second half", br#""a\uDFFFb""#, Some(json!("ab"))),
            ("two first halves and a second", br#""\ud83d\ud83d\ude00""#, Some(json!("\u{1f600}"))),
            ("in a key", br#"{"a\ud800":1}"#, Some(json!({"a": 1}))),
            ("at the end", br#""a\ud800""#, Some(json!("a"))),
            (
                "an escaped backslash before",
                br#"["\\ud800","\ud800"]"#,
                Some(json!(["\\ud800", ""])),
            ),
            ("bytes that are no text", b"\"a\xffb\"", Some(json!("a\u{fffd}b"))),
            ("half an escape", br#""\ud8""#, None),
            ("no JSON", b"Server ready", None),
            ("no JSON, with an escape", br"\ud800", None),
        ];
        for (why, text, want) in cases {
            assert_eq!(parse(text), want, "{why}");
        }
    }

    proptest! {
        #![proptest_config(fuzz::cases(256))]

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..64), tail in r"(\\u[dD][89a-fA-F][0-9]{2}|\\|é|[a-u]){0,12}") {
            let _ = parse(&bytes);
            let _ = parse(tail.as_bytes());
            let _ = parse(format!("\"{tail}\"").as_bytes());
        }
    }
}
