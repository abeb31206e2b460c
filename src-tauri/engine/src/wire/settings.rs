//! Plimsoll's own settings and the projects it knows.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Plimsoll's own settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// `o200k_base` or `cl100k_base`.
    pub tokenizer: String,
    /// The model's window in tokens, for the share; `None`: no share shown.
    pub model_window: Option<u32>,
    /// How long a server may take to answer the handshake, ms.
    pub start_timeout_ms: u32,
    /// How long a server may take to list its tools, ms.
    pub list_timeout_ms: u32,
    /// How many servers are connected at once.
    pub parallel: u32,
    /// `system`, `dark` or `light`.
    pub theme: String,
    /// What the user says Claude Desktop's tool access mode is:
    /// `unknown`, `alreadyLoaded` or `whenNeeded`.
    pub desktop_tool_access: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tokenizer: "o200k_base".to_owned(),
            model_window: None,
            start_timeout_ms: 30_000,
            list_timeout_ms: 30_000,
            parallel: 24,
            theme: "system".to_owned(),
            desktop_tool_access: "unknown".to_owned(),
        }
    }
}

/// A project folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KnownProject {
    /// The folder.
    pub path: String,
    /// Clients whose files name it.
    pub clients: Vec<String>,
    /// Whether the user added it.
    pub added: bool,
    /// Whether the folder exists.
    pub exists: bool,
}

/// What this build is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// Version of Plimsoll.
    pub version: String,
    /// Folder of the database, logs and backups.
    pub data_folder: String,
}
