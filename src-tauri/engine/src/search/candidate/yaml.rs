//! Snippets of configurations in YAML: Goose's, Continue's, `LibreChat`'s.
//!
//! Much is written in YAML that has a `command` and is no server: containers,
//! jobs, playbooks. So entries are read below the keys of clients only.

mod fault;
mod written;

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Value, json};

use self::written::Written;
use super::{Candidate, CandidateError, config};

/// Where clients keep their servers.
const PLACES: [&[&str]; 5] =
    [&["mcpServers"], &["mcp_servers"], &["context_servers"], &["extensions"], &["mcp", "servers"]];

/// A line with the first key of such a place.
static SERVERS: LazyLock<Regex> = LazyLock::new(|| {
    let keys = PLACES.map(|place| place[0]).join("|");
    Regex::new(&format!(r"(?m)^\s*(?:{keys})\s*:(?:\s|$)")).expect("a constant pattern")
});

/// Continue's `${{ secrets.NAME }}` and `LibreChat`'s `{{NAME}}`.
static NAMED_VALUE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\$?\{\{\s*(?:(?:secrets|inputs)\.)?([A-Za-z_][A-Za-z0-9_]*)\s*\}\}")
        .expect("a constant pattern")
});

/// Whether a text may be such a snippet.
pub(super) fn is_meant(text: &str) -> bool {
    SERVERS.is_match(text)
}

/// The places, for a sentence.
pub(super) fn places() -> String {
    PLACES.map(|place| format!("`{}:`", place.join("."))).join(", ")
}

/// Reads a snippet.
pub(super) fn read(text: &str) -> Result<Vec<Candidate>, CandidateError> {
    let document = parsed(text)?;
    let found: Vec<&Written> = PLACES.into_iter().filter_map(|place| document.at(place)).collect();
    if found.is_empty() {
        return Err(CandidateError::YamlWithoutServers);
    }
    let servers = found.into_iter().find(|servers| servers.is_filled());
    let servers = match servers.ok_or(CandidateError::NoServer)? {
        Written::Map(members) => {
            let members = members.iter();
            members.map(|(name, server)| (name.clone(), entry(server, text))).collect()
        }
        Written::List(elements) => elements.iter().map(|server| entry(server, text)).collect(),
        Written::Scalar(..) => Value::Null,
    };
    config::json(&json!({ "mcpServers": with_shell_names(&servers) }).to_string())
}

/// An entry as JSON: what a program is given as it is written, and the rest, a
/// `timeout` or `disabled`, as YAML takes it.
fn entry(server: &Written, text: &str) -> Value {
    let Written::Map(members) = server else { return server.value() };
    let members = members.iter().map(|(key, member)| {
        let is_given = config::LAUNCHES.contains(&key.as_str());
        (key.clone(), if is_given { member.texts(text) } else { member.value() })
    });
    members.collect()
}

/// The document. An alias is put in where it stands, so aliases of
/// aliases could grow without end: all of it is bounded.
fn parsed(text: &str) -> Result<Written, CandidateError> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_nodes: 50_000,
            max_events: 200_000,
            max_aliases: 500,
            max_anchors: 500,
            max_depth: 32,
            max_documents: 1,
            max_total_scalar_bytes: 4 * 1024 * 1024,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 20_000,
            max_replay_stack_depth: 8,
        },
        // `y` and `no` are words.
        strict_booleans: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options)
        .map_err(|error| CandidateError::Yaml(fault::said(&error)))
}

/// Values to be filled in, written as every other client writes them.
fn with_shell_names(value: &Value) -> Value {
    match value {
        Value::String(text) => NAMED_VALUE.replace_all(text, "$${$1}").into(),
        Value::Array(elements) => elements.iter().map(with_shell_names).collect(),
        Value::Object(members) => {
            members.iter().map(|(key, value)| (key.clone(), with_shell_names(value))).collect()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::Launch;

    /// Name, then program, arguments and variables, or transport, address and headers.
    fn shown(text: &str) -> Vec<String> {
        let candidates = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let pairs = |pairs: &[(String, crate::clients::Secret)]| -> String {
            pairs.iter().map(|(name, value)| format!(" {name}={}", value.expose())).collect()
        };
        candidates
            .into_iter()
            .map(|candidate| match candidate.launch {
                Launch::Stdio(stdio) => format!(
                    "{}: {} {}{}",
                    candidate.name,
                    stdio.command,
                    stdio.args.join(" "),
                    pairs(&stdio.env)
                ),
                Launch::Remote(remote) => format!(
                    "{}: {} {}{}",
                    candidate.name,
                    remote.transport.as_str(),
                    remote.url,
                    pairs(&remote.headers)
                ),
            })
            .collect()
    }

    #[test]
    fn each_client_has_its_own_form() {
        for (why, text, want) in [
            (
                "Goose",
                "GOOSE_MODE: smart\nextensions:\n  developer:\n    enabled: true\n    type: builtin\n    name: developer\n  parcels:\n    type: stdio\n    cmd: npx\n    args: [-y, parcels, 80]\n    envs: {REGION: eu}\n    env_keys: [TOKEN]\n    timeout: 300\n  office:\n    type: streamable_http\n    uri: https://p.example/mcp\n    headers:\n      X-A: b\n  old:\n    type: sse\n    uri: https://p.example/events\n",
                vec![
                    "parcels: npx -y parcels 80 REGION=eu TOKEN=${TOKEN}",
                    "office: http https://p.example/mcp X-A=b",
                    "old: sse https://p.example/events",
                ],
            ),
            (
                "Continue",
                "name: mine\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: Parcels\n    command: npx\n    args:\n      - -y\n      - parcels\n    env:\n      TOKEN: ${{ secrets.PARCEL_TOKEN }}\n  - name: Office\n    type: streamable-http\n    url: https://p.example/mcp\n    requestOptions:\n      headers:\n        Authorization: Bearer ${{ inputs.token }}\n",
                vec![
                    "Parcels: npx -y parcels TOKEN=${PARCEL_TOKEN}",
                    "Office: http https://p.example/mcp Authorization=Bearer ${token}",
                ],
            ),
            (
                "LibreChat",
                "version: 1.2.1\nmcpServers:\n  parcels:\n    # a comment\n    command: npx\n    args: ['-y', \"parcels\"]\n    timeout: 60000\n  office:\n    type: sse\n    url: https://p.example/sse\n    headers:\n      X-Key: '{{OFFICE_KEY}}'\n      X-Off: no\n",
                vec![
                    "parcels: npx -y parcels",
                    "office: sse https://p.example/sse X-Key=${OFFICE_KEY} X-Off=no",
                ],
            ),
            (
                "servers below `mcp`, the whole indented",
                "  mcp:\n    servers:\n      parcels: {command: uvx, args: [parcels]}\n  other: 1\n",
                vec!["parcels: uvx parcels"],
            ),
            (
                "an alias",
                "base: &base {command: npx, args: [a]}\nmcpServers:\n  a: *base\n  b:\n    <<: *base\n    args: [b]\n",
                vec!["a: npx a", "b: npx b"],
            ),
        ] {
            assert!(is_meant(text), "{why}");
            assert_eq!(shown(text), want, "{why}");
        }
    }

    #[test]
    fn a_program_is_given_what_is_written() {
        for written in [
            "012345678901",
            "08080",
            "007",
            "1.10",
            "1e3",
            "-0",
            "+1",
            "12345678901234567890123",
            "0x1F",
            "1_000",
            ".5",
            "True",
            "no",
            "1:30",
            "2026-01-02",
        ] {
            let text = format!(
                "# über\nmcpServers:\n  a:\n    command: npx\n    args: [-y, {written} , é]\n    env:\n      V: {written}  # so\n"
            );
            assert_eq!(shown(&text), [format!("a: npx -y {written} é V={written}")], "{written}");
            let text = format!(
                "mcpServers:\n- name: {written}\n  url: https://p.example\n  headers: {{V: {written}}}\n"
            );
            let want = format!("{written}: http https://p.example V={written}");
            assert_eq!(shown(&text), [want], "{written}");
        }
        for (why, text, want) in [
            ("quoted", "{command: x, args: ['007', \"1.10\"]}", "a: x 007 1.10"),
            ("a tilde in a list", "{command: x, args: [~, null]}", "a: x ~ null"),
            ("no value", "{command: x, url: ~, env: {A: ~, B: null, C: }}", "a: x "),
            ("an alias", "{command: x, args: [&v 1.10, *v]}", "a: x 1.10 1.10"),
            ("a tag", "{command: x, args: [!!str 1.10, !!str 007]}", "a: x 1.10 007"),
            (
                "Windows' line ends",
                "\r\n    command: x\r\n    args:\r\n    - 1.10\r\n",
                "a: x 1.10",
            ),
        ] {
            assert_eq!(shown(&format!("mcpServers:\n  a: {text}\n")), [want], "{why}");
        }
    }

    #[test]
    fn what_an_entry_says_besides_keeps_its_kind() {
        let text = "mcpServers:\n  a: {command: x, timeout: 0.50, disabled: True, tools: [1]}\n";
        let candidates = read(text).expect("a server");
        let besides = serde_json::Value::from(candidates[0].besides.0.clone());
        assert_eq!(besides, json!({"timeout": 0.5, "disabled": true, "tools": [1]}));
        let goose = "extensions:\n  a: {type: stdio, cmd: x, timeout: 300}\n";
        let candidates = read(goose).expect("a server");
        assert_eq!(candidates[0].besides.0["timeout"], 300_000, "from seconds");
    }

    #[test]
    fn an_empty_place_hides_no_other() {
        for empty in ["", " {}", " []", " ~", " none"] {
            let text = format!(
                "mcpServers:{empty}\nextensions:\n  a: {{type: stdio, cmd: npx, args: [a]}}\n"
            );
            assert_eq!(shown(&text), ["a: npx a"], "{empty}");
        }
    }

    #[test]
    fn what_is_no_clients_configuration_offers_nothing() {
        let bomb: String = (1..30).fold("a0: &a0 [x, x]\n".to_owned(), |text, at| {
            format!("{text}a{at}: &a{at} [*a{0}, *a{0}]\n", at - 1)
        });
        for (why, text, want) in [
            (
                "containers",
                "services:\n  mcp:\n    image: acme/mcp\n    command: serve\n",
                "and none of `mcpServers:`",
            ),
            ("one container", "mcp:\n  image: acme/mcp\n  command: serve\n", "and none of"),
            (
                "aliases of aliases",
                &format!("{bomb}mcpServers: *a29\n"),
                "an alias (`*name`) stands for what no configuration holds",
            ),
            (
                "a broken one",
                "mcpServers:\n  a: [\n",
                "not YAML that can be read: line 2, column 6: what stands here is not",
            ),
            (
                "two documents",
                "mcpServers: {}\n---\nmcpServers: {}\n",
                "line 2, column 1: a second document begins (`---`): give one",
            ),
            (
                "too deep",
                &format!("mcpServers: {}{}\n", "[".repeat(100), "]".repeat(100)),
                "values stand in one another deeper",
            ),
            (
                "a key twice",
                "mcpServers:\n  a: {command: x}\n  a: {command: y}\n",
                "line 3, column 3: `a` is there twice: keep one of them",
            ),
            ("an alias of nothing", "mcpServers: *a\n", "an alias (`*name`) names nothing"),
            (
                "a tab",
                "mcpServers:\n\ta: {command: x}\n",
                "not YAML that can be read: line 2, column ",
            ),
            ("a quote", "mcpServers:\n  a: {command: 'x}\n", "not YAML that can be read: line "),
            (
                "none of the others either",
                "services: {}\n",
                "`context_servers:`, `extensions:`, `mcp.servers:` stands",
            ),
            ("an empty place", "mcpServers:\n", "no server found"),
            ("no server", "extensions:\n  a: {type: builtin}\n", "no server found"),
        ] {
            let started = std::time::Instant::now();
            let error = read(text).expect_err(why).to_string();
            assert!(error.contains(want), "{why}: {error}");
            assert!(started.elapsed().as_secs() < 2, "{why}");
        }
    }
}
