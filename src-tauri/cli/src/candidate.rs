//! `plimsoll try`: what a server would bring, before it is connected.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use plimsoll_engine::{
    wire::{Candidate, CandidateRequest, Candidates, ProblemLevel},
    workbench::Workbench,
    world::World,
};

use crate::{
    CommandError, Exit, Streams, args, consent, effects, folder,
    progress::Progress,
    render::{say, sum, thousands, title, visible},
};

/// Tools shown for a server; `--json` has all.
const TOOLS: usize = 12;

/// Tries and prints what comes of it.
pub(crate) async fn run(
    args: args::Try,
    world: World,
    directory: PathBuf,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let bench = Workbench::open(world, guard).await;
    let project = folder::project(args.project.as_deref(), &directory)?;
    let (tasks, unkept) = effects::tasks(&bench, args.queries.as_deref(), &directory).await?;
    let request = CandidateRequest {
        spec: spec(&args.spec, &directory),
        env: args.trying.env,
        allowed: false,
        only: Vec::new(),
        audience: args.audience,
        project: Some(project),
        timeout_ms: args.trying.timeout.map(|seconds| seconds.saturating_mul(1000)),
        tasks: Some(tasks),
        ..CandidateRequest::default()
    };
    let mut tried = tried(&bench, request, args.trying.yes, streams).await?;
    say("plimsoll", &unkept, streams)?;
    tried.problems.extend(unkept);
    if args.json {
        serde_json::to_writer(&mut streams.out, &tried).map_err(std::io::Error::from)?;
        writeln!(streams.out)?;
    } else {
        show(&tried, streams)?;
    }
    streams.out.flush()?;
    let all = tried.candidates.iter().all(|candidate| candidate.listed);
    Ok(if all { Exit::Done } else { Exit::Short })
}

/// A file beside which the command was typed, by its whole path; any other
/// text as it is.
pub(crate) fn spec(text: &str, directory: &Path) -> String {
    let path = directory.join(text);
    let begins = ["./", "../", ".\\", "..\\"].iter().any(|start| text.starts_with(start));
    let plain = !text.contains(['\n', '{']) && (begins || Path::new(text).extension().is_some());
    if plain && path.is_file() { path.display().to_string() } else { text.to_owned() }
}

/// Reads a candidate, asks for what it would start or reach, and tries it.
///
/// What is refused is not started: the answer then says what it would start.
pub(crate) async fn tried(
    bench: &Workbench,
    request: CandidateRequest,
    yes: bool,
    streams: &mut Streams<'_>,
) -> Result<Candidates, CommandError> {
    let read = bench.try_candidate(&request).await?;
    for problem in &read.problems {
        writeln!(streams.err, "plimsoll: {}", visible(&problem.message))?;
    }
    let asks: Vec<_> = read
        .candidates
        .iter()
        .filter(|candidate| !candidate.listed)
        .filter_map(|candidate| candidate.ask.clone())
        .collect();
    if asks.is_empty() {
        return Ok(read);
    }
    for candidate in read.candidates.iter().filter(|candidate| !candidate.missing.is_empty()) {
        writeln!(
            streams.err,
            "plimsoll: {} asks for {}, which has no value; give it one with --env NAME",
            visible(&candidate.name),
            visible(&candidate.missing.join(", "))
        )?;
    }
    let allowed = consent::ask(&asks, yes, streams)?;
    if allowed.keys.len() < asks.len() {
        writeln!(streams.err, "plimsoll: nothing was started")?;
        return Ok(read);
    }
    let progress = Progress::start(streams.interactive, asks.len());
    let allowed = CandidateRequest { allowed: true, ..request };
    let outcome = bench.try_candidate_telling(&allowed, &|event| progress.on(&event)).await;
    progress.finish();
    Ok(outcome?)
}

fn show(tried: &Candidates, streams: &mut Streams<'_>) -> Result<(), CommandError> {
    let width = streams.width;
    for candidate in &tried.candidates {
        one(candidate, &tried.tokenizer, width, &mut streams.out)?;
    }
    Ok(())
}

fn one(
    candidate: &Candidate,
    tokenizer: &str,
    width: Option<u16>,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    writeln!(out, "{} ({})", visible(&candidate.name), candidate.source)?;
    if let Some(problem) = &candidate.problem {
        writeln!(out, "  {}", visible(&problem.message))?;
        if let Some(hint) = &problem.hint {
            writeln!(out, "  {}", visible(hint))?;
        }
    }
    if !candidate.listed {
        writeln!(out, "  Its tools are not known.\n")?;
        return Ok(());
    }
    writeln!(
        out,
        "  {} tools. What it would add, and each client's standing weight ({tokenizer} tokens):",
        candidate.tools.len()
    )?;
    writeln!(out, "{}\n", weights(candidate, width))?;
    if !candidate.audiences.is_empty() {
        writeln!(out, "  Audiences: {}.\n", visible(&candidate.audiences.join(", ")))?;
    }
    if !candidate.tools.is_empty() {
        writeln!(out, "{}", tools(candidate, width))?;
        if candidate.tools.len() > TOOLS {
            writeln!(out, "  and {} lighter ones.", candidate.tools.len() - TOOLS)?;
        }
        writeln!(out)?;
    }
    if let Some(effects) = &candidate.effects {
        effects::show(effects, out)?;
    }
    for finding in &candidate.findings {
        let level = match finding.level {
            ProblemLevel::Hint => "hint",
            ProblemLevel::Warning => "warning",
            ProblemLevel::Error => "error",
        };
        let tool = finding.tool.as_deref().unwrap_or(&finding.server);
        writeln!(
            out,
            "{level}: {}: {} [{}]",
            visible(tool),
            visible(&finding.message),
            finding.check
        )?;
        writeln!(out, "    {} {}", visible(&finding.effect), finding.advice)?;
    }
    Ok(())
}

fn table(width: Option<u16>, head: &[&str], numbers: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(width) = width {
        table.set_width(width);
    }
    table.set_header(head.to_vec());
    for column in numbers {
        if let Some(column) = table.column_mut(*column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn weights(candidate: &Candidate, width: Option<u16>) -> Table {
    let head = ["  Client", "always", "when needed", "as set now", "standing", "with it"];
    let mut table = table(width, &head, &[1, 2, 4, 5]);
    for weight in &candidate.weights {
        let loading = match weight.loading.as_str() {
            "whenNeeded" => "when needed",
            other => other,
        };
        table.add_row([
            format!("  {}", title(&weight.client)),
            thousands(weight.if_always),
            weight.if_when_needed.map_or("no such mode".to_owned(), thousands),
            loading.to_owned(),
            sum(weight.standing),
            sum(weight.standing_with),
        ]);
    }
    table
}

fn tools(candidate: &Candidate, width: Option<u16>) -> Table {
    // Few catalogues call a tool dangerous or not.
    let danger = candidate.tools.iter().any(|tool| tool.danger.is_some());
    let mut head = vec!["  Tool", "tokens", "reads only", "for"];
    head.extend(danger.then_some("danger"));
    let mut table = table(width, &head, &[1]);
    for tool in candidate.tools.iter().take(TOOLS) {
        let reads = match tool.read_only {
            Some(true) => "yes",
            Some(false) => "no",
            None => "does not say",
        };
        let mut row = vec![
            format!("  {}", visible(&tool.name)),
            thousands(tool.tokens),
            reads.to_owned(),
            visible(&tool.audiences.join(", ")),
        ];
        row.extend(danger.then(|| visible(tool.danger.as_deref().unwrap_or("does not say"))));
        table.add_row(row);
    }
    table
}
