//! `permissions.deny`: which rules take tools from the model.

use crate::clients::Place;

/// One usable deny rule and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenyRule {
    pattern: String,
    /// Where it is written.
    pub place: Place,
}

/// Why the client skips a rule, in one sentence.
pub type Skipped = &'static str;

impl DenyRule {
    /// Reads one rule.
    ///
    /// # Errors
    /// Why the client skips it.
    pub fn parse(text: &str, place: Place) -> Result<Self, Skipped> {
        let tool = text.split('(').next().unwrap_or_default();
        if tool.starts_with("mcp__") {
            if text.contains('(') {
                return Err("a rule for MCP tools takes no parentheses");
            }
        } else if text.contains("()") {
            return Err("its parentheses are empty");
        } else if !tool.starts_with(|c: char| c.is_uppercase() || c == '*') && !tool.contains('*') {
            return Err("a tool name starts with a capital letter or with mcp__");
        }
        // `Tool(*)` is the whole tool; any other pattern denies some uses only
        // and leaves the tool in the request.
        let pattern = text.strip_suffix("(*)").unwrap_or(text).to_owned();
        Ok(Self { pattern, place })
    }

    /// Whether the rule takes one of the client's own tools from the model.
    pub fn takes_own(&self, tool: &str) -> bool {
        glob(&self.pattern, tool)
    }

    /// Whether the rule takes a tool of a server from the model, both names as
    /// written to the model.
    /// `whole_names`: whether this version compares whole server names.
    pub fn takes(&self, server: &str, tool: &str, whole_names: bool) -> bool {
        let full = format!("mcp__{server}__{tool}");
        if glob(&self.pattern, &full) {
            return true;
        }
        let Some(named) = self.pattern.strip_prefix("mcp__") else { return false };
        // A rule that names a server only takes all of its tools. The client
        // also takes the text up to the first double underscore for a server.
        whole_names && named == server
            || !named.is_empty() && full["mcp__".len()..].split("__").next() == Some(named)
    }

    /// The rule as written.
    pub fn text(&self) -> &str {
        &self.pattern
    }
}

/// `*` stands for any text, nothing else is special (seen: `?`, `[]` and `{}`
/// are plain characters).
pub fn glob(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn rule(text: &str) -> Result<DenyRule, Skipped> {
        DenyRule::parse(text, Place { file: PathBuf::from("f"), line: 1, column: 1 })
    }

    #[test]
    fn rules_take_what_they_take_in_the_client() {
        let cases: [(&str, &[(&str, &str)], &[(&str, &str)]); 18] = [
            ("mcp__a", &[("a", "t"), ("a__b", "t")], &[("aa", "t")]),
            ("mcp__a__b", &[("a__b", "t"), ("a", "b")], &[("a", "b__t")]),
            ("mcp__f__", &[("f__", "t")], &[("f", "t")]),
            ("mcp__", &[("", "t")], &[("a", "t")]),
            ("mcp__a__*", &[("a", "t"), ("a__b", "t")], &[("aa", "t")]),
            ("mcp__a__t0", &[("a", "t0")], &[("a", "t01")]),
            ("mcp__a*", &[("a", "t"), ("aa", "t")], &[("b", "t")]),
            ("mcp__*", &[("a", "t")], &[]),
            ("mcp_*", &[("a", "t")], &[]),
            ("*", &[("a", "t")], &[]),
            ("*__t0", &[("a", "t0")], &[("a", "t1")]),
            ("mcp__*__t0", &[("a", "t0")], &[("a", "t1")]),
            ("mcp__a__**", &[("a", "t0")], &[("aa", "t")]),
            ("mcp__a*0", &[("a", "t0"), ("aa", "t0")], &[("a", "t1")]),
            ("mcp__a__t?", &[], &[("a", "t0")]),
            ("mcp__a__", &[], &[("a", "t0")]),
            ("MCP__a", &[], &[("a", "t0")]),
            ("Tool*", &[], &[("a", "t0")]),
        ];
        for (text, taken, kept) in cases {
            let rule = rule(text).expect("a usable rule");
            for (server, tool) in taken {
                assert!(rule.takes(server, tool, true), "{text} takes {tool} of {server}");
            }
            for (server, tool) in kept {
                assert!(!rule.takes(server, tool, true), "{text} leaves {tool} of {server}");
            }
        }
    }

    #[test]
    fn an_older_client_splits_names() {
        let rule = rule("mcp__a__b").expect("usable");
        assert!(rule.takes("a__b", "t", true));
        assert!(!rule.takes("a__b", "t", false));
    }

    #[test]
    fn rules_take_the_search_tool() {
        for (text, want) in [
            ("ToolSearch", true),
            ("ToolSearch(*)", true),
            ("Tool*", true),
            ("*", true),
            ("mcp__*", false),
            ("Tool", false),
        ] {
            assert_eq!(rule(text).expect("usable").takes_own("ToolSearch"), want, "{text}");
        }
    }

    #[test]
    fn rules_the_client_skips() {
        for text in ["mcp__a__t0(*)", "mcp__a(*)", "a", "toolsearch", "ToolSearch()"] {
            assert!(rule(text).is_err(), "{text}");
        }
    }
}
