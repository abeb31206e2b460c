//! Cursor's tool descriptors on disk: one file per tool, looked up by name and
//! searched as text.
//!
//! Cursor writes each deferred tool to `mcps/<server>/tools/<tool>.json` and
//! lets the agent read and grep there. What an agent would type is its own
//! choice; this shows what the query, typed as it stands, would bring up.

use std::{ops::Range, sync::Arc};

use globset::GlobBuilder;
use memchr::memmem;

use super::{
    Document, Engine, EngineId, Fidelity, Field, Index, Match, Outcome, Parameter,
    ranking::rank,
    vocabulary::{Collecting, Vocabulary},
};

/// The query or one of its words names the file.
const NAME_POINTS: f64 = 2.0;

/// A word of the query stands in the file.
const TEXT_POINTS: f64 = 1.0;

/// Looking up and grepping descriptor files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor;

impl Engine for Cursor {
    fn id(&self) -> EngineId {
        EngineId::Cursor
    }

    fn title(&self) -> String {
        "Cursor".to_owned()
    }

    fn fidelity(&self) -> Fidelity {
        Fidelity {
            exact: false,
            because: "Cursor's agent chooses what to look up and grep. This shows which \
                      descriptor files the query would bring up as a file name, a file pattern \
                      or words to grep; the order is chosen here."
                .to_owned(),
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let documented = "cursor.com, dynamic context discovery; order chosen here";
        let parameter =
            |name, value: &str| Parameter { name, value: value.to_owned(), source: documented };
        vec![
            parameter("file", "mcps/<server>/tools/<tool>.json"),
            parameter("patterns", "* ? [] {} over the file's name or server/name"),
            parameter("word in the file's name", "2"),
            parameter("word in the file", "1, without regard to case"),
        ]
    }

    fn index(&self, documents: Arc<[Document]>) -> Box<dyn Index> {
        Box::new(FileIndex::new(documents))
    }
}

/// What stands in one descriptor file, lower case.
struct File {
    document: usize,
    server: String,
    name: String,
    /// Its text, in that of all files.
    text: Range<usize>,
}

struct FileIndex {
    files: Vec<File>,
    /// The files' texts, one after the other.
    text: String,
    /// Runs of letters, digits, `_` and `-` in the files' texts.
    runs: Vocabulary,
    names: Vocabulary,
}

impl FileIndex {
    fn new(documents: Arc<[Document]>) -> Self {
        let mut files: Vec<File> = documents
            .iter()
            .enumerate()
            .filter(|(_, document)| document.is_deferred())
            .map(|(place, document)| File {
                document: place,
                server: document.server.as_deref().unwrap_or_default().to_lowercase(),
                name: document.tool.name.to_lowercase(),
                text: 0..0,
            })
            .collect();
        // A listing is in the order of paths.
        files.sort_by(|a, b| (&a.server, &a.name).cmp(&(&b.server, &b.name)));
        let (mut runs, mut names) = (Collecting::default(), Collecting::default());
        let mut text = String::new();
        for (place, file) in files.iter_mut().enumerate() {
            let start = text.len();
            text.push_str(&descriptor(&documents[file.document]).to_lowercase());
            file.text = start..text.len();
            // No word goes from one file into the next.
            text.push('\n');
            let place = u32::try_from(place).unwrap_or(u32::MAX);
            let words = text[file.text.clone()].split(|c| !is_run(c));
            words.filter(|run| !run.is_empty()).for_each(|run| runs.add(run, place));
            names.add(&format!("{}/{}.json", file.server, file.name), place);
        }
        Self { files, text, runs: runs.done(), names: names.done() }
    }

    /// The files whose text holds `word`, in order.
    fn holding(&self, word: &str) -> Vec<u32> {
        if word.chars().all(is_run) {
            return in_order(
                self.runs.holding(word).flat_map(|(_, places)| places),
                self.files.len(),
            );
        }
        let finder = memmem::Finder::new(word);
        let mut from = 0;
        let mut found = Vec::new();
        while let Some(at) = self.text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
            let place = self.files.partition_point(|file| file.text.end < from + at);
            let Some(file) = self.files.get(place) else { break };
            found.push(u32::try_from(place).unwrap_or(u32::MAX));
            from = file.text.end + 1;
        }
        found
    }

    /// The files a name or pattern brings up, in order.
    fn named(&self, word: &str) -> Vec<u32> {
        if word.contains(['*', '?', '[', '{']) {
            let glob =
                |pattern: &str| GlobBuilder::new(pattern).literal_separator(true).build().ok();
            let pattern = word.strip_suffix(".json").unwrap_or(word);
            let Some(matcher) = glob(pattern).map(|glob| glob.compile_matcher()) else {
                return Vec::new();
            };
            let fits = |(place, file): (usize, &File)| {
                (matcher.is_match(&file.name)
                    || matcher.is_match(format!("{}/{}", file.server, file.name)))
                .then(|| u32::try_from(place).unwrap_or(u32::MAX))
            };
            return self.files.iter().enumerate().filter_map(fits).collect();
        }
        in_order(self.names.holding(word).flat_map(|(_, places)| places), self.files.len())
    }
}

/// Places, each once, in rising order.
fn in_order<'p>(places: impl Iterator<Item = &'p u32>, files: usize) -> Vec<u32> {
    let mut holds = vec![false; files];
    places.for_each(|place| holds[*place as usize] = true);
    let numbers = 0..u32::try_from(files).unwrap_or(u32::MAX);
    numbers.zip(holds).filter(|(_, holds)| *holds).map(|(place, _)| place).collect()
}

/// Letters, digits, `_` and `-`: what a word to grep usually is.
fn is_run(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// The file's text: what Cursor keeps of a tool.
fn descriptor(document: &Document) -> String {
    let schema = document.tool.input_schema();
    format!("{}\n{}\n{schema}", document.tool.name, document.tool.description())
}

impl Index for FileIndex {
    fn search(&self, query: &str, max: i64) -> Outcome {
        let query = query.to_lowercase();
        let mut words: Vec<&str> = Vec::new();
        for word in query.split_whitespace() {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let mut scores = vec![0.0_f64; self.files.len()];
        let mut unmatched = Vec::new();
        let mut named_by = Vec::with_capacity(words.len());
        for word in &words {
            let (named, holding) = (self.named(word), self.holding(word));
            if named.is_empty() && holding.is_empty() {
                unmatched.push((*word).to_owned());
            }
            named.iter().for_each(|place| scores[*place as usize] += NAME_POINTS);
            holding.iter().for_each(|place| scores[*place as usize] += TEXT_POINTS);
            named_by.push((*word, named));
        }
        let mut outcome =
            rank(scores.into_iter().enumerate(), max, |place| self.why(place, &named_by));
        for hit in &mut outcome.hits {
            hit.document = self.files[hit.document].document;
        }
        Outcome { unmatched, ..outcome }
    }
}

impl FileIndex {
    fn why(&self, place: usize, named_by: &[(&str, Vec<u32>)]) -> Vec<Match> {
        let file = &self.files[place];
        let number = u32::try_from(place).unwrap_or(u32::MAX);
        let mut why = Vec::new();
        for (word, named) in named_by {
            let mut add = |field, points| {
                let (term, text) = ((*word).to_owned(), (*word).to_owned());
                why.push(Match { term, field, text, points });
            };
            if named.binary_search(&number).is_ok() {
                add(Field::Name, NAME_POINTS);
            }
            let text = &self.text[file.text.clone()];
            if text.contains(word) {
                let in_schema = text.rsplit('\n').next().is_some_and(|s| s.contains(word));
                add(if in_schema { Field::ArgumentName } else { Field::Description }, TEXT_POINTS);
            }
        }
        why.sort_by(|a, b| b.points.total_cmp(&a.points));
        why
    }
}
