//! Entries that play a recording in place of the servers they stand for.

use std::path::PathBuf;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::{
    api::RECORDING_HEADER,
    replay::{ARGUMENT, RECORDING},
    text::shape,
};
use crate::clients::{Launch, Remote, Stdio};

/// Stands for any text that an unusable entry holds.
const ANY: &str = "plimsoll-stand-in";

/// How servers are played.
#[derive(Clone, Debug)]
pub struct StandIns {
    /// The program that plays one over standard streams.
    pub program: PathBuf,
    /// The folder of the recordings.
    pub folder: PathBuf,
    /// Where those are played that are reached over HTTP.
    pub address: String,
}

impl StandIns {
    /// An entry that plays the recording of `launch`, with everything of the
    /// original that decides loading and nothing else of it.
    ///
    /// What is one server to the client stays one: of equal commands, or equal
    /// addresses, the stand-ins are equal too.
    pub fn entry(&self, original: &Map<String, Value>, launch: &Launch) -> Value {
        let mut entry = match launch {
            Launch::Stdio(stdio) => {
                let command = self.command(stdio);
                json!({
                    "command": command[0], "args": command[1..],
                    "env": {RECORDING: launch.key()},
                })
            }
            Launch::Remote(remote) => json!({
                // Whatever carries it, the loading is the same.
                "type": "http", "url": self.url(remote),
                "headers": {RECORDING_HEADER: launch.key()},
            }),
        };
        for key in ["alwaysLoad", "timeout"] {
            if let Some(value) = original.get(key) {
                entry[key] = value.clone();
            }
        }
        if matches!(launch, Launch::Remote(_)) {
            for key in ["tools", "toolPermissions"] {
                if let Some(value) = original.get(key) {
                    entry[key] = value.clone();
                }
            }
        }
        entry
    }

    /// The command that stands for another.
    pub fn command(&self, stdio: &Stdio) -> Vec<String> {
        let parts: Vec<&str> =
            std::iter::once(&stdio.command).chain(&stdio.args).map(String::as_str).collect();
        vec![
            self.program.to_string_lossy().into_owned(),
            ARGUMENT.to_owned(),
            self.folder.to_string_lossy().into_owned(),
            // Not read: it keeps different commands different.
            digest(&parts),
        ]
    }

    /// The address that stands for another.
    pub fn url(&self, remote: &Remote) -> String {
        format!("{}/replay/{}", self.address, digest(&[&remote.url]))
    }

    /// An entry that the client skips for the same reason, with every text
    /// replaced: even were it used, nothing but us would start.
    pub fn unusable(&self, original: &Value) -> Value {
        let Value::Object(original) = original else { return shape(original) };
        let mut entry = Map::new();
        for (key, value) in original {
            let copied = match (key.as_str(), value) {
                ("type" | "toolPermissions" | "timeout", value) => value.clone(),
                ("command", Value::String(text)) if !text.is_empty() => {
                    json!(self.program.to_string_lossy())
                }
                // A shell command.
                ("headersHelper", Value::String(_)) => continue,
                ("args", Value::Array(args)) => args.iter().map(|arg| self.emptied(arg)).collect(),
                ("env" | "headers" | "oauth", Value::Object(members)) => {
                    let one = |(name, value): (&String, &Value)| {
                        let number = name == "callbackPort" && value.is_number();
                        let value = if number { value.clone() } else { self.emptied(value) };
                        (name.clone(), value)
                    };
                    Value::Object(members.iter().map(one).collect())
                }
                (_, value) => self.emptied(value),
            };
            entry.insert(key.clone(), copied);
        }
        Value::Object(entry)
    }

    /// The same kind of value without its text: an address stays one.
    fn emptied(&self, value: &Value) -> Value {
        let Value::String(text) = value else { return shape(value) };
        if text.is_empty() {
            return value.clone();
        }
        match url::Url::parse(text.trim()) {
            Ok(url) => {
                let host = self.address.trim_start_matches("http://");
                json!(format!("{}://{host}/none", url.scheme()))
            }
            Err(_) => json!(ANY),
        }
    }

    /// The element of a list of servers that means the stand-ins of what this
    /// one means. `commands` are the commands it means, `urls` the addresses.
    pub fn listed(&self, element: &Value, meant: &[&Launch]) -> Vec<Value> {
        let Value::Object(object) = element else { return vec![shape(element)] };
        let keys = ["serverName", "serverCommand", "serverUrl"];
        let named: Vec<&str> = keys.into_iter().filter(|key| object.contains_key(*key)).collect();
        let [key] = named[..] else { return vec![shape(element)] };
        let value = &object[key];
        let typed = if key == "serverCommand" { value.is_array() } else { value.is_string() };
        if key == "serverName" || !typed {
            let value = if key == "serverName" { value.clone() } else { shape(value) };
            return vec![json!({key: value})];
        }
        let mut elements: Vec<Value> = meant
            .iter()
            .map(|launch| match launch {
                Launch::Stdio(stdio) => json!({key: self.command(stdio)}),
                Launch::Remote(remote) => json!({key: self.url(remote)}),
            })
            .collect();
        if elements.is_empty() {
            // It means none of the servers here, and still is of its kind.
            let none =
                if key == "serverCommand" { json!([ANY]) } else { json!("http://none.invalid/") };
            elements.push(json!({key: none}));
        }
        elements
    }
}

/// A short name for some texts.
fn digest(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::{Secret, Transport};

    fn stand_ins() -> StandIns {
        StandIns {
            program: "/bin/plimsoll".into(),
            folder: "/t/recordings".into(),
            address: "http://127.0.0.1:9".to_owned(),
        }
    }

    fn stdio(args: &[&str], secret: &str) -> Launch {
        Launch::Stdio(Stdio {
            command: "npx".to_owned(),
            args: args.iter().map(ToString::to_string).collect(),
            env: vec![("TOKEN".to_owned(), Secret::new(secret))],
            cwd: None,
        })
    }

    fn remote(url: &str) -> Launch {
        Launch::Remote(Remote {
            transport: Transport::Sse,
            url: url.to_owned(),
            headers: vec![("Authorization".to_owned(), Secret::new("s3cret"))],
            headers_helper: Some("s3cret".to_owned()),
            oauth_client_id: None,
            oauth_callback_port: None,
            oauth_scopes: vec![],
        })
    }

    #[test]
    fn nothing_of_an_entry_is_kept_but_what_decides_loading() {
        let original = json!({
            "command": "npx", "args": ["s3cret"], "env": {"TOKEN": "s3cret"}, "alwaysLoad": true,
            "timeout": 5, "headersHelper": "s3cret", "toolPermissions": {"t": "blocked"},
        });
        let original = original.as_object().expect("an object");
        let (one, two) = (stdio(&["s3cret"], "a"), stdio(&["s3cret"], "b"));
        let entry = |launch: &Launch| stand_ins().entry(original, launch);
        assert_eq!(entry(&one)["args"], entry(&two)["args"], "equal commands stay equal");
        assert_ne!(entry(&one)["env"], entry(&two)["env"], "and their recordings differ");
        assert_ne!(entry(&one)["args"], entry(&stdio(&["x"], "a"))["args"]);
        for launch in [one, remote("https://h/?key=s3cret")] {
            let entry = entry(&launch);
            assert!(!entry.to_string().contains("s3cret"), "{entry}");
            assert_eq!((&entry["alwaysLoad"], &entry["timeout"]), (&json!(true), &json!(5)));
        }
        assert_eq!(entry(&remote("u"))["toolPermissions"], json!({"t": "blocked"}));
    }

    #[test]
    fn unusable_entries_stay_unusable() {
        let program = "/bin/plimsoll";
        for (original, want) in [
            (json!("s3cret"), json!("")),
            (json!({"command": ""}), json!({"command": ""})),
            (json!({"command": 5}), json!({"command": 1})),
            (
                json!({"command": "s3cret", "args": ["s3cret", 7]}),
                json!({"command": program, "args": [ANY, 1]}),
            ),
            (
                json!({"command": "s3cret", "env": {"A": 5, "B": "s3cret"}}),
                json!({"command": program, "env": {"A": 1, "B": ANY}}),
            ),
            (
                json!({"type": "HTTP", "url": "https://h/s3cret"}),
                json!({"type": "HTTP", "url": "https://127.0.0.1:9/none"}),
            ),
            (json!({"type": "http", "url": "s3cret"}), json!({"type": "http", "url": ANY})),
            (
                json!({"type": "http", "url": "http://h", "oauth": {"callbackPort": -1, "scopes": "s3cret"},
                       "headersHelper": "s3cret", "timeout": -1}),
                json!({"type": "http", "url": "http://127.0.0.1:9/none",
                       "oauth": {"callbackPort": -1, "scopes": ANY}, "timeout": -1}),
            ),
        ] {
            assert_eq!(stand_ins().unusable(&original), want, "{original}");
        }
    }

    #[test]
    fn lists_mean_the_stand_ins() {
        let launch = stdio(&[], "x");
        let command = json!({"serverCommand": ["npx"]});
        let listed = stand_ins().listed(&command, &[&launch]);
        assert_eq!(listed[0]["serverCommand"][1], ARGUMENT);
        assert_eq!(stand_ins().listed(&command, &[]), [json!({"serverCommand": [ANY]})]);
        let name = json!({"serverName": "a"});
        assert_eq!(stand_ins().listed(&name, &[]), [name]);
        let two = json!({"serverName": "a", "serverUrl": "u"});
        assert_eq!(stand_ins().listed(&two, &[]), [json!({})], "one of two keys is skipped");
    }
}
