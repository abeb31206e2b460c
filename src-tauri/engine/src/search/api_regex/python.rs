//! Patterns of Python's `re` as patterns of the `regex` and `fancy-regex` crates.
//!
//! What Python refuses is refused, what it reads otherwise is rewritten: `$`
//! before a last line break, `\Z`, `\b` in a class, literal braces and
//! brackets, octal escapes. Known differences that remain: `\w` counts marks as
//! parts of words, and `(?a)` and `\N{…}` are refused.

use std::fmt;

use super::widths::{Kind, Width, Widths};

/// Why Python would refuse a pattern, or why it cannot be simulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// What is wrong, in Python's words where it has some.
    pub what: String,
    /// Where, in characters from 0.
    pub at: usize,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at position {}", self.what, self.at)
    }
}

/// Rewrites a pattern.
pub fn translate(pattern: &str) -> Result<String, PatternError> {
    let mut translator = Translator {
        pattern: pattern.chars().collect(),
        at: 0,
        out: String::with_capacity(pattern.len() + 16),
        repeatable: false,
        repeated: false,
        verbose: false,
        multi_line: false,
        begun: false,
        widths: Widths::default(),
    };
    translator.run()?;
    Ok(translator.out)
}

struct Translator {
    pattern: Vec<char>,
    at: usize,
    out: String,
    /// Whether something stands before that may be repeated.
    repeatable: bool,
    /// Whether that is a repetition already.
    repeated: bool,
    verbose: bool,
    multi_line: bool,
    /// Whether anything but comments and flags has come.
    begun: bool,
    widths: Widths,
}

impl Translator {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.pattern.get(self.at + ahead).copied()
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T, PatternError> {
        Err(PatternError { what: what.into(), at: self.at })
    }

    /// Something of one character.
    fn item(&mut self, text: &str) {
        self.sized(text, Width::ONE);
    }

    fn sized(&mut self, text: &str, width: Width) {
        self.out.push_str(text);
        self.repeatable = true;
        self.repeated = false;
        self.begun = true;
        self.widths.add(width);
    }

    /// Something that cannot be repeated.
    fn mark(&mut self, text: &str) {
        self.out.push_str(text);
        self.repeatable = false;
        self.repeated = false;
        self.begun = true;
        self.widths.add(Width::NONE);
    }

    fn run(&mut self) -> Result<(), PatternError> {
        self.global_flags()?;
        while let Some(c) = self.peek(0) {
            match c {
                '\\' => self.escape()?,
                '[' => self.class()?,
                '(' => self.group()?,
                ')' => self.close()?,
                '|' => {
                    if !self.widths.branch() {
                        return self.error("conditional backref with more than two branches");
                    }
                    self.mark("|");
                    self.at += 1;
                }
                '*' | '+' | '?' => self.repeat(1)?,
                '{' => match self.counted() {
                    Some(length) => self.repeat(length)?,
                    None => {
                        self.item(r"\{");
                        self.at += 1;
                    }
                },
                '}' => {
                    self.item(r"\}");
                    self.at += 1;
                }
                '$' => {
                    self.end();
                    self.at += 1;
                }
                '^' => {
                    self.mark("^");
                    self.at += 1;
                }
                '#' if self.verbose => {
                    while self.peek(0).is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                c if self.verbose && c.is_ascii_whitespace() => self.at += 1,
                '#' | '&' | '~' | ']' => {
                    self.item(&format!("\\{c}"));
                    self.at += 1;
                }
                // Python takes these for one letter, whatever its case.
                'İ' | 'ı' => {
                    self.item("[iıİ]");
                    self.at += 1;
                }
                c => {
                    self.item(c.encode_utf8(&mut [0; 4]));
                    self.at += 1;
                }
            }
        }
        if self.widths.is_open() {
            return self.error("missing ), unterminated subpattern");
        }
        match self.widths.unknown_condition() {
            Some(number) => self.error(format!("invalid group reference {number}")),
            None => Ok(()),
        }
    }

    fn close(&mut self) -> Result<(), PatternError> {
        let Some(closed) = self.widths.close() else {
            return self.error("unbalanced parenthesis");
        };
        if !closed.fixed {
            return self.error("look-behind requires fixed-width pattern");
        }
        (self.verbose, self.multi_line) = (closed.verbose, closed.multi_line);
        self.sized(")", closed.width);
        self.at += 1;
        Ok(())
    }

    fn open(&mut self, text: &str, kind: Kind) {
        self.mark(text);
        self.widths.open(kind, self.verbose, self.multi_line);
    }

    /// Flags for the whole pattern may stand at its start only.
    fn global_flags(&mut self) -> Result<(), PatternError> {
        while self.peek(0) == Some('(') && self.peek(1) == Some('?') {
            let mut end = 2;
            while self.peek(end).is_some_and(|c| c.is_ascii_alphabetic()) {
                end += 1;
            }
            if end == 2 || self.peek(end) != Some(')') {
                return Ok(());
            }
            let mut kept = String::new();
            for ahead in 2..end {
                match self.peek(ahead) {
                    Some('i' | 'u') => {}
                    Some('x') => self.verbose = true,
                    Some('s') => kept.push('s'),
                    Some('m') => {
                        self.multi_line = true;
                        kept.push('m');
                    }
                    Some('a') => return self.error("the ASCII flag is not simulated"),
                    Some('L') => {
                        return self
                            .error("bad inline flags: cannot use 'L' flag with a str pattern");
                    }
                    _ => return self.error("unknown flag"),
                }
            }
            if !kept.is_empty() {
                self.out.push_str("(?");
                self.out.push_str(&kept);
                self.out.push(')');
            }
            self.at += end + 1;
        }
        Ok(())
    }

    /// `$`: the end, or before a line break that ends the text.
    fn end(&mut self) {
        let last = matches!(self.peek(1), None | Some('|' | ')'));
        let text = match (self.multi_line, last) {
            (true, _) => "$",
            // Plain patterns run in linear time; a look-ahead would not.
            (false, true) => r"\n?\z",
            (false, false) => r"(?=\n?\z)",
        };
        self.mark(if last && !self.multi_line { r"(?:\n?\z)" } else { text });
    }

    fn repeat(&mut self, length: usize) -> Result<(), PatternError> {
        if !self.repeatable {
            return self.error("nothing to repeat");
        }
        if self.repeated {
            return self.error("multiple repeat");
        }
        let counted: String = self.pattern[self.at..self.at + length].iter().collect();
        let counted = counted.replace("{,", "{0,");
        let (least, most) = bounds(&counted);
        if most.is_some_and(|most| most < least) {
            return self.error("min repeat greater than max repeat");
        }
        self.widths.repeat(least, most);
        self.at += length;
        self.out.push_str(&counted);
        if let Some(c @ ('?' | '+')) = self.peek(0) {
            self.out.push(c);
            self.at += 1;
        }
        self.repeated = true;
        Ok(())
    }

    /// The length of `{m}`, `{m,}`, `{,n}` or `{m,n}`; anything else is literal.
    fn counted(&self) -> Option<usize> {
        let mut ahead = 1;
        let digits = |from: usize| {
            let mut end = from;
            while self.peek(end).is_some_and(|c| c.is_ascii_digit()) {
                end += 1;
            }
            end
        };
        let low = digits(ahead);
        let had_low = low > ahead;
        ahead = low;
        let mut had_comma = false;
        if self.peek(ahead) == Some(',') {
            had_comma = true;
            ahead = digits(ahead + 1);
        }
        (self.peek(ahead) == Some('}') && (had_low || had_comma)).then_some(ahead + 1)
    }

    fn escape(&mut self) -> Result<(), PatternError> {
        let Some(c) = self.peek(1) else {
            return self.error("bad escape (end of pattern)");
        };
        match c {
            'A' | 'b' | 'B' => {
                self.mark(if c == 'A' {
                    r"\A"
                } else if c == 'b' {
                    r"\b"
                } else {
                    r"\B"
                });
                self.at += 2;
                Ok(())
            }
            'Z' => {
                self.mark(r"\z");
                self.at += 2;
                Ok(())
            }
            // Three octal digits are a character, and no reference to a group.
            '1'..='9' if !self.is_octal(3) => {
                let mut number = String::new();
                while number.len() < 2
                    && let Some(digit) = self.peek(1 + number.len()).filter(char::is_ascii_digit)
                {
                    number.push(digit);
                }
                let width = match self.widths.group(number.parse().unwrap_or_default()) {
                    None => return self.error(format!("invalid group reference {number}")),
                    Some(None) => return self.error("cannot refer to an open group"),
                    Some(Some(width)) => width,
                };
                self.at += 1 + number.len();
                self.sized(&format!("(?:\\{number})"), width);
                Ok(())
            }
            _ => {
                let text = self.character_escape()?;
                self.item(&text);
                Ok(())
            }
        }
    }

    /// Whether so many octal digits follow a backslash.
    fn is_octal(&self, digits: usize) -> bool {
        (1..=digits).all(|ahead| self.peek(ahead).is_some_and(|c| c.is_digit(8)))
    }

    /// An escape that stands for a character or a class, in or out of brackets.
    fn character_escape(&mut self) -> Result<String, PatternError> {
        let c = self.peek(1).unwrap_or_default();
        let hex = |digits: usize| -> Option<String> {
            let text: String = (0..digits).map_while(|ahead| self.peek(2 + ahead)).collect();
            let code = u32::from_str_radix(&text, 16).ok().filter(|_| text.len() == digits)?;
            char::from_u32(code).map(|_| format!("\\x{{{code:X}}}"))
        };
        let (text, length) = match c {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => (format!("\\{c}"), 2),
            'a' => (r"\x{7}".to_owned(), 2),
            'f' => (r"\x{C}".to_owned(), 2),
            'n' => (r"\n".to_owned(), 2),
            'r' => (r"\r".to_owned(), 2),
            't' => (r"\t".to_owned(), 2),
            'v' => (r"\x{B}".to_owned(), 2),
            'x' | 'u' | 'U' => {
                let digits = if c == 'x' {
                    2
                } else if c == 'u' {
                    4
                } else {
                    8
                };
                match hex(digits) {
                    Some(text) => (text, 2 + digits),
                    None => return self.error(format!("incomplete escape \\{c}")),
                }
            }
            '0' => {
                let digits: String = (0..2)
                    .map_while(|ahead| self.peek(2 + ahead))
                    .take_while(|c| c.is_digit(8))
                    .collect();
                let code = u32::from_str_radix(&format!("0{digits}"), 8).unwrap_or_default();
                (format!("\\x{{{code:X}}}"), 2 + digits.len())
            }
            // Outside brackets only where three digits make it one.
            '1'..='7' => {
                let digits: String = (0..3)
                    .map_while(|ahead| self.peek(1 + ahead))
                    .take_while(|c| c.is_digit(8))
                    .collect();
                let code = u32::from_str_radix(&digits, 8).unwrap_or_default();
                if code > 0o377 {
                    return self
                        .error(format!("octal escape value \\{digits} outside of range 0-0o377"));
                }
                (format!("\\x{{{code:X}}}"), 1 + digits.len())
            }
            // To the engines here these are the borders of a word.
            '<' | '>' => (format!("\\x{{{:X}}}", u32::from(c)), 2),
            c if c.is_ascii_alphanumeric() => return self.error(format!("bad escape \\{c}")),
            c if c.is_ascii_punctuation() => (format!("\\{c}"), 2),
            c => (c.to_string(), 2),
        };
        self.at += length;
        Ok(text)
    }

    fn class(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        let mut text = "[".to_owned();
        self.at += 1;
        if self.peek(0) == Some('^') {
            text.push('^');
            self.at += 1;
        }
        let first = self.at;
        loop {
            match self.peek(0) {
                None => {
                    self.at = start;
                    return self.error("unterminated character set");
                }
                Some(']') if self.at > first => break,
                Some('\\') if self.peek(1) == Some('b') => {
                    text.push_str(r"\x{8}");
                    self.at += 2;
                }
                Some('\\') if self.peek(1).is_none() => {
                    return self.error("bad escape (end of pattern)");
                }
                Some('\\') => text.push_str(&self.character_escape()?),
                Some('-') => {
                    // A hyphen is literal at the edges; between, it makes a range.
                    let edge = self.at == first || self.peek(1) == Some(']');
                    text.push_str(if edge { r"\-" } else { "-" });
                    self.at += 1;
                }
                Some(c @ ('[' | ']' | '&' | '~' | '^')) => {
                    text.push('\\');
                    text.push(c);
                    self.at += 1;
                }
                Some('İ' | 'ı') => {
                    text.push_str("iıİ");
                    self.at += 1;
                }
                Some(c) => {
                    if c.is_ascii_whitespace() {
                        text.push('\\');
                        text.push_str(&format!("x{{{:X}}}", u32::from(c)));
                    } else {
                        text.push(c);
                    }
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        text.push(']');
        self.item(&text);
        Ok(())
    }

    fn group(&mut self) -> Result<(), PatternError> {
        let rest: String = self.pattern[self.at..].iter().take(4).collect();
        let copied = [
            ("(?:", Kind::Plain),
            ("(?>", Kind::Plain),
            ("(?=", Kind::Look),
            ("(?!", Kind::Look),
            ("(?<=", Kind::Behind),
            ("(?<!", Kind::Behind),
        ];
        if let Some((open, kind)) = copied.iter().find(|(open, _)| rest.starts_with(open)) {
            self.open(open, *kind);
            self.at += open.len();
            return Ok(());
        }
        if rest.starts_with("(?P<") {
            self.at += 4;
            let name = self.name_to('>')?;
            let Some(number) = self.widths.named(&name) else {
                return self.error(format!("redefinition of group name '{name}'"));
            };
            self.open(&format!("(?P<{name}>"), Kind::Capture(number));
            return Ok(());
        }
        if rest.starts_with("(?P=") {
            self.at += 4;
            let name = self.name_to(')')?;
            let width = match self.widths.number(&name).map(|number| self.widths.group(number)) {
                None | Some(None) => return self.error(format!("unknown group name '{name}'")),
                Some(Some(None)) => return self.error("cannot refer to an open group"),
                Some(Some(Some(width))) => width,
            };
            self.sized(&format!("(?P={name})"), width);
            return Ok(());
        }
        if rest.starts_with("(?#") {
            while self.peek(0).is_some_and(|c| c != ')') {
                self.at += 1;
            }
            if self.peek(0).is_none() {
                return self.error("missing ), unterminated comment");
            }
            self.at += 1;
            return Ok(());
        }
        if rest.starts_with("(?(") {
            self.at += 3;
            let name = self.name_to(')')?;
            let number = match name.parse::<usize>() {
                Ok(0) => return self.error("bad group number"),
                // It may be one that comes later.
                Ok(number) => {
                    self.widths.condition(number);
                    number
                }
                Err(_) => match self.widths.number(&name) {
                    Some(number) => number,
                    None => return self.error(format!("unknown group name '{name}'")),
                },
            };
            self.open(&format!("(?({number})"), Kind::Condition);
            return Ok(());
        }
        if !rest.starts_with("(?") {
            let number = self.widths.numbered();
            self.open("(", Kind::Capture(number));
            self.at += 1;
            return Ok(());
        }
        if !self.begun {
            let before = self.at;
            self.global_flags()?;
            if self.at > before {
                return Ok(());
            }
        }
        self.scoped_flags()
    }

    /// `(?i-s:`.
    fn scoped_flags(&mut self) -> Result<(), PatternError> {
        let mut end = 2;
        while self.peek(end).is_some_and(|c| matches!(c, 'i' | 'm' | 's' | 'x' | 'u' | '-')) {
            end += 1;
        }
        match self.peek(end) {
            Some(':') if end > 2 => {
                let flags: String = self.pattern[self.at..=self.at + end].iter().collect();
                let (on, off) = flags[2..flags.len() - 1]
                    .split_once('-')
                    .unwrap_or((&flags[2..flags.len() - 1], ""));
                if off.contains(['u', '-']) || (off.is_empty() && flags.contains('-')) {
                    return self.error("bad inline flags");
                }
                if on.contains(|flag| off.contains(flag)) {
                    return self.error("bad inline flags: flag turned on and off");
                }
                // The verbose form is read here and not passed on.
                let plain = flags.replace(['u', 'x'], "").replace("-:", ":");
                self.open(&plain, Kind::Plain);
                self.verbose = (self.verbose || on.contains('x')) && !off.contains('x');
                self.multi_line = (self.multi_line || on.contains('m')) && !off.contains('m');
                self.at += end + 1;
                Ok(())
            }
            Some(')') if end > 2 => self.error("global flags not at the start of the expression"),
            Some(c) => self.error(format!("unknown extension ?{c}")),
            None => self.error("unexpected end of pattern"),
        }
    }

    /// The name of a group, up to what ends it.
    fn name_to(&mut self, end: char) -> Result<String, PatternError> {
        let mut name = String::new();
        loop {
            let Some(c) = self.peek(0) else {
                return self.error(format!("missing {end}, unterminated name"));
            };
            self.at += 1;
            if c == end {
                break;
            }
            name.push(c);
        }
        let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let number = end == ')' && name.chars().all(|c| c.is_ascii_digit());
        if plain && (number || !name.starts_with(|c: char| c.is_numeric())) {
            return Ok(name);
        }
        self.error(format!("bad character in group name '{name}'"))
    }
}

/// The least and the most of `*`, `+`, `?`, `{m}` and `{m,n}`.
fn bounds(counted: &str) -> (u64, Option<u64>) {
    let number = |text: &str| text.parse().ok();
    match counted {
        "*" => (0, None),
        "+" => (1, None),
        "?" => (0, Some(1)),
        counted => match counted.trim_matches(['{', '}']).split_once(',') {
            Some((least, most)) => (number(least).unwrap_or(0), number(most)),
            None => {
                let exactly = number(counted.trim_matches(['{', '}'])).unwrap_or(u64::MAX);
                (exactly, Some(exactly))
            }
        },
    }
}

#[cfg(test)]
mod tests {
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
        ] {
            assert!(translate(pattern).is_err(), "{why}: {pattern}");
        }
    }
}
