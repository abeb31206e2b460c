//! What loads where, and what may be changed.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{PlanRequest, PlanView, TokenSum};

/// Which switchboard, with what staged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct SwitchboardRequest {
    /// The wanted changes; its `project` is the project shown.
    pub staged: PlanRequest,
    /// The task set suggestions are measured with.
    pub tasks: Option<i64>,
    /// `o200k_base` or `cl100k_base`; `None`: the setting.
    pub tokenizer: Option<String>,
}

/// Servers × clients, as they are and as they would be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Switchboard {
    /// The tokenizer of every number here.
    pub tokenizer: String,
    /// The clients in use, in their order.
    pub clients: Vec<SwitchClient>,
    /// Servers by name, each once however many clients define it.
    pub servers: Vec<SwitchServer>,
    /// What the staged changes would write; `None` while nothing is staged.
    pub plan: Option<PlanView>,
    /// What measured data says could be changed.
    pub suggestions: Vec<Suggestion>,
}

/// One client's column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SwitchClient {
    /// Its id.
    pub id: String,
    /// The installed version.
    pub version: Option<String>,
    /// What it pays before the first message now.
    pub standing: TokenSum,
    /// What it would pay with the staged changes.
    pub planned: TokenSum,
    /// The client-wide mode in force, as its setting writes it; `None`: it has
    /// none, or the default holds.
    pub mode: Option<String>,
    /// The mode with the staged changes.
    pub planned_mode: Option<String>,
    /// Values its mode may take; empty: no such switch, see `because`.
    pub modes: Vec<SwitchOption>,
    /// What decides the mode, or why there is no switch.
    pub because: String,
    /// Whether it runs now: it may overwrite what is written, or must be closed.
    pub running: bool,
    /// `Confirmed by Claude Code 2.1.x, 12:04`: the last proof that agreed with
    /// what is loaded now.
    pub confirmed: Option<String>,
}

/// A value a switch may take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SwitchOption {
    /// What it is called for people.
    pub title: String,
    /// What goes into `set` (or `mode`) of the plan request, in full.
    pub spec: String,
    /// What the cell shows when it is in force: `always`, `whenNeeded`, `off`,
    /// `on`, `asServerSays`, or the mode's value (`default` for none). `offHere`
    /// is `off` in the project shown only, beside an `off` in every project;
    /// `readOnly`, `repaired` and `unwrapped` are of Plimsoll's wrapper alone.
    pub state: String,
    /// Why it cannot be chosen here; `None`: it can.
    pub unavailable: Option<String>,
    /// Whether Plimsoll's wrapper does it, because the client has no such switch.
    pub wrapped: bool,
}

/// One server's row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SwitchServer {
    /// The same for equal launches; `None` for an unusable entry.
    pub key: Option<String>,
    /// Its name.
    pub name: String,
    /// Sum of its tools' definitions, in the first client that has it.
    pub tokens: Option<u32>,
    /// One per client and entry that defines it.
    pub cells: Vec<SwitchCell>,
}

/// One server in one client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SwitchCell {
    /// The client's id.
    pub client: String,
    /// Where the entry stands.
    pub scope: String,
    /// The name of the entry there.
    pub name: String,
    /// `CLIENT:SCOPE/SERVER`, as plan requests write it.
    pub target: String,
    /// `always`, `whenNeeded`, `off`, `mixed` or `unknown`; of an entry that is
    /// coming, as it would be before its own switches are set.
    pub current: String,
    /// The same, with the staged changes.
    pub planned: String,
    /// What decides.
    pub because: String,
    /// The file that defines the entry.
    pub file: String,
    /// Line in it, from 1.
    pub line: u32,
    /// Its part of the client's standing weight now.
    pub standing: u32,
    /// The same, with the staged changes.
    pub planned_standing: u32,
    /// Whether it is not there yet: the staged changes put it there.
    pub coming: bool,
    /// What may be chosen.
    pub options: Vec<SwitchOption>,
    /// Where the entry may be moved or copied: `CLIENT:SCOPE`.
    pub places: Vec<String>,
    /// Its tools, heaviest first; empty when they are not known.
    pub tools: Vec<SwitchTool>,
    /// Tools the last write of these rules did not know: drift.
    pub new_tools: Vec<String>,
}

/// One tool in one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SwitchTool {
    /// The name as the server sends it.
    pub name: String,
    /// `always`, `whenNeeded`, `off` or `unknown`.
    pub current: String,
    /// The same, with the staged changes.
    pub planned: String,
    /// What decides.
    pub because: String,
    /// Tokens of its definition as the client sends it.
    pub tokens: u32,
    /// Whether the server calls it read-only; `None`: it does not say.
    pub read_only: Option<bool>,
    /// Who may use it, where the catalogue says.
    pub audiences: Vec<String>,
    /// What may be chosen.
    pub options: Vec<SwitchOption>,
}

/// A change that measured data speaks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// One sentence with the figures it rests on.
    pub message: String,
    /// What it would save of the standing weight, tokens.
    pub saves: u32,
    /// What goes into `set` of the plan request.
    pub set: Vec<String>,
}

/// Choices kept under a name, to use in another project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct Preset {
    /// Names it; 0 for one that is not kept yet.
    pub id: i64,
    /// What the user calls it.
    pub name: String,
    /// The choices; the project is filled in when it is used.
    pub choices: PlanRequest,
}
