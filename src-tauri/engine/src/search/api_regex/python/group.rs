//! Parentheses: groups, looks around, conditions, flags.

use super::{Flags, Kind, PatternError, Translator};

impl Translator {
    /// Flags for the whole pattern may stand at its start only.
    pub(super) fn global_flags(&mut self) -> Result<(), PatternError> {
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
                    Some('i') => {}
                    Some('u') => self.unicode = true,
                    Some('a') => self.flags.ascii = true,
                    Some('x') => self.flags.verbose = true,
                    Some('s') => kept.push('s'),
                    Some('m') => {
                        self.flags.multi_line = true;
                        kept.push('m');
                    }
                    Some('L') => {
                        return self
                            .error("bad inline flags: cannot use 'L' flag with a str pattern");
                    }
                    _ => return self.error("unknown flag"),
                }
            }
            if self.unicode && self.flags.ascii {
                return self.error("ASCII and UNICODE flags are incompatible");
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

    pub(super) fn group(&mut self) -> Result<(), PatternError> {
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
        while self.peek(end).is_some_and(|c| matches!(c, 'a' | 'i' | 'm' | 's' | 'x' | 'u' | '-')) {
            end += 1;
        }
        match self.peek(end) {
            Some(':') if end > 2 => {
                let flags: String = self.pattern[self.at + 2..self.at + end].iter().collect();
                let (on, off) = flags.split_once('-').unwrap_or((&flags, ""));
                if off.contains(['a', 'u', '-']) || (off.is_empty() && flags.contains('-')) {
                    return self.error("bad inline flags");
                }
                if on.contains('a') && on.contains('u') {
                    return self.error("bad inline flags: flags 'a', 'u' and 'L' are incompatible");
                }
                if on.contains(|flag| off.contains(flag)) {
                    return self.error("bad inline flags: flag turned on and off");
                }
                // The others are read here and not passed on.
                let passed = |flags: &str| flags.replace(['a', 'u', 'x'], "");
                let minus = if passed(off).is_empty() { "" } else { "-" };
                self.open(&format!("(?{}{minus}{}:", passed(on), passed(off)), Kind::Plain);
                let holds =
                    |before: bool, flag| (before || on.contains(flag)) && !off.contains(flag);
                self.flags = Flags {
                    verbose: holds(self.flags.verbose, 'x'),
                    multi_line: holds(self.flags.multi_line, 'm'),
                    ascii: holds(self.flags.ascii, 'a') && !on.contains('u'),
                    cased: (self.flags.cased || off.contains('i')) && !on.contains('i'),
                };
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
