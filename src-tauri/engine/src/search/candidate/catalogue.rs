//! Catalogues among what somebody pasted: tools, not a way to start them.

use std::time::SystemTime;

use serde_json::Value;

use crate::catalogue::{Catalogue, Listed, import_value};

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

/// The catalogues in a text, each with its name where it has one, and whether
/// the text is a dump of servers by name; none where it is no JSON or lists no
/// tools.
pub(super) fn read(text: &str, taken_at: SystemTime) -> (bool, Vec<(Option<String>, Catalogue)>) {
    let Ok(value) = serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')) else {
        return (false, Vec::new());
    };
    let starts = starts(&value);
    match import_value(value, taken_at) {
        Ok(Listed::Dump(servers, _)) => {
            (true, servers.into_iter().map(|(name, tools)| (Some(name), tools)).collect())
        }
        Ok(Listed::One(catalogue)) if !starts => {
            (false, vec![(catalogue.server_name.clone(), *catalogue)])
        }
        Ok(Listed::One(_)) | Err(_) => (false, Vec::new()),
    }
}

/// Whether a value is something to start or reach, or a list of such.
fn starts(value: &Value) -> bool {
    match value {
        Value::Array(elements) => {
            !elements.is_empty()
                && (elements.iter().all(|element| !element.is_object())
                    || elements
                        .iter()
                        .any(|element| starts(element) && element.get("inputSchema").is_none()))
        }
        Value::Object(object) => STARTS.iter().any(|key| object.contains_key(*key)),
        _ => false,
    }
}
