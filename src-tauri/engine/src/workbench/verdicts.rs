//! How each tool is loaded: as its entry stands, as the client takes its
//! definition, as the client's settings say, and whether another server's tool
//! may take its place.

use std::{collections::HashMap, sync::Arc};

use super::known::Known;
use crate::{
    catalogue::Tool,
    clients::{Cause, Entry, Loading, Policy, Reading, Standing, ToolTraits, Verdict},
    weights::{Refusal, Shape, Weighed},
};

/// One tool with both weights it can have: loaded always, and found by search.
pub(super) struct Candidate {
    pub(super) tool: Arc<Tool>,
    pub(super) sent_as: String,
    /// What the client makes of it, or why it leaves it out.
    pub(super) eager: Result<Weighed, Refusal>,
    pub(super) found: Result<Weighed, Refusal>,
}

/// The verdict on every tool of every entry, in the order of the candidates.
pub(super) fn verdicts(
    reading: &Reading,
    known: &HashMap<String, Known>,
    shape: Shape,
    candidates: &[Option<Vec<Candidate>>],
) -> Vec<Vec<Verdict>> {
    let policy = reading.policy.as_ref();
    let deferrable = policy.needs_weights().then(|| deferrable(reading, candidates));
    let mut verdicts: Vec<Vec<Verdict>> = reading
        .entries
        .iter()
        .zip(candidates)
        .map(|(entry, candidates)| {
            let catalogue = entry
                .launch
                .as_ref()
                .and_then(|launch| known.get(&launch.key())?.catalogue.as_deref());
            let fault = catalogue.and_then(|catalogue| shape.list_fault(catalogue));
            let one = |candidate| {
                verdict(entry, policy, candidate, fault.as_deref(), deferrable.as_ref())
            };
            candidates.iter().flatten().map(one).collect()
        })
        .collect();
    if policy.one_tool_per_name() {
        contest(reading, candidates, &mut verdicts);
    }
    verdicts
}

/// Of tools of several servers that are written the same way the model gets the
/// one of the server that answers first, which nothing tells beforehand: the
/// loading of each is unknown. A tool that is off contests nothing.
fn contest(
    reading: &Reading,
    candidates: &[Option<Vec<Candidate>>],
    verdicts: &mut [Vec<Verdict>],
) {
    let mut offered: HashMap<&str, Vec<&Entry>> = HashMap::new();
    let each = reading.entries.iter().zip(candidates).zip(verdicts.iter());
    for ((entry, candidates), verdicts) in each {
        for (candidate, verdict) in candidates.iter().flatten().zip(verdicts) {
            if verdict.loading != Loading::Off {
                offered.entry(&candidate.sent_as).or_default().push(entry);
            }
        }
    }
    let each = reading.entries.iter().zip(candidates).zip(verdicts);
    for ((entry, candidates), verdicts) in each {
        for (candidate, verdict) in candidates.iter().flatten().zip(verdicts) {
            let by = offered.get(candidate.sent_as.as_str()).into_iter().flatten();
            let Some(rival) = by.copied().find(|other| other.place != entry.place) else {
                continue;
            };
            if verdict.loading == Loading::Off {
                continue;
            }
            *verdict = Verdict {
                loading: Loading::Unknown,
                cause: Cause {
                    because: format!(
                        "`{}` has a tool that is written the same way; the model gets the one of the server that answers first.",
                        rival.name
                    ),
                    place: Some(rival.place.clone()),
                },
            };
        }
    }
}

/// What a client in `auto` mode compares with its threshold.
struct Deferrable {
    /// Everything known that would be deferred if deferral were on, in tokens.
    known: u64,
    /// Whether every active server was listed: else there may be more.
    complete: bool,
}

fn deferrable(reading: &Reading, candidates: &[Option<Vec<Candidate>>]) -> Deferrable {
    let mut active = reading.entries.iter().zip(candidates).filter(|(entry, _)| entry.is_active());
    let complete = active.all(|(_, candidates)| candidates.is_some());
    let known = reading
        .entries
        .iter()
        .zip(candidates)
        .filter(|(entry, _)| entry.is_active())
        .flat_map(|(entry, candidates)| {
            candidates.iter().flatten().map(move |candidate| (entry, candidate))
        })
        .filter(|(entry, candidate)| {
            let verdict = reading.policy.verdict(entry, traits(&candidate.tool), Some(u64::MAX));
            verdict.loading == Loading::WhenNeeded
        })
        .filter_map(|(_, candidate)| candidate.eager.as_ref().ok())
        .map(|weighed| u64::from(weighed.weight.total.get()))
        .sum();
    Deferrable { known, complete }
}

fn traits(tool: &Tool) -> ToolTraits<'_> {
    ToolTraits { name: &tool.name, always_load: tool.always_load() }
}

/// How a tool of an entry is loaded: as the entry stands, as the client takes
/// its definition, as the client's settings say.
fn verdict(
    entry: &Entry,
    policy: &dyn Policy,
    candidate: &Candidate,
    list_fault: Option<&str>,
    deferrable: Option<&Deferrable>,
) -> Verdict {
    if !entry.is_active() {
        return inactive(entry);
    }
    let refused = list_fault.or(candidate.eager.err().map(Refusal::because));
    if let Some(because) = refused {
        let cause = Cause { because: because.to_owned(), place: None };
        return Verdict { loading: Loading::Off, cause };
    }
    let tool = traits(&candidate.tool);
    let by_known = policy.verdict(entry, tool, deferrable.map(|deferrable| deferrable.known));
    // What is not listed yet can only add: above the threshold is certain.
    match deferrable {
        Some(Deferrable { complete: false, .. }) if by_known.loading != Loading::WhenNeeded => {
            policy.verdict(entry, tool, None)
        }
        _ => by_known,
    }
}

/// Loading of every tool of an entry that the client does not use.
fn inactive(entry: &Entry) -> Verdict {
    let cause = match &entry.standing {
        Standing::Off(cause) | Standing::NeedsApproval(cause) | Standing::Unusable(cause) => {
            cause.clone()
        }
        Standing::Active | Standing::Shadowed { .. } => {
            Cause { because: "Another entry of the same name is used.".to_owned(), place: None }
        }
    };
    Verdict { loading: Loading::Off, cause }
}

#[cfg(test)]
mod tests {
    use std::{path::PathBuf, time::SystemTime};

    use serde_json::json;

    use super::*;
    use crate::{
        catalogue::{Catalogue, Source},
        clients::{Client, ClientId, UserSays, claude_code::ClaudeCode, cursor::Cursor},
        weights::{TokenizerId, Weigher},
        wire,
        workbench::audit,
        world::{Platform, World},
    };

    fn world(home: &std::path::Path) -> World {
        World {
            platform: Platform::Linux,
            home: home.to_owned(),
            env: std::collections::BTreeMap::new(),
            system_root: PathBuf::from("/nowhere"),
            clock: Arc::new(|| SystemTime::UNIX_EPOCH),
            texts: crate::world::Texts::default(),
        }
    }

    /// What is known of a server that listed these.
    fn listed(tools: impl IntoIterator<Item = serde_json::Value>) -> Known {
        let catalogue = Catalogue::from_listing(tools, SystemTime::UNIX_EPOCH, Source::Live);
        Known { catalogue: Some(Arc::new(catalogue)), ..Known::default() }
    }

    /// What the window is told of a reading.
    fn assembled(reading: crate::clients::Reading, known: &HashMap<String, Known>) -> wire::Audit {
        let (weigher, now) = (Weigher::default(), SystemTime::UNIX_EPOCH);
        audit::assemble(&[reading], known, &weigher, TokenizerId::default(), now)
    }

    /// What `client` makes of servers, each with the names of its tools.
    fn audited(client: &dyn Client, file: &str, servers: &[(&str, &[&str])]) -> wire::Audit {
        let home = tempfile::tempdir().expect("a folder");
        let entries: serde_json::Map<String, serde_json::Value> = servers
            .iter()
            .map(|(name, _)| ((*name).to_owned(), json!({"command": format!("run {name}")})))
            .collect();
        let path = home.path().join(file);
        std::fs::create_dir_all(path.parent().expect("below")).expect("made");
        std::fs::write(path, json!({"mcpServers": entries}).to_string()).expect("written");
        let world = world(home.path());
        let reading = client.read(&world, UserSays::default(), None);
        let known = reading
            .entries
            .iter()
            .filter_map(|entry| {
                let (_, tools) = servers.iter().find(|(name, _)| *name == entry.name)?;
                let tools = tools
                    .iter()
                    .map(|tool| json!({"name": tool, "inputSchema": {"type": "object"}}));
                Some((entry.launch.as_ref()?.key(), listed(tools)))
            })
            .collect();
        assembled(reading, &known)
    }

    fn loadings(audit: &wire::Audit) -> Vec<String> {
        let tools = audit.clients[0].servers.iter().flat_map(|server| &server.tools);
        tools.map(|tool| format!("{} {}", tool.sent_as, tool.loading)).collect()
    }

    #[test]
    fn one_written_name_of_two_servers_is_a_race() {
        let audit =
            audited(&ClaudeCode, ".claude.json", &[("a", &["b__c", "x"]), ("a__b", &["c", "y"])]);
        assert_eq!(
            loadings(&audit),
            [
                "mcp__a__b__c unknown",
                "mcp__a__x whenNeeded",
                "mcp__a__b__c unknown",
                "mcp__a__b__y whenNeeded",
            ]
        );
        let because = &audit.clients[0].servers[0].tools[0].because;
        assert!(because.contains("`a__b`"), "{because}");
        assert!(audit.clients[0].standing.lower_bound);
        let problem = audit.problems.iter().find(|problem| problem.code == "same-written-name");
        assert_eq!(problem.and_then(|problem| problem.server.as_deref()), Some("a__b"));
    }

    #[test]
    fn auto_decides_nothing_before_every_server_is_listed() {
        let home = tempfile::tempdir().expect("a folder");
        let write = |file: &str, text: serde_json::Value| {
            std::fs::write(home.path().join(file), text.to_string()).expect("written");
        };
        std::fs::create_dir(home.path().join(".claude")).expect("made");
        write(
            ".claude.json",
            json!({"mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}}}),
        );
        write(
            ".claude/settings.json",
            json!({"env": {
                "ENABLE_TOOL_SEARCH": "auto:5",
                "CLAUDE_CODE_MAX_MCP_DESCRIPTION_LENGTH": 1_000_000,
            }}),
        );
        let world = world(home.path());
        let words = "a word of many ".repeat(20_000);
        for (why, answered, description, want) in [
            ("one of two, light", &["a"][..], "x", "unknown"),
            ("both, light", &["a", "b"], "x", "always"),
            ("one of two, too heavy already", &["a"], words.as_str(), "whenNeeded"),
        ] {
            let reading = ClaudeCode.read(&world, UserSays::default(), None);
            let tool =
                json!({"name": "t", "description": description, "inputSchema": {"type": "object"}});
            let known = reading
                .entries
                .iter()
                .filter(|entry| answered.contains(&entry.name.as_str()))
                .filter_map(|entry| Some((entry.launch.as_ref()?.key(), listed([tool.clone()]))))
                .collect();
            let audit = assembled(reading, &known);
            assert_eq!(audit.clients[0].servers[0].tools[0].loading, want, "{why}");
        }
    }

    #[test]
    fn within_one_server_the_first_counts() {
        let audit = audited(&ClaudeCode, ".claude.json", &[("a", &["b.c", "b_c"])]);
        assert_eq!(loadings(&audit), ["mcp__a__b_c whenNeeded", "mcp__a__b_c off"]);
    }

    #[test]
    fn a_client_that_keeps_servers_apart_has_no_race() {
        let audit = audited(&Cursor, ".cursor/mcp.json", &[("a", &["t"]), ("b", &["t"])]);
        assert_eq!(audit.clients[0].id, ClientId::Cursor.as_str());
        assert_eq!(loadings(&audit), ["t whenNeeded", "t whenNeeded"]);
    }
}
