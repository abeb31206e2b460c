//! The weight of one tool.

use super::{Count, SentTool, TokenizerId, Tokens, tokenizer::splits_before};

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
/// every long stretch is counted once only.
pub fn weigh(tokenizer: TokenizerId, sent: &SentTool) -> Weight {
    let count = |text: &str| tokenizer.count(text);
    let escaped = super::json::escaped(&sent.description);
    let in_json = Part::of(tokenizer, &escaped);
    let schema = Part::of(tokenizer, &sent.schema);

    let mut total = Count::default();
    let mut open = format!(r#"{{"name":"{}","description":""#, super::json::escaped(&sent.name));
    let frame = format!(r#"","{}":"#, sent.schema_key);
    for (part, after) in [(&in_json, frame.as_str()), (&schema, "}")] {
        open.push_str(part.head);
        if let Some(middle) = part.middle {
            total = total + count(&open) + middle;
            open.clear();
            open.push_str(part.tail);
        }
        open.push_str(after);
    }
    total = total + count(&open);

    let description = if escaped == sent.description {
        in_json.alone(tokenizer)
    } else {
        count(&sent.description)
    };
    let schema = schema.alone(tokenizer);
    Weight {
        name: count(&sent.name).tokens,
        description: description.tokens,
        schema: schema.tokens,
        total: total.tokens,
        if_deferred: count(&format!("{}\n", sent.name)).tokens,
        approximate: total.approximate || description.approximate || schema.approximate,
    }
}

/// A text that is counted alone and inside another one. Between its first and
/// its last certain word border the count is the same in both.
struct Part<'t> {
    head: &'t str,
    middle: Option<Count>,
    tail: &'t str,
}

impl<'t> Part<'t> {
    fn of(tokenizer: TokenizerId, text: &'t str) -> Self {
        let first = (0..text.len()).find(|&at| splits_before(text, at));
        let last = (0..text.len()).rev().find(|&at| splits_before(text, at));
        match (first, last) {
            (Some(first), Some(last)) if first < last => Self {
                head: &text[..first],
                middle: Some(tokenizer.count(&text[first..last])),
                tail: &text[last..],
            },
            _ => Self { head: text, middle: None, tail: "" },
        }
    }

    fn alone(&self, tokenizer: TokenizerId) -> Count {
        let ends = match self.middle {
            Some(middle) => middle + tokenizer.count(self.tail),
            None => Count::default(),
        };
        tokenizer.count(self.head) + ends
    }
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
        #![proptest_config(ProptestConfig::with_cases(200))]
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
