//! What Python takes, what it means by it, and what it refuses.

use super::*;

fn matches(pattern: &str, text: &str) -> bool {
    let pattern = translate(pattern).expect("a pattern Python takes");
    fancy_regex::RegexBuilder::new(&pattern)
        .case_insensitive(true)
        .build()
        .expect("a pattern we can run")
        .is_match(text)
        .expect("within bounds")
}

#[test]
fn patterns_mean_what_they_mean_in_python() {
    for (why, pattern, text, want) in [
        ("plain", "pdf", "make a PDF", true),
        ("alternatives", "create_(issue|pr)", "create_pr", true),
        ("word boundary", r"\bpdf\b", "pdfs", false),
        ("the end", "name$", "a name", true),
        ("the end before a last line break", "name$", "a name\n", true),
        ("not before an inner line break", "name$", "a name\nx", false),
        ("the end in a group", "(name$|x)", "a name\n", true),
        ("the very end", r"name\Z", "a name\n", false),
        ("an end that is followed", "name$\n", "name\n", true),
        ("multi-line", "(?m)name$", "a name\nx", true),
        ("the flag that holds anyway", "(?i)PDF", "pdf", true),
        ("verbose", "(?x) p d f # the format", "pdf", true),
        ("a literal brace", "a{b}", "a{b}", true),
        ("a brace as a count", "^a{2}$", "aa", true),
        ("a count from nothing", "^a{,2}$", "", true),
        ("a bracket in a class", "[[]", "[", true),
        ("a closing bracket first", "[]]", "]", true),
        ("two ampersands in a class", "[a&&b]", "&", true),
        ("a backspace in a class", r"[\b]", "\u{8}", true),
        ("a hyphen at the edge", "[a-]", "-", true),
        ("octal", r"\0101", "\u{8}1", true),
        ("hexadecimal", r"\x41", "A", true),
        ("a back-reference", r"(a)b\1", "aba", true),
        ("a named group", r"(?P<x>a)(?P=x)", "aa", true),
        ("a look-ahead", "foo(?=bar)", "foobar", true),
        ("a negative look-behind", "(?<!x)foo", "xfoo", false),
        ("a possessive repetition", "a++b", "aab", true),
        ("a comment", "a(?#nothing)b", "ab", true),
        ("a dot is no line break", "a.b", "a\nb", false),
        ("three octal digits", r"\141", "a", true),
        ("octal in a class", r"[\141]", "a", true),
        ("an escaped angle", r"\<a", "<a", true),
        ("no word's border", r"\<a", "a", false),
        ("scoped flags for lines", "(?ms:^b)", "a\nb", true),
        ("lines within their scope only", "(?m:^a)|^b", "a\nb", true),
        ("not beyond", "(?m:^x)|^b", "a\nb", false),
        ("scoped verbose", "(?x: a b )c d", "abc d", true),
        ("flags behind a comment", "(?#c)(?m)^b", "a\nb", true),
        ("a condition", "^(a)?(?(1)b|c)$", "ab", true),
        ("a dotted capital", "İ", "i", true),
        ("one that ends a range", "[a-İ]", "z", true),
        ("one that begins a range", "^[İ-ſ]+$", "iŁ", true),
        ("a range of one", "[a-a]", "a", true),
        ("a letter of another script", r"\w", "é", true),
        ("none by the ASCII flag", r"(?a)\w", "é", false),
        ("nor its digit", r"(?a)\d", "٣", false),
        ("nor its border", r"(?a)\bb", "éb", true),
        ("everything else", r"(?a)^\W\B", "éé", true),
        ("ASCII's cases", "(?a)k[b-d]", "KC", true),
        ("no other cases", "(?a)[^k]|É", "\u{212A}", true),
        ("a sign that folds to a letter", "(?a)k", "\u{212A}", false),
        ("the same in brackets", "(?a)[a-z]", "ſ", false),
        ("a letter as it stands", "(?a)é", "É", false),
        ("its space", r"(?a)a[\s]b", "a\u{A0}b", false),
        ("ASCII in its scope", r"(?a:\w)\w", "aé", true),
        ("not in that of the other", r"(?a)(?u:\w)", "é", true),
        ("a repeated look-ahead", "^(?=a)*b", "b", true),
        ("once is enough", "^(?=a)+b", "b", false),
        ("a repeated look behind", "(?<=a){2}b", "ab", true),
        ("a look that need not hold", "^a(?!b)*b", "ab", true),
        ("a hyphen behind a range", r"^[a-c-\d]+$", "a-7", true),
        ("a look into a look", "^(?:(?=a(?=b)?)+a|x)c", "ac", true),
    ] {
        assert_eq!(matches(pattern, text), want, "{why}: {pattern}");
    }
}

#[test]
fn what_python_refuses_is_refused() {
    for (why, pattern) in [
        ("an unknown escape", r"\q"),
        ("an escape of other dialects", r"\h"),
        ("a property", r"\p{L}"),
        ("the other spelling of named groups", "(?<x>a)"),
        ("nothing to repeat", "*a"),
        ("nothing to repeat in a group", "(*a)"),
        ("a repeated repetition", "a**"),
        ("an open class", "[a"),
        ("late flags", "a(?i)b"),
        ("an escape at the end", "a\\"),
        ("a half escape", r"\x4"),
        ("bounds the wrong way round", "a{2,1}"),
        ("a look-behind of several widths", "(?<=a|bc)d"),
        ("one with a repetition", "(?<!a+)d"),
        ("a condition on no group", "(?(1)a|b)"),
        ("a condition with three branches", "(a)(?(1)a|b|c)"),
        ("a name twice", "(?P<n>a)(?P<n>b)"),
        ("a repeated border", r"\b{1,3}"),
        ("a repeated start", "^+"),
        ("a group that is not there", r"\1"),
        ("a group in itself", r"(a\1)"),
        ("a parenthesis that never opened", "a)"),
        ("one that never closes", "(a"),
        ("two kinds of letters", "(?au)a"),
        ("the same one after the other", "(?a)(?u)a"),
        ("ASCII switched off", "(?-a:a)"),
        ("a look repeated twice", "(?=a)**"),
        ("a range from a class", r"(?a)[\d-z]"),
        ("a range to a class", r"(?a)[!-\d]"),
        ("a range the wrong way round", "[z-a]"),
        ("one by code", r"[\x7a-a]"),
    ] {
        assert!(translate(pattern).is_err(), "{why}: {pattern}");
    }
}

#[test]
fn a_character_has_a_name() {
    for (why, pattern, text) in [
        ("a name", r"\N{DIGIT ONE}", "1"),
        ("in small letters", r"\N{digit one}", "1"),
        ("an alias", r"\N{LINE FEED}", "\n"),
        ("worked out from its code", r"\N{CJK UNIFIED IDEOGRAPH-4E00}", "\u{4e00}"),
        ("in a class", r"^[\N{DIGIT ONE}-\N{DIGIT THREE}]$", "2"),
    ] {
        assert!(matches(pattern, text), "{why}: {pattern}");
    }
    for (why, pattern, what) in [
        ("no name", r"\N", "missing {"),
        ("an empty one", r"\N{}", "missing character name"),
        ("an open one", r"\N{DIGIT", "missing }, unterminated name"),
        ("an unknown one", r"\N{nope}", "undefined character name 'nope'"),
        ("a space too many", r"\N{ DIGIT ONE}", "undefined character name ' DIGIT ONE'"),
        ("a hyphen for a space", r"\N{DIGIT-ONE}", "undefined character name 'DIGIT-ONE'"),
    ] {
        let error = translate(pattern).expect_err(why);
        assert!(error.what.starts_with(what), "{why}: {error}");
    }
}
