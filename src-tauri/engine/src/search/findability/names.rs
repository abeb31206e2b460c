//! What names say.

use std::collections::HashMap;

use super::{Note, Server};
use crate::{
    catalogue::{NAME_LIMIT, Tool},
    clients::{Level, claude_code::sent_as},
    search::tokens::words,
};

/// Words so common in tool names that alone they say nothing.
const COMMON: [&str; 22] = [
    "add", "create", "delete", "execute", "fetch", "find", "get", "help", "info", "list", "open",
    "query", "read", "remove", "run", "search", "send", "set", "status", "update", "upload",
    "write",
];

/// Things that any server could have.
const GENERAL: [&str; 9] =
    ["all", "data", "detail", "entry", "item", "object", "record", "result", "thing"];

/// Words after which something is gone. Two words must follow each other.
const DESTRUCTIVE: [&[&str]; 17] = [
    &["cancel"],
    &["clear"],
    &["delete"],
    &["destroy"],
    &["drop"],
    &["erase"],
    &["force", "push"],
    &["kill"],
    &["overwrite"],
    &["purge"],
    &["remove"],
    &["reset"],
    &["revoke"],
    &["terminate"],
    &["truncate"],
    &["uninstall"],
    &["wipe"],
];

/// A name's words are shared when this many other tools have each of them.
const MANY: usize = 10;

pub(super) fn check(servers: &[Server], notes: &mut Vec<Note>) {
    let mut holders: HashMap<String, usize> = HashMap::new();
    for server in servers {
        for tool in &server.catalogue.tools {
            let mut named = words(&tool.name);
            named.sort();
            named.dedup();
            for word in named {
                *holders.entry(word).or_default() += 1;
            }
        }
    }
    for server in servers {
        for tool in &server.catalogue.tools {
            one(server, tool, &holders, notes);
        }
    }
}

fn one(server: &Server, tool: &Tool, holders: &HashMap<String, usize>, notes: &mut Vec<Note>) {
    let mut note = |check, level, message: String, effect: String, advice| {
        let (server, tool) = (server.name.clone(), Some(tool.name.clone()));
        notes.push(Note { check, level, server, tool, message, effect, advice });
    };
    let written = sent_as(&server.name, &tool.name);
    let length = written.chars().count();
    if length > NAME_LIMIT {
        note(
            "name-too-long",
            Level::Error,
            format!(
                "Claude Code writes the name with {length} characters; the Messages API takes {NAME_LIMIT}."
            ),
            format!("The tool is refused as `{written}`."),
            "Shorten the tool's or the server's name.",
        );
    }
    let named = words(&tool.name);
    let own: Vec<&String> = named.iter().filter(|word| !COMMON.contains(&word.as_str())).collect();
    let general = own.iter().all(|word| GENERAL.contains(&word.as_str()));
    if general && !named.is_empty() {
        let rivals = named.iter().filter_map(|word| holders.get(word)).max().copied().unwrap_or(1);
        note(
            "no-service-in-name",
            Level::Warning,
            "The name has only words that any server's tools have.".to_owned(),
            format!("{rivals} of the tools here have them, too; the server's name must do all."),
            "Say in the name what it works on.",
        );
    } else {
        let others = |word: &String| holders.get(word).map_or(0, |holders| holders - 1);
        // One word of one letter or a number does not make a name its own.
        let telling: Vec<usize> =
            own.iter().filter(|word| word.chars().count() > 1).map(|word| others(word)).collect();
        if let Some(rarest) = telling.iter().min()
            && *rarest >= MANY
        {
            note(
                "shared-name-words",
                Level::Hint,
                "Every word of the name stands in many other names.".to_owned(),
                format!(
                    "Even its rarest word is in {rarest} other tools' names, so a query cannot tell them apart by name."
                ),
                "Give it a word of its own.",
            );
        }
    }
    let destructive = DESTRUCTIVE.into_iter().find(|sign| {
        named.windows(sign.len()).any(|words| words.iter().zip(*sign).all(|(a, b)| a == b))
    });
    let annotation = |key: &str| tool.raw.get("annotations").and_then(|all| all.get(key));
    if let Some(words) = destructive
        && annotation("destructiveHint").is_none()
        && tool.danger().is_none()
        && tool.read_only().is_none()
        && annotation("readOnlyHint").is_none()
    {
        note(
            "destructive-unmarked",
            Level::Warning,
            format!(
                "`{}` sounds destructive, and no annotation says whether it is.",
                words.join(" ")
            ),
            "Clients that ask before destructive calls go by a default instead.".to_owned(),
            "Set annotations.destructiveHint or readOnlyHint.",
        );
    }
}
