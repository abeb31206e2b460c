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
