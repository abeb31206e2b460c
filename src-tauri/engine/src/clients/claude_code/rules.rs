//! `permissions.deny`: which rules take tools from the model.

use std::collections::HashMap;

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

    /// The rule as written.
    pub fn text(&self) -> &str {
        &self.pattern
    }
}

/// Deny rules in their order. Those that name something are looked up: a list
/// that keeps a few of ten thousand tools has as many rules as tools.
#[derive(Clone, Debug, Default)]
pub struct DenyRules {
    rules: Vec<DenyRule>,
    /// The first rule of each text without a star.
    named: HashMap<String, usize>,
    /// The others.
    patterns: Vec<usize>,
}

impl DenyRules {
    /// Rules in the order in which the client has them.
    pub fn of(rules: Vec<DenyRule>) -> Self {
        let (mut named, mut patterns) = (HashMap::new(), Vec::new());
        for (place, rule) in rules.iter().enumerate() {
            if rule.pattern.contains('*') {
                patterns.push(place);
            } else {
                named.entry(rule.pattern.clone()).or_insert(place);
            }
        }
        Self { rules, named, patterns }
    }

    /// The first rule that takes a tool of a server from the model, both names
    /// as written to the model.
    /// `whole_names`: whether this version compares whole server names.
    pub fn taking(&self, server: &str, tool: &str, whole_names: bool) -> Option<&DenyRule> {
        let tool = format!("mcp__{server}__{tool}");
        // A rule that names a server only takes all of its tools. The client
        // also takes the text up to the first double underscore for a server.
        let whole = whole_names.then(|| format!("mcp__{server}"));
        let end = tool["mcp__".len()..].find("__").unwrap_or_default();
        let beginning = (end > 0).then(|| &tool[.."mcp__".len() + end]);
        let names = [Some(tool.as_str()), whole.as_deref(), beginning];
        let named = names.into_iter().flatten().filter_map(|name| self.named.get(name));
        let takes = |place: &&usize| glob(&self.rules[**place].pattern, &tool);
        let pattern = self.patterns.iter().find(takes);
        named.chain(pattern).min().map(|place| &self.rules[*place])
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
            let rules = DenyRules::of(vec![rule(text).expect("a usable rule")]);
            let takes = |server, tool| rules.taking(server, tool, true).is_some();
            for (server, tool) in taken {
                assert!(takes(server, tool), "{text} takes {tool} of {server}");
            }
            for (server, tool) in kept {
                assert!(!takes(server, tool), "{text} leaves {tool} of {server}");
            }
        }
    }

    #[test]
    fn an_older_client_splits_names() {
        let rules = DenyRules::of(vec![rule("mcp__a__b").expect("usable")]);
        assert!(rules.taking("a__b", "t", true).is_some());
        assert!(rules.taking("a__b", "t", false).is_none());
    }

    #[test]
    fn the_first_rule_that_takes_a_tool_is_the_one() {
        let texts = ["mcp__b", "mcp__a__u*", "mcp__a__t", "mcp__a*", "mcp__a", "mcp__a__t"];
        let rules = DenyRules::of(texts.iter().map(|text| rule(text).expect(text)).collect());
        for (server, tool, want) in [
            ("a", "t", "mcp__a__t"),
            ("a", "u", "mcp__a__u*"),
            ("a", "v", "mcp__a*"),
            ("b", "t", "mcp__b"),
        ] {
            let taking = rules.taking(server, tool, true).map(DenyRule::text);
            assert_eq!(taking, Some(want), "{tool} of {server}");
        }
        assert_eq!(rules.taking("c", "t", true), None);
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
