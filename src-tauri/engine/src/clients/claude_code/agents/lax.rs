//! Front matter that is no YAML, as Claude Code reads it all the same.
//!
//! Observed in Claude Code 2.1.332 (and in part in 2.1.197, which did the
//! same), by starting it as agents whose lines were bad in one way each: it
//! then reads the text again, with what stands behind each key at the start of
//! a line as a quoted text. What stands in quotes or in square brackets already
//! stays as it is; so do lines further in.

/// Characters that YAML gives a meaning.
const SPECIAL: &[char] = &['{', '}', '[', ']', '*', '&', '#', '!', '|', '>', '%', '@', '`'];

/// The same lines, with texts quoted that YAML could stumble over.
pub(super) fn quoted(front: &str) -> String {
    front.lines().map(|line| quoted_line(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}

/// `None` where the line stays as it is.
fn quoted_line(line: &str) -> Option<String> {
    let (key, value) = line.split_once(':')?;
    let is_key = !key.is_empty()
        && key.chars().all(|letter| letter.is_ascii_alphabetic() || "_-".contains(letter));
    let text = value.trim();
    let stands_between =
        |open, close| text.len() > 1 && text.starts_with(open) && text.ends_with(close);
    let stumbles = text.contains(SPECIAL) || text.contains(": ");
    if !is_key
        || !value.starts_with([' ', '\t'])
        || !stumbles
        || [('"', '"'), ('\'', '\''), ('[', ']')]
            .into_iter()
            .any(|(open, close)| stands_between(open, close))
    {
        return None;
    }
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    Some(format!("{key}: \"{escaped}\""))
}
