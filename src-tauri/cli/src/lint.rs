//! `plimsoll lint`: findability and hard limits, for authors' CI.

use std::{
    collections::HashMap,
    io::Write,
    path::{Path, PathBuf},
};

use plimsoll_engine::{
    search::findability::CHECKS,
    wire::{Lint, Problem, ProblemLevel, SearchRequest},
    workbench::Workbench,
    world::World,
};
use serde_json::{Value, json};

use crate::{CommandError, Exit, Streams, args, folder, render::visible, search::tell};

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
        for problem in &lint.problems {
            tell(problem, streams)?;
        }
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
    for problem in &lint.problems {
        tell(problem, streams)?;
    }
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

/// SARIF 2.1.0, <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.
///
/// Files below the current folder are named from there, as code scanning wants
/// files of a repository.
fn sarif(lint: &Lint, directory: &Path) -> Value {
    let rules: Vec<Value> = CHECKS
        .iter()
        .map(|(id, about)| json!({ "id": id, "shortDescription": { "text": about } }))
        .collect();
    let mut lines = Lines::default();
    let results: Vec<Value> = lint
        .findings
        .iter()
        .map(|finding| {
            let level = sarif_level(finding.level);
            let name = match &finding.tool {
                Some(tool) => format!("{}/{tool}", finding.server),
                None => finding.server.clone(),
            };
            let kind = if finding.tool.is_some() { "function" } else { "module" };
            let mut location =
                json!({ "logicalLocations": [{ "fullyQualifiedName": name, "kind": kind }] });
            if let Some(file) = &finding.file {
                let path = Path::new(file);
                let mut place = json!({
                    "artifactLocation": { "uri": uri(path.strip_prefix(directory).unwrap_or(path)) }
                });
                if let Some(line) = lines.of(path, finding.tool.as_deref()) {
                    place["region"] = json!({ "startLine": line });
                }
                location["physicalLocation"] = place;
            }
            json!({
                "ruleId": finding.check,
                "level": level,
                "message": { "text": format!("{} {} {}", finding.message, finding.effect, finding.advice) },
                "locations": [location],
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "plimsoll", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": results,
            "invocations": [{
                "executionSuccessful": lint.servers > 0,
                "toolExecutionNotifications": lint.problems.iter().map(notification).collect::<Vec<_>>(),
            }],
        }],
    })
}

/// What could not be checked.
fn notification(problem: &Problem) -> Value {
    json!({
        "level": sarif_level(problem.level),
        "descriptor": { "id": problem.code },
        "message": { "text": problem.message },
    })
}

const fn sarif_level(level: ProblemLevel) -> &'static str {
    match level {
        ProblemLevel::Hint => "note",
        ProblemLevel::Warning => "warning",
        ProblemLevel::Error => "error",
    }
}

/// A path as a URI reference: everything but what RFC 3986 leaves unreserved
/// and the slash is escaped. A whole path is one of the scheme `file`.
fn uri(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut uri = match (path.is_absolute(), text.starts_with('/')) {
        (true, true) => "file://".to_owned(),
        (true, false) => "file:///".to_owned(),
        (false, _) => String::new(),
    };
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// Where tools stand in their files, each file read once.
#[derive(Default)]
struct Lines(HashMap<PathBuf, HashMap<String, usize>>);

impl Lines {
    /// The line, from 1, on which a tool's name stands; the file's first for a
    /// server. Written with escapes, a name is not found.
    fn of(&mut self, file: &Path, tool: Option<&str>) -> Option<usize> {
        let names = self.0.entry(file.to_owned()).or_insert_with(|| names(file));
        match tool {
            Some(tool) => names.get(tool).copied(),
            None => Some(1),
        }
    }
}

/// The first line of each `"name": "…"`, also where it goes over two lines.
fn names(file: &Path) -> HashMap<String, usize> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let mut found = HashMap::new();
    let mut line = 1;
    let mut seen = 0;
    for (at, _) in text.match_indices("\"name\"") {
        let rest = text[at + 6..].trim_start();
        let Some(rest) = rest.strip_prefix(':') else { continue };
        let Some((name, _)) =
            rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'))
        else {
            continue;
        };
        line += text[seen..at].matches('\n').count();
        seen = at;
        found.entry(name.to_owned()).or_insert(line);
    }
    found
}
