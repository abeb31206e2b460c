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

    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::O200kBase, Self::Cl100kBase];

    /// The tokenizer of that name, as on the command line.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tokenizer| tokenizer.as_str() == name)
    }

    /// How much more a Claude model's own count may be.
    ///
    /// The vendor publishes no vocabulary. The factors hold for tool
    /// definitions on top of either vocabulary (the two differ by 1 to 5 % on
    /// them): public measurements put Claude before 4.7 at 1.10 to 1.20, and
    /// the tokenizer that came with Opus 4.7 at about 1.3 times that.
    pub const fn claude_band(self) -> Band {
        Band {
            low: 1.10,
            high: 1.55,
            source: "Published comparisons, 2026: tool JSON counts 1.10 to 1.20 times as much in \
                     Claude models before 4.7, and 1.40 to 1.55 times with the tokenizer of 4.7 \
                     and later (platform.claude.com/docs, token counting: \"roughly 30 %\" more \
                     than before)",
        }
    }
}

/// Factors that bound another count of the same text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Multiply by this for the lower bound.
    pub low: f64,
    /// Multiply by this for the upper bound.
    pub high: f64,
    /// Where the factors come from.
    pub source: &'static str,
}
