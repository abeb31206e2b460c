//! Tools that appeared after "only these" was written: there is no list of
//! allowed tools, so a client offers them.

use std::{collections::HashSet, path::Path};

use super::words::problem;
use crate::{
    plan::Kept,
    wire::{Audit, ClientAudit, Problem, ProblemLevel, ServerAudit},
    write::{ChangeSet, State},
};

/// The last word on each server's tools.
#[derive(Default)]
pub(super) struct Drift {
    kept: Vec<Kept>,
}

impl Drift {
    /// What a history, newest first, says was kept.
    pub(super) fn of(history: &[ChangeSet]) -> Self {
        let mut kept: Vec<Kept> = Vec::new();
        for set in history {
            if set.state != State::Done || set.undone_by.is_some() {
                continue;
            }
            for word in &set.kept {
                let same = |had: &Kept| {
                    (&had.client, &had.server, &had.file)
                        == (&word.client, &word.server, &word.file)
                };
                if !word.known.is_empty() && !kept.iter().any(same) {
                    kept.push(word.clone());
                }
            }
        }
        Self { kept }
    }

    /// Tools of a server that the last write did not know and that are offered.
    pub(super) fn new_tools(&self, client: &ClientAudit, server: &ServerAudit) -> Vec<String> {
        let of_server = |kept: &&Kept| {
            kept.client == client.id
                && kept.server == server.name
                && client.files.iter().any(|file| kept.file == Path::new(&file.path))
        };
        let Some(kept) = self.kept.iter().find(of_server) else { return Vec::new() };
        let known: HashSet<&str> = kept.known.iter().map(String::as_str).collect();
        let (old, new): (Vec<_>, Vec<_>) =
            server.tools.iter().partition(|tool| known.contains(tool.name.as_str()));
        // Where nothing is off any more, somebody has taken the rules back.
        if !old.iter().any(|tool| tool.loading == "off") {
            return Vec::new();
        }
        new.into_iter().filter(|tool| tool.loading != "off").map(|tool| tool.name.clone()).collect()
    }

    /// The same as problems, over a whole audit.
    pub(super) fn problems(&self, audit: &Audit) -> Vec<Problem> {
        let mut found = Vec::new();
        for client in &audit.clients {
            for server in &client.servers {
                let new = self.new_tools(client, server);
                if new.is_empty() {
                    continue;
                }
                let named = format!("{}/{}", client.id, server.name);
                found.push(Problem {
                    level: ProblemLevel::Warning,
                    client: Some(client.id.clone()),
                    server: Some(server.name.clone()),
                    file: Some(server.file.clone()),
                    line: Some(server.line),
                    ..problem(
                        "tools-appeared",
                        format!(
                            "`{}` offers {} tool(s) that are newer than its rules, and the client loads them: {}",
                            server.name,
                            new.len(),
                            first_names(&new)
                        ),
                        Some(&format!("`plimsoll apply --keep {named}=TOOL,TOOL` says again which tools to keep.")),
                    )
                });
            }
        }
        found
    }
}

fn first_names(names: &[String]) -> String {
    let mut shown: Vec<&str> = names.iter().take(5).map(String::as_str).collect();
    if names.len() > shown.len() {
        shown.push("…");
    }
    shown.join(", ")
}
