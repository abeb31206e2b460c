//! Servers started as child processes: every quirk, and nothing left behind.

use std::{path::Path, sync::Arc, time::Duration};

use futures::StreamExt;
use plimsoll_engine::{
    clients::{Launch, Stdio},
    servers::{
        Announce, Connector, Failure, Helper, Limits, Listing, ListingError, ListingRequest,
        Logins, Note, Progress, Timeouts,
    },
};
use plimsoll_tests::{
    fake::{Cursor, Discover, Script},
    sandbox::Sandbox,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

pub const FAKE: &str = env!("CARGO_BIN_EXE_fake_mcp");

pub fn connector(sandbox: &Sandbox) -> Connector {
    Connector {
        env: Arc::new(sandbox.world().env),
        guard: FAKE.into(),
        logins: Logins::in_memory(),
    }
}

pub fn request(script: &Script, directory: &Path) -> ListingRequest {
    ListingRequest {
        launch: script.launch(FAKE, &[]),
        directory: directory.to_owned(),
        helper: Helper::at(directory),
        announce: Announce::claude_code(None),
        timeouts: Timeouts { start: Duration::from_secs(20), list: Duration::from_secs(20) },
        limits: Limits::default(),
    }
}

async fn list(
    script: Script,
    change: impl FnOnce(&mut ListingRequest),
) -> Result<Listing, ListingError> {
    let sandbox = Sandbox::new();
    let mut request = request(&script, &sandbox.project());
    change(&mut request);
    connector(&sandbox).list(&request, &CancellationToken::new(), &|_| ()).await
}

fn names(listing: &Listing) -> Vec<&str> {
    listing.tools.iter().filter_map(|tool| tool.get("name").and_then(Value::as_str)).collect()
}

#[tokio::test]
async fn what_a_server_says_is_kept_as_it_is() {
    let odd = json!([
        {"zeta": 1, "name": "b", "inputSchema": null, "defer_loading": true, "alpha": {"y": 1, "x": 2}},
        {"name": "b", "inputSchema": {}},
        "no tool at all",
        {"name": "x".repeat(300), "inputSchema": {"type": "object"}},
    ]);
    let script = Script {
        tools: odd.as_array().expect("a list").clone(),
        instructions: Some("Use with care.".into()),
        capabilities: Some(json!({"tools": {"listChanged": true}, "odd": 1})),
        ..Script::default()
    };
    let listing = list(script, |_| ()).await.expect("listed");
    assert_eq!(Value::Array(listing.tools).to_string(), odd.to_string(), "keys in their order");
    assert_eq!(listing.instructions.as_deref(), Some("Use with care."));
    assert_eq!(listing.server_info, json!({"name": "fake", "version": "1.2.3"}));
    assert_eq!(listing.capabilities, json!({"tools": {"listChanged": true}, "odd": 1}));
    assert_eq!(listing.protocol.as_deref(), Some("2025-11-25"));
    assert_eq!(listing.notes, []);
}

#[tokio::test]
async fn odd_servers_are_listed() {
    let two = || Script::with_tools(2);
    let noisy = Script {
        noise: vec!["Welcome!".into(), "{not json".into(), "[]".into(), "17".into()],
        noise_before_list: Some("No display, running headless.".into()),
        ..two()
    };
    let cases: Vec<(&str, Script, &[&str], Vec<Note>)> = vec![
        ("a plain one", two(), &["tool_0", "tool_1"], vec![]),
        (
            "noise on standard output",
            noisy,
            &["tool_0", "tool_1"],
            vec![
                Note::Noise { lines: 3, first: "Welcome!".into() },
                Note::NotJsonRpc { messages: 1 },
            ],
        ),
        (
            "pages",
            Script { page_size: Some(1), ..Script::with_tools(3) },
            &["tool_0", "tool_1", "tool_2"],
            vec![],
        ),
        (
            "an empty cursor at the end",
            Script { cursor: Cursor::Empty, ..two() },
            &["tool_0", "tool_1"],
            vec![],
        ),
        (
            "the same cursor again",
            Script { page_size: Some(1), cursor: Cursor::Same, ..two() },
            &["tool_0", "tool_0"],
            vec![Note::RepeatedCursor],
        ),
        (
            "a tool for clients that elicit",
            Script {
                tools_for: [("elicitation", "asks"), ("sampling", "thinks")]
                    .map(|(capability, tool)| {
                        (capability.to_owned(), vec![json!({"name": tool, "inputSchema": {}})])
                    })
                    .into(),
                ..two()
            },
            &["tool_0", "tool_1", "asks"],
            vec![],
        ),
        (
            "no tools capability",
            Script { capabilities: Some(json!({})), ..two() },
            &[],
            vec![Note::OffersNoTools],
        ),
        ("an empty list", Script::default(), &[], vec![]),
        (
            "an answer under the number as text",
            Script {
                raw_list: Some(
                    r#"{"jsonrpc":"2.0","id":"$ID","result":{"tools":[{"name":"t"}]}}"#.into(),
                ),
                ..two()
            },
            &["t"],
            vec![],
        ),
        (
            "questions before the answer",
            Script {
                asks: ["ping", "roots/list", "sampling/createMessage", "made/up"]
                    .map(String::from)
                    .to_vec(),
                ..two()
            },
            &["tool_0", "tool_1"],
            vec![],
        ),
        (
            "counts that fail",
            Script { capabilities: Some(json!({"tools": {}, "prompts": {}})), ..two() },
            &["tool_0", "tool_1"],
            vec![Note::CountFailed {
                what: "prompts",
                why: "error -32601: Method not found".into(),
            }],
        ),
    ];
    for (why, script, want, notes) in cases {
        let listing = list(script, |_| ()).await.unwrap_or_else(|error| panic!("{why}: {error:?}"));
        assert_eq!(names(&listing), want, "{why}");
        assert_eq!(listing.notes, notes, "{why}");
    }
}

#[tokio::test]
async fn every_protocol_version_is_spoken() {
    let cases = [
        ("the oldest", Some("2024-11-05"), Discover::Unknown, "2024-11-05"),
        ("with batches", Some("2025-03-26"), Discover::Unknown, "2025-03-26"),
        ("older Python servers", Some("2025-06-18"), Discover::BadParameters, "2025-06-18"),
        ("silent at discover", None, Discover::Silent, "2025-11-25"),
        ("the newest only", None, Discover::Only, "2026-07-28"),
        ("both ways", None, Discover::Both, "2026-07-28"),
        ("a version nobody knows", Some("1999-01-01"), Discover::Unknown, "1999-01-01"),
    ];
    for (why, protocol, discover, want) in cases {
        let script = Script {
            protocol: protocol.map(String::from),
            discover,
            tools_for: [("elicitation".to_owned(), vec![json!({"name": "asks"})])].into(),
            ..Script::with_tools(1)
        };
        let listing = list(script, |_| ()).await.unwrap_or_else(|error| panic!("{why}: {error:?}"));
        assert_eq!(names(&listing), ["tool_0", "asks"], "{why}");
        assert_eq!(listing.protocol.as_deref(), Some(want), "{why}");
        assert_eq!(listing.server_info["name"], "fake", "{why}");
    }
}

#[tokio::test]
async fn a_late_start_is_no_failure_of_the_probe() {
    for (why, discover) in [("legacy", Discover::Unknown), ("modern", Discover::Only)] {
        let script = Script { start_delay_ms: 3000, discover, ..Script::with_tools(1) };
        let listing = list(script, |_| ()).await.unwrap_or_else(|error| panic!("{why}: {error:?}"));
        assert_eq!(names(&listing), ["tool_0"], "{why}");
    }
}

#[tokio::test]
async fn failures_say_what_happened() {
    let quick = Duration::from_millis(400);
    let silent = |method: &str| Script { silent: Some(method.into()), ..Script::with_tools(1) };
    let raw = |line: &str| Script { raw_list: Some(line.into()), ..Script::with_tools(1) };
    let cases: Vec<(&str, Script, Failure, &str)> = vec![
        (
            "ends at once",
            Script {
                exit_at_start: Some(3),
                stderr: vec!["KEY is missing".into()],
                ..Script::default()
            },
            Failure::ExitedEarly,
            "The program ended with code 3 before it answered.",
        ),
        (
            "never answers",
            Script { discover: Discover::Silent, ..silent("initialize") },
            Failure::NoAnswer,
            "It started, but did not answer within 0.4 s.",
        ),
        (
            "never lists",
            silent("tools/list"),
            Failure::ListFailed,
            "It did not list its tools within 0.4 s.",
        ),
        (
            "ends while listing",
            Script { exit_at_list: Some(0), ..Script::default() },
            Failure::ListFailed,
            "The connection closed while it listed its tools.",
        ),
        (
            "refuses to list",
            raw(r#"{"jsonrpc":"2.0","id":$ID,"error":{"code":-32603,"message":"fetch failed"}}"#),
            Failure::ListFailed,
            "It could not list its tools: error -32603: fetch failed.",
        ),
        (
            "lists null",
            raw(r#"{"jsonrpc":"2.0","id":$ID,"result":null}"#),
            Failure::ListFailed,
            "It could not list its tools: the answer is null.",
        ),
        (
            "lists no JSON",
            raw(r#"{"jsonrpc":"2.0","id":$ID,"result":{"tools":["#),
            Failure::ListFailed,
            "It did not list its tools within 0.4 s.",
        ),
    ];
    for (why, script, state, reason) in cases {
        let error = list(script, |request| {
            request.timeouts.list = quick;
            if state == Failure::NoAnswer {
                request.timeouts.start = quick;
            }
        })
        .await
        .expect_err(why);
        assert_eq!((error.state, error.reason.as_str()), (state, reason), "{why}");
        assert!(!error.advice.is_empty(), "{why}");
    }
}

#[tokio::test]
async fn a_huge_list_is_kept_or_refused_whole() {
    let script = || Script { padding: 20_000_000, ..Script::with_tools(1) };
    let listing = list(script(), |_| ()).await.expect("within the limit");
    assert_eq!(listing.tools[0]["description"].as_str().map(str::len), Some(20_000_000));

    let refused = list(script(), |request| request.limits.bytes = 10_000_000).await;
    assert_eq!(refused.expect_err("over the limit").state, Failure::TooMuch);

    let flood = Script { floods: true, ..Script::with_tools(1) };
    let refused = list(flood, |request| request.limits.bytes = 1_000_000).await;
    assert_eq!(refused.expect_err("over the limit").state, Failure::TooMuch);

    let endless = Script { page_size: Some(1), cursor: Cursor::Endless, ..Script::with_tools(3) };
    let listing = list(endless, |request| request.limits.pages = 5).await.expect("cut");
    assert_eq!((listing.tools.len(), listing.timing.pages), (3, 5));
    assert_eq!(listing.notes, [Note::PageLimit { pages: 5 }]);
}

#[tokio::test]
async fn what_cannot_be_started_says_so() {
    let launch = |command: &str, cwd: Option<&str>| {
        Launch::Stdio(Stdio {
            command: command.to_owned(),
            args: vec![],
            env: vec![],
            cwd: cwd.map(Into::into),
        })
    };
    let cases = [
        (
            "no such program",
            launch("plimsoll-no-such", None),
            "the program `plimsoll-no-such` was not found",
        ),
        (
            "no such folder",
            launch("sh", Some("/no/such")),
            "the directory `/no/such` does not exist",
        ),
    ];
    for (why, launch, reason) in cases {
        let error =
            list(Script::default(), |request| request.launch = launch).await.expect_err(why);
        assert_eq!((error.state, error.reason.as_str()), (Failure::StartFailed, reason), "{why}");
    }
}

#[tokio::test]
async fn no_secret_is_shown() {
    let secrets = ["value-of-the-entry", "inherited-value", "ghp_0123456789abcdefghij"];
    let script = Script {
        stderr: vec![format!("using {}", secrets[2]), format!("and {}", secrets[1])],
        stderr_variable: Some("SETTING".into()),
        noise: vec![format!("connected with {}", secrets[0])],
        raw_list: Some(format!(
            r#"{{"jsonrpc":"2.0","id":$ID,"error":{{"code":1,"message":"bad key {}"}}}}"#,
            secrets[0]
        )),
        ..Script::with_tools(1)
    };
    let sandbox = Sandbox::new().with_var("OTHER_TOKEN", secrets[1]);
    let mut request = request(&script, &sandbox.project());
    request.launch = script.launch(FAKE, &[("SETTING", secrets[0])]);
    let error = connector(&sandbox)
        .list(&request, &CancellationToken::new(), &|_| ())
        .await
        .expect_err("the list is refused");
    let shown = format!("{error:?} {error}");
    for secret in secrets {
        assert!(!shown.contains(secret), "{secret} shows in {shown}");
    }
    assert!(shown.contains("SETTING is •••"), "{shown}");
    assert_eq!(error.reason, "It could not list its tools: error 1: bad key •••.");
}

#[tokio::test]
async fn a_server_meets_what_the_client_would_give_it() {
    let sandbox = Sandbox::new().with_var("INHERITED", "yes");
    let record = sandbox.scratch("record");
    let script = Script {
        record: Some(record.clone()),
        asks: vec!["roots/list".into(), "ping".into(), "sampling/createMessage".into()],
        ..Script::with_tools(1)
    };
    let mut request = request(&script, &sandbox.project());
    request.launch = script.launch(FAKE, &[("MINE", "1")]);
    connector(&sandbox).list(&request, &CancellationToken::new(), &|_| ()).await.expect("listed");
    let record = std::fs::read_to_string(record).expect("a record");
    let lines: Vec<Value> =
        record.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let project = sandbox.project().display().to_string();
    let started = &lines[0];
    assert_eq!(started["cwd"], project.as_str());
    for (name, want) in
        [("MINE", "1"), ("INHERITED", "yes"), ("CLAUDECODE", "1"), ("CLAUDE_PROJECT_DIR", &project)]
    {
        assert_eq!(started["env"][name], want, "{name}");
    }
    // As Claude Code 2.1.332 was seen to do it.
    let methods: Vec<&str> = lines.iter().filter_map(|line| line["method"].as_str()).collect();
    assert_eq!(
        methods,
        ["server/discover", "initialize", "notifications/initialized", "tools/list"]
    );
    let client = json!({
        "name": "claude-code", "title": "Claude Code", "version": "2.1.332",
        "description": "Anthropic's agentic coding tool",
        "websiteUrl": "https://claude.com/claude-code",
    });
    let capabilities =
        json!({"roots": {"listChanged": true}, "elicitation": {"form": {}, "url": {}}});
    assert_eq!(
        lines[1]["params"]["_meta"],
        json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": client,
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        })
    );
    assert_eq!(
        lines[2]["params"],
        json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": client})
    );
    let answers: Vec<&Value> =
        lines.iter().filter(|line| line["method"].is_null()).skip(1).collect();
    assert_eq!(answers[0]["result"], json!({"roots": [{"uri": format!("file://{project}")}]}));
    assert_eq!(answers[1]["result"], json!({}));
    assert_eq!(answers[2]["error"]["code"], -32601);
}

#[tokio::test(flavor = "multi_thread")]
async fn results_come_as_they_are_ready() {
    let sandbox = Sandbox::new();
    let slow = Script { start_delay_ms: 1500, ..Script::with_tools(1) };
    let broken = Script { exit_at_start: Some(1), ..Script::default() };
    let requests = [("slow", slow), ("quick", Script::with_tools(1)), ("broken", broken)]
        .map(|(name, script)| (name, request(&script, &sandbox.project())))
        .into();
    let (connector, cancel) = (connector(&sandbox), CancellationToken::new());
    let steps = std::sync::Mutex::new(Vec::new());
    let note = |name: &&'static str, step: Progress| {
        steps.lock().expect("no panic").push((*name, step));
    };
    let results: Vec<_> = connector.list_all(requests, 3, &cancel, &note).collect::<Vec<_>>().await;
    let listed: Vec<(&str, bool)> =
        results.iter().map(|(name, result)| (*name, result.is_ok())).collect();
    assert_eq!(listed.len(), 3);
    assert_eq!(listed[2], ("slow", true));
    assert!(listed.contains(&("quick", true)) && listed.contains(&("broken", false)));
    let quick: Vec<Progress> = steps
        .lock()
        .expect("no panic")
        .iter()
        .filter(|(name, _)| *name == "quick")
        .map(|(_, step)| *step)
        .collect();
    assert_eq!(quick, [Progress::Starting, Progress::Listing, Progress::Tools(1)]);
}
