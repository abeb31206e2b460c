//! What a search gives, and why.

use std::fmt;

/// How close an engine's orders are to the real thing's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fidelity {
    /// Whether the order is the real one wherever it was compared.
    pub exact: bool,
    /// What was compared, or what is unknown: one or two sentences.
    pub because: String,
}

impl Fidelity {
    /// The word used in JSON.
    pub const fn as_str(&self) -> &'static str {
        if self.exact { "exact" } else { "approximate" }
    }
}

/// One number or rule an order depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What it is.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// Where it is known from, with a date or a version.
    pub source: &'static str,
}

/// Where a term was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The name of the server.
    Server,
    /// The name of the tool.
    Name,
    /// The description.
    Description,
    /// `_meta["anthropic/searchHint"]`.
    Hint,
    /// The name of an argument.
    ArgumentName,
    /// The description of an argument.
    ArgumentDescription,
}

impl Field {
    /// The word used in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Name => "name",
            Self::Description => "description",
            Self::Hint => "hint",
            Self::ArgumentName => "argumentName",
            Self::ArgumentDescription => "argumentDescription",
        }
    }
}

/// One reason for a hit.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// What of the query: a term, or the whole of it.
    pub term: String,
    /// Where it was found.
    pub field: Field,
    /// The text that matched, as it stands in the tool: what to mark.
    pub text: String,
    /// What it adds to the score; 0 where the engine does not add up.
    pub points: f64,
}

/// One tool found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its place in the documents.
    pub document: usize,
    /// The engine's own score; comparable within one outcome only.
    pub score: f64,
    /// Why it was found, strongest first.
    pub why: Vec<Match>,
}

/// Why a query was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchErrorCode {
    /// The query is not what the engine takes: too long, or no valid pattern.
    InvalidToolInput,
    /// The pattern took too long.
    ExecutionTimeExceeded,
}

impl SearchErrorCode {
    /// The code the API documents.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidToolInput => "invalid_tool_input",
            Self::ExecutionTimeExceeded => "execution_time_exceeded",
        }
    }
}

/// A query the engine refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchError {
    /// For code.
    pub code: SearchErrorCode,
    /// For people.
    pub message: String,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SearchError {}

/// What a query gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The tools, best first, cut at the number asked for.
    pub hits: Vec<Hit>,
    /// How many tools match at all.
    pub matching: usize,
    /// How many tools behind the cut have the score of the last hit.
    pub tied_beyond: usize,
    /// Terms of the query that match nothing.
    pub unmatched: Vec<String>,
    /// Why there is no answer at all.
    pub error: Option<SearchError>,
}

impl Outcome {
    /// A refused query.
    pub fn refused(code: SearchErrorCode, message: String) -> Self {
        Self { error: Some(SearchError { code, message }), ..Self::default() }
    }
}
