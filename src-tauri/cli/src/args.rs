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
    /// Show what wanted changes would write. Touches nothing.
    Plan(Plan),
    /// Write wanted changes into the clients' own files.
    Apply(Apply),
    /// Take a write back; without an id the newest that stands.
    Undo(Undo),
    /// List the writes, newest first.
    History(History),
    /// Run a client in a throw-away home and show that it loads what is predicted.
    Prove(Prove),
    /// Show what a tool search would find, before anything is connected.
    Search(Search),
    /// Weigh a server before it is connected. No configuration is touched.
    Try(Try),
    /// Check tool lists for what keeps tools from being found, and for hard limits.
    Lint(Lint),
    /// Measure the search engines on public yardsticks.
    BenchSearch(BenchSearch),
    /// Stand between a client and a server: scope its tools, or defer them.
    Wrap(Wrap),
    /// Take the wrapper out of entries: they become what they were, byte for byte.
    Unwrap(Unwrap),
}

impl Command {
    /// The schema its answer is in, where it is to be JSON of one.
    pub(crate) const fn schema(&self) -> Option<&'static str> {
        match self {
            Self::Audit(Audit { json: true, .. }) => Some("plimsoll.audit/1"),
            Self::Plan(Plan { json: true, .. }) => Some("plimsoll.plan/1"),
            Self::Prove(Prove { json: true, .. }) => Some("plimsoll.prove/1"),
            Self::Search(Search { json: true, .. }) => Some("plimsoll.search/1"),
            Self::Try(Try { json: true, .. }) => Some("plimsoll.try/1"),
            Self::Lint(Lint { json: true, .. }) => Some("plimsoll.lint/1"),
            _ => None,
        }
    }
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

/// Whose tools are searched or checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Searched {
    ClaudeCode,
    ClaudeDesktop,
    Cursor,
    /// Every tool that is known here, whatever its client and loading.
    #[value(alias = "*")]
    Everything,
}

impl Searched {
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::ClaudeCode => ClientName::ClaudeCode.id(),
            Self::ClaudeDesktop => ClientName::ClaudeDesktop.id(),
            Self::Cursor => ClientName::Cursor.id(),
            Self::Everything => "*",
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
    /// Connect only to the server of this name, also while it waits for approval
    /// in its client, which stays as it is; repeat for several.
    #[arg(long, value_name = "NAME", requires = "connect")]
    pub(crate) server: Vec<String>,
    /// Allow every command that --connect would ask for. Variables that the
    /// settings of a folder bring still need the folder's trust in Claude Code.
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

/// The settings files of Claude Code that rules may go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelName {
    User,
    Project,
    Local,
}

impl LevelName {
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }
}

/// Wanted changes.
#[derive(Debug, Args)]
pub(crate) struct Changes {
    /// How a server or a tool loads:
    /// CLIENT[:SCOPE]/SERVER[/TOOL]=always|when-needed|as-server-says|on|off.
    ///
    /// Where a client has no switch of its own, Plimsoll's wrapper in front of a
    /// server: CLIENT[:SCOPE]/SERVER=wrap:OPTIONS, the options joined by `+`:
    /// defer, grow, only:NAMES, except:NAMES, read-only, audience:NAME,
    /// max-description:CHARS. CLIENT[:SCOPE]/SERVER=unwrap takes it out again,
    /// =repair points it to where Plimsoll is now.
    #[arg(long, value_name = "CHANGE")]
    pub(crate) set: Vec<String>,
    /// Only these tools of a server: CLIENT[:SCOPE]/SERVER=TOOL,TOOL|PATTERN.
    #[arg(long, value_name = "CHANGE")]
    pub(crate) keep: Vec<String>,
    /// The client-wide mode: CLIENT=VALUE; `default` gives it back.
    #[arg(long, value_name = "CHANGE")]
    pub(crate) mode: Vec<String>,
    /// Move an entry: CLIENT[:SCOPE]/SERVER=CLIENT:SCOPE.
    #[arg(long = "move", value_name = "CHANGE")]
    pub(crate) moves: Vec<String>,
    /// Copy an entry: CLIENT[:SCOPE]/SERVER=CLIENT:SCOPE.
    #[arg(long = "copy", value_name = "CHANGE")]
    pub(crate) copies: Vec<String>,
    /// Add a server that no client has: SPEC=CLIENT:SCOPE[/NAME], where SPEC is
    /// what `try` takes. Nothing is started.
    #[arg(long, value_name = "CHANGE")]
    pub(crate) add: Vec<String>,
    /// Remove an entry: CLIENT[:SCOPE]/SERVER.
    #[arg(long, value_name = "SERVER")]
    pub(crate) remove: Vec<String>,
    /// Take out deny rules that others cover.
    #[arg(long, value_name = "CLIENT")]
    pub(crate) merge_rules: Vec<ClientName>,
    /// Make a write once more that a client has dropped, as `history` names it;
    /// goes with no other change.
    #[arg(long, value_name = "ID")]
    pub(crate) restore: Option<String>,
    /// The settings file for rules and the mode. Without it: the user's.
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<LevelName>,
    /// Switch Cursor servers in its agent's list instead of parking entries.
    #[arg(long)]
    pub(crate) cursor_agent: bool,
    /// The project folder a client would be started in. Without it: the
    /// current folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Plan {
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// The changes of an earlier `plan --json`, on the files as they are now.
    /// Servers that it adds are given again with --add.
    #[arg(long = "plan", value_name = "FILE", conflicts_with_all = ["set", "keep", "mode", "moves", "copies", "remove", "merge_rules", "restore"])]
    pub(crate) earlier: Option<PathBuf>,
    /// Print the differences, values of variables and headers masked.
    #[arg(long, conflicts_with = "json")]
    pub(crate) diff: bool,
    /// Print the plan as JSON (schema plimsoll.plan/1), for `apply --plan`.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Apply {
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// A plan from `plan --json`; nothing is written when a file has changed
    /// since. Servers that it adds are given again with --add.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "keep", "mode", "moves", "copies", "remove", "merge_rules", "restore"])]
    pub(crate) plan: Option<PathBuf>,
    /// Print what was written as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Undo {
    /// The write, as `history` names it.
    pub(crate) id: Option<String>,
    /// Keep what others have changed in the files since.
    #[arg(long)]
    pub(crate) only_ours: bool,
    /// Print what was written as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct History {
    /// Print the writes as JSON.
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
    /// installed one, else the newest measured.
    #[arg(long, value_name = "VERSION")]
    pub(crate) client_version: Option<String>,
    /// Search what this client defers. Without it, --catalogue and --candidate:
    /// everything known here.
    #[arg(long, value_name = "ID")]
    pub(crate) client: Option<Searched>,
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
    /// Search also what this server would bring, as `try` takes it, and say
    /// what that changes; repeat for several.
    #[arg(long, value_name = "SPEC")]
    pub(crate) candidate: Vec<String>,
    #[command(flatten)]
    pub(crate) trying: Trying,
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
    /// Print one JSON object a line for each tool found: the acceptance trace.
    #[arg(long, conflicts_with = "json")]
    pub(crate) trace: bool,
}

/// How a candidate is started.
#[derive(Debug, Args)]
pub(crate) struct Trying {
    /// A variable of this environment that the candidate gets; repeat for
    /// several. Of the others it gets PATH only.
    #[arg(long, value_name = "NAME")]
    pub(crate) env: Vec<String>,
    /// Allow what would be started or reached, unasked.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Seconds it may take to answer, and again to list its tools.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub(crate) timeout: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct Try {
    /// A command line, an address, a client's snippet, a list of tools, or the
    /// path of a file with one of these: a catalogue, a registry's server.json,
    /// an .mcpb bundle.
    pub(crate) spec: String,
    #[command(flatten)]
    pub(crate) trying: Trying,
    /// Only the tools for this audience, where the catalogue says.
    #[arg(long, value_name = "NAME")]
    pub(crate) audience: Option<String>,
    /// The project folder its clients would be started in. Without it: the
    /// current folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Queries to hold it against besides the task sets that are kept: one JSON
    /// object a line, with `query` and perhaps `id`, `max_results` and `expected`.
    #[arg(long, value_name = "FILE")]
    pub(crate) queries: Option<PathBuf>,
    /// Print what it would bring as JSON (schema plimsoll.try/1).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Prove {
    /// The client. Claude Code is run; the files of the others are read again
    /// by a second reader.
    #[arg(long, value_name = "ID", default_value = "claude-code")]
    pub(crate) client: ClientName,
    /// The project folder the client would be started in. Without it: the
    /// current folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// The program of Claude Code. Without it: the one on PATH.
    #[arg(long, value_name = "PATH")]
    pub(crate) claude: Option<PathBuf>,
    /// Queries for the client's own search: one JSON object a line, with
    /// `query` and perhaps `id` and `max_results`.
    #[arg(long, value_name = "FILE")]
    pub(crate) queries: Option<PathBuf>,
    /// Seconds it may take. Without it: 60 and 3 for each server.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub(crate) timeout: Option<u32>,
    /// Print the proof as JSON (schema plimsoll.prove/1).
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
pub(crate) enum FindingLevel {
    Hint,
    Warning,
    Error,
}

impl FindingLevel {
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
    #[arg(long, value_name = "FILE")]
    pub(crate) catalogue: Vec<PathBuf>,
    /// Check the servers of this client, as far as their tools are known.
    /// Without it and --catalogue: everything known here.
    #[arg(long, value_name = "ID")]
    pub(crate) client: Option<Searched>,
    /// The project folder the client would be started in. Without it: the
    /// current folder.
    #[arg(long, value_name = "DIR", requires = "client")]
    pub(crate) project: Option<PathBuf>,
    /// Exit 1 on findings of this level and above.
    #[arg(long, value_name = "LEVEL", default_value = "warning")]
    pub(crate) level: FindingLevel,
    /// Print the findings as JSON (schema plimsoll.lint/1).
    #[arg(long, conflicts_with_all = ["sarif", "markdown"])]
    pub(crate) json: bool,
    /// Print the findings as SARIF 2.1.0.
    #[arg(long)]
    pub(crate) sarif: bool,
    /// Print the findings as Markdown, for an issue or a pull request.
    #[arg(long, conflicts_with = "sarif")]
    pub(crate) markdown: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Wrap {
    /// List and call only tools of this name or pattern; repeat for several.
    #[arg(long, value_name = "PATTERN")]
    pub(crate) only: Vec<String>,
    /// Leave out tools of this name or pattern; repeat for several.
    #[arg(long, value_name = "PATTERN")]
    pub(crate) except: Vec<String>,
    /// Only tools that say they only read (`readOnlyHint`).
    #[arg(long)]
    pub(crate) read_only: bool,
    /// Only tools that say they are for this audience.
    #[arg(long, value_name = "NAME")]
    pub(crate) audience: Option<String>,
    /// Show two tools, find and call, instead of all.
    #[arg(long)]
    pub(crate) defer: bool,
    /// Let found tools join the list, for clients that honour `list_changed`.
    #[arg(long, requires = "defer")]
    pub(crate) grow: bool,
    /// Cut descriptions in the list to so many characters.
    #[arg(long, value_name = "CHARS")]
    pub(crate) max_description: Option<usize>,
    /// What the server is called in what the model reads.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The address of a server behind Streamable HTTP, or SSE if it does not
    /// speak the former.
    #[arg(long, value_name = "URL", conflicts_with = "command")]
    pub(crate) url: Option<String>,
    /// A header to send, its value in a variable; repeat for several.
    #[arg(long, value_name = "NAME=VAR", requires = "url")]
    pub(crate) header_env: Vec<String>,
    /// Speak the older transport with a separate event stream at once.
    #[arg(long, requires = "url")]
    pub(crate) sse: bool,
    /// Written by a plan: the entry had no `args`.
    #[arg(long, hide = true)]
    pub(crate) no_args: bool,
    /// The program to start and its arguments.
    #[arg(last = true, required_unless_present = "url", value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Unwrap {
    /// CLIENT[:SCOPE]/SERVER; repeat for several.
    #[arg(value_name = "SERVER", required_unless_present = "all")]
    pub(crate) servers: Vec<String>,
    /// Every entry of every client.
    #[arg(long, conflicts_with = "servers")]
    pub(crate) all: bool,
    /// The project folder a client would be started in. Without it: the
    /// current folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Print what was written as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
