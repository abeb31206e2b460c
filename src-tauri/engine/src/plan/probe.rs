//! Whether a change can be written, without working out its text.

use super::{Change, Choices, Ground, Plan, Remark, draft::Draft, one};

/// Asks the planner itself, so that what it would refuse is what is shown as
/// unavailable. Files are read and parsed once, however much is asked.
pub struct Probe<'g, 'a> {
    ground: &'g Ground<'a>,
    choices: Choices,
    draft: Draft<'a>,
}

impl<'g, 'a> Probe<'g, 'a> {
    /// Asks about changes to the files as they are.
    pub fn new(ground: &'g Ground<'a>, choices: Choices) -> Self {
        Self { ground, choices, draft: Draft::dry(ground.read) }
    }

    /// Why a change cannot be written; `None`: it can.
    pub fn refusal(&mut self, change: &Change) -> Option<Remark> {
        let mut said = Plan::default();
        let asked = one(change, &[], self.choices, self.ground, &mut self.draft, &mut said);
        asked.err().map(|refused| *refused)
    }
}
