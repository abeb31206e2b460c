//! Tried servers carried into clients' files: planned, written, taken back.

use std::fs;

use plimsoll_engine::{
    wire::{CandidateRequest, PlanRequest, SearchQuery, SearchRequest, SwitchboardRequest},
    workbench::Workbench,
};
use plimsoll_tests::{fake::Script, sandbox::Sandbox};
use serde_json::{Value, json};

use crate::connect::FAKE;

const SECRET: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

/// A fake server with a token, as somebody pastes it.
fn snippet() -> String {
    let script = serde_json::to_string(&Script::with_tools(3)).expect("a script serializes");
    let env = json!({"TOKEN": SECRET, "REGION": "${REGION}"});
    json!({"mcpServers": {"parcels": {"command": FAKE, "args": [script], "env": env}}}).to_string()
}

async fn tried(bench: &Workbench, allowed: bool) -> String {
    let request = CandidateRequest { spec: snippet(), allowed, ..CandidateRequest::default() };
    let mut tried = bench.try_candidate(&request).await.expect("a server").candidates;
    assert_eq!(tried[0].not_addable, None);
    tried.remove(0).key
}

fn adding(key: &str, place: &str) -> PlanRequest {
    PlanRequest { add: vec![format!("{key}={place}/parcels")], ..PlanRequest::default() }
}

#[tokio::test]
async fn a_tried_server_is_planned_written_and_taken_back() {
    let sandbox = Sandbox::new().with_json(".claude.json", &json!({"mcpServers": {}}));
    let file = sandbox.home().join(".claude.json");
    let before = fs::read(&file).expect("the file");
    let bench = Workbench::open(sandbox.world(), FAKE.into()).await;
    let key = tried(&bench, true).await;
    let request = adding(&key, "claude-code:user");

    let view = bench.plan(&request).await.expect("a plan");
    assert_eq!(view.requested, ["add `parcels` to Claude Code (user)"]);
    assert_eq!(view.files.len(), 1);
    let shown = serde_json::to_string(&view).expect("JSON");
    assert!(shown.contains("fake_mcp") && !shown.contains(SECRET), "{shown}");
    assert_eq!(fs::read(&file).expect("the file"), before, "planning writes nothing");

    let line = bench.apply(&request, Some(&view)).await.expect("written").expect("a change");
    let written: Value = serde_json::from_slice(&fs::read(&file).expect("the file")).expect("JSON");
    let entry = &written["mcpServers"]["parcels"];
    assert_eq!(entry["env"], json!({"TOKEN": SECRET, "REGION": "${REGION}"}));
    assert!(!serde_json::to_string(&line).expect("JSON").contains(SECRET));

    let again = bench.plan(&request).await.expect("a plan");
    assert_eq!(again.refused[0].code, "exists", "it is there now");
    bench.undo(None, false).await.expect("undone");
    assert_eq!(fs::read(&file).expect("the file"), before);
}

#[tokio::test]
async fn a_staged_addition_weighs_and_is_searched_before_it_is_written() {
    let sandbox = Sandbox::new().with_json(".claude.json", &json!({"mcpServers": {}}));
    let bench = Workbench::open(sandbox.world(), FAKE.into()).await;
    let key = tried(&bench, true).await;
    let staged = adding(&key, "claude-code:user");
    let request = SwitchboardRequest { staged: staged.clone(), ..SwitchboardRequest::default() };
    let board = bench.switchboard(&request).await.expect("a board");
    let row = board.servers.iter().find(|row| row.name == "parcels").expect("its row");
    let cell = &row.cells[0];
    assert_eq!((cell.coming, cell.current.as_str(), cell.tools.len()), (true, "whenNeeded", 3));
    assert_eq!(cell.standing, 0, "nothing is paid before it is written");
    assert!(cell.planned_standing > 0 && row.tokens.is_some_and(|tokens| tokens > 0), "{row:?}");
    assert!(board.clients[0].planned.tokens > board.clients[0].standing.tokens);

    let search = SearchRequest {
        queries: vec![SearchQuery {
            id: "1".into(),
            query: "tool_1".into(),
            ..SearchQuery::default()
        }],
        engines: vec!["claude-code".into()],
        client: Some("claude-code".into()),
        candidates: vec![key],
        plan: Some(staged),
        ..SearchRequest::default()
    };
    let found = bench.search(&search).await.expect("searched");
    let names: Vec<&str> = found.results[0].tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["tool_1"], "once, though it is staged and a candidate");
    assert_eq!(found.compared.expect("compared").changes[0].came, ["mcp__parcels__tool_1"]);
}

#[tokio::test]
async fn what_cannot_be_added_says_why() {
    let sandbox = Sandbox::new();
    let bench = Workbench::open(sandbox.world(), FAKE.into()).await;
    let catalogue = r#"[{"name":"track","inputSchema":{"type":"object"}}]"#;
    let request = CandidateRequest { spec: catalogue.into(), ..CandidateRequest::default() };
    let tools = bench.try_candidate(&request).await.expect("a catalogue").candidates.remove(0);
    assert!(tools.not_addable.is_some_and(|why| why.contains("how its server is started")));
    let unlisted = tried(&bench, false).await;
    bench.plan(&adding(&unlisted, "cursor:user")).await.expect("it need not have been started");
    bench.forget_candidate(&unlisted);
    for (why, add, code) in [
        ("a catalogue", format!("{}=cursor:user/x", tools.key), "not-addable"),
        ("forgotten", format!("{unlisted}=cursor:user/x"), "unknown-candidate"),
        ("no place", unlisted.clone(), "spec"),
        ("no scope", format!("{}=cursor/x", tools.key), "spec"),
        ("no name", format!("{}=cursor:user/", tools.key), "spec"),
    ] {
        let request = PlanRequest { add: vec![add], ..PlanRequest::default() };
        assert_eq!(bench.plan(&request).await.expect_err(why).code, code, "{why}");
    }
}
