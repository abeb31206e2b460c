//! What a candidate would bring to each client.

use std::{collections::HashMap, sync::Arc};

use super::{
    super::{Workbench, audit, known::Known, lint::finding},
    Tried,
};
use crate::{
    catalogue::Catalogue,
    clients::{ClientId, Level, Loading, Reading},
    search::findability::{Note, Server, check, limits},
    weights::{Item, Shape, TokenizerId},
    wire::{self, Problem},
};

/// Checks that say what a candidate breaks or repeats. The others are for its
/// author, and `lint` has them.
const TOLD: [&str; 10] = [
    "instructions-cut",
    "list-refused",
    "name-too-long",
    "near-duplicate",
    "same-name",
    "schema-too-large",
    "too-many-tools",
    "tool-malformed",
    "tool-refused",
    "words-behind-the-cut",
];

/// The clients as they are, to compare with.
pub(super) struct Weighing<'w> {
    workbench: &'w Workbench,
    readings: &'w [Reading],
    known: &'w HashMap<String, Known>,
    tokenizer: TokenizerId,
    now: wire::Audit,
}

/// What a candidate would bring.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) tools: Vec<wire::CandidateTool>,
    pub(super) weights: Vec<wire::CandidateWeight>,
    pub(super) findings: Vec<wire::LintFinding>,
}

impl Workbench {
    pub(super) fn weighing<'w>(
        &'w self,
        readings: &'w [Reading],
        known: &'w HashMap<String, Known>,
        tokenizer: TokenizerId,
    ) -> Weighing<'w> {
        let now = self.assembled(readings, known, tokenizer);
        Weighing { workbench: self, readings, known, tokenizer, now }
    }

    fn assembled(
        &self,
        readings: &[Reading],
        known: &HashMap<String, Known>,
        tokenizer: TokenizerId,
    ) -> wire::Audit {
        audit::assemble(readings, known, &self.weigher, tokenizer, self.world.now())
    }
}

impl Weighing<'_> {
    /// What it would bring; nothing while its tools are not known.
    pub(super) fn of(&self, tried: &Tried) -> Result<Seen, Problem> {
        if tried.catalogue.is_none() {
            return Ok(Seen::default());
        }
        let catalogue = tried.tools()?;
        let (mut readings, mut known) = (self.readings.to_vec(), self.known.clone());
        for reading in &mut readings {
            tried.join(reading, &mut known)?;
        }
        let with = self.workbench.assembled(&readings, &known, self.tokenizer);
        let clients = readings.iter().zip(&self.now.clients).zip(&with.clients);
        let mut findings = self.findings(tried, &catalogue);
        let mut seen = Seen::default();
        for ((reading, now), with) in clients {
            let Some(server) = with.servers.last() else { continue };
            if reading.client == ClientId::ClaudeCode {
                seen.tools = tools(server, &catalogue);
            }
            seen.weights.push(self.weight(reading, now, with, server, &catalogue));
            findings.extend(too_many(tried, now, with));
        }
        seen.findings = findings;
        Ok(seen)
    }

    fn weight(
        &self,
        reading: &Reading,
        now: &wire::ClientAudit,
        with: &wire::ClientAudit,
        server: &wire::ServerAudit,
        catalogue: &Catalogue,
    ) -> wire::CandidateWeight {
        let instructions = server.instructions.map_or(0, |instructions| instructions.tokens);
        let (definitions, names) = self.sums(reading, catalogue);
        // The search itself costs something as soon as anything is deferred.
        let search = reading
            .policy
            .fixed_cost()
            .filter(|_| now.fixed.is_none() && names > 0)
            .map_or(0, |cost| cost.search_tool + cost.announcement);
        wire::CandidateWeight {
            client: reading.client.as_str().to_owned(),
            if_always: definitions + instructions,
            if_when_needed: Some(names + instructions + search),
            loading: loading(server).to_owned(),
            standing: now.standing,
            standing_with: with.standing,
        }
    }

    /// What its definitions, and the names of them, weigh in a client. The
    /// entry is the last one of the reading.
    fn sums(&self, reading: &Reading, catalogue: &Catalogue) -> (u32, u32) {
        let shape = Shape::of(reading.client, reading.installed.version.as_ref());
        let Some(entry) = reading.entries.last() else { return (0, 0) };
        if shape.list_fault(catalogue).is_some() {
            return (0, 0);
        }
        let names: Vec<String> =
            catalogue.tools.iter().map(|tool| reading.policy.sent_as(entry, &tool.name)).collect();
        let cut = reading.policy.cuts().eager_description;
        let items: Vec<Item<'_>> = catalogue
            .tools
            .iter()
            .zip(&names)
            .map(|(tool, sent_as)| Item { tool, sent_as, cut, server: 0 })
            .collect();
        let weighed = self.workbench.weigher.weigh(self.tokenizer, shape, &items);
        weighed.into_iter().flatten().fold((0, 0), |(definitions, names), weighed| {
            let weight = weighed.weight;
            (definitions + weight.total.get(), names + weight.if_deferred.get())
        })
    }

    /// Limits it breaks, and what it shares with what is configured.
    fn findings(&self, tried: &Tried, catalogue: &Arc<Catalogue>) -> Vec<wire::LintFinding> {
        // The candidate first: what two servers share is noted at the first one.
        let mut servers = vec![Server::deferred(tried.name.clone(), Arc::clone(catalogue))];
        let entries = self.readings.iter().flat_map(|reading| &reading.entries);
        for entry in entries.filter(|entry| entry.is_active()) {
            let known = entry.launch.as_ref().and_then(|launch| self.known.get(&launch.key()));
            let Some(catalogue) = known.and_then(|known| known.catalogue.clone()) else { continue };
            if !servers.iter().any(|server| server.name == entry.name) {
                servers.push(Server::deferred(entry.name.clone(), catalogue));
            }
        }
        check(&servers)
            .into_iter()
            .filter(|note| note.server == tried.name && TOLD.contains(&note.check))
            .map(|note| finding(note, None))
            .collect()
    }
}

/// Its tools as Claude Code would have them, heaviest first.
fn tools(server: &wire::ServerAudit, catalogue: &Catalogue) -> Vec<wire::CandidateTool> {
    let mut tools: Vec<wire::CandidateTool> = server
        .tools
        .iter()
        .zip(&catalogue.tools)
        .map(|(audited, tool)| wire::CandidateTool {
            name: tool.name.clone(),
            sent_as: audited.sent_as.clone(),
            tokens: audited.tokens.total,
            read_only: tool.read_only(),
            danger: tool.danger().map(ToOwned::to_owned),
            audiences: tool.audiences().into_iter().map(ToOwned::to_owned).collect(),
        })
        .collect();
    tools.sort_by_key(|tool| std::cmp::Reverse(tool.tokens));
    tools
}

/// How the client would load its tools, in one word.
fn loading(server: &wire::ServerAudit) -> &str {
    let mut loadings = server.tools.iter().map(|tool| tool.loading.as_str());
    let Some(first) = loadings.next() else { return Loading::Unknown.as_str() };
    if loadings.all(|loading| loading == first) { first } else { "mixed" }
}

/// Whether with it a client offers more tools than some models' APIs take.
fn too_many(
    tried: &Tried,
    now: &wire::ClientAudit,
    with: &wire::ClientAudit,
) -> Option<wire::LintFinding> {
    let (before, after) = (offered(now), offered(with));
    (after > limits::TOOLS && before > 0 && after > before).then(|| {
        let note = Note {
            check: "too-many-tools",
            level: Level::Warning,
            server: tried.name.clone(),
            tool: None,
            message: format!(
                "With it {} offers {after} tools; some models' APIs take {} in one request.",
                with.id,
                limits::TOOLS
            ),
            effect: format!("It offers {before} without it."),
            advice: "Load it when needed, or only the tools you use.",
        };
        finding(note, None)
    })
}

/// Tools that a model may get from a client.
fn offered(client: &wire::ClientAudit) -> usize {
    let tools = client.servers.iter().flat_map(|server| &server.tools);
    tools.filter(|tool| tool.loading != Loading::Off.as_str()).count()
}
