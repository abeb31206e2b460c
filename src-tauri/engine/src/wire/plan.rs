//! Wanted changes, what they would write, what was written. Also the contract
//! of `plimsoll plan --json` and `plimsoll history --json`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Problem, TokenSum};

/// Wanted changes, each as the command line writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct PlanRequest {
    /// The project folder; `None` outside any.
    pub project: Option<String>,
    /// `CLIENT[:SCOPE]/SERVER[/TOOL]=always|when-needed|as-server-says|on|off`,
    /// and `CLIENT[:SCOPE]/SERVER=wrap:OPTIONS|unwrap|repair`.
    pub set: Vec<String>,
    /// `CLIENT[:SCOPE]/SERVER=TOOL,TOOL|PATTERN`.
    pub keep: Vec<String>,
    /// `CLIENT=VALUE`; `default` gives the choice back to the client.
    pub mode: Vec<String>,
    /// `CLIENT[:SCOPE]/SERVER=CLIENT:SCOPE`.
    pub moves: Vec<String>,
    /// As `moves`, and the entry also stays.
    pub copies: Vec<String>,
    /// `CANDIDATE=CLIENT:SCOPE/NAME`: a tried server, by its key, as a new entry
    /// of this name. What it starts or reaches never leaves the workbench.
    pub add: Vec<String>,
    /// `CLIENT[:SCOPE]/SERVER`.
    pub remove: Vec<String>,
    /// Clients whose deny rules are to be as few as say the same.
    pub merge_rules: Vec<String>,
    /// A write that is to be made once more, where a client has dropped it; goes
    /// with no other change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub restore: Option<String>,
    /// The settings file for rules, mode and rejected servers: `user`,
    /// `project` or `local`; `None`: the user's.
    pub level: Option<String>,
    /// For Cursor: use the agent's list of switched-off servers.
    pub cursor_agent: bool,
}

/// What the changes would write. Nothing is written by asking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PlanView {
    /// `plimsoll.plan/1`.
    pub schema: String,
    /// What was asked for; with `files`, all that a later apply needs.
    pub request: PlanRequest,
    /// One sentence per change that can be written.
    pub requested: Vec<String>,
    /// Files whose text would change.
    pub files: Vec<FileDiff>,
    /// Changes that cannot be written, and why. Apply then writes nothing.
    pub refused: Vec<Problem>,
    /// What holds besides.
    pub notes: Vec<Problem>,
    /// The tokenizer of `standing`.
    #[serde(default)]
    pub tokenizer: String,
    /// What clients would pay otherwise than now.
    #[serde(default)]
    pub standing: Vec<PlanStanding>,
}

/// What one client pays before the first message, now and with the changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PlanStanding {
    /// The client's id.
    pub client: String,
    /// What it pays now.
    pub now: TokenSum,
    /// What it would pay.
    pub planned: TokenSum,
}

/// What one file's text would become, configured values masked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FileDiff {
    /// The file.
    pub path: String,
    /// Whose it is; `None`: Plimsoll's own store of parked entries.
    pub client: Option<String>,
    /// Whether it is not there yet.
    pub created: bool,
    /// SHA-256 of the text the plan was made from, of an empty one for none.
    pub basis: String,
    /// The parts that change.
    pub hunks: Vec<DiffHunk>,
}

/// One part of a file that changes, with the lines around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DiffHunk {
    /// First line in the old text, from 1.
    pub old_start: u32,
    /// First line in the new text, from 1.
    pub new_start: u32,
    /// Its lines.
    pub lines: Vec<DiffText>,
}

/// One line of a diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DiffText {
    /// `both`, `old` or `new`.
    pub side: String,
    /// The line without its end, masked. Data, never markup.
    pub text: String,
}

/// One write, as History lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ChangeSetLine {
    /// Names it.
    pub id: String,
    /// When, RFC 3339.
    pub at: String,
    /// `writing`, `done` or `rolledBack`.
    pub state: String,
    /// What was requested, one sentence each.
    pub requested: Vec<String>,
    /// The files it wrote.
    pub files: Vec<String>,
    /// The write it took back.
    pub undo_of: Option<String>,
    /// The write that took it back.
    pub undone_by: Option<String>,
    /// What holds besides, as the plan said it, and what a second reader of the
    /// written files finds; only with the answer of the write itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Problem>>")]
    pub notes: Vec<Problem>,
}
