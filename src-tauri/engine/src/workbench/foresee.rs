//! What planned changes will and will not achieve, as the clients' own rules
//! judge the files they would leave.

use std::collections::HashSet;

use super::{
    outlook::{Outlook, Picture},
    words::{problem, problem_of_finding},
};
use crate::{
    clients::{
        Cause, ClientId, Entry, Finding, Level, Loading, Place, Reading, Standing, ToolTraits,
    },
    plan::{Change, Target, Wanted},
    wire::{PlanView, Problem, ProblemLevel, ServerAudit, ServerState},
};

/// Adds what the new files would say against the changes that make them.
pub(super) fn add(notes: &mut Vec<Problem>, now: &Picture, outlook: &Outlook) {
    let changes = &outlook.changes;
    let mut more: Vec<Problem> =
        changes.iter().filter_map(|change| heavier(change, now, outlook)).collect();
    more.extend(changes.iter().filter_map(|change| comes_on(change, now, &outlook.then)));
    let (now, then) = (&now.basis.readings, &outlook.then.basis.readings);
    more.extend(changes.iter().filter_map(|change| overruled(change, then)));
    more.extend(newly_wrong(now, then));
    more.extend(newly_unapproved(now, then));
    for note in more {
        // The planner names the very rule where it knows one.
        let said = notes.iter().any(|had| {
            let same = (&had.client, &had.server) == (&note.client, &note.server);
            same && (had.code == note.code
                || had.code == "still-denied" && note.code == "overruled")
        });
        if !said {
            notes.push(note);
        }
    }
}

/// What it means that a client runs whose file would be written.
pub(super) fn of_running(view: &PlanView, running: &[ClientId]) -> Vec<Problem> {
    let writes = |client: ClientId, name: &str| {
        view.files.iter().find(|file| {
            file.client.as_deref() == Some(client.as_str()) && file.path.ends_with(name)
        })
    };
    let note = |client: ClientId, file: &str, message: &str, hint: &str| Problem {
        level: ProblemLevel::Warning,
        client: Some(client.as_str().to_owned()),
        file: Some(file.to_owned()),
        ..problem("client-running", message.to_owned(), Some(hint))
    };
    let mut notes = Vec::new();
    if running.contains(&ClientId::ClaudeCode)
        && let Some(file) = writes(ClientId::ClaudeCode, ".claude.json")
    {
        notes.push(note(
            ClientId::ClaudeCode,
            &file.path,
            "Claude Code is running: it rewrites this file often, when it exits too, and takes up the change when it is started again",
            "The file is looked at again later; if the change is gone, Plimsoll says so and can write it once more.",
        ));
    }
    if running.contains(&ClientId::ClaudeDesktop)
        && let Some(file) = writes(ClientId::ClaudeDesktop, "claude_desktop_config.json")
    {
        notes.push(note(
            ClientId::ClaudeDesktop,
            &file.path,
            "Claude Desktop is running and would undo the change from its memory: nothing is written while it does",
            "Quit it completely, its tray icon too, before you write.",
        ));
    }
    notes
}

/// Why a change will not have its effect, when the new files say so.
fn overruled(change: &Change, then: &[Reading]) -> Option<Problem> {
    let client = match change {
        Change::Move { to, .. } => *to,
        _ => change.client(),
    };
    let reading = then.iter().find(|reading| reading.client == client)?;
    let because = |what: String, server: Option<&str>, cause: &Cause| Problem {
        level: ProblemLevel::Warning,
        client: Some(reading.client.as_str().to_owned()),
        server: server.map(ToOwned::to_owned),
        file: cause.place.as_ref().map(|place| place.file.display().to_string()),
        line: cause.place.as_ref().and_then(Place::line),
        column: cause.place.as_ref().and_then(Place::column),
        ..problem(
            "overruled",
            format!("{what}: {}", cause.because),
            Some("Change that setting too, where it is yours."),
        )
    };
    match change {
        Change::Mode { value, .. } => {
            let mode = reading.policy.mode()?;
            (mode.value != *value).then(|| {
                let stays = mode.value.as_deref().map_or_else(
                    || "its default holds all the same".to_owned(),
                    |value| format!("`{value}` holds all the same"),
                );
                because(format!("{}: {stays}", reading.client.title()), None, &mode.cause)
            })
        }
        Change::Server { target, wanted } => {
            let entry = entry_of(reading, target)?;
            let (loading, cause) = judged(reading, entry, "");
            let as_wanted = match wanted {
                Wanted::Always => loading == Loading::Always,
                Wanted::WhenNeeded => loading == Loading::WhenNeeded,
                Wanted::Off => loading == Loading::Off,
                Wanted::On | Wanted::AsServerSays => loading != Loading::Off,
            };
            (!as_wanted && loading != Loading::Unknown).then(|| {
                let what = format!("`{}` will be {}", entry.name, words(loading));
                because(what, Some(&entry.name), &cause)
            })
        }
        Change::Tool { target, tool, wanted } => {
            let entry = entry_of(reading, target)?;
            let (loading, cause) = judged(reading, entry, tool);
            let is_off = loading == Loading::Off;
            (is_off != (*wanted == Wanted::Off) && loading != Loading::Unknown).then(|| {
                let what = format!("`{tool}` of `{}` will be {}", entry.name, words(loading));
                because(what, Some(&entry.name), &cause)
            })
        }
        // The switches of an entry go by name: it may be off where it arrives.
        Change::Move { target, to, home, .. } => {
            let (client, home) = (*to, Some(*home));
            off(reading, &Target { client, home, server: target.server.clone() }, &because)
        }
        Change::Add { to, home, name, .. } => {
            let (client, home) = (*to, Some(*home));
            off(reading, &Target { client, home, server: name.clone() }, &because)
        }
        Change::Keep { target, tools } => off(reading, target, &because).or_else(|| {
            let entry = entry_of(reading, target)?;
            tools.iter().find_map(|tool| {
                let (loading, cause) = judged(reading, entry, tool);
                let what = || format!("`{tool}` of `{}` will be off", entry.name);
                (loading == Loading::Off).then(|| because(what(), Some(&entry.name), &cause))
            })
        }),
        _ => None,
    }
}

/// Why the wrapper is put in front of a server in vain, where the client itself
/// loads its tools when needed.
fn heavier(change: &Change, now: &Picture, outlook: &Outlook) -> Option<Problem> {
    let Change::Wrap { target, options } = change else { return None };
    // An entry that comes with the same plan is weighed as it comes.
    let (loading, before) = seat(now, target).or_else(|| seat(outlook.arrived(), target))?;
    let (_, after) = seat(&outlook.then, target)?;
    if !options.defer || loading != Loading::WhenNeeded {
        return None;
    }
    let client = target.client.title();
    let known = !before.tools.is_empty() && !after.tools.is_empty();
    let cost = match after.standing.checked_sub(before.standing) {
        Some(0) | None if known => return None,
        Some(more) if known => format!(
            "the wrapper's own tools take {more} tokens more before the first message ({} → {}, {})",
            before.standing, after.standing, now.audit.tokenizer
        ),
        _ => "the wrapper only adds its own two tools".to_owned(),
    };
    Some(Problem {
        level: ProblemLevel::Warning,
        client: Some(target.client.as_str().to_owned()),
        server: Some(target.server.clone()),
        ..problem(
            "deferred-anyway",
            format!(
                "{client} loads the tools of `{}` when needed by itself: {cost}",
                target.server
            ),
            Some("Leave it as it is, or wrap it for its tools only: `wrap:only:NAMES`."),
        )
    })
}

/// How an entry is loaded in a picture, and what it weighs there.
fn seat<'p>(picture: &'p Picture, target: &Target) -> Option<(Loading, &'p ServerAudit)> {
    let (reading, audit) = picture.of(target.client)?;
    let entry = entry_of(reading, target)?;
    let at = reading.entries.iter().position(|each| std::ptr::eq(each, entry))?;
    Some((judged(reading, entry, "").0, audit.servers.get(at)?))
}

/// The tools of a server that are off.
fn names_off(server: &ServerAudit) -> impl Iterator<Item = &str> {
    let off = server.tools.iter().filter(|tool| tool.loading == Loading::Off.as_str());
    off.map(|tool| tool.name.as_str())
}

/// What is off where an entry comes from and on where it goes: the lists and
/// rules of one client go nowhere with an entry.
fn comes_on(change: &Change, now: &Picture, then: &Picture) -> Option<Problem> {
    let Change::Move { target, to, home, .. } = change else { return None };
    if target.client == *to {
        return None;
    }
    let there = Target { client: *to, home: Some(*home), server: target.server.clone() };
    let ((_, before), (loading, after)) = (seat(now, target)?, seat(then, &there)?);
    if loading == Loading::Off {
        return None;
    }
    let (what, keep) = if before.state == ServerState::Off {
        (format!("`{}` is off", target.server), format!("`--set {}=off`", there.spec()))
    } else {
        let off_there: HashSet<&str> = names_off(after).collect();
        let back = names_off(before).filter(|name| !off_there.contains(name)).count();
        let what = match back {
            0 => return None,
            1 => format!("one tool of `{}` is off", target.server),
            many => format!("{many} tools of `{}` are off", target.server),
        };
        (what, format!("`--keep {}=TOOLS`", there.spec()))
    };
    Some(Problem {
        level: ProblemLevel::Warning,
        client: Some(to.as_str().to_owned()),
        server: Some(target.server.clone()),
        ..problem(
            "comes-on",
            format!("{what} in {}, but not in {}", target.client.title(), to.title()),
            Some(&format!("{keep} does the same there.")),
        )
    })
}

/// Why an entry will be off as a whole. One that waits for approval is not.
fn off(
    reading: &Reading,
    target: &Target,
    because: &dyn Fn(String, Option<&str>, &Cause) -> Problem,
) -> Option<Problem> {
    let entry = entry_of(reading, target)?;
    let Standing::Off(cause) = &entry.standing else { return None };
    Some(because(format!("`{}` will be off", entry.name), Some(&entry.name), cause))
}

const fn words(loading: Loading) -> &'static str {
    match loading {
        Loading::Always => "loaded always",
        Loading::WhenNeeded => "loaded when needed",
        Loading::Off => "off",
        Loading::Unknown => "loaded nobody knows how",
    }
}

fn entry_of<'r>(reading: &'r Reading, target: &Target) -> Option<&'r Entry> {
    let mut named = reading.entries.iter().filter(|entry| entry.name == target.server);
    match target.home {
        Some(home) => named.find(|entry| home.holds(entry)),
        None => named.find(|entry| !matches!(entry.standing, Standing::Shadowed { .. })),
    }
}

/// How a plain tool of an entry is loaded, and why.
pub(super) fn judged(reading: &Reading, entry: &Entry, tool: &str) -> (Loading, Cause) {
    let cause = match &entry.standing {
        Standing::Active => {
            let traits = ToolTraits { name: tool, always_load: None };
            let verdict = reading.policy.verdict(entry, traits, None);
            return (verdict.loading, verdict.cause);
        }
        Standing::Shadowed { by } => Cause {
            because: "another entry of the same name is used".to_owned(),
            place: Some(by.clone()),
        },
        Standing::Off(cause) | Standing::NeedsApproval(cause) | Standing::Unusable(cause) => {
            cause.clone()
        }
    };
    (Loading::Off, cause)
}

/// Findings that the new files have and the old ones have not.
fn newly_wrong(now: &[Reading], then: &[Reading]) -> Vec<Problem> {
    let file = |finding: &Finding| finding.place.as_ref().map(|place| place.file.clone());
    let had = |client: ClientId, finding: &Finding| {
        let old = now.iter().filter(|reading| reading.client == client);
        old.flat_map(|reading| &reading.findings).any(|old| {
            (old.code, &old.server, &old.message)
                == (finding.code, &finding.server, &finding.message)
                && file(old) == file(finding)
        })
    };
    let mut found = Vec::new();
    for reading in then {
        for finding in &reading.findings {
            if finding.level >= Level::Warning && !had(reading.client, finding) {
                found.push(problem_of_finding(finding, reading.client));
            }
        }
    }
    found
}

/// Servers that wait for approval afterwards and did not before.
fn newly_unapproved(now: &[Reading], then: &[Reading]) -> Vec<Problem> {
    let waits = |entry: &Entry| matches!(entry.standing, Standing::NeedsApproval(_));
    let mut found = Vec::new();
    for reading in then {
        let before = now.iter().find(|other| other.client == reading.client);
        for entry in reading.entries.iter().filter(|entry| waits(entry)) {
            let waited = before.is_some_and(|before| {
                before
                    .entries
                    .iter()
                    .any(|old| waits(old) && (&old.name, &old.scope) == (&entry.name, &entry.scope))
            });
            if !waited {
                found.push(Problem {
                    level: ProblemLevel::Warning,
                    client: Some(reading.client.as_str().to_owned()),
                    server: Some(entry.name.clone()),
                    file: Some(entry.place.file.display().to_string()),
                    ..problem(
                        "needs-approval",
                        format!(
                            "{} will ask for approval before it uses `{}`",
                            reading.client.title(),
                            entry.name
                        ),
                        Some("Approve it in the client; Plimsoll never does that for you."),
                    )
                });
            }
        }
    }
    found
}
