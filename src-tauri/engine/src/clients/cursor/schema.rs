//! What Cursor's agent accepts as a server. One entry that it does not accept
//! empties the whole file: observed by running its loader, 1.0.18; the schema
//! is that of 1.0.32. Unknown keys are dropped without a word.

use serde_json::{Map, Value as Json};

use super::variables::{Rules, Variables};
use crate::clients::{Launch, Node, Remote, Secret, Stdio, Transport, Value};

/// What is wrong with an entry, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Byte offset in the file.
    pub(super) at: usize,
    /// A clause for people: "`args` must be a list of strings".
    pub(super) what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Text,
    Texts,
    TextMap,
    /// An object that needs none of its members.
    Object,
}

const STDIO: [(&str, Shape); 4] = [
    ("command", Shape::Text),
    ("args", Shape::Texts),
    ("env", Shape::TextMap),
    ("cwd", Shape::Text),
];

const REMOTE: [(&str, Shape); 5] = [
    ("url", Shape::Text),
    ("headers", Shape::TextMap),
    ("auth", Shape::Object),
    ("tls", Shape::Object),
    ("placement", Shape::Text),
];

/// Which of the two kinds an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `command`.
    Stdio,
    /// `url`.
    Remote,
}

/// The kind of an entry, or why the agent rejects it.
pub(super) fn kind(node: &Node) -> Result<Kind, Fault> {
    if !node.is_object() {
        return Err(Fault { at: node.start, what: "it must be an object".to_owned() });
    }
    // The agent tries a program first: `command` with `url` and no `type` is one.
    let Err(as_stdio) = fits(node, "command", &["stdio"], &STDIO) else { return Ok(Kind::Stdio) };
    let Err(as_remote) =
        fits(node, "url", &["http", "sse"], &REMOTE).and_then(|()| remote_parts(node))
    else {
        return Ok(Kind::Remote);
    };
    let has = |key| node.get(key).is_some();
    Err(match (has("command"), has("url")) {
        (true, _) => as_stdio,
        (false, true) => as_remote,
        (false, false) => {
            Fault { at: node.start, what: "it has neither `command` nor `url`".to_owned() }
        }
    })
}

fn fits(node: &Node, required: &str, types: &[&str], keys: &[(&str, Shape)]) -> Result<(), Fault> {
    if node.get(required).is_none() {
        return Err(Fault { at: node.start, what: format!("`{required}` is missing") });
    }
    if let Some(found) = node.get("type")
        && !found.as_str().is_some_and(|text| types.contains(&text))
    {
        let allowed: Vec<String> = types.iter().map(|name| format!("`{name}`")).collect();
        return Err(Fault {
            at: found.start,
            what: format!("`type` must be {} here, or left out", allowed.join(" or ")),
        });
    }
    for (key, shape) in keys {
        if let Some(found) = node.get(key) {
            shaped(key, found, *shape)?;
        }
    }
    Ok(())
}

fn shaped(key: &str, node: &Node, shape: Shape) -> Result<(), Fault> {
    let fault = |at: usize, what: String| Err(Fault { at, what });
    match shape {
        Shape::Text if node.as_str().is_none() => {
            fault(node.start, format!("`{key}` must be a string"))
        }
        Shape::Texts if !matches!(node.value, Value::Array(_)) => {
            fault(node.start, format!("`{key}` must be a list of strings"))
        }
        Shape::Texts => match node.elements().iter().find(|element| element.as_str().is_none()) {
            Some(odd) => fault(odd.start, format!("`{key}` holds something that is no string")),
            None => Ok(()),
        },
        Shape::TextMap | Shape::Object if !node.is_object() => {
            fault(node.start, format!("`{key}` must be an object"))
        }
        Shape::TextMap => {
            match node.effective_members().iter().find(|member| member.node.as_str().is_none()) {
                Some(odd) => fault(odd.node.start, format!("`{key}.{}` must be a string", odd.key)),
                None => Ok(()),
            }
        }
        Shape::Text | Shape::Object => Ok(()),
    }
}

/// The members of `auth`, `tls` and `placement`.
fn remote_parts(node: &Node) -> Result<(), Fault> {
    if let Some(auth) = node.get("auth") {
        match auth.get("CLIENT_ID") {
            Some(id) => shaped("auth.CLIENT_ID", id, Shape::Text)?,
            None => {
                return Err(Fault {
                    at: auth.start,
                    what: "`auth.CLIENT_ID` is missing".to_owned(),
                });
            }
        }
        for (key, shape) in [("CLIENT_SECRET", Shape::Text), ("scopes", Shape::Texts)] {
            if let Some(found) = auth.get(key) {
                shaped(&format!("auth.{key}"), found, shape)?;
            }
        }
    }
    // `tls` is the one strict object: an unknown key is a fault.
    for member in node.get("tls").map(Node::members).unwrap_or_default() {
        if member.key != "caBundle" {
            return Err(Fault {
                at: member.key_start,
                what: "`tls` may hold `caBundle` only".to_owned(),
            });
        }
    }
    if let Some(placement) = node.get("placement")
        && !matches!(placement.as_str(), Some("server" | "client"))
    {
        return Err(Fault {
            at: placement.start,
            what: "`placement` must be `server` or `client`".to_owned(),
        });
    }
    Ok(())
}

/// What an accepted entry starts or reaches.
pub(super) fn launch(
    kind: Kind,
    node: &Node,
    variables: &Variables<'_>,
    missing: &mut Vec<String>,
) -> Launch {
    let mut expand = |text: &str| variables.expand(text, Rules::Either, missing);
    let mut text = |key: &str| node.get(key).and_then(Node::as_str).map(&mut expand);
    match kind {
        Kind::Stdio => {
            let command = text("command").unwrap_or_default();
            let args = strings(node.get("args")).into_iter().map(&mut expand).collect();
            let env = pairs(node.get("env"), &mut expand);
            let cwd = node.get("cwd").and_then(Node::as_str).map(&mut expand).map(Into::into);
            Launch::Stdio(Stdio { command, args, env, cwd })
        }
        Kind::Remote => {
            let url = text("url").unwrap_or_default();
            let auth = node.get("auth");
            let oauth_client_id =
                auth.and_then(|auth| auth.get("CLIENT_ID")?.as_str()).map(&mut expand);
            let oauth_scopes = strings(auth.and_then(|auth| auth.get("scopes")))
                .into_iter()
                .map(&mut expand)
                .collect();
            let sse = node.get("type").and_then(Node::as_str) == Some("sse");
            Launch::Remote(Remote {
                transport: if sse { Transport::Sse } else { Transport::Http },
                url,
                headers: pairs(node.get("headers"), &mut expand),
                headers_helper: None,
                oauth_client_id,
                oauth_callback_port: None,
                oauth_scopes,
            })
        }
    }
}

fn strings(node: Option<&Node>) -> Vec<&str> {
    node.map(Node::elements).unwrap_or_default().iter().filter_map(Node::as_str).collect()
}

fn pairs(node: Option<&Node>, expand: &mut impl FnMut(&str) -> String) -> Vec<(String, Secret)> {
    node.map(Node::effective_members)
        .unwrap_or_default()
        .into_iter()
        .filter_map(|member| Some((member.key.clone(), Secret::new(expand(member.node.as_str()?)))))
        .collect()
}

/// The entry as the agent holds it after parsing: known keys in the order of
/// its schema, references resolved. Approvals are computed from it. Holds
/// secrets: it must not leave this client's reading.
pub(super) fn parsed(kind: Kind, node: &Node, variables: &Variables<'_>) -> Json {
    let keys: Vec<&str> = match kind {
        Kind::Stdio => STDIO.iter().map(|(key, _)| *key).collect(),
        Kind::Remote => REMOTE.iter().map(|(key, _)| *key).collect(),
    };
    let known = std::iter::once("type").chain(keys);
    let mut object = Map::new();
    for key in known {
        let Some(found) = node.get(key) else { continue };
        let value = match key {
            "auth" => ordered(found, &["CLIENT_ID", "CLIENT_SECRET", "scopes"], variables),
            "tls" => ordered(found, &["caBundle"], variables),
            _ => json(found, variables),
        };
        object.insert(key.to_owned(), value);
    }
    Json::Object(object)
}

fn ordered(node: &Node, keys: &[&str], variables: &Variables<'_>) -> Json {
    let members =
        keys.iter().filter_map(|key| Some(((*key).to_owned(), json(node.get(key)?, variables))));
    Json::Object(members.collect())
}

fn json(node: &Node, variables: &Variables<'_>) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(number) => serde_json::from_str(number).unwrap_or(Json::Null),
        Value::String(text) => Json::String(variables.expand(text, Rules::Agent, &mut Vec::new())),
        Value::Array(elements) => {
            Json::Array(elements.iter().map(|element| json(element, variables)).collect())
        }
        Value::Object(_) => Json::Object(
            node.effective_members()
                .into_iter()
                .map(|member| (member.key.clone(), json(&member.node, variables)))
                .collect(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::clients::{Dialect, Document};

    fn kind_of(text: &str) -> Result<Kind, String> {
        let document = Document::parse(Path::new("f"), text, Dialect::Jsonc).expect("valid");
        kind(document.root.as_ref().expect("a value")).map_err(|fault| fault.what)
    }

    /// The table observed with the runtime's own loader, and the schema's rest.
    #[test]
    fn entries_are_accepted_as_the_agent_accepts_them() {
        use Kind::{Remote, Stdio};
        for (why, text, want) in [
            ("a program", r#"{"command":"x"}"#, Stdio),
            (
                "its type named",
                r#"{"type":"stdio","command":"x","args":["a"],"env":{"A":"1"},"cwd":"/"}"#,
                Stdio,
            ),
            ("an address", r#"{"url":"https://h/mcp"}"#, Remote),
            ("http", r#"{"type":"http","url":"u","headers":{"A":"b"}}"#, Remote),
            ("sse", r#"{"type":"sse","url":"u"}"#, Remote),
            ("both", r#"{"command":"x","url":"u"}"#, Stdio),
            ("both, and a type", r#"{"type":"http","command":"x","url":"u"}"#, Remote),
            ("unknown keys", r#"{"command":"x","disabled":true,"timeout":"z"}"#, Stdio),
            ("a login", r#"{"url":"u","auth":{"CLIENT_ID":"i","scopes":["a"]}}"#, Remote),
            ("a certificate", r#"{"url":"u","tls":{"caBundle":"p"}}"#, Remote),
            ("a duplicate key", r#"{"command":1,"command":"x"}"#, Stdio),
        ] {
            assert_eq!(kind_of(text), Ok(want), "{why}");
        }
        for (why, text) in [
            ("nothing", "{}"),
            ("a string", r#""x""#),
            ("null", "null"),
            ("a number in env", r#"{"command":"x","env":{"A":1}}"#),
            ("null in env", r#"{"command":"x","env":{"A":null}}"#),
            ("args as one string", r#"{"command":"x","args":"a b"}"#),
            ("a number in args", r#"{"command":"x","args":[1]}"#),
            ("command as a list", r#"{"command":["x"]}"#),
            ("streamable-http", r#"{"type":"streamable-http","url":"u"}"#),
            ("streamableHttp", r#"{"type":"streamableHttp","url":"u"}"#),
            ("local", r#"{"type":"local","command":"x"}"#),
            ("a null type", r#"{"type":null,"command":"x"}"#),
            ("a number in headers", r#"{"url":"u","headers":{"A":1}}"#),
            ("an odd tls key", r#"{"url":"u","tls":{"x":1}}"#),
            ("an odd placement", r#"{"url":"u","placement":"x"}"#),
        ] {
            assert!(kind_of(text).is_err(), "{why}");
        }
        assert_eq!(kind_of("{}"), Err("it has neither `command` nor `url`".to_owned()));
        assert_eq!(
            kind_of(r#"{"type":"streamable-http","url":"u"}"#),
            Err("`type` must be `http` or `sse` here, or left out".to_owned())
        );
    }
}
