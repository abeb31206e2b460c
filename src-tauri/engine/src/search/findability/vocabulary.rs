//! Words users would say that a server's tools do not.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use super::{Note, Server};
use crate::{
    clients::{Level, Loading, claude_code::sent_as},
    search::{
        Document, Engine as _, Index,
        claude_code::ClaudeCode,
        nearest::{DEEDS, groups},
        tokens::words,
    },
};

/// Words of a group that people use most: those a tool should have.
const COMMON: usize = 3;

/// How many results are looked at for where a tool stands.
const LOOKED: i64 = 50;

pub(super) fn check(servers: &[Server], notes: &mut Vec<Note>) {
    let mut index: Option<(Vec<String>, Box<dyn Index>)> = None;
    for server in servers {
        for lack in lacks(server) {
            let (names, index) = &*index.get_or_insert_with(|| searched(servers));
            let written = sent_as(&server.name, &lack.tool);
            let effects: Vec<String> =
                lack.missing.iter().map(|word| effect(word, &written, names, &**index)).collect();
            notes.push(Note {
                check: "words-nowhere",
                level: Level::Hint,
                server: server.name.clone(),
                tool: Some(lack.tool),
                message: format!(
                    "{} {}; {} stands nowhere in this server's names and descriptions.",
                    counted(lack.tools, "tool says", "tools say"),
                    quoted(&lack.has),
                    quoted(&lack.missing)
                ),
                effect: effects.join(" "),
                advice: "Use what users say in the description, beside your own word.",
            });
        }
    }
}

/// A group of words for the same of which a server has only uncommon ones.
struct Lack {
    /// The first tool whose name has one of them.
    tool: String,
    /// How many tools' names do.
    tools: usize,
    has: Vec<&'static str>,
    missing: Vec<&'static str>,
}

fn lacks(server: &Server) -> Vec<Lack> {
    let mut anywhere: HashSet<String> = words(&server.name).into_iter().collect();
    let mut named: BTreeMap<String, (usize, &str, usize)> = BTreeMap::new();
    for (place, tool) in server.catalogue.tools.iter().enumerate() {
        for word in words(&tool.name) {
            let known = named.entry(word.clone()).or_insert((place, &tool.name, 0));
            known.2 += 1;
            anywhere.insert(word);
        }
        anywhere.extend(words(tool.description()));
    }
    groups()
        .enumerate()
        .filter_map(|(place, group)| {
            let has: Vec<&'static str> =
                group.iter().copied().filter(|word| named.contains_key(*word)).collect();
            let common = &group[..COMMON.min(group.len())];
            let missing: Vec<&'static str> =
                common.iter().copied().filter(|word| !anywhere.contains(*word)).collect();
            // Users put one deed in the place of another more easily than a thing.
            if place < DEEDS && missing.len() < common.len() {
                return None;
            }
            let of: Vec<_> = has.iter().filter_map(|word| named.get(*word)).collect();
            let (_, tool, _) = of.iter().min()?;
            (!missing.is_empty()).then(|| Lack {
                tool: (*tool).to_owned(),
                tools: of.iter().map(|(_, _, tools)| tools).sum(),
                has,
                missing,
            })
        })
        .collect()
}

/// All tools as Claude Code would search them, and their written names.
fn searched(servers: &[Server]) -> (Vec<String>, Box<dyn Index>) {
    let documents: Vec<Document> = servers
        .iter()
        .flat_map(|server| {
            let name: Arc<str> = server.name.as_str().into();
            server.catalogue.tools.iter().map(move |tool| Document {
                sent_as: sent_as(&name, &tool.name),
                server: Some(Arc::clone(&name)),
                tool: Arc::clone(tool),
                loading: Loading::WhenNeeded,
            })
        })
        .collect();
    let names = documents.iter().map(|document| document.sent_as.clone()).collect();
    (names, ClaudeCode::new(None).index(documents.into()))
}

/// Where the tool stands when somebody searches for the word.
fn effect(word: &str, written: &str, names: &[String], index: &dyn Index) -> String {
    let hits = index.search(word, LOOKED).hits;
    match hits.iter().position(|hit| names[hit.document] == written) {
        Some(at) => format!("Claude Code's search for `{word}` has it at place {}.", at + 1),
        None if hits.is_empty() => {
            format!("Claude Code's search for `{word}` does not find it, nor anything else.")
        }
        None => {
            format!(
                "Claude Code's search for `{word}` does not find it, but {} others.",
                hits.len()
            )
        }
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn counted(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}
