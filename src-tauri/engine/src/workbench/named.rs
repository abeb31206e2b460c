//! Servers by the names that configurations give them.

use super::{Workbench, audit};
use crate::{
    clients::Standing,
    wire::{AuditRequest, Problem, ServerState},
};

/// An entry that could be connected, as far as its files tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedServer {
    /// The name it has in a configuration.
    pub name: String,
    /// The server's key.
    pub key: String,
    /// Whether its client uses it; what is known of its tools is not looked up.
    pub state: ServerState,
}

impl Workbench {
    /// Every entry with something to start or reach that no other entry takes
    /// the place of. Reads the configurations, weighs nothing.
    ///
    /// # Errors
    /// A client that is not known.
    pub async fn named(&self, request: &AuditRequest) -> Result<Vec<NamedServer>, Problem> {
        let readings = self.read(&request.clients, &request.projects).await?;
        let entries = readings.iter().flat_map(|reading| &reading.entries);
        Ok(entries
            .filter(|entry| !matches!(entry.standing, Standing::Shadowed { .. }))
            .filter_map(|entry| {
                Some(NamedServer {
                    name: entry.name.clone(),
                    key: entry.launch.as_ref()?.key(),
                    state: audit::state(entry, false, false),
                })
            })
            .collect())
    }
}
