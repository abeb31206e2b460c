//! What a query asks for.

/// A query, in the order its forms are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// `select:A,B`: these names and nothing else.
    Select(Vec<String>),
    /// Anything else: a name, the beginning of names, or terms.
    Words(Words),
}

/// A query that selects nothing by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// Without the white space around it.
    pub whole: String,
    /// The terms, lower case, each once, in the order they first stand.
    pub terms: Vec<Term>,
}

/// One term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Lower case, without the `+`.
    pub text: String,
    /// Whether a tool without it drops out.
    pub required: bool,
    /// How often it stands in the query: each time counts.
    pub times: u32,
}

impl Query {
    /// Reads a query as `ToolSearch` does.
    pub fn parse(query: &str) -> Self {
        if let Some(list) = selected(query) {
            return Self::Select(list);
        }
        let whole = query.trim_matches(is_space).to_owned();
        let mut terms: Vec<Term> = Vec::new();
        for word in whole.to_lowercase().split(is_space).filter(|word| !word.is_empty()) {
            let (required, text) = match word.strip_prefix('+') {
                // A plus sign on its own is a term like any other.
                Some(rest) if !rest.is_empty() => (true, rest),
                _ => (false, word),
            };
            match terms.iter_mut().find(|term| term.text == text) {
                Some(term) => {
                    term.required |= required;
                    term.times += 1;
                }
                None => terms.push(Term { text: text.to_owned(), required, times: 1 }),
            }
        }
        Self::Words(Words { whole, terms })
    }
}

/// The names after `select:`, which must stand at the very start and be
/// followed by one line of text.
fn selected(query: &str) -> Option<Vec<String>> {
    const PREFIX: &str = "select:";
    let list = query.get(PREFIX.len()..)?;
    let line_break = |c: char| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}');
    if !query[..PREFIX.len()].eq_ignore_ascii_case(PREFIX)
        || list.is_empty()
        || list.contains(line_break)
    {
        return None;
    }
    let names = list.split(',').map(|name| name.trim_matches(is_space));
    Some(names.filter(|name| !name.is_empty()).map(ToOwned::to_owned).collect())
}

/// White space of ECMAScript: the byte order mark is, U+0085 is not.
pub fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_read_as_observed() {
        let select =
            |names: &[&str]| Query::Select(names.iter().map(ToString::to_string).collect());
        let words = |whole: &str, terms: &[(&str, bool, u32)]| {
            Query::Words(Words {
                whole: whole.to_owned(),
                terms: terms
                    .iter()
                    .map(|(text, required, times)| Term {
                        text: (*text).to_owned(),
                        required: *required,
                        times: *times,
                    })
                    .collect(),
            })
        };
        for (why, query, want) in [
            ("a list with blanks and gaps", "select:,a , B,", select(&["a", "B"])),
            ("the word in any case", "SELECT:a", select(&["a"])),
            ("a list without names", "select: ,", select(&[])),
            ("nothing selected", "select:", words("select:", &[("select:", false, 1)])),
            ("a blank before", " select:a", words("select:a", &[("select:a", false, 1)])),
            (
                "a line break after",
                "select:\na",
                words("select:\na", &[("select:", false, 1), ("a", false, 1)]),
            ),
            (
                "terms are lower case",
                " Ab  C ",
                words("Ab  C", &[("ab", false, 1), ("c", false, 1)]),
            ),
            ("a required term", "+a b", words("+a b", &[("a", true, 1), ("b", false, 1)])),
            ("only the first plus is taken", "++a", words("++a", &[("+a", true, 1)])),
            ("a plus on its own", "+ a", words("+ a", &[("+", false, 1), ("a", false, 1)])),
            ("a term twice", "a b +a", words("a b +a", &[("a", true, 2), ("b", false, 1)])),
            (
                "ECMAScript's white space",
                "a\u{a0}b\u{feff}c\u{85}d\u{200b}e",
                words(
                    "a\u{a0}b\u{feff}c\u{85}d\u{200b}e",
                    &[("a", false, 1), ("b", false, 1), ("c\u{85}d\u{200b}e", false, 1)],
                ),
            ),
            ("nothing", " \t", words("", &[])),
        ] {
            assert_eq!(Query::parse(query), want, "{why}");
        }
    }
}
