//! Plans through the workbench and the command line: what they write, what they
//! say, how they end.

use std::{fs, path::Path, time::SystemTime};

use plimsoll_cli::{Exit, Streams, run};
use plimsoll_engine::{
    clients::{ClientId, Dialect},
    plan::{Edit, Plan},
    wire::{AuditRequest, PlanRequest, PlanView},
    workbench::Workbench,
    write::{UndoMode, Unwatched, Writer},
};
use plimsoll_tests::sandbox::Sandbox;
use serde_json::{Value, json};

async fn bench(sandbox: &Sandbox) -> Workbench {
    Workbench::open(sandbox.world(), "guard".into()).await
}

fn asking(sandbox: &Sandbox, set: &[&str]) -> PlanRequest {
    PlanRequest {
        project: Some(sandbox.project().display().to_string()),
        set: set.iter().map(ToString::to_string).collect(),
        ..PlanRequest::default()
    }
}

/// Runs `plimsoll` in process: how it ends, and what it prints.
fn plimsoll(sandbox: &Sandbox, args: &[&str]) -> (Exit, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = {
        let mut streams = Streams {
            out: Box::new(&mut out),
            err: Box::new(&mut err),
            input: Box::new(std::io::empty()),
            interactive: false,
            width: None,
        };
        let args = std::iter::once("plimsoll").chain(args.iter().copied());
        run(args.map(Into::into), sandbox.world(), sandbox.project(), "guard".into(), &mut streams)
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (exit, text(out), text(err))
}

/// A state file as it grows in daily use: more than 60 KB, 30 projects.
fn grown_state() -> String {
    let prompts: Vec<Value> = (0..20)
        .map(|n| json!({"display": format!("Look into the {n}th report, é \"quoted\" and \\ all"), "pastedContents": {}}))
        .collect();
    let project = |number: usize| {
        json!({
            "allowedTools": [], "history": prompts, "mcpContextUris": [],
            "mcpServers": {"local": {"type": "stdio", "command": "npx", "args": ["-y", format!("p{number}")], "env": {"TOKEN": "hunter2"}}},
            "enabledMcpjsonServers": [], "disabledMcpjsonServers": [],
            "hasTrustDialogAccepted": true, "projectOnboardingSeenCount": number,
            "lastCost": 0.25, "lastSessionId": "8f14e45f-ceea-467f-9575-1b1f0a5a5b5a",
        })
    };
    let projects: serde_json::Map<String, Value> =
        (0..30).map(|number| (format!("/home/ada/code/p{number}"), project(number))).collect();
    let state = json!({
        "numStartups": 512, "installMethod": "native", "autoUpdates": true,
        "tipsHistory": {"new-user-warmup": 3, "shift-enter": 17},
        "mcpServers": {
            "git": {"type": "stdio", "command": "uvx", "args": ["mcp-server-git"], "env": {}},
            "web": {"type": "http", "url": "https://h/mcp", "headers": {"Authorization": "Bearer hunter2"}},
        },
        "projects": projects,
        "userID": "0".repeat(64),
    });
    // A number's spelling is nobody's to change.
    format!("{state:#}").replace("0.25", "2.50e-1")
}

/// The new text, from the old one and the lines the diff shows.
fn patched(old: &str, view: &PlanView, path: &Path) -> String {
    let file = view.files.iter().find(|file| Path::new(&file.path) == path).expect("the file");
    let lines: Vec<&str> = old.split('\n').collect();
    let mut new: Vec<String> = Vec::new();
    let mut next = 0;
    for hunk in &file.hunks {
        let start = hunk.old_start as usize - 1;
        new.extend(lines[next..start].iter().map(ToString::to_string));
        next = start;
        for line in &hunk.lines {
            match line.side.as_str() {
                "old" => next += 1,
                "new" => new.push(line.text.clone()),
                _ => {
                    new.push(lines[next].to_owned());
                    next += 1;
                }
            }
        }
    }
    new.extend(lines[next..].iter().map(ToString::to_string));
    new.join("\n")
}

#[tokio::test]
async fn a_grown_state_file_changes_in_exactly_the_lines_shown() {
    let text = grown_state();
    assert!(text.len() > 60_000, "{} bytes", text.len());
    for (why, set, changed) in [
        ("a key of an entry", &["claude-code:user/git=always"][..], 3),
        ("a server off in one of the projects", &["claude-code/web=off"], 7),
        ("two at once", &["claude-code:user/git=always", "claude-code:user/web=when-needed"], 6),
    ] {
        let sandbox = Sandbox::new().with_file(".claude.json", &text);
        let path = sandbox.home().join(".claude.json");
        let bench = bench(&sandbox).await;
        let request = asking(&sandbox, set);
        let view = bench.plan(&request).await.expect("a plan");
        assert!(view.refused.is_empty(), "{why}: {:?}", view.refused);
        let lines = view.files[0].hunks.iter().flat_map(|hunk| &hunk.lines);
        let shown = lines.filter(|line| line.side != "both").count();
        assert!(shown <= changed, "{why}: {shown} lines");
        let said = serde_json::to_string(&view).expect("JSON");
        assert!(!said.contains("hunter2"), "{why}: no value is shown");
        let set = bench.apply(&request, Some(&view)).await.expect("written").expect("something");
        let now = fs::read_to_string(&path).expect("there");
        assert_eq!(now, patched(&text, &view, &path), "{why}");
        bench.undo(Some(set.id), false).await.expect("undone");
        assert_eq!(fs::read_to_string(&path).expect("there"), text, "{why}: to the byte");
    }
}

#[tokio::test]
async fn what_is_off_in_one_client_only_is_said_when_it_goes_to_another() {
    let sandbox = Sandbox::new();
    let project = sandbox.project().display().to_string();
    let entry = json!({"command": "x"});
    let sandbox = sandbox.with_json(
        ".claude.json",
        &json!({
            "mcpServers": {"git": entry, "web": entry},
            "projects": {project: {"disabledMcpServers": ["git"]}},
        }),
    );
    let bench = bench(&sandbox).await;
    let cursor = |server: &str| format!("claude-code/{server}=cursor:user");
    let off = vec!["cursor:user/git=off".to_owned()];
    for (why, copies, set, said) in [
        ("off there, on here", cursor("git"), Vec::new(), true),
        ("on in both", cursor("web"), Vec::new(), false),
        ("off in both", cursor("git"), off, false),
        ("the same client", "claude-code/git=claude-code:local".to_owned(), Vec::new(), false),
    ] {
        let request = PlanRequest { copies: vec![copies], set, ..asking(&sandbox, &[]) };
        let view = bench.plan(&request).await.expect("a plan");
        assert_eq!(view.refused, [], "{why}");
        let notes = view.notes.iter().any(|note| note.code == "comes-on");
        assert_eq!(notes, said, "{why}: {:?}", view.notes);
    }
}

#[tokio::test]
async fn what_overrules_a_change_is_said_with_its_line() {
    let sandbox = Sandbox::new()
        .with_json(".claude.json", &json!({"mcpServers": {"git": {"command": "x"}}}))
        .with_project_file(
            ".claude/settings.local.json",
            "{\n  \"env\": {\n    \"ENABLE_TOOL_SEARCH\": \"false\"\n  }\n}",
        )
        .with_json(
            ".cursor/mcp.json",
            &json!({"mcpServers": {"odd": {"url": "https://h/mcp", "type": "streamable-http"}}}),
        );
    let bench = bench(&sandbox).await;
    let mode = PlanRequest { mode: vec!["claude-code=true".to_owned()], ..asking(&sandbox, &[]) };
    let copy = PlanRequest {
        copies: vec!["claude-code/git=cursor:project".to_owned()],
        ..asking(&sandbox, &[])
    };
    let moved = PlanRequest {
        copies: vec!["cursor:user/odd=cursor:project".to_owned()],
        ..asking(&sandbox, &[])
    };
    for (why, request, code, file) in [
        ("a stronger level has the mode", mode, "overruled", Some("settings.local.json")),
        (
            "search is off, so nothing waits",
            asking(&sandbox, &["claude-code/git=when-needed"]),
            "overruled",
            Some("settings.local.json"),
        ),
        ("a project's entry waits for approval", copy, "needs-approval", None),
        ("a type that Cursor does not know empties its file", moved, "cursor-file-emptied", None),
    ] {
        let view = bench.plan(&request).await.expect("a plan");
        let note = view.notes.iter().find(|note| note.code == code);
        let note = note.unwrap_or_else(|| panic!("{why}: {:?}, {:?}", view.notes, view.refused));
        if let Some(file) = file {
            let place = note.file.as_deref().expect("a place");
            assert!(place.ends_with(file) && note.line == Some(3), "{why}: {note:?}");
        }
    }
    let fine = bench.plan(&asking(&sandbox, &["claude-code/git=always"])).await.expect("a plan");
    assert!(fine.notes.iter().all(|note| note.code != "overruled"), "{:?}", fine.notes);
}

#[test]
fn commands_end_as_they_say() {
    let sandbox = Sandbox::new()
        .with_json(".claude.json", &json!({"mcpServers": {"git": {"command": "x"}}}))
        .with_json(".cursor/mcp.json", &json!({"mcpServers": {"c": {"command": "x"}}}));
    let state = sandbox.home().join(".claude.json");
    let ends = |args: &[&str]| plimsoll(&sandbox, args).0;
    let (exit, plan, _) =
        plimsoll(&sandbox, &["plan", "--set", "claude-code/git=always", "--json"]);
    assert_eq!(exit, Exit::Done);
    let file = sandbox.scratch("plan.json");
    fs::write(&file, &plan).expect("kept");
    let file = file.display().to_string();
    assert_eq!(ends(&["plan", "--plan", &file, "--diff"]), Exit::Done, "a plan is planned again");
    assert_eq!(ends(&["plan", "--set", "claude-code/git=often"]), Exit::Usage, "no such value");
    assert_eq!(ends(&["plan"]), Exit::Usage, "nothing asked for");
    let (exit, _, said) = plimsoll(&sandbox, &["plan", "--mode", "claude-code=sometimes"]);
    assert_eq!(exit, Exit::Usage, "no such mode");
    assert!(said.contains("auto:N") && said.contains("when-needed"), "{said}");
    assert_eq!(ends(&["apply", "--plan", "nowhere"]), Exit::Usage, "no such plan");
    assert_eq!(ends(&["plan", "--set", "cursor/c=always"]), Exit::Refused, "no such switch");
    assert_eq!(ends(&["apply", "--set", "cursor/c=always"]), Exit::Refused, "nor to apply");
    assert_eq!(ends(&["undo"]), Exit::Refused, "nothing to undo");
    assert_eq!(ends(&["apply", "--restore", "nothing"]), Exit::Refused, "nothing to restore");

    let before = fs::read_to_string(&state).expect("there");
    fs::write(&state, before.replace("\"x\"", "\"y\"")).expect("theirs");
    let (exit, both, _) = plimsoll(&sandbox, &["apply", "--plan", &file]);
    assert_eq!(exit, Exit::Short, "the file has changed since");
    let (then, now) = both.split_once("As the files are now:").expect("both plans are shown");
    assert!(then.contains("\"x\"") && now.contains("\"y\""), "{both}");
    fs::write(&state, &before).expect("back");
    assert_eq!(ends(&["apply", "--plan", &file]), Exit::Done);
    let after = fs::read_to_string(&state).expect("there");
    assert!(after.contains("alwaysLoad"));
    assert_eq!(ends(&["apply", "--plan", &file]), Exit::Short, "a plan is written once");
    fs::write(&state, after.replace("\"x\"", "\"y\"")).expect("theirs");
    assert_eq!(ends(&["undo"]), Exit::Short, "changed since");
    assert_eq!(ends(&["undo", "--only-ours"]), Exit::Done);
    assert_eq!(fs::read_to_string(&state).expect("there"), before.replace("\"x\"", "\"y\""));
    assert_eq!(ends(&["history"]), Exit::Done);
}

/// Writes the configuration of Claude Desktop, as if it ran or not.
fn write_desktop(data: &Path, path: &Path, running: bool) -> String {
    let before = fs::read_to_string(path).expect("there");
    let edit = Edit {
        client: Some(ClientId::ClaudeDesktop),
        path: path.to_owned(),
        dialect: Dialect::Strict,
        in_project: false,
        after: "{\n  \"mcpServers\": {}\n}".to_owned(),
        before: Some(before),
    };
    let plan = Plan { edits: vec![edit], requested: vec!["off".to_owned()], ..Plan::default() };
    let running: &[ClientId] = if running { &[ClientId::ClaudeDesktop] } else { &[] };
    let writer = Writer { data, now: SystemTime::now(), running, watch: &Unwatched };
    writer.apply(&plan).expect("written").expect("something").id
}

#[tokio::test]
async fn what_claude_desktop_writes_from_its_memory_is_noticed_and_written_again() {
    let config = ".config/Claude/claude_desktop_config.json";
    let old = "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\"}\n  }\n}";
    let sandbox = Sandbox::new().with_file(config, old);
    let path = sandbox.home().join(config);
    let data = plimsoll_engine::store::data_folder(&sandbox.world());
    let id = write_desktop(&data, &path, false);
    let bench = bench(&sandbox).await;
    let lost = || async {
        let audit = bench.audit(&AuditRequest::default()).await.expect("an audit");
        audit.problems.into_iter().find(|problem| problem.code == "write-lost")
    };
    assert!(lost().await.is_none(), "it is still there");
    // The app starts and writes what it remembers, with something of its own.
    let remembered = old.replace("\n}", ",\n  \"globalShortcut\": \"\"\n}");
    fs::write(&path, &remembered).expect("theirs");
    let problem = lost().await.expect("noticed");
    assert!(problem.message.contains(&id) && problem.hint.expect("a way").contains("--restore"));

    let restore = PlanRequest { restore: Some(id.clone()), ..PlanRequest::default() };
    let view = bench.plan(&restore).await.expect("a plan");
    assert_eq!(view.requested, ["again: off"]);
    bench.apply(&restore, Some(&view)).await.expect("written").expect("something");
    let now = fs::read_to_string(&path).expect("there");
    assert_eq!(now, "{\n  \"mcpServers\": {},\n  \"globalShortcut\": \"\"\n}", "theirs stays");
    assert!(lost().await.is_none(), "and it is there again");
}

#[test]
fn a_file_that_outlived_its_clients_run_is_not_watched_for_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, path) =
        (folder.path().join("data"), folder.path().join("claude_desktop_config.json"));
    fs::write(&path, "{}").expect("written");
    write_desktop(&data, &path, false);
    let look = |running: &[ClientId]| {
        Writer { data: &data, now: SystemTime::now(), running, watch: &Unwatched }
            .look_again()
            .len()
    };
    assert_eq!(look(&[]), 0, "not started yet");
    assert_eq!(look(&[ClientId::ClaudeDesktop]), 0, "started, and it kept the change");
    fs::write(&path, "{}").expect("the user's own edit");
    assert_eq!(look(&[]), 0, "which is nobody's business");

    // Taken back, there is nothing to miss either.
    let id = write_desktop(&data, &path, false);
    let writer = Writer { data: &data, now: SystemTime::now(), running: &[], watch: &Unwatched };
    fs::write(&path, "{}").expect("theirs");
    assert_eq!(writer.look_again().len(), 1);
    writer.undo(Some(&id), UndoMode::OnlyOurs).expect("let go");
    assert_eq!(writer.look_again().len(), 0);
}

/// Opt-in, since it needs the real client: `PLIMSOLL_CLAUDE=/path/to/claude`.
#[test]
fn the_real_client_reads_what_was_written() {
    let Some(claude) = std::env::var_os("PLIMSOLL_CLAUDE") else { return };
    let sandbox = Sandbox::new().with_file(".claude.json", &grown_state());
    let claude = |args: &[&str]| {
        let output = std::process::Command::new(&claude)
            .args(args)
            .env_clear()
            .env("HOME", sandbox.home())
            .env("PATH", "/usr/bin:/bin")
            .env("DISABLE_AUTOUPDATER", "1")
            .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
            .current_dir(sandbox.project())
            .stdin(std::process::Stdio::null())
            .output()
            .expect("the client runs");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert!(claude(&["mcp", "get", "git"]).0, "there before");
    let applied = plimsoll(
        &sandbox,
        &[
            "apply",
            "--set",
            "claude-code:user/git=always",
            "--set",
            "claude-code/web=off",
            "--copy",
            "claude-code:user/git=claude-code:project",
        ],
    );
    assert_eq!(applied.0, Exit::Done, "{}", applied.2);
    let (fine, list) = claude(&["mcp", "list"]);
    assert!(fine && !list.contains("Error"), "{list}");
    let web = list.lines().find(|line| line.starts_with("web:")).expect("listed");
    assert!(web.contains("Disabled"), "{web}");
    let (fine, got) = claude(&["mcp", "get", "git"]);
    assert!(fine && got.contains("uvx"), "{got}");
    assert!(
        fs::read_to_string(sandbox.project().join(".mcp.json")).expect("there").contains("git")
    );
    assert_eq!(plimsoll(&sandbox, &["apply", "--set", "claude-code:user/web=off"]).0, Exit::Done);
    assert!(!claude(&["mcp", "get", "web"]).0, "denied in every project");
}

/// What the plan notes is said when it is written too, in words and as data.
#[test]
fn what_holds_besides_is_said_when_it_is_written() {
    let sandbox = Sandbox::new()
        .with_json(".claude.json", &json!({"mcpServers": {"git": {"command": "x"}}}))
        .with_json(".claude/settings.json", &json!({"permissions": {"deny": ["mcp__git__*"]}}))
        .with_json(".cursor/mcp.json", &json!({"mcpServers": {"c": {"command": "x"}}}));
    let codes = |json: &str| -> Vec<String> {
        let set: Value = serde_json::from_str(json).expect("JSON");
        let notes = set["notes"].as_array().cloned().unwrap_or_default();
        let codes = notes.iter().filter_map(|note| Some(note["code"].as_str()?.to_owned()));
        // Whether a client runs is up to the machine.
        codes.filter(|code| code != "client-running").collect()
    };
    let (exit, out, err) =
        plimsoll(&sandbox, &["apply", "--json", "--set", "claude-code:user/git=always"]);
    assert_eq!(exit, Exit::Done, "{err}");
    assert_eq!(codes(&out), ["still-denied"], "{out}");
    assert!(err.contains("still takes them"), "{err}");
    let (_, out, err) =
        plimsoll(&sandbox, &["apply", "--json", "--copy", "cursor:user/c=claude-code:project"]);
    assert!(codes(&out).contains(&"needs-approval".to_owned()), "{out}, {err}");
    // It says so even where nothing is written.
    let (_, out, err) = plimsoll(&sandbox, &["apply", "--set", "claude-code:user/git=always"]);
    assert!(!out.contains("say so already") && err.contains("still takes them"), "{out}, {err}");
}

/// A name that is in a list of switched-off servers keeps a new server off.
#[test]
fn a_server_that_will_be_off_where_it_arrives_is_said() {
    let sandbox = Sandbox::new()
        .with_json(".cursor/mcp.json", &json!({"mcpServers": {"c": {"command": "x"}}}))
        .with_json(".claude.json", &json!({"mcpServers": {"git": {"command": "x"}}}));
    let project = sandbox.project().display().to_string();
    let state = sandbox.home().join(".claude.json");
    for (why, args) in [
        ("a copy", ["--copy", "cursor:user/c=claude-code:user"]),
        ("a move within the client", ["--move", "claude-code:user/git=claude-code:local"]),
        ("an addition", ["--add", "npx -y c=claude-code:user/c"]),
    ] {
        let off = json!({"mcpServers": {"git": {"command": "x"}}, "projects": {&project: {"disabledMcpServers": ["c", "git"]}}});
        fs::write(&state, off.to_string()).expect("written");
        let (exit, out, err) = plimsoll(&sandbox, &["plan", "--json", args[0], args[1]]);
        assert_eq!(exit, Exit::Done, "{why}: {err}");
        let view: PlanView = serde_json::from_str(&out).expect("a plan");
        let said = view
            .notes
            .iter()
            .any(|note| note.code == "overruled" && note.message.contains("will be off"));
        assert!(said, "{why}: {:?}", view.notes);
    }
}
