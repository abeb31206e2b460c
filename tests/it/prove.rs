//! Proofs with a fake client: what is copied, what is compared, how it ends.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use plimsoll_cli::{Exit, Streams};
use plimsoll_engine::{
    catalogue::{Catalogue, Source},
    clients::{Client as _, ClientId, UserSays, claude_code, claude_code::ClaudeCode},
    proof::{Ending, Original, ProofError, Prover, Query},
    store::{Store, data_folder},
    wire::{Problem, Proof, ProveRequest, SearchQuery},
    workbench::Workbench,
};
use plimsoll_tests::{
    client::{Client, Instead},
    sandbox::Sandbox,
    survivors,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::connect::FAKE as GUARD;

const FAKE: &str = env!("CARGO_BIN_EXE_fake_client");

/// A word that must not leave the home.
const SECRET: &str = "s3cret-77aa";

/// A home with three servers, one over HTTP, and credentials everywhere.
fn sandbox() -> Sandbox {
    Sandbox::new()
        .with_var("GITHUB_TOKEN", SECRET)
        .with_var("ANTHROPIC_API_KEY", SECRET)
        .with_json(
            ".claude.json",
            &json!({
                "oauthAccount": {"token": SECRET},
                "mcpServers": {
                    "git": {"command": "no-such-program", "args": ["--token", SECRET],
                            "env": {"TOKEN": SECRET}},
                    "far": {"type": "http", "url": format!("https://far.invalid/?key={SECRET}"),
                            "headers": {"Authorization": SECRET}, "alwaysLoad": true},
                    "late": {"command": "no-such-program-either"},
                },
                "projects": {"/other": {"mcpServers": {"x": {"command": SECRET}}}},
            }),
        )
        .with_json(
            ".claude/settings.json",
            &json!({
                "apiKeyHelper": format!("echo {SECRET}"),
                "env": {"ANTHROPIC_AUTH_TOKEN": SECRET, "ENABLE_TOOL_SEARCH": "true"},
                "hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": SECRET}]}]},
                "permissions": {"deny": ["mcp__git__push", format!("Bash(echo {SECRET})")]},
            }),
        )
}

/// Keeps a catalogue for every server of the home but `late`.
async fn know(sandbox: &Sandbox) {
    let world = sandbox.world();
    let (store, _) = Store::open(&data_folder(&world), world.now()).await.expect("a store");
    let reading = ClaudeCode.read(&world, UserSays::default(), Some(&sandbox.project()));
    for entry in reading.entries.iter().filter(|entry| entry.name != "late") {
        let tools = ["pull", "push", "log"].map(|name| {
            json!({
                "name": name, "description": format!("{name} of {}", entry.name),
                "inputSchema": {"type": "object", "properties": {"n": {"type": "string"}}},
            })
        });
        let catalogue = Catalogue::from_listing(tools, SystemTime::UNIX_EPOCH, Source::Live);
        let key = entry.launch.as_ref().expect("a launch").key();
        store.save_snapshot(&key, &catalogue).await.expect("kept");
    }
}

async fn bench(sandbox: &Sandbox) -> Workbench {
    know(sandbox).await;
    Workbench::open(sandbox.world(), GUARD.into()).await
}

fn request(sandbox: &Sandbox, client: &Client, queries: &[&str]) -> ProveRequest {
    let program = client.install(&sandbox.scratch("bin"), FAKE);
    let query = |(id, query): (usize, &&str)| SearchQuery {
        id: id.to_string(),
        query: (*query).to_owned(),
        ..SearchQuery::default()
    };
    ProveRequest {
        project: Some(sandbox.project().display().to_string()),
        program: Some(program.display().to_string()),
        queries: queries.iter().enumerate().map(query).collect(),
        ..ProveRequest::default()
    }
}

async fn prove(sandbox: &Sandbox, client: &Client, queries: &[&str]) -> Result<Proof, Problem> {
    let request = request(sandbox, client, queries);
    bench(sandbox).await.prove("claude-code", &request).await
}

/// Every file below a folder with its text.
fn texts(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            found.extend(texts(&entry.path()));
        } else {
            found.insert(entry.path(), fs::read(entry.path()).expect("read"));
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_agrees_confirms_until_something_changes() {
    let sandbox = sandbox();
    let record = sandbox.scratch("record.json");
    let client = Client { record: Some(record.clone()), ..Client::default() };
    let files = [".claude.json", ".claude/settings.json"].map(|file| sandbox.home().join(file));
    let before: Vec<_> = files.iter().map(|file| fs::read(file).expect("read")).collect();
    let bench = bench(&sandbox).await;
    let project = sandbox.project();
    assert_eq!(bench.confirmed(ClientId::ClaudeCode, Some(&project)).await, None, "not yet");

    let request = request(&sandbox, &client, &["pull", "nothing-of-that-name"]);
    let proof = bench.prove("claude-code", &request).await.expect("it runs");
    assert_eq!(proof.differences, [], "{proof:#?}");
    let shown: BTreeMap<_, _> = proof
        .tools
        .iter()
        .map(|tool| (tool.sent_as.as_str(), (tool.observed.as_str(), tool.cut)))
        .collect();
    let want = BTreeMap::from([
        ("mcp__far__log", ("always", Some(false))),
        ("mcp__far__pull", ("always", Some(false))),
        ("mcp__far__push", ("always", Some(false))),
        ("mcp__git__log", ("whenNeeded", Some(false))),
        ("mcp__git__pull", ("whenNeeded", Some(false))),
        ("mcp__git__push", ("off", None)),
    ]);
    assert_eq!(shown, want);
    assert_eq!(proof.version.as_deref(), Some("2.1.332"));
    assert_eq!(proof.built_in, ["OwnTool", "ToolSearch"]);
    assert!(proof.announcement.as_deref().is_some_and(|text| text.contains("mcp__git__pull")));
    assert_eq!(proof.results[0].observed, ["mcp__git__pull"]);
    assert_eq!(proof.results[1].observed, [""; 0]);
    let notes: Vec<_> = proof.notes.iter().map(|note| note.code.as_str()).collect();
    assert_eq!(notes, ["server-not-listed"], "of `late` nothing is known");

    let confirmed = bench.confirmed(ClientId::ClaudeCode, Some(&project)).await;
    assert!(
        confirmed
            .as_ref()
            .is_some_and(|text| text.starts_with("Confirmed by Claude Code 2.1.332, ")),
        "{confirmed:?}"
    );
    let world = sandbox.world();
    let (store, _) = Store::open(&data_folder(&world), world.now()).await.expect("a store");
    let own = store.built_in("claude-code", "2.1.332").await.expect("read").expect("kept");
    assert_eq!(own.len(), 1, "the tool of the client's own that waits");
    assert_eq!(own[0]["name"], "OwnTool");

    let started = fs::read_to_string(&record).expect("recorded");
    assert!(!started.contains(SECRET), "a credential reached the client: {started}");
    let started: Value = serde_json::from_str(&started).expect("JSON");
    let home = started["env"]["HOME"].as_str().expect("a home");
    assert!(!Path::new(home).exists(), "the throw-away home is gone");
    assert!(!serde_json::to_string(&proof).expect("JSON").contains(SECRET));
    let after: Vec<_> = files.iter().map(|file| fs::read(file).expect("read")).collect();
    assert!(before == after, "the real home is as it was");

    let off = json!({"env": {"ENABLE_TOOL_SEARCH": "false"}});
    fs::write(&files[1], off.to_string()).expect("written");
    let confirmed = bench.confirmed(ClientId::ClaudeCode, Some(&project)).await;
    assert_eq!(confirmed, None, "something else is loaded now");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_disobeys_is_believed() {
    let sandbox = sandbox();
    let disobeys = Some("mcp__git__pull".to_owned());
    let proof = prove(&sandbox, &Client { disobeys, ..Client::default() }, &["pull"]).await;
    let proof = proof.expect("it runs");
    let codes: Vec<_> = proof.differences.iter().map(|problem| problem.code.as_str()).collect();
    assert_eq!(codes, ["loading-differs", "search-differs"]);
    let first = &proof.differences[0];
    assert_eq!((first.server.as_deref(), first.line), (Some("git"), Some(6)), "{first:?}");
    let bench = bench(&sandbox).await;
    assert_eq!(bench.confirmed(ClientId::ClaudeCode, Some(&sandbox.project())).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_run_says_why() {
    let behaves = |instead| Client { instead: Some(instead), ..Client::default() };
    let other = Client { version: Some("v20.1.0".to_owned()), ..Client::default() };
    for (why, client, code, hint) in [
        (
            "it crashes",
            behaves(Instead::Crashes),
            "client-ended",
            "Its last words: out of patience",
        ),
        ("it leaves", behaves(Instead::Leaves), "client-ended", "It said nothing. Try again."),
        ("another program", other, "client-not-claude-code", "Name the program of Claude Code."),
    ] {
        let problem = prove(&sandbox(), &client, &["pull"]).await.expect_err(why);
        assert_eq!((problem.code.as_str(), problem.hint.as_deref()), (code, Some(hint)), "{why}");
    }
    let managed = sandbox();
    let file = managed.scratch("system").join("etc/claude-code/managed-mcp.json");
    fs::create_dir_all(file.parent().expect("below")).expect("made");
    fs::write(&file, r#"{"mcpServers": {}}"#).expect("written");
    let problem = prove(&managed, &Client::default(), &[]).await.expect_err("managed servers");
    assert_eq!(problem.code, "no-throw-away-home");
}

/// Runs a client with children of its own directly; how it ended, and how long
/// that took.
async fn ended(instead: Instead, cancelled: bool, patience: Duration) -> (ProofError, String) {
    let sandbox = sandbox();
    let marker =
        format!("8{:07}{:?}", std::process::id(), instead).replace(char::is_alphabetic, "7");
    let stubborn = format!("trap '' TERM HUP INT; exec sleep {marker}");
    let client = Client {
        instead: Some(instead),
        children: vec![stubborn.clone(), format!("setsid sh -c \"{stubborn}\" & exit")],
        ..Client::default()
    };
    let program = client.install(&sandbox.scratch("bin"), FAKE);
    let world = sandbox.world();
    let project = sandbox.project();
    let reading = ClaudeCode.read(&world, UserSays::default(), Some(&project));
    let backstage = claude_code::backstage(&world, Some(&project), None);
    let original =
        Original { world: &world, reading: &reading, backstage: &backstage, recording: &|_| None };
    let prover = Prover { guard: Path::new(GUARD), patience };
    let cancel = CancellationToken::new();
    let query = Query { id: "1".to_owned(), query: "q".to_owned(), max_results: None };
    let observed = prover.observe(&program, &original, vec![query], Arc::new(|_| 1), &cancel);
    let (observed, ()) = tokio::join!(observed, async {
        if cancelled {
            let end = Instant::now() + Duration::from_secs(20);
            while survivors::with_marker(&marker).len() < 2 && Instant::now() < end {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            cancel.cancel();
        }
    });
    (observed.expect_err("it shows nothing"), marker)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_without_end_is_ended_and_nothing_is_left() {
    let (short, long) = (Duration::from_secs(3), Duration::from_mins(1));
    for (instead, cancelled, patience, want) in [
        (Instead::Hangs, false, short, Some(Ending::TimedOut)),
        (Instead::Hangs, true, long, None),
        (Instead::Prints, false, long, Some(Ending::Flooded)),
        (Instead::Asks, false, long, Some(Ending::Flooded)),
        (Instead::Crashes, false, long, Some(Ending::Exited(Some(3)))),
    ] {
        let (error, marker) = ended(instead, cancelled, patience).await;
        let ending = match error {
            ProofError::NothingSent { ending, .. } => Some(ending),
            ProofError::Cancelled => None,
            other => panic!("{instead:?}: {other}"),
        };
        assert_eq!(ending, want, "{instead:?}");
        assert_eq!(survivors::with_marker(&marker), [""; 0], "{instead:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proof_is_called_off_from_elsewhere() {
    let sandbox = sandbox();
    let client = Client { instead: Some(Instead::Hangs), ..Client::default() };
    let request = request(&sandbox, &client, &[]);
    let bench = bench(&sandbox).await;
    let (proof, ()) = tokio::join!(bench.prove("claude-code", &request), async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        bench.cancel_proof();
    });
    assert_eq!(proof.expect_err("called off").code, "cancelled");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_a_client_that_cannot_be_run_are_read_again() {
    let sandbox = Sandbox::new().with_file(
        ".cursor/mcp.json",
        "{\n  // mine\n  \"mcpServers\": {\"git\": {\"command\": \"x\", \"env\": {\"T\": \"s3cret-77aa\"}},},\n}",
    );
    let request = ProveRequest {
        project: Some(sandbox.project().display().to_string()),
        ..ProveRequest::default()
    };
    let bench = Workbench::open(sandbox.world(), GUARD.into()).await;
    let proof = bench.prove("cursor", &request).await.expect("read");
    assert_eq!((proof.method.as_str(), proof.differences.len()), ("reread", 0), "{proof:?}");
    let confirmed = bench.confirmed(ClientId::Cursor, Some(&sandbox.project())).await;
    let want = "Confirmed by reading the files of Cursor again, ";
    assert!(confirmed.is_some_and(|text| text.starts_with(want)));
}

#[test]
fn the_command_line_says_by_its_code_how_it_went() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let home = sandbox();
    runtime.block_on(know(&home));
    let disobeys = Some("mcp__git__pull".to_owned());
    let run = |name: &str, client: &Client, more: &[&str]| {
        let program = client.install(&home.scratch(name), FAKE).display().to_string();
        let project = home.project();
        let mut args = vec!["plimsoll", "prove", "--claude", &program];
        args.extend(more);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut streams = Streams {
            input: Box::new(std::io::empty()),
            out: Box::new(&mut out),
            err: Box::new(&mut err),
            interactive: false,
            width: None,
        };
        let args = args.into_iter().map(Into::into);
        let exit = plimsoll_cli::run(args, home.world(), project, GUARD.into(), &mut streams);
        drop(streams);
        (exit, String::from_utf8(out).expect("text"), String::from_utf8(err).expect("text"))
    };
    let (exit, out, err) = run("well", &Client::default(), &[]);
    assert_eq!(exit, Exit::Done, "{out}{err}");
    assert!(out.contains("git: 1 off, 2 when needed"), "{out}");
    let (exit, out, _) = run("well", &Client::default(), &["--json"]);
    let proof: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((exit, &proof["schema"]), (Exit::Done, &json!("plimsoll.prove/1")));
    let (exit, ..) = run("bad", &Client { disobeys, ..Client::default() }, &[]);
    assert_eq!(exit, Exit::Short, "a difference");
    let (exit, ..) = run("well", &Client::default(), &["--queries", "no-such-file"]);
    assert_eq!(exit, Exit::Usage);
    let crashes = Client { instead: Some(Instead::Crashes), ..Client::default() };
    let (exit, _, err) = run("crash", &crashes, &[]);
    assert_eq!((exit, err.contains("out of patience")), (Exit::Refused, true), "{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_else_of_the_home_is_touched() {
    let sandbox = sandbox().with_file("notes.txt", "mine");
    let bench = bench(&sandbox).await;
    let request = request(&sandbox, &Client::default(), &[]);
    let ours = data_folder(&sandbox.world());
    let kept = |home: &Path| {
        let mut files = texts(home);
        files.retain(|file, _| !file.starts_with(&ours));
        files
    };
    let before = kept(&sandbox.home());
    bench.prove("claude-code", &request).await.expect("it runs");
    assert!(kept(&sandbox.home()) == before);
    assert!(texts(&sandbox.project()).is_empty());
}
