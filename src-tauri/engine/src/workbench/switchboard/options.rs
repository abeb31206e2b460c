//! What may be chosen, as the planner would have it.

use super::cells::{Side, spec};
use crate::{
    clients::{ClientId, Entry, Scope, WrapOptions, Wrapped},
    plan::{Change, Home, Probe, Target, Wanted, wrapping_unavailable},
    wire::{SwitchClient, SwitchOption},
};

/// How a wanted loading is written in a plan request, and what a cell shows.
const fn words(wanted: Wanted) -> (&'static str, &'static str, &'static str) {
    match wanted {
        Wanted::Always => ("Always", "always", "always"),
        Wanted::WhenNeeded => ("When needed", "when-needed", "whenNeeded"),
        Wanted::AsServerSays => ("As the server says", "as-server-says", "asServerSays"),
        Wanted::On => ("On", "on", "on"),
        Wanted::Off => ("Off", "off", "off"),
    }
}

fn option(target: &Target, wanted: Wanted, probe: &mut Probe<'_, '_>) -> SwitchOption {
    let (title, word, state) = words(wanted);
    let refused = probe.refusal(&Change::Server { target: target.clone(), wanted });
    SwitchOption {
        title: title.to_owned(),
        spec: format!("{}={word}", spec(target)),
        state: state.to_owned(),
        unavailable: refused.map(|refused| refused.message),
        wrapped: false,
    }
}

/// The switches of an entry. Which words a client has is in the planner; here
/// stands only which of two equal ones is shown.
pub(super) fn of_entry(
    target: &Target,
    entry: &Entry,
    in_project: bool,
    probe: &mut Probe<'_, '_>,
) -> Vec<SwitchOption> {
    let claude_code = target.client == ClientId::ClaudeCode;
    // Where loading can be chosen, "on" says nothing that the choice does not.
    let third = if claude_code { Wanted::AsServerSays } else { Wanted::On };
    let mut options: Vec<SwitchOption> = [Wanted::Always, Wanted::WhenNeeded, third]
        .into_iter()
        .map(|wanted| option(target, wanted, probe))
        .collect();
    let mut off = option(target, Wanted::Off, probe);
    if claude_code && in_project && entry.scope == Scope::User {
        "Off in every project".clone_into(&mut off.title);
        let anywhere = Target { home: None, ..target.clone() };
        let mut here = option(&anywhere, Wanted::Off, probe);
        "Off in this project".clone_into(&mut here.title);
        "offHere".clone_into(&mut here.state);
        options.push(here);
    }
    options.push(off);
    options.extend(through_plimsoll(target, entry, probe));
    options
}

/// What the wrapper can do where a client has no such switch, and the way back.
fn through_plimsoll(
    target: &Target,
    entry: &Entry,
    probe: &mut Probe<'_, '_>,
) -> Vec<SwitchOption> {
    let wrapped = entry.launch.as_ref().and_then(Wrapped::of);
    if wrapped.is_none() && wrapping_unavailable(target.client, entry).is_some() {
        return Vec::new();
    }
    let mut option = |title: &str, word: &str, state: &str, change: Change| SwitchOption {
        title: title.to_owned(),
        spec: format!("{}={word}", spec(target)),
        state: state.to_owned(),
        unavailable: probe.refusal(&change).map(|refused| refused.message),
        wrapped: matches!(change, Change::Wrap { .. }),
    };
    let wrap = |options: WrapOptions| Change::Wrap { target: target.clone(), options };
    let defer = WrapOptions { defer: true, ..WrapOptions::default() };
    let read_only = WrapOptions { read_only: true, ..WrapOptions::default() };
    let mut options = vec![
        option("When needed", "wrap:defer", "whenNeeded", wrap(defer)),
        option("Only tools that read", "wrap:read-only", "readOnly", wrap(read_only)),
    ];
    if wrapped.as_ref().is_some_and(Wrapped::is_gone) {
        let change = Change::Repair { target: target.clone() };
        options.push(option("Repair the wrapper's path", "repair", "repaired", change));
    }
    if wrapped.is_some() {
        let change = Change::Unwrap { target: target.clone() };
        options.push(option("Without Plimsoll's wrapper", "unwrap", "unwrapped", change));
    }
    options
}

/// A parked entry is put back, or stays where it is.
pub(super) fn of_parked(target: &Target, probe: &mut Probe<'_, '_>) -> Vec<SwitchOption> {
    let (title, word, state) = words(Wanted::Off);
    let off = SwitchOption {
        title: title.to_owned(),
        spec: format!("{}={word}", spec(target)),
        state: state.to_owned(),
        unavailable: None,
        wrapped: false,
    };
    vec![option(target, Wanted::On, probe), off]
}

/// Where an entry may be copied or moved: `CLIENT:SCOPE`.
pub(super) fn places(target: &Target, entry: &Entry, probe: &mut Probe<'_, '_>) -> Vec<String> {
    let mut places = Vec::new();
    for to in [ClientId::ClaudeCode, ClientId::ClaudeDesktop, ClientId::Cursor] {
        for home in [Home::User, Home::Project, Home::Local] {
            if to == target.client && home.holds(entry) {
                continue;
            }
            let change = Change::Move { target: target.clone(), to, home, copy: true };
            if probe.refusal(&change).is_none() {
                places.push(format!("{}:{}", to.as_str(), home.as_str()));
            }
        }
    }
    places
}

/// The switch of a server's single tools.
pub(super) struct ToolSwitch {
    target: String,
    /// Per wanted state, why it cannot be chosen.
    words: [(Wanted, Option<String>); 2],
    /// Whether the wrapper does it.
    wrapped: bool,
}

impl ToolSwitch {
    /// Asked for one tool: the answer does not depend on which.
    pub(super) fn of(target: &Target, tool: &str, probe: &mut Probe<'_, '_>) -> Self {
        let words = [Wanted::On, Wanted::Off].map(|wanted| {
            let change = Change::Tool { target: target.clone(), tool: tool.to_owned(), wanted };
            (wanted, probe.refusal(&change).map(|refused| refused.message))
        });
        let wrapped = target.client != ClientId::ClaudeCode;
        Self { target: spec(target), words, wrapped }
    }

    /// The options of one tool.
    pub(super) fn options(&self, tool: &str) -> Vec<SwitchOption> {
        self.words
            .iter()
            .map(|(wanted, unavailable)| {
                let (title, word, state) = words(*wanted);
                SwitchOption {
                    title: title.to_owned(),
                    spec: format!("{}/{tool}={word}", self.target),
                    state: state.to_owned(),
                    unavailable: unavailable.clone(),
                    wrapped: self.wrapped,
                }
            })
            .collect()
    }
}

/// Values of Claude Code's switch, with what each does. Observed in 2.1.332.
const MODES: [(Option<&str>, &str); 6] = [
    (None, "Claude Code's default: deferred"),
    (Some("true"), "When needed: all that may wait"),
    (Some("auto"), "By weight: from 10\u{a0}% of the context"),
    (Some("auto:5"), "By weight: from 5\u{a0}% of the context"),
    (Some("auto:25"), "By weight: from 25\u{a0}% of the context"),
    (Some("false"), "Always: everything, no search"),
];

/// One client's column.
pub(super) fn column(
    side: &Side<'_>,
    probe: &mut Probe<'_, '_>,
    running: &[ClientId],
) -> SwitchClient {
    let client = side.reading.client;
    let now = side.reading.policy.mode();
    let planned = side.reading_then.policy.mode();
    let refused = probe.refusal(&Change::Mode { client, value: Some("true".to_owned()) });
    let mut modes = Vec::new();
    if now.is_some() {
        let unavailable = refused.as_ref().map(|refused| refused.message.clone());
        let mode = |value: Option<&str>, title: String| SwitchOption {
            title,
            spec: format!("{}={}", client.as_str(), value.unwrap_or("default")),
            state: value.unwrap_or("default").to_owned(),
            unavailable: unavailable.clone(),
            wrapped: false,
        };
        modes.extend(MODES.map(|(value, title)| mode(value, title.to_owned())));
        let own = [&planned, &now]
            .into_iter()
            .flatten()
            .filter_map(|mode| mode.value.clone())
            .filter(|value| MODES.iter().all(|(known, _)| *known != Some(value)));
        for value in own {
            if modes.iter().all(|had| had.state != value) {
                modes.push(mode(Some(&value), format!("As set: {value}")));
            }
        }
    }
    let because = match (&now, refused) {
        (Some(mode), _) => mode.cause.because.clone(),
        (None, Some(refused)) => refused.message,
        (None, None) => String::new(),
    };
    SwitchClient {
        id: side.audit.id.clone(),
        version: side.audit.version.clone(),
        standing: side.audit.standing,
        planned: side.audit_then.standing,
        mode: now.and_then(|mode| mode.value),
        planned_mode: planned.and_then(|mode| mode.value),
        modes,
        because,
        running: running.contains(&client),
        confirmed: None,
    }
}
