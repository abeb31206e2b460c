//! Tried servers as planned additions to clients' files.

use std::{collections::HashMap, sync::Arc};

use super::{
    super::{Workbench, known::Known, words::problem},
    Tried,
};
use crate::{
    clients::{ClientId, Launch, Reading},
    plan::{Change, Home, parse_client},
    wire::{self, Problem},
};

/// One `CANDIDATE=CLIENT:SCOPE/NAME`, read.
struct Addition {
    tried: Arc<Tried>,
    to: ClientId,
    home: Home,
    name: String,
}

impl Workbench {
    /// The changes that add tried servers.
    pub(in super::super) fn additions(
        &self,
        request: &wire::PlanRequest,
    ) -> Result<Vec<Change>, Problem> {
        let read = |text: &String| {
            let Addition { tried, to, home, name } = self.addition(text)?;
            let candidate = tried.candidate.clone().map_err(|why| Problem {
                server: Some(tried.name.clone()),
                ..problem("not-addable", format!("`{}` cannot be added: {why}", tried.name), None)
            })?;
            Ok(Change::Add { candidate, name, to, home })
        };
        request.add.iter().map(read).collect()
    }

    /// Keys of the tried servers that a plan would add to this client.
    pub(in super::super) fn added_to(
        &self,
        client: &str,
        request: &wire::PlanRequest,
    ) -> Vec<String> {
        let additions = request.add.iter().filter_map(|text| self.addition(text).ok());
        additions
            .filter(|addition| client == "*" || addition.to.as_str() == client)
            .map(|addition| addition.tried.key.clone())
            .collect()
    }

    /// Lets the entries that a plan would add have the tools that were listed
    /// when they were tried, so that they weigh something before they are written.
    pub(in super::super) fn lend_tools(
        &self,
        request: &wire::PlanRequest,
        readings: &[Reading],
        known: &mut HashMap<String, Known>,
    ) {
        for text in &request.add {
            let Ok(Addition { tried, to, home, name }) = self.addition(text) else { continue };
            let Ok(catalogue) = tried.tools() else { continue };
            let entries = readings
                .iter()
                .filter(|reading| reading.client == to)
                .flat_map(|reading| &reading.entries)
                .filter(|entry| entry.name == name && home.holds(entry));
            for launch in entries.filter_map(|entry| entry.launch.as_ref()) {
                let known = known.entry(Launch::key(launch)).or_default();
                known.catalogue.get_or_insert_with(|| Arc::clone(&catalogue));
            }
        }
    }

    fn addition(&self, text: &str) -> Result<Addition, Problem> {
        let wrong = || {
            let message = format!("`{text}`: write CANDIDATE=CLIENT:SCOPE/NAME");
            problem("spec", message, None)
        };
        let (key, place) = text.split_once('=').ok_or_else(wrong)?;
        let (client, name) = place.split_once('/').ok_or_else(wrong)?;
        let (to, home) = parse_client(client).ok_or_else(wrong)?;
        let (Some(home), false) = (home, name.is_empty()) else { return Err(wrong()) };
        let tried = self.tried(&[key.to_owned()])?.remove(0);
        Ok(Addition { tried, to, home, name: name.to_owned() })
    }
}
