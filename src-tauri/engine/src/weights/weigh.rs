//! The weight of one tool.

use std::borrow::Cow;

use super::{Count, SentTool, TokenizerId, Tokens, json::escaped, tokenizer::splits_before};

/// What one tool costs in one client, in tokens.
///
/// The parts are counted each on its own, so they do not add up to the total:
/// the total has the framing, and the description escaped as JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// The name as the client writes it.
    pub name: Tokens,
    /// The description after the client's cut.
    pub description: Tokens,
    /// The input schema, minified.
    pub schema: Tokens,
    /// The definition as the client sends it, minified JSON.
    pub total: Tokens,
    /// What it costs up front while deferred: its name and a line break.
    pub if_deferred: Tokens,
    /// Whether a text was too long or too odd to be counted exactly.
    pub approximate: bool,
}

/// Weighs a tool as it is sent.
///
/// Exact for the tokenizer: equal to counting
/// `{"name":…,"description":…,"input_schema":…}` and each part by itself, but
/// every stretch that reads the same alone and in the definition is counted once.
pub fn weigh(tokenizer: TokenizerId, sent: &SentTool) -> Weight {
    let count = |text: &str| tokenizer.count(text);
    let description = Part::escaped(tokenizer, &sent.description);
    let schema = Part::as_is(tokenizer, &sent.schema);

    let mut total = Count::default();
    let mut open = format!(r#"{{"name":"{}","description":""#, escaped(&sent.name));
    let frame = format!(r#"","{}":"#, sent.schema_key);
    for (part, after) in [(&description, frame.as_str()), (&schema, "}")] {
        open.push_str(&part.head_inside);
        if let Some(middle) = part.middle {
            total = total + count(&open) + middle.inside;
            open.clear();
            open.push_str(&part.tail_inside);
        }
        open.push_str(after);
    }
    total = total + count(&open);

    let (description, schema) = (description.alone(tokenizer), schema.alone(tokenizer));
    Weight {
        name: count(&sent.name).tokens,
        description: description.tokens,
        schema: schema.tokens,
        total: total.tokens,
        if_deferred: count(&format!("{}\n", sent.name)).tokens,
        approximate: total.approximate || description.approximate || schema.approximate,
    }
}

/// A text that is counted alone and inside the definition. Between its first
/// and its last certain word border its tokens depend on nothing around it.
struct Part<'t> {
    head: &'t str,
    head_inside: Cow<'t, str>,
    middle: Option<Middle>,
    tail: &'t str,
    tail_inside: Cow<'t, str>,
}

/// What lies between the first and the last certain border.
#[derive(Clone, Copy)]
struct Middle {
    alone: Count,
    inside: Count,
}

impl<'t> Part<'t> {
    /// A text that stands in the definition as it is.
    fn as_is(tokenizer: TokenizerId, text: &'t str) -> Self {
        let (head, middle, tail) = ends(text, |at| splits_before(text, at));
        let middle = middle.map(|middle| {
            let count = tokenizer.count(middle);
            Middle { alone: count, inside: count }
        });
        Self { head, head_inside: head.into(), middle, tail, tail_inside: tail.into() }
    }

    /// A text that stands in the definition as a JSON string. Only the
    /// stretches with something to escape are counted twice.
    fn escaped(tokenizer: TokenizerId, text: &'t str) -> Self {
        let (head, middle, tail) = ends(text, |at| blank_splits(text, at));
        let middle = middle.map(|middle| {
            let mut both = Middle { alone: Count::default(), inside: Count::default() };
            for (stretch, differs) in stretches(middle) {
                let alone = tokenizer.count(stretch);
                let inside = if differs { tokenizer.count(&escaped(stretch)) } else { alone };
                both = Middle { alone: both.alone + alone, inside: both.inside + inside };
            }
            both
        });
        Self {
            head,
            head_inside: escaped(head).into(),
            middle,
            tail,
            tail_inside: escaped(tail).into(),
        }
    }

    fn alone(&self, tokenizer: TokenizerId) -> Count {
        let rest = match self.middle {
            Some(middle) => middle.alone + tokenizer.count(self.tail),
            None => Count::default(),
        };
        tokenizer.count(self.head) + rest
    }
}

/// A text up to its first border, from there to the last one, and the rest;
/// all of it is head when there are no two borders.
fn ends(text: &str, border: impl Fn(usize) -> bool) -> (&str, Option<&str>, &str) {
    let first = (0..text.len()).find(|&at| border(at));
    let last = (0..text.len()).rev().find(|&at| border(at));
    match (first, last) {
        (Some(first), Some(last)) if first < last => {
            (&text[..first], Some(&text[first..last]), &text[last..])
        }
        _ => (text, None, ""),
    }
}

/// A border that is one in the escaped text, too: a quotation mark gets a
/// backslash before it, a blank does not.
fn blank_splits(text: &str, at: usize) -> bool {
    text.as_bytes().get(at) == Some(&b' ') && splits_before(text, at)
}

/// Cuts a text at borders into stretches, and says of each whether JSON writes
/// it otherwise.
fn stretches(text: &str) -> Vec<(&str, bool)> {
    let odd = |byte: u8| byte < b' ' || matches!(byte, b'"' | b'\\');
    let mut stretches = Vec::new();
    let mut start = 0;
    while let Some(found) = text.as_bytes()[start..].iter().position(|&byte| odd(byte)) {
        let found = start + found;
        let before = (start..=found).rev().find(|&at| blank_splits(text, at)).unwrap_or(start);
        if before > start {
            stretches.push((&text[start..before], false));
        }
        let after = (found + 1..text.len()).find(|&at| blank_splits(text, at));
        let after = after.unwrap_or(text.len());
        stretches.push((&text[before..after], true));
        start = after;
    }
    if start < text.len() {
        stretches.push((&text[start..], false));
    }
    stretches
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn plainly(tokenizer: TokenizerId, sent: &SentTool) -> Weight {
        let definition = format!(
            r#"{{"name":{},"description":{},"{}":{}}}"#,
            json!(sent.name),
            json!(sent.description),
            sent.schema_key,
            sent.schema
        );
        Weight {
            name: tokenizer.count(&sent.name).tokens,
            description: tokenizer.count(&sent.description).tokens,
            schema: tokenizer.count(&sent.schema).tokens,
            total: tokenizer.count(&definition).tokens,
            if_deferred: tokenizer.count(&format!("{}\n", sent.name)).tokens,
            approximate: false,
        }
    }

    fn sent(name: &str, description: &str, schema: &str) -> SentTool {
        SentTool {
            name: name.to_owned(),
            description: description.to_owned(),
            schema: schema.to_owned(),
            schema_key: "input_schema",
            cut: false,
        }
    }

    #[test]
    fn counting_in_parts_changes_no_number() {
        let cases = [
            ("nothing to say", sent("mcp__a__b", "", "{}")),
            ("one word", sent("mcp__a__b", "Lists", r#"{"type":"object"}"#)),
            ("two words", sent("mcp__a__b", "Lists things", r#"{"type":"object"}"#)),
            ("escapes", sent("m", "a \"b\"\n\tc\\d", r#"{"type":"object","title":"x \"y\" z"}"#)),
            ("ends in blanks", sent("m", "a b   ", r#"{"a":" b "}"#)),
            ("contractions", sent("m", "It's the user's, don't 'quote' it", r#"{"a":"b's"}"#)),
            ("other scripts", sent("m", "Ищет 日本語 e\u{301} naïveté 😀 x", r#"{"é":"日本 x"}"#)),
        ];
        for (why, sent) in cases {
            for tokenizer in TokenizerId::ALL {
                assert_eq!(weigh(tokenizer, &sent), plainly(tokenizer, &sent), "{why}");
            }
        }
    }

    proptest! {
        #![proptest_config(crate::fuzz::cases(200))]
        #[test]
        fn counting_in_parts_changes_no_number_for_any_text(
            description in r#"[a-cA-C '"\\\n\t.,0-9éдß日\u{301}-]{0,60}"#,
            key in r#"[a-cA-C ']{0,12}"#,
        ) {
            let schema = json!({"type": "object", "properties": {key: {"description": description.clone()}}});
            let sent = sent("mcp__s__t", &description, &schema.to_string());
            for tokenizer in TokenizerId::ALL {
                prop_assert_eq!(weigh(tokenizer, &sent), plainly(tokenizer, &sent));
            }
        }
    }
}
