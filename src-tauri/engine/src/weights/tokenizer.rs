//! Counting: exact for text a person or a program would write, bounded in time
//! for any text at all.

use std::{ops::Add, panic::AssertUnwindSafe};

use tiktoken_rs::CoreBPE;

use super::{TokenizerId, Tokens};

/// Longer texts are counted in pieces of about this many bytes.
///
/// `tiktoken-rs` 0.12 panics on a run of about a million blanks and is fine
/// with 700,000; a piece is far below that.
const PIECE: usize = 64 * 1024;

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
    /// The vocabulary is set up on first use (about 0.3 s) and kept for the
    /// life of the process.
    pub fn count(self, text: &str) -> Count {
        if text.len() <= PIECE {
            return self.count_piece(text);
        }
        let mut count = Count::default();
        let mut at = 0;
        while at < text.len() {
            if at >= COUNTED {
                let per_byte = f64::from(count.tokens.get()) / to_f64(at);
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "an estimate of a positive number; the cast saturates"
                )]
                let rest = (per_byte * to_f64(text.len() - at)).round() as u32;
                return count + Count { tokens: Tokens::new(rest), approximate: true };
            }
            let (end, exact) = piece_end(text, at);
            count = count + self.count_piece(&text[at..end]);
            count.approximate |= !exact;
            at = end;
        }
        count
    }

    fn count_piece(self, piece: &str) -> Count {
        let vocabulary = self.vocabulary();
        // No piece is known to panic. A new release or a text nobody tried must
        // cost a number, not the program.
        std::panic::catch_unwind(AssertUnwindSafe(|| vocabulary.encode_ordinary(piece).len()))
            .map_or_else(
                |_| Count { tokens: tokens(piece.len() / 4), approximate: true },
                |count| Count { tokens: tokens(count), approximate: false },
            )
    }

    fn vocabulary(self) -> &'static CoreBPE {
        match self {
            Self::O200kBase => tiktoken_rs::o200k_base_singleton(),
            Self::Cl100kBase => tiktoken_rs::cl100k_base_singleton(),
        }
    }
}

fn tokens(count: usize) -> Tokens {
    Tokens::new(u32::try_from(count).unwrap_or(u32::MAX))
}

#[expect(clippy::cast_precision_loss, reason = "lengths of texts, for an estimate")]
fn to_f64(length: usize) -> f64 {
    length as f64
}

/// Whether both vocabularies always split the text before byte `at`: tokens of
/// the whole are then the tokens of the two parts.
///
/// Both first cut a text into words with a regular expression that looks ahead
/// over white space only. A run of letters ends at a blank or a quotation mark
/// whatever follows, and the next word starts there whatever came before.
pub(super) fn splits_before(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    at > 0
        && bytes.get(at - 1).is_some_and(u8::is_ascii_alphabetic)
        && matches!(bytes.get(at), Some(b' ' | b'"'))
}

/// Where the piece that starts at `start` ends, and whether the counts of the
/// pieces still add up.
fn piece_end(text: &str, start: usize) -> (usize, bool) {
    if text.len() - start <= PIECE {
        return (text.len(), true);
    }
    let middle = start + PIECE / 2;
    let longest = start + PIECE;
    if let Some(end) = (middle..longest).rev().find(|&at| splits_before(text, at)) {
        return (end, true);
    }
    (text.floor_char_boundary(longest), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> u32 {
        u32::try_from(tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len())
            .expect("a short text")
    }

    #[test]
    fn a_long_text_counts_as_in_one_piece() {
        let sentence = "Lists “open” issues, 3 at a time; isn't  sorted.\n\t{\"état\":\"naïve\"} ";
        let text = sentence.repeat(4_000);
        let count = TokenizerId::O200kBase.count(&text);
        assert!(text.len() > 3 * PIECE, "several pieces");
        assert_eq!(count, Count { tokens: Tokens::new(plain(&text)), approximate: false });
    }

    #[test]
    fn text_that_breaks_the_tokenizer_costs_an_estimate_that_says_so() {
        for (why, text) in [
            ("a million blanks overflow the stack of the expression", " ".repeat(1_000_000)),
            ("no place to cut", "\u{4e00}".repeat(100_000)),
            ("more than is counted", "word ".repeat(600_000)),
        ] {
            assert!(TokenizerId::O200kBase.count(&text).approximate, "{why}");
        }
        let words = TokenizerId::O200kBase.count(&"word ".repeat(600_000)).tokens.get();
        assert!((595_000..=605_000).contains(&words), "extrapolated to {words}");
    }

    #[test]
    fn special_tokens_are_text() {
        assert!(TokenizerId::O200kBase.count("<|endoftext|>").tokens.get() > 1);
        assert!(TokenizerId::Cl100kBase.count("<|endoftext|>").tokens.get() > 1);
    }
}
