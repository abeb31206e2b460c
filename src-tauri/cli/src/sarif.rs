//! Findings in the form that code scanning reads.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use plimsoll_engine::{
    clients::{Dialect, Document, Node},
    search::findability::CHECKS,
    wire::{Lint, Problem, ProblemLevel},
};
use serde_json::{Value, json};

/// What a path has in a URI reference as it is: the slash, and what RFC 3986
/// leaves unreserved.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// SARIF 2.1.0, <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.
///
/// Files below the current folder are named from there, as code scanning wants
/// files of a repository.
pub(crate) fn sarif(lint: &Lint, directory: &Path) -> Value {
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

/// A path as a URI reference; a whole one is of the scheme `file`.
fn uri(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let scheme = match (path.is_absolute(), text.starts_with('/')) {
        (true, true) => "file://",
        (true, false) => "file:///",
        (false, _) => "",
    };
    format!("{scheme}{}", utf8_percent_encode(&text, ESCAPED))
}

/// Where tools stand in their files, each file read once.
#[derive(Default)]
struct Lines(HashMap<PathBuf, HashMap<String, u32>>);

impl Lines {
    /// The line, from 1, on which a tool's name stands; the file's first for a
    /// server.
    fn of(&mut self, file: &Path, tool: Option<&str>) -> Option<u32> {
        let names = self.0.entry(file.to_owned()).or_insert_with(|| names(file));
        match tool {
            Some(tool) => names.get(tool).copied(),
            None => Some(1),
        }
    }
}

/// The line of each name that an object of the file has, the first of equal ones.
fn names(file: &Path) -> HashMap<String, u32> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let mut found = HashMap::new();
    if let Ok(document) = Document::parse(file, &text, Dialect::Strict) {
        document.root.iter().for_each(|root| add_names(root, &document, &mut found));
    }
    found
}

fn add_names(node: &Node, document: &Document, found: &mut HashMap<String, u32>) {
    if let Some(name) = node.get("name")
        && let Some(text) = name.as_str()
    {
        found.entry(text.to_owned()).or_insert_with(|| document.place(name.start).line);
    }
    let inner = node.members().iter().map(|member| &member.node).chain(node.elements());
    inner.for_each(|node| add_names(node, document, found));
}
