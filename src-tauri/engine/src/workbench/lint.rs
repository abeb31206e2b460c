//! Checking what is searched for what keeps tools from being found.

use std::collections::HashMap;

use super::{Workbench, search::Searched, words::problem};
use crate::{
    clients::Level,
    search::findability::{Note, Server, check},
    wire::{self, Problem, ProblemLevel},
};

impl Workbench {
    /// Checks every server that this request searches; a catalogue file's
    /// server is called like the file.
    ///
    /// # Errors
    /// As [`Self::search`].
    pub async fn lint(&self, request: &wire::SearchRequest) -> Result<wire::Lint, Problem> {
        let tokenizer = self.tokenizer(request.tokenizer.as_deref()).await?;
        let scope = self.scope(request, tokenizer).await?;
        let places: HashMap<String, String> = scope
            .servers
            .iter()
            .filter_map(|server| Some((server.name.clone(), server.file.clone()?)))
            .collect();
        let mut announced: HashMap<String, usize> = HashMap::new();
        for document in scope.documents.iter().filter(|document| document.is_deferred()) {
            let Some(server) = &document.server else { continue };
            *announced.entry(server.to_string()).or_default() += 1;
        }
        let servers = to_check(scope.servers, &announced);
        let mut problems = scope.problems;
        if servers.is_empty() {
            problems.push(problem(
                "nothing-checked",
                "no server's tools are known here, so nothing was checked".to_owned(),
                Some("`plimsoll audit --connect` lists servers; --catalogue FILE checks a list."),
            ));
        }
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(wire::Lint {
            schema: "plimsoll.lint/1".to_owned(),
            servers: count(servers.len()),
            tools: count(servers.iter().map(|server| server.catalogue.tools.len()).sum()),
            findings: check(&servers)
                .into_iter()
                .map(|note| {
                    let file = places.get(&note.server).cloned();
                    finding(note, file)
                })
                .collect(),
            problems,
        })
    }
}

/// Servers in the form the checks take.
fn to_check(servers: Vec<Searched>, announced: &HashMap<String, usize>) -> Vec<Server> {
    servers
        .into_iter()
        .map(|server| Server {
            announced: announced.get(&server.name).copied().unwrap_or_default(),
            name: server.name,
            catalogue: server.catalogue,
        })
        .collect()
}

/// A note on the wire.
pub(super) fn finding(note: Note, file: Option<String>) -> wire::LintFinding {
    wire::LintFinding {
        check: note.check.to_owned(),
        level: match note.level {
            Level::Hint => ProblemLevel::Hint,
            Level::Warning => ProblemLevel::Warning,
            Level::Error => ProblemLevel::Error,
        },
        file,
        server: note.server,
        tool: note.tool,
        message: note.message,
        effect: note.effect,
        advice: note.advice.to_owned(),
    }
}
