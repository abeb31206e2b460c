//! Words for the engines that rank by words.

/// The words of a text as [`plain_words`], without a plural's ending.
pub fn words(text: &str) -> Vec<String> {
    plain_words(text).iter().map(|word| singular(word)).collect()
}

/// The words of a text: runs of letters and digits, taken apart where a small
/// letter meets a capital, lower case.
pub fn plain_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word.to_owned()));
    words
}

/// Hands over the words of a text as [`plain_words`], one after the other: an
/// index of many texts makes no string of a word it knows.
pub fn each_word(text: &str, mut take: impl FnMut(&str)) {
    let mut word = String::new();
    let mut after_small = false;
    for c in text.chars() {
        let letter = c.is_alphanumeric();
        if (!letter || (after_small && c.is_uppercase())) && !word.is_empty() {
            take(&word);
            word.clear();
        }
        if c.is_ascii() && letter {
            word.push(c.to_ascii_lowercase());
        } else if letter {
            word.extend(c.to_lowercase());
        }
        after_small = c.is_lowercase();
    }
    if !word.is_empty() {
        take(&word);
    }
}

/// Harman's S-stemmer (1991): `ies` to `y`, `es` to `e`, `s` off, with its
/// published exceptions.
pub fn singular(word: &str) -> String {
    if word.len() < 4 || !word.is_ascii() {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies") {
        if !stem.ends_with(['e', 'a']) {
            return format!("{stem}y");
        }
    } else if let Some(stem) = word.strip_suffix("es") {
        if !stem.ends_with(['a', 'e', 'o']) {
            return format!("{stem}e");
        }
    } else if let Some(stem) = word.strip_suffix('s')
        && !stem.ends_with(['u', 's'])
    {
        return stem.to_owned();
    }
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_apart_into_words() {
        for (text, want) in [
            ("create_issue-comment", vec!["create", "issue", "comment"]),
            ("listPullRequests", vec!["list", "pull", "request"]),
            ("Queries of 3 classes, s3", vec!["query", "of", "3", "classe", "s3"]),
            ("日本 über", vec!["日本", "über"]),
            ("status bus", vec!["status", "bus"]),
            ("", vec![]),
        ] {
            assert_eq!(words(text), want, "{text}");
        }
    }
}
