//! What the clients pay: as the files are, and as wanted changes would leave them.

use super::{
    Workbench, audit, foresee,
    plan::{Basis, Planned, view},
};
use crate::{
    clients::{ClientId, Reading},
    plan::{Change, Plan},
    weights::TokenizerId,
    wire::{self, Audit, ClientAudit, Problem},
};

/// What the clients read, and what they pay for it.
pub(super) struct Picture {
    pub(super) basis: Basis,
    pub(super) audit: Audit,
}

impl Picture {
    /// One client, where it was read.
    pub(super) fn of(&self, client: ClientId) -> Option<(&Reading, &ClientAudit)> {
        let mut both = self.basis.readings.iter().zip(&self.audit.clients);
        both.find(|(reading, _)| reading.client == client)
    }
}

/// Wanted changes and what they come to.
pub(super) struct Outlook {
    pub(super) plan: Plan,
    pub(super) changes: Vec<Change>,
    /// Before switches are set of entries that the plan puts somewhere; `None`:
    /// none are set.
    arrived: Option<Picture>,
    /// As the plan would leave the files.
    pub(super) then: Picture,
}

impl Outlook {
    /// What the switches stand on of entries that the plan puts somewhere.
    pub(super) fn arrived(&self) -> &Picture {
        self.arrived.as_ref().unwrap_or(&self.then)
    }

    /// The plan as the window and the terminal receive it.
    pub(super) fn view(
        &self,
        request: &wire::PlanRequest,
        now: &Picture,
        running: &[ClientId],
    ) -> wire::PlanView {
        let mut view = view(request, &self.plan);
        foresee::add(&mut view.notes, now, self);
        let more = foresee::of_running(&view, running);
        view.notes.extend(more);
        view.tokenizer.clone_from(&now.audit.tokenizer);
        view.standing = self.standing(now);
        view
    }

    /// What clients would pay otherwise than now.
    fn standing(&self, now: &Picture) -> Vec<wire::PlanStanding> {
        let both = now.audit.clients.iter().zip(&self.then.audit.clients);
        both.filter(|(now, then)| now.standing != then.standing)
            .map(|(now, then)| wire::PlanStanding {
                client: now.id.clone(),
                now: now.standing,
                planned: then.standing,
            })
            .collect()
    }
}

impl Workbench {
    /// What the clients pay, from what is known of their servers.
    pub(super) fn picture(&self, basis: Basis, tokenizer: TokenizerId) -> Picture {
        let (readings, known) = (&basis.readings, &basis.known);
        let audit = audit::assemble(readings, known, &self.weigher, tokenizer, self.world.now());
        Picture { basis, audit }
    }

    /// What a request comes to. Nothing is written.
    ///
    /// # Errors
    /// A change that makes no sense.
    pub(super) async fn outlook(
        &self,
        now: &Picture,
        request: &wire::PlanRequest,
        tokenizer: TokenizerId,
    ) -> Result<Outlook, Problem> {
        let planned = self.planned_on(&now.basis, request).await?;
        let Planned { plan, changes, arrived, then } = planned;
        let arrived = arrived.map(|basis| self.picture(basis, tokenizer));
        Ok(Outlook { plan, changes, arrived, then: self.picture(then, tokenizer) })
    }
}
