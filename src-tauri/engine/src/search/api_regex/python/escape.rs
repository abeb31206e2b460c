//! Backslashes and what stands in brackets.

use super::{PatternError, Translator};

impl Translator {
    pub(super) fn escape(&mut self) -> Result<(), PatternError> {
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

    pub(super) fn class(&mut self) -> Result<(), PatternError> {
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
}
