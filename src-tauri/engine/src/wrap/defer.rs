//! Two tools in front of all: find and call.

use serde_json::{Value, json};

use super::{Wrapping, relay::Relay, tools::Listed};
use crate::servers::RawObject;

/// Finds tools and returns their definitions.
pub(super) const FIND: &str = "find_tools";
/// Calls a tool that was found.
pub(super) const CALL: &str = "call_tool";
/// Definitions returned by one search, unless asked for more.
const FOUND: usize = 5;
/// The most definitions one search may return.
const MOST: usize = 30;
/// What the names may take of an answer, in characters.
const NAMES: usize = 4_000;
/// What the instructions should not exceed, in characters: the shortest cut we
/// know of, Claude Code's up to 2.1.295 (observed; 4,096 from 2.1.296 on).
const INSTRUCTIONS: usize = 2_048;
/// Room for the words around the names.
const SLACK: usize = 32;

/// What becomes of a call.
pub(super) enum Call {
    /// It goes to the server, as this message.
    Pass(Vec<u8>),
    /// We answer it.
    Answer(Value),
    /// It is refused.
    Refuse(String),
}

/// The result of a tool list: two tools, and those that were found.
pub(super) async fn listed(relay: &Relay) -> Value {
    let mut tools = vec![find_tool(&relay.wrapping), call_tool(&relay.wrapping)];
    let mut result = json!({});
    // What else the server says of its list holds for ours.
    if let Ok(listed) = relay.listed().await {
        let found = relay.found().clone();
        tools.extend(listed.tools.iter().filter(|tool| found.contains(name_of(tool))).cloned());
        result = Value::Object(listed.rest.clone());
    }
    result["tools"] = Value::Array(tools);
    result
}

/// Whose tools: so that a model with several wrapped servers tells them apart.
fn whose(wrapping: &Wrapping) -> String {
    wrapping.name.as_deref().map_or_else(|| "this server".to_owned(), ToOwned::to_owned)
}

fn find_tool(wrapping: &Wrapping) -> Value {
    json!({
        "name": FIND,
        "description": format!("Search the tools of {} and get their full definitions. Search by what you want to do, by exact name, or with a * pattern; then run the tool with {CALL}.", whose(wrapping)),
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

fn call_tool(wrapping: &Wrapping) -> Value {
    json!({
        "name": CALL,
        "description": format!("Run a tool of {} by its exact name, with arguments that match the schema {FIND} returned.", whose(wrapping)),
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

/// The tool of the server that a call of ours asks for.
pub(super) fn asked_for(name: &str, params: &RawObject<'_>) -> Option<String> {
    let arguments = params.get("arguments").filter(|_| name == CALL)?;
    RawObject::parse(arguments.get().as_bytes())?.text("name")
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
                return failed(relay, "name is missing: give the exact tool name");
            };
            let listed = match relay.list_with(&inner).await {
                Ok(Some(found)) => found,
                Ok(None) => {
                    return failed(
                        relay,
                        &format!(
                            "There is no tool {inner} here. Use {FIND} to get the exact name."
                        ),
                    );
                }
                Err(why) => return failed(relay, &why),
            };
            let given = arguments.get("arguments").map_or("{}", |given| given.get());
            let tool = listed.tool(&inner);
            if let Some(fault) = tool.and_then(|tool| fault_of(&listed, tool, given)) {
                return failed(relay, &fault);
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
        return failed(relay, "query is missing: say what you want to do");
    };
    let most = arguments
        .get("max_results")
        .and_then(Value::as_u64)
        .and_then(|most| usize::try_from(most).ok())
        .unwrap_or(FOUND)
        .clamp(1, MOST);
    let listed = match relay.listed().await {
        Ok(listed) => listed,
        Err(why) => return failed(relay, &why),
    };
    let found = super::find::rank(&listed.tools, query, most);
    if found.is_empty() {
        let names: Vec<&str> = listed.tools.iter().map(name_of).collect();
        let names = format!("All {} names: {}", names.len(), within(&names, NAMES));
        return Call::Answer(text(relay, &format!("No tool matches. {names}")));
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
    Call::Answer(text(relay, &definitions.join("\n")))
}

/// Why arguments do not fit a tool's schema, for the model; `None` when they
/// do, or when the schema itself cannot be used: then the server judges.
fn fault_of(listed: &Listed, tool: &Value, arguments: &str) -> Option<String> {
    let arguments: Value = match serde_json::from_str(arguments) {
        Ok(arguments @ Value::Object(_)) => arguments,
        _ => return Some("arguments must be an object".to_owned()),
    };
    let validator = listed.validator(tool)?;
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

/// A handshake's result with what the model must know of the deferred tools;
/// `None`: their names are not known yet.
///
/// How to reach them comes first, then the server's own instructions, then as
/// many names as [`INSTRUCTIONS`] leaves room for: what a client cuts is then
/// what matters least.
pub(super) fn introduce(result: &str, tools: Option<&[Value]>, wrapping: &Wrapping) -> String {
    let Some(result) = RawObject::parse(result.as_bytes()) else { return result.to_owned() };
    let own = result.text("instructions").unwrap_or_default();
    let count = tools.map_or_else(String::new, |tools| format!(" {}", tools.len()));
    let grown = if wrapping.grow { " or directly once found" } else { "" };
    let mut text = format!(
        "The{count} tools of {} are loaded when needed: find them with {FIND}, run them with {CALL}{grown}.",
        whose(wrapping)
    );
    if !own.is_empty() {
        text = format!("{text}\n\n{own}");
    }
    let names: Vec<&str> = tools.unwrap_or_default().iter().map(name_of).collect();
    let left = INSTRUCTIONS.saturating_sub(text.chars().count() + SLACK);
    if names.first().is_some_and(|first| first.len() < left) {
        text = format!("{text}\n\nTools: {}", within(&names, left));
    }
    let instructed = result.with("instructions", &Value::from(text).to_string());
    if !wrapping.grow {
        return instructed;
    }
    growing(&instructed).unwrap_or(instructed)
}

/// The result with the promise to tell of a list that grows.
fn growing(result: &str) -> Option<String> {
    let result = RawObject::parse(result.as_bytes())?;
    let capabilities = RawObject::parse(result.get("capabilities")?.get().as_bytes())?;
    let tools = RawObject::parse(capabilities.get("tools")?.get().as_bytes())?;
    let tools = tools.with("listChanged", "true");
    Some(result.with("capabilities", &capabilities.with("tools", &tools)))
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

fn text(relay: &Relay, text: &str) -> Value {
    let mut result = json!({"content": [{"type": "text", "text": text}]});
    if relay.introduction().is_some() {
        // Since 2026-07-28 a result says that it is one.
        result["resultType"] = json!("complete");
    }
    result
}

/// An error the model can mend: a result, not a protocol error.
fn failed(relay: &Relay, why: &str) -> Call {
    let mut result = text(relay, why);
    result["isError"] = json!(true);
    Call::Answer(result)
}
