//! Which properties make a schema heavy.

use serde_json::Value;

use super::{TokenizerId, Tokens, json::minified};

/// What one property of an input schema weighs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyWeight {
    /// Path from the schema's root: `filter.labels`, `items[].name`.
    pub path: String,
    /// Tokens of its key and its schema, what is below it included.
    pub tokens: Tokens,
}

/// How deep properties are followed. Real schemas nest 24 levels of JSON,
/// about eight of properties; a hostile one must not exhaust the stack.
const DEPTH: usize = 32;

/// The heaviest properties of a schema, heaviest first, nested ones included.
///
/// References are not followed: a definition is sent once, under `$defs`,
/// wherever it is used, and is listed there.
pub fn heaviest(tokenizer: TokenizerId, schema: &Value, limit: usize) -> Vec<PropertyWeight> {
    let mut found = Vec::new();
    collect(tokenizer, schema, "", DEPTH, &mut found);
    found.sort_by(|a, b| b.tokens.cmp(&a.tokens).then_with(|| a.path.cmp(&b.path)));
    found.truncate(limit);
    found
}

fn collect(
    tokenizer: TokenizerId,
    schema: &Value,
    path: &str,
    depth: usize,
    found: &mut Vec<PropertyWeight>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    for (group, prefix) in
        [("properties", ""), ("$defs", "$defs."), ("definitions", "definitions.")]
    {
        for (key, below) in schema.get(group).and_then(Value::as_object).into_iter().flatten() {
            let separator = if path.is_empty() { "" } else { "." };
            let path = format!("{path}{separator}{prefix}{key}");
            let text = format!("{}:{}", minified(&Value::from(key.as_str())), minified(below));
            let tokens = tokenizer.count(&text).tokens;
            found.push(PropertyWeight { path: path.clone(), tokens });
            collect(tokenizer, below, &path, depth, found);
        }
    }
    if let Some(items @ Value::Object(_)) = schema.get("items") {
        collect(tokenizer, items, &format!("{path}[]"), depth, found);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_heaviest_come_first_wherever_they_are() {
        let schema = json!({
            "type": "object",
            "properties": {
                "id": {"type": "string"},
                "filter": {"type": "object", "properties": {
                    "labels": {"type": "array", "items": {"type": "object", "properties": {
                        "name": {"type": "string", "description": "The label's name, as shown"}
                    }}},
                }},
            },
            "$defs": {"page": {"type": "integer"}},
        });
        let found = heaviest(TokenizerId::O200kBase, &schema, 10);
        let paths: Vec<_> = found.iter().map(|property| property.path.as_str()).collect();
        assert_eq!(paths, ["filter", "filter.labels", "filter.labels[].name", "$defs.page", "id"]);
        assert!(found[0].tokens > found[1].tokens, "a property weighs more than what is in it");
        assert_eq!(heaviest(TokenizerId::O200kBase, &schema, 2).len(), 2);
    }

    #[test]
    fn a_bottomless_schema_ends() {
        let mut schema = json!({});
        for _ in 0..500 {
            schema = json!({"properties": {"a": schema}});
        }
        assert_eq!(heaviest(TokenizerId::O200kBase, &schema, 1_000).len(), DEPTH);
    }
}
