//! Queries with the tools they should find, kept between runs.

use super::{Workbench, settings::not_kept, words::problem};
use crate::{
    search::{Task, parse_tasks, write_tasks},
    store::KeptTasks,
    wire::{Problem, SearchQuery, TaskSet},
};

impl Workbench {
    /// Every kept set, by name.
    pub async fn task_sets(&self) -> Result<Vec<TaskSet>, Problem> {
        let kept = self.opened_store()?.task_sets().await.map_err(not_kept)?;
        kept.into_iter()
            .map(|kept| {
                let tasks = self.read_tasks(&kept.tasks)?.tasks;
                Ok(TaskSet { id: kept.id, name: kept.name, tasks })
            })
            .collect()
    }

    /// Keeps a set, a new one for id 0; all sets then.
    pub async fn save_task_set(&self, set: &TaskSet) -> Result<Vec<TaskSet>, Problem> {
        let tasks = self.write_tasks(set);
        // What is kept must be readable again.
        self.read_tasks(&tasks)?;
        let kept = KeptTasks { id: set.id, name: set.name.clone(), tasks };
        self.opened_store()?.save_task_set(&kept, self.world.now()).await.map_err(not_kept)?;
        self.task_sets().await
    }

    /// Removes a set; all sets then.
    pub async fn remove_task_set(&self, id: i64) -> Result<Vec<TaskSet>, Problem> {
        self.opened_store()?.remove_task_set(id).await.map_err(not_kept)?;
        self.task_sets().await
    }

    /// Tasks from JSON lines.
    ///
    /// # Errors
    /// The line that is no task.
    pub fn read_tasks(&self, text: &str) -> Result<TaskSet, Problem> {
        let tasks = parse_tasks(text).map_err(|error| Problem {
            line: u32::try_from(error.line).ok(),
            ..problem(
                "tasks-unreadable",
                error.to_string(),
                Some("Each line is a JSON object with `query`, and perhaps `id`, `max_results` and `expected`."),
            )
        })?;
        let tasks = tasks
            .into_iter()
            .map(|task| SearchQuery {
                id: task.id,
                query: task.query,
                max_results: task.max_results,
                expected: task.expected,
            })
            .collect();
        Ok(TaskSet { tasks, ..TaskSet::default() })
    }

    /// Tasks as JSON lines.
    pub fn write_tasks(&self, set: &TaskSet) -> String {
        let tasks: Vec<Task> = set
            .tasks
            .iter()
            .cloned()
            .map(|query| Task {
                id: query.id,
                query: query.query,
                max_results: query.max_results,
                expected: query.expected,
            })
            .collect();
        write_tasks(&tasks)
    }
}
