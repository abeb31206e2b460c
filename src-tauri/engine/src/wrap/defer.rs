//! Two tools in front of all: find and call.

use serde_json::{Value, json};

use super::{Wrapping, message::RawObject, relay::Relay};

/// Finds tools and returns their definitions.
pub(super) const FIND: &str = "find_tools";
/// Calls a tool that was found.
pub(super) const CALL: &str = "call_tool";
/// Definitions returned by one search, unless asked for more.
const FOUND: usize = 5;
/// The most definitions one search may return.
const MOST: usize = 30;
/// What the names may take of the instructions, in characters.
const NAMES: usize = 4_000;

/// What becomes of a call.
pub(super) enum Call {
    /// It goes to the server, as this message.
    Pass(Vec<u8>),
    /// We answer it.
    Answer(Value),
    /// It is refused.
    Refuse(String),
}

/// The tools a client sees.
pub(super) async fn listed(relay: &Relay) -> Vec<Value> {
    let mut listed = vec![find_tool(), call_tool()];
    let found = relay.found().clone();
    if !found.is_empty() {
        let tools = relay.tools().await;
        listed.extend(tools.iter().filter(|tool| found.contains(name_of(tool))).cloned());
    }
    listed
}

fn find_tool() -> Value {
    json!({
        "name": FIND,
        "description": "Search this server's tools and get their full definitions. Search by what you want to do, by exact name, or with a * pattern; then run the tool with call_tool.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "query": {
                    "type": "string",
                    "description": "Words for the task, an exact tool name, or a pattern such as get_*"
                },
                "max_results": {"type": "integer", "minimum": 1, "maximum": MOST, "default": FOUND}
            },
            "required": ["query"]
        },
        "annotations": {"readOnlyHint": true, "openWorldHint": false}
    })
}

fn call_tool() -> Value {
    json!({
        "name": CALL,
        "description": "Run one of this server's tools by its exact name, with arguments that match the schema find_tools returned.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "Exact tool name"},
                "arguments": {"type": "object", "description": "Arguments for that tool"}
            },
            "required": ["name"]
        }
    })
}

/// Answers, redirects or refuses a call.
pub(super) async fn call(relay: &Relay, name: &str, message: &[u8]) -> Call {
    let Some(object) = RawObject::parse(message.trim_ascii()) else {
        return Call::Pass(message.to_vec());
    };
    let params = object.get("params").map_or("{}", |params| params.get());
    let Some(params) = RawObject::parse(params.as_bytes()) else {
        return Call::Refuse("params must be an object".to_owned());
    };
    let arguments = params.get("arguments").map_or("{}", |arguments| arguments.get());
    match name {
        FIND => find(relay, arguments).await,
        CALL => {
            let Some(arguments) = RawObject::parse(arguments.as_bytes()) else {
                return Call::Refuse("arguments must be an object".to_owned());
            };
            let Some(inner) = arguments.text("name") else {
                return failed("name is missing: give the exact tool name");
            };
            let Some(tool) = relay.tool(&inner).await else {
                return failed(&format!(
                    "There is no tool {inner} here. Use {FIND} to get the exact name."
                ));
            };
            let given = arguments.get("arguments").map_or("{}", |given| given.get());
            if let Some(fault) = fault_of(&tool, given) {
                return failed(&fault);
            }
            let params = params.with("name", &Value::from(inner).to_string());
            let Some(params) = RawObject::parse(params.as_bytes()) else {
                return Call::Refuse("params must be an object".to_owned());
            };
            Call::Pass(object.with("params", &params.with("arguments", given)).into_bytes())
        }
        // A client that grew its list calls by the real name.
        found if relay.found().contains(found) => Call::Pass(message.to_vec()),
        other => Call::Refuse(format!("Unknown tool {other}: use {FIND}, then {CALL}.")),
    }
}

async fn find(relay: &Relay, arguments: &str) -> Call {
    let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
    let Some(query) = arguments.get("query").and_then(Value::as_str) else {
        return failed("query is missing: say what you want to do");
    };
    let most = arguments
        .get("max_results")
        .and_then(Value::as_u64)
        .and_then(|most| usize::try_from(most).ok())
        .unwrap_or(FOUND)
        .clamp(1, MOST);
    let tools = relay.tools().await;
    let found = super::find::rank(&tools, query, most);
    if found.is_empty() {
        let names: Vec<&str> = tools.iter().map(name_of).collect();
        return Call::Answer(text(&format!(
            "No tool matches. All {} names: {}",
            names.len(),
            within(&names, NAMES)
        )));
    }
    if relay.wrapping.grow {
        relay.found().extend(found.iter().map(|tool| name_of(tool).to_owned()));
        relay.announce_change().await;
    }
    let definitions: Vec<String> = found
        .iter()
        .map(|tool| {
            json!({
                "name": tool.get("name"),
                "description": tool.get("description"),
                "inputSchema": tool.get("inputSchema"),
            })
            .to_string()
        })
        .collect();
    Call::Answer(text(&definitions.join("\n")))
}

/// Why arguments do not fit a tool's schema, for the model; `None` when they
/// do, or when the schema itself cannot be used: then the server judges.
fn fault_of(tool: &Value, arguments: &str) -> Option<String> {
    let arguments: Value = match serde_json::from_str(arguments) {
        Ok(arguments @ Value::Object(_)) => arguments,
        _ => return Some("arguments must be an object".to_owned()),
    };
    let validator = jsonschema::validator_for(tool.get("inputSchema")?).ok()?;
    let faults: Vec<String> = validator
        .iter_errors(&arguments)
        .take(5)
        .map(|fault| match fault.instance_path().as_str() {
            "" => fault.to_string(),
            path => format!("{path}: {fault}"),
        })
        .collect();
    (!faults.is_empty()).then(|| {
        format!(
            "The arguments do not fit the schema of {}: {}. Its schema: {}",
            name_of(tool),
            faults.join("; "),
            tool.get("inputSchema").unwrap_or(&Value::Null)
        )
    })
}

/// A handshake's result with what the model must know of the deferred tools.
pub(super) fn introduce(result: &str, tools: &[Value], wrapping: &Wrapping) -> String {
    let Some(result) = RawObject::parse(result.as_bytes()) else { return result.to_owned() };
    let own = result.text("instructions").unwrap_or_default();
    let names: Vec<&str> = tools.iter().map(name_of).collect();
    let grown = if wrapping.grow { " or directly once found" } else { "" };
    let mut text = format!(
        "This server has {} tools, loaded when needed: find them with {FIND}, run them with {CALL}{grown}.",
        names.len()
    );
    if !names.is_empty() {
        text.push_str(" Names: ");
        text.push_str(&within(&names, NAMES));
    }
    if !own.is_empty() {
        text = format!("{own}\n\n{text}");
    }
    result.with("instructions", &Value::from(text).to_string())
}

/// Names joined within a budget of characters; says how many are left out.
fn within(names: &[&str], budget: usize) -> String {
    let mut joined = String::new();
    for (at, name) in names.iter().enumerate() {
        if joined.len() + name.len() + 2 > budget {
            return format!("{joined} and {} more", names.len() - at);
        }
        if at > 0 {
            joined.push_str(", ");
        }
        joined.push_str(name);
    }
    joined
}

pub(super) fn name_of(tool: &Value) -> &str {
    tool.get("name").and_then(Value::as_str).unwrap_or_default()
}

fn text(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

/// An error the model can mend: a result, not a protocol error.
fn failed(why: &str) -> Call {
    Call::Answer(json!({"content": [{"type": "text", "text": why}], "isError": true}))
}
