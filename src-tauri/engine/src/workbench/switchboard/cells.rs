//! One server in one client: how it loads, now and then, and its tools.

use std::{collections::HashMap, path::Path};

use super::options;
use crate::workbench::{drift::Drift, foresee::judged, known::Known};
use crate::{
    catalogue::Tool,
    clients::{Entry, Loading, Reading, Scope, Wrapped},
    plan::{Home, Parked, Probe, Target},
    wire::{
        ClientAudit, ServerAudit, ServerState, SwitchCell, SwitchOption, SwitchServer, SwitchTool,
        ToolAudit,
    },
};

/// One client, as it is and as it would be.
pub(super) struct Side<'b> {
    pub(super) reading: &'b Reading,
    pub(super) audit: &'b ClientAudit,
    pub(super) reading_then: &'b Reading,
    pub(super) audit_then: &'b ClientAudit,
    pub(super) known: &'b HashMap<String, Known>,
    pub(super) drift: &'b Drift,
    pub(super) in_project: bool,
}

/// An entry on one side: what was read and what it weighs.
type Seat<'b> = (&'b Entry, &'b ServerAudit);

/// A cell with its server's key and weight.
pub(super) type Placed = (Option<String>, Option<u32>, SwitchCell);

impl<'b> Side<'b> {
    /// Every entry that is there or is parked.
    pub(super) fn cells(&self, parked: &[&Parked], probe: &mut Probe<'_, '_>) -> Vec<Placed> {
        let now: Vec<Seat<'b>> = seats(self.reading, self.audit);
        let then: Vec<Seat<'b>> = seats(self.reading_then, self.audit_then);
        let mut cells: Vec<Placed> = now
            .iter()
            .map(|seat| {
                let later = then.iter().find(|later| same(seat, later));
                let (key, weight, cell) = self.cell(seat, later.copied(), probe);
                let target = target_of(self.reading, seat.0);
                let places = options::places(&target, seat.0, probe);
                (key, weight, SwitchCell { places, ..cell })
            })
            .collect();
        for parked in parked {
            if !now.iter().any(|seat| is_parked(seat, parked)) {
                let later = then.iter().find(|seat| is_parked(seat, parked)).copied();
                cells.push(self.parked(parked, later, probe));
            }
        }
        cells
    }

    /// Every entry that is there and not yet `now`: staged changes put it there.
    /// Where it may go stands at the entry it comes from.
    pub(super) fn coming(
        &self,
        now: &Side<'_>,
        parked: &[&Parked],
        probe: &mut Probe<'_, '_>,
    ) -> Vec<Placed> {
        let had = seats(now.reading, now.audit);
        let then = seats(self.reading_then, self.audit_then);
        let comes = |seat: &&Seat<'b>| {
            !had.iter().any(|old| same(old, seat))
                && !parked.iter().any(|parked| is_parked(seat, parked))
        };
        let come = |seat: &Seat<'b>| {
            let later = then.iter().find(|later| same(seat, later)).copied();
            let (key, weight, cell) = self.cell(seat, later, probe);
            let because = format!("Staged changes put it here. {}", cell.because);
            (key, weight, SwitchCell { coming: true, because, standing: 0, ..cell })
        };
        seats(self.reading, self.audit).iter().filter(comes).map(come).collect()
    }

    fn cell(
        &self,
        &(entry, audit): &Seat<'b>,
        later: Option<Seat<'b>>,
        probe: &mut Probe<'_, '_>,
    ) -> Placed {
        let target = target_of(self.reading, entry);
        let (current, because) = Self::state(self.reading, entry, audit);
        let planned = later.map_or_else(
            || "off".to_owned(),
            |(entry, audit)| Self::state(self.reading_then, entry, audit).0,
        );
        let options = options::of_entry(&target, entry, self.in_project, probe);
        let tools = self.tools(&target, entry, audit, later.map(|(_, audit)| audit), probe);
        let cell = SwitchCell {
            client: self.audit.id.clone(),
            scope: audit.scope.clone(),
            name: audit.name.clone(),
            target: spec(&target),
            current,
            planned,
            because,
            file: audit.file.clone(),
            line: audit.line,
            standing: audit.standing,
            planned_standing: later.map_or(0, |(_, audit)| audit.standing),
            coming: false,
            options,
            places: Vec::new(),
            tools,
            new_tools: self.drift.new_tools(self.audit, audit),
        };
        (audit.key.clone(), weight(audit), cell)
    }

    /// An entry that is off because it was taken out of its file.
    fn parked(
        &self,
        parked: &Parked,
        later: Option<Seat<'b>>,
        probe: &mut Probe<'_, '_>,
    ) -> Placed {
        // Parked entries of a project lie in a file that is not the user's.
        let of_project =
            self.audit.files.iter().any(|file| {
                parked.file == Path::new(&file.path) && file.role.starts_with("project")
            });
        let home = if of_project { Home::Project } else { Home::User };
        let target =
            Target { client: self.reading.client, home: Some(home), server: parked.server.clone() };
        let planned = later.map_or_else(
            || "off".to_owned(),
            |(entry, audit)| Self::state(self.reading_then, entry, audit).0,
        );
        let cell = SwitchCell {
            client: self.audit.id.clone(),
            scope: home.as_str().to_owned(),
            name: parked.server.clone(),
            target: spec(&target),
            current: "off".to_owned(),
            planned,
            because: "Off: Plimsoll keeps its entry and puts it back as it was.".to_owned(),
            file: parked.file.display().to_string(),
            line: 1,
            standing: 0,
            planned_standing: later.map_or(0, |(_, audit)| audit.standing),
            coming: false,
            options: options::of_parked(&target, probe),
            places: Vec::new(),
            tools: Vec::new(),
            new_tools: Vec::new(),
        };
        let key = later.and_then(|(_, audit)| audit.key.clone());
        (key, later.and_then(|(_, audit)| weight(audit)), cell)
    }

    /// How an entry loads as a whole, and what decides.
    fn state(reading: &Reading, entry: &Entry, audit: &ServerAudit) -> (String, String) {
        let wrapped = entry.launch.as_ref().and_then(Wrapped::of);
        if let Some(wrapped) = wrapped.filter(|wrapped| entry.is_active() && wrapped.options.defer)
        {
            // The client itself loads two tools; those the cell is about are behind them.
            let title = sentence(&wrapped.options.title());
            return (Loading::WhenNeeded.as_str().to_owned(), format!("{title} Through Plimsoll."));
        }
        let Some(first) = audit.tools.first().filter(|_| entry.is_active()) else {
            // Nobody knows its tools: what a plain one would do.
            let (loading, cause) = judged(reading, entry, "");
            return (loading.as_str().to_owned(), sentence(&cause.because));
        };
        let count = |loading: Loading| {
            audit.tools.iter().filter(|tool| tool.loading == loading.as_str()).count()
        };
        if count_all(audit, &first.loading) == audit.tools.len() {
            return (first.loading.clone(), first.because.clone());
        }
        let mut parts = Vec::new();
        for (loading, words) in [
            (Loading::Always, "always"),
            (Loading::WhenNeeded, "when needed"),
            (Loading::Off, "off"),
            (Loading::Unknown, "unknown"),
        ] {
            match count(loading) {
                0 => {}
                some => parts.push(format!("{some} {words}")),
            }
        }
        ("mixed".to_owned(), format!("Of its {} tools: {}.", audit.tools.len(), parts.join(", ")))
    }

    fn tools(
        &self,
        target: &Target,
        entry: &Entry,
        audit: &ServerAudit,
        later: Option<&ServerAudit>,
        probe: &mut Probe<'_, '_>,
    ) -> Vec<SwitchTool> {
        let wrapped = entry.launch.as_ref().and_then(Wrapped::of);
        if wrapped.is_some_and(|wrapped| wrapped.options.defer) {
            // Find and call are no tools of the server.
            return Vec::new();
        }
        let Some(first) = audit.tools.first() else { return Vec::new() };
        let then: HashMap<&str, &str> = later
            .into_iter()
            .flat_map(|later| &later.tools)
            .map(|tool| (tool.name.as_str(), tool.loading.as_str()))
            .collect();
        // The switch is the same for every tool of a server.
        let switch = options::ToolSwitch::of(target, &first.name, probe);
        let listed = self.listed(entry);
        let mut tools: Vec<SwitchTool> = audit
            .tools
            .iter()
            .map(|tool| {
                let planned = then.get(tool.name.as_str()).copied().unwrap_or("off");
                let known = listed.get(tool.name.as_str()).copied();
                one_tool(tool, known, &tool.loading, planned, switch.options(&tool.name))
            })
            .collect();
        tools.sort_by_key(|tool| std::cmp::Reverse(tool.tokens));
        tools
    }

    /// The tools of an entry's server as it listed them, by name.
    fn listed(&self, entry: &Entry) -> HashMap<&'b str, &'b Tool> {
        entry
            .launch
            .as_ref()
            .and_then(|launch| self.known.get(&launch.key())?.catalogue.as_deref())
            .into_iter()
            .flat_map(|catalogue| &catalogue.tools)
            .map(|tool| (tool.name.as_str(), tool.as_ref()))
            .collect()
    }
}

fn one_tool(
    audit: &ToolAudit,
    listed: Option<&Tool>,
    current: &str,
    planned: &str,
    options: Vec<SwitchOption>,
) -> SwitchTool {
    SwitchTool {
        name: audit.name.clone(),
        current: current.to_owned(),
        planned: planned.to_owned(),
        because: audit.because.clone(),
        tokens: audit.tokens.total,
        read_only: listed.and_then(Tool::read_only),
        audiences: listed
            .map(|tool| tool.audiences().into_iter().map(ToOwned::to_owned).collect())
            .unwrap_or_default(),
        options,
    }
}

fn seats<'b>(reading: &'b Reading, audit: &'b ClientAudit) -> Vec<Seat<'b>> {
    reading.entries.iter().zip(&audit.servers).collect()
}

/// Whether both are one entry, at two times.
fn same((a, _): &Seat<'_>, (b, _): &Seat<'_>) -> bool {
    (&a.name, &a.scope, &a.place.file) == (&b.name, &b.scope, &b.place.file)
}

/// Whether it stands where a parked one stood.
fn is_parked((entry, _): &Seat<'_>, parked: &Parked) -> bool {
    entry.name == parked.server && entry.place.file == parked.file
}

fn count_all(audit: &ServerAudit, loading: &str) -> usize {
    audit.tools.iter().filter(|tool| tool.loading == loading).count()
}

fn weight(audit: &ServerAudit) -> Option<u32> {
    (!audit.tools.is_empty() || audit.state == ServerState::Listed).then_some(audit.weight)
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    let text: String = first.chain(letters).collect();
    if text.ends_with('.') { text } else { format!("{text}.") }
}

/// The entry as a plan names it. Plugins, extensions and the organisation
/// have no scope there.
fn target_of(reading: &Reading, entry: &Entry) -> Target {
    let home = match entry.scope {
        Scope::User => Some(Home::User),
        Scope::Project => Some(Home::Project),
        Scope::Local => Some(Home::Local),
        Scope::Managed | Scope::Plugin(_) | Scope::Extension(_) => None,
    };
    Target { client: reading.client, home, server: entry.name.clone() }
}

/// `CLIENT:SCOPE/SERVER`.
pub(super) fn spec(target: &Target) -> String {
    let home = target.home.map(|home| format!(":{}", home.as_str())).unwrap_or_default();
    format!("{}{home}/{}", target.client.as_str(), target.server)
}

/// Puts a cell into the row of its server: rows go by name.
pub(super) fn into_rows(
    rows: &mut Vec<SwitchServer>,
    key: Option<String>,
    weight: Option<u32>,
    cell: SwitchCell,
) {
    match rows.iter_mut().find(|row| row.name == cell.name) {
        Some(row) => {
            row.key = row.key.take().or(key);
            row.tokens = row.tokens.or(weight);
            row.cells.push(cell);
        }
        None => {
            let name = cell.name.clone();
            rows.push(SwitchServer { key, name, tokens: weight, cells: vec![cell] });
        }
    }
}
