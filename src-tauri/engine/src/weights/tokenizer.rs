//! Counting: exact for text a person or a program would write, bounded in time
//! for any text at all.

use std::{ops::Add, panic::AssertUnwindSafe};

use tiktoken::CoreBpe;

use super::{TokenizerId, Tokens};

/// Bytes of one text that are really counted. What lies behind is taken to be
/// as dense as what came before: nobody reads a number that took minutes.
const COUNTED: usize = 1024 * 1024;

/// A count, and whether it is exact for its tokenizer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many tokens.
    pub tokens: Tokens,
    /// Whether the text was too long or too odd to be counted exactly.
    pub approximate: bool,
}

impl Add for Count {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            tokens: self.tokens + other.tokens,
            approximate: self.approximate || other.approximate,
        }
    }
}

impl TokenizerId {
    /// Counts the tokens of a text, special tokens read as plain text.
    ///
    /// The vocabulary is set up on first use (about 0.2 s) and kept for the
    /// life of the process.
    pub fn count(self, text: &str) -> Count {
        let (counted, rest) = text.split_at(text.floor_char_boundary(COUNTED));
        let count = self.count_all(counted);
        if rest.is_empty() {
            return count;
        }
        let per_byte = f64::from(count.tokens.get()) / to_f64(counted.len());
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an estimate of a positive number; the cast saturates"
        )]
        let behind = (per_byte * to_f64(rest.len())).round() as u32;
        count + Count { tokens: Tokens::new(behind), approximate: true }
    }

    fn count_all(self, text: &str) -> Count {
        let vocabulary = self.vocabulary();
        // No text is known to panic. A new release or a text nobody tried must
        // cost a number, not the program.
        std::panic::catch_unwind(AssertUnwindSafe(|| vocabulary.count(text))).map_or_else(
            |_| Count { tokens: tokens(text.len() / 4), approximate: true },
            |count| Count { tokens: tokens(count), approximate: false },
        )
    }

    fn vocabulary(self) -> &'static CoreBpe {
        tiktoken::get_encoding(self.as_str()).expect("the library has both vocabularies")
    }
}

fn tokens(count: usize) -> Tokens {
    Tokens::new(u32::try_from(count).unwrap_or(u32::MAX))
}

#[expect(clippy::cast_precision_loss, reason = "lengths of texts, for an estimate")]
fn to_f64(length: usize) -> f64 {
    length as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The reference: the vendor's own code, as `tiktoken-rs` carries it.
    fn reference(tokenizer: TokenizerId) -> &'static tiktoken_rs::CoreBPE {
        match tokenizer {
            TokenizerId::O200kBase => tiktoken_rs::o200k_base_singleton(),
            TokenizerId::Cl100kBase => tiktoken_rs::cl100k_base_singleton(),
        }
    }

    fn plain(tokenizer: TokenizerId, text: &str) -> Count {
        let count = reference(tokenizer).encode_ordinary(text).len();
        Count { tokens: tokens(count), approximate: false }
    }

    #[test]
    fn a_text_counts_as_the_reference_counts_it() {
        let sentence = "Lists “open” issues, 3 at a time; isn't  sorted.\n\t{\"état\":\"naïve\"} ";
        for tokenizer in TokenizerId::ALL {
            for text in [
                "",
                " ",
                "\n\n  x",
                "日本語のテキスト",
                "🚢⚓️👩‍✈️",
                "don't WE'LL I'm",
                "e\u{301}\u{200d}",
            ] {
                assert_eq!(tokenizer.count(text), plain(tokenizer, text), "{text:?}");
            }
            let long = sentence.repeat(4_000);
            assert_eq!(tokenizer.count(&long), plain(tokenizer, &long));
        }
    }

    proptest! {
        #![proptest_config(crate::fuzz::cases(300))]
        #[test]
        fn any_text_counts_as_the_reference_counts_it(
            text in prop_oneof![
                r#"[a-cA-C '"\\/\n\t\r.,:;{}0-9éдß日\u{301}\u{a0}_-]{0,80}"#,
                r"\PC{0,60}",
            ],
        ) {
            for tokenizer in TokenizerId::ALL {
                prop_assert_eq!(tokenizer.count(&text), plain(tokenizer, &text));
            }
        }
    }

    /// A million blanks overflow the stack of the reference.
    #[test]
    fn odd_text_costs_no_more_than_plain_text() {
        for (why, text, want) in [
            ("blanks", " ".repeat(1_000_000), 1_000_000 / 128 + 1),
            ("one letter", "a".repeat(1_000_000), 1_000_000 / 8),
            ("no word borders", "\u{4e00}".repeat(100_000), 100_000),
        ] {
            let count = Count { tokens: Tokens::new(want), approximate: false };
            assert_eq!(TokenizerId::O200kBase.count(&text), count, "{why}");
        }
    }

    #[test]
    fn more_than_is_counted_is_an_estimate_that_says_so() {
        let count = TokenizerId::O200kBase.count(&"word ".repeat(600_000));
        assert!(count.approximate);
        let words = count.tokens.get();
        assert!((595_000..=605_000).contains(&words), "extrapolated to {words}");
        assert!(
            TokenizerId::O200kBase.count(&"é".repeat(COUNTED)).approximate,
            "cut between letters"
        );
    }

    #[test]
    fn special_tokens_are_text() {
        assert!(TokenizerId::O200kBase.count("<|endoftext|>").tokens.get() > 1);
        assert!(TokenizerId::Cl100kBase.count("<|endoftext|>").tokens.get() > 1);
    }
}
