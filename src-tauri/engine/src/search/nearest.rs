//! Where words of a query match nothing: words of the names that look like
//! them, or that servers use for the same.

use std::collections::{BTreeMap, HashSet};

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

/// How alike two words must be, from 0 to 1: a slip of the pen in five letters.
const LIKENESS: f32 = 0.72;

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

/// Every word of the names of searchable tools and of their servers, with the first tool that has it.
#[derive(Clone, Debug, Default)]
pub struct Nearest {
    tools: BTreeMap<String, String>,
}

impl Nearest {
    /// Collects the words.
    pub fn of(documents: &[Document]) -> Self {
        let mut tools = BTreeMap::new();
        for document in documents.iter().filter(|document| document.is_deferred()) {
            // Names of servers are part of what a model reads.
            let server = words(document.server.as_deref().unwrap_or_default());
            for word in words(&document.tool.name).into_iter().chain(server) {
                tools.entry(word).or_insert_with(|| document.sent_as.clone());
            }
        }
        Self { tools }
    }

    /// For each word of the query, the words of names most like it.
    pub fn instead(&self, query: &str) -> Vec<Instead> {
        let named: Vec<&str> = self.tools.keys().map(String::as_str).collect();
        let mut instead = Vec::new();
        for of in words(query).into_iter().take(WORDS) {
            let alike = similar::get_close_matches(of.as_str(), &named, 2, LIKENESS);
            let alike = alike.into_iter().map(ToOwned::to_owned);
            let mut found: Vec<Instead> = Vec::new();
            for word in alike.chain(kin(&of)).filter(|word| *word != of) {
                let Some(tool) = self.tools.get(&word).cloned() else { continue };
                if found.len() < EACH && !found.iter().any(|known| known.word == word) {
                    found.push(Instead { of: of.clone(), word, tool });
                }
            }
            instead.extend(found);
        }
        instead
    }
}

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
