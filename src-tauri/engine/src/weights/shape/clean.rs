//! What Claude Code does to every text of a tool: compatibility forms are
//! unified and invisible characters removed. Instructions are left alone.
//! Observed in 2.1.197 and 2.1.332.

use std::{borrow::Cow, sync::LazyLock};

use icu_normalizer::ComposingNormalizerBorrowed;
use regex::Regex;

/// Format characters, private use and unassigned code points: zero-width
/// blanks and joiners, direction marks, soft hyphens, tags, …
static INVISIBLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[\p{Cf}\p{Co}\p{Cn}]+").expect("a constant expression, used by every test")
});

/// The text in NFKC without invisible characters, both until nothing changes:
/// removing a joiner may let two characters compose.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut text = Cow::Borrowed(text);
    loop {
        let next = {
            let normal = ComposingNormalizerBorrowed::new_nfkc().normalize(&text);
            INVISIBLE.replace_all(&normal, "").into_owned()
        };
        if next == text {
            return text;
        }
        text = Cow::Owned(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_out_as_the_client_sent_them() {
        for (why, text, want) in [
            ("plain", "a b", "a b"),
            ("compatibility forms", "µ … ﬁ Ⅷ ½ ＡＢ", "μ ... fi VIII 1\u{2044}2 AB"),
            ("wide and hard blanks", "[\u{3000}\u{a0}\u{2003}]", "[   ]"),
            ("zero width", "a\u{200b}b\u{feff}c\u{2060}", "abc"),
            ("direction marks and tags", "[\u{202e}\u{2066}\u{e0041}\u{61c}]", "[]"),
            ("private use and unassigned", "[\u{e000}\u{378}\u{fffe}\u{10ffff}]", "[]"),
            ("joined emoji come apart, selectors stay", "👨\u{200d}👩\u{fe0f}", "👨👩\u{fe0f}"),
            ("what is left composes", "e\u{200b}\u{301}", "é"),
            ("line separators and controls stay", "\u{2028}\0\u{7}\u{85}", "\u{2028}\0\u{7}\u{85}"),
            ("the replacement characters stay", "\u{fffc}\u{fffd}", "\u{fffc}\u{fffd}"),
            ("joiners between Hangul letters", "\u{1100}\u{200b}\u{1161}", "가"),
        ] {
            assert_eq!(clean(text), want, "{why}");
        }
    }
}
