//! Wanted loading and scope to edits: pure, text in and text out.
//!
//! [`plan`] turns [`Change`]s into [`Edit`]s: whole new texts, whose difference
//! to the old ones is what was asked for and nothing else. Only a client's own
//! switches are used; what it has no switch for is refused with the reason.

mod add;
mod change;
mod claude_code;
mod deny;
mod diff;
mod draft;
mod elsewhere;
mod entries;
mod ground;
mod merge;
mod mode;
mod park;
mod probe;
mod stages;
mod text;
mod translate;
mod wrapping;

pub use self::{
    change::{Change, Choices, Home, SpecError, Target, Wanted, parse_client},
    diff::{Diff, DiffLine, Hunk, Side},
    draft::{Edit, Kept, Plan, ReadText, Remark, list_hash},
    ground::{ClaudeCodeFiles, CursorFiles, Ground, ProjectFiles},
    merge::{MergeError, merge},
    park::{Parked, parked_in},
    probe::Probe,
    stages::stages,
    text::{EditError, Step, edit},
    wrapping::unavailable as wrapping_unavailable,
};
use self::{
    claude_code::ClaudeCode,
    draft::{Draft, File},
    elsewhere::Elsewhere,
};
use crate::clients::ClientId;

/// Wanted changes as edits of the clients' files.
///
/// A change that cannot be written is refused as a whole and leaves nothing in
/// the edits; the others still stand.
pub fn plan(changes: &[Change], choices: Choices, ground: &Ground<'_>) -> Plan {
    let mut plan = Plan::default();
    let mut draft = Draft::new(ground.read);
    let puts: Vec<Target> = changes.iter().filter_map(Change::puts).collect();
    for change in changes {
        let (mark, notes, kept) = (draft.mark(), plan.notes.len(), plan.kept.len());
        match one(change, &puts, choices, ground, &mut draft, &mut plan) {
            Ok(sentence) => plan.requested.push(sentence),
            Err(refused) => {
                draft.back_to(mark);
                plan.notes.truncate(notes);
                plan.kept.truncate(kept);
                plan.refused.push(*refused);
            }
        }
    }
    plan.edits = draft.finish();
    plan
}

/// `puts` is where the changes put entries, this one and the others.
fn one(
    change: &Change,
    puts: &[Target],
    choices: Choices,
    ground: &Ground<'_>,
    draft: &mut Draft<'_>,
    plan: &mut Plan,
) -> Result<String, Box<Remark>> {
    let client = change.client();
    let wanted = match change {
        Change::Wrap { options, .. } => Some(wrapping::Wanted::Wrap(options)),
        Change::Unwrap { .. } => Some(wrapping::Wanted::Unwrap),
        Change::Repair { .. } => Some(wrapping::Wanted::Repair),
        _ => None,
    };
    if let (Some(wanted), Some(target)) = (wanted, change.target()) {
        let done = wrapping::change(target, &wanted, ground, draft, plan);
        if done.is_ok() && client != ClientId::ClaudeCode {
            elsewhere::after_restart(client, plan);
        }
        return done.map_err(Box::new);
    }
    match client {
        ClientId::ClaudeCode => ClaudeCode { ground, puts, choices, draft, plan }.change(change),
        ClientId::ClaudeDesktop | ClientId::Cursor => {
            Elsewhere { client, ground, choices, draft, plan }.change(change)
        }
    }
    .map_err(Box::new)
}

#[cfg(test)]
mod samples;
