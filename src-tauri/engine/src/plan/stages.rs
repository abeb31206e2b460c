//! What is planned first: an entry must be somewhere before its switches are set.

use super::{Change, Ground, Plan, Target};
use crate::clients::Entry;

/// Splits changes into those that can be planned now and the switches that wait
/// until these have put their entries somewhere.
///
/// Moving and removing never waits: it is what the others wait for.
pub fn stages(changes: &[Change], ground: &Ground<'_>) -> (Vec<Change>, Vec<Change>) {
    let leaving: Vec<&Entry> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Move { target, copy: false, .. } | Change::Remove { target } => {
                ground.entry(target).ok()
            }
            _ => None,
        })
        .collect();
    let waits = |change: &Change| {
        let moves = matches!(change, Change::Move { .. } | Change::Remove { .. });
        let Some(target) = change.target().filter(|_| !moves) else { return false };
        match ground.entry(target) {
            Err(_) => true,
            // Without a scope it is where the others put it, not where it was.
            Ok(entry) => {
                leaving.iter().any(|gone| std::ptr::eq(*gone, entry))
                    && changes.iter().filter_map(Change::puts).any(|put| target.means(&put))
            }
        }
    };
    changes.iter().cloned().partition(|change| !waits(change))
}

impl Target {
    /// Whether it names the entry at a place, its scope left out or not.
    fn means(&self, place: &Self) -> bool {
        (self.client, &self.server) == (place.client, &place.server)
            && self.home.is_none_or(|home| place.home == Some(home))
    }
}

impl Plan {
    /// This plan and one that was made on the texts it leaves, as one.
    #[must_use]
    pub fn and(mut self, more: Self) -> Self {
        for edit in more.edits {
            match self.edits.iter_mut().find(|had| had.path == edit.path) {
                Some(had) => had.after = edit.after,
                None => self.edits.push(edit),
            }
        }
        self.edits.retain(|edit| edit.before.as_deref().unwrap_or_default() != edit.after);
        self.refused.extend(more.refused);
        for note in more.notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        self.requested.extend(more.requested);
        self.kept.extend(more.kept);
        self
    }
}
