//! Trying servers before they are connected: nothing of them stays, whatever
//! they do.

use std::{
    fs,
    io::Write as _,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use plimsoll_engine::{
    wire::{
        Candidate, CandidateRequest, Candidates, ConnectPhase, Problem, SearchQuery, SearchRequest,
    },
    workbench::Workbench,
};
use plimsoll_tests::{fake::Script, sandbox::Sandbox, survivors};
use serde_json::{Value, json};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::connect::FAKE;

async fn workbench(sandbox: &Sandbox) -> Workbench {
    Workbench::open(sandbox.world(), FAKE.into()).await
}

/// The snippet that starts the fake server with a script.
fn snippet(script: &Script) -> String {
    let script = serde_json::to_string(script).expect("a script serializes");
    json!({"mcpServers": {"fake": {"command": FAKE, "args": [script]}}}).to_string()
}

fn request(spec: &str, allowed: bool) -> CandidateRequest {
    CandidateRequest { spec: spec.to_owned(), allowed, ..CandidateRequest::default() }
}

async fn tried(sandbox: &Sandbox, request: &CandidateRequest) -> Result<Candidates, Problem> {
    workbench(sandbox).await.try_candidate(request).await
}

async fn one(sandbox: &Sandbox, request: &CandidateRequest) -> Candidate {
    let mut candidates = tried(sandbox, request).await.expect("a server is named").candidates;
    assert_eq!(candidates.len(), 1);
    candidates.remove(0)
}

fn marker() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("8{:07}{:03}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

#[tokio::test]
async fn a_path_without_a_file_is_no_program() {
    let sandbox = Sandbox::new().with_file("there/server", "");
    let there = sandbox.home().join("there/server").display().to_string();
    for (spec, want) in [
        ("./missing.json", Some("candidate-unreadable")),
        ("missing.mcpb", Some("candidate-unreadable")),
        ("../run", Some("candidate-unreadable")),
        ("~/server.jsonc", Some("candidate-unreadable")),
        ("/nowhere/run", Some("candidate-unreadable")),
        (r"C:\nowhere\run.exe", Some("candidate-unreadable")),
        (there.as_str(), None),
        ("some-server", None),
        ("node server.js --config missing.json", None),
        ("https://h.example/mcp.json", None),
    ] {
        let code = tried(&sandbox, &request(spec, false)).await.err().map(|problem| problem.code);
        assert_eq!(code.as_deref(), want, "{spec}");
    }
}

#[tokio::test]
async fn nothing_starts_before_it_is_allowed() {
    let sandbox = Sandbox::new();
    let record = sandbox.scratch("record");
    let script = Script { record: Some(record.clone()), ..Script::with_tools(1) };
    let candidate = one(&sandbox, &request(&snippet(&script), false)).await;
    assert!(!record.exists(), "it was started");
    assert!(!candidate.listed && candidate.tools.is_empty() && candidate.weights.is_empty());
    let ask = candidate.ask.expect("what it would start");
    assert_eq!(ask.command[0], FAKE);
    assert!(!ask.remembered);
    let candidate = one(&sandbox, &request("https://parcels.example/mcp", false)).await;
    assert_eq!((candidate.source.as_str(), candidate.listed), ("address", false));
}

#[tokio::test]
async fn it_runs_where_it_finds_nothing_of_the_user() {
    let sandbox = Sandbox::new()
        .with_var("GIVEN", "yes")
        .with_var("SECRET_TOKEN", "hunter2")
        .with_file(".npmrc", "//registry/:_authToken=hunter2");
    let record = sandbox.scratch("record");
    let script = Script { record: Some(record.clone()), ..Script::with_tools(2) };
    let wanted = CandidateRequest {
        env: vec!["GIVEN".to_owned(), "UNKNOWN".to_owned()],
        ..request(&snippet(&script), true)
    };
    let outcome = tried(&sandbox, &wanted).await.expect("tried");
    assert_eq!(outcome.problems.len(), 1, "{:?}", outcome.problems);
    assert_eq!(outcome.problems[0].code, "variable-not-set");
    let candidate = &outcome.candidates[0];
    assert!(candidate.listed, "{:?}", candidate.problem);
    assert_eq!(candidate.tools.len(), 2);

    let text = fs::read_to_string(&record).expect("it was started");
    let started: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    let env = started["env"].as_object().expect("variables");
    assert_eq!(env["GIVEN"], "yes");
    assert!(!env.contains_key("SECRET_TOKEN"), "{env:?}");
    let home = env["HOME"].as_str().expect("a home");
    assert_ne!(Path::new(home), sandbox.home());
    for folder in [home, started["cwd"].as_str().expect("a folder")] {
        assert!(folder.contains("plimsoll-try-"), "{folder}");
        assert!(!Path::new(folder).exists(), "{folder} is still there");
    }
}

#[tokio::test]
async fn a_dropped_file_is_called_like_a_named_one() {
    let tool =
        json!({"name": "track", "description": "Tracks.", "inputSchema": {"type": "object"}});
    let text = json!([tool]).to_string();
    let sandbox = Sandbox::new().with_project_file("parcels.json", &text);
    let path = sandbox.project().join("parcels.json").display().to_string();
    let named = one(&sandbox, &request(&path, false)).await;
    let dropped = |text: &str, name: &str| CandidateRequest {
        file_name: Some(name.to_owned()),
        ..request(text, false)
    };
    let found = one(&sandbox, &dropped(&text, "parcels.json")).await;
    assert_eq!((&found.name, &found.key), (&named.name, &named.key), "the same server");
    assert_eq!(found.name, "parcels");
    assert_eq!(one(&sandbox, &request(&text, false)).await.name, "candidate", "pasted");
    let started =
        one(&sandbox, &dropped(r#"{"mcpServers":{"a":{"command":"x"}}}"#, "b.json")).await;
    assert_eq!(started.name, "a", "it has a name of its own");
    assert_eq!(started.ask.map(|ask| ask.file), Some(String::new()), "nobody knows where it is");
    let refused = tried(&sandbox, &dropped("\"npx x\"", "x.json")).await.expect_err("a text");
    assert_eq!(refused.code, "candidate-unreadable");
    let path = one(&sandbox, &dropped(&path, "x.txt")).await;
    assert_eq!(path.source, "command", "what a file holds names no other file");
}

#[tokio::test]
async fn it_is_told_how_far_a_candidate_is() {
    let sandbox = Sandbox::new();
    let bench = workbench(&sandbox).await;
    for (why, script, end) in [
        ("it lists", Script::with_tools(4), ConnectPhase::Listed),
        ("it fails", Script { exit_at_start: Some(3), ..Script::default() }, ConnectPhase::Failed),
    ] {
        let events = Mutex::new(Vec::new());
        let tell = |event| events.lock().expect("one at a time").push(event);
        let request = request(&snippet(&script), true);
        let tried = bench.try_candidate_telling(&request, &tell).await.expect("a server");
        let events = events.into_inner().expect("told");
        assert!(events.iter().all(|event| event.key == tried.candidates[0].key), "{why}");
        assert_eq!(events[0].phase, ConnectPhase::Starting, "{why}");
        let last = events.last().expect("an end");
        assert_eq!(last.phase, end, "{why}");
        assert_eq!(last.tools, (end == ConnectPhase::Listed).then_some(4), "{why}");
    }
}

#[tokio::test]
async fn of_several_servers_only_the_allowed_one_starts() {
    let sandbox = Sandbox::new();
    let (one, two) = (sandbox.scratch("one"), sandbox.scratch("two"));
    let entry = |record: &Path| {
        let script = Script { record: Some(record.to_owned()), ..Script::with_tools(1) };
        json!({"command": FAKE, "args": [serde_json::to_string(&script).expect("a script")]})
    };
    let snippet = json!({"mcpServers": {"one": entry(&one), "two": entry(&two)}}).to_string();
    let bench = workbench(&sandbox).await;
    let looked = bench.try_candidate(&request(&snippet, false)).await.expect("two servers");
    let only = vec![looked.candidates[0].key.clone()];
    let allowed = CandidateRequest { only, ..request(&snippet, true) };
    let tried = bench.try_candidate(&allowed).await.expect("two servers");
    let listed: Vec<bool> = tried.candidates.iter().map(|candidate| candidate.listed).collect();
    assert_eq!(listed, [true, false]);
    assert!(one.exists() && !two.exists(), "the other one was not started");
}

#[tokio::test]
async fn values_come_from_the_variables_that_are_named() {
    let sandbox = Sandbox::new().with_var("PARCELS_TOKEN", "hunter2");
    let record = sandbox.scratch("record");
    let script = Script { record: Some(record.clone()), ..Script::with_tools(1) };
    let script = serde_json::to_string(&script).expect("a script serializes");
    let spec = json!({"command": FAKE, "args": [script], "env": {"TOKEN": "${PARCELS_TOKEN}"}});
    let unnamed = one(&sandbox, &request(&spec.to_string(), false)).await;
    assert_eq!(unnamed.missing, ["PARCELS_TOKEN"]);
    let named = CandidateRequest {
        env: vec!["PARCELS_TOKEN".to_owned()],
        ..request(&spec.to_string(), true)
    };
    let candidate = one(&sandbox, &named).await;
    assert_eq!(candidate.missing, [""; 0]);
    assert!(fs::read_to_string(&record).expect("started").contains("hunter2"), "it got the value");
    let shown = serde_json::to_string(&candidate).expect("JSON");
    assert!(!shown.contains("hunter2"), "the value is not shown");
}

#[tokio::test(flavor = "multi_thread")]
async fn why_it_failed_and_what_it_said_last_are_two_sentences() {
    let stderr = vec!["no chart".to_owned(), "turning back".to_owned()];
    let script = Script { exit_at_start: Some(3), stderr, ..Script::default() };
    let candidate = one(&Sandbox::new(), &request(&snippet(&script), true)).await;
    assert_eq!(
        candidate.problem.expect("it failed").message,
        "The program ended with code 3 before it answered. Its last words: no chart / turning back"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_it_does_is_said_and_nothing_of_it_is_left() {
    for (why, script, code) in [
        ("it exits", Script { exit_at_start: Some(3), ..Script::default() }, "server-exited-early"),
        (
            "it hangs",
            Script { silent: Some("initialize".into()), ..Script::default() },
            "server-no-answer",
        ),
        ("it floods", Script { floods: true, ..Script::default() }, "server-list-failed"),
        (
            "it hangs in the list",
            Script { silent: Some("tools/list".into()), ignores_eof: true, ..Script::default() },
            "server-list-failed",
        ),
        ("it forks", Script::with_tools(1), ""),
    ] {
        let marker = marker();
        let script = Script {
            children: vec![
                format!("trap '' TERM HUP INT; exec sleep {marker}"),
                format!("exec setsid sh -c \"sleep {marker}\""),
            ],
            ..script
        };
        let sandbox = Sandbox::new();
        let start = Instant::now();
        let candidate = one(
            &sandbox,
            &CandidateRequest { timeout_ms: Some(4_000), ..request(&snippet(&script), true) },
        )
        .await;
        let found = candidate.problem.map(|problem| problem.code).unwrap_or_default();
        assert!(
            found == code || (why == "it floods" && found == "server-sent-too-much"),
            "{why}: {found}"
        );
        assert_eq!(candidate.listed, code.is_empty(), "{why}");
        assert!(start.elapsed() < Duration::from_secs(40), "{why} took {:?}", start.elapsed());
        let left = survivors::after(&marker, Duration::from_secs(5));
        assert_eq!(left, [""; 0], "{why}");
    }
}

/// A program that prints short lines without end is no server; reading them must
/// not keep the one who waits from going on.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_short_lines_is_left_in_time() {
    let sandbox = Sandbox::new();
    let start = Instant::now();
    let wanted = CandidateRequest { timeout_ms: Some(1_000), ..request("yes", true) };
    let candidate = one(&sandbox, &wanted).await;
    assert_eq!(candidate.problem.expect("no server").code, "server-no-answer");
    assert!(start.elapsed() < Duration::from_secs(15), "it took {:?}", start.elapsed());
}

#[tokio::test]
async fn a_bundle_is_unpacked_started_and_removed() {
    let sandbox = Sandbox::new();
    let record = sandbox.scratch("record");
    let script = Script { record: Some(record.clone()), ..Script::with_tools(3) };
    let manifest = json!({
        "manifest_version": "0.3",
        "name": "bundled",
        "version": "1.0.0",
        "server": {"type": "binary", "entry_point": "script.json", "mcp_config": {
            "command": FAKE, "args": ["${__dirname}/script.json"],
        }},
    });
    let path = sandbox.scratch("bundled.mcpb");
    let mut zip = ZipWriter::new(fs::File::create(&path).expect("a file"));
    for (name, text) in [
        ("manifest.json", manifest.to_string()),
        ("script.json", serde_json::to_string(&script).expect("a script serializes")),
    ] {
        zip.start_file(name, SimpleFileOptions::default()).expect("a member");
        zip.write_all(text.as_bytes()).expect("written");
    }
    zip.finish().expect("a zip file");
    let spec = path.display().to_string();
    let asked = one(&sandbox, &request(&spec, false)).await;
    assert_eq!((asked.name.as_str(), asked.source.as_str()), ("bundled", "command"));
    assert_eq!(asked.ask.expect("what it starts").command[1], "<unpacked bundle>/script.json");
    let candidate = one(&sandbox, &request(&spec, true)).await;
    assert!(candidate.listed, "{:?}", candidate.problem);
    assert_eq!(candidate.tools.len(), 3);
    assert!(record.is_file(), "it ran");
}

#[tokio::test]
async fn what_is_no_candidate_says_so() {
    let sandbox = Sandbox::new()
        .with_file("broken.json", "{\"tools\": [")
        .with_file("shape.json", "{\"a\": 1}")
        .with_file("plain.mcpb", "no zip file")
        .with_file("empty.json", "[]");
    let huge = sandbox.home().join("huge.json");
    fs::File::create(&huge).and_then(|file| file.set_len(101 * 1024 * 1024)).expect("a file");
    let file = |name: &str| sandbox.home().join(name).display().to_string();
    for (why, spec, want) in [
        ("nothing", " ".to_owned(), "there is nothing to try"),
        ("a missing file", file("nowhere.json"), "cannot read"),
        ("broken JSON", file("broken.json"), "not JSON at line 1"),
        ("another shape", file("shape.json"), "no server found"),
        ("no bundle", file("plain.mcpb"), "it is no bundle"),
        ("a huge file", file("huge.json"), "has more than 33554432 bytes"),
    ] {
        let start = Instant::now();
        let problem = tried(&sandbox, &request(&spec, true)).await.expect_err(why);
        assert!(problem.message.contains(want), "{why}: {}", problem.message);
        assert!(start.elapsed() < Duration::from_secs(5), "{why}");
    }
    let empty = one(&sandbox, &request(&file("empty.json"), false)).await;
    assert!(empty.listed && empty.tools.is_empty(), "an empty list is a list");
}

#[tokio::test]
async fn a_candidate_competes_until_it_is_forgotten() {
    let tool = |name: &str, description: &str| json!({"name": name, "description": description, "inputSchema": {"type": "object"}});
    let catalogue = json!({"server": "mail", "tools": [
        tool("track_parcel", "Says in which office, street and town a parcel lies by its number."),
    ]});
    let configured = Script {
        tools: vec![tool(
            "follow_parcel",
            "Says in which office, street and town a parcel lies by its number.",
        )],
        ..Script::default()
    };
    let script = serde_json::to_string(&configured).expect("a script serializes");
    let sandbox = Sandbox::new().with_json(
        ".claude.json",
        &json!({"mcpServers": {"post": {"command": FAKE, "args": [script]}}}),
    );
    let bench = workbench(&sandbox).await;
    let connect = plimsoll_engine::wire::ConnectRequest::default();
    let keys = bench.consents(&connect).await.expect("read").into_iter().map(|ask| ask.key);
    let connect = plimsoll_engine::wire::ConnectRequest { keys: keys.collect(), ..connect };
    bench.connect(&connect, |_| ()).await.expect("connected");

    let tried = bench.try_candidate(&request(&catalogue.to_string(), false)).await.expect("tried");
    let candidate = &tried.candidates[0];
    assert_eq!((candidate.name.as_str(), candidate.source.as_str()), ("mail", "catalogue"));
    let weight = candidate
        .weights
        .iter()
        .find(|weight| weight.client == "claude-code")
        .expect("Claude Code");
    assert_eq!(weight.loading, "whenNeeded");
    assert!(weight.standing_with.tokens > weight.standing.tokens, "its names are announced");
    let names = weight.standing_with.tokens - weight.standing.tokens;
    assert_eq!(weight.if_when_needed, Some(names), "searching is paid for already");
    assert!(weight.if_always > names);
    let checks: Vec<&str> =
        candidate.findings.iter().map(|finding| finding.check.as_str()).collect();
    assert_eq!(checks, ["near-duplicate"], "{:?}", candidate.findings);

    let search = SearchRequest {
        queries: vec![SearchQuery {
            id: "1".into(),
            query: "parcel".into(),
            max_results: Some(1),
            expected: vec!["mcp__post__follow_parcel".into()],
        }],
        engines: vec!["claude-code".into()],
        client: Some("claude-code".into()),
        candidates: vec![candidate.key.clone()],
        ..SearchRequest::default()
    };
    let found = bench.search(&search).await.expect("searched");
    let change = &found.compared.expect("a candidate is compared").changes[0];
    assert_eq!((change.rank_before, change.rank_after), (Some(1), None), "it is crowded out");
    assert_eq!(change.gone, ["mcp__post__follow_parcel"]);
    assert_eq!(change.came, ["mcp__mail__track_parcel"]);
    let both = SearchRequest {
        queries: vec![SearchQuery { max_results: Some(5), ..search.queries[0].clone() }],
        ..search.clone()
    };
    let compared = bench.search(&both).await.expect("searched").compared.expect("compared");
    assert_eq!(compared.changes[0].rank_after, Some(2));

    let detail = bench.tool(&candidate.key, "track_parcel", &[]).await.expect("a tried tool");
    assert!(detail.definition.contains("inputSchema") && detail.loaded.is_empty());

    bench.forget_candidate(&candidate.key);
    let problem = bench.search(&search).await.expect_err("forgotten");
    let gone = bench.tool(&candidate.key, "track_parcel", &[]).await.expect_err("forgotten");
    assert_eq!(gone.code, "unknown-tool");
    assert_eq!(problem.code, "unknown-candidate");
}
