//! A request as a plan: read, put in order, planned in one step or two.

use super::{
    super::{Workbench, words::problem},
    asks,
    basis::Basis,
    view::problem_of_write,
};
use crate::{
    clients::ClientId,
    plan::{self, Change, Choices, Home, Plan, SpecError, Target},
    store,
    wire::{self, Problem},
    write::{Unwatched, Writer},
};

/// A plan, with what it starts from and leads to.
pub(in super::super) struct Planned {
    pub(in super::super) plan: Plan,
    pub(in super::super) changes: Vec<Change>,
    /// What the switches stand on of entries that the plan puts somewhere, when
    /// some are set; `None`: the same as `then`.
    pub(in super::super) arrived: Option<Basis>,
    /// The files as the plan would leave them. What cannot be written is not in them.
    pub(in super::super) then: Basis,
}

impl Workbench {
    /// Plans what is asked for. An entry that is put somewhere has its switches
    /// set there: these are planned on the texts that the rest of the plan leaves.
    pub(in super::super) async fn planned_on(
        &self,
        basis: &Basis,
        request: &wire::PlanRequest,
    ) -> Result<Planned, Problem> {
        if let Some(id) = &request.restore {
            let plan = self.planned_again(id, request)?;
            let then = self.basis_after(basis, &plan, request).await?;
            return Ok(Planned { plan, changes: Vec::new(), arrived: None, then });
        }
        let (changes, choices) = self.parsed_on(basis, request)?;
        let (plan, waiting) = self.on_ground(basis, |ground| {
            let (first, waiting) = plan::stages(&changes, ground);
            (plan::plan(&first, choices, ground), waiting)
        });
        let then = self.basis_after(basis, &plan, request).await?;
        if waiting.is_empty() {
            return Ok(Planned { plan, changes, arrived: None, then });
        }
        let more = self.on_ground(&then, |ground| plan::plan(&waiting, choices, ground));
        let (plan, arrived) = (plan.and(more), then);
        let then = self.basis_after(basis, &plan, request).await?;
        Ok(Planned { plan, changes, arrived: Some(arrived), then })
    }

    /// The changes a request asks for.
    fn parsed_on(
        &self,
        basis: &Basis,
        request: &wire::PlanRequest,
    ) -> Result<(Vec<Change>, Choices), Problem> {
        let names = |client: ClientId| {
            let read = basis.readings.iter().filter(|reading| reading.client == client);
            let entries = read.flat_map(|reading| &reading.entries).map(|entry| &entry.name);
            let parked = basis.parked.iter().filter(|parked| parked.client == client.as_str());
            entries.chain(parked.map(|parked| &parked.server)).cloned().collect()
        };
        let additions = self.additions(request)?;
        parse(request, additions, &names).map_err(|error| problem("spec", error.to_string(), None))
    }

    /// The plan that makes a write once more.
    fn planned_again(&self, id: &str, request: &wire::PlanRequest) -> Result<Plan, Problem> {
        if asks(&wire::PlanRequest { restore: None, ..request.clone() }) {
            return Err(problem("spec", "`restore` goes with no other change".to_owned(), None));
        }
        let data = store::data_folder(&self.world);
        let (now, watch) = (self.world.now(), &Unwatched);
        let writer = Writer { data: &data, now, running: &[], watch };
        let (set, edits) = writer.again(id).map_err(|error| problem_of_write(&error))?;
        let requested = set.requested.iter().map(|each| format!("again: {each}")).collect();
        Ok(Plan { edits, requested, kept: set.kept, ..Plan::default() })
    }
}

/// The changes of a request, after those that add tried servers.
fn parse(
    request: &wire::PlanRequest,
    additions: Vec<Change>,
    known: &dyn Fn(ClientId) -> Vec<String>,
) -> Result<(Vec<Change>, Choices), SpecError> {
    let wrong = |text: &str, what: &str| SpecError { text: text.to_owned(), what: what.to_owned() };
    let mut changes = additions;
    for text in &request.mode {
        changes.push(Change::parse_mode(text)?);
    }
    for (texts, copy) in [(&request.moves, false), (&request.copies, true)] {
        for text in texts {
            changes.push(Change::parse_move(text, copy, known)?);
        }
    }
    for text in &request.remove {
        match Target::parse(text, known)? {
            (target, None) => changes.push(Change::Remove { target }),
            _ => return Err(wrong(text, "write CLIENT[:SCOPE]/SERVER")),
        }
    }
    let put: Vec<Target> = changes.iter().filter_map(Change::puts).collect();
    let known = |client: ClientId| {
        let here = put.iter().filter(|target| target.client == client);
        known(client).into_iter().chain(here.map(|target| target.server.clone())).collect()
    };
    for text in &request.keep {
        changes.push(Change::parse_keep(text, &known)?);
    }
    for text in &request.set {
        changes.push(Change::parse_set(text, &known)?);
    }
    for text in &request.merge_rules {
        match plan::parse_client(text) {
            Some((client, None)) => changes.push(Change::MergeRules { client }),
            _ => return Err(wrong(text, "there is no such client")),
        }
    }
    if changes.is_empty() {
        return Err(wrong("", "nothing was asked for"));
    }
    let level = match &request.level {
        None => None,
        Some(word) => Some(
            Home::parse(word)
                .ok_or_else(|| wrong(word, "the level is `user`, `project` or `local`"))?,
        ),
    };
    Ok((changes, Choices { level, cursor_agent: request.cursor_agent }))
}
