//! What people paste, and what is read from it.

use super::*;
use crate::clients::Launch;

/// Name, then program and arguments or address, then variables or headers.
fn shown(text: &str) -> Vec<String> {
    parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .into_iter()
        .map(|candidate| match candidate.launch {
            Launch::Stdio(stdio) => {
                let env: String = stdio
                    .env
                    .iter()
                    .map(|(name, value)| format!(" {name}={}", value.expose()))
                    .collect();
                format!("{}: {} {}{env}", candidate.name, stdio.command, stdio.args.join(" "))
            }
            Launch::Remote(remote) => {
                let headers: String = remote
                    .headers
                    .iter()
                    .map(|(name, value)| format!(" {name}={}", value.expose()))
                    .collect();
                format!("{}: {} {}{headers}", candidate.name, remote.transport.as_str(), remote.url)
            }
        })
        .collect()
}

#[test]
fn every_form_people_paste_is_read() {
    for (why, text, want) in [
        (
            "a package runner",
            "npx -y @acme/mcp-server-parcels@1.2 --fast",
            "parcels: npx -y @acme/mcp-server-parcels@1.2 --fast",
        ),
        (
            "a Python runner",
            "uvx --from mcp-server-git==1.0 mcp-server-git",
            "git: uvx --from mcp-server-git==1.0 mcp-server-git",
        ),
        (
            "a container",
            "docker run -i --rm -e TOKEN=x acme/parcels-mcp:2",
            "parcels: docker run -i --rm -e TOKEN=x acme/parcels-mcp:2",
        ),
        ("variables before", "TOKEN=x npx parcels", "parcels: npx parcels TOKEN=x"),
        ("a prompt before", "$ npx parcels", "parcels: npx parcels"),
        (
            "an option with JSON",
            r#"/usr/bin/node /x.js --cfg '{"a":1}'"#,
            r#"x.js: /usr/bin/node /x.js --cfg {"a":1}"#,
        ),
        (
            "Claude Code, variables one after the other",
            "claude mcp add parcels -e A=1 B=2 -- npx parcels",
            "parcels: npx parcels A=1 B=2",
        ),
        (
            "Claude Code, headers one after the other",
            "claude mcp add -t http parcels https://p.example/mcp -H \"X-A: 1\" \"X-B: 2\"",
            "parcels: http https://p.example/mcp X-A=1 X-B=2",
        ),
        (
            "Claude Code, JSON after a scope",
            r#"claude mcp add-json -s user parcels '{"command":"npx","args":["parcels"]}'"#,
            "parcels: npx parcels",
        ),
        (
            "Claude Code, started by a runner",
            "npx @anthropic-ai/claude-code mcp add parcels -- npx parcels",
            "parcels: npx parcels",
        ),
        (
            "Codex, the address first",
            "codex mcp add --url https://p.example/mcp parcels --bearer-token-env-var T",
            "parcels: http https://p.example/mcp Authorization=Bearer ${T}",
        ),
        ("Gemini", "gemini mcp add parcels npx -y p", "parcels: npx -y p"),
        ("Copilot", "copilot mcp add parcels -- npx p", "parcels: npx p"),
        (
            "VS Code's option",
            r#"code --add-mcp '{"name":"parcels","command":"npx","args":["p"]}'"#,
            "parcels: npx p",
        ),
        (
            "a variable set before",
            "export TOKEN=x\n# then\nclaude mcp add parcels -- npx p",
            "parcels: npx p TOKEN=x",
        ),
        ("a scheme in capitals", "HTTPS://p.example/mcp", "p.example: http https://p.example/mcp"),
        (
            "a fenced block among words",
            "Add this:\n```json\n{\"mcpServers\":{\"parcels\":{\"command\":\"npx\"}}}\n```\nDone.",
            "parcels: npx ",
        ),
        (
            "a whole configuration of Codex",
            "# mine\nmodel = \"m\"\n\n[mcp_servers.parcels]\ncommand = \"npx\"\nenv_vars = [\"T\"]",
            "parcels: npx  T=${T}",
        ),
        (
            "Codex, headers from variables",
            "[mcp_servers.parcels]\nurl = \"https://p.example\"\nenv_http_headers = { X-K = \"T\" }",
            "parcels: http https://p.example X-K=${T}",
        ),
        (
            "Goose, in YAML",
            "extensions:\n  parcels:\n    type: stdio\n    cmd: npx\n    args: [p]\n",
            "parcels: npx p",
        ),
        ("Amp", r#"{"amp.mcpServers":{"parcels":{"command":"npx"}}}"#, "parcels: npx "),
        (
            "a registry's list",
            r#"{"servers":[{"server":{"name":"a/parcels","remotes":[{"type":"sse","url":"https://p.example/sse"}]}}]}"#,
            "parcels: sse https://p.example/sse",
        ),
        (
            "Claude Code, a program",
            "claude mcp add parcels -e TOKEN=x -s user -- npx -y parcels --fast",
            "parcels: npx -y parcels --fast TOKEN=x",
        ),
        (
            "Claude Code, an address",
            "claude mcp add --transport http parcels https://parcels.example/mcp --header \"Authorization: Bearer x\"",
            "parcels: http https://parcels.example/mcp Authorization=Bearer x",
        ),
        (
            "Claude Code, JSON",
            r#"claude mcp add-json parcels '{"command":"npx","args":["parcels"]}'"#,
            "parcels: npx parcels",
        ),
        (
            "Codex",
            "codex mcp add parcels --env TOKEN=x -- npx parcels",
            "parcels: npx parcels TOKEN=x",
        ),
        (
            "an address",
            "https://parcels.example/mcp",
            "parcels.example: http https://parcels.example/mcp",
        ),
        (
            "an address of events",
            "https://parcels.example/sse",
            "parcels.example: sse https://parcels.example/sse",
        ),
        (
            "a snippet",
            r#"{"mcpServers":{"parcels":{"command":"npx","args":["parcels"],"env":{"TOKEN":"x"}}}}"#,
            "parcels: npx parcels TOKEN=x",
        ),
        (
            "a snippet without braces",
            r#""parcels": {"command": "npx", "args": ["parcels"],}"#,
            "parcels: npx parcels",
        ),
        (
            "VS Code, with comments",
            "{\n // mine\n \"servers\": {\"parcels\": {\"type\": \"http\", \"url\": \"https://p.example\",}}}",
            "parcels: http https://p.example",
        ),
        (
            "one entry",
            r#"{"url":"https://p.example/mcp","headers":{"X":"y"}}"#,
            "p.example: http https://p.example/mcp X=y",
        ),
        (
            "Codex's file",
            "[mcp_servers.parcels]\ncommand = \"npx\"\nargs = [\"parcels\"]\n[mcp_servers.parcels.env]\nTOKEN = \"x\"",
            "parcels: npx parcels TOKEN=x",
        ),
        (
            "a registry entry with a package",
            r#"{"name":"io.github.acme/parcels","version":"1.0.0","packages":[{"registryType":"npm","identifier":"@acme/parcels","version":"1.0.0","transport":{"type":"stdio"}}]}"#,
            "parcels: npx -y @acme/parcels@1.0.0",
        ),
        (
            "a registry entry with an address",
            r#"{"name":"io.github.acme/parcels","remotes":[{"type":"streamable-http","url":"https://p.example/mcp"}]}"#,
            "parcels: http https://p.example/mcp",
        ),
    ] {
        assert_eq!(shown(text), [want], "{why}");
    }
}

#[test]
fn several_servers_are_several_candidates() {
    for (why, text, want) in [
        (
            "two lines",
            "claude mcp add a -- npx a\nclaude mcp add b -- npx b",
            ["a: npx a", "b: npx b"],
        ),
        (
            "JSON over lines, and another line",
            "claude mcp add-json a '{\n\"command\":\"x\"\n}'\nnpx b",
            ["a: x ", "b: npx b"],
        ),
        (
            "a server called like a wrapper",
            r#"{"mcpServers":{"mcp":{"command":"x"},"other":{"command":"y"}}}"#,
            ["mcp: x ", "other: y "],
        ),
        (
            "another one, without a container",
            r#"{"server":{"command":"x"},"other":{"command":"y"}}"#,
            ["server: x ", "other: y "],
        ),
        (
            "a list with names",
            r#"{"mcpServers":[{"name":"a","command":"x"},{"name":"b","command":"y"}]}"#,
            ["a: x ", "b: y "],
        ),
    ] {
        assert_eq!(shown(text), want, "{why}");
    }
}

#[test]
fn a_registry_entry_offers_every_way_to_have_the_server() {
    let text = r#"{"name":"io.github.acme/parcels","packages":[
        {"registryType":"npm","identifier":"@acme/parcels","version":"1.0.0",
         "runtimeArguments":[{"type":"named","name":"--quiet","isRequired":true}],
         "packageArguments":[{"type":"positional","valueHint":"the folder","isRequired":true},
                             {"type":"named","name":"--port","default":"80"},
                             {"type":"named","name":"--debug"}],
         "environmentVariables":[{"name":"TOKEN","isRequired":true},{"name":"MODE","value":"{mode}"},{"name":"MORE"}]},
        {"registryType":"pypi","identifier":"parcels","version":"1.0.0"},
        {"registryType":"oci","identifier":"acme/parcels:1","environmentVariables":[{"name":"TOKEN","isRequired":true}]},
        {"registryType":"mcpb","identifier":"https://p.example/p.mcpb"}],
        "remotes":[{"type":"sse","url":"https://{host}/sse","headers":[{"name":"Authorization","value":"Bearer {token}"}]}]}"#;
    assert_eq!(
        shown(text),
        [
            "parcels-npm: npx -y --quiet ${quiet} @acme/parcels@1.0.0 ${the_folder} --port 80 TOKEN=${TOKEN} MODE=${mode}",
            "parcels-pypi: uvx parcels@1.0.0",
            "parcels-docker: docker run -i --rm -e TOKEN acme/parcels:1 TOKEN=${TOKEN}",
            "parcels-sse: sse https://${host}/sse Authorization=Bearer ${token}",
        ]
    );
    let npm = &parse(text).expect("servers")[0];
    assert_eq!(npm.missing, ["TOKEN", "mode", "quiet", "the_folder"]);
    let hinted = r#"{"name":"a/p","packages":[{"registryType":"npm","identifier":"p","runtimeHint":"bunx",
        "environmentVariables":[{"name":"URL","value":"https://{host}","variables":{"host":{"default":"h"}}}],
        "packageArguments":[{"type":"named","name":"--dir=","value":"/d"},
                            {"type":"named","name":"--all","format":"boolean","isRequired":true}]}]}"#;
    assert_eq!(shown(hinted), ["p: bunx p --dir=/d --all URL=https://h"]);
    let served = r#"{"name":"p","packages":[{"registryType":"npm","identifier":"p","transport":{"type":"streamable-http","url":"http://localhost/mcp"}}]}"#;
    let error = parse(served).expect_err("not over its streams").to_string();
    assert!(error.contains("try that address"), "{error}");
    let bundle = r#"{"name":"p","packages":[{"registryType":"mcpb","identifier":"https://p.example/p.mcpb"}]}"#;
    let error = parse(bundle).expect_err("nothing to start").to_string();
    assert!(error.contains("a bundle can be downloaded"), "{error}");
}

#[test]
fn what_an_entry_says_besides_is_kept_and_never_printed() {
    let text =
        r#"{"mcpServers":{"p":{"command":"npx","timeout":5,"auth":{"CLIENT_SECRET":"hunter2"}}}}"#;
    let candidate = &parse(text).expect("a server")[0];
    assert_eq!(candidate.besides.0["timeout"], 5);
    assert!(!format!("{candidate:?}").contains("hunter2"));
    let codex = "[mcp_servers.p]\nurl = \"https://p.example\"\nbearer_token_env_var = \"T\"\nenabled_tools = [\"a\"]";
    assert_eq!(shown(codex), ["p: http https://p.example Authorization=Bearer ${T}"]);
    let candidate = &parse(codex).expect("a server")[0];
    assert_eq!(candidate.besides.0.keys().collect::<Vec<_>>(), ["enabled_tools"]);
}

#[test]
fn catalogues_are_told_from_servers() {
    let tool = r#"{"name":"track","description":"d","inputSchema":{"type":"object"}}"#;
    for (why, text, want) in [
        ("a tools/list result", format!(r#"{{"tools":[{tool}]}}"#), vec!["-: 1"]),
        (
            "descriptors",
            r#"[{"name":"a","parameters":{},"audiences":["staff"],"danger":"high"}]"#.to_owned(),
            vec!["-: 1"],
        ),
        ("a named catalogue", format!(r#"{{"server":"post","tools":[{tool}]}}"#), vec!["post: 1"]),
        (
            "a dump with tools",
            format!(
                r#"{{"mcpServers":{{"a":{{"tools":[{tool}]}},"b":{{"command":"x","tools":[{tool},{tool}]}}}}}}"#
            ),
            vec!["a: 1", "b: 1"],
        ),
        (
            "an entry that names the tools it wants",
            r#"{"mcpServers":{"a":{"command":"x","tools":["*"]}}}"#.to_owned(),
            vec!["a starts"],
        ),
        (
            "an entry alone that does",
            r#"{"command":"parcels","tools":["*"]}"#.to_owned(),
            vec!["parcels starts"],
        ),
        ("nothing in a list", "[]".to_owned(), vec!["-: 0"]),
    ] {
        let offers =
            read(&text, SystemTime::UNIX_EPOCH).unwrap_or_else(|error| panic!("{why}: {error}"));
        let shown: Vec<String> = offers
            .into_iter()
            .map(|offer| match offer {
                Offer::Tools { name, catalogue, .. } => {
                    format!("{}: {}", name.as_deref().unwrap_or("-"), catalogue.tools.len())
                }
                Offer::Server(candidate) => format!("{} starts", candidate.name),
            })
            .collect();
        assert_eq!(shown, want, "{why}");
    }
}

#[test]
fn a_server_may_be_called_like_a_description() {
    for text in [
        r#"{"mcp":{"openapi":{"type":"local","command":["npx","x"]}}}"#,
        r#""openapi": {"command":"npx","args":["x"]}"#,
        r#"{"openapi":{"command":"npx","args":["x"]}}"#,
        r#"{"mcpServers":{"swagger":{"command":"npx","args":["x"]}}}"#,
        "mcpServers:\n  asyncapi: {command: npx, args: [x]}\n",
    ] {
        let found = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found.len(), 1, "{text}");
        assert!(["openapi", "swagger", "asyncapi"].contains(&found[0].name.as_str()), "{text}");
    }
}

#[test]
fn what_names_no_server_says_so() {
    for (why, text, want) in [
        ("nothing", "  ", "there is nothing to try"),
        ("an open quote", "npx 'parcels", "the command line does not end: a quote is open"),
        (
            "another command of the client",
            "claude mcp list",
            "only `mcp add` and `mcp add-json` name a server",
        ),
        (
            "a name alone",
            "claude mcp add parcels",
            "after the name a command or an address is expected",
        ),
        ("broken JSON", "{\"mcpServers\": {]", ""),
        ("a shell's work", "npx a && rm -rf /", "`&&` is a shell's"),
        ("another program's work", "npx -y a | tee x", "`|` is a shell's"),
        ("a number", "5", "it is not understood"),
        ("YAML of a job", "build:\n  steps:\n    - run: npx a\n", "it is not understood"),
        ("YAML of a container", "mcp:\n  command: serve\n", "it is YAML, and none of"),
        ("prose", "Install it first.\nThen start it.", "it is not understood"),
        ("a table of something else", "[tools]\na = 1", "it is not understood"),
        (
            "an HTTP API",
            r#"{"openapi":"3.1.0","servers":[{"url":"https://p.example"}]}"#,
            "it describes an HTTP API",
        ),
        (
            "an HTTP API of old",
            r#"{"swagger":"2.0","servers":[{"url":"https://p.example"}]}"#,
            "it describes an HTTP API",
        ),
        ("another scheme", "ftp://x", "only http and https addresses"),
        (
            "JSON without a server",
            "{\"a\": 1}",
            "no server found: expected mcpServers, servers, a command, a url, packages or remotes",
        ),
    ] {
        let error = parse(text).expect_err(why).to_string();
        assert!(error.starts_with(want), "{why}: {error}");
    }
}

#[test]
fn variables_without_a_value_are_named() {
    let text = r#"{"mcpServers":{"p":{"command":"npx","args":["p","${REGION}"],"env":{"TOKEN":"${TOKEN}","HOST":"${HOST:-h}"}}}}"#;
    let candidates = parse(text).expect("a server");
    assert_eq!(candidates[0].missing, ["REGION", "TOKEN"]);
}
