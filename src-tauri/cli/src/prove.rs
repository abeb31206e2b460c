//! `plimsoll prove`.

use std::{collections::BTreeMap, io::Write as _, path::PathBuf};

use plimsoll_engine::{
    wire::{Problem, Proof, ProveRequest},
    workbench::Workbench,
    world::World,
};

use crate::{
    CommandError, Exit, Streams, args, folder,
    render::{say, visible},
    search::queries_of,
};

/// Proves and prints what was shown: 0 when the client agrees, 1 when it
/// differs, 2 when the arguments make no sense, 3 when it could not be run.
pub(crate) async fn run(
    args: args::Prove,
    world: World,
    directory: PathBuf,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let project = folder::project(args.project.as_deref(), &directory)?;
    let queries = match &args.queries {
        Some(file) => queries_of(&directory.join(file))?,
        None => Vec::new(),
    };
    // A bare name is looked for on PATH, a path from here.
    let program = args.claude.as_ref().map(|program| match program.components().count() {
        1 => program.display().to_string(),
        _ => directory.join(program).display().to_string(),
    });
    let request = ProveRequest {
        project: Some(project),
        program,
        queries,
        timeout_ms: args.timeout.map(|seconds| seconds * 1_000),
    };
    let bench = Workbench::open(world, guard).await;
    let proof = tokio::select! {
        proof = bench.prove(args.client.id(), &request) => proof,
        _ = tokio::signal::ctrl_c() => {
            bench.cancel_proof();
            return Ok(Exit::Refused);
        }
    };
    let proof = match proof {
        Ok(proof) => proof,
        Err(problem) => return could_not_run(&problem, streams),
    };
    if args.json {
        serde_json::to_writer(&mut streams.out, &proof).map_err(std::io::Error::from)?;
        writeln!(streams.out)?;
    } else {
        show(&proof, streams)?;
    }
    streams.out.flush()?;
    Ok(if proof.differences.is_empty() { Exit::Done } else { Exit::Short })
}

fn could_not_run(problem: &Problem, streams: &mut Streams<'_>) -> Result<Exit, CommandError> {
    say("plimsoll", [problem], streams)?;
    Ok(Exit::Refused)
}

fn show(proof: &Proof, streams: &mut Streams<'_>) -> Result<(), CommandError> {
    for note in &proof.notes {
        writeln!(streams.err, "note: {}", visible(&note.message))?;
    }
    let mut servers: BTreeMap<&str, BTreeMap<&str, u32>> = BTreeMap::new();
    for tool in &proof.tools {
        let server = tool.server.as_deref().unwrap_or("(not predicted)");
        *servers.entry(server).or_default().entry(words(&tool.observed)).or_default() += 1;
    }
    for (server, counts) in servers {
        let counts: Vec<String> =
            counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        writeln!(streams.out, "{}: {}", visible(server), counts.join(", "))?;
    }
    for result in &proof.results {
        let found = if result.observed.is_empty() {
            "nothing".to_owned()
        } else {
            result.observed.join(", ")
        };
        writeln!(streams.out, "`{}` finds {}", visible(&result.query), visible(&found))?;
    }
    for difference in &proof.differences {
        writeln!(streams.out, "differs: {}", visible(&difference.message))?;
    }
    let client = match &proof.version {
        Some(version) => format!("{} {version}", proof.client),
        None => proof.client.clone(),
    };
    let how = if proof.method == "observed" { "was run and" } else { "was read again and" };
    let agrees = match proof.differences.len() {
        0 => "agrees".to_owned(),
        count => format!("differs in {count} places"),
    };
    writeln!(
        streams.out,
        "{client} {how} {agrees}: {} tools, {} queries, {} ms.",
        proof.tools.len(),
        proof.results.len(),
        proof.ms
    )?;
    Ok(())
}

fn words(loading: &str) -> &str {
    match loading {
        "whenNeeded" => "when needed",
        other => other,
    }
}
