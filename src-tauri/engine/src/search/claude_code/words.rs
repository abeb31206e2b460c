//! Whole words in texts, as an ECMAScript pattern `\bterm\b` finds them.

use std::collections::HashMap;

/// Texts by the words that stand in them.
///
/// A word is a run of ASCII letters, digits and underscores: `\b` without the
/// Unicode flag knows no others, so `é` and `日` stand between words.
#[derive(Default)]
pub struct Words {
    texts: Vec<Option<String>>,
    posting: HashMap<Box<str>, Vec<u32>>,
    /// Places of texts that are not all ASCII.
    beyond_ascii: Vec<u32>,
}

impl Words {
    /// Adds the text at the next place; `None`: nothing to find there.
    pub fn push(&mut self, text: Option<&str>) {
        let place = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            self.texts.push(None);
            return;
        };
        let text = text.to_lowercase();
        if !text.is_ascii() {
            self.beyond_ascii.push(place);
        }
        for word in runs(&text) {
            match self.posting.get_mut(word) {
                Some(places) if places.last() == Some(&place) => {}
                Some(places) => places.push(place),
                None => {
                    self.posting.insert(word.into(), vec![place]);
                }
            }
        }
        self.texts.push(Some(text));
    }

    /// The places of the texts in which `term`, lower case, is a whole word.
    pub fn places(&self, term: &str) -> Vec<u32> {
        let mut words = runs(term).peekable();
        if words.peek() == Some(&term) {
            return self.posting.get(term).cloned().unwrap_or_default();
        }
        // Every word inside the term must stand as a word in the text, too: it
        // is bounded by the term's other characters or by `\b`.
        let mut rarest: Option<&Vec<u32>> = None;
        for word in words {
            let Some(places) = self.posting.get(word) else { return Vec::new() };
            if rarest.is_none_or(|rarest| places.len() < rarest.len()) {
                rarest = Some(places);
            }
        }
        let stands = |place: &u32| {
            self.texts[*place as usize].as_ref().is_some_and(|text| stands_as_word(text, term))
        };
        match rarest {
            Some(places) => places.iter().copied().filter(stands).collect(),
            None if !term.is_ascii() => self.beyond_ascii.iter().copied().filter(stands).collect(),
            None => {
                let all = 0..u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
                all.filter(stands).collect()
            }
        }
    }

    /// Whether `term`, lower case, is a whole word of the text at `place`.
    pub fn has(&self, place: usize, term: &str) -> bool {
        self.texts[place].as_ref().is_some_and(|text| stands_as_word(text, term))
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The words of a text.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|run| !run.is_empty())
}

/// `\bterm\b`, the term taken literally.
fn stands_as_word(text: &str, term: &str) -> bool {
    let bytes = text.as_bytes();
    let (Some(&first), Some(&last)) = (term.as_bytes().first(), term.as_bytes().last()) else {
        return false;
    };
    let mut from = 0;
    while let Some(at) = text[from..].find(term).map(|at| from + at) {
        let end = at + term.len();
        let before = at.checked_sub(1).is_some_and(|before| is_word(bytes[before]));
        let after = bytes.get(end).copied().is_some_and(is_word);
        if before != is_word(first) && after != is_word(last) {
            return true;
        }
        from = at + text[at..].chars().next().map_or(1, char::len_utf8);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_as_observed() {
        for (why, text, term, want) in [
            ("a word", "find a Kiwi", "kiwi", true),
            ("not inside a word", "kiwis", "kiwi", false),
            ("between hyphens", "pre-kiwi-post", "kiwi", true),
            ("not between underscores", "pre_kiwi_post", "kiwi", false),
            ("before punctuation", "kiwi!", "kiwi", true),
            ("a term with a full stop", "use node.js now", "node.js", true),
            ("the full stop is no wildcard", "use nodexjs now", "node.js", false),
            ("a term ending in signs needs a word behind", "use c++ now", "c++", false),
            ("and finds it", "use c++x now", "c++", true),
            ("a letter beyond ASCII is no word", "drink café now", "café", false),
            ("so it needs a word behind", "drink caféx now", "café", true),
            ("and ends a word", "drink café now", "caf", true),
            ("Chinese between blanks", "用 日本 now", "日本", false),
            ("Chinese between letters", "x日本y", "日本", true),
            ("a sign between words", "well-known", "-", true),
            ("a sign between blanks", "a - b", "-", false),
            ("later occurrence", "kiwis kiwi", "kiwi", true),
            ("two signs are no word", "x--y", "-", false),
            ("nothing", "", "kiwi", false),
        ] {
            let mut words = Words::default();
            words.push(None);
            words.push(Some(text));
            assert_eq!(words.places(term), if want { vec![1] } else { vec![] }, "{why}");
            assert_eq!(words.has(1, term), want, "{why}, asked directly");
        }
    }
}
