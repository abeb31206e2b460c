//! Planning, writing, taking back.

mod basis;
mod request;
mod view;

use std::time::SystemTime;

use self::view::{differs, file_diff, line, problem_of, problem_of_write, recovery};
pub(super) use self::{basis::Basis, request::Planned, view::view};
use super::{
    Workbench,
    words::{problem, problem_of_finding},
};
use crate::{
    clients::{Entry, Wrapped},
    plan::{Edit, Home, Plan, Target},
    store,
    wire::{self, Problem, ProblemLevel},
    world::World,
    write::{ChangeSet, UndoMode, Unwatched, WriteError, Writer, running_clients},
};

impl Workbench {
    /// What some changes would write. Nothing is written.
    pub async fn plan(&self, request: &wire::PlanRequest) -> Result<wire::PlanView, Problem> {
        Ok(self.foreseen(request).await?.1)
    }

    /// The edits of some changes, and the plan as people see it.
    async fn foreseen(
        &self,
        request: &wire::PlanRequest,
    ) -> Result<(Plan, wire::PlanView), Problem> {
        let tokenizer = self.tokenizer(None).await?;
        let platform = self.world.platform;
        let running = tokio::task::spawn_blocking(move || running_clients(platform));
        let now = self.picture(self.basis(request.project.as_deref()).await?, tokenizer);
        let outlook = self.outlook(&now, request, tokenizer).await?;
        self.keep_counts().await;
        let view = outlook.view(request, &now, &running.await.unwrap_or_default());
        Ok((outlook.plan, view))
    }

    /// Writes some changes, all or none. `reviewed` is the plan the user saw:
    /// when a file has changed since, nothing is written. `None`: the plan
    /// changes nothing.
    pub async fn apply(
        &self,
        request: &wire::PlanRequest,
        reviewed: Option<&wire::PlanView>,
    ) -> Result<Option<wire::ChangeSetLine>, Problem> {
        let (plan, view) = self.foreseen(request).await?;
        if let Some(refused) = plan.refused.first() {
            return Err(problem_of(refused, ProblemLevel::Error));
        }
        if let Some(reviewed) = reviewed
            && let Some(path) = differs(reviewed, &view)
        {
            return Err(problem_of_write(&WriteError::Stale { path: path.into() }));
        }
        let set = self.with_writer(move |writer| writer.apply(&plan)).await?;
        let Some(set) = set else { return Ok(None) };
        let mut written = wire::ChangeSetLine { notes: view.notes, ..line(&set) };
        let clients: Vec<String> =
            set.files.iter().filter_map(|file| file.client.clone()).collect();
        written.notes.extend(self.read_otherwise(&clients, request.project.as_deref()).await);
        Ok(Some(written))
    }

    /// Takes a write back; without an id the newest that stands. `only_ours`
    /// keeps what others have changed in its files since.
    pub async fn undo(
        &self,
        id: Option<String>,
        only_ours: bool,
    ) -> Result<wire::ChangeSetLine, Problem> {
        let mode = if only_ours { UndoMode::OnlyOurs } else { UndoMode::Exact };
        let set = self.with_writer(move |writer| writer.undo(id.as_deref(), mode)).await?;
        Ok(line(&set))
    }

    /// Every write, newest first.
    pub async fn writes(&self) -> Result<Vec<wire::ChangeSetLine>, Problem> {
        let sets = self.with_writer(|writer| Ok(writer.history())).await?;
        Ok(sets.iter().map(line).collect())
    }

    /// What a write changed, file by file.
    pub async fn write_diff(&self, id: String) -> Result<Vec<wire::FileDiff>, Problem> {
        let changes = self.with_writer(move |writer| writer.changes_of(&id)).await?;
        let text = |bytes: Option<&Vec<u8>>| {
            bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        };
        Ok(changes
            .iter()
            .map(|change| {
                file_diff(&Edit {
                    client: change.client,
                    path: change.path.clone(),
                    dialect: change.dialect,
                    in_project: change.in_project,
                    before: text(change.before.as_ref()),
                    after: text(change.after.as_ref()).unwrap_or_default(),
                })
            })
            .collect())
    }

    /// Every entry that starts the wrapper and can be written, as `set` of a
    /// plan request names it: `CLIENT:SCOPE/SERVER`; and why a file could not be
    /// read that may hold more of them.
    pub async fn wrapped(
        &self,
        project: Option<&str>,
    ) -> Result<(Vec<String>, Vec<Problem>), Problem> {
        let projects: Vec<String> = project.map(ToOwned::to_owned).into_iter().collect();
        let (mut found, mut unread) = (Vec::new(), Vec::new());
        for reading in self.read(&[], &projects).await? {
            let client = reading.client;
            unread.extend(
                reading
                    .findings
                    .iter()
                    .map(|finding| problem_of_finding(finding, client))
                    .filter(Problem::hides_entries),
            );
            let wraps = |entry: &&Entry| {
                entry.launch.as_ref().is_some_and(|launch| Wrapped::of(launch).is_some())
            };
            found.extend(reading.entries.iter().filter(wraps).filter_map(|entry| {
                let home = [Home::User, Home::Project, Home::Local]
                    .into_iter()
                    .find(|home| home.holds(entry))?;
                let server = entry.name.clone();
                Some(Target { client: reading.client, home: Some(home), server }.spec())
            }));
        }
        Ok((found, unread))
    }

    /// Finishes or takes back what a dead process left unfinished; what was done.
    pub async fn recover(&self) -> Result<Vec<Problem>, Problem> {
        self.with_writer(|writer| {
            let recovered = writer.recover()?;
            Ok(recovered.iter().map(recovery).collect())
        })
        .await
    }

    /// The workbench after [`Self::recover`], with what it did among the
    /// problems of every audit.
    #[must_use]
    pub async fn recovered(mut self) -> Self {
        match self.recover().await {
            Ok(done) => self.notices.extend(done),
            Err(problem) => self.notices.push(problem),
        }
        self
    }

    /// Every change set, newest first, without asking which clients run.
    pub(super) fn change_sets(&self) -> Vec<ChangeSet> {
        let data = store::data_folder(&self.world);
        let (now, watch) = (self.world.now(), &Unwatched);
        Writer { data: &data, now, running: &[], watch }.history()
    }

    /// Writes of ours that a client has dropped since.
    pub(super) async fn lost_writes(&self, history: &[ChangeSet]) -> Vec<Problem> {
        if history.iter().all(|set| set.watched.is_empty()) {
            return Vec::new();
        }
        let lost = self.with_writer(|writer| Ok(writer.look_again())).await.unwrap_or_default();
        lost.iter()
            .map(|lost| Problem {
                level: ProblemLevel::Warning,
                client: Some(lost.client.as_str().to_owned()),
                file: Some(lost.path.display().to_string()),
                ..problem(
                    "write-lost",
                    format!(
                        "`{}` no longer says what Plimsoll wrote at {} (write {})",
                        lost.path.display(),
                        lost.at,
                        lost.id
                    ),
                    Some(&format!(
                        "`plimsoll apply --restore {0}` writes it again; `plimsoll undo {0} --only-ours` lets it go.",
                        lost.id
                    )),
                )
            })
            .collect()
    }

    /// This machine with the texts that some changes would write. What of them
    /// cannot be written is left out.
    pub(super) async fn world_after(&self, staged: &wire::PlanRequest) -> Result<World, Problem> {
        if !asks(staged) {
            return Ok(self.world.clone());
        }
        let basis = self.basis(staged.project.as_deref()).await?;
        Ok(self.planned_on(&basis, staged).await?.then.world)
    }

    async fn with_writer<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Writer<'_>) -> Result<T, WriteError> + Send + 'static,
    ) -> Result<T, Problem> {
        let data = store::data_folder(&self.world);
        let (now, platform): (SystemTime, _) = (self.world.now(), self.world.platform);
        // A write waits for locks and for the disk.
        let done = tokio::task::spawn_blocking(move || {
            let running = running_clients(platform);
            act(&Writer { data: &data, now, running: &running, watch: &Unwatched })
        });
        match done.await {
            Ok(outcome) => outcome.map_err(|error| problem_of_write(&error)),
            Err(error) => Err(problem("write-failed", error.to_string(), None)),
        }
    }
}

/// Whether any change is asked for.
pub(super) fn asks(request: &wire::PlanRequest) -> bool {
    [
        &request.set,
        &request.keep,
        &request.mode,
        &request.moves,
        &request.copies,
        &request.add,
        &request.remove,
        &request.merge_rules,
    ]
    .iter()
    .any(|changes| !changes.is_empty())
        || request.restore.is_some()
}
