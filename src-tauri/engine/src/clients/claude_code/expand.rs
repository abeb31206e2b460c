//! `${VAR}` and `${VAR:-default}` as Claude Code expands them in an entry.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// A reference ends at the first closing brace: there is no nesting.
static REFERENCE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\$\{([^}]+)\}").expect("the pattern is a constant"));

/// The text with every reference replaced by its value or default.
///
/// A name that is not set and has no default stays as written and is added to
/// `missing`. Set but empty counts as set.
pub fn expand<'v>(
    text: &str,
    value_of: impl Fn(&str) -> Option<&'v str>,
    missing: &mut Vec<String>,
) -> String {
    REFERENCE
        .replace_all(text, |found: &Captures<'_>| {
            let inner = &found[1];
            let (name, default) = match inner.split_once(":-") {
                Some((name, default)) => (name, Some(default)),
                None => (inner, None),
            };
            match value_of(name).or(default) {
                Some(value) => value.to_owned(),
                None => {
                    if !missing.iter().any(|known| known == name) {
                        missing.push(name.to_owned());
                    }
                    found[0].to_owned()
                }
            }
        })
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_expand_as_in_the_client() {
        let cases: [(&str, &str, &str, &[&str]); 9] = [
            ("set", "a${X}b", "a1b", &[]),
            ("set but empty counts as set", "${E:-d}", "", &[]),
            ("a default", "${N:-d}", "d", &[]),
            ("a default may hold a colon", "${N:-http://h:1}", "http://h:1", &[]),
            ("missing stays as written", "${N}", "${N}", &["N"]),
            ("missing is named once", "${N}${N}", "${N}${N}", &["N"]),
            ("no nesting", "${N:-${X}}", "${X}", &[]),
            ("other styles stay", "$X %X% ~", "$X %X% ~", &[]),
            ("another client's style is a missing name", "${env:X}", "${env:X}", &["env:X"]),
        ];
        for (why, given, want, want_missing) in cases {
            let mut missing = Vec::new();
            let value_of = |name: &str| match name {
                "X" => Some("1"),
                "E" => Some(""),
                _ => None,
            };
            assert_eq!(expand(given, value_of, &mut missing), want, "{why}");
            assert_eq!(missing, want_missing, "{why}");
        }
    }
}
