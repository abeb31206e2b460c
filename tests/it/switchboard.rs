//! The switchboard over whole homes: what it shows is what is, what it offers
//! can be planned.

use std::{io::Write as _, time::Instant};

use plimsoll_engine::{
    catalogue::{Catalogue, Source},
    clients::{Launch, Stdio},
    store::{self, Store},
    wire::{
        PlanRequest, Preset, SearchQuery, SwitchCell, SwitchOption, Switchboard,
        SwitchboardRequest, TaskSet,
    },
    workbench::Workbench,
};
use plimsoll_tests::sandbox::Sandbox;
use serde_json::{Value, json};

/// A home with servers in all three clients; `git` has five tools.
fn home() -> Sandbox {
    Sandbox::new()
        .with_json(
            ".claude.json",
            &json!({"mcpServers": {
                "git": {"command": "git-server", "alwaysLoad": true},
                "web": {"type": "http", "url": "https://h/mcp"},
            }}),
        )
        .with_json(
            ".config/Claude/claude_desktop_config.json",
            &json!({"mcpServers": {"git": {"command": "git-server"}}}),
        )
        .with_json(".cursor/mcp.json", &json!({"mcpServers": {"c": {"command": "c-server"}}}))
}

/// Lets a server have been listed.
async fn listed(sandbox: &Sandbox, command: &str, tools: Vec<Value>) {
    let world = sandbox.world();
    let (store, _) = Store::open(&store::data_folder(&world), world.now()).await.expect("a store");
    let launch = Launch::Stdio(Stdio {
        command: command.to_owned(),
        args: Vec::new(),
        env: Vec::new(),
        cwd: None,
    });
    let catalogue = Catalogue::from_listing(tools, world.now(), Source::Live);
    store.save_snapshot(&launch.key(), &catalogue).await.expect("kept");
}

fn tool(name: &str) -> Value {
    json!({
        "name": name,
        "description": format!("Does {name} with a repository, as one would expect. ").repeat(60),
        "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}},
        "annotations": {"readOnlyHint": name.starts_with("list")},
    })
}

async fn bench(sandbox: &Sandbox) -> Workbench {
    Workbench::open(sandbox.world(), "guard".into()).await
}

fn staged(sandbox: &Sandbox, set: &[&str]) -> SwitchboardRequest {
    SwitchboardRequest {
        staged: PlanRequest {
            project: Some(sandbox.project().display().to_string()),
            set: set.iter().map(ToString::to_string).collect(),
            ..PlanRequest::default()
        },
        ..SwitchboardRequest::default()
    }
}

fn cell<'b>(board: &'b Switchboard, target: &str) -> &'b SwitchCell {
    board
        .servers
        .iter()
        .flat_map(|server| &server.cells)
        .find(|cell| cell.target == target)
        .unwrap_or_else(|| panic!("no cell {target}"))
}

#[tokio::test]
async fn the_board_shows_what_is_and_what_would_be() {
    let sandbox = home();
    listed(&sandbox, "git-server", ["log", "list_refs", "push"].map(tool).to_vec()).await;
    let bench = bench(&sandbox).await;
    let board = bench.switchboard(&staged(&sandbox, &[])).await.expect("a board");
    assert!(board.plan.is_none());
    let clients: Vec<_> = board.clients.iter().map(|client| client.id.as_str()).collect();
    assert_eq!(clients, ["claude-code", "claude-desktop", "cursor"]);
    let git = cell(&board, "claude-code:user/git");
    assert_eq!((git.current.as_str(), git.planned.as_str()), ("always", "always"));
    assert_eq!(git.standing, git.planned_standing);
    assert_eq!(git.tools.len(), 3);
    let by_name = |name: &str| git.tools.iter().find(|tool| tool.name == name).expect(name);
    assert_eq!(by_name("list_refs").read_only, Some(true));
    assert_eq!(by_name("push").read_only, Some(false));
    let row = board.servers.iter().find(|server| server.name == "git").expect("a row");
    assert_eq!(row.cells.len(), 2, "one row for both clients");
    assert_eq!(cell(&board, "claude-desktop:user/git").current, "unknown");

    let request = staged(
        &sandbox,
        &["claude-code:user/git=when-needed", "claude-code:user/git/push=off", "cursor:user/c=off"],
    );
    let board = bench.switchboard(&request).await.expect("a board");
    let git = cell(&board, "claude-code:user/git");
    assert_eq!((git.current.as_str(), git.planned.as_str()), ("always", "mixed"));
    assert!(git.planned_standing < git.standing);
    let push = git.tools.iter().find(|tool| tool.name == "push").expect("there");
    assert_eq!((push.current.as_str(), push.planned.as_str()), ("always", "off"));
    assert_eq!(cell(&board, "cursor:user/c").planned, "off");
    let code = &board.clients[0];
    assert!(code.planned.tokens < code.standing.tokens);
    assert_eq!(
        board.plan.as_ref().expect("a plan").files.len(),
        4,
        "state, settings, two of Cursor"
    );

    // Written, the planned board is the current one.
    bench.apply(&request.staged, board.plan.as_ref()).await.expect("written");
    let after = bench.switchboard(&staged(&sandbox, &[])).await.expect("a board");
    assert_eq!(cell(&after, "claude-code:user/git").current, "mixed");
    assert_eq!(after.clients[0].standing, board.clients[0].planned);
    let parked = cell(&after, "cursor:user/c");
    assert_eq!((parked.current.as_str(), parked.options[0].state.as_str()), ("off", "on"));
    let on = bench.switchboard(&staged(&sandbox, &["cursor:user/c=on"])).await.expect("a board");
    assert_ne!(cell(&on, "cursor:user/c").planned, "off");
}

/// Every option and every place of every cell, against the planner.
#[tokio::test]
async fn what_is_offered_can_be_planned_and_what_is_not_is_refused() {
    let sandbox = home().with_json(
        ".config/Claude/extensions-installations.json",
        &json!({"extensions": {"ant.dir.on": {"manifest": {"name": "on", "server": {"mcp_config": {"command": "node"}}}}}}),
    );
    listed(&sandbox, "git-server", ["log", "push"].map(tool).to_vec()).await;
    let bench = bench(&sandbox).await;
    let board = bench.switchboard(&staged(&sandbox, &[])).await.expect("a board");
    let mut options: Vec<(&SwitchOption, bool)> = Vec::new();
    for column in &board.clients {
        options.extend(column.modes.iter().map(|option| (option, true)));
    }
    let mut places = 0;
    for cell in board.servers.iter().flat_map(|server| &server.cells) {
        options.extend(cell.options.iter().map(|option| (option, false)));
        options
            .extend(cell.tools.iter().flat_map(|tool| &tool.options).map(|option| (option, false)));
        for client in ["claude-code", "claude-desktop", "cursor"] {
            for scope in ["user", "project", "local"] {
                let place = format!("{client}:{scope}");
                if cell.target.starts_with(&format!("{place}/")) {
                    continue;
                }
                let mut request = staged(&sandbox, &[]).staged;
                request.copies.push(format!("{}={place}", cell.target));
                let view = bench.plan(&request).await.expect("a plan");
                let can = view.refused.is_empty();
                assert_eq!(can, cell.places.contains(&place), "{} to {place}", cell.target);
                places += 1;
            }
        }
    }
    assert!(places > 20 && options.len() > 20, "{places} places, {} options", options.len());
    for (option, is_mode) in options {
        let mut request = staged(&sandbox, &[]).staged;
        if is_mode { &mut request.mode } else { &mut request.set }.push(option.spec.clone());
        let view = bench.plan(&request).await.expect(&option.spec);
        let why = view.refused.first().map(|refused| refused.message.clone());
        assert_eq!(why, option.unavailable, "{}", option.spec);
    }
}

#[tokio::test]
async fn a_tool_that_appears_after_only_these_is_drift() {
    let sandbox = home();
    listed(&sandbox, "git-server", ["log", "push", "pull"].map(tool).to_vec()).await;
    let keep =
        PlanRequest { keep: vec!["claude-code:user/git=log".to_owned()], ..PlanRequest::default() };
    bench(&sandbox).await.apply(&keep, None).await.expect("written");
    listed(&sandbox, "git-server", ["log", "push", "pull", "force_push"].map(tool).to_vec()).await;
    let bench = bench(&sandbox).await;
    let board = bench.switchboard(&SwitchboardRequest::default()).await.expect("a board");
    assert_eq!(cell(&board, "claude-code:user/git").new_tools, ["force_push"]);
    let audit =
        bench.audit(&plimsoll_engine::wire::AuditRequest::default()).await.expect("an audit");
    assert!(audit.problems.iter().any(|problem| problem.code == "tools-appeared"));
    // Kept again, nothing is new.
    let keep = PlanRequest {
        keep: vec!["claude-code:user/git=log,force_push".to_owned()],
        ..PlanRequest::default()
    };
    bench.apply(&keep, None).await.expect("written");
    let board = bench.switchboard(&SwitchboardRequest::default()).await.expect("a board");
    assert_eq!(cell(&board, "claude-code:user/git").new_tools, [""; 0]);
}

#[tokio::test]
async fn what_is_written_is_what_was_reviewed() {
    let sandbox = home();
    listed(&sandbox, "git-server", ["log", "push"].map(tool).to_vec()).await;
    let keep =
        PlanRequest { keep: vec!["claude-code:user/git=log".to_owned()], ..PlanRequest::default() };
    let reviewed = bench(&sandbox).await.plan(&keep).await.expect("a plan");
    // A rule for the new tool was in no difference that was shown.
    listed(&sandbox, "git-server", ["log", "push", "force_push"].map(tool).to_vec()).await;
    let bench = bench(&sandbox).await;
    let refused = bench.apply(&keep, Some(&reviewed)).await.expect_err("it was not shown");
    assert_eq!(refused.code, "stale");
    assert!(bench.writes().await.expect("history").is_empty());
    let reviewed = bench.plan(&keep).await.expect("a plan");
    bench.apply(&keep, Some(&reviewed)).await.expect("written once it was");
}

#[tokio::test]
async fn suggestions_rest_on_what_was_weighed() {
    let sandbox = home();
    let none = bench(&sandbox).await.switchboard(&staged(&sandbox, &[])).await.expect("a board");
    assert_eq!(none.suggestions, [], "nothing is weighed yet");
    listed(&sandbox, "git-server", ["log", "push", "pull"].map(tool).to_vec()).await;
    let bench = bench(&sandbox).await;
    let board = bench.switchboard(&staged(&sandbox, &[])).await.expect("a board");
    let [suggestion] = board.suggestions.as_slice() else { panic!("{:?}", board.suggestions) };
    let set: Vec<&str> = suggestion.set.iter().map(String::as_str).collect();
    assert_eq!(set, ["claude-code:user/git=when-needed"]);
    let taken = bench.switchboard(&staged(&sandbox, &set)).await.expect("a board");
    let code = &taken.clients[0];
    assert_eq!(code.standing.tokens - code.planned.tokens, suggestion.saves, "as promised");
    assert_eq!(taken.suggestions, [], "nothing more to say");
}

#[tokio::test]
async fn what_no_task_finds_may_wait() {
    let sandbox = Sandbox::new().with_json(
        ".claude.json",
        &json!({"mcpServers": {
            "git": {"command": "git-server", "alwaysLoad": true},
            "mail": {"command": "mail-server", "alwaysLoad": true},
        }}),
    );
    let named = |names: &[&str]| names.iter().map(|name| tool(name)).collect::<Vec<_>>();
    listed(&sandbox, "git-server", named(&["git_log", "git_push", "git_pull"])).await;
    listed(&sandbox, "mail-server", named(&["send_letter", "read_letter"])).await;
    let bench = bench(&sandbox).await;
    let task = |query: &str| SearchQuery {
        id: query.to_owned(),
        query: query.to_owned(),
        ..SearchQuery::default()
    };
    let sets = bench
        .save_task_set(&TaskSet {
            id: 0,
            name: "work".to_owned(),
            tasks: vec![task("git push"), task("git log")],
        })
        .await
        .expect("kept");
    let request = SwitchboardRequest { tasks: Some(sets[0].id), ..staged(&sandbox, &[]) };
    let board = bench.switchboard(&request).await.expect("a board");
    let [suggestion] = board.suggestions.as_slice() else { panic!("{:?}", board.suggestions) };
    assert_eq!(suggestion.set, ["claude-code:user/mail=when-needed"], "{}", suggestion.message);
    assert!(suggestion.message.contains("2 tasks"), "{}", suggestion.message);
    let none = SwitchboardRequest { tasks: Some(99), ..staged(&sandbox, &[]) };
    assert!(bench.switchboard(&none).await.is_err(), "no such set");
}

#[tokio::test]
async fn presets_come_back_without_their_project() {
    let sandbox = home();
    let bench = bench(&sandbox).await;
    let preset = |id, name: &str, set: &str| Preset {
        id,
        name: name.to_owned(),
        choices: staged(&sandbox, &[set]).staged,
    };
    assert!(bench.save_preset(&preset(0, " ", "claude-code/git=off")).await.is_err());
    bench.save_preset(&preset(0, "work", "claude-code/git=off")).await.expect("kept");
    let all = bench.save_preset(&preset(0, "home", "claude-code/git=on")).await.expect("kept");
    assert_eq!(all.iter().map(|each| each.name.as_str()).collect::<Vec<_>>(), ["home", "work"]);
    assert_eq!(all[0].choices.project, None);
    let renamed = Preset { name: "play".to_owned(), ..all[0].clone() };
    let all = bench.save_preset(&renamed).await.expect("kept");
    assert_eq!(all.iter().map(|each| each.name.as_str()).collect::<Vec<_>>(), ["play", "work"]);
    let all = bench.remove_preset(all[0].id).await.expect("removed");
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].choices.set, ["claude-code/git=off"]);
}

/// Prints a figure. `PLIMSOLL_TOOLS` is the number of tools, 300 by default:
/// unoptimised it takes some ten times longer than what people run.
#[tokio::test]
async fn a_large_board_stays_fast() {
    let count: usize =
        std::env::var("PLIMSOLL_TOOLS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let sandbox = home();
    let tools = (0..count).map(|number| tool(&format!("tool_{number}"))).collect();
    listed(&sandbox, "git-server", tools).await;
    let bench = bench(&sandbox).await;
    let mut request = staged(&sandbox, &[]);
    request.staged.keep.push("claude-code:user/git=tool_1*".to_owned());
    request.staged.set.push("cursor:user/c=off".to_owned());
    bench.switchboard(&request).await.expect("the first one counts tokens");
    let start = Instant::now();
    let board = bench.switchboard(&request).await.expect("a board");
    let took = start.elapsed();
    let bytes = serde_json::to_vec(&board).expect("JSON").len();
    let line = format!("{count} tools: {} ms, {bytes} bytes\n", took.as_millis());
    std::io::stdout().write_all(line.as_bytes()).expect("written");
    assert_eq!(cell(&board, "claude-code:user/git").tools.len(), count);
}
