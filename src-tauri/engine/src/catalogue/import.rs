//! Catalogues from files: a server one has not connected yet.

use std::{io, path::PathBuf, time::SystemTime};

use serde_json::{Map, Value};

use super::{Catalogue, Source};

/// The largest file read, in bytes. The largest real catalogue known is 1.1 MB.
pub const FILE_LIMIT: u64 = 100 * 1024 * 1024;

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
    #[error("`{}` has {bytes} bytes; a catalogue may have {FILE_LIMIT}", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
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
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let value: Value = serde_json::from_str(text).map_err(|error| ImportError::Syntax {
        line: error.line(),
        column: error.column(),
        what: what(&error),
    })?;
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
    let mut catalogue =
        Catalogue::from_listing(tools.into_iter().map(as_listed), taken_at, Source::File);
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

/// A definition of a model's API as a server would list it; anything else as
/// it is.
fn as_listed(tool: Value) -> Value {
    let Value::Object(mut tool) = tool else { return tool };
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
    Value::Object(tool)
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
