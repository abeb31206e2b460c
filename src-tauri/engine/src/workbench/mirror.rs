//! What Cursor's own mirror on disk adds to what is known, and where it says
//! something else than the server.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use serde_json::Value;

use super::{
    known::{Failed, Known, Mirrored, Texts},
    words::{problem, rfc3339},
};
use crate::{
    catalogue::{Catalogue, Source, Tool},
    clients::{ClientId, Entry, Launch, Loading, Reading, ToolTraits, cursor},
    wire,
    world::World,
};

/// Cursor writes the tools it sees to disk: a catalogue without connecting.
///
/// It leaves out `_meta` and the server's order, so it never takes the place
/// of what the server itself answered, however old that is.
pub(super) fn add(world: &World, readings: &[Reading], known: &mut HashMap<String, Known>) {
    for reading in readings {
        if reading.client != ClientId::Cursor {
            continue;
        }
        let Some(project) = &reading.project else { continue };
        for mirrored in cursor::mirror::read(world, project) {
            let Some(key) = reading
                .entries
                .iter()
                .find(|entry| entry.is_active() && mirrored.is_of(entry))
                .and_then(|entry| entry.launch.as_ref())
                .map(Launch::key)
            else {
                continue;
            };
            let known = known.entry(key).or_default();
            known.mirrored.insert(project.clone(), said(&mirrored));
            let better = known.catalogue.as_ref().is_some_and(|had| {
                had.source != Source::Mirror || had.taken_at >= mirrored.written
            });
            // A server that Cursor could not list has no tools that we know.
            if better || mirrored.tools.is_empty() && mirrored.status.is_some() {
                continue;
            }
            let mut catalogue =
                Catalogue::from_listing(mirrored.tools, mirrored.written, Source::Mirror);
            catalogue.instructions = mirrored.instructions;
            known.catalogue = Some(Arc::new(catalogue));
        }
    }
}

fn said(mirrored: &cursor::mirror::MirroredServer) -> Mirrored {
    let named =
        mirrored.tools.iter().filter_map(|tool| Some((tool["name"].as_str()?, texts(tool))));
    let unreadable = mirrored.unreadable.iter();
    let unreadable = unreadable
        .filter_map(|file| Some((file.place.file.file_stem()?.to_str()?, Texts::default())));
    Mirrored {
        folder: mirrored.folder.clone(),
        tools: named.chain(unreadable).map(|(name, said)| (name.to_owned(), said)).collect(),
        written: mirrored.written,
        failure: mirrored.trouble().map(|trouble| Failed {
            problem: problem(
                trouble.code(),
                format!("Cursor says: {}", mirrored.said()),
                Some(trouble.advice()),
            ),
            last_words: Vec::new(),
        }),
        incomplete: !mirrored.unreadable.is_empty(),
    }
}

fn texts(tool: &Value) -> Texts {
    Texts {
        description: tool["description"].as_str().map(ToOwned::to_owned),
        arguments: arguments(&tool["inputSchema"]),
    }
}

/// The names in a schema's `properties`. Whether Cursor writes the rest of a
/// schema down as it received it is not known.
fn arguments(schema: &Value) -> Option<BTreeSet<String>> {
    Some(schema["properties"].as_object()?.keys().cloned().collect())
}

/// Whether the mirror says something else of a tool than the server answered.
fn differs(said: &Texts, answered: &Tool) -> bool {
    let has = arguments(answered.input_schema()).unwrap_or_default();
    let description = said.description.as_deref();
    description.is_some_and(|text| text.trim() != answered.description().trim())
        || said.arguments.as_ref().is_some_and(|arguments| *arguments != has)
}

/// Servers whose tools in the mirror are not those that they answered with.
/// What Cursor says of its own trouble with a server is told elsewhere.
pub(super) fn drift(reading: &Reading, known: &HashMap<String, Known>) -> Vec<wire::Problem> {
    let Some(project) = reading.project.as_ref().filter(|_| reading.client == ClientId::Cursor)
    else {
        return Vec::new();
    };
    let active = reading.entries.iter().filter(|entry| entry.is_active());
    active
        .filter_map(|entry| {
            let known = known.get(&entry.launch.as_ref()?.key())?;
            let mirrored = known.mirrored.get(project).filter(|said| said.failure.is_none())?;
            let answer = known.catalogue.as_deref().filter(|had| had.source != Source::Mirror)?;
            drifted(reading, entry, mirrored, answer)
        })
        .collect()
}

fn drifted(
    reading: &Reading,
    entry: &Entry,
    mirrored: &Mirrored,
    answer: &Catalogue,
) -> Option<wire::Problem> {
    // Whether Cursor writes down a tool that is switched off is not known.
    let off = |name: &str| {
        let tool = ToolTraits { name, always_load: None };
        reading.policy.verdict(entry, tool, None).loading == Loading::Off
    };
    // Of two tools of one name the first counts.
    let answered: BTreeMap<&str, &Tool> =
        answer.tools.iter().rev().map(|tool| (tool.name.as_str(), tool.as_ref())).collect();
    let unusable =
        |name: &str| answer.malformed.iter().any(|tool| tool.name.as_deref() == Some(name));
    let lacks: Vec<&str> = answered
        .keys()
        .filter(|name| !mirrored.tools.contains_key(**name) && !off(name))
        .copied()
        .collect();
    let has: Vec<&str> = mirrored
        .tools
        .keys()
        .map(String::as_str)
        .filter(|name| !answered.contains_key(name) && !unusable(name))
        .collect();
    let other: Vec<&str> = answered
        .iter()
        .filter(|(name, tool)| mirrored.tools.get(**name).is_some_and(|said| differs(said, tool)))
        .map(|(name, _)| *name)
        .collect();
    let differences: Vec<String> = [
        (lacks, "lacks", "of the server's answer"),
        (has, "has", "that the answer has not"),
        (other, "has", "with another description or other arguments than the answer"),
    ]
    .into_iter()
    .filter(|(names, ..)| !names.is_empty())
    .map(|(names, what, which)| {
        format!("{what} {} tool(s) {which} ({})", names.len(), some_of(&names))
    })
    .collect();
    if differences.is_empty() {
        return None;
    }
    // A server's list depends on what its client announces, and an answer is
    // kept by what is started, not by the client it was listed as.
    let hint = if mirrored.written < answer.taken_at {
        "Which client the server was listed as is not kept, and what a client announces may explain the difference. If the server changed since, reload it in Cursor."
    } else {
        "Which client the server was listed as is not kept, and what a client announces may explain the difference. If the server changed since, connect it here again."
    };
    let found = problem(
        "cursor-mirror-drift",
        format!(
            "Cursor's mirror of `{}` {}. The mirror is of {}, the answer of {}.",
            entry.name,
            differences.join(" and "),
            rfc3339(mirrored.written),
            rfc3339(answer.taken_at)
        ),
        Some(hint),
    );
    Some(wire::Problem {
        level: wire::ProblemLevel::Hint,
        file: Some(mirrored.folder.display().to_string()),
        client: Some(reading.client.as_str().to_owned()),
        server: Some(entry.name.clone()),
        ..found
    })
}

/// The first ten.
fn some_of(names: &[&str]) -> String {
    let mut shown = names[..names.len().min(10)].to_vec();
    if names.len() > shown.len() {
        shown.push("…");
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_the_mirror_says_can_differ() {
        for (why, mirrored, answered, want) in [
            ("no word of it", json!({}), json!({"type": "object", "properties": {"n": {}}}), false),
            ("the same", json!({"properties": {"n": {}}}), json!({"properties": {"n": {}}}), false),
            ("none, and no word of any", json!({"properties": {}}), json!({}), false),
            ("none any more", json!({"properties": {}}), json!({"properties": {"n": {}}}), true),
        ] {
            let said = texts(&json!({"name": "a", "inputSchema": mirrored}));
            let raw = json!({"name": "a", "description": "A", "inputSchema": answered});
            let answered = Tool::from_listed(0, raw).expect("a tool");
            assert_eq!(differs(&said, &answered), want, "{why}");
        }
    }
}
