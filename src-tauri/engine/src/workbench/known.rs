//! What is known of a server, whichever way it came.

use std::sync::Arc;

use crate::{
    catalogue::Catalogue,
    servers::{LogEntry, Timing},
    wire,
};

/// What is known of one launch.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Its newest catalogue: live, stored or mirrored.
    pub(super) catalogue: Option<Arc<Catalogue>>,
    /// Why the last connection failed, when it did.
    pub(super) failure: Option<wire::Problem>,
    /// What was said in the last connection of this process.
    pub(super) run: Option<Arc<Run>>,
}

/// One connection, as it went.
#[derive(Debug)]
pub(super) struct Run {
    /// What was said, masked.
    pub(super) log: Vec<LogEntry>,
    /// How long the steps took; `None` when it failed.
    pub(super) timing: Option<Timing>,
}

impl Run {
    /// The log in the units of the wire.
    pub(super) fn lines(&self) -> Vec<wire::LogLine> {
        self.log
            .iter()
            .map(|entry| wire::LogLine {
                ms: millis(entry.at),
                kind: entry.kind.as_str().to_owned(),
                text: entry.text.clone(),
            })
            .collect()
    }

    /// The timing in the units of the wire.
    pub(super) fn timing(&self) -> Option<wire::Timing> {
        self.timing.map(|timing| wire::Timing {
            start_ms: millis(timing.start),
            list_ms: millis(timing.list),
            pages: timing.pages,
        })
    }
}

fn millis(duration: std::time::Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}
