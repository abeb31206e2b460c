//! How many characters the parts of a pattern take, and its groups: what
//! Python's `re` looks at before it takes a pattern.

use std::collections::HashMap;

/// The least and the most characters; `None`: without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Width {
    least: u64,
    most: Option<u64>,
}

impl Width {
    pub(super) const NONE: Self = Self { least: 0, most: Some(0) };
    pub(super) const ONE: Self = Self { least: 1, most: Some(1) };

    fn then(self, next: Self) -> Self {
        let most = self.most.zip(next.most).map(|(a, b)| a.saturating_add(b));
        Self { least: self.least.saturating_add(next.least), most }
    }

    fn or(self, other: Self) -> Self {
        let most = self.most.zip(other.most).map(|(a, b)| a.max(b));
        Self { least: self.least.min(other.least), most }
    }

    fn times(self, least: u64, most: Option<u64>) -> Self {
        let most = match (self.most, most) {
            (Some(0), _) => Some(0),
            (width, times) => width.zip(times).map(|(width, times)| width.saturating_mul(times)),
        };
        Self { least: self.least.saturating_mul(least), most }
    }
}

/// What a parenthesis opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    Look,
    Behind,
    Condition,
    Capture(usize),
}

/// One branch after the other.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The branches that are complete.
    branches: Option<Width>,
    /// Their number.
    count: usize,
    /// Of this branch: before its last item, and that item.
    before: Width,
    last: Width,
}

impl Default for Part {
    fn default() -> Self {
        Self { branches: None, count: 0, before: Width::NONE, last: Width::NONE }
    }
}

/// How a part of a pattern is read: what flags say that hold for it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    pub(super) verbose: bool,
    pub(super) multi_line: bool,
    /// Classes, borders and cases are those of ASCII.
    pub(super) ascii: bool,
    /// Capitals are told from small letters.
    pub(super) cased: bool,
}

#[derive(Debug)]
struct Open {
    kind: Kind,
    /// What stands around it.
    outside: Part,
    /// How that is read.
    flags: Flags,
    /// Where it begins in what is written.
    at: usize,
}

/// A group that has ended.
pub(super) struct Closed {
    pub(super) width: Width,
    /// Whether a look-behind knows how far to look; other groups need not.
    pub(super) fixed: bool,
    pub(super) flags: Flags,
    /// Where it begins, if it looks around.
    pub(super) look: Option<usize>,
}

/// Widths as a pattern is read.
#[derive(Debug, Default)]
pub(super) struct Widths {
    part: Part,
    stack: Vec<Open>,
    /// By number less one; `None` while a group is open.
    groups: Vec<Option<Width>>,
    names: HashMap<String, usize>,
    conditions: Vec<usize>,
}

impl Widths {
    pub(super) fn add(&mut self, width: Width) {
        self.part.before = self.part.before.then(self.part.last);
        self.part.last = width;
    }

    /// The last item, so many times.
    pub(super) fn repeat(&mut self, least: u64, most: Option<u64>) {
        self.part.last = self.part.last.times(least, most);
    }

    /// Begins another branch; whether there may be one more.
    pub(super) fn branch(&mut self) -> bool {
        let done = self.part.before.then(self.part.last);
        let branches = self.part.branches.map_or(done, |branches| branches.or(done));
        let count = self.part.count + 1;
        self.part = Part { branches: Some(branches), count, ..Part::default() };
        count < 2 || self.stack.last().is_none_or(|open| open.kind != Kind::Condition)
    }

    /// A parenthesis that begins there in what is written.
    pub(super) fn open(&mut self, kind: Kind, flags: Flags, at: usize) {
        let outside = std::mem::take(&mut self.part);
        self.stack.push(Open { kind, outside, flags, at });
    }

    pub(super) fn close(&mut self) -> Option<Closed> {
        let open = self.stack.pop()?;
        let part = std::mem::replace(&mut self.part, open.outside);
        let done = part.before.then(part.last);
        let mut width = part.branches.map_or(done, |branches| branches.or(done));
        let fixed = open.kind != Kind::Behind || width.most == Some(width.least);
        match open.kind {
            Kind::Look | Kind::Behind => width = Width::NONE,
            // Without a second branch it may be nothing.
            Kind::Condition if part.count == 0 => width = width.or(Width::NONE),
            Kind::Capture(number) => {
                if let Some(group) = number.checked_sub(1).and_then(|at| self.groups.get_mut(at)) {
                    *group = Some(width);
                }
            }
            Kind::Plain | Kind::Condition => {}
        }
        let look = matches!(open.kind, Kind::Look | Kind::Behind).then_some(open.at);
        Some(Closed { width, fixed, flags: open.flags, look })
    }

    pub(super) fn is_open(&self) -> bool {
        !self.stack.is_empty()
    }

    /// The number of a new group.
    pub(super) fn numbered(&mut self) -> usize {
        self.groups.push(None);
        self.groups.len()
    }

    /// The number of a new group with a name; `None` where the name is taken.
    pub(super) fn named(&mut self, name: &str) -> Option<usize> {
        if self.names.contains_key(name) {
            return None;
        }
        let number = self.numbered();
        self.names.insert(name.to_owned(), number);
        Some(number)
    }

    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// The width of a group: `Some(None)` while it is open, `None` where there
    /// is no such group yet.
    pub(super) fn group(&self, number: usize) -> Option<Option<Width>> {
        self.groups.get(number.checked_sub(1)?).copied()
    }

    /// Notes that something depends on a group, which may come later.
    pub(super) fn condition(&mut self, number: usize) {
        self.conditions.push(number);
    }

    /// A group something depends on that never came.
    pub(super) fn unknown_condition(&self) -> Option<usize> {
        self.conditions.iter().copied().find(|number| *number > self.groups.len())
    }
}
