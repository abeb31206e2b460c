//! Names that change on the way, and programs that stand there twice.

use super::{Finding, Level, Written};
use crate::clients::{ClientId, Entry};

pub(super) fn check(written: &Written<'_>, findings: &mut Vec<Finding>) {
    // What is no object is a note of its author.
    if !written.member.node.is_object() {
        return;
    }
    let name = &written.entry.name;
    let key = &written.member.key;
    if looks_switched_off(key) && written.entry.is_active() {
        findings.push(written.finding(
            "name-switches-nothing-off",
            Level::Hint,
            written.member.key_start,
            format!(
                "`{name}` looks switched off by its name; {} reads nothing into a name: the server will run.",
                written.client.title()
            ),
            "Remove the entry, or switch the server off in the client.",
        ));
    }
    if key.is_empty() || key.chars().any(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
    {
        findings.push(written.finding(
            "odd-name",
            Level::Hint,
            written.member.key_start,
            format!("The name `{name}` has characters that clients replace or leave out when they name its tools."),
            "Use letters, digits, `_` and `-` only.",
        ));
    }
}

/// Names that people give to servers they mean to switch off.
fn looks_switched_off(name: &str) -> bool {
    name.starts_with(['_', '#'])
        || name.starts_with("//")
        || name.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|part| part == "disabled")
}

/// The name as this client uses it to tell servers apart, where that is known.
///
/// Claude Code: every character outside `[A-Za-z0-9_-]` becomes `_`, observed
/// in 2.1.332. Cursor: the folder name in its mirror, agent runtime 1.0.32.
fn normalised(client: ClientId, name: &str) -> Option<String> {
    match client {
        ClientId::ClaudeCode => Some(
            name.chars()
                .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' })
                .collect(),
        ),
        ClientId::Cursor => Some(crate::clients::cursor::folder_name(name)),
        ClientId::ClaudeDesktop => None,
    }
}

/// Two active entries whose names become one.
pub(super) fn collisions(client: ClientId, entries: &[Entry], findings: &mut Vec<Finding>) {
    let active: Vec<&Entry> = entries.iter().filter(|entry| entry.is_active()).collect();
    for (at, later) in active.iter().enumerate() {
        let Some(name) = normalised(client, &later.name) else { return };
        let clash = active[..at].iter().find(|earlier| {
            earlier.name != later.name && normalised(client, &earlier.name).as_ref() == Some(&name)
        });
        if let Some(earlier) = clash {
            findings.push(Finding {
                code: "name-collision",
                level: Level::Error,
                message: format!(
                    "`{}` and `{}` both become `{name}` in {}: of tools with one name {}.",
                    earlier.name,
                    later.name,
                    client.title(),
                    // Cursor's mirror has one folder for both.
                    if client == ClientId::ClaudeCode {
                        "it takes those of the server that answers first"
                    } else {
                        "those of one server are lost"
                    }
                ),
                hint: Some("Rename one of them.".to_owned()),
                place: Some(later.place.clone()),
                server: Some(later.name.clone()),
            });
        }
    }
}

/// One program or address, with the same variables, under two names.
pub(super) fn same_program(entries: &[Entry], findings: &mut Vec<Finding>) {
    let active: Vec<(&Entry, String)> = entries
        .iter()
        .filter(|entry| entry.is_active())
        .filter_map(|entry| Some((entry, entry.launch.as_ref()?.key())))
        .collect();
    for (at, (later, key)) in active.iter().enumerate() {
        let twin =
            active[..at].iter().find(|(earlier, other)| other == key && earlier.name != later.name);
        if let Some((earlier, _)) = twin {
            findings.push(Finding {
                code: "same-program-twice",
                level: Level::Hint,
                message: format!(
                    "`{}` and `{}` start the same server: its tools are there twice.",
                    earlier.name, later.name
                ),
                hint: Some("Keep one of them.".to_owned()),
                place: Some(later.place.clone()),
                server: Some(later.name.clone()),
            });
        }
    }
}
