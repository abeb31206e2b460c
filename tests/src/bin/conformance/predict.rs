//! What the engine says the client would load in a home.

use std::{collections::BTreeMap, sync::Arc, time::SystemTime};

use plimsoll_engine::{
    clients::{Entry, Installed, Launch, Loading, Standing, ToolTraits, claude_code::ClaudeCode},
    world::{Platform, Texts, World},
};
use serde_json::Value;

use super::{Loaded, client, home::Home};

/// Tools the engine takes to be loaded always or when needed.
pub fn loaded(home: &Home, api: &str, version: &str) -> Loaded {
    let env: BTreeMap<String, String> = client::environment(home, api).into_iter().collect();
    let world = World {
        platform: Platform::here(),
        home: home.folder.clone(),
        env,
        system_root: home.folder.join("no-system"),
        clock: Arc::new(|| SystemTime::UNIX_EPOCH),
        texts: Texts::default(),
    };
    let installed = Installed { version: version.parse().ok(), source: None };
    let reading = ClaudeCode.read_as(&world, Some(&home.cwd), installed);
    let mut loaded = Loaded::new();
    let mut names: Vec<&str> = Vec::new();
    for entry in reading.entries.iter().filter(|entry| runs_in_print_mode(entry)) {
        // Used without approval, an entry hides weaker ones of its name.
        if names.contains(&entry.name.as_str()) {
            continue;
        }
        names.push(&entry.name);
        for tool in tools(entry) {
            let Some(name) = tool["name"].as_str() else { continue };
            let always_load = tool["_meta"]["anthropic/alwaysLoad"].as_bool();
            let traits = ToolTraits { name, always_load };
            let verdict = reading.policy.verdict(entry, traits, Some(home.deferrable));
            let word = match verdict.loading {
                Loading::Always => "always",
                Loading::WhenNeeded => "whenNeeded",
                Loading::Off => continue,
                Loading::Unknown => "unknown",
            };
            loaded.entry(reading.policy.sent_as(entry, name)).or_insert(word);
        }
    }
    loaded
}

/// Print mode cannot ask, and uses unapproved servers too.
fn runs_in_print_mode(entry: &Entry) -> bool {
    matches!(entry.standing, Standing::Active | Standing::NeedsApproval(_))
}

/// The tools of a server of ours: they are its last argument.
fn tools(entry: &Entry) -> Vec<Value> {
    let Some(Launch::Stdio(stdio)) = &entry.launch else { return Vec::new() };
    let starts = std::path::Path::new(&stdio.command).is_file();
    let list = stdio.args.last().filter(|_| starts);
    list.and_then(|list| serde_json::from_str(list).ok()).unwrap_or_default()
}
