//! Catalogues from files: a server one has not connected yet.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use serde_json::{Map, Value, json};

use super::{Catalogue, Malformed, Source};

/// The largest file read, in bytes. The largest real catalogue known is 1.1 MB;
/// what is much larger would keep a machine busy for minutes.
pub const FILE_LIMIT: u64 = 32 * 1024 * 1024;

/// Why a file gives no catalogue.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It could not be read.
    #[error("cannot read `{}`: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is larger than [`FILE_LIMIT`].
    #[error("`{}` has more than {FILE_LIMIT} bytes, the most a catalogue may have", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// It is a folder, a device or a pipe, which need never end.
    #[error("`{}` is no file", path.display())]
    NoFile {
        /// The path.
        path: PathBuf,
    },
    /// It is not JSON.
    #[error("not JSON at line {line}, column {column}: {what}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What the parser expected.
        what: String,
    },
    /// It is JSON without a list of tools.
    #[error(
        "no tools found: expected a tools/list result, a list of tools, or an object with `tools`"
    )]
    NoTools,
}

/// The text of a file that a user named. Only regular files are opened, and no
/// more than [`FILE_LIMIT`] is read, whatever the file says of its size.
///
/// # Errors
/// [`ImportError::Read`], [`ImportError::NoFile`] and [`ImportError::TooLarge`].
pub fn read_file(path: &Path) -> Result<String, ImportError> {
    let failed = |source| ImportError::Read { path: path.to_owned(), source };
    // Opening a pipe would wait for its other end.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(ImportError::NoFile { path: path.to_owned() });
    }
    let mut text = String::new();
    let file = File::open(path).map_err(failed)?;
    let read = file.take(FILE_LIMIT + 1).read_to_string(&mut text).map_err(failed)?;
    if read as u64 > FILE_LIMIT {
        return Err(ImportError::TooLarge { path: path.to_owned() });
    }
    Ok(text)
}

/// What a text lists.
#[derive(Clone, Debug)]
pub enum Listed {
    /// The tools of one server.
    One(Box<Catalogue>),
    /// A dump of servers with the tools of each, by their names; and the names
    /// of those without tools.
    Dump(Vec<(String, Catalogue)>, Vec<String>),
}

/// Reads a catalogue from the text of a file.
///
/// Taken are a `tools/list` result or its whole JSON-RPC answer, a list of
/// tools, `{"server", "tools", "instructions", …}`, and the `tools` lists of
/// the Anthropic and the `OpenAI` API, alone or in a request body. Definitions
/// of the APIs become tools: `input_schema` and `parameters` are the schema.
///
/// # Errors
/// [`ImportError::Syntax`] and [`ImportError::NoTools`].
pub fn import(text: &str, taken_at: SystemTime) -> Result<Catalogue, ImportError> {
    of_value(parsed(text)?, taken_at)
}

/// As [`import`], and an `mcpServers` object whose entries have `tools`.
///
/// # Errors
/// As [`import`].
pub fn import_all(text: &str, taken_at: SystemTime) -> Result<Listed, ImportError> {
    import_value(parsed(text)?, taken_at)
}

/// As [`import_all`], of JSON that is read already.
///
/// # Errors
/// [`ImportError::NoTools`].
pub fn import_value(value: Value, taken_at: SystemTime) -> Result<Listed, ImportError> {
    match value {
        Value::Object(mut object) if object.get("mcpServers").is_some_and(Value::is_object) => {
            let Some(Value::Object(servers)) = object.remove("mcpServers") else {
                return Err(ImportError::NoTools);
            };
            let (mut listed, mut others) = (Vec::new(), Vec::new());
            for (name, server) in servers {
                match lists_tools(&server).then(|| of_value(server, taken_at)) {
                    Some(Ok(catalogue)) => listed.push((name, catalogue)),
                    _ => others.push(name),
                }
            }
            if listed.is_empty() {
                return Err(ImportError::NoTools);
            }
            Ok(Listed::Dump(listed, others))
        }
        value => of_value(value, taken_at).map(|one| Listed::One(Box::new(one))),
    }
}

/// Whether an entry has definitions beside or in place of its command. Some
/// clients have a list of names under the same key.
fn lists_tools(server: &Value) -> bool {
    let tools = server.get("tools").and_then(Value::as_array);
    tools.is_some_and(|tools| tools.iter().any(Value::is_object))
}

fn parsed(text: &str) -> Result<Value, ImportError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(text).map_err(|error| ImportError::Syntax {
        line: error.line(),
        column: error.column(),
        what: what(&error),
    })
}

fn of_value(value: Value, taken_at: SystemTime) -> Result<Catalogue, ImportError> {
    let mut about = match value {
        Value::Array(tools) => Map::from_iter([("tools".to_owned(), Value::Array(tools))]),
        Value::Object(mut object) => match object.remove("result") {
            Some(Value::Object(result)) => result,
            _ => object,
        },
        _ => return Err(ImportError::NoTools),
    };
    let Some(Value::Array(tools)) = about.remove("tools") else {
        return Err(ImportError::NoTools);
    };
    let mut notes = Vec::new();
    let tools = tools.into_iter().enumerate();
    let tools: Vec<(usize, Value)> = tools
        .filter_map(|(position, tool)| Some((position, as_listed(position, tool, &mut notes)?)))
        .collect();
    let places: Vec<usize> = tools.iter().map(|(position, _)| *position).collect();
    let tools = tools.into_iter().map(|(_, tool)| tool);
    let mut catalogue = Catalogue::from_listing(tools, taken_at, Source::File);
    // Places are those in the file, tools of the API's own counted.
    for fault in &mut catalogue.malformed {
        fault.position = places.get(fault.position).copied().unwrap_or(fault.position);
    }
    catalogue.malformed.extend(notes);
    catalogue.malformed.sort_by_key(|fault| fault.position);
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(ToOwned::to_owned);
    let info = about.get("serverInfo");
    catalogue.server_name =
        text(info.and_then(|info| info.get("name"))).or_else(|| text(about.get("server")));
    catalogue.server_version =
        text(info.and_then(|info| info.get("version"))).or_else(|| text(about.get("version")));
    catalogue.protocol = text(about.get("protocolVersion"));
    catalogue.instructions = text(about.get("instructions"));
    if let Some(capabilities) = about.remove("capabilities") {
        catalogue.capabilities = capabilities;
    }
    Ok(catalogue)
}

/// The parser's words without its own position.
fn what(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split_once(" at line ").map_or(text.clone(), |(what, _)| what.to_owned())
}

/// Keys of a descriptor of tools, which need say nothing of arguments.
const DESCRIPTOR: [&str; 4] = ["audiences", "danger", "readOnly", "scopes"];

/// A definition of a model's API or a descriptor as a server would list it;
/// anything else as it is; `None` for a tool that the API has itself.
fn as_listed(position: usize, tool: Value, notes: &mut Vec<Malformed>) -> Option<Value> {
    let Value::Object(mut tool) = tool else { return Some(tool) };
    let said = |tool: &Map<String, Value>, key: &str| {
        tool.get(key).and_then(Value::as_str).map(ToOwned::to_owned)
    };
    let kind = said(&tool, "type");
    // OpenAI chat completions: {"type": "function", "function": {…}}.
    if tool.get("function").is_some_and(Value::is_object)
        && let Some(Value::Object(function)) = tool.remove("function")
    {
        tool = function;
    }
    for key in ["input_schema", "parameters"] {
        if !tool.contains_key("inputSchema")
            && let Some(schema) = tool.remove(key)
        {
            tool.insert("inputSchema".to_owned(), schema);
        }
    }
    let note = |name: Option<String>, what: String, kept| Malformed {
        position,
        name,
        what,
        refuses_list: false,
        kept,
    };
    // `custom` is Anthropic's word for a tool of the caller's own.
    let own = matches!(kind.as_deref(), None | Some("function" | "custom"));
    let schema = tool.get("inputSchema").is_some_and(|schema| !schema.is_null());
    if let Some(kind) = kind.as_deref().filter(|_| !own && !schema) {
        let what = format!("`{kind}` is a tool of the API itself, which no server lists");
        notes.push(note(said(&tool, "name"), what, false));
        return None;
    }
    let described = DESCRIPTOR.iter().any(|key| tool.contains_key(*key));
    if !schema && (kind.as_deref() == Some("function") || described) {
        let what = "it says nothing of arguments and is taken as a tool without any".to_owned();
        notes.push(note(said(&tool, "name"), what, true));
        tool.insert("inputSchema".to_owned(), json!({ "type": "object", "properties": {} }));
    }
    Some(Value::Object(tool))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let catalogue = import(text, SystemTime::UNIX_EPOCH).expect("a catalogue");
        assert_eq!(catalogue.malformed, [], "{text}");
        catalogue.tools.iter().map(|tool| tool.name.clone()).collect()
    }

    #[test]
    fn every_form_of_a_tool_list_is_read() {
        let listed = r#"{"name":"a","description":"d","inputSchema":{"type":"object"}}"#;
        for (why, text) in [
            ("a tools/list result", format!(r#"{{"tools":[{listed}],"nextCursor":"x"}}"#)),
            ("a whole answer", format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{listed}]}}}}"#)),
            ("a list", format!("[{listed}]")),
            ("a list behind a byte order mark", format!("\u{feff}[{listed}]")),
            ("Anthropic", r#"{"model":"m","tools":[{"name":"a","input_schema":{"type":"object"}}]}"#.to_owned()),
            ("OpenAI responses", r#"[{"type":"function","name":"a","parameters":{"type":"object"}}]"#.to_owned()),
            (
                "OpenAI chat completions",
                r#"{"tools":[{"type":"function","function":{"name":"a","parameters":{"type":"object"}}}]}"#
                    .to_owned(),
            ),
        ] {
            assert_eq!(names(&text), ["a"], "{why}");
        }
    }

    #[test]
    fn what_the_apis_leave_out_or_have_themselves_is_noted() {
        for (why, text, tools, notes) in [
            (
                "a tool of the API",
                r#"[{"type":"tool_search_tool_regex_20251119","name":"s"},{"name":"a","input_schema":{"type":"object"}}]"#,
                vec!["a"],
                vec![(0, false)],
            ),
            (
                "one without a name",
                r#"[{"type":"web_search"},{"type":"function","name":"a","parameters":{"type":"object"}}]"#,
                vec!["a"],
                vec![(0, false)],
            ),
            (
                "functions without parameters",
                r#"[{"type":"function","function":{"name":"a"}},{"type":"function","name":"b","parameters":null}]"#,
                vec!["a", "b"],
                vec![(0, true), (1, true)],
            ),
            (
                "a descriptor without a schema",
                r#"[{"name":"a","description":"d","scopes":["x"],"danger":"high"}]"#,
                vec!["a"],
                vec![(0, true)],
            ),
        ] {
            let catalogue = import(text, SystemTime::UNIX_EPOCH).expect(why);
            let got: Vec<&str> = catalogue.tools.iter().map(|tool| tool.name.as_str()).collect();
            assert_eq!(got, tools, "{why}");
            let noted = catalogue.malformed.iter();
            let noted: Vec<_> = noted.map(|fault| (fault.position, fault.kept)).collect();
            assert_eq!(noted, notes, "{why}");
            assert!(catalogue.malformed.iter().all(|fault| !fault.refuses_list), "{why}");
        }
    }

    #[test]
    fn a_dump_is_every_server_with_tools() {
        let text = r#"{"mcpServers":{"a":{"tools":[{"name":"t","inputSchema":{}}]},"b":{"command":"x"},"c":{"tools":["*"]}}}"#;
        let Ok(Listed::Dump(listed, others)) = import_all(text, SystemTime::UNIX_EPOCH) else {
            panic!("a dump")
        };
        assert_eq!((listed.len(), listed[0].0.as_str()), (1, "a"));
        assert_eq!(others, ["b", "c"]);
    }

    #[test]
    fn only_regular_files_are_read_and_no_more_than_allowed() {
        let folder = tempfile::TempDir::new().expect("a folder");
        assert!(matches!(read_file(folder.path()), Err(ImportError::NoFile { .. })));
        #[cfg(unix)]
        assert!(matches!(read_file(Path::new("/dev/zero")), Err(ImportError::NoFile { .. })));
        let large = folder.path().join("large.json");
        File::create(&large).and_then(|file| file.set_len(FILE_LIMIT + 1)).expect("a file");
        assert!(matches!(read_file(&large), Err(ImportError::TooLarge { .. })));
    }

    #[test]
    fn what_stands_around_the_tools_is_kept() {
        let text = r#"{"server":"s","version":"1.2","instructions":"Use a.","protocolVersion":"2025-06-18",
            "capabilities":{"tools":{}},"tools":[]}"#;
        let catalogue = import(text, SystemTime::UNIX_EPOCH).expect("a catalogue");
        assert_eq!(catalogue.server_name.as_deref(), Some("s"));
        assert_eq!(catalogue.server_version.as_deref(), Some("1.2"));
        assert_eq!(catalogue.instructions.as_deref(), Some("Use a."));
        assert_eq!(catalogue.protocol.as_deref(), Some("2025-06-18"));
        assert_eq!(catalogue.capabilities["tools"], serde_json::json!({}));
        assert_eq!(catalogue.source, Source::File);
    }

    #[test]
    fn what_is_no_catalogue_says_so() {
        let error =
            |text| import(text, SystemTime::UNIX_EPOCH).expect_err("no catalogue").to_string();
        assert_eq!(error("[\n  {]"), "not JSON at line 2, column 4: key must be a string");
        for text in ["{}", "7", r#"{"tools":{}}"#, "null"] {
            assert!(error(text).starts_with("no tools found"), "{text}");
        }
    }
}
