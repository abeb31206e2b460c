//! Catalogues among what somebody pasted: tools, not a way to start them.

use std::time::SystemTime;

use serde_json::Value;

use crate::catalogue::{Catalogue, import};

/// Keys that make an object something to start or reach, whatever else it has.
const STARTS: [&str; 9] = [
    "args",
    "command",
    "context_servers",
    "httpUrl",
    "manifest_version",
    "packages",
    "remotes",
    "servers",
    "url",
];

/// The catalogues in a text, each with its name where it has one; none where
/// it is no JSON or lists no tools.
pub(super) fn read(text: &str, taken_at: SystemTime) -> Vec<(Option<String>, Catalogue)> {
    let Ok(value) = serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')) else {
        return Vec::new();
    };
    let of = |value: &Value| import(&value.to_string(), taken_at).ok();
    match &value {
        Value::Array(tools) if tools.iter().any(Value::is_object) || tools.is_empty() => {
            of(&value).map(|catalogue| (None, catalogue)).into_iter().collect()
        }
        Value::Object(object) => {
            // A dump of servers with the tools of each.
            if let Some(Value::Object(servers)) = object.get("mcpServers") {
                return servers
                    .iter()
                    .filter(|(_, server)| lists_tools(server))
                    .filter_map(|(name, server)| Some((Some(name.clone()), of(server)?)))
                    .collect();
            }
            if STARTS.iter().any(|key| object.contains_key(*key)) {
                return Vec::new();
            }
            let catalogue = of(&value);
            catalogue
                .map(|catalogue| (catalogue.server_name.clone(), catalogue))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Whether an entry has definitions beside or in place of its command. Some
/// clients have a list of names under the same key.
fn lists_tools(server: &Value) -> bool {
    let tools = server.get("tools").and_then(Value::as_array);
    tools.is_some_and(|tools| tools.iter().any(Value::is_object))
}
