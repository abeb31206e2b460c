//! `plimsoll search`.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use plimsoll_engine::{
    search::parse_tasks,
    wire::{
        CandidateRequest, ProblemLevel, Search, SearchChange, SearchComparison, SearchQuery,
        SearchRequest, SearchResult,
    },
    workbench::Workbench,
    world::World,
};

use crate::{
    CommandError, Exit, Streams, args, candidate, folder,
    render::{say, thousands, visible},
};

/// Searches and prints what is found.
pub(crate) async fn run(
    args: args::Search,
    world: World,
    directory: PathBuf,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let nothing_named = args.catalogue.is_empty() && args.candidate.is_empty();
    let client = args.client.or(nothing_named.then_some(args::Searched::Everything));
    let project = match client {
        Some(_) => Some(folder::project(args.project.as_deref(), &directory)?),
        None => None,
    };
    let bench = Workbench::open(world, guard).await;
    let mut candidates = Vec::new();
    for spec in &args.candidate {
        let request = CandidateRequest {
            spec: candidate::spec(spec, &directory),
            env: args.trying.env.clone(),
            timeout_ms: args.trying.timeout.map(|seconds| seconds.saturating_mul(1000)),
            // Files that a command names stand beside where it was typed.
            project: project.clone().or_else(|| Some(directory.display().to_string())),
            ..CandidateRequest::default()
        };
        let tried = candidate::tried(&bench, request, args.trying.yes, streams).await?;
        for candidate in tried.candidates {
            if let Some(problem) = candidate.problem {
                return Err(problem.into());
            }
            candidates.push(candidate.key);
        }
    }
    let request = SearchRequest {
        candidates,
        queries: queries(&args, &directory)?,
        engines: args.engine.id().map(ToOwned::to_owned).into_iter().collect(),
        client_version: args.client_version.clone(),
        client: client.map(|client| client.id().to_owned()),
        project,
        servers: args.server,
        catalogues: args
            .catalogue
            .iter()
            .map(|file| directory.join(file).display().to_string())
            .collect(),
        max_results: args.max,
        ..SearchRequest::default()
    };
    let search = bench.search(&request).await?;
    if args.json {
        serde_json::to_writer(&mut streams.out, &search).map_err(std::io::Error::from)?;
        writeln!(streams.out)?;
    } else {
        say("plimsoll", &search.problems, streams)?;
        if args.trace {
            write!(streams.out, "{}", Workbench::trace_of(&search, &request))?;
        } else {
            show(&search, streams.width, &mut streams.out)?;
        }
    }
    streams.out.flush()?;
    let short = search.summaries.iter().any(|summary| !summary.misses.is_empty())
        || search.results.iter().any(|result| result.outcome == "error")
        || search.problems.iter().any(|problem| problem.level == ProblemLevel::Error);
    Ok(if short { Exit::Short } else { Exit::Done })
}

fn queries(args: &args::Search, directory: &Path) -> Result<Vec<SearchQuery>, CommandError> {
    let Some(file) = &args.queries else {
        let query = args.query.clone().unwrap_or_default();
        return Ok(vec![SearchQuery { id: "1".to_owned(), query, ..SearchQuery::default() }]);
    };
    queries_of(&directory.join(file))
}

/// The queries of a file, one JSON object a line.
pub(crate) fn queries_of(path: &Path) -> Result<Vec<SearchQuery>, CommandError> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        CommandError::Usage(format!("`{}` cannot be read: {error}", path.display()))
    })?;
    let tasks = parse_tasks(&text)
        .map_err(|error| CommandError::Usage(format!("`{}`, {error}", path.display())))?;
    Ok(tasks
        .into_iter()
        .map(|task| SearchQuery {
            id: task.id,
            query: task.query,
            max_results: task.max_results,
            expected: task.expected,
        })
        .collect())
}

fn show(search: &Search, width: Option<u16>, out: &mut dyn Write) -> Result<(), CommandError> {
    match search.searchable {
        0 => writeln!(
            out,
            "There is no tool to search: none is deferred here, or none is known. \
             `plimsoll audit --connect` lists servers; --catalogue FILE searches a list.\n"
        )?,
        1 => writeln!(out, "One tool is searched.\n")?,
        tools => writeln!(out, "{tools} tools are searched.\n")?,
    }
    match search.always_loaded.len() {
        0 => {}
        1 => writeln!(out, "One more is always loaded, and so not searched.\n")?,
        tools => writeln!(out, "{tools} more are always loaded, and so not searched.\n")?,
    }
    if search.built_in == Some(false) {
        writeln!(
            out,
            "Claude Code's own deferred tools compete in its search and are missing here; `plimsoll prove` captures them.\n"
        )?;
    }
    for result in &search.results {
        let engine = search.engines.iter().find(|engine| engine.id == result.engine);
        let title = engine.map_or(result.engine.as_str(), |engine| engine.title.as_str());
        writeln!(out, "{title} ({}): {}", result.fidelity, visible(&result.query))?;
        one(result, width, out)?;
        writeln!(out)?;
    }
    for summary in &search.summaries {
        writeln!(
            out,
            "{}: hit@1 {:.3}, hit@5 {:.3}, MRR {:.3} over {} queries, {} without a hit",
            summary.engine,
            summary.hit_at1,
            summary.hit_at5,
            summary.mrr,
            summary.tasks,
            summary.misses.len()
        )?;
    }
    if let Some(compared) = &search.compared {
        differences(compared, out)?;
    }
    Ok(())
}

/// What candidates change.
fn differences(compared: &SearchComparison, out: &mut dyn Write) -> std::io::Result<()> {
    for before in &compared.summaries {
        writeln!(
            out,
            "{} without the candidate: hit@1 {:.3}, hit@5 {:.3}, MRR {:.3}",
            before.engine, before.hit_at1, before.hit_at5, before.mrr
        )?;
    }
    writeln!(out, "{} answers differ with the candidate.", compared.changes.len())?;
    for change in &compared.changes {
        writeln!(out, "  {}, {}:{}", visible(&change.id), change.engine, how(change))?;
    }
    Ok(())
}

/// How one answer changes, each part after a space.
pub(crate) fn how(change: &SearchChange) -> String {
    let place = |rank: Option<u32>| rank.map_or("not found".to_owned(), |at| at.to_string());
    let mut text = String::new();
    if change.rank_before != change.rank_after {
        let (before, after) = (place(change.rank_before), place(change.rank_after));
        text.push_str(&format!(" expected {before} → {after};"));
    }
    if change.reordered {
        text.push_str(" another order;");
    }
    for (sign, names) in [("-", &change.gone), ("+", &change.came)] {
        for name in names {
            text.push_str(&format!(" {sign}{}", visible(name)));
        }
    }
    text
}

fn one(result: &SearchResult, width: Option<u16>, out: &mut dyn Write) -> std::io::Result<()> {
    if let Some(error) = &result.error {
        return writeln!(out, "  {} ({})", visible(&error.message), error.code);
    }
    if result.tools.is_empty() {
        writeln!(out, "  Nothing: the model would get no tool.")?;
        if let Some(because) = &result.because {
            writeln!(out, "  {}", visible(because))?;
        }
    } else {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        if let Some(width) = width {
            table.set_width(width);
        }
        table.set_header(["", "tool", "score", "tokens", "why"]);
        for (place, tool) in result.tools.iter().enumerate() {
            let why: Vec<String> = tool
                .why
                .iter()
                .map(|why| format!("{} in {}", visible(&why.term), why.field))
                .collect();
            table.add_row([
                (place + 1).to_string(),
                visible(&tool.sent_as),
                format!("{:.2}", tool.score),
                thousands(tool.tokens),
                why.join(", "),
            ]);
        }
        for column in [0, 2, 3] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        writeln!(out, "{table}")?;
        writeln!(out, "  {} tokens loaded, and they stay.", thousands(result.tokens))?;
        if let Some(times) = result.break_even {
            let counted = result.search_tool.map_or_else(
                || "the search tool itself not counted".to_owned(),
                |tokens| format!("the search tool's own {} tokens counted", thousands(tokens)),
            );
            if times > 0.0 {
                writeln!(
                    out,
                    "  {times:.1} such searches cost as much as loading everything always, {counted}."
                )?;
            } else {
                writeln!(out, "  Loading everything always costs less than search, {counted}.")?;
            }
        }
    }
    if result.tied_beyond > 0 {
        writeln!(out, "  {} more with the same score as the last.", result.tied_beyond)?;
    }
    if !result.unmatched.is_empty() {
        writeln!(out, "  Matches nothing: {}.", visible(&result.unmatched.join(", ")))?;
    }
    for instead in &result.instead {
        writeln!(
            out,
            "  Instead of {}: {} (as in {}).",
            visible(&instead.of),
            visible(&instead.word),
            visible(&instead.tool)
        )?;
    }
    Ok(())
}
