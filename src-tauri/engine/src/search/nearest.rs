//! Where words of a query match nothing: words of the names that look like
//! them, or that servers use for the same.

use std::{
    collections::{BTreeMap, HashSet},
    sync::LazyLock,
};

use super::{Document, tokens::words};

/// A word of the names in place of one that matches nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// The word of the query.
    pub of: String,
    /// A word of the names.
    pub word: String,
    /// A tool whose name has it, as the client writes it.
    pub tool: String,
}

/// The fewest letters of which a longer word is made: `auth`, `config`.
const STEM: usize = 4;

/// Words of names suggested for the way they are written.
const ALIKE: usize = 2;

/// Words of a query that are looked at.
const WORDS: usize = 12;

/// Words suggested for one.
const EACH: usize = 3;

/// Words that servers use for the same thing or deed, from the names of the
/// public servers that we listed. A suggestion only: no engine knows them.
///
/// In each group those stand first that people use most.
const KIN: [&[&str]; 22] = [
    &["create", "add", "new", "open", "make", "insert", "register", "file"],
    &["delete", "remove", "drop", "destroy", "purge", "clear"],
    &["get", "show", "read", "fetch", "view", "describe", "retrieve", "load"],
    &["find", "search", "list", "query", "browse", "lookup"],
    &["update", "change", "edit", "modify", "set", "patch", "write", "save"],
    &["send", "post", "share", "publish", "submit"],
    &["run", "start", "execute", "invoke", "call", "trigger", "launch"],
    &["stop", "cancel", "abort", "kill", "end", "close"],
    &["move", "rename", "transfer"],
    &["copy", "clone", "duplicate", "fork"],
    &["merge", "join", "combine"],
    &["upload", "import", "push"],
    &["download", "export", "pull"],
    &["issue", "ticket", "bug", "task", "incident", "case", "card", "todo"],
    &["repository", "repo", "project"],
    &["file", "document", "doc", "page", "note"],
    &["folder", "directory"],
    &["message", "mail", "email", "comment", "chat"],
    &["user", "member", "person", "account", "contact", "customer"],
    &["database", "table", "schema", "collection"],
    &["picture", "image", "photo", "screenshot"],
    &["web", "website", "url", "internet", "browser"],
];

/// Every word of the names of searchable tools and of their servers, with the
/// first tool that has it.
#[derive(Clone, Debug, Default)]
pub struct Nearest {
    tools: BTreeMap<Word, String>,
}

impl Nearest {
    /// Collects the words.
    pub fn of(documents: &[Document]) -> Self {
        let mut tools = BTreeMap::new();
        for document in documents.iter().filter(|document| document.is_deferred()) {
            // Names of servers are part of what a model reads.
            let server = words(document.server.as_deref().unwrap_or_default());
            for word in words(&document.tool.name).into_iter().chain(server) {
                tools.entry(Word::new(word)).or_insert_with(|| document.sent_as.clone());
            }
        }
        Self { tools }
    }

    /// For each word of the query, the words of names most like it, and those
    /// that servers use for the same.
    pub fn instead(&self, query: &str) -> Vec<Instead> {
        let mut instead = Vec::new();
        for of in words(query).into_iter().take(WORDS).map(Word::new) {
            let mut found: Vec<Instead> = Vec::new();
            for word in self.others(&of) {
                let Some((word, tool)) = self.tools.get_key_value(word.as_str()) else { continue };
                if found.len() < EACH && !found.iter().any(|known| known.word == word.text) {
                    let (of, word) = (of.text.clone(), word.text.clone());
                    found.push(Instead { of, word, tool: tool.clone() });
                }
            }
            instead.extend(found);
        }
        instead
    }

    /// Other words to try, best first; not all are in names.
    fn others(&self, of: &Word) -> Vec<String> {
        let mut same: Vec<String> = kin(&of.text).collect();
        // A word that is written right is there, or means something.
        let right = !same.is_empty();
        let mut others = Vec::new();
        if !self.tools.contains_key(of.text.as_str()) {
            others =
                alike(of, self.tools.keys()).take(ALIKE).map(|word| word.text.clone()).collect();
            if !right && let Some(meant) = alike(of, KIN_WORDS.iter()).next() {
                same.extend(kin(&meant.text));
            }
        }
        let (first, then) = if right { (same, others) } else { (others, same) };
        first.into_iter().chain(then).filter(|word| *word != of.text).collect()
    }
}

/// A word and what tells at a glance that another cannot be like it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Word {
    text: String,
    length: usize,
    /// A bit for each letter it has.
    letters: u32,
}

impl std::borrow::Borrow<str> for Word {
    fn borrow(&self) -> &str {
        &self.text
    }
}

impl Word {
    fn new(text: String) -> Self {
        let letters = text.chars().fold(0, |letters, c| letters | 1 << (u32::from(c) % 32));
        Self { length: text.chars().count(), letters, text }
    }

    /// Slips of the pen that are forgiven.
    fn slips(&self) -> usize {
        match self.length {
            0..=3 => 0,
            4..=5 => 1,
            6..=8 => 2,
            _ => 3,
        }
    }

    /// How far another word is from this one; `None`: it is another word.
    fn distance(&self, other: &Self) -> Option<usize> {
        let most = self.slips();
        let differing = (self.letters ^ other.letters).count_ones() as usize;
        if self.length.abs_diff(other.length) <= most && differing <= 2 * most {
            let slips = strsim::osa_distance(&self.text, &other.text);
            if slips <= most {
                return Some(slips);
            }
        }
        let (short, long) = if self.length < other.length { (self, other) } else { (other, self) };
        (short.length >= STEM && long.text.starts_with(&short.text)).then_some(most + 1)
    }
}

/// Words written like this one, most alike first.
fn alike<'w>(of: &Word, words: impl Iterator<Item = &'w Word>) -> impl Iterator<Item = &'w Word> {
    let mut near: Vec<(usize, &Word)> =
        words.filter_map(|word| Some((of.distance(word)?, word))).collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().map(|(_, word)| word)
}

/// Every word that has others for the same.
static KIN_WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| {
    KIN.iter().flat_map(|group| group.iter()).map(|word| Word::new((*word).to_owned())).collect()
});

/// Every word of searchable tools: of their names, descriptions and arguments,
/// and of their servers' names.
pub fn said_in(documents: &[Document]) -> HashSet<String> {
    let mut said = HashSet::new();
    for document in documents.iter().filter(|document| document.is_deferred()) {
        said.extend(words(&document.sent_as));
        said.extend(words(document.tool.description()));
        for argument in document.arguments() {
            said.extend(words(argument.name));
            said.extend(words(argument.description));
        }
    }
    said
}

/// The first groups are deeds, the others things.
pub(super) const DEEDS: usize = 13;

/// Groups of words for the same, each with the ones people use most first.
pub(super) fn groups() -> impl Iterator<Item = &'static [&'static str]> {
    KIN.into_iter()
}

/// What servers call the same.
fn kin(word: &str) -> impl Iterator<Item = String> {
    let groups = KIN.into_iter().filter(move |group| group.contains(&word));
    groups.flatten().map(ToString::to_string)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::{catalogue::Tool, clients::Loading};

    #[test]
    fn words_that_look_alike_or_mean_the_same_are_suggested() {
        let documents = ["open_issue", "closeBranch", "hidden_ticket"].map(|name| Document {
            server: Some("s".into()),
            sent_as: format!("mcp__s__{name}"),
            tool: Arc::new(
                Tool::from_listed(0, json!({"name": name, "inputSchema": {"type": "object"}}))
                    .expect("a tool"),
            ),
            loading: if name.starts_with("hidden") { Loading::Always } else { Loading::WhenNeeded },
        });
        let nearest = Nearest::of(&documents);
        for (why, query, want) in [
            ("the same deed and thing", "create ticket", vec!["create: open", "ticket: issue"]),
            ("a slip of the pen", "brnach", vec!["brnach: branch"]),
            ("a letter left out", "isue", vec!["isue: issue"]),
            (
                "slips in words that mean the same",
                "crate tikcet",
                vec!["crate: open", "tikcet: issue"],
            ),
            ("the rest of a word", "branches_of", vec!["branche: branch"]),
            ("another short word", "apen", vec!["apen: open"]),
            ("too short to tell", "opn", vec![]),
            ("plurals", "tickets", vec!["ticket: issue"]),
            ("what is there needs no other word", "open", vec![]),
            ("nothing near", "weather", vec![]),
        ] {
            let instead = nearest.instead(query);
            let got: Vec<String> =
                instead.iter().map(|one| format!("{}: {}", one.of, one.word)).collect();
            assert_eq!(got, want, "{why}");
        }
    }
}
