//! A server somebody wants to try, as they have it at hand: a snippet of a
//! client's configuration, a command line, an address, a registry entry, a
//! bundle, a catalogue.
//!
//! Text in, launches and catalogues out. Nothing starts.

pub mod bundle;

mod catalogue;
mod command;
mod config;
mod lines;
mod registry;
mod values;
mod yaml;

use std::{collections::HashSet, sync::LazyLock, time::SystemTime};

use regex::Regex;

pub use self::values::{missing, with_values};
use crate::{catalogue::Catalogue, clients::Launch};

/// What a text offers.
#[derive(Clone, Debug)]
pub enum Offer {
    /// Tools, ready to be weighed.
    Tools {
        /// What the text calls the server.
        name: Option<String>,
        /// Whether the text holds servers by their names, so that a name is
        /// not to be taken from elsewhere.
        named: bool,
        /// The tools.
        catalogue: Catalogue,
    },
    /// A server that has to be started or reached to tell its tools.
    Server(Candidate),
}

/// Reads catalogues, or else servers, from what somebody pasted: what
/// [`crate::catalogue::import`] takes, an `mcpServers` object whose entries
/// have `tools`, and all that [`parse`] takes.
///
/// # Errors
/// Why neither can be read from it.
pub fn read(text: &str, now: SystemTime) -> Result<Vec<Offer>, CandidateError> {
    let (named, catalogues) = catalogue::read(text, now);
    if catalogues.is_empty() {
        return Ok(parse(text)?.into_iter().map(Offer::Server).collect());
    }
    // Servers of a dump that were listed, and those that are only configured.
    let listed: HashSet<String> = catalogues.iter().filter_map(|(name, _)| name.clone()).collect();
    let configured = if named { parse(text).unwrap_or_default() } else { Vec::new() };
    let configured = configured.into_iter().filter(|one| !listed.contains(&one.name));
    let tools = |(name, catalogue)| Offer::Tools { name, named, catalogue };
    Ok(catalogues.into_iter().map(tools).chain(configured.map(Offer::Server)).collect())
}

/// One server that could be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What to call it.
    pub name: String,
    /// What it starts or reaches.
    pub launch: Launch,
    /// Names of variables it needs that have no value yet.
    pub missing: Vec<String>,
    /// What its entry says besides.
    pub besides: Besides,
}

/// Members of an entry that say nothing of what it starts or reaches. They may
/// hold secrets, so only their names are printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Besides(pub serde_json::Map<String, serde_json::Value>);

impl std::fmt::Debug for Besides {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// Why a text names no server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CandidateError {
    /// There is nothing.
    #[error("there is nothing to try")]
    Empty,
    /// Quotes or escapes do not end.
    #[error("the command line does not end: a quote is open")]
    OpenQuote,
    /// The command adds no server, or leaves out what it is.
    #[error("{0}")]
    Incomplete(&'static str),
    /// It begins like JSON and is none.
    #[error("not JSON at line {line}, column {column}: {what}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What the parser expected.
        what: String,
    },
    /// It is TOML of a wrong form.
    #[error("not TOML: {0}")]
    Toml(String),
    /// It is YAML of a wrong form, or of more than a configuration holds.
    #[error("not YAML that can be read: {0}")]
    Yaml(String),
    /// It is YAML of something else.
    #[error("it is YAML, and none of {} stands above its entries", yaml::places())]
    YamlWithoutServers,
    /// A shell would do more than start one program.
    #[error(
        "`{0}` is a shell's, and no shell runs here: give only the command that starts the server"
    )]
    Shell(&'static str),
    /// It has none of the forms that are read.
    #[error("it is not understood: {FORMS}")]
    NotUnderstood,
    /// No server stands in it.
    #[error("no server found: expected mcpServers, servers, a command, a url, packages or remotes")]
    NoServer,
}

/// The forms that are read.
const FORMS: &str = "read are JSON with mcpServers, servers or a single entry, YAML with \
    mcpServers or extensions, Codex's [mcp_servers.NAME], `claude mcp add …` and its like of other clients, a command such as \
    `npx -y PACKAGE`, an http or https address, a registry's server.json and lists of tools";

/// Reads a server, or several, from what somebody pasted.
///
/// Taken are: `mcpServers`, `servers`, `context_servers` or `mcp` objects with
/// comments and trailing commas, the YAML of Goose, Continue and `LibreChat`, a
/// whole `config.toml` of Codex or its `[mcp_servers.NAME]`, a single entry, a
/// registry's `server.json`; `claude mcp add`, `claude mcp add-json`, the `mcp
/// add` of other clients, and any command such as `npx -y PACKAGE`, with
/// `NAME=value` before it; `http` and `https` addresses. Several lines of
/// commands are several servers. A text with fenced blocks is read for those
/// alone.
///
/// # Errors
/// Why no server can be read from it.
pub fn parse(text: &str) -> Result<Vec<Candidate>, CandidateError> {
    let text = text.trim_start_matches('\u{feff}');
    let fenced = fenced(text);
    if fenced.is_empty() {
        return unfenced(text);
    }
    let mut candidates = Vec::new();
    let mut first_error = None;
    for block in fenced {
        match unfenced(&block) {
            Ok(read) => candidates.extend(read),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    match first_error {
        Some(error) if candidates.is_empty() => Err(error),
        _ => Ok(candidates),
    }
}

/// What stands between lines of three backticks; the last block need not end.
fn fenced(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in text.lines() {
        match (&mut open, line.trim_start().starts_with("```")) {
            (None, true) => open = Some(String::new()),
            (Some(_), true) => blocks.extend(open.take()),
            (Some(block), false) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, false) => {}
        }
    }
    blocks.extend(open);
    blocks
}

/// A member of an object whose braces are missing.
static MEMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"^"(?:[^"\\]|\\.)*"\s*:"#).expect("a constant pattern"));

/// A table or a key of Codex's configuration.
static CODEX: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^\s*(?:\[\s*)?mcp_servers\b").expect("a constant pattern"));

/// `scheme://`, as an address begins.
static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[A-Za-z][A-Za-z0-9+.-]*://").expect("a constant pattern"));

fn unfenced(whole: &str) -> Result<Vec<Candidate>, CandidateError> {
    let text = whole.trim();
    if text.is_empty() {
        return Err(CandidateError::Empty);
    }
    let commented = text.starts_with("//") || text.starts_with("/*");
    if text.starts_with('{') || MEMBER.is_match(text) || (commented && text.contains('{')) {
        return config::json(text);
    }
    if yaml::is_meant(whole) {
        // The space before its first line counts.
        return yaml::read(whole);
    }
    if CODEX.is_match(text) {
        return config::toml(text);
    }
    if text.starts_with('[') {
        // A list of entries; a table of TOML is none of the forms.
        return config::json(text).map_err(|error| match error {
            CandidateError::Syntax { .. } => CandidateError::NotUnderstood,
            error => error,
        });
    }
    if ADDRESS.is_match(text) {
        return command::address(text).map(|candidate| vec![candidate]);
    }
    command::several(text)
}

/// A name for a server that nobody named: the last part of its package, program
/// or host that says something.
fn name_of(text: &str) -> String {
    let text = text.trim_end_matches(['/', '\\']);
    let last = text.rsplit(['/', '\\']).next().unwrap_or(text);
    // A version behind a package's name.
    let last = last.split(['@', ':']).find(|part| !part.is_empty()).unwrap_or(last);
    let last = last.split("==").next().unwrap_or(last);
    let name = last
        .trim_start_matches("mcp-server-")
        .trim_start_matches("server-")
        .trim_end_matches("-mcp-server")
        .trim_end_matches("-mcp");
    if name.is_empty() { "candidate".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests;
