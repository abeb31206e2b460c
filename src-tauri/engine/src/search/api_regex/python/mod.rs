//! Patterns of Python's `re` as patterns of the `regex` and `fancy-regex` crates.
//!
//! What Python refuses is refused, what it reads otherwise is rewritten: `$`
//! before a last line break, `\Z`, `\b` in a class, literal braces and
//! brackets, octal escapes, the ASCII flag. Known differences that remain: `\w`
//! counts marks as parts of words, and a back-reference under `(?a)` has every
//! script's cases.

mod ascii;
mod escape;
mod group;

use std::fmt;

use super::widths::{Flags, Kind, Width, Widths};

/// Why Python would refuse a pattern.
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
        look: None,
        flags: Flags::default(),
        unicode: false,
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
    /// Where in `out` a look-around begins that has just ended.
    look: Option<usize>,
    flags: Flags,
    /// Whether the whole is said to be Unicode's, as it is anyway.
    unicode: bool,
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
        self.look = None;
        self.begun = true;
        self.widths.add(width);
    }

    /// Something that cannot be repeated.
    fn mark(&mut self, text: &str) {
        self.out.push_str(text);
        self.repeatable = false;
        self.repeated = false;
        self.look = None;
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
                '#' if self.flags.verbose => {
                    while self.peek(0).is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                c if self.flags.verbose && c.is_ascii_whitespace() => self.at += 1,
                '.' => {
                    self.item(".");
                    self.at += 1;
                }
                c => {
                    self.item(&self.literal(c));
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
        self.flags = closed.flags;
        self.sized(")", closed.width);
        self.look = closed.look;
        self.at += 1;
        Ok(())
    }

    fn open(&mut self, text: &str, kind: Kind) {
        let at = self.out.len();
        self.mark(text);
        self.widths.open(kind, self.flags, at);
    }

    /// One character that stands for itself.
    fn literal(&self, c: char) -> String {
        match c {
            c if self.flags.ascii && !self.flags.cased => ascii::literal(c),
            // Python takes these for one letter, whatever its case.
            'İ' | 'ı' if !self.flags.cased => "[iıİ]".to_owned(),
            c => escape::literal(c),
        }
    }

    /// `$`: the end, or before a line break that ends the text.
    fn end(&mut self) {
        let last = matches!(self.peek(1), None | Some('|' | ')'));
        let text = match (self.flags.multi_line, last) {
            (true, _) => "$",
            // Plain patterns run in linear time; a look-ahead would not.
            (false, true) => r"\n?\z",
            (false, false) => r"(?=\n?\z)",
        };
        self.mark(if last && !self.flags.multi_line { r"(?:\n?\z)" } else { text });
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
        let how = self.peek(0).filter(|c| matches!(c, '?' | '+'));
        self.at += usize::from(how.is_some());
        match self.look.take() {
            // It takes nothing, so the first time decides of all.
            Some(_) if least > 0 => {}
            // The engine here repeats no look-around, unless it is wrapped.
            Some(look) => {
                self.out.insert_str(look, "(?>");
                self.out.push_str(if most == Some(0) { "){0}" } else { ")?" });
                self.out.extend(how);
            }
            None => {
                self.out.push_str(&counted);
                self.out.extend(how);
            }
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
