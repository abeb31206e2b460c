//! A server played back from what it said the last time it was asked.
//!
//! Run as `PROGRAM __replay FOLDER …`, one of our programs answers the client in
//! the server's place; the variable [`RECORDING`] names the file in the folder.
//! What a remote server said is answered by [`super::api`] the same way.

use std::{
    io::{self, BufRead, Write},
    path::Path,
    process::ExitCode,
};

use serde_json::{Map, Value, json};

use crate::catalogue::Catalogue;

/// The first argument that makes our programs play a server.
pub const ARGUMENT: &str = "__replay";

/// The variable that names the recording in the folder.
pub const RECORDING: &str = "PLIMSOLL_RECORDING";

/// The most stand-ins listed for resources or prompts whose number is known.
const STAND_INS: u32 = 1_000;

/// What a server answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording(Value);

impl Recording {
    /// What the catalogue says it answered: tools, instructions, capabilities,
    /// name and version. Elements that no client can use were not kept; others
    /// that are refused alike stand in their places.
    pub fn of(catalogue: &Catalogue) -> Self {
        let mut tools: Vec<Value> =
            catalogue.tools.iter().map(|tool| Value::Object(tool.raw.clone())).collect();
        let mut malformed: Vec<_> = catalogue.malformed.iter().collect();
        malformed.sort_by_key(|fault| fault.position);
        for fault in malformed {
            let twin = catalogue.tools.iter().find(|tool| Some(&tool.name) == fault.name.as_ref());
            let element = match (fault.refuses_list, twin) {
                (false, Some(twin)) => Value::Object(twin.raw.clone()),
                _ => json!({"name": fault.name}),
            };
            tools.insert(fault.position.min(tools.len()), element);
        }
        let capabilities = match &catalogue.capabilities {
            Value::Object(capabilities) => Value::Object(capabilities.clone()),
            _ => json!({"tools": {}}),
        };
        let mut answers = Map::new();
        answers.insert("capabilities".to_owned(), capabilities);
        answers.insert(
            "serverInfo".to_owned(),
            json!({
                "name": catalogue.server_name.as_deref().unwrap_or("recorded"),
                "version": catalogue.server_version.as_deref().unwrap_or("0"),
            }),
        );
        if let Some(instructions) = &catalogue.instructions {
            answers.insert("instructions".to_owned(), json!(instructions));
        }
        if let Some(protocol) = &catalogue.protocol {
            answers.insert("protocolVersion".to_owned(), json!(protocol));
        }
        answers.insert("tools".to_owned(), tools.into());
        let list = |count: Option<u32>, element: &dyn Fn(u32) -> Value| {
            (0..count.unwrap_or_default().min(STAND_INS)).map(element).collect::<Vec<_>>()
        };
        let resource = |n: u32| json!({"uri": format!("recorded://{n}"), "name": format!("{n}")});
        answers.insert("resources".to_owned(), list(catalogue.resources, &resource).into());
        let prompt = |n: u32| json!({"name": format!("recorded-{n}")});
        answers.insert("prompts".to_owned(), list(catalogue.prompts, &prompt).into());
        Self(Value::Object(answers))
    }

    /// A server of which nothing is known: it offers no tools.
    pub fn silent() -> Self {
        Self(json!({
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "recorded", "version": "0"},
            "tools": [], "resources": [], "prompts": [],
        }))
    }

    /// Its text, for a file.
    pub fn text(&self) -> String {
        self.0.to_string()
    }

    /// The answer to one message; `None` for what needs none.
    pub fn answer(&self, message: &Value) -> Option<Value> {
        let id = message.get("id")?;
        let method = message.get("method")?.as_str()?;
        let part = |key: &str| self.0.get(key).cloned().unwrap_or_default();
        let result = match method {
            "initialize" => self.greeting(&message["params"]["protocolVersion"]),
            "tools/list" => json!({"tools": part("tools")}),
            "resources/list" => json!({"resources": part("resources")}),
            "resources/templates/list" => json!({"resourceTemplates": []}),
            "prompts/list" => json!({"prompts": part("prompts")}),
            "ping" => json!({}),
            _ => {
                let error = json!({"code": -32601, "message": "Method not found"});
                return Some(json!({"jsonrpc": "2.0", "id": id, "error": error}));
            }
        };
        Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }

    /// A server speaks the protocol it is asked for, or its own older one.
    fn greeting(&self, asked: &Value) -> Value {
        let own = self.0.get("protocolVersion").and_then(Value::as_str);
        // Versions are dates: their order is that of their texts.
        let protocol = match (own, asked.as_str()) {
            (Some(own), Some(asked)) => own.min(asked),
            (own, asked) => own.or(asked).unwrap_or("2025-06-18"),
        };
        let mut greeting = json!({"protocolVersion": protocol});
        for key in ["capabilities", "serverInfo", "instructions"] {
            if let Some(value) = self.0.get(key) {
                greeting[key] = value.clone();
            }
        }
        greeting
    }
}

/// Plays a server when the arguments of this process say so.
///
/// Every program that proves calls it first in `main` and returns the code.
pub fn take_over() -> Option<ExitCode> {
    let mut args = std::env::args_os().skip(1);
    if args.next()? != ARGUMENT {
        return None;
    }
    let folder = args.next().unwrap_or_default();
    let name = std::env::var_os(RECORDING).unwrap_or_default();
    let played = read(&Path::new(&folder).join(name))
        .and_then(|recording| play(&recording, io::stdin().lock(), io::stdout().lock()));
    Some(if played.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read(file: &Path) -> io::Result<Recording> {
    let text = std::fs::read_to_string(file)?;
    Ok(Recording(serde_json::from_str(&text)?))
}

/// Answers until the input ends.
fn play(recording: &Recording, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for line in input.lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line?) else { continue };
        if let Some(answer) = recording.answer(&message) {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::catalogue::Source;

    fn catalogue() -> Catalogue {
        let listing = [
            json!({"name": "a", "inputSchema": {}, "_meta": {"x": 1}}),
            json!({"name": "a", "inputSchema": {}}),
            json!(7),
            json!({"name": "b", "inputSchema": {}}),
        ];
        let mut catalogue = Catalogue::from_listing(listing, SystemTime::UNIX_EPOCH, Source::Live);
        catalogue.instructions = Some("do".to_owned());
        catalogue.capabilities = json!({"tools": {"listChanged": true}, "resources": {}});
        catalogue.resources = Some(2);
        catalogue.protocol = Some("2025-03-26".to_owned());
        catalogue
    }

    fn result(recording: &Recording, method: &str, params: Value) -> Value {
        let message = json!({"id": 1, "method": method, "params": params});
        recording.answer(&message).expect("an answer")["result"].clone()
    }

    #[test]
    fn a_recording_answers_as_the_server_did() {
        let recording = Recording::of(&catalogue());
        let greeting = result(&recording, "initialize", json!({"protocolVersion": "2025-11-25"}));
        assert_eq!(greeting["protocolVersion"], "2025-03-26", "its own older protocol");
        assert_eq!(greeting["instructions"], "do");
        assert_eq!(greeting["capabilities"], catalogue().capabilities);
        let older = result(&recording, "initialize", json!({"protocolVersion": "2024-11-05"}));
        assert_eq!(older["protocolVersion"], "2024-11-05", "the one asked for");
        let listed = result(&recording, "resources/list", json!({}));
        assert_eq!(listed["resources"].as_array().map(Vec::len), Some(2));
        assert_eq!(recording.answer(&json!({"method": "notifications/initialized"})), None);
        let unknown = recording.answer(&json!({"id": "x", "method": "zz"})).expect("an answer");
        assert_eq!(unknown["error"]["code"], -32601);
    }

    #[test]
    fn what_was_refused_is_refused_again() {
        let tools = result(&Recording::of(&catalogue()), "tools/list", json!({}))["tools"].take();
        let again = Catalogue::from_listing(
            tools.as_array().cloned().unwrap_or_default(),
            SystemTime::UNIX_EPOCH,
            Source::Live,
        );
        assert_eq!(again.tools, catalogue().tools, "the usable ones as they were");
        let places = |catalogue: &Catalogue| {
            let faults = catalogue.malformed.iter();
            faults.map(|fault| (fault.position, fault.refuses_list)).collect::<Vec<_>>()
        };
        assert_eq!(places(&again), places(&catalogue()));
    }

    #[test]
    fn lines_that_say_nothing_are_passed_over() {
        let mut output = Vec::new();
        let input = "noise\n{\"id\":1,\"method\":\"ping\"}\n\n";
        play(&Recording::silent(), input.as_bytes(), &mut output).expect("played");
        assert_eq!(output, b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    }
}
