//! What people write that does not do what they mean, whatever the client.
//!
//! Pure functions over entries as written. What a client does with an entry it
//! decides itself; here stands only what is wrong, or surprising, with the text.
//! Source of the list and of what must not fire: a survey of 63 public files
//! with 117 servers, November 2026.

mod keys;
mod misplaced;
mod names;
mod packages;
mod placeholders;
mod portability;
mod remote;
mod secrets;
mod syntax;

pub use self::{
    misplaced::{misplaced_files, of_misplaced},
    packages::{Package, Runner, package},
    syntax::{of_document, of_duplicate_keys, of_syntax},
};
use super::{ClientId, Document, Entry, Finding, Level, Member, Node};

/// One entry as its file writes it, with what was understood of it.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// Whose file it stands in.
    pub client: ClientId,
    /// The file.
    pub document: &'a Document,
    /// The entry: its key and its value.
    pub member: &'a Member,
    /// What was understood.
    pub entry: &'a Entry,
    /// Whether the file is shared with others, as a project's is.
    pub shared: bool,
}

impl<'a> Written<'a> {
    /// A finding about this entry at a byte offset of its file.
    fn finding(
        &self,
        code: &'static str,
        level: Level,
        at: usize,
        message: String,
        hint: &str,
    ) -> Finding {
        Finding {
            code,
            level,
            message,
            hint: Some(hint.to_owned()),
            place: Some(self.document.place(at)),
            server: Some(self.entry.name.clone()),
        }
    }

    /// The string written under a key.
    fn text(&self, key: &str) -> Option<(&'a Node, &'a str)> {
        let node = self.member.node.get(key)?;
        Some((node, node.as_str()?))
    }

    /// The command as written; empty when there is none.
    fn command(&self) -> &'a str {
        self.text("command").map_or("", |(_, command)| command)
    }

    /// The arguments as written that are strings, with where they stand.
    fn args(&self) -> Vec<(&'a Node, &'a str)> {
        self.member
            .node
            .get("args")
            .map(Node::elements)
            .unwrap_or_default()
            .iter()
            .filter_map(|node| Some((node, node.as_str()?)))
            .collect()
    }

    /// The string values of `env` or `headers`, in the order in force.
    fn pairs(&self, key: &str) -> Vec<(&'a Member, &'a str)> {
        self.member
            .node
            .get(key)
            .map(Node::effective_members)
            .unwrap_or_default()
            .into_iter()
            .filter_map(|member| Some((member, member.node.as_str()?)))
            .collect()
    }

    /// Every string a client would expand or pass on, with its name for people:
    /// `command`, `args`, `env.NAME`, `headers.NAME`, `url`, `cwd`.
    fn strings(&self) -> Vec<(String, &'a Node, &'a str)> {
        let mut found = Vec::new();
        for key in ["command", "cwd", "url"] {
            if let Some((node, text)) = self.text(key) {
                found.push((key.to_owned(), node, text));
            }
        }
        for (node, text) in self.args() {
            found.push(("args".to_owned(), node, text));
        }
        for key in ["env", "headers"] {
            for (member, text) in self.pairs(key) {
                found.push((format!("{key}.{}", member.key), &member.node, text));
            }
        }
        found
    }
}

/// What is wrong with one entry, in the order of its checks.
pub fn of_entry(written: &Written<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    secrets::check(written, &mut findings);
    keys::check(written, &mut findings);
    portability::check(written, &mut findings);
    placeholders::check(written, &mut findings);
    remote::check(written, &mut findings);
    packages::check(written, &mut findings);
    names::check(written, &mut findings);
    findings
}

/// What is wrong with the entries of one client and project taken together:
/// one program under two names, two names that become one, paths that several
/// of them share.
pub fn of_entries(client: ClientId, entries: &[Entry]) -> Vec<Finding> {
    let mut findings = Vec::new();
    names::collisions(client, entries, &mut findings);
    names::same_program(entries, &mut findings);
    portability::version_managers(entries, &mut findings);
    findings
}

#[cfg(test)]
mod tests;
