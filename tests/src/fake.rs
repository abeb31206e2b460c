//! What a fake server does: the script shared by the tests and `fake_mcp`.

use std::{collections::BTreeMap, path::PathBuf};

use plimsoll_engine::clients::{Launch, Secret, Stdio};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How a fake server behaves. The default is well-behaved and offers no tools.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Script {
    /// The elements of its tool list, sent as they are.
    pub tools: Vec<Value>,
    /// Further elements for a client that announces a capability.
    pub tools_for: BTreeMap<String, Vec<Value>>,
    /// Elements of a page; all in one page when absent.
    pub page_size: Option<usize>,
    /// What its cursors do.
    pub cursor: Cursor,
    /// `instructions`.
    pub instructions: Option<String>,
    /// `capabilities`; tools only when absent.
    pub capabilities: Option<Value>,
    /// The protocol version it answers; the one asked for when absent.
    pub protocol: Option<String>,
    /// What it does with `server/discover`.
    pub discover: Discover,
    /// Lines it prints on standard output before anything else.
    pub noise: Vec<String>,
    /// A line it prints on standard output before the tool list.
    pub noise_before_list: Option<String>,
    /// Lines it prints on standard error before anything else.
    pub stderr: Vec<String>,
    /// A variable whose value it prints on standard error.
    pub stderr_variable: Option<String>,
    /// Ends at once with this code.
    pub exit_at_start: Option<i32>,
    /// Ends with this code instead of listing.
    pub exit_at_list: Option<i32>,
    /// Waits before it reads anything, ms.
    pub start_delay_ms: u64,
    /// A method it never answers.
    pub silent: Option<String>,
    /// Sent instead of the answer to `tools/list`, as it is; `$ID` is the id.
    pub raw_list: Option<String>,
    /// Bytes of description added to its first tool.
    pub padding: usize,
    /// Methods it asks before it answers `tools/list`.
    pub asks: Vec<String>,
    /// Shell scripts it starts and leaves alone.
    pub children: Vec<String>,
    /// Goes on living when its input closes.
    pub ignores_eof: bool,
    /// Prints without end instead of answering `tools/list`.
    pub floods: bool,
    /// A file to which it appends what it was started with and every line read.
    pub record: Option<PathBuf>,
}

/// What the cursors of a fake server do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Cursor {
    /// Lead to the end.
    #[default]
    Honest,
    /// Always a new one.
    Endless,
    /// Always the same one.
    Same,
    /// Empty when there is no more.
    Empty,
}

/// What a fake server does with `server/discover`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Discover {
    /// Answers -32601, as most servers do.
    #[default]
    Unknown,
    /// Answers -32602, as older Python servers do.
    BadParameters,
    /// Says nothing.
    Silent,
    /// Speaks 2026-07-28 and knows no `initialize`.
    Only,
    /// Speaks both.
    Both,
}

impl Script {
    /// A well-behaved server with so many tools.
    pub fn with_tools(count: usize) -> Self {
        let tools = (0..count)
            .map(|n| {
                json!({
                    "name": format!("tool_{n}"),
                    "description": format!("Does the thing number {n}."),
                    "inputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}},
                })
            })
            .collect();
        Self { tools, ..Self::default() }
    }

    /// The entry that starts `program` with this script. The script stands in
    /// the argument itself, so that nothing has to be cleaned up.
    ///
    /// # Panics
    /// Never: a script serializes.
    pub fn launch(&self, program: &str, env: &[(&str, &str)]) -> Launch {
        let script = serde_json::to_string(self).expect("a script serializes");
        Launch::Stdio(Stdio {
            command: program.to_owned(),
            args: vec![script],
            env: env
                .iter()
                .map(|(name, value)| ((*name).to_owned(), Secret::new(*value)))
                .collect(),
            cwd: None,
        })
    }
}
