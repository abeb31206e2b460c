//! Checking catalogue files for what keeps tools from being found.

use std::{collections::HashMap, path::Path, sync::Arc};

use super::Workbench;
use crate::{
    clients::Level,
    search::findability::{Note, Server, check},
    wire::{self, Problem, ProblemLevel},
};

impl Workbench {
    /// Checks the servers of these catalogue files, each called like its file.
    ///
    /// # Errors
    /// A file that is no catalogue.
    pub fn lint(&self, files: &[String]) -> Result<wire::Lint, Problem> {
        let mut servers = Vec::with_capacity(files.len());
        let mut places = HashMap::new();
        for file in files {
            let (name, catalogue) = self.catalogue_file(Path::new(file))?;
            places.insert(name.clone(), file.clone());
            servers.push(Server { name, catalogue: Arc::new(catalogue) });
        }
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(wire::Lint {
            schema: "plimsoll.lint/1".to_owned(),
            servers: count(servers.len()),
            tools: count(servers.iter().map(|server| server.catalogue.tools.len()).sum()),
            findings: check(&servers).into_iter().map(|note| finding(note, &places)).collect(),
        })
    }
}

fn finding(note: Note, places: &HashMap<String, String>) -> wire::LintFinding {
    wire::LintFinding {
        check: note.check.to_owned(),
        level: match note.level {
            Level::Hint => ProblemLevel::Hint,
            Level::Warning => ProblemLevel::Warning,
            Level::Error => ProblemLevel::Error,
        },
        file: places.get(&note.server).cloned(),
        server: note.server,
        tool: note.tool,
        message: note.message,
        effect: note.effect,
        advice: note.advice.to_owned(),
    }
}
