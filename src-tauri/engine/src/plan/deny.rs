//! Deny rules of Claude Code: which cover which.
//!
//! Observed in 2.1.332: `mcp__s` and `mcp__s__*` take every tool of a server, a
//! star stands for any text wherever it stands, and nothing else is special;
//! all in names as the client writes them, in exact case.

use crate::clients::claude_code::glob;

/// What a rule takes, as one pattern of tool names; `None` when that is no tool
/// of a server, or when the client skips the rule with a warning.
fn pattern(rule: &str) -> Option<String> {
    if rule.contains('(') {
        return None;
    }
    if rule.contains('*') {
        return Some(rule.to_owned());
    }
    let rest = rule.strip_prefix("mcp__")?;
    Some(if rest.contains("__") { rule.to_owned() } else { format!("{rule}__*") })
}

/// Whether a rule takes the tool of this very name and no other.
pub(super) fn is_one_name(rule: &str) -> bool {
    pattern(rule).is_some_and(|pattern| !pattern.contains('*'))
}

/// Whether everything the second rule takes is taken by the first. A star of
/// the second is met by a star of the first only, since no name has one.
pub(super) fn covers(wide: &str, narrow: &str) -> bool {
    match (pattern(wide), pattern(narrow)) {
        (Some(wide), Some(narrow)) => glob(&wide, &narrow),
        _ => false,
    }
}

/// A list of rules with as few as say the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Merged {
    /// Rules that others of the list cover.
    pub covered: Vec<String>,
    /// Rules that stand several times, and need not.
    pub repeated: Vec<String>,
    /// How many rules are left.
    pub left: usize,
}

/// What need not stand in a list: without it the list takes the same tools,
/// those of tomorrow included. (Merging single tools into a pattern would take
/// tools that do not exist yet.)
///
/// `servers` are the rules for whole servers: `mcp__a__b` may be one.
pub(super) fn merged(rules: &[String], servers: &[String]) -> Merged {
    let mut distinct: Vec<&String> = Vec::new();
    let mut merged = Merged::default();
    for rule in rules {
        if distinct.contains(&rule) {
            if !merged.repeated.contains(rule) {
                merged.repeated.push(rule.clone());
            }
        } else {
            distinct.push(rule);
        }
    }
    let wholly = |wide: &str, narrow: &String| {
        covers(wide, narrow) && (!servers.contains(narrow) || covers(wide, &format!("{narrow}__*")))
    };
    for (place, rule) in distinct.iter().enumerate() {
        let by = |(other, wide): (usize, &&String)| {
            // Of two that say the same the first stays.
            other != place && wholly(wide, rule) && (other < place || !wholly(rule, wide))
        };
        if distinct.iter().enumerate().any(by) {
            merged.covered.push((*rule).clone());
        }
    }
    merged.left = distinct.len() - merged.covered.len();
    merged.repeated.retain(|rule| !merged.covered.contains(rule));
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_covers_what_it_takes() {
        let cases = [
            ("a server covers its tool", "mcp__a", "mcp__a__t", true),
            ("and its pattern", "mcp__a__*", "mcp__a__t*", true),
            ("two spellings of one server", "mcp__a__*", "mcp__a", true),
            ("and the other way", "mcp__a", "mcp__a__*", true),
            ("not a longer name", "mcp__a", "mcp__ab__t", false),
            ("but with a star it is", "mcp__a*", "mcp__ab__t", true),
            ("everything", "mcp__*", "mcp__x", true),
            ("everything of everybody", "*", "mcp__x__t", true),
            ("a tool covers no server", "mcp__a__t", "mcp__a", false),
            ("a star in the middle, under a prefix", "mcp__a__*", "mcp__a__x*y", true),
            ("a star in the middle stands for any text", "mcp__a__x*y", "mcp__a__xzy", true),
            ("and for a star", "mcp__a__x*y", "mcp__a__xz*y", true),
            ("but not for what lies behind", "mcp__a__x*y", "mcp__a__x*", false),
            ("a star in the server's name", "mcp__*__t", "mcp__a__t", true),
            ("other rules are none of ours", "Bash", "mcp__a", false),
            ("what the client skips covers nothing", "mcp__a(*)", "mcp__a__t", false),
        ];
        for (why, wide, narrow, want) in cases {
            assert_eq!(covers(wide, narrow), want, "{why}");
        }
    }

    #[test]
    fn the_shortest_list_says_the_same() {
        let cases: [(&str, &[&str], &[&str], &[&str]); 8] = [
            ("single tools under a server", &["mcp__a__t", "Bash", "mcp__a"], &["mcp__a__t"], &[]),
            ("two spellings: the first stays", &["mcp__a", "mcp__a__*"], &["mcp__a__*"], &[]),
            ("nothing to merge", &["mcp__a__t", "mcp__a__u", "mcp__b"], &[], &[]),
            (
                "through a chain",
                &["mcp__a__tx", "mcp__a__t*", "mcp__*"],
                &["mcp__a__tx", "mcp__a__t*"],
                &[],
            ),
            ("one twice", &["mcp__a__t", "Bash", "Bash", "mcp__a__t"], &[], &["Bash", "mcp__a__t"]),
            ("twice under a server", &["mcp__a__t", "mcp__a__t", "mcp__a"], &["mcp__a__t"], &[]),
            ("a star in the middle", &["mcp__a__xzy", "mcp__a__x*y"], &["mcp__a__xzy"], &[]),
            ("a server's name is more than a tool's", &["mcp__s__b", "mcp__s__*b"], &[], &[]),
        ];
        let servers = ["mcp__a".to_owned(), "mcp__s__b".to_owned()];
        for (why, rules, covered, repeated) in cases {
            let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
            let merged = merged(&rules, &servers);
            assert_eq!(merged.covered, covered, "{why}");
            assert_eq!(merged.repeated, repeated, "{why}");
        }
    }
}
