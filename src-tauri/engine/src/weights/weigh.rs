//! The weight of one tool.

use super::{SentTool, TokenizerId, Tokens, json::escaped};

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

/// Weighs a tool as it is sent, and each part by itself.
pub fn weigh(tokenizer: TokenizerId, sent: &SentTool) -> Weight {
    let SentTool { name, description, schema, schema_key, cut: _ } = sent;
    let count = |text: &str| tokenizer.count(text);
    let total = count(&format!(
        r#"{{"name":"{}","description":"{}","{schema_key}":{schema}}}"#,
        escaped(name),
        escaped(description),
    ));
    let (name, if_deferred) = (count(name), count(&format!("{name}\n")));
    let (description, schema) = (count(description), count(schema));
    Weight {
        name: name.tokens,
        description: description.tokens,
        schema: schema.tokens,
        total: total.tokens,
        if_deferred: if_deferred.tokens,
        approximate: total.approximate || description.approximate || schema.approximate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_the_definition_as_sent() {
        let sent = SentTool {
            name: "mcp__a__b".to_owned(),
            description: "Says \"a\"\n\tand 日本語".to_owned(),
            schema: r#"{"type":"object","title":"x \"y\" z"}"#.to_owned(),
            schema_key: "input_schema",
            cut: false,
        };
        let definition = r#"{"name":"mcp__a__b","description":"Says \"a\"\n\tand 日本語","input_schema":{"type":"object","title":"x \"y\" z"}}"#;
        for tokenizer in TokenizerId::ALL {
            let tokens = |text: &str| tokenizer.count(text).tokens;
            let want = Weight {
                name: tokens("mcp__a__b"),
                description: tokens(&sent.description),
                schema: tokens(&sent.schema),
                total: tokens(definition),
                if_deferred: tokens("mcp__a__b\n"),
                approximate: false,
            };
            assert_eq!(weigh(tokenizer, &sent), want);
        }
    }
}
