//! Simulated tool search over a catalogue: what a model would get for a query.
//!
//! An engine is one folder here implementing [`Engine`]; adding one touches
//! that folder and [`EngineId`]. An order is worth something only with how
//! faithful it is, so every engine says so and shows its parameters.

pub mod api_bm25;
pub mod api_regex;
pub mod bench;
pub mod candidate;
pub mod claude_code;
pub mod cursor;
pub mod findability;
pub mod names;

mod document;
mod nearest;
mod outcome;
mod ranking;
mod tasks;
mod tokens;
mod vocabulary;

use std::sync::Arc;

pub use self::{
    document::{Argument, Document},
    nearest::{Instead, Nearest, said_in},
    outcome::{Fidelity, Field, Hit, Match, Outcome, Parameter, SearchError, SearchErrorCode},
    tasks::{Summary, Task, TaskError, parse_tasks, rank_for, rank_of, write_tasks},
    tokens::words,
};

/// The ways of finding a tool that are simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EngineId {
    /// Claude Code's own `ToolSearch`.
    ClaudeCode,
    /// The Claude API's `tool_search_tool_regex`.
    ApiRegex,
    /// The Claude API's `tool_search_tool_bm25`.
    ApiBm25,
    /// Cursor's descriptor files.
    Cursor,
    /// A reader of the announced names.
    Names,
}

impl EngineId {
    /// Every engine, in the order they are shown.
    pub const ALL: [Self; 5] =
        [Self::ClaudeCode, Self::ApiRegex, Self::ApiBm25, Self::Cursor, Self::Names];

    /// The name used on the command line and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::ApiRegex => "api-regex",
            Self::ApiBm25 => "api-bm25",
            Self::Cursor => "cursor",
            Self::Names => "names",
        }
    }

    /// The engine of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.as_str() == name)
    }

    /// How many results the engine gives when nobody asks for a number.
    pub const fn default_results(self) -> i64 {
        match self {
            Self::ClaudeCode | Self::ApiRegex | Self::ApiBm25 => 5,
            Self::Cursor | Self::Names => 10,
        }
    }
}

/// The engine of this id, as in the version of Claude Code that is installed.
pub fn engine(id: EngineId, claude_code: Option<&semver::Version>) -> Box<dyn Engine> {
    match id {
        EngineId::ClaudeCode => Box::new(claude_code::ClaudeCode::new(claude_code)),
        EngineId::ApiRegex => Box::new(api_regex::ApiRegex),
        EngineId::ApiBm25 => Box::new(api_bm25::ApiBm25),
        EngineId::Cursor => Box::new(cursor::Cursor),
        EngineId::Names => Box::new(names::Names),
    }
}

/// A way of finding a tool.
pub trait Engine: Send + Sync {
    /// Which one.
    fn id(&self) -> EngineId;

    /// The name for people.
    fn title(&self) -> String;

    /// How close its orders are to the real thing's.
    fn fidelity(&self) -> Fidelity;

    /// What its orders depend on, each with where it is known from.
    fn parameters(&self) -> Vec<Parameter>;

    /// Prepares `documents` for many queries.
    fn index(&self, documents: Arc<[Document]>) -> Box<dyn Index>;
}

/// Documents prepared for one engine.
pub trait Index: Send + Sync {
    /// What the engine gives for `query`, best first.
    ///
    /// `max` is the number of results asked for, taken as the engine takes it:
    /// zero and below have a meaning of their own in some.
    fn search(&self, query: &str, max: i64) -> Outcome;
}
