//! Deny rules of Claude Code: which cover which.
//!
//! Observed in 2.1.332: `mcp__s` and `mcp__s__*` take every tool of a server,
//! `mcp__s__t*` those whose name begins so, `mcp__s*` every server whose name
//! does; all in names as the client writes them, in exact case.

/// The names a rule takes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reach {
    /// This one.
    Name(String),
    /// All that begin so.
    Prefix(String),
    /// A pattern with a star in the middle: only equal to itself.
    Pattern(String),
}

fn reach(rule: &str) -> Option<Reach> {
    let rest = rule.strip_prefix("mcp__")?;
    if rule.contains('(') {
        // Skipped by the client with a warning.
        return None;
    }
    Some(match rule.split_once('*') {
        Some((prefix, "")) => Reach::Prefix(prefix.to_owned()),
        Some(_) => Reach::Pattern(rule.to_owned()),
        None if !rest.contains("__") => Reach::Prefix(format!("{rule}__")),
        None => Reach::Name(rule.to_owned()),
    })
}

/// Whether a rule takes the tool of this very name and no other.
pub(super) fn is_one_name(rule: &str) -> bool {
    matches!(reach(rule), Some(Reach::Name(_)))
}

/// Whether everything the second rule takes is taken by the first.
pub(super) fn covers(wide: &str, narrow: &str) -> bool {
    match (reach(wide), reach(narrow)) {
        (Some(Reach::Prefix(wide)), Some(Reach::Prefix(narrow) | Reach::Name(narrow))) => {
            narrow.starts_with(&wide)
        }
        (Some(Reach::Prefix(wide)), Some(Reach::Pattern(narrow))) => {
            narrow.split('*').next().is_some_and(|start| start.starts_with(&wide))
        }
        (Some(wide), Some(narrow)) => wide == narrow,
        _ => false,
    }
}

/// The rules that say nothing the others do not say: without them the list is
/// as short as it gets and takes the same tools, those of tomorrow included.
/// (Merging single tools into a pattern would take tools that do not exist yet.)
pub(super) fn redundant(rules: &[String]) -> Vec<String> {
    let mut kept: Vec<&String> = Vec::new();
    let mut dropped = Vec::new();
    for (place, rule) in rules.iter().enumerate() {
        let earlier = kept.iter().any(|other| covers(other, rule));
        let later =
            rules[place + 1..].iter().any(|other| covers(other, rule) && !covers(rule, other));
        if (earlier || later) && !dropped.contains(rule) {
            dropped.push(rule.clone());
        } else {
            kept.push(rule);
        }
    }
    // A rule that stands twice cannot be told from its twin: both stay.
    dropped.retain(|rule| !kept.contains(&rule));
    dropped
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
            ("a tool covers no server", "mcp__a__t", "mcp__a", false),
            ("a star in the middle, under a prefix", "mcp__a__*", "mcp__a__x*y", true),
            ("a star in the middle covers itself only", "mcp__a__x*y", "mcp__a__xzy", false),
            ("other rules are none of ours", "Bash", "mcp__a", false),
            ("what the client skips covers nothing", "mcp__a(*)", "mcp__a__t", false),
        ];
        for (why, wide, narrow, want) in cases {
            assert_eq!(covers(wide, narrow), want, "{why}");
        }
    }

    #[test]
    fn the_shortest_list_says_the_same() {
        let cases: [(&str, &[&str], &[&str]); 4] = [
            ("single tools under a server", &["mcp__a__t", "Bash", "mcp__a"], &["mcp__a__t"]),
            ("two spellings: the first stays", &["mcp__a", "mcp__a__*"], &["mcp__a__*"]),
            ("nothing to merge", &["mcp__a__t", "mcp__a__u", "mcp__b"], &[]),
            (
                "through a chain",
                &["mcp__a__tx", "mcp__a__t*", "mcp__*"],
                &["mcp__a__tx", "mcp__a__t*"],
            ),
        ];
        for (why, rules, want) in cases {
            let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
            assert_eq!(redundant(&rules), want, "{why}");
        }
    }
}
