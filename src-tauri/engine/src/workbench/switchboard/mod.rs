//! What loads where, as it is and as staged changes would leave it.
//!
//! Both sides come from the same assembly as the audit, over the files as they
//! are and over the texts the plan would write. What may be chosen is asked of
//! the planner, so that nothing is offered that it would refuse.

mod cells;
mod options;
mod sides;
mod suggest;

use std::path::Path;

use self::sides::Sides;
use super::{
    Workbench,
    drift::Drift,
    outlook::{Outlook, Picture},
    plan::asks,
    words::problem,
};
use crate::{
    clients::ClientId,
    plan::{Choices, Home, Probe},
    wire::{self, Problem, SwitchboardRequest},
    write::running_clients,
};

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
        let now = self.picture(self.basis(staged.project.as_deref()).await?, tokenizer);
        let outlook =
            if asks(staged) { Some(self.outlook(&now, staged, tokenizer).await?) } else { None };
        let running = running.await.unwrap_or_default();
        let mut board = self.board(staged, &now, outlook.as_ref(), &running);
        let project = staged.project.as_deref().map(Path::new);
        for client in &mut board.clients {
            let readings = &now.basis.readings;
            let reading = readings.iter().find(|each| each.client.as_str() == client.id);
            if let Some(reading) = reading {
                client.confirmed = self.confirmed(reading.client, project).await;
            }
        }
        board.plan = outlook.as_ref().map(|outlook| outlook.view(staged, &now, &running));
        let then = outlook.as_ref().map_or(&now, |outlook| &outlook.then);
        board.suggestions =
            self.suggestions((&now, then), staged, &board, tasks.as_deref(), tokenizer).await;
        self.keep_counts().await;
        Ok(board)
    }

    fn board(
        &self,
        staged: &wire::PlanRequest,
        now: &Picture,
        outlook: Option<&Outlook>,
        running: &[ClientId],
    ) -> wire::Switchboard {
        let then = outlook.map_or(now, |outlook| &outlook.then);
        let arrived = outlook.map_or(now, Outlook::arrived);
        let choices = Choices {
            level: staged.level.as_deref().and_then(Home::parse),
            cursor_agent: staged.cursor_agent,
        };
        let sides = Sides {
            now,
            arrived,
            then,
            drift: &Drift::of(&self.change_sets()),
            in_project: staged.project.is_some(),
        };
        self.on_ground(&now.basis, |here| {
            self.on_ground(&arrived.basis, |there| {
                let (here, there) = (Probe::new(here, choices), Probe::new(there, choices));
                sides.board(here, there, running)
            })
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
