//! Servers started as child processes: every quirk, and nothing left behind.

use std::{path::Path, sync::Arc, time::Duration};

use plimsoll_engine::servers::{
    Announce, Connector, Failure, Limits, Listing, ListingError, ListingRequest, Note, Timeouts,
};
use plimsoll_tests::{
    fake::{Cursor, Discover, Script},
    sandbox::Sandbox,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

pub const FAKE: &str = env!("CARGO_BIN_EXE_fake_mcp");

pub fn connector(sandbox: &Sandbox) -> Connector {
    Connector { env: Arc::new(sandbox.world().env), guard: FAKE.into() }
}

pub fn request(script: &Script, directory: &Path) -> ListingRequest {
    ListingRequest {
        launch: script.launch(FAKE, &[]),
        directory: directory.to_owned(),
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
