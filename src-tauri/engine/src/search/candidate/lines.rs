//! Pasted text to the command lines in it.

use super::CandidateError;

/// The command lines of a text: comments, prompts and blank lines left out,
/// lines that go on after a backslash or within quotes put together.
///
/// # Errors
/// An open quote, and anything that only a shell does: it would not be done
/// here, and what is asked consent for would be another command.
pub(super) fn of(text: &str) -> Result<Vec<String>, CandidateError> {
    let text = text.replace("\\\r\n", " ").replace("\\\n", " ").replace("\r\n", "\n");
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut quote: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) => {
                if c == open {
                    quote = None;
                }
                line.push(c);
                if open == '"' && c == '\\' {
                    line.extend(chars.next());
                }
            }
            (None, '\'' | '"') => {
                quote = Some(c);
                line.push(c);
            }
            (None, '\\') => {
                line.push(c);
                line.extend(chars.next());
            }
            (None, '\n') => lines.push(std::mem::take(&mut line)),
            (None, '#') if line.chars().last().is_none_or(char::is_whitespace) => {
                while chars.next_if(|c| *c != '\n').is_some() {}
            }
            (None, c) => {
                let at_word = line.chars().last().is_none_or(char::is_whitespace);
                let next = chars.peek().copied();
                if let Some(operator) = operator(c, next, at_word) {
                    return Err(CandidateError::Shell(operator));
                }
                line.push(c);
            }
        }
    }
    if quote.is_some() {
        return Err(CandidateError::OpenQuote);
    }
    lines.push(line);
    let lines = lines.iter().map(|line| without_prompt(line.trim()).to_owned());
    Ok(lines.filter(|line| !line.is_empty()).collect())
}

/// What only a shell does. An `&` within a word is part of an address.
fn operator(c: char, next: Option<char>, at_word: bool) -> Option<&'static str> {
    let ends = next.is_none_or(char::is_whitespace);
    match (c, next) {
        ('&', Some('&')) => Some("&&"),
        ('|', Some('|')) => Some("||"),
        ('&', _) if ends || at_word => Some("&"),
        ('|', _) => Some("|"),
        (';', _) => Some(";"),
        ('`', _) => Some("`"),
        ('$', Some('(')) => Some("$("),
        ('>', _) if at_word => Some(">"),
        ('<', _) if at_word => Some("<"),
        _ => None,
    }
}

/// A line without the prompt it was copied with.
fn without_prompt(line: &str) -> &str {
    ["$ ", "% ", "> "].iter().find_map(|prompt| line.strip_prefix(prompt)).unwrap_or(line)
}
