//! What loads where, as it is and as staged changes would leave it.
//!
//! Both sides come from the same assembly as the audit, over the files as they
//! are and over the texts the plan would write. What may be chosen is asked of
//! the planner, so that nothing is offered that it would refuse.

mod cells;
mod options;
mod suggest;

use std::path::Path;

use super::{
    Workbench, audit,
    drift::Drift,
    foresee,
    plan::{Basis, after, asks, view},
    words::problem,
};
use crate::{
    clients::{ClientId, Reading},
    plan::{Choices, Home, Probe},
    weights::TokenizerId,
    wire::{self, Audit, ClientAudit, Problem, SwitchboardRequest},
    write::running_clients,
};

/// One side of the board: what the clients read, and what they pay.
pub(super) struct Picture {
    pub(super) readings: Vec<Reading>,
    pub(super) audit: Audit,
}

impl Picture {
    pub(super) fn of(&self, client: ClientId) -> Option<(&Reading, &ClientAudit)> {
        let mut both = self.readings.iter().zip(&self.audit.clients);
        both.find(|(reading, _)| reading.client == client)
    }
}

impl Workbench {
    /// What loads where, with staged changes. Writes nothing, starts nothing.
    ///
    /// # Errors
    /// A change that makes no sense, or an unknown tokenizer or task set.
    pub async fn switchboard(
        &self,
        request: &SwitchboardRequest,
    ) -> Result<wire::Switchboard, Problem> {
        let tokenizer = self.tokenizer(request.tokenizer.as_deref()).await?;
        let tasks = match request.tasks {
            Some(id) => Some(self.tasks_of(id).await?),
            None => None,
        };
        let platform = self.world.platform;
        let running = tokio::task::spawn_blocking(move || running_clients(platform));
        let staged = &request.staged;
        let basis = self.basis(staged.project.as_deref()).await?;
        let now = self.picture(basis.readings.clone(), None, tokenizer).await;
        let plan = if asks(staged) { Some(self.plan_on(&basis, staged)?) } else { None };
        let then = match &plan {
            Some(plan) => Some(self.picture_after(plan, staged, tokenizer).await?),
            None => None,
        };
        let running = running.await.unwrap_or_default();
        let mut view = plan.as_ref().map(|plan| view(staged, plan));
        if let (Some(view), Some(then)) = (&mut view, &then) {
            let changes = self.parsed_on(&basis, staged).map(|(changes, _)| changes);
            foresee::add(
                &mut view.notes,
                &changes.unwrap_or_default(),
                &now.readings,
                &then.readings,
            );
            let more = foresee::of_running(view, &running);
            view.notes.extend(more);
        }
        let mut board = self.board(&basis, staged, &now, then.as_ref().unwrap_or(&now), &running);
        let project = staged.project.as_deref().map(Path::new);
        for client in &mut board.clients {
            let reading = now.readings.iter().find(|each| each.client.as_str() == client.id);
            if let Some(reading) = reading {
                client.confirmed = self.confirmed(reading.client, project).await;
            }
        }
        board.plan = view;
        board.suggestions = self
            .suggestions(
                &basis,
                staged,
                then.as_ref().unwrap_or(&now),
                &board,
                tasks.as_deref(),
                tokenizer,
            )
            .await;
        self.keep_counts().await;
        Ok(board)
    }

    async fn picture(
        &self,
        readings: Vec<Reading>,
        staged: Option<&wire::PlanRequest>,
        tokenizer: TokenizerId,
    ) -> Picture {
        let mut known = self.known_for(&readings).await;
        if let Some(staged) = staged {
            self.lend_tools(staged, &readings, &mut known);
        }
        let now = self.world.now();
        let audit = audit::assemble(&readings, &known, &self.weigher, tokenizer, now);
        Picture { readings, audit }
    }

    async fn picture_after(
        &self,
        plan: &crate::plan::Plan,
        staged: &wire::PlanRequest,
        tokenizer: TokenizerId,
    ) -> Result<Picture, Problem> {
        let projects: Vec<String> = staged.project.iter().cloned().collect();
        let readings = self.read_in(&after(&self.world, plan), &[], &projects).await?;
        Ok(self.picture(readings, Some(staged), tokenizer).await)
    }

    fn board(
        &self,
        basis: &Basis,
        staged: &wire::PlanRequest,
        now: &Picture,
        then: &Picture,
        running: &[ClientId],
    ) -> wire::Switchboard {
        let drift = Drift::of(&self.change_sets());
        let choices = Choices {
            level: staged.level.as_deref().and_then(Home::parse),
            cursor_agent: staged.cursor_agent,
        };
        self.on_ground(basis, |ground| {
            let mut probe = Probe::new(ground, choices);
            let mut clients = Vec::new();
            let mut rows: Vec<wire::SwitchServer> = Vec::new();
            for (reading, audit) in now.readings.iter().zip(&now.audit.clients) {
                let client = reading.client;
                let Some((reading_then, audit_then)) = then.of(client) else { continue };
                let parked = basis.parked.iter().filter(|parked| parked.client == client.as_str());
                let side = cells::Side {
                    reading,
                    audit,
                    reading_then,
                    audit_then,
                    known: &basis.known,
                    drift: &drift,
                    in_project: staged.project.is_some(),
                };
                let cells = side.cells(parked, &mut probe);
                if !audit.present && cells.is_empty() {
                    continue;
                }
                clients.push(options::column(&side, &mut probe, running));
                for (key, weight, cell) in cells {
                    cells::into_rows(&mut rows, key, weight, cell);
                }
            }
            rows.sort_by(|a, b| b.tokens.cmp(&a.tokens).then_with(|| a.name.cmp(&b.name)));
            wire::Switchboard {
                tokenizer: now.audit.tokenizer.clone(),
                clients,
                servers: rows,
                plan: None,
                suggestions: Vec::new(),
            }
        })
    }

    /// The tasks of a set.
    async fn tasks_of(&self, id: i64) -> Result<Vec<wire::SearchQuery>, Problem> {
        let kept = self.task_sets().await?.into_iter().find(|set| set.id == id);
        kept.map(|set| set.tasks).ok_or_else(|| {
            problem(
                "no-such-task-set",
                format!("there is no task set {id}"),
                Some("It may have been removed; choose another."),
            )
        })
    }
}
