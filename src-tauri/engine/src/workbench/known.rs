//! What is known of a server, whichever way it came.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
    time::SystemTime,
};

use super::words::{problem, rfc3339};
use crate::{
    catalogue::Catalogue,
    servers::{Timing, Transcript},
    store, wire,
};

/// What is known of one launch.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Its newest catalogue: live, stored or mirrored.
    pub(super) catalogue: Option<Arc<Catalogue>>,
    /// Why the last connection failed, when it did.
    pub(super) failure: Option<Failed>,
    /// What was said in the last connection of this process.
    pub(super) run: Option<Arc<Run>>,
    /// What Cursor's mirrors say of it, by project, which concerns Cursor only.
    pub(super) mirrored: BTreeMap<PathBuf, Mirrored>,
}

/// What Cursor's mirror says of a server in one project.
#[derive(Clone, Debug)]
pub(super) struct Mirrored {
    /// The server's folder.
    pub(super) folder: PathBuf,
    /// Its tools by name, those in unreadable files as their files are named.
    pub(super) tools: BTreeMap<String, Texts>,
    /// When Cursor last wrote any of it.
    pub(super) written: SystemTime,
    /// Why Cursor has no tools of it: it failed, or waits for a login.
    pub(super) failure: Option<Failed>,
    /// Whether some file of its tools could not be read.
    pub(super) incomplete: bool,
}

/// What the mirror says of a tool; `None`: nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Texts {
    /// Its description.
    pub(super) description: Option<String>,
    /// The names of its arguments.
    pub(super) arguments: Option<BTreeSet<String>>,
}

/// Why a server failed last, in this process or an earlier one.
#[derive(Clone, Debug)]
pub(super) struct Failed {
    /// The reason and the next step.
    pub(super) problem: wire::Problem,
    /// The last lines of its error output, masked.
    pub(super) last_words: Vec<String>,
}

impl Failed {
    /// A failure of an earlier process says when it was.
    pub(super) fn stored(failure: store::Failure) -> Self {
        let at = rfc3339(failure.failed_at);
        Self {
            problem: problem(
                &failure.code,
                format!("{} Last tried {at}.", failure.message),
                failure.hint.as_deref(),
            ),
            last_words: failure.log,
        }
    }
}

/// One connection, as it went.
#[derive(Debug)]
pub(super) struct Run {
    /// What was said.
    pub(super) log: Transcript,
    /// How long the steps took; `None` when it failed.
    pub(super) timing: Option<Timing>,
}

impl Run {
    /// The log in the units of the wire.
    pub(super) fn lines(&self) -> Vec<wire::LogLine> {
        self.log
            .lines
            .iter()
            .map(|entry| wire::LogLine {
                ms: millis(entry.at),
                kind: entry.kind.as_str().to_owned(),
                text: entry.text.clone(),
                message: entry.message.clone(),
            })
            .collect()
    }

    /// How many older lines the log dropped.
    pub(super) fn dropped(&self) -> u32 {
        u32::try_from(self.log.dropped).unwrap_or(u32::MAX)
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
