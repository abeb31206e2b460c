//! Entries moved, copied and added, with their switches set in the same change.

use plimsoll_cli::Exit;
use plimsoll_engine::{
    catalogue::{Catalogue, Source},
    clients::{Launch, Stdio},
    store::{self, Store},
    wire::{
        AuditRequest, CandidateRequest, PlanRequest, SwitchCell, Switchboard, SwitchboardRequest,
    },
    workbench::Workbench,
};
use plimsoll_tests::{fake::Script, sandbox::Sandbox};
use serde_json::{Value, json};

use crate::{
    connect::FAKE,
    wrap_entry::{file, plimsoll, wrapper},
};

const STATE: &str = ".claude.json";
const CURSOR: &str = ".cursor/mcp.json";

/// Two servers: `git` in Claude Code, `c` in Cursor with three tools.
async fn home() -> Sandbox {
    let sandbox = Sandbox::new()
        .with_json(STATE, &json!({"mcpServers": {"git": {"command": "git-server"}}}))
        .with_json(CURSOR, &json!({"mcpServers": {"c": {"command": "c-server"}}}));
    let world = sandbox.world();
    let (store, _) = Store::open(&store::data_folder(&world), world.now()).await.expect("a store");
    for command in ["git-server", "c-server"] {
        let launch = Launch::Stdio(Stdio {
            command: command.to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: None,
        });
        let tool = |name: &str| json!({"name": name, "description": format!("Does {name}. ").repeat(40), "inputSchema": {"type": "object"}});
        let tools = ["log", "pull", "push"].map(tool).to_vec();
        let catalogue = Catalogue::from_listing(tools, world.now(), Source::Live);
        store.save_snapshot(&launch.key(), &catalogue).await.expect("kept");
    }
    sandbox
}

async fn bench(sandbox: &Sandbox) -> Workbench {
    Workbench::open(sandbox.world(), wrapper(sandbox)).await
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

fn request(sandbox: &Sandbox, moves: &[&str], copies: &[&str], set: &[&str]) -> PlanRequest {
    PlanRequest {
        project: Some(sandbox.project().display().to_string()),
        moves: texts(moves),
        copies: texts(copies),
        set: texts(set),
        ..PlanRequest::default()
    }
}

async fn board(bench: &Workbench, staged: &PlanRequest) -> Switchboard {
    let request = SwitchboardRequest { staged: staged.clone(), ..SwitchboardRequest::default() };
    bench.switchboard(&request).await.expect("a board")
}

fn cell<'b>(board: &'b Switchboard, target: &str) -> Option<&'b SwitchCell> {
    board.servers.iter().flat_map(|server| &server.cells).find(|cell| cell.target == target)
}

fn json_of(sandbox: &Sandbox, path: &str) -> Value {
    serde_json::from_str(&file(sandbox, path)).expect("JSON")
}

#[tokio::test]
async fn a_moved_entry_is_set_in_one_write_and_undone_in_one() {
    let sandbox = home().await;
    let before = file(&sandbox, STATE);
    let project = sandbox.project().display().to_string();
    for set in ["claude-code:local/git=always", "claude-code/git=always"] {
        let bench = bench(&sandbox).await;
        let asked = request(&sandbox, &["claude-code:user/git=claude-code:local"], &[], &[set]);
        let view = bench.plan(&asked).await.expect("a plan");
        assert_eq!(view.refused, [], "{set}");
        assert_eq!(view.files.len(), 1, "{set}: both are in one file");
        assert_eq!(view.requested.len(), 2, "{set}");
        assert_eq!(view.requested[1], "`git` (local): always", "{set}");
        let line = bench.apply(&asked, Some(&view)).await.expect("written").expect("a change");
        assert_eq!(line.requested, view.requested);
        let written = json_of(&sandbox, STATE);
        assert_eq!(written["mcpServers"], json!({}), "{set}");
        let there = &written["projects"][&project]["mcpServers"]["git"];
        assert_eq!(there, &json!({"command": "git-server", "alwaysLoad": true}), "{set}");
        bench.undo(None, false).await.expect("undone");
        assert_eq!(file(&sandbox, STATE), before, "{set}");
    }
}

#[tokio::test]
async fn a_copy_to_another_client_is_set_there() {
    let sandbox = home().await;
    let bench = bench(&sandbox).await;
    let copy = ["cursor:user/c=claude-code:user"];
    let set = ["claude-code:user/c=always", "claude-code:user/c/push=off"];
    let asked = request(&sandbox, &[], &copy, &set);
    let staged = board(&bench, &asked).await;
    let view = staged.plan.clone().expect("a plan");
    let [standing] = view.standing.as_slice() else { panic!("{:?}", view.standing) };
    assert_eq!(standing.client, "claude-code");
    assert_eq!(
        (standing.now, standing.planned),
        (staged.clients[0].standing, staged.clients[0].planned)
    );
    assert_eq!(view, bench.plan(&asked).await.expect("a plan"), "the same in the terminal");
    assert_eq!((view.refused.as_slice(), view.notes.as_slice()), ([].as_slice(), [].as_slice()));
    let coming = cell(&staged, "claude-code:user/c").expect("it comes");
    assert_eq!((coming.current.as_str(), coming.planned.as_str()), ("whenNeeded", "mixed"));
    assert_eq!((coming.coming, coming.standing), (true, 0));
    let push = coming.tools.iter().find(|tool| tool.name == "push").expect("known");
    assert_eq!((push.current.as_str(), push.planned.as_str()), ("whenNeeded", "off"));

    bench.apply(&asked, Some(&view)).await.expect("written");
    let after = board(&bench, &request(&sandbox, &[], &[], &[])).await;
    let there = cell(&after, "claude-code:user/c").expect("it is there");
    assert_eq!((there.coming, there.current.as_str()), (false, "mixed"));
    assert_eq!(there.standing, coming.planned_standing, "as foreseen");
    assert_eq!(after.clients[0].standing, staged.clients[0].planned);
    let audit = bench.audit(&AuditRequest::default()).await.expect("an audit");
    let server = audit.clients[0].servers.iter().find(|server| server.name == "c").expect("there");
    let loading: Vec<_> =
        server.tools.iter().map(|tool| (tool.name.as_str(), tool.loading.as_str())).collect();
    assert_eq!(loading, [("log", "always"), ("pull", "always"), ("push", "off")]);
}

#[tokio::test]
async fn an_added_server_keeps_only_some_tools_from_the_start() {
    let sandbox = Sandbox::new().with_json(STATE, &json!({"mcpServers": {}}));
    let bench = bench(&sandbox).await;
    let script = serde_json::to_string(&Script::with_tools(3)).expect("a script serializes");
    let entry = json!({"mcpServers": {"parcels": {"command": FAKE, "args": [script]}}});
    let spec =
        CandidateRequest { spec: entry.to_string(), allowed: true, ..CandidateRequest::default() };
    let key = bench.try_candidate(&spec).await.expect("tried").candidates.remove(0).key;
    let asked = PlanRequest {
        add: vec![format!("{key}=claude-code:user/parcels")],
        keep: texts(&["claude-code:user/parcels=tool_1"]),
        set: texts(&["claude-code:user/parcels=always"]),
        ..PlanRequest::default()
    };
    let staged = board(&bench, &asked).await;
    assert_eq!(staged.plan.as_ref().expect("a plan").refused, []);
    let coming = cell(&staged, "claude-code:user/parcels").expect("it comes");
    let planned: Vec<_> = coming
        .tools
        .iter()
        .filter(|tool| tool.planned == "always")
        .map(|tool| tool.name.as_str())
        .collect();
    assert_eq!(planned, ["tool_1"]);
    bench.apply(&asked, staged.plan.as_ref()).await.expect("written");
    let rules = json_of(&sandbox, ".claude/settings.json");
    let denied = rules["permissions"]["deny"].as_array().expect("rules").len();
    assert_eq!(denied, 2, "{rules}");
    assert_eq!(json_of(&sandbox, STATE)["mcpServers"]["parcels"]["alwaysLoad"], true);
}

/// Every option of every coming entry, against the planner.
#[tokio::test]
async fn what_is_offered_of_a_coming_entry_can_be_planned() {
    let sandbox = home().await;
    let bench = bench(&sandbox).await;
    let copies = [
        "cursor:user/c=claude-code:user",
        "claude-code:user/git=cursor:user",
        "claude-code:user/git=claude-desktop:user",
    ];
    let staged = board(&bench, &request(&sandbox, &[], &copies, &[])).await;
    let coming: Vec<&SwitchCell> =
        staged.servers.iter().flat_map(|server| &server.cells).filter(|cell| cell.coming).collect();
    assert_eq!(coming.len(), 3);
    let mut tried = 0;
    for cell in coming {
        assert!(cell.options.iter().any(|option| option.unavailable.is_none()), "{}", cell.target);
        assert_eq!(cell.places, [""; 0], "it is not there to be moved");
        for option in cell.options.iter().chain(cell.tools.iter().flat_map(|tool| &tool.options)) {
            let asked = request(&sandbox, &[], &copies, &[&option.spec]);
            let view = bench.plan(&asked).await.expect(&option.spec);
            let why = view.refused.first().map(|refused| refused.message.clone());
            assert_eq!(why, option.unavailable, "{}", option.spec);
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
}

#[tokio::test]
async fn switches_go_where_the_entry_goes_or_are_refused() {
    let sandbox = home().await;
    let bench = bench(&sandbox).await;
    for (why, moves, copies, set, refused) in [
        (
            "what is unstaged leaves its switches without an entry",
            vec![],
            vec![],
            vec!["claude-code:user/c=always"],
            vec!["no-such-entry"],
        ),
        (
            "nothing is set where the move is refused",
            vec!["cursor:user/nothing=claude-code:user"],
            vec![],
            vec!["claude-code:user/nothing=always"],
            vec!["no-such-entry", "no-such-entry"],
        ),
        (
            "the old place is named",
            vec!["claude-code:user/git=claude-code:local"],
            vec![],
            vec!["claude-code:user/git=always"],
            vec!["stale"],
        ),
        (
            "and by a client that parks",
            vec!["cursor:user/c=claude-code:user"],
            vec![],
            vec!["cursor:user/c=off"],
            vec!["stale"],
        ),
        (
            "a copy leaves the old place as it is",
            vec![],
            vec!["claude-code:user/git=claude-code:local"],
            vec!["claude-code:user/git=always", "claude-code:local/git=when-needed"],
            vec![],
        ),
        (
            "a copy that is off lies parked",
            vec![],
            vec!["claude-code:user/git=cursor:user"],
            vec!["cursor:user/git=off"],
            vec![],
        ),
        (
            "through the wrapper, where there is no other way",
            vec![],
            vec!["claude-code:user/git=cursor:user"],
            vec!["cursor:user/git=wrap:defer+only:log"],
            vec![],
        ),
    ] {
        let view = bench.plan(&request(&sandbox, &moves, &copies, &set)).await.expect(why);
        let codes: Vec<_> = view.refused.iter().map(|refused| refused.code.as_str()).collect();
        assert_eq!(codes, refused, "{why}");
    }
    let off =
        request(&sandbox, &[], &["claude-code:user/git=cursor:user"], &["cursor:user/git=off"]);
    let board = board(&bench, &off).await;
    let git = cell(&board, "cursor:user/git").expect("still shown");
    assert_eq!((git.coming, git.planned.as_str()), (true, "off"));
    let files = board.plan.expect("a plan").files;
    assert_eq!(files.len(), 1, "its file stays as it is: {files:?}");
    assert!(files[0].path.ends_with("parked.json"));
}

#[tokio::test]
async fn a_wrapper_that_only_adds_weight_is_said_to() {
    let sandbox = home().await;
    let bench = bench(&sandbox).await;
    let unlisted = ["claude-code:user/git=cursor:user"];
    for (why, copies, set, notes) in [
        ("Cursor defers by itself", vec![], "cursor:user/c=wrap:defer", 1),
        ("what comes too", unlisted.to_vec(), "cursor:user/git=wrap:defer", 1),
        ("a filter is no deferral", vec![], "cursor:user/c=wrap:only:log", 0),
    ] {
        let view = bench.plan(&request(&sandbox, &[], &copies, &[set])).await.expect(why);
        assert_eq!(view.refused, [], "{why}");
        let said: Vec<_> =
            view.notes.iter().filter(|note| note.code == "deferred-anyway").collect();
        assert_eq!(said.len(), notes, "{why}: {:?}", view.notes);
        let measured = |text: &str| text.contains("tokens more before the first message");
        assert!(said.iter().all(|note| measured(&note.message)), "{why}: {said:?}");
    }
}

#[test]
fn the_command_line_moves_and_sets_at_once() {
    let sandbox = Sandbox::new()
        .with_json(STATE, &json!({"mcpServers": {}}))
        .with_json(CURSOR, &json!({"mcpServers": {"@a/b": {"command": "x"}}}));
    let args = [
        "--move",
        "cursor:user/@a/b=claude-code:user",
        "--set",
        "claude-code:user/@a/b=always",
        "--set",
        "claude-code:user/@a/b/push=off",
    ];
    let (exit, out, said) = plimsoll(&sandbox, &[&["plan"], args.as_slice()].concat());
    assert_eq!(exit, Exit::Done, "{said}");
    assert!(out.contains("requested: `@a/b` (user): always"), "{out}");
    assert!(out.contains("Claude Code: standing 0 → ≥ 0 tokens before the first message"), "{out}");
    let (exit, _, said) = plimsoll(&sandbox, &[&["apply"], args.as_slice()].concat());
    assert_eq!(exit, Exit::Done, "{said}");
    let written = json_of(&sandbox, STATE);
    assert_eq!(written["mcpServers"]["@a/b"], json!({"command": "x", "alwaysLoad": true}));
    assert_eq!(json_of(&sandbox, CURSOR)["mcpServers"], json!({}));
    assert!(file(&sandbox, ".claude/settings.json").contains("push"));
}
