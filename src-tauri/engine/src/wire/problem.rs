//! Something wrong, for people and for code.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How much damage a problem does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ProblemLevel {
    /// Worth knowing.
    Hint,
    /// Something does not do what its author meant.
    Warning,
    /// Something is lost, exposed or did not work.
    Error,
}

/// What happened, to which file or server, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// For code: kebab-case, stable.
    pub code: String,
    /// How much damage it does.
    pub level: ProblemLevel,
    /// One sentence for people.
    pub message: String,
    /// The next step, when there is one.
    pub hint: Option<String>,
    /// The file it is about.
    pub file: Option<String>,
    /// Line in it, from 1.
    pub line: Option<u32>,
    /// Column in it, from 1.
    pub column: Option<u32>,
    /// The client it is about (`claude-code`).
    pub client: Option<String>,
    /// The server it is about, by its name in the file.
    pub server: Option<String>,
}

impl Problem {
    /// Arguments that make no sense together.
    pub fn usage(message: String) -> Self {
        Self {
            code: "usage".to_owned(),
            level: ProblemLevel::Error,
            message,
            hint: None,
            file: None,
            line: None,
            column: None,
            client: None,
            server: None,
        }
    }

    /// Whether what was asked for makes no sense, and nothing went wrong but that.
    pub fn is_usage(&self) -> bool {
        const CODES: [&str; 9] = [
            "spec",
            "usage",
            "bundle-unreadable",
            "candidate-unreadable",
            "catalogue-unreadable",
            "unknown-client",
            "unknown-engine",
            "unknown-tokenizer",
            "unknown-version",
        ];
        CODES.contains(&self.code.as_str())
    }

    /// Whether a file's entries are not known because of it.
    pub fn hides_entries(&self) -> bool {
        ["file-unreadable", "cursor-list-unreadable"].contains(&self.code.as_str())
    }
}
