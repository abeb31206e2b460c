//! Backslashes and what stands in brackets.

use super::{PatternError, Translator, ascii};

/// What an escape stands for.
enum Escape {
    One(char),
    /// `d`, `D`, `s`, `S`, `w` or `W`.
    Class(char),
}

impl Translator {
    pub(super) fn escape(&mut self) -> Result<(), PatternError> {
        let Some(c) = self.peek(1) else {
            return self.error("bad escape (end of pattern)");
        };
        match c {
            'A' | 'b' | 'B' => {
                self.mark(match c {
                    'A' => r"\A",
                    'b' if self.flags.ascii => ascii::BORDER,
                    'b' => r"\b",
                    _ if self.flags.ascii => ascii::NO_BORDER,
                    _ => r"\B",
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
                let text = match self.character_escape()? {
                    Escape::One(c) => self.literal(c),
                    Escape::Class(c) if self.flags.ascii => ascii::class(c),
                    Escape::Class(c) => format!("\\{c}"),
                };
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
    fn character_escape(&mut self) -> Result<Escape, PatternError> {
        let c = self.peek(1).unwrap_or_default();
        let hex = |digits: usize| -> Option<char> {
            let text: String = (0..digits).map_while(|ahead| self.peek(2 + ahead)).collect();
            let code = u32::from_str_radix(&text, 16).ok().filter(|_| text.len() == digits)?;
            char::from_u32(code)
        };
        let octal = |from: usize, most: usize| -> (u32, usize) {
            let digits: String = (0..most)
                .map_while(|ahead| self.peek(from + ahead))
                .take_while(|c| c.is_digit(8))
                .collect();
            (u32::from_str_radix(&format!("0{digits}"), 8).unwrap_or_default(), digits.len())
        };
        let (escape, length) = match c {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => (Escape::Class(c), 2),
            'a' => (Escape::One('\u{7}'), 2),
            'f' => (Escape::One('\u{C}'), 2),
            'n' => (Escape::One('\n'), 2),
            'r' => (Escape::One('\r'), 2),
            't' => (Escape::One('\t'), 2),
            'v' => (Escape::One('\u{B}'), 2),
            'x' | 'u' | 'U' => {
                let digits = if c == 'x' {
                    2
                } else if c == 'u' {
                    4
                } else {
                    8
                };
                match hex(digits) {
                    Some(c) => (Escape::One(c), 2 + digits),
                    None => return self.error(format!("incomplete escape \\{c}")),
                }
            }
            'N' if self.peek(2) == Some('{') => {
                let name: String =
                    (3..).map_while(|at| self.peek(at)).take_while(|c| *c != '}').collect();
                let length = name.chars().count();
                if self.peek(3 + length).is_none() {
                    return self.error("missing }, unterminated name");
                }
                match named(&name) {
                    Some(c) => (Escape::One(c), 4 + length),
                    None if name.is_empty() => return self.error("missing character name"),
                    None => return self.error(format!("undefined character name '{name}'")),
                }
            }
            'N' => return self.error("missing {"),
            '0' => {
                let (code, length) = octal(2, 2);
                (Escape::One(char::from_u32(code).unwrap_or_default()), 2 + length)
            }
            // Outside brackets only where three digits make it one.
            '1'..='7' => {
                let (code, length) = octal(1, 3);
                if code > 0o377 {
                    return self
                        .error(format!("octal escape value \\{code:o} outside of range 0-0o377"));
                }
                (Escape::One(char::from_u32(code).unwrap_or_default()), 1 + length)
            }
            c if c.is_ascii_alphanumeric() => return self.error(format!("bad escape \\{c}")),
            c => (Escape::One(c), 2),
        };
        self.at += length;
        Ok(escape)
    }

    pub(super) fn class(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        let mut text = String::new();
        self.at += 1;
        let negated = self.peek(0) == Some('^');
        self.at += usize::from(negated);
        let first = self.at;
        // What stands last, where a range may begin with it: a character or a class.
        let mut last: Option<Option<char>> = None;
        let mut in_range = false;
        loop {
            let escape = match self.peek(0) {
                None => {
                    self.at = start;
                    return self.error("unterminated character set");
                }
                Some(']') if self.at > first => break,
                Some('-') if last.is_some() && !in_range && self.peek(1) != Some(']') => {
                    in_range = true;
                    text.push('-');
                    self.at += 1;
                    continue;
                }
                Some('\\') if self.peek(1) == Some('b') => {
                    self.at += 2;
                    Escape::One('\u{8}')
                }
                Some('\\') if self.peek(1).is_none() => {
                    return self.error("bad escape (end of pattern)");
                }
                Some('\\') => self.character_escape()?,
                Some(c) => {
                    self.at += 1;
                    Escape::One(c)
                }
            };
            let one = match escape {
                Escape::One(c) => Some(c),
                Escape::Class(_) => None,
            };
            let is_range = last.flatten().zip(one).is_some_and(|(from, to)| from <= to);
            if in_range && !is_range {
                return self.error("bad character range");
            }
            text.push_str(&match escape {
                // More than the one would end the range early.
                Escape::One(c) if in_range => literal(c),
                Escape::One(c) => self.member(c),
                Escape::Class(c) if self.flags.ascii => ascii::class_member(c),
                Escape::Class(c) => format!("\\{c}"),
            });
            last = (!in_range).then_some(one);
            in_range = false;
        }
        self.at += 1;
        let negation = if negated { "^" } else { "" };
        let text = if self.flags.ascii && !self.flags.cased {
            match ascii::folded(&text, negated) {
                Some(text) => text,
                None => return self.error("bad character range"),
            }
        } else {
            format!("[{negation}{text}]")
        };
        self.item(&text);
        Ok(())
    }

    /// One character within brackets.
    fn member(&self, c: char) -> String {
        match c {
            // Python takes these for one letter, whatever its case.
            'İ' | 'ı' if !self.flags.ascii && !self.flags.cased => "iıİ".to_owned(),
            c => literal(c),
        }
    }
}

/// One character that stands for itself, within brackets or not.
pub(super) fn literal(c: char) -> String {
    if c.is_alphanumeric() { c.to_string() } else { format!("\\x{{{:X}}}", u32::from(c)) }
}

/// A character by its name or alias, in either case; nothing else of a name is
/// free, as in Python.
fn named(name: &str) -> Option<char> {
    let c = unicode_names2::character(name)?;
    let is_alias = || unicode_names2::name(c).is_none();
    let is_name = |real: unicode_names2::Name| real.to_string().eq_ignore_ascii_case(name);
    (unicode_names2::name(c).is_some_and(is_name) || is_alias()).then_some(c)
}
