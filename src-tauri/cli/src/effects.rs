//! What `plimsoll try` says of the queries its user cares for.

use std::{io::Write, path::Path};

use plimsoll_engine::{
    wire::{CandidateEffect, CandidateQuery, Problem, SearchSummary, TaskSet},
    workbench::Workbench,
};

use crate::{
    CommandError,
    render::{title, visible},
    search,
};

/// Queries shown of each kind; `--json` has all.
const SHOWN: usize = 8;

/// The task sets that are kept, then that of a file; and why the kept ones
/// could not be read.
pub(crate) async fn tasks(
    bench: &Workbench,
    file: Option<&Path>,
    directory: &Path,
) -> Result<(Vec<TaskSet>, Option<Problem>), CommandError> {
    let (mut sets, unkept) = match bench.task_sets().await {
        Ok(sets) => (sets, None),
        Err(problem) => (Vec::new(), Some(problem)),
    };
    if let Some(file) = file {
        let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        let tasks = search::queries_of(&directory.join(file))?;
        sets.push(TaskSet { name, tasks, ..TaskSet::default() });
    }
    Ok((sets, unkept))
}

/// Prints which queries it crowds out and which it wins.
pub(crate) fn show(effects: &[CandidateEffect], out: &mut dyn Write) -> std::io::Result<()> {
    for effect in effects {
        writeln!(
            out,
            "  {}'s search ({}), the {} queries of `{}`: {} lose by it, {} win, {} more change.",
            title(&effect.client),
            effect.fidelity,
            effect.queries,
            visible(&effect.tasks),
            effect.crowded_out.len(),
            effect.won.len(),
            effect.changed,
        )?;
        if let (Some(without), Some(with)) = (&effect.without, &effect.with) {
            writeln!(out, "    {} without it, {} with it", numbers(without), numbers(with))?;
        }
        some("crowds out", &effect.crowded_out, out)?;
        some("wins", &effect.won, out)?;
    }
    if !effects.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

fn numbers(summary: &SearchSummary) -> String {
    format!("hit@1 {:.3}, hit@5 {:.3}, MRR {:.3}", summary.hit_at1, summary.hit_at5, summary.mrr)
}

fn some(verb: &str, queries: &[CandidateQuery], out: &mut dyn Write) -> std::io::Result<()> {
    for one in queries.iter().take(SHOWN) {
        writeln!(out, "    {verb} `{}`:{}", visible(&one.query), search::how(&one.change))?;
    }
    if queries.len() > SHOWN {
        writeln!(out, "    and {} more", queries.len() - SHOWN)?;
    }
    Ok(())
}
