//! One entry of `mcpServers`: what the client accepts, and what it skips.
//!
//! Observed in 2.1.332 with about ninety entries: an entry with one value of a
//! wrong type is skipped as a whole, a `null` in place of a value counts as a
//! wrong type, and keys the client does not know change nothing.

use super::expand::expand;
use crate::clients::{
    Cause, Document, Launch, Node, Place, Remote, Secret, Stdio, Transport, Value,
};

/// A per-server setting that only the loading depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntrySettings {
    /// `alwaysLoad`, and where.
    pub always_load: Option<(bool, Place)>,
    /// Tools of a remote server that `toolPermissions` blocks, and where.
    pub blocked: Vec<(String, Place)>,
}

/// What became of one entry.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// What it starts or reaches, or why the client skips it.
    pub launch: Result<Launch, Cause>,
    /// Names of variables that are not set and have no default.
    pub missing: Vec<String>,
    /// What its loading depends on.
    pub settings: EntrySettings,
}

/// Reads one entry. `value_of` answers for environment variables.
pub fn parse<'v>(
    document: &Document,
    key_start: usize,
    node: &Node,
    value_of: &dyn Fn(&str) -> Option<&'v str>,
) -> Parsed {
    let mut reader = Reader { document, key_start, node, value_of, missing: Vec::new() };
    let mut settings = EntrySettings::default();
    let launch = reader.launch(&mut settings);
    Parsed { launch, missing: reader.missing, settings }
}

struct Reader<'d, 'v> {
    document: &'d Document,
    key_start: usize,
    node: &'d Node,
    value_of: &'d dyn Fn(&str) -> Option<&'v str>,
    missing: Vec<String>,
}

impl Reader<'_, '_> {
    fn skip<T>(&self, because: impl Into<String>, offset: usize) -> Result<T, Cause> {
        Err(Cause { because: because.into(), place: Some(self.document.place(offset)) })
    }

    fn launch(&mut self, settings: &mut EntrySettings) -> Result<Launch, Cause> {
        let node = self.node;
        if !node.is_object() {
            return self.skip("the entry is not an object", self.key_start);
        }
        let transport = self.transport()?;
        self.positive_integer("timeout")?;
        settings.always_load = match node.get("alwaysLoad") {
            None => None,
            Some(value) => match value.as_bool() {
                Some(wanted) => Some((wanted, self.document.place(value.start))),
                None => return self.skip("alwaysLoad must be true or false", value.start),
            },
        };
        if transport == Transport::Stdio {
            self.stdio().map(Launch::Stdio)
        } else {
            settings.blocked = self.blocked_tools()?;
            self.remote(transport).map(Launch::Remote)
        }
    }

    fn transport(&self) -> Result<Transport, Cause> {
        let Some(node) = self.node.get("type") else {
            if self.node.get("command").is_none() && self.node.get("url").is_some() {
                return self.skip(
                    "it has a url but no type, so it is read as a command without a command",
                    self.key_start,
                );
            }
            return Ok(Transport::Stdio);
        };
        match node.as_str() {
            Some("stdio") => Ok(Transport::Stdio),
            Some("http" | "streamable-http") => Ok(Transport::Http),
            Some("sse") => Ok(Transport::Sse),
            Some("ws") => Ok(Transport::Ws),
            Some(_) => self.skip("its type is none the client knows", node.start),
            None => self.skip("type must be a string", node.start),
        }
    }

    fn stdio(&mut self) -> Result<Stdio, Cause> {
        let command = match self.node.get("command") {
            None => return self.skip("it has no command", self.key_start),
            Some(node) => match node.as_str() {
                Some("") => return self.skip("its command is empty", node.start),
                Some(command) => command,
                None => return self.skip("command must be a string", node.start),
            },
        };
        let mut args = Vec::new();
        if let Some(list) = self.node.get("args") {
            let Value::Array(elements) = &list.value else {
                return self.skip("args must be a list", list.start);
            };
            for element in elements {
                match element.as_str() {
                    Some(arg) => args.push(self.expanded(arg)),
                    None => {
                        return self.skip("every element of args must be a string", element.start);
                    }
                }
            }
        }
        let env = self.string_map("env")?;
        Ok(Stdio { command: self.expanded(command), args, env, cwd: None })
    }

    fn remote(&mut self, transport: Transport) -> Result<Remote, Cause> {
        let url = match self.node.get("url") {
            None => return self.skip("it has no url", self.key_start),
            Some(node) => match node.as_str() {
                Some(url) => {
                    let url = self.expanded(url).trim().to_owned();
                    // A missing variable is a fault of its own, told elsewhere.
                    if url::Url::parse(&url).is_err() && !url.contains("${") {
                        return self.skip("its url is not an address", node.start);
                    }
                    url
                }
                None => return self.skip("url must be a string", node.start),
            },
        };
        let headers = self.string_map("headers")?;
        let headers_helper = self.string("headersHelper")?;
        let mut remote = Remote {
            transport,
            url,
            headers,
            headers_helper,
            oauth_client_id: None,
            oauth_callback_port: None,
            oauth_scopes: Vec::new(),
        };
        if transport != Transport::Ws {
            self.oauth(&mut remote)?;
        }
        Ok(remote)
    }

    fn oauth(&self, remote: &mut Remote) -> Result<(), Cause> {
        let Some(oauth) = self.node.get("oauth") else { return Ok(()) };
        if !oauth.is_object() {
            return self.skip("oauth must be an object", oauth.start);
        }
        let text = |key: &str| match oauth.get(key) {
            None => Ok(None),
            Some(node) => match node.as_str() {
                Some(text) => Ok(Some((text, node.start))),
                None => self.skip(format!("oauth.{key} must be a string"), node.start),
            },
        };
        remote.oauth_client_id = text("clientId")?.map(|(id, _)| id.to_owned());
        if let Some((scopes, _)) = text("scopes")? {
            remote.oauth_scopes = scopes.split_whitespace().map(ToOwned::to_owned).collect();
        }
        if let Some((address, start)) = text("authServerMetadataUrl")?
            && !address.starts_with("https://")
        {
            return self.skip("oauth.authServerMetadataUrl must start with https://", start);
        }
        if let Some(node) = oauth.get("callbackPort") {
            match positive(node).and_then(|port| u16::try_from(port).ok()) {
                Some(port) => remote.oauth_callback_port = Some(port),
                None => return self.skip("oauth.callbackPort must be a port number", node.start),
            }
        }
        Ok(())
    }

    fn blocked_tools(&self) -> Result<Vec<(String, Place)>, Cause> {
        if let Some(tools) = self.node.get("tools")
            && !matches!(tools.value, Value::Array(_))
        {
            return self.skip("tools must be a list", tools.start);
        }
        let Some(node) = self.node.get("toolPermissions") else { return Ok(Vec::new()) };
        if !node.is_object() {
            return self.skip("toolPermissions must be an object", node.start);
        }
        let mut blocked = Vec::new();
        for member in node.effective_members() {
            match member.node.as_str() {
                Some("allow" | "ask") => {}
                Some("blocked") => {
                    blocked.push((member.key.clone(), self.document.place(member.key_start)));
                }
                _ => {
                    return self.skip(
                        "every value of toolPermissions must be allow, ask or blocked",
                        member.node.start,
                    );
                }
            }
        }
        Ok(blocked)
    }

    fn string_map(&mut self, key: &str) -> Result<Vec<(String, Secret)>, Cause> {
        let Some(node) = self.node.get(key) else { return Ok(Vec::new()) };
        if !node.is_object() {
            return self.skip(format!("{key} must be an object"), node.start);
        }
        let mut map = Vec::new();
        for member in node.effective_members() {
            match member.node.as_str() {
                Some(value) => {
                    map.push((member.key.clone(), Secret::new(self.expanded(value))));
                }
                None => {
                    return self
                        .skip(format!("every value of {key} must be a string"), member.node.start);
                }
            }
        }
        Ok(map)
    }

    fn string(&self, key: &str) -> Result<Option<String>, Cause> {
        match self.node.get(key) {
            None => Ok(None),
            Some(node) => match node.as_str() {
                Some(text) => Ok(Some(text.to_owned())),
                None => self.skip(format!("{key} must be a string"), node.start),
            },
        }
    }

    fn positive_integer(&self, key: &str) -> Result<(), Cause> {
        match self.node.get(key) {
            Some(node) if positive(node).is_none() => {
                self.skip(format!("{key} must be a positive whole number"), node.start)
            }
            _ => Ok(()),
        }
    }

    fn expanded(&mut self, text: &str) -> String {
        expand(text, |name| (self.value_of)(name), &mut self.missing)
    }
}

/// The number, if it is whole and above zero.
fn positive(node: &Node) -> Option<u64> {
    let Value::Number(text) = &node.value else { return None };
    text.parse().ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::clients::Dialect;

    fn read(text: &str) -> Parsed {
        let document = Document::parse(Path::new("f"), text, Dialect::Strict).expect("valid JSON");
        let root = document.root.clone().expect("a value");
        parse(&document, 0, &root, &|name| (name == "SET").then_some("v"))
    }

    #[test]
    fn entries_the_client_skips() {
        let cases = [
            r#"[]"#,
            r#"null"#,
            r#"{}"#,
            r#"{"command":""}"#,
            r#"{"command":1}"#,
            r#"{"command":"x","type":null}"#,
            r#"{"command":"x","type":""}"#,
            r#"{"command":"x","type":"STDIO"}"#,
            r#"{"command":"x","type":"local"}"#,
            r#"{"command":"x","args":null}"#,
            r#"{"command":"x","args":"y"}"#,
            r#"{"command":"x","args":[1]}"#,
            r#"{"command":"x","env":{"A":1}}"#,
            r#"{"command":"x","env":{"A":true}}"#,
            r#"{"command":"x","env":null}"#,
            r#"{"command":"x","env":[]}"#,
            r#"{"command":"x","alwaysLoad":"true"}"#,
            r#"{"command":"x","alwaysLoad":null}"#,
            r#"{"command":"x","timeout":"5000"}"#,
            r#"{"command":"x","timeout":0}"#,
            r#"{"command":"x","timeout":-1}"#,
            r#"{"command":"x","timeout":1500.5}"#,
            r#"{"url":"http://h/mcp"}"#,
            r#"{"type":"http"}"#,
            r#"{"type":"http","url":""}"#,
            r#"{"type":"http","url":5}"#,
            r#"{"type":"HTTP","url":"http://h"}"#,
            r#"{"type":"streamableHttp","url":"http://h"}"#,
            r#"{"type":"http","url":"http://h","headers":{"A":1}}"#,
            r#"{"type":"http","url":"http://h","headers":null}"#,
            r#"{"type":"http","url":"http://h","headersHelper":1}"#,
            r#"{"type":"http","url":"http://h","oauth":"x"}"#,
            r#"{"type":"http","url":"http://h","oauth":{"callbackPort":"80"}}"#,
            r#"{"type":"http","url":"http://h","oauth":{"callbackPort":-1}}"#,
            r#"{"type":"http","url":"http://h","oauth":{"authServerMetadataUrl":"http://x"}}"#,
            r#"{"type":"http","url":"http://h","oauth":{"scopes":["a"]}}"#,
            r#"{"type":"http","url":"http://h","tools":"x"}"#,
            r#"{"type":"http","url":"http://h","toolPermissions":{"a":"zz"}}"#,
        ];
        for text in cases {
            assert!(read(text).launch.is_err(), "{text}");
        }
    }

    #[test]
    fn entries_the_client_uses() {
        let cases = [
            (r#"{"command":"x"}"#, Transport::Stdio),
            (r#"{"type":"stdio","command":"x","env":{},"args":[]}"#, Transport::Stdio),
            (r#"{"command":"x","url":"http://h"}"#, Transport::Stdio),
            (
                r#"{"command":"x","disabled":true,"cwd":1,"headers":{"a":1},"oauth":5}"#,
                Transport::Stdio,
            ),
            (r#"{"command":"x","timeout":10}"#, Transport::Stdio),
            (r#"{"command":"${NOT_SET}"}"#, Transport::Stdio),
            (r#"{"type":"http","url":"http://h","command":"x"}"#, Transport::Http),
            (r#"{"type":"streamable-http","url":"http://h"}"#, Transport::Http),
            (r#"{"type":"http","url":"${NOT_SET}/mcp"}"#, Transport::Http),
            (
                r#"{"type":"http","url":" http://h","oauth":{"zz":1,"scopes":"a b"}}"#,
                Transport::Http,
            ),
            (r#"{"type":"sse","url":"http://h","displayName":1}"#, Transport::Sse),
            (r#"{"type":"ws","url":"ws://h"}"#, Transport::Ws),
        ];
        for (text, transport) in cases {
            let launch =
                read(text).launch.unwrap_or_else(|cause| panic!("{text}: {}", cause.because));
            assert_eq!(launch.transport(), transport, "{text}");
        }
    }

    #[test]
    fn what_an_entry_says_is_kept() {
        let parsed = read(
            r#"{"command":"a${SET}","args":["${X:-d}","${Y}"],"env":{"K":"${SET}"},"alwaysLoad":false}"#,
        );
        let Ok(Launch::Stdio(stdio)) = parsed.launch else { panic!("a program") };
        assert_eq!((stdio.command.as_str(), stdio.args), ("av", vec!["d".into(), "${Y}".into()]));
        assert_eq!(stdio.env, [("K".to_owned(), Secret::new("v"))]);
        assert_eq!(parsed.missing, ["Y"]);
        assert_eq!(parsed.settings.always_load.map(|(wanted, _)| wanted), Some(false));
        let parsed =
            read(r#"{"type":"http","url":"http://h","toolPermissions":{"t":"blocked","u":"ask"}}"#);
        assert_eq!(parsed.settings.blocked.len(), 1);
    }
}
