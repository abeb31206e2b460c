//! What a client makes of a text before anybody sees it.

use std::{borrow::Cow, sync::LazyLock};

use regex::Regex;
use unicode_normalization::{UnicodeNormalization, is_nfkc};

/// Format characters, private use, unassigned: what could hide in a text.
static HIDDEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[\p{Cf}\p{Co}\p{Cn}]").expect("the pattern is a constant"));

/// A text of a tool list as Claude Code takes it in: compatibility forms
/// replaced (`ﬁ` becomes `fi`, `…` becomes `...`, a no-break space a space),
/// hidden characters dropped, control characters kept.
///
/// It does so with names, descriptions, hints, and every key and string of a
/// schema, before it normalises names, cuts or searches. Server instructions
/// stay as they are. Observed in Claude Code 2.1.126 to 2.1.332.
pub fn received_by_claude_code(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    // Until nothing changes: a letter and its accent compose once the joiner
    // between them is gone.
    let mut text = Cow::Borrowed(text);
    loop {
        if !is_nfkc(&text) {
            text = Cow::Owned(text.nfkc().collect());
        }
        if !HIDDEN.is_match(&text) {
            return text;
        }
        text = Cow::Owned(HIDDEN.replace_all(&text, "").into_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_in_as_observed() {
        for (why, given, want) in [
            ("plain text", "plain text\t\u{7}", "plain text\t\u{7}"),
            ("full-width letters", "ＦＵＬＬ", "FULL"),
            ("a ligature", "oﬃce", "office"),
            ("an ellipsis", "a…b", "a...b"),
            ("a trade mark sign", "™", "TM"),
            ("a no-break space", "a\u{a0}b", "a b"),
            ("a long s", "ſend", "send"),
            ("a kelvin sign", "\u{212a}udu", "Kudu"),
            ("a letter and its accent", "cafe\u{301}", "café"),
            ("a capital sharp s stays", "ẞ", "ẞ"),
            ("zero width", "a\u{200b}b\u{feff}c\u{200d}d", "abcd"),
            ("a soft hyphen", "a\u{ad}b", "ab"),
            ("tag characters", "a\u{e0041}b", "ab"),
            ("direction marks", "a\u{202e}b\u{202c}", "ab"),
            ("private use", "a\u{e000}b", "ab"),
            ("unassigned", "a\u{378}b", "ab"),
            ("line separators stay", "a\u{85}b\u{2028}c", "a\u{85}b\u{2028}c"),
            ("a joiner between a letter and its accent", "e\u{200b}\u{301}", "é"),
            ("a joiner between Hangul letters", "\u{1100}\u{200b}\u{1161}", "가"),
            ("joined emoji come apart, selectors stay", "👨\u{200d}👩\u{fe0f}", "👨👩\u{fe0f}"),
            ("the replacement characters stay", "\u{fffc}\u{fffd}", "\u{fffc}\u{fffd}"),
            ("Chinese punctuation", "你好，世界", "你好,世界"),
        ] {
            assert_eq!(received_by_claude_code(given), want, "{why}");
        }
    }
}
