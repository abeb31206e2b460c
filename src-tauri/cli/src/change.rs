//! `plimsoll plan`, `apply`, `undo` and `history`.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use plimsoll_engine::{
    wire::{ChangeSetLine, FileDiff, PlanRequest, PlanView, Problem},
    workbench::Workbench,
    world::World,
};
use serde_json::error::Category;

use crate::{
    CommandError, Exit, Streams, additions, args, folder,
    render::{say, sum, title},
};

/// Prints what would be written.
pub(crate) async fn plan(
    args: args::Plan,
    world: World,
    directory: PathBuf,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let bench = Workbench::open(world, guard).await;
    let added = additions::of(&args.changes.add, &bench, &directory).await?;
    let request = match &args.earlier {
        Some(file) => reviewed(file, &directory)?.request,
        None => request(&args.changes, added, &directory)?,
    };
    let view = match bench.plan(&request).await {
        Ok(view) => view,
        Err(problem) if problem.is_usage() => return Err(problem.into()),
        Err(problem) => return refuse(problem, streams),
    };
    if args.json {
        serde_json::to_writer(&mut streams.out, &view).map_err(std::io::Error::from)?;
        writeln!(streams.out)?;
    } else {
        show(&view, args.diff, streams)?;
    }
    streams.out.flush()?;
    Ok(if view.refused.is_empty() { Exit::Done } else { Exit::Refused })
}

/// Writes it.
pub(crate) async fn apply(
    args: args::Apply,
    world: World,
    directory: PathBuf,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let bench = Workbench::open(world, guard).await;
    let added = additions::of(&args.changes.add, &bench, &directory).await?;
    let (request, reviewed) = match &args.plan {
        Some(file) => {
            let reviewed = reviewed(file, &directory)?;
            (reviewed.request.clone(), Some(reviewed))
        }
        None => (request(&args.changes, added, &directory)?, None),
    };
    if let Err(problem) = recover(&bench, streams).await {
        return refuse(problem, streams);
    }
    match bench.apply(&request, reviewed.as_ref()).await {
        Ok(None) => nothing(&bench, &request, args.json, streams).await?,
        Ok(Some(set)) => written(&set, args.json, streams)?,
        Err(problem) => {
            if let Some(reviewed) = reviewed.filter(|_| problem.code == "stale") {
                both(&reviewed, &bench, streams).await?;
            }
            return refuse(problem, streams);
        }
    }
    Ok(Exit::Done)
}

/// Says why there is nothing to write, with what keeps the files from doing what
/// was asked for.
async fn nothing(
    bench: &Workbench,
    request: &PlanRequest,
    json: bool,
    streams: &mut Streams<'_>,
) -> Result<(), CommandError> {
    let notes = bench.plan(request).await.map(|view| view.notes).unwrap_or_default();
    no_write(nothing_to_write(&notes), json, streams)?;
    Ok(say("note", &notes, streams)?)
}

/// Says that nothing was written: `null` where a change set would stand in JSON.
fn no_write(why: &str, json: bool, streams: &mut Streams<'_>) -> std::io::Result<()> {
    if json {
        writeln!(streams.out, "null")?;
        writeln!(streams.err, "{why}")
    } else {
        writeln!(streams.out, "{why}")
    }
}

fn nothing_to_write(notes: &[Problem]) -> &'static str {
    let undone = ["still-denied", "overruled"];
    if notes.iter().any(|note| undone.contains(&note.code.as_str())) {
        "Nothing to write: no file that may be written here says otherwise."
    } else {
        "Nothing to write: the files say so already."
    }
}

/// The plan that was reviewed and the one the files call for now, one after the
/// other.
async fn both(
    reviewed: &PlanView,
    bench: &Workbench,
    streams: &mut Streams<'_>,
) -> Result<(), CommandError> {
    let Ok(now) = bench.plan(&reviewed.request).await else { return Ok(()) };
    for (title, view) in [("As reviewed:", reviewed), ("As the files are now:", &now)] {
        writeln!(streams.out, "{title}")?;
        view.files.iter().try_for_each(|file| show_diff(file, streams))?;
    }
    Ok(())
}

/// A plan from `plan --json`.
fn reviewed(file: &Path, directory: &Path) -> Result<PlanView, CommandError> {
    std::fs::read(directory.join(file))
        .map_err(|error| format!("cannot be read ({error})"))
        .and_then(|text| serde_json::from_slice(&text).map_err(|error| no_plan(&text, &error)))
        .map_err(|what| {
            CommandError::Usage(format!(
                "`{}` {what}; it should be a plan as `plimsoll plan … --json` prints it",
                file.display()
            ))
        })
}

/// What a text is instead of a plan, without the names of our types.
fn no_plan(text: &[u8], error: &serde_json::Error) -> String {
    match error.classify() {
        _ if text.trim_ascii().is_empty() => "is empty".to_owned(),
        Category::Data => "is JSON, but no plan".to_owned(),
        Category::Eof => "ends before its JSON is complete".to_owned(),
        Category::Syntax | Category::Io => format!("is no JSON (line {})", error.line()),
    }
}

/// Finishes or takes back what a dead process left, and says so.
async fn recover(bench: &Workbench, streams: &mut Streams<'_>) -> Result<(), Problem> {
    for done in bench.recover().await? {
        // Without standard error there is nobody to tell.
        let _ = writeln!(streams.err, "note: {}", done.message);
    }
    Ok(())
}

/// Takes the wrapper out of entries.
pub(crate) async fn unwrap(
    args: args::Unwrap,
    world: World,
    directory: PathBuf,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let project = folder::project(args.project.as_deref(), &directory)?;
    let bench = Workbench::open(world, guard).await;
    if let Err(problem) = recover(&bench, streams).await {
        return refuse(problem, streams);
    }
    let (servers, unread) =
        if args.all { bench.wrapped(Some(&project)).await? } else { (args.servers, Vec::new()) };
    for problem in &unread {
        writeln!(streams.err, "error: {} Entries in it were not looked at.", problem.message)?;
    }
    let done = if unread.is_empty() { Exit::Done } else { Exit::Refused };
    if servers.is_empty() {
        no_write("No entry is wrapped.", args.json, streams)?;
        return Ok(done);
    }
    let set = servers.iter().map(|server| format!("{server}=unwrap")).collect();
    let request = PlanRequest { project: Some(project), set, ..PlanRequest::default() };
    match bench.apply(&request, None).await {
        Ok(None) => nothing(&bench, &request, args.json, streams).await?,
        Ok(Some(set)) => written(&set, args.json, streams)?,
        Err(problem) => return refuse(problem, streams),
    }
    Ok(done)
}

/// Takes a write back.
pub(crate) async fn undo(
    args: args::Undo,
    world: World,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let bench = Workbench::open(world, guard).await;
    if let Err(problem) = recover(&bench, streams).await {
        return refuse(problem, streams);
    }
    match bench.undo(args.id, args.only_ours).await {
        Ok(set) => {
            written(&set, args.json, streams)?;
            Ok(Exit::Done)
        }
        Err(problem) => refuse(problem, streams),
    }
}

/// Lists the writes.
pub(crate) async fn history(
    args: args::History,
    world: World,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let sets = Workbench::open(world, guard).await.writes().await?;
    if args.json {
        serde_json::to_writer(&mut streams.out, &sets).map_err(std::io::Error::from)?;
        writeln!(streams.out)?;
        return Ok(Exit::Done);
    }
    for set in &sets {
        let state = match (&set.undone_by, set.state.as_str()) {
            (Some(by), _) => format!("undone by {by}"),
            (None, "rolledBack") => "rolled back".to_owned(),
            (None, state) => state.to_owned(),
        };
        writeln!(streams.out, "{}  {}  {state}", set.id, set.at)?;
        for each in &set.requested {
            writeln!(streams.out, "    {each}")?;
        }
    }
    Ok(Exit::Done)
}

fn request(
    changes: &args::Changes,
    add: Vec<String>,
    directory: &std::path::Path,
) -> Result<PlanRequest, CommandError> {
    Ok(PlanRequest {
        project: Some(folder::project(changes.project.as_deref(), directory)?),
        set: changes.set.clone(),
        keep: changes.keep.clone(),
        mode: changes.mode.clone(),
        moves: changes.moves.clone(),
        copies: changes.copies.clone(),
        add,
        remove: changes.remove.clone(),
        restore: changes.restore.clone(),
        merge_rules: changes.merge_rules.iter().map(|client| client.id().to_owned()).collect(),
        level: changes.level.map(|level| level.id().to_owned()),
        cursor_agent: changes.cursor_agent,
    })
}

fn show(view: &PlanView, diff: bool, streams: &mut Streams<'_>) -> Result<(), CommandError> {
    if !diff {
        for each in &view.requested {
            writeln!(streams.out, "requested: {each}")?;
        }
        for file in &view.files {
            let verb = if file.created { "creates" } else { "changes" };
            writeln!(streams.out, "{verb} {}", file.path)?;
        }
        for client in &view.standing {
            writeln!(
                streams.out,
                "{}: standing {} → {} tokens before the first message ({})",
                title(&client.client),
                sum(client.now),
                sum(client.planned),
                view.tokenizer
            )?;
        }
    }
    if diff {
        view.files.iter().try_for_each(|file| show_diff(file, streams))?;
    }
    if view.files.is_empty() && view.refused.is_empty() {
        writeln!(streams.err, "{}", nothing_to_write(&view.notes))?;
    }
    say("refused", &view.refused, streams)?;
    Ok(say("note", &view.notes, streams)?)
}

/// As `diff -u` writes it.
fn show_diff(file: &FileDiff, streams: &mut Streams<'_>) -> std::io::Result<()> {
    let old = if file.created { "/dev/null" } else { file.path.as_str() };
    writeln!(streams.out, "--- {old}\n+++ {}", file.path)?;
    for hunk in &file.hunks {
        let count = |without: &str| hunk.lines.iter().filter(|line| line.side != without).count();
        let (removed, added) = (count("new"), count("old"));
        let start =
            |start: u32, count: usize| if count == 0 { start.saturating_sub(1) } else { start };
        writeln!(
            streams.out,
            "@@ -{},{removed} +{},{added} @@",
            start(hunk.old_start, removed),
            start(hunk.new_start, added)
        )?;
        for line in &hunk.lines {
            let sign = match line.side.as_str() {
                "old" => '-',
                "new" => '+',
                _ => ' ',
            };
            writeln!(streams.out, "{sign}{}", line.text)?;
        }
    }
    Ok(())
}

fn written(set: &ChangeSetLine, json: bool, streams: &mut Streams<'_>) -> Result<(), CommandError> {
    say("note", &set.notes, streams)?;
    if json {
        serde_json::to_writer(&mut streams.out, set).map_err(std::io::Error::from)?;
        writeln!(streams.out)?;
        return Ok(());
    }
    for each in &set.requested {
        writeln!(streams.out, "requested: {each}")?;
    }
    for file in &set.files {
        writeln!(streams.out, "wrote {file}")?;
    }
    if set.files.is_empty() {
        writeln!(streams.out, "Nothing to write: the files say so already.")?;
    } else {
        writeln!(streams.out, "Undo with `plimsoll undo {}`.", set.id)?;
    }
    Ok(())
}

/// Says why nothing was written: 1 for a conflict that a new plan may solve, 2
/// for a change that makes no sense, 3 for a refusal.
fn refuse(problem: Problem, streams: &mut Streams<'_>) -> Result<Exit, CommandError> {
    let exit = match problem.code.as_str() {
        "stale" | "changed-since" | "undo-conflict" => Exit::Short,
        _ if problem.is_usage() => Exit::Usage,
        _ => Exit::Refused,
    };
    say("plimsoll", [&problem], streams)?;
    Ok(exit)
}
