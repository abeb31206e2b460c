//! What a server says about itself.

use super::{Note, Server};
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

pub(super) fn check(server: &Server, notes: &mut Vec<Note>) {
    let mut note = |check, level, message: String, effect: String, advice| {
        let server = server.name.clone();
        notes.push(Note { check, level, server, tool: None, message, effect, advice });
    };
    let tools = server.catalogue.tools.len();
    let text = server.catalogue.instructions.as_deref().unwrap_or_default();
    if text.trim().is_empty() {
        note(
            "no-instructions",
            Level::Hint,
            "The server has no instructions, the only text a client shows while its tools are deferred.".to_owned(),
            format!("{tools} tools are announced by name alone."),
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
    let missing: Vec<&str> = ABOUT
        .iter()
        .filter(|(_, signs)| !signs.iter().any(|sign| lower.contains(sign)))
        .map(|(what, _)| *what)
        .collect();
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
