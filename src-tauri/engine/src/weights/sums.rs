//! Adding up: what a client pays, pure and without counting.

use super::{Tokens, Weight};
use crate::clients::Loading;

/// A sum that may miss something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// What could be weighed.
    pub tokens: Tokens,
    /// Whether something that belongs in it could not be: show `≥`.
    pub lower_bound: bool,
}

impl Sum {
    /// A sum of these tokens that misses nothing.
    pub const fn exact(tokens: Tokens) -> Self {
        Self { tokens, lower_bound: false }
    }

    /// Adds tokens.
    #[must_use]
    pub fn plus(self, tokens: Tokens) -> Self {
        Self { tokens: self.tokens + tokens, ..self }
    }

    /// The same sum, known to miss something when `misses`.
    #[must_use]
    pub const fn missing(self, misses: bool) -> Self {
        Self { lower_bound: self.lower_bound || misses, ..self }
    }
}

impl std::ops::Add for Sum {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.plus(other.tokens).missing(other.lower_bound)
    }
}

impl std::iter::Sum for Sum {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self::default(), |sum, next| sum + next)
    }
}

/// One tool of one client: how it loads and what it weighs.
#[derive(Clone, Copy, Debug)]
pub struct Loaded {
    /// How it is loaded.
    pub loading: Loading,
    /// Its weight as loaded: with the cut that holds for `loading`.
    pub as_loaded: Weight,
    /// Its weight were it loaded always: the cut may differ.
    pub if_eager: Weight,
}

/// One server of one client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerSums {
    /// Definitions in context from the start.
    pub eager: Sum,
    /// Names of deferred tools, each with its line break.
    pub deferred_names: Sum,
    /// Definitions that only a search would load.
    pub deferred: Sum,
    /// Instructions after the cut.
    pub instructions: Sum,
    /// Definitions of everything offered, as they would load eagerly.
    pub all_eager: Sum,
    /// Whether any tool is deferred.
    pub defers: bool,
}

impl ServerSums {
    /// Sums one answered server. `instructions` are the tokens that reach the
    /// model after the cut: none where the client sends none.
    ///
    /// A tool whose loading is unknown makes sums lower bounds, and counts in
    /// `all_eager` only. One that is off counts nowhere.
    pub fn of(tools: impl IntoIterator<Item = Loaded>, instructions: Tokens) -> Self {
        let mut sums = Self { instructions: Sum::exact(instructions), ..Self::default() };
        for tool in tools {
            match tool.loading {
                Loading::Always => sums.eager = sums.eager.plus(tool.as_loaded.total),
                Loading::WhenNeeded => {
                    sums.deferred = sums.deferred.plus(tool.as_loaded.total);
                    sums.deferred_names = sums.deferred_names.plus(tool.as_loaded.if_deferred);
                    sums.defers = true;
                }
                Loading::Off => continue,
                Loading::Unknown => {
                    sums.eager = sums.eager.missing(true);
                    sums.deferred = sums.deferred.missing(true);
                }
            }
            sums.all_eager = sums.all_eager.plus(tool.if_eager.total);
        }
        sums
    }

    /// An active server whose tools nobody knows: every sum is a lower bound.
    pub fn unanswered() -> Self {
        let missing = Sum::default().missing(true);
        Self {
            eager: missing,
            deferred_names: missing,
            deferred: missing,
            instructions: missing,
            all_eager: missing,
            defers: false,
        }
    }

    /// The same sums, known to miss something.
    #[must_use]
    pub fn and_more(self) -> Self {
        let Self { eager, deferred_names, deferred, instructions, all_eager, defers } = self;
        let [eager, deferred_names, deferred, instructions, all_eager] =
            [eager, deferred_names, deferred, instructions, all_eager].map(|sum| sum.missing(true));
        Self { eager, deferred_names, deferred, instructions, all_eager, defers }
    }

    /// This server's part of the client's standing weight.
    pub fn standing(&self) -> Sum {
        self.eager + self.deferred_names + self.instructions
    }
}

/// What one client pays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientSums {
    /// Before the first message: eager definitions, deferred names,
    /// instructions, and the fixed cost of searching while anything is deferred.
    pub standing: Sum,
    /// Definitions that only a search would load.
    pub deferred: Sum,
    /// Without deferral: all definitions and instructions, no search tool.
    pub if_all_eager: Sum,
    /// The part of `standing` that is instructions.
    pub instructions: Sum,
    /// The part of `standing` that is names of deferred tools.
    pub deferred_names: Sum,
    /// The part of `standing` that is the client's own cost of searching; zero
    /// while nothing is deferred.
    pub fixed: Tokens,
}

impl ClientSums {
    /// Sums the active servers of a client. `search` is what the client pays
    /// for searching once anything is deferred.
    pub fn of(servers: &[ServerSums], search: Tokens) -> Self {
        let total = |part: fn(&ServerSums) -> Sum| servers.iter().map(part).sum::<Sum>();
        let fixed = if servers.iter().any(|server| server.defers) { search } else { Tokens::ZERO };
        let instructions = total(|server| server.instructions);
        Self {
            standing: total(ServerSums::standing).plus(fixed),
            deferred: total(|server| server.deferred),
            if_all_eager: total(|server| server.all_eager) + instructions,
            instructions,
            deferred_names: total(|server| server.deferred_names),
            fixed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(loading: Loading, total: u32, name: u32) -> Loaded {
        let weight = Weight {
            total: Tokens::new(total),
            if_deferred: Tokens::new(name),
            ..Weight::default()
        };
        Loaded { loading, as_loaded: weight, if_eager: weight }
    }

    fn numbers(sums: &ClientSums) -> [(u32, bool); 3] {
        [sums.standing, sums.deferred, sums.if_all_eager]
            .map(|sum| (sum.tokens.get(), sum.lower_bound))
    }

    #[test]
    fn a_client_pays_for_what_it_loads() {
        use Loading::{Always, Off, Unknown, WhenNeeded};
        let listed = |tools: &[Loaded]| ServerSums::of(tools.iter().copied(), Tokens::new(7));
        // Each row: standing, deferred, if all eager.
        let cases = [
            ("no server", vec![], [(0, false), (0, false), (0, false)]),
            (
                "an eager tool costs its definition, nothing for searching",
                vec![listed(&[tool(Always, 100, 5)])],
                [(107, false), (0, false), (107, false)],
            ),
            (
                "a deferred tool costs its name, once with the search tool",
                vec![listed(&[tool(WhenNeeded, 100, 5), tool(WhenNeeded, 200, 6)])],
                [(5 + 6 + 7 + 400, false), (300, false), (307, false)],
            ),
            (
                "a tool that is off costs nothing anywhere",
                vec![listed(&[tool(Always, 100, 5), tool(Off, 900, 9)])],
                [(107, false), (0, false), (107, false)],
            ),
            (
                "an unknown loading leaves bounds, but not without deferral",
                vec![listed(&[tool(Unknown, 100, 5)])],
                [(7, true), (0, true), (107, false)],
            ),
            (
                "a server that did not answer leaves bounds",
                vec![listed(&[tool(Always, 100, 5)]), ServerSums::unanswered()],
                [(107, true), (0, true), (107, true)],
            ),
        ];
        for (why, servers, want) in cases {
            let sums = ClientSums::of(&servers, Tokens::new(400));
            assert_eq!(numbers(&sums), want, "{why}");
        }
    }

    #[test]
    fn a_found_definition_may_be_longer_than_an_eager_one() {
        let mut found = tool(Loading::WhenNeeded, 4_000, 5);
        found.if_eager.total = Tokens::new(1_000);
        let sums = ClientSums::of(&[ServerSums::of([found], Tokens::ZERO)], Tokens::ZERO);
        assert_eq!(sums.deferred.tokens.get(), 4_000);
        assert_eq!(sums.if_all_eager.tokens.get(), 1_000);
    }
}
