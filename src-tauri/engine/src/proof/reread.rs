//! Reading the files of a client that cannot be run, a second way.
//!
//! The readers of [`crate::clients`] keep positions and share one parser with
//! the writer. What they say is held against readers that share nothing with
//! them: `serde_json` for strict JSON, and the same after another library has
//! taken comments and trailing commas away.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::Path,
};

use serde_json::Value;

use super::compare::Difference;
use crate::clients::{ClientId, Entry, Launch, Reading, Standing};

/// How a file of this client is spelled.
fn is_lenient(client: ClientId) -> bool {
    client == ClientId::Cursor
}

/// What the second reader finds, against what the reading says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reread {
    /// Entries both find, by their places in the reading.
    pub confirmed: BTreeSet<usize>,
    /// Where they differ.
    pub differences: Vec<Difference>,
}

/// Reads the files of `reading` again. `read` gives their texts; `None`: there
/// is no such file.
pub fn reread(reading: &Reading, read: &dyn Fn(&Path) -> io::Result<Option<String>>) -> Reread {
    let mut result = Reread::default();
    let files = reading.files.iter().filter(|file| holds_servers(file.role));
    for file in files.map(|file| file.path.as_path()) {
        let entries: Vec<(usize, &Entry)> = reading
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.place.file == file)
            .collect();
        match servers(file, is_lenient(reading.client), read) {
            Ok(found) => compare_file(file, &entries, &found, &mut result),
            // Neither of the two can read it: that is what the audit says.
            Err(_) if entries.is_empty() => {}
            Err(why) => result.differences.push(Difference {
                code: "file-read-differently",
                message: format!("`{}` cannot be read by a second reader: {why}", file.display()),
                server: None,
            }),
        }
    }
    switches(reading, read, &mut result);
    result
}

/// The files whose `mcpServers` the client starts.
fn holds_servers(role: &str) -> bool {
    matches!(role, "servers" | "user servers" | "project servers")
}

fn parse(text: &str, lenient: bool) -> Result<Value, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut text = text.to_owned();
    if lenient {
        json_strip_comments::strip(&mut text).map_err(|error| error.to_string())?;
    }
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

fn servers(
    file: &Path,
    lenient: bool,
    read: &dyn Fn(&Path) -> io::Result<Option<String>>,
) -> Result<BTreeMap<String, Value>, String> {
    let Some(text) = read(file).map_err(|error| error.to_string())? else {
        return Ok(BTreeMap::new());
    };
    let root = parse(&text, lenient)?;
    let Some(Value::Object(servers)) = root.get("mcpServers") else { return Ok(BTreeMap::new()) };
    Ok(servers.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn compare_file(
    file: &Path,
    entries: &[(usize, &Entry)],
    found: &BTreeMap<String, Value>,
    result: &mut Reread,
) {
    let differs = |server: &str, message: String| Difference {
        code: "entry-read-differently",
        message,
        server: Some(server.to_owned()),
    };
    for (place, entry) in entries {
        match found.get(&entry.name) {
            None => result.differences.push(differs(
                &entry.name,
                format!("`{}`: a second reader finds no `{}`", file.display(), entry.name),
            )),
            Some(value) if starts_otherwise(entry, value) => result.differences.push(differs(
                &entry.name,
                format!("`{}`: a second reader starts `{}` otherwise", file.display(), entry.name),
            )),
            Some(_) => {
                result.confirmed.insert(*place);
            }
        }
    }
    for name in found.keys().filter(|name| entries.iter().all(|(_, entry)| entry.name != **name)) {
        let message = format!("`{}`: only a second reader finds `{name}`", file.display());
        result.differences.push(differs(name, message));
    }
}

/// Whether the entry starts or reaches something else than the text says. What
/// holds a variable is not compared: clients differ in what they put there.
fn starts_otherwise(entry: &Entry, value: &Value) -> bool {
    let differs = |written: Option<&str>, read: &str| {
        written.is_none_or(|written| written != read && !written.contains("${"))
    };
    match &entry.launch {
        None => false,
        Some(Launch::Stdio(stdio)) => {
            let args = value["args"].as_array().map(Vec::as_slice).unwrap_or_default();
            differs(value["command"].as_str(), &stdio.command)
                || args.len() != stdio.args.len()
                || args
                    .iter()
                    .zip(&stdio.args)
                    .any(|(written, read)| differs(written.as_str(), read))
        }
        Some(Launch::Remote(remote)) => {
            let written = value["url"].as_str().map(str::trim);
            differs(written, &remote.url)
        }
    }
}

/// Switches in files of their own: an extension's, and Cursor's list.
fn switches(
    reading: &Reading,
    read: &dyn Fn(&Path) -> io::Result<Option<String>>,
    result: &mut Reread,
) {
    let value = |path: &Path| -> Option<Value> { parse(&read(path).ok()??, false).ok() };
    for file in &reading.files {
        let off: Vec<String> = match file.role {
            "an extension's switch" => {
                let stem = file.path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                let off = value(&file.path).is_some_and(|value| value["isEnabled"] == false);
                stem.filter(|_| off).into_iter().collect()
            }
            "servers switched off for the agent" => value(&file.path)
                .and_then(|value| Some(value.as_array()?.clone()))
                .unwrap_or_default()
                .iter()
                .filter_map(|name| name.as_str().map(ToOwned::to_owned))
                .collect(),
            _ => continue,
        };
        for entry in reading.entries.iter().filter(|entry| entry.is_active()) {
            let ids = [Some(entry.name.as_str()), extension(entry)];
            if ids.into_iter().flatten().any(|id| off.iter().any(|off| off == id)) {
                result.differences.push(Difference {
                    code: "switch-read-differently",
                    message: format!("`{}` switches `{}` off", file.path.display(), entry.name),
                    server: Some(entry.name.clone()),
                });
            }
        }
    }
    // An extension has no line in a file of servers.
    for (place, entry) in reading.entries.iter().enumerate() {
        if extension(entry).is_some() && !matches!(entry.standing, Standing::Unusable(_)) {
            result.confirmed.insert(place);
        }
    }
}

fn extension(entry: &Entry) -> Option<&str> {
    match &entry.scope {
        crate::clients::Scope::Extension(id) => Some(id),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc, time::SystemTime};

    use super::*;
    use crate::{
        clients::{Client, UserSays, claude_desktop::ClaudeDesktop, cursor::Cursor},
        world::{Platform, Texts, World},
    };

    fn codes(
        client: &dyn Client,
        file: &str,
        first: &str,
        second: &str,
    ) -> (Vec<&'static str>, usize) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join(file);
        std::fs::create_dir_all(path.parent().expect("below")).expect("made");
        std::fs::write(&path, first).expect("written");
        let world = World {
            platform: Platform::Linux,
            home: home.path().to_owned(),
            env: BTreeMap::new(),
            system_root: home.path().join("system"),
            clock: Arc::new(|| SystemTime::UNIX_EPOCH),
            texts: Texts::default(),
        };
        let reading = client.read(&world, UserSays::default(), None);
        let read = |asked: &Path| Ok((asked == path).then(|| second.to_owned()));
        let reread = reread(&reading, &read);
        let codes = reread.differences.iter().map(|difference| difference.code).collect();
        (codes, reread.confirmed.len())
    }

    #[test]
    fn a_second_reader_confirms_or_says_what_differs() {
        const DESKTOP: &str = ".config/Claude/claude_desktop_config.json";
        let one = r#"{"mcpServers": {"a": {"command": "x", "args": ["1"]}}}"#;
        let entry = ["entry-read-differently"];
        let cases: [(&str, &str, &[&str], usize); 5] = [
            ("the same", one, &[], 1),
            (
                "another argument",
                r#"{"mcpServers": {"a": {"command": "x", "args": ["2"]}}}"#,
                &entry,
                0,
            ),
            ("not there", "{}", &entry, 0),
            (
                "one more",
                r#"{"mcpServers": {"a": {"command": "x", "args": ["1"]}, "b": {"command": "y"}}}"#,
                &entry,
                1,
            ),
            ("not strict", r#"{"mcpServers": {},}"#, &["file-read-differently"], 0),
        ];
        for (why, second, want, confirmed) in cases {
            assert_eq!(
                codes(&ClaudeDesktop, DESKTOP, one, second),
                (want.to_vec(), confirmed),
                "{why}"
            );
        }
        let lenient = "{// c\n\"mcpServers\": {\"a\": {\"command\": \"x\",}, /* d */},}";
        assert_eq!(codes(&Cursor, ".cursor/mcp.json", lenient, lenient), (vec![], 1), "JSONC");
    }
}
