//! Planning, writing, taking back.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    time::SystemTime,
};

use sha2::{Digest, Sha256};

use super::{
    Workbench, foresee,
    known::Known,
    words::{problem, problem_of_finding},
};
use crate::{
    clients::{
        ClientId, Dialect, Document, Entry, Reading, Wrapped, claude_code, claude_desktop, cursor,
    },
    plan::{
        self, Change, Choices, ClaudeCodeFiles, CursorFiles, Diff, Edit, Ground, Home, Parked,
        Plan, ProjectFiles, Remark, Side, SpecError, Target,
    },
    store,
    wire::{self, Problem, ProblemLevel},
    world::World,
    write::{
        ChangeSet, Recovered, State, UndoMode, Unwatched, WriteError, Writer, running_clients,
    },
};

/// Findings of a file whose entries are not known.
const UNREAD: [&str; 2] = ["file-unreadable", "cursor-list-unreadable"];

impl Workbench {
    /// What some changes would write. Nothing is written.
    pub async fn plan(&self, request: &wire::PlanRequest) -> Result<wire::PlanView, Problem> {
        let basis = self.basis(request.project.as_deref()).await?;
        let plan = self.plan_on(&basis, request)?;
        let mut view = view(request, &plan);
        let after = after(&self.world, &plan);
        let then = self.read_in(&after, &[], &projects_of(request)).await?;
        let changes =
            self.parsed_on(&basis, request).map(|(changes, _)| changes).unwrap_or_default();
        foresee::add(&mut view.notes, &changes, &basis.readings, &then);
        view.notes.extend(self.running_notes(&view).await);
        Ok(view)
    }

    /// What it means that clients run whose files would be written.
    async fn running_notes(&self, view: &wire::PlanView) -> Vec<Problem> {
        let platform = self.world.platform;
        let running = tokio::task::spawn_blocking(move || running_clients(platform)).await;
        foresee::of_running(view, &running.unwrap_or_default())
    }

    /// Writes some changes, all or none. `reviewed` is the plan the user saw:
    /// when a file has changed since, nothing is written. `None`: the plan
    /// changes nothing.
    pub async fn apply(
        &self,
        request: &wire::PlanRequest,
        reviewed: Option<&wire::PlanView>,
    ) -> Result<Option<wire::ChangeSetLine>, Problem> {
        // What holds besides is judged while the files are still as they were.
        let notes = self.plan(request).await?.notes;
        let plan = self.planned(request).await?;
        if let Some(refused) = plan.refused.first() {
            return Err(problem_of(refused, ProblemLevel::Error));
        }
        if let Some(reviewed) = reviewed
            && let Some(path) = differs(reviewed, &view(request, &plan))
        {
            return Err(problem_of_write(&WriteError::Stale { path: path.into() }));
        }
        let set = self.with_writer(move |writer| writer.apply(&plan)).await?;
        let Some(set) = set else { return Ok(None) };
        let mut written = wire::ChangeSetLine { notes, ..line(&set) };
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
                    .filter(|finding| UNREAD.contains(&finding.code))
                    .map(|finding| problem_of_finding(finding, client)),
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
        Ok(after(&self.world, &self.planned(staged).await?))
    }

    async fn planned(&self, request: &wire::PlanRequest) -> Result<Plan, Problem> {
        let basis = self.basis(request.project.as_deref()).await?;
        self.plan_on(&basis, request)
    }

    /// Everything plans of a project are made from.
    pub(super) async fn basis(&self, project: Option<&str>) -> Result<Basis, Problem> {
        let projects: Vec<String> = project.iter().map(ToString::to_string).collect();
        let readings = self.read(&[], &projects).await?;
        let known = self.known_for(&readings).await;
        let parking = store::data_folder(&self.world).join("parked.json");
        let parked = plan::parked_in(read_text(&parking).ok().flatten().as_deref());
        Ok(Basis { readings, known, parked, parking, project: project.map(PathBuf::from) })
    }

    pub(super) fn plan_on(
        &self,
        basis: &Basis,
        request: &wire::PlanRequest,
    ) -> Result<Plan, Problem> {
        if let Some(id) = &request.restore {
            return self.planned_again(id, request);
        }
        let (changes, choices) = self.parsed_on(basis, request)?;
        Ok(self.on_ground(basis, |ground| plan::plan(&changes, choices, ground)))
    }

    /// The changes a request asks for.
    pub(super) fn parsed_on(
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

    /// Does something that needs what a plan stands on.
    pub(super) fn on_ground<T>(&self, basis: &Basis, act: impl FnOnce(&Ground<'_>) -> T) -> T {
        let tools = |entry: &Entry| {
            let catalogue = basis.known.get(&entry.launch.as_ref()?.key())?.catalogue.as_ref()?;
            Some(catalogue.tools.iter().map(|tool| tool.name.clone()).collect())
        };
        let project = basis.project.as_deref();
        act(&Ground {
            readings: &basis.readings,
            claude_code: Some(claude_code_files(&self.world, project)),
            claude_desktop: Some(claude_desktop::config_in_use(&self.world)),
            cursor: Some(cursor_files(&self.world, project)),
            parking: basis.parking.clone(),
            wrapper: self.wrapper(),
            read: &read_text,
            tools: &tools,
        })
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

    /// The program that wraps: `plimsoll`, installed beside whatever runs now,
    /// so that its path stays the same through updates.
    pub(super) fn wrapper(&self) -> Option<PathBuf> {
        let name = format!("plimsoll{}", std::env::consts::EXE_SUFFIX);
        let beside = self.connector.guard.with_file_name(name);
        beside.is_file().then_some(beside)
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

/// What plans of one project are made from, read once.
pub(super) struct Basis {
    pub(super) readings: Vec<Reading>,
    pub(super) known: HashMap<String, Known>,
    pub(super) parked: Vec<Parked>,
    parking: PathBuf,
    project: Option<PathBuf>,
}

fn projects_of(request: &wire::PlanRequest) -> Vec<String> {
    request.project.iter().cloned().collect()
}

fn recovery(recovered: &Recovered) -> Problem {
    let hint = |problem: Problem| Problem { level: ProblemLevel::Hint, ..problem };
    match recovered {
        Recovered::Finished { id } => hint(problem(
            "write-finished",
            format!("write {id} had been interrupted after its last file; it stands"),
            Some("`plimsoll undo` takes it back."),
        )),
        Recovered::RolledBack { id, left } if left.is_empty() => hint(problem(
            "write-rolled-back",
            format!("write {id} had been interrupted; its files have their old text again"),
            Some("Plan the changes again if you still want them."),
        )),
        Recovered::RolledBack { id, left } => Problem {
            level: ProblemLevel::Warning,
            file: left.first().map(|path| path.display().to_string()),
            ..problem(
                "write-rolled-back",
                format!(
                    "write {id} had been interrupted and was taken back, but {} file(s) were written by somebody else since and were left alone",
                    left.len()
                ),
                Some("Compare them with the write's difference in the history."),
            )
        },
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

pub(super) fn after(world: &World, plan: &Plan) -> World {
    world.with_texts(plan.edits.iter().map(|edit| (edit.path.clone(), edit.after.clone())))
}

fn read_text(path: &Path) -> std::io::Result<Option<String>> {
    match std::fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes)
            .map(Some)
            .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error)),
        Err(error)
            if matches!(
                error.kind(),
                std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
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
    for text in &request.keep {
        changes.push(Change::parse_keep(text, known)?);
    }
    for text in &request.set {
        changes.push(Change::parse_set(text, known)?);
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

fn claude_code_files(world: &World, project: Option<&Path>) -> ClaudeCodeFiles {
    let places = claude_code::Places::of(world);
    let project = project.map(claude_code::Project::at).map(|project| {
        let local = project.local_settings(false);
        ProjectFiles {
            key: project_key(world, &places.global, &project.key_folder),
            shared_settings: project.shared_settings(),
            local_settings: local.into_iter().next().unwrap_or_default(),
            servers: project.folder.join(".mcp.json"),
        }
    });
    ClaudeCodeFiles { state: places.global, user_settings: places.user_settings, project }
}

/// The key of a project as the state file spells it, or as the client would:
/// with forward slashes. A third spelling is never added.
fn project_key(world: &World, state: &Path, folder: &Path) -> String {
    let there = Document::read(world, state, Dialect::Strict).ok().flatten().and_then(|document| {
        let projects = document.root.as_ref()?.get("projects")?;
        let key = projects
            .members()
            .iter()
            .find(|member| claude_code::is_key_of(world.platform, &member.key, folder))?;
        Some(key.key.clone())
    });
    there.unwrap_or_else(|| {
        let spelled = folder.to_string_lossy();
        if world.platform == crate::world::Platform::Windows {
            spelled.trim_start_matches(r"\\?\").replace('\\', "/")
        } else {
            spelled.into_owned()
        }
    })
}

fn cursor_files(world: &World, project: Option<&Path>) -> CursorFiles {
    let root: Option<PathBuf> = project.map(|project| cursor::project_root(world, project));
    CursorFiles {
        user: cursor::user_servers(world),
        project: root.as_deref().map(|root| cursor::project_servers(world, root)),
        disabled: root
            .as_deref()
            .map(|root| cursor::project_data(world, root).join("mcp-disabled.json")),
    }
}

pub(super) fn view(request: &wire::PlanRequest, plan: &Plan) -> wire::PlanView {
    let problems = |remarks: &[Remark], level| {
        remarks.iter().map(|remark| problem_of(remark, level)).collect()
    };
    wire::PlanView {
        schema: "plimsoll.plan/1".to_owned(),
        request: request.clone(),
        requested: plan.requested.clone(),
        files: plan.edits.iter().map(file_diff).collect(),
        refused: problems(&plan.refused, ProblemLevel::Error),
        notes: problems(&plan.notes, ProblemLevel::Warning),
    }
}

/// The first file that is not what it was when the plan was reviewed, or would
/// not become what was shown: a server may list other tools by now.
fn differs(reviewed: &wire::PlanView, now: &wire::PlanView) -> Option<String> {
    fn by_path(view: &wire::PlanView) -> HashMap<&str, &wire::FileDiff> {
        view.files.iter().map(|file| (file.path.as_str(), file)).collect()
    }
    let (seen, there) = (by_path(reviewed), by_path(now));
    there
        .iter()
        .find(|(path, file)| seen.get(*path) != Some(file))
        .or_else(|| seen.iter().find(|(path, _)| !there.contains_key(*path)))
        .map(|(path, _)| (*path).to_owned())
}

fn file_diff(edit: &Edit) -> wire::FileDiff {
    use std::fmt::Write as _;
    let diff = Diff::of(edit.path.clone(), edit.dialect, edit.before.as_deref(), &edit.after);
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let basis = Sha256::digest(edit.before.as_deref().unwrap_or_default());
    wire::FileDiff {
        path: edit.path.display().to_string(),
        client: edit.client.map(|client| client.as_str().to_owned()),
        created: diff.created,
        basis: basis.iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        }),
        hunks: diff
            .hunks
            .iter()
            .map(|hunk| wire::DiffHunk {
                old_start: number(hunk.old_start),
                new_start: number(hunk.new_start),
                lines: hunk
                    .lines
                    .iter()
                    .map(|line| wire::DiffText {
                        side: match line.side {
                            Side::Both => "both",
                            Side::Old => "old",
                            Side::New => "new",
                        }
                        .to_owned(),
                        text: line.text.clone(),
                    })
                    .collect(),
            })
            .collect(),
    }
}

fn line(set: &ChangeSet) -> wire::ChangeSetLine {
    wire::ChangeSetLine {
        id: set.id.clone(),
        at: set.at.clone(),
        state: match set.state {
            State::Writing => "writing",
            State::Done => "done",
            State::RolledBack => "rolledBack",
        }
        .to_owned(),
        requested: set.requested.clone(),
        files: set.files.iter().map(|file| file.path.display().to_string()).collect(),
        undo_of: set.undo_of.clone(),
        undone_by: set.undone_by.clone(),
        notes: Vec::new(),
    }
}

fn problem_of(remark: &Remark, level: ProblemLevel) -> Problem {
    let place = remark.place.as_ref();
    Problem {
        code: remark.code.to_owned(),
        level,
        message: remark.message.clone(),
        hint: remark.hint.clone(),
        file: place.map(|place| place.file.display().to_string()),
        line: place.map(|place| place.line),
        column: place.map(|place| place.column),
        client: remark.client.map(|client| client.as_str().to_owned()),
        server: remark.server.clone(),
    }
}

fn problem_of_write(error: &WriteError) -> Problem {
    Problem {
        file: error.path().map(|path| path.display().to_string()),
        ..problem(error.code(), error.to_string(), Some(error.hint()))
    }
}
