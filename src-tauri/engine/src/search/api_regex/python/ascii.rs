//! The ASCII flag: what letters, digits and spaces are, and which letters
//! differ by case only. The engines here know the cases of every script, so
//! each part is written out and told not to look at cases.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// The border of a word.
pub(super) const BORDER: &str = "(?:(?<=(?-i:[0-9A-Za-z_]))(?!(?-i:[0-9A-Za-z_]))|(?<!(?-i:[0-9A-Za-z_]))(?=(?-i:[0-9A-Za-z_])))";

/// Anywhere else.
pub(super) const NO_BORDER: &str = "(?:(?<=(?-i:[0-9A-Za-z_]))(?=(?-i:[0-9A-Za-z_]))|(?<!(?-i:[0-9A-Za-z_]))(?!(?-i:[0-9A-Za-z_])))";

/// A character in either case.
pub(super) fn literal(c: char) -> String {
    if c.is_ascii_alphabetic() {
        format!("(?-i:[{}{}])", c.to_ascii_lowercase(), c.to_ascii_uppercase())
    } else {
        format!("(?-i:\\x{{{:X}}})", u32::from(c))
    }
}

/// `\d`, `\D`, `\s`, `\S`, `\w` or `\W`.
pub(super) fn class(letter: char) -> String {
    format!("(?-i:[{}])", class_member(letter))
}

/// The same within brackets.
pub(super) fn class_member(letter: char) -> String {
    let members = match letter.to_ascii_lowercase() {
        'd' => "0-9",
        's' => r"\x{9}-\x{D}\x{20}",
        _ => "0-9A-Za-z_",
    };
    if letter.is_ascii_uppercase() { format!("[^{members}]") } else { members.to_owned() }
}

/// What stands in brackets, in either case; `None` where a range is none.
pub(super) fn folded(members: &str, negated: bool) -> Option<String> {
    let parsed = regex_syntax::parse(&format!("[{members}]")).ok()?;
    let mut class = match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => class.clone(),
        // One character alone.
        HirKind::Literal(literal) => {
            let c = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            ClassUnicode::new([ClassUnicodeRange::new(c, c)])
        }
        _ => ClassUnicode::empty(),
    };
    let other = |c: char| {
        if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
    };
    for range in class.clone().ranges() {
        for (first, last) in [('A', 'Z'), ('a', 'z')] {
            let (start, end) = (range.start().max(first), range.end().min(last));
            if start <= end {
                class.push(ClassUnicodeRange::new(other(start), other(end)));
            }
        }
    }
    if negated {
        class.negate();
    }
    let ranges = class.ranges().iter().map(|range| {
        format!("\\x{{{:X}}}-\\x{{{:X}}}", u32::from(range.start()), u32::from(range.end()))
    });
    let ranges: String = ranges.collect();
    // An empty class is written as nothing but what is everything.
    Some(if ranges.is_empty() {
        r"[^\x{0}-\x{10FFFF}]".to_owned()
    } else {
        format!("(?-i:[{ranges}])")
    })
}
