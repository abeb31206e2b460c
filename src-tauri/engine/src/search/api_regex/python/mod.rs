//! Patterns of Python's `re` as patterns of the `regex` and `fancy-regex` crates.
//!
//! What Python refuses is refused, what it reads otherwise is rewritten: `$`
//! before a last line break, `\Z`, `\b` in a class, literal braces and
//! brackets, octal escapes. Known differences that remain: `\w` counts marks as
//! parts of words, and `(?a)` and `\N{…}` are refused.

mod escape;
mod group;

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
mod tests;
