//! What a server says about itself.

use super::{Note, Server, descriptions::telling, verbs::is_verb};
use crate::clients::{Level, claude_code::default_cuts};

/// The cut of Claude Code before 2.1.296, in UTF-16 units.
const OLDER_CUT: usize = 2_048;

/// What instructions should tell: words that show they do.
const ABOUT: [(&str, [&str; 6]); 2] = [
    ("when to look here", ["when", "search", "use ", "for ", "look", "if "]),
    (
        "what changes something",
        ["change", "write", "delete", "read-only", "read only", "side effect"],
    ),
];

/// Whether instructions name a thing that the server's tools work on.
fn says_what(server: &Server, text: &str) -> bool {
    let said = telling(text);
    let named = server.catalogue.tools.iter().flat_map(|tool| telling(&tool.name));
    let mut things = named.filter(|word| !is_verb(word)).peekable();
    things.peek().is_none() || things.any(|thing| said.contains(&thing))
}

pub(super) fn check(server: &Server, notes: &mut Vec<Note>) {
    let mut note = |check, level, message: String, effect: String, advice| {
        let server = server.name.clone();
        notes.push(Note { check, level, server, tool: None, message, effect, advice });
    };
    let tools = server.catalogue.tools.len();
    let text = server.catalogue.instructions.as_deref().unwrap_or_default();
    if text.trim().is_empty() {
        // What is loaded from the start speaks for itself.
        if server.announced == 0 {
            return;
        }
        note(
            "no-instructions",
            Level::Hint,
            "The server has no instructions, the only text a client shows while its tools are deferred.".to_owned(),
            format!("{} tools are announced by name alone.", server.announced),
            "Say what it manages, when to search it and what has side effects.",
        );
        return;
    }
    let units = text.encode_utf16().count();
    let newest = default_cuts(None).instructions.units.unwrap_or(usize::MAX);
    if units > OLDER_CUT {
        let level = if units > newest { Level::Warning } else { Level::Hint };
        note(
            "instructions-cut",
            level,
            format!(
                "Claude Code cuts instructions at {newest} UTF-16 units, before 2.1.296 at {OLDER_CUT}."
            ),
            format!("Of {units}, {} are lost there.", units - OLDER_CUT),
            "Keep what matters in the first 2,048.",
        );
    }
    let lower = text.to_lowercase();
    let silent = ABOUT
        .iter()
        .filter(|(_, signs)| !signs.iter().any(|sign| lower.contains(sign)))
        .map(|(what, _)| *what);
    let unmanaged = (tools > 0 && !says_what(server, text)).then_some("what it manages");
    let missing: Vec<&str> = unmanaged.into_iter().chain(silent).collect();
    if !missing.is_empty() {
        note(
            "instructions-silent",
            Level::Hint,
            format!("The instructions do not seem to say {}.", missing.join(" and ")),
            format!("They are {units} UTF-16 units for {tools} tools."),
            "Say what it manages, when to search it and what has side effects.",
        );
    }
}
