//! `plimsoll lint`: findability and hard limits, for authors' CI.

use std::{io::Write, path::PathBuf};

use plimsoll_engine::{
    wire::{Lint, ProblemLevel, SearchRequest},
    workbench::Workbench,
    world::World,
};

use crate::{
    CommandError, Exit, Streams, args, folder,
    render::{say, visible},
    sarif::sarif,
};

/// Checks catalogue files and prints what is found.
pub(crate) async fn run(
    args: args::Lint,
    world: World,
    directory: PathBuf,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let client = args.client.or(args.catalogue.is_empty().then_some(args::Searched::Everything));
    let request = SearchRequest {
        client: client.map(|client| client.id().to_owned()),
        project: match client {
            Some(_) => Some(folder::project(args.project.as_deref(), &directory)?),
            None => None,
        },
        catalogues: args
            .catalogue
            .iter()
            .map(|file| directory.join(file).display().to_string())
            .collect(),
        ..SearchRequest::default()
    };
    let lint = Workbench::open(world, guard).await.lint(&request).await?;
    if args.json {
        serde_json::to_writer(&mut streams.out, &lint).map_err(std::io::Error::from)?;
        writeln!(streams.out)?;
    } else if args.sarif {
        serde_json::to_writer(&mut streams.out, &sarif(&lint, &directory))
            .map_err(std::io::Error::from)?;
        writeln!(streams.out)?;
    } else if args.markdown {
        say("plimsoll", &lint.problems, streams)?;
        markdown(&lint, &mut streams.out)?;
    } else {
        show(&lint, streams)?;
    }
    streams.out.flush()?;
    let least = args.level.level();
    let short = lint.findings.iter().any(|finding| finding.level >= least)
        || lint.problems.iter().any(|problem| problem.level >= least)
        || lint.servers == 0;
    Ok(if short { Exit::Short } else { Exit::Done })
}

const fn word(level: ProblemLevel) -> &'static str {
    match level {
        ProblemLevel::Hint => "hint",
        ProblemLevel::Warning => "warning",
        ProblemLevel::Error => "error",
    }
}

fn show(lint: &Lint, streams: &mut Streams<'_>) -> std::io::Result<()> {
    say("plimsoll", &lint.problems, streams)?;
    for finding in &lint.findings {
        let place = match &finding.tool {
            Some(tool) => format!("{}/{tool}", finding.server),
            None => finding.server.clone(),
        };
        writeln!(
            streams.out,
            "{}: {}: {} [{}]",
            word(finding.level),
            visible(&place),
            visible(&finding.message),
            finding.check
        )?;
        writeln!(streams.out, "    {} {}", visible(&finding.effect), finding.advice)?;
    }
    writeln!(
        streams.out,
        "{} in {} of {}.",
        counted(lint.findings.len(), "finding"),
        counted(lint.tools as usize, "tool"),
        counted(lint.servers as usize, "server")
    )
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A heading per server, a point per finding.
fn markdown(lint: &Lint, out: &mut dyn Write) -> std::io::Result<()> {
    let mut findings: Vec<_> = lint.findings.iter().collect();
    // Within a server still the worst first.
    findings.sort_by(|a, b| a.server.cmp(&b.server));
    let mut server = None;
    for finding in findings {
        if server != Some(&finding.server) {
            writeln!(out, "## {}\n", visible(&finding.server))?;
            server = Some(&finding.server);
        }
        let tool = finding.tool.as_deref().map(|tool| format!("`{}`: ", visible(tool)));
        writeln!(
            out,
            "- {}{} {} {} (`{}`)",
            tool.unwrap_or_default(),
            visible(&finding.message),
            visible(&finding.effect),
            finding.advice,
            finding.check
        )?;
    }
    Ok(())
}
