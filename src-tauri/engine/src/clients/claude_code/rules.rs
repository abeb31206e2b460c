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

    /// Whether the rule takes a tool of this full written name from the model.
    pub fn takes(&self, written: &str) -> bool {
        if self.pattern.contains('*') {
            return glob(&self.pattern, written);
        }
        if self.pattern == written {
            return true;
        }
        // A rule that names a server only takes all of its tools.
        self.pattern
            .strip_prefix("mcp__")
            .is_some_and(|server| !server.is_empty() && server_of(written) == Some(server))
    }

    /// The rule as written.
    pub fn text(&self) -> &str {
        &self.pattern
    }
}

/// The server part of a written name, as the client splits it: up to the first
/// double underscore after `mcp__`.
fn server_of(written: &str) -> Option<&str> {
    written.strip_prefix("mcp__")?.split_once("__").map(|(server, _)| server)
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
        let cases: [(&str, &[&str], &[&str]); 16] = [
            ("mcp__a", &["mcp__a__t"], &["mcp__aa__t", "ToolSearch"]),
            ("mcp__a__*", &["mcp__a__t"], &["mcp__aa__t"]),
            ("mcp__a__t0", &["mcp__a__t0"], &["mcp__a__t01"]),
            ("mcp__a*", &["mcp__a__t", "mcp__aa__t"], &["mcp__b__t"]),
            ("mcp__*", &["mcp__a__t"], &["ToolSearch"]),
            ("mcp_*", &["mcp__a__t"], &["ToolSearch"]),
            ("*", &["mcp__a__t", "ToolSearch"], &[]),
            ("*__t0", &["mcp__a__t0"], &["mcp__a__t1"]),
            ("mcp__*__t0", &["mcp__a__t0"], &["mcp__a__t1"]),
            ("mcp__a__**", &["mcp__a__t0"], &["mcp__aa__t"]),
            ("mcp__a*0", &["mcp__a__t0", "mcp__aa__t0"], &["mcp__a__t1"]),
            ("mcp__a__t?", &[], &["mcp__a__t0"]),
            ("mcp__a__", &[], &["mcp__a__t0"]),
            ("mcp__", &[], &["mcp__a__t0"]),
            ("ToolSearch(*)", &["ToolSearch"], &["mcp__a__t"]),
            ("Tool*", &["ToolSearch"], &[]),
        ];
        for (text, taken, kept) in cases {
            let rule = rule(text).expect("a usable rule");
            for name in taken {
                assert!(rule.takes(name), "{text} takes {name}");
            }
            for name in kept {
                assert!(!rule.takes(name), "{text} leaves {name}");
            }
        }
    }

    #[test]
    fn rules_the_client_skips() {
        for text in ["mcp__a__t0(*)", "mcp__a(*)", "a", "toolsearch", "ToolSearch()"] {
            assert!(rule(text).is_err(), "{text}");
        }
    }
}
