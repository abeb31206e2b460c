//! Clients read as staged changes would leave their files.

use plimsoll_engine::{
    clients::{ClientId, Loading, Reading, ToolTraits},
    wire::PlanRequest,
    workbench::Workbench,
};
use plimsoll_tests::sandbox::Sandbox;
use serde_json::json;

fn loading(readings: &[Reading], server: &str) -> Option<Loading> {
    let reading = readings.iter().find(|reading| reading.client == ClientId::ClaudeCode)?;
    let entry = reading.entries.iter().find(|entry| entry.name == server)?;
    if !entry.is_active() {
        return Some(Loading::Off);
    }
    let tool = ToolTraits { name: "t", always_load: None };
    Some(reading.policy.verdict(entry, tool, None).loading)
}

#[tokio::test]
async fn staged_changes_are_read_without_being_written() {
    let state = json!({"mcpServers": {"git": {"command": "x"}}});
    let sandbox = Sandbox::new()
        .with_json(".claude.json", &state)
        .with_json(".cursor/mcp.json", &json!({"mcpServers": {"c": {"command": "x"}}}));
    let bench = Workbench::open(sandbox.world(), "guard".into()).await;
    let project = sandbox.project().display().to_string();
    let staged = |set: &[&str], moves: &[&str]| PlanRequest {
        project: Some(project.clone()),
        set: set.iter().map(ToString::to_string).collect(),
        moves: moves.iter().map(ToString::to_string).collect(),
        ..PlanRequest::default()
    };
    let cases: [(&str, PlanRequest, &str, Option<Loading>); 7] = [
        ("nothing staged", PlanRequest::default(), "git", Some(Loading::WhenNeeded)),
        (
            "a key of the entry",
            staged(&["claude-code/git=always"], &[]),
            "git",
            Some(Loading::Always),
        ),
        ("the settings", staged(&["claude-code/git/t=off"], &[]), "git", Some(Loading::Off)),
        (
            "the list of the project",
            staged(&["claude-code/git=off"], &[]),
            "git",
            Some(Loading::Off),
        ),
        (
            "a file that is not there yet",
            staged(&[], &["claude-code/git=claude-code:local", "cursor/c=claude-code:user"]),
            "c",
            Some(Loading::WhenNeeded),
        ),
        (
            "what cannot be written is left out",
            staged(&["claude-code/git/t=always", "claude-code/git=always"], &[]),
            "git",
            Some(Loading::Always),
        ),
        ("gone from its client", staged(&["cursor/c=off"], &[]), "c", None),
    ];
    for (why, staged, server, want) in cases {
        let readings =
            bench.read_staged(&staged, &[], std::slice::from_ref(&project)).await.expect(why);
        assert_eq!(loading(&readings, server), want, "{why}");
    }
    let off = bench
        .read_staged(&staged(&["cursor/c=off"], &[]), &["cursor".to_owned()], &[])
        .await
        .expect("read");
    assert!(off[0].entries.is_empty(), "parked");
    let now = std::fs::read_to_string(sandbox.home().join(".claude.json")).expect("there");
    assert_eq!(now, format!("{state:#}\n"), "nothing was written");
}
