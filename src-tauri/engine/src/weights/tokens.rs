//! The unit of everything Plimsoll shows.

use std::iter::Sum;

/// A number of tokens. Never bytes, characters or a percentage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tokens(u32);

impl Tokens {
    /// None.
    pub const ZERO: Self = Self(0);

    /// That many.
    pub const fn new(count: u32) -> Self {
        Self(count)
    }

    /// How many.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl std::ops::Add for Tokens {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Tokens {
    fn sum<I: Iterator<Item = Self>>(tokens: I) -> Self {
        tokens.fold(Self::ZERO, |sum, next| sum + next)
    }
}

/// The vocabularies we count with. Both are published by `OpenAI`; Claude's own
/// is not published, so a count is an estimate for a Claude model, within the
/// band of `TokenizerId::claude_band`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TokenizerId {
    /// `o200k_base`.
    #[default]
    O200kBase,
    /// `cl100k_base`.
    Cl100kBase,
}

impl TokenizerId {
    /// The name used on the command line and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::O200kBase => "o200k_base",
            Self::Cl100kBase => "cl100k_base",
        }
    }
}
