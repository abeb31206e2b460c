//! A `server.json` of the MCP registry (schema 2025-12-11): every package and
//! every address it names is one way to have the same server.

use std::sync::LazyLock;

use regex::Regex;

use super::{Candidate, CandidateError, command::remote, config::candidate, name_of};
use crate::clients::{Launch, Node, Secret, Stdio, Transport};

/// The servers of a registry entry; empty for anything else.
///
/// # Errors
/// When it names nothing but packages that cannot be started from here.
pub(super) fn read(node: &Node) -> Result<Vec<Candidate>, CandidateError> {
    let Some(name) = node.get("name").and_then(Node::as_str).map(name_of) else {
        return Ok(Vec::new());
    };
    let each = |key| node.get(key).map(Node::elements).unwrap_or_default();
    let (packages, remotes) = (each("packages"), each("remotes"));
    let mut ways: Vec<(String, Launch)> = packages.iter().filter_map(package).collect();
    ways.extend(remotes.iter().filter_map(address));
    if ways.is_empty() && !packages.is_empty() {
        return Err(CandidateError::Incomplete(if packages.iter().any(by_address) {
            "its package is a program that is started by itself and then reached at an address; start it and try that address"
        } else {
            "none of its packages can be started from here; a bundle can be downloaded and its file tried"
        }));
    }
    // Several ways are several candidates, told apart by where they come from.
    let alone = ways.len() == 1;
    Ok(ways
        .into_iter()
        .map(|(way, launch)| {
            let name = if alone { name.clone() } else { format!("{name}-{way}") };
            candidate(&name, launch)
        })
        .collect())
}

/// Whether a package listens at an address instead of on its standard input.
fn by_address(node: &Node) -> bool {
    let transport = node.get("transport").and_then(|transport| text(transport, "type"));
    transport.is_some_and(|transport| transport != "stdio")
}

/// A package and what starts it.
fn package(node: &Node) -> Option<(String, Launch)> {
    if by_address(node) {
        return None;
    }
    let identifier = text(node, "identifier")?;
    let at_version = || match text(node, "version") {
        Some(version) => format!("{identifier}@{version}"),
        None => identifier.clone(),
    };
    let kind = text(node, "registryType")?;
    let env = inputs(node, "environmentVariables");
    let (usual, mut args) = match kind.as_str() {
        "npm" => ("npx", vec!["-y".to_owned()]),
        "pypi" => ("uvx", Vec::new()),
        "oci" => ("docker", ["run", "-i", "--rm"].map(ToOwned::to_owned).to_vec()),
        "nuget" => ("dnx", Vec::new()),
        _ => return None,
    };
    let hint = text(node, "runtimeHint").filter(|hint| !hint.is_empty());
    let command = hint.unwrap_or_else(|| usual.to_owned());
    // `-y` is an option of npx; other runners of npm packages do not ask.
    if kind == "npm" && command != usual {
        args.clear();
    }
    let given = arguments(node, "runtimeArguments");
    args.retain(|known| !given.contains(known));
    args.extend(given);
    match kind.as_str() {
        // A container sees only the variables it is given by name.
        "oci" => {
            args.extend(env.iter().flat_map(|(name, _)| ["-e".to_owned(), name.clone()]));
            args.push(identifier.clone());
        }
        "nuget" => args.extend([at_version(), "--yes".to_owned()]),
        _ => args.push(at_version()),
    }
    args.extend(arguments(node, "packageArguments"));
    let launch = Launch::Stdio(Stdio { command, args, env, cwd: None });
    Some((if kind == "oci" { "docker".to_owned() } else { kind }, launch))
}

/// An address and its headers.
fn address(node: &Node) -> Option<(String, Launch)> {
    let (transport, way) = match text(node, "type").as_deref() {
        Some("sse") => (Transport::Sse, "sse"),
        _ => (Transport::Http, "http"),
    };
    let url = filled_in(&with_defaults(&text(node, "url")?, node));
    Some((way.to_owned(), remote(transport, &url, inputs(node, "headers"))))
}

/// Named inputs with their value, or the variable that holds it where one is
/// required. What is neither given nor required is left out.
fn inputs(node: &Node, key: &str) -> Vec<(String, Secret)> {
    let inputs = node.get(key).map(Node::elements).unwrap_or_default();
    inputs
        .iter()
        .filter_map(|input| {
            let name = text(input, "name")?;
            let value = given(input, &name)?;
            Some((name, Secret::new(value)))
        })
        .collect()
}

/// Arguments in their order: a named one is its name and then its value, in
/// one word where the name ends with `=`.
fn arguments(node: &Node, key: &str) -> Vec<String> {
    let all = node.get(key).map(Node::elements).unwrap_or_default();
    let mut words = Vec::new();
    for argument in all {
        let name = text(argument, "name");
        let hint = name.clone().or_else(|| text(argument, "valueHint")).unwrap_or_default();
        let named = name.filter(|_| text(argument, "type").as_deref() == Some("named"));
        let boolean = text(argument, "format").as_deref() == Some("boolean");
        match (named, given(argument, &hint)) {
            // A switch has no value of its own: it is there or not.
            (Some(name), value) if boolean => {
                let on = value.is_none_or(|value| value != "false");
                words.extend((on && (required(argument) || has_value(argument))).then_some(name));
            }
            (Some(name), Some(value)) if name.ends_with('=') => words.push(name + &value),
            (Some(name), Some(value)) => words.extend([name, value]),
            // Nobody said that an optional one without a value is wanted.
            (_, value) => words.extend(value),
        }
    }
    words
}

fn has_value(input: &Node) -> bool {
    text(input, "value").or_else(|| text(input, "default")).is_some()
}

/// What an input says of its value: as it stands, else the variable to give it with.
fn given(input: &Node, called: &str) -> Option<String> {
    match text(input, "value").or_else(|| text(input, "default")) {
        Some(value) => Some(filled_in(&with_defaults(&value, input))),
        None if required(input) => {
            let name: String = called
                .trim_start_matches('-')
                .trim_end_matches('=')
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
                .collect();
            (!name.is_empty()).then(|| format!("${{{name}}}"))
        }
        None => None,
    }
}

/// A value with what its input's `variables` say of the names in it.
fn with_defaults(value: &str, input: &Node) -> String {
    let variables = input.get("variables").map(Node::effective_members).unwrap_or_default();
    variables.into_iter().fold(value.to_owned(), |filled, variable| {
        let known = text(&variable.node, "value").or_else(|| text(&variable.node, "default"));
        match known {
            Some(known) => filled.replace(&format!("{{{}}}", variable.key), &known),
            None => filled,
        }
    })
}

fn required(input: &Node) -> bool {
    input.get("isRequired").and_then(Node::as_bool) == Some(true)
}

fn text(node: &Node, key: &str) -> Option<String> {
    node.get(key).and_then(Node::as_str).map(ToOwned::to_owned)
}

static TEMPLATE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\{([A-Za-z_][A-Za-z0-9_]*)\}").expect("a constant pattern"));

/// A registry writes `{name}` where clients write `${name}`.
fn filled_in(text: &str) -> String {
    TEMPLATE.replace_all(text, "$${$1}").into_owned()
}
