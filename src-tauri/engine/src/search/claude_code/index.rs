//! Documents prepared for `ToolSearch`.

use std::{collections::HashSet, sync::Arc};

use super::{
    name::{BUILT_IN_POINTS, MCP_POINTS, NamePoints, built_in_parts, mcp_parts, order},
    query::{Query, Term, Words as QueryWords},
    versions::Rules,
    words::Words,
};
use crate::{
    clients::{Cut, received_by_claude_code},
    search::{
        Document, Field, Hit, Index, Match, Outcome,
        vocabulary::{Collecting, Vocabulary},
    },
};

/// A whole word of the description, cut mark included.
pub const DESCRIPTION_POINTS: u32 = 1;

/// A whole word of `_meta["anthropic/searchHint"]`.
pub const HINT_POINTS: u32 = 2;

/// The shortest query that is taken as the beginning of names is longer.
const NAME_PREFIX: &str = "mcp__";

/// What is compared of one tool.
struct Entry {
    /// Its place in the documents.
    document: usize,
    sent_as: String,
    /// Lower case.
    sent_as_lower: String,
    /// Lower case; `None` for the client's own tools.
    server: Option<String>,
    /// As received.
    tool: String,
    /// Lower case.
    tool_lower: String,
    parts: Vec<String>,
    deferred: bool,
}

impl Entry {
    fn new(place: usize, document: &Document) -> Self {
        let tool = received_by_claude_code(&document.tool.name).into_owned();
        let server = document.server.as_deref().map(str::to_lowercase);
        let parts = match &server {
            Some(server) => {
                let mut parts = mcp_parts(server);
                parts.extend(mcp_parts(&tool));
                parts
            }
            None => built_in_parts(&tool),
        };
        Self {
            document: place,
            sent_as: document.sent_as.clone(),
            sent_as_lower: document.sent_as.to_lowercase(),
            server,
            tool_lower: tool.to_lowercase(),
            tool,
            parts,
            deferred: document.is_deferred(),
        }
    }

    fn points(&self) -> NamePoints {
        if self.server.is_some() { MCP_POINTS } else { BUILT_IN_POINTS }
    }

    fn spans(&self, term: &str) -> bool {
        self.tool_lower.contains(term)
            || self.server.as_ref().is_some_and(|server| server.contains(term))
    }

    fn is_whole(&self, term: &str) -> bool {
        self.tool_lower == term || self.server.as_deref() == Some(term)
    }

    /// What a term earns in the names.
    fn name_points(&self, term: &str) -> u32 {
        let points = self.points();
        let base = if self.parts.iter().any(|part| part == term) {
            points.part
        } else if self.parts.iter().any(|part| part.contains(term)) {
            points.inside_part
        } else if self.spans(term) {
            points.across
        } else {
            return 0;
        };
        base + if self.is_whole(term) { points.whole } else { 0 }
    }
}

/// What one term earns: few entries of many.
struct Points {
    all: Vec<u32>,
    /// Places with points.
    earned: Vec<u32>,
}

impl Points {
    fn new(entries: usize) -> Self {
        Self { all: vec![0; entries], earned: Vec::new() }
    }

    fn clear(&mut self) {
        for place in self.earned.drain(..) {
            self.all[place as usize] = 0;
        }
    }

    fn of(&self, place: u32) -> u32 {
        self.all[place as usize]
    }

    fn add(&mut self, place: u32, points: u32) {
        let held = &mut self.all[place as usize];
        if *held == 0 && points > 0 {
            self.earned.push(place);
        }
        *held += points;
    }

    fn raise(&mut self, place: u32, points: u32) {
        self.add(place, points.saturating_sub(self.of(place)));
    }

    fn each(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.earned.iter().map(|place| (*place as usize, self.of(*place)))
    }
}

/// Documents prepared for `ToolSearch`.
pub struct ToolIndex {
    rules: Rules,
    /// In the order of equal scores.
    entries: Vec<Entry>,
    /// Parts of names and the deferred entries that have them.
    parts: Vocabulary,
    /// Whole names of servers and tools, the same.
    names: Vocabulary,
    /// Descriptions, at the places of the entries.
    descriptions: Words,
    /// Hints, at the places of the entries.
    hints: Words,
}

impl ToolIndex {
    /// Prepares the documents.
    pub fn new(documents: Arc<[Document]>, rules: Rules) -> Self {
        let mut seen = HashSet::new();
        let mut entries: Vec<Entry> = documents
            .iter()
            .enumerate()
            // Of two tools written alike the client keeps the first.
            .filter(|(_, document)| seen.insert(document.sent_as.as_str()))
            .map(|(place, document)| Entry::new(place, document))
            .collect();
        entries.sort_by_cached_key(|entry| (entry.server.is_some(), order(&entry.sent_as)));
        let mut index = Self {
            parts: Vocabulary::default(),
            names: Vocabulary::default(),
            descriptions: Words::default(),
            hints: Words::default(),
            entries,
            rules,
        };
        index.fill(&documents);
        index
    }

    fn fill(&mut self, documents: &[Document]) {
        let description_cut = Cut { units: Some(self.rules.description_units) };
        let hint_cut = Cut { units: self.rules.hint_units };
        let (mut parts, mut names) = (Collecting::default(), Collecting::default());
        for (place, entry) in self.entries.iter().enumerate() {
            if !entry.deferred {
                self.descriptions.push(None);
                self.hints.push(None);
                continue;
            }
            let ordinal = ordinal(place);
            entry.parts.iter().for_each(|part| parts.add(part, ordinal));
            names.add(&entry.tool_lower, ordinal);
            if let Some(server) = &entry.server {
                names.add(server, ordinal);
            }
            let tool = &documents[entry.document].tool;
            let description = received_by_claude_code(tool.description());
            self.descriptions.push(Some(&description_cut.apply(&description).0));
            let hint = tool.search_hint().map(received_by_claude_code);
            // A cut hint has no mark.
            self.hints.push(hint.as_deref().map(|hint| hint_cut.whole_part(hint)));
        }
        self.parts = parts.done();
        self.names = names.done();
    }

    fn select(&self, names: &[String]) -> Outcome {
        let mut places: Vec<usize> = Vec::new();
        let mut unmatched = Vec::new();
        for name in names {
            let by = |fits: &dyn Fn(&Entry) -> bool| -> Vec<usize> {
                self.entries
                    .iter()
                    .enumerate()
                    .filter(|(_, entry)| fits(entry))
                    .map(|(place, _)| place)
                    .collect()
            };
            let mut found = by(&|entry| entry.sent_as == *name);
            if found.is_empty() && self.rules.selects_bare_names {
                found = by(&|entry| entry.has_bare_name(name));
            }
            if found.is_empty() {
                unmatched.push(name.clone());
            }
            for place in found {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        let mut outcome = self.named(&places, places.len(), "select:");
        outcome.unmatched = unmatched;
        outcome
    }

    /// The tool whose full name this is.
    fn exact(&self, whole: &str) -> Option<usize> {
        let lower = whole.to_lowercase();
        let same = |entry: &Entry| entry.sent_as_lower == lower;
        let spelled = |entry: &Entry| self.rules.prefers_exact_case && entry.sent_as == whole;
        let position = |fits: &dyn Fn(&Entry) -> bool| self.entries.iter().position(fits);
        position(&spelled)
            .or_else(|| position(&|entry| entry.deferred && same(entry)))
            .or_else(|| position(&same))
    }

    fn beginning_with(&self, lower: &str) -> Vec<usize> {
        if !lower.starts_with(NAME_PREFIX) || lower.len() == NAME_PREFIX.len() {
            return Vec::new();
        }
        self.entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.deferred && entry.sent_as_lower.starts_with(lower))
            .map(|(place, _)| place)
            .collect()
    }

    /// Tools that were asked for by name: they have no score.
    fn named(&self, places: &[usize], kept: usize, term: &str) -> Outcome {
        let hit = |place: &usize| {
            let entry = &self.entries[*place];
            let text = entry.sent_as.clone();
            let why = Match { term: term.to_owned(), field: Field::Name, text, points: 0.0 };
            Hit { document: entry.document, score: 0.0, why: vec![why] }
        };
        Outcome {
            hits: places[..kept].iter().map(hit).collect(),
            matching: places.len(),
            ..Outcome::default()
        }
    }

    fn ranked(&self, terms: &[Term], max: i64) -> Outcome {
        let mut scores = vec![0_u32; self.entries.len()];
        let mut met = vec![0_usize; self.entries.len()];
        let required = terms.iter().filter(|term| term.required).count();
        let mut outcome = Outcome::default();
        let mut points = Points::new(self.entries.len());
        for term in terms {
            self.points(&term.text, &mut points);
            if points.earned.is_empty() {
                outcome.unmatched.push(term.text.clone());
            }
            for (place, points) in points.each() {
                scores[place] = scores[place].saturating_add(points.saturating_mul(term.times));
                met[place] += usize::from(term.required);
            }
        }
        let mut places: Vec<usize> = (0..scores.len())
            .filter(|place| scores[*place] > 0 && met[*place] == required)
            .collect();
        let kept = kept(places.len(), max);
        let before = |a: &usize, b: &usize| scores[*b].cmp(&scores[*a]).then(a.cmp(b));
        if let Some(last) = kept.checked_sub(1) {
            let (_, last, beyond) = places.select_nth_unstable_by(last, before);
            let least = scores[*last];
            outcome.tied_beyond = beyond.iter().filter(|place| scores[**place] == least).count();
        }
        outcome.matching = places.len();
        places.truncate(kept);
        places.sort_unstable_by(before);
        outcome.hits = places
            .iter()
            .map(|place| Hit {
                document: self.entries[*place].document,
                score: f64::from(scores[*place]),
                why: self.why(*place, terms),
            })
            .collect();
        outcome
    }

    /// What a term earns, per entry; in the names as [`Entry::name_points`] says.
    fn points(&self, term: &str, points: &mut Points) {
        points.clear();
        let mut raise = |vocabulary: &Vocabulary, worth: fn(NamePoints, bool) -> u32| {
            for (text, places) in vocabulary.holding(term) {
                for place in places {
                    let table = self.entries[*place as usize].points();
                    points.raise(*place, worth(table, text == term));
                }
            }
        };
        raise(&self.names, |table, _| table.across);
        raise(&self.parts, |table, whole| if whole { table.part } else { table.inside_part });
        for (_, places) in self.names.holding(term).filter(|(name, _)| *name == term) {
            for place in places {
                points.add(*place, self.entries[*place as usize].points().whole);
            }
        }
        for (words, worth) in [(&self.descriptions, DESCRIPTION_POINTS), (&self.hints, HINT_POINTS)]
        {
            for place in words.places(term) {
                points.add(place, worth);
            }
        }
    }

    fn why(&self, place: usize, terms: &[Term]) -> Vec<Match> {
        let entry = &self.entries[place];
        let mut why = Vec::new();
        for term in terms {
            let mut add = |field, points: u32| {
                let points = f64::from(points) * f64::from(term.times);
                let (term, text) = (term.text.clone(), term.text.clone());
                why.push(Match { term, field, text, points });
            };
            let name = entry.name_points(&term.text);
            if name > 0 {
                let in_tool = entry.tool_lower.contains(&term.text);
                add(if in_tool { Field::Name } else { Field::Server }, name);
            }
            if self.descriptions.has(place, &term.text) {
                add(Field::Description, DESCRIPTION_POINTS);
            }
            if self.hints.has(place, &term.text) {
                add(Field::Hint, HINT_POINTS);
            }
        }
        why.sort_by(|a, b| b.points.total_cmp(&a.points));
        why
    }
}

impl Entry {
    /// Whether it is called so without its server: as the server writes it, or
    /// as the client does.
    fn has_bare_name(&self, name: &str) -> bool {
        self.server.is_some()
            && (self.tool == name
                || self.sent_as.strip_suffix(name).is_some_and(|before| {
                    before.ends_with("__") && self.tool.encode_utf16().count() == name.len()
                }))
    }
}

impl Index for ToolIndex {
    fn search(&self, query: &str, max: i64) -> Outcome {
        let QueryWords { whole, terms } = match Query::parse(query) {
            Query::Select(names) => return self.select(&names),
            Query::Words(words) => words,
        };
        if let Some(place) = self.exact(&whole) {
            return self.named(&[place], 1, &whole);
        }
        let named = self.beginning_with(&whole.to_lowercase());
        if !named.is_empty() {
            return self.named(&named, kept(named.len(), max), &whole);
        }
        self.ranked(&terms, max)
    }
}

/// How many of `found` the client keeps: below zero it leaves so many out.
fn kept(found: usize, max: i64) -> usize {
    let size = usize::try_from(max.unsigned_abs()).unwrap_or(usize::MAX);
    if max < 0 { found.saturating_sub(size) } else { found.min(size) }
}

fn ordinal(place: usize) -> u32 {
    u32::try_from(place).expect("no catalogue has four thousand million tools")
}
