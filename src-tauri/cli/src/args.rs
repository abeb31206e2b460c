//! The command line as typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// How heavily MCP tools load a model's context, and what to do about it.
#[derive(Debug, Parser)]
#[command(name = "plimsoll", version, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show what each client loads before the first message, in tokens.
    Audit(Audit),
    /// Show what a tool search would find, before anything is connected.
    Search(Search),
    /// Check tool lists for what keeps tools from being found, and for hard limits.
    Lint(Lint),
    /// Measure the search engines on public yardsticks.
    BenchSearch(BenchSearch),
}

/// The clients Plimsoll reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClientName {
    ClaudeCode,
    ClaudeDesktop,
    Cursor,
}

impl ClientName {
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::ClaudeDesktop => "claude-desktop",
            Self::Cursor => "cursor",
        }
    }
}

/// The vocabularies Plimsoll counts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TokenizerName {
    #[value(name = "o200k_base")]
    O200kBase,
    #[value(name = "cl100k_base")]
    Cl100kBase,
}

impl TokenizerName {
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::O200kBase => "o200k_base",
            Self::Cl100kBase => "cl100k_base",
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Audit {
    /// Only this client; repeat for several. Without it: all.
    #[arg(long, value_name = "ID")]
    pub(crate) client: Vec<ClientName>,
    /// The project folder a client would be started in; repeat for several.
    /// Without it: the current folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Vec<PathBuf>,
    /// Start or reach the servers and list their tools. Each command is shown
    /// and asked for first, unless it was allowed before.
    #[arg(long)]
    pub(crate) connect: bool,
    /// Allow every command that --connect would ask for.
    #[arg(long, requires = "connect")]
    pub(crate) yes: bool,
    /// Seconds a server may take to answer, and again to list its tools.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub(crate) timeout: Option<u32>,
    /// Vocabulary to count with.
    #[arg(long, value_name = "NAME")]
    pub(crate) tokenizer: Option<TokenizerName>,
    /// Exit 1 when a client's standing weight is above this many tokens.
    #[arg(long, value_name = "TOKENS")]
    pub(crate) budget: Option<u32>,
    /// Print the audit as JSON (schema plimsoll.audit/1).
    #[arg(long)]
    pub(crate) json: bool,
}

/// The simulated engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    ClaudeCode,
    ApiRegex,
    ApiBm25,
    Cursor,
    Names,
    All,
}

impl EngineName {
    /// The ids meant; none for all.
    pub(crate) const fn id(self) -> Option<&'static str> {
        match self {
            Self::ClaudeCode => Some("claude-code"),
            Self::ApiRegex => Some("api-regex"),
            Self::ApiBm25 => Some("api-bm25"),
            Self::Cursor => Some("cursor"),
            Self::Names => Some("names"),
            Self::All => None,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Search {
    /// What to search for.
    #[arg(required_unless_present = "queries", allow_hyphen_values = true)]
    pub(crate) query: Option<String>,
    /// Whose search to simulate.
    #[arg(long, value_name = "ENGINE", default_value = "all")]
    pub(crate) engine: EngineName,
    /// The version of Claude Code whose search is meant. Without it: the
    /// installed one with --client, else the newest measured.
    #[arg(long, value_name = "VERSION")]
    pub(crate) client_version: Option<String>,
    /// Search what this client defers.
    #[arg(long, value_name = "ID")]
    pub(crate) client: Option<ClientName>,
    /// The project folder the client would be started in. Without it: the
    /// current folder.
    #[arg(long, value_name = "DIR", requires = "client")]
    pub(crate) project: Option<PathBuf>,
    /// A file with a list of tools, its server called like the file; repeat
    /// for several.
    #[arg(long, value_name = "FILE")]
    pub(crate) catalogue: Vec<PathBuf>,
    /// Only servers of this name; repeat for several.
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Vec<String>,
    /// Many queries: one JSON object a line, with `query` and perhaps `id`,
    /// `max_results` and `expected`.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub(crate) queries: Option<PathBuf>,
    /// Results to ask for where a query does not say.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) max: Option<i64>,
    /// Print the answer as JSON (schema plimsoll.search/1).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BenchSearch {
    /// A folder with `mcpproxy` and `livemcpbench`.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelName {
    Hint,
    Warning,
    Error,
}

impl LevelName {
    pub(crate) const fn level(self) -> plimsoll_engine::wire::ProblemLevel {
        use plimsoll_engine::wire::ProblemLevel;
        match self {
            Self::Hint => ProblemLevel::Hint,
            Self::Warning => ProblemLevel::Warning,
            Self::Error => ProblemLevel::Error,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Lint {
    /// A file with a list of tools, its server called like the file; repeat
    /// for several.
    #[arg(long, value_name = "FILE", required = true)]
    pub(crate) catalogue: Vec<PathBuf>,
    /// Exit 1 on findings of this level and above.
    #[arg(long, value_name = "LEVEL", default_value = "warning")]
    pub(crate) level: LevelName,
    /// Print the findings as JSON (schema plimsoll.lint/1).
    #[arg(long, conflicts_with = "sarif")]
    pub(crate) json: bool,
    /// Print the findings as SARIF 2.1.0.
    #[arg(long)]
    pub(crate) sarif: bool,
}
