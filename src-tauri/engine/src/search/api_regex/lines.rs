//! One look at many fields.

use regex_syntax::hir::{Class, Hir, HirKind};

use super::Block;

/// A pattern asked of a block, in which every field is a line: it matches in
/// every field that has a match, and perhaps in more.
pub(super) struct Lines {
    regex: regex::Regex,
    /// Whether every match lies within one line.
    within: bool,
}

impl Lines {
    /// `None` for a pattern that must be asked field by field: it looks around,
    /// or refers back, or matches everywhere.
    pub(super) fn new(translated: &str) -> Option<Self> {
        let of_lines = with_edges_of_lines(translated);
        let regex = regex::RegexBuilder::new(&of_lines)
            .case_insensitive(true)
            .multi_line(true)
            .build()
            .ok()
            // An empty match is in every field; asking each is as fast.
            .filter(|regex| !regex.is_match(""))?;
        let parsed = regex_syntax::ParserBuilder::new()
            .case_insensitive(true)
            .multi_line(true)
            .build()
            .parse(&of_lines);
        Some(Self { regex, within: parsed.is_ok_and(|parsed| !takes_line_breaks(&parsed)) })
    }

    /// The first field from here on that may have a match.
    pub(super) fn first(&self, block: &Block, from: usize) -> Option<usize> {
        // Where a match ends is found faster than where it begins, and within a
        // line one tells as much as the other.
        let place = if self.within {
            self.regex.shortest_match_at(&block.text, from)
        } else {
            self.regex.find_at(&block.text, from).map(|found| found.start())
        }?;
        let field = block.spans.partition_point(|span| span.bytes.end < place);
        (field < block.spans.len()).then_some(field)
    }

    /// Whether a match found in this field is one of it: what lies within a line
    /// does not change when the line is all there is.
    pub(super) fn certain_of(&self, field: &str) -> bool {
        self.within && !field.contains('\n')
    }
}

/// The pattern with the edges of a line for those of a text.
fn with_edges_of_lines(translated: &str) -> String {
    let mut pattern = String::with_capacity(translated.len());
    let mut rest = translated;
    while let Some(at) = rest.find('\\') {
        let escaped = rest[at + 1..].chars().next().map_or(0, char::len_utf8);
        let (before, escape) = (&rest[..at], &rest[at..at + 1 + escaped]);
        pattern.push_str(before);
        pattern.push_str(match escape {
            r"\A" => "^",
            r"\z" => "$",
            other => other,
        });
        rest = &rest[at + 1 + escaped..];
    }
    pattern.push_str(rest);
    // What was the end with or without a line break.
    pattern.replace(r"(?:\n?$)", "$")
}

/// Whether a match can have a line break in it.
fn takes_line_breaks(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => literal.0.contains(&b'\n'),
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&'\n'))
        }
        HirKind::Class(Class::Bytes(class)) => {
            class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&b'\n'))
        }
        HirKind::Repetition(repetition) => takes_line_breaks(&repetition.sub),
        HirKind::Capture(capture) => takes_line_breaks(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(takes_line_breaks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_cross_lines_is_known() {
        for (pattern, within) in [
            ("open.*tug", true),
            (r"^open\b|[a-z]{2}(x|y)$", true),
            (r"open\stug", false),
            ("[^x]y", false),
            (r"(a|b\n)+", false),
            (r"\W", false),
            ("(?s:a.b)", false),
        ] {
            assert_eq!(Lines::new(pattern).map(|lines| lines.within), Some(within), "{pattern}");
        }
        assert_eq!(with_edges_of_lines(r"\Aa(?:\n?\z)|C:\\Apps\\z"), r"^a$|C:\\Apps\\z");
        for pattern in ["x*", "(?=a)b", r"(a)\1"] {
            assert!(Lines::new(pattern).is_none(), "{pattern}");
        }
    }
}
