//! What a folder brings along, and what of it runs.

use std::{fs, path::Path};

use plimsoll_engine::{
    wire::{AuditRequest, ConnectRequest, ConsentAsk, Problem},
    workbench::Workbench,
};
use plimsoll_tests::{fake::Script, sandbox::Sandbox};
use serde_json::{Value, json};

/// Claude Code in the sandbox's project.
fn request(sandbox: &Sandbox) -> ConnectRequest {
    ConnectRequest {
        clients: vec!["claude-code".to_owned()],
        projects: vec![sandbox.project().display().to_string()],
        ..ConnectRequest::default()
    }
}

async fn bench(sandbox: &Sandbox) -> Workbench {
    Workbench::open(sandbox.world(), crate::connect::FAKE.into()).await
}

async fn asks(sandbox: &Sandbox) -> Vec<ConsentAsk> {
    bench(sandbox).await.consents(&request(sandbox)).await.expect("asked")
}

/// Allows everything that is asked about, and connects it.
async fn connect(sandbox: &Sandbox) {
    let mut request = request(sandbox);
    request.keys = asks(sandbox).await.into_iter().map(|ask| ask.key).collect();
    request.remember = true;
    bench(sandbox).await.connect(&request, |_| ()).await.expect("connected");
}

/// Names of the variables that settings give.
fn given(ask: &ConsentAsk) -> Vec<&str> {
    ask.given.iter().map(|given| given.name.as_str()).collect()
}

async fn problems(sandbox: &Sandbox, code: &str) -> Vec<Problem> {
    let wanted = request(sandbox);
    let request = AuditRequest {
        clients: wanted.clients,
        projects: wanted.projects,
        ..AuditRequest::default()
    };
    let audit = bench(sandbox).await.audit(&request).await.expect("an audit");
    audit.problems.into_iter().filter(|problem| problem.code == code).collect()
}

/// The user's configuration with these servers; it trusts the project or not.
fn global(sandbox: &Sandbox, servers: &Value, trusted: bool) -> Value {
    let project = sandbox.project().display().to_string();
    json!({"mcpServers": servers, "projects": {project: {"hasTrustDialogAccepted": trusted}}})
}

/// A user's server that records what it is started with, and settings of the
/// user and of the project.
fn with_settings(trusted: bool, of_project: &Value) -> (Sandbox, std::path::PathBuf) {
    let sandbox = Sandbox::new();
    let record = sandbox.scratch("record");
    let script = Script { record: Some(record.clone()), ..Script::with_tools(1) };
    let script = serde_json::to_string(&script).expect("a script");
    let servers = json!({"mine": {"command": crate::connect::FAKE, "args": [script]}});
    let global = global(&sandbox, &servers, trusted);
    let sandbox = sandbox
        .with_json(".claude.json", &global)
        .with_json(".claude/settings.json", &json!({"env": {"MINE": "1"}}))
        .with_project_file(".claude/settings.json", &json!({"env": of_project}).to_string());
    (sandbox, record)
}

/// The environment of the program that was started last.
fn environment(record: &Path) -> Value {
    let text = fs::read_to_string(record).expect("it was started");
    text.lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok()?.get("env").cloned())
        .next_back()
        .expect("its environment")
}

#[tokio::test]
async fn variables_of_a_folder_that_is_not_trusted_reach_no_server() {
    let variables = json!({"NODE_OPTIONS": "--require ./x.js", "ENABLE_TOOL_SEARCH": "auto"});
    let (sandbox, record) = with_settings(false, &variables);
    let ask = &asks(&sandbox).await[0];
    assert_eq!(given(ask), ["ENABLE_TOOL_SEARCH", "MINE"]);
    assert!(ask.given.iter().all(|given| !given.of_project), "{:?}", ask.given);
    let found = problems(&sandbox, "project-variables-held-back").await;
    assert_eq!(found.len(), 1);
    assert!(found[0].message.ends_with("without NODE_OPTIONS."), "{}", found[0].message);
    let settings = sandbox.project().join(".claude/settings.json");
    assert_eq!(found[0].file.as_deref(), settings.to_str());
    connect(&sandbox).await;
    let environment = environment(&record);
    assert_eq!(environment["MINE"], "1");
    assert_eq!(environment["NODE_OPTIONS"], Value::Null);
}

#[tokio::test]
async fn consent_is_for_the_values_that_a_trusted_folder_gives() {
    let (sandbox, record) = with_settings(true, &json!({"NODE_OPTIONS": "--require ./x.js"}));
    assert!(problems(&sandbox, "project-variables-held-back").await.is_empty());
    let first = &asks(&sandbox).await[0];
    assert!(!first.remembered);
    assert!(first.because.contains("NODE_OPTIONS"), "{}", first.because);
    let settings = sandbox.project().join(".claude/settings.json").display().to_string();
    let node = first.given.iter().find(|given| given.name == "NODE_OPTIONS").expect("named");
    assert_eq!((node.value.as_str(), &node.file, node.of_project), ("•••", &settings, true));
    assert!(first.variables.is_empty(), "the entry itself sets none: {:?}", first.variables);
    connect(&sandbox).await;
    assert_eq!(environment(&record)["NODE_OPTIONS"], "--require ./x.js");
    assert!(asks(&sandbox).await[0].remembered, "the same again");

    let changed = json!({"env": {"NODE_OPTIONS": "--require ./y.js"}}).to_string();
    let sandbox = sandbox.with_project_file(".claude/settings.json", &changed);
    assert!(!asks(&sandbox).await[0].remembered, "another value");
    let more = json!({"env": {"NODE_OPTIONS": "--require ./x.js", "PATH": "/x"}}).to_string();
    let sandbox = sandbox.with_project_file(".claude/settings.json", &more);
    assert!(!asks(&sandbox).await[0].remembered, "one more variable");
    let sandbox = sandbox.with_project_file(".claude/settings.json", "{}");
    assert!(!asks(&sandbox).await[0].remembered, "what was allowed is not the bare command");
}

#[tokio::test]
async fn what_has_changed_since_it_was_shown_is_not_started() {
    let (sandbox, record) = with_settings(true, &json!({"NODE_OPTIONS": "--require ./x.js"}));
    let bench = bench(&sandbox).await;
    let mut request = request(&sandbox);
    let asks = bench.consents(&request).await.expect("asked");
    request.keys = asks.into_iter().map(|ask| ask.key).collect();
    let changed = json!({"env": {"NODE_OPTIONS": "--require ./y.js"}}).to_string();
    let sandbox = sandbox.with_project_file(".claude/settings.json", &changed);
    let refused = bench.connect(&request, |_| ()).await.expect_err("another value");
    assert_eq!((refused.code.as_str(), refused.server.as_deref()), ("stale", Some("mine")));
    assert!(!record.exists(), "nothing was started");
    bench.consents(&ConnectRequest { keys: Vec::new(), ..request.clone() }).await.expect("asked");
    bench.connect(&request, |_| ()).await.expect("as shown");
    assert_eq!(environment(&record)["NODE_OPTIONS"], "--require ./y.js");
    drop(sandbox);
}

/// An equal value means another file in another folder.
#[tokio::test]
async fn what_one_folder_was_allowed_another_is_not() {
    let variables = json!({"NODE_OPTIONS": "--require ./x.js"});
    let (sandbox, _) = with_settings(true, &variables);
    connect(&sandbox).await;
    let other = sandbox.scratch("other");
    fs::create_dir_all(other.join(".claude")).expect("a folder");
    fs::copy(sandbox.project().join(".claude/settings.json"), other.join(".claude/settings.json"))
        .expect("copied");
    let file = sandbox.home().join(".claude.json");
    let mut global: Value =
        serde_json::from_str(&fs::read_to_string(&file).expect("there")).expect("JSON");
    global["projects"][other.display().to_string()] = json!({"hasTrustDialogAccepted": true});
    fs::write(&file, global.to_string()).expect("written");
    let request =
        ConnectRequest { projects: vec![other.display().to_string()], ..request(&sandbox) };
    let asks = bench(&sandbox).await.consents(&request).await.expect("asked");
    assert!(given(&asks[0]).contains(&"NODE_OPTIONS"), "{:?}", asks[0].given);
    assert!(!asks[0].remembered);
}

/// Nobody listens at the address: the command that makes headers runs before.
fn with_helpers(trusted: bool) -> Sandbox {
    let sandbox = Sandbox::new().with_var("HIDDEN_TOKEN", "t");
    let entry = |name: &str| {
        let record = sandbox.scratch(name);
        json!({"type": "http", "url": format!("http://127.0.0.1:9/{name}"),
            "headersHelper": format!("env > '{}'; echo '{{}}'", record.display())})
    };
    let global = global(&sandbox, &json!({"mine": entry("mine")}), trusted);
    let of_project = json!({"mcpServers": {"theirs": entry("theirs")}}).to_string();
    let settings = json!({"env": {"MINE": "1"}, "enableAllProjectMcpServers": true});
    sandbox
        .with_json(".claude.json", &global)
        .with_json(".claude/settings.json", &settings)
        .with_project_file(".mcp.json", &of_project)
}

#[tokio::test]
async fn a_command_that_makes_headers_gets_what_its_client_gives_it() {
    let sandbox = with_helpers(true);
    for ask in asks(&sandbox).await {
        assert_eq!(given(&ask), ["MINE"], "{:?}", ask.names);
    }
    connect(&sandbox).await;
    let environment = |name: &str| fs::read_to_string(sandbox.scratch(name)).expect("it ran");
    let has = |name: &str, line: &str| environment(name).lines().any(|found| found == line);
    for name in ["mine", "theirs"] {
        assert!(has(name, "MINE=1"), "{name}");
        assert!(has(name, &format!("CLAUDE_CODE_MCP_SERVER_NAME={name}")), "{name}");
        let url = format!("CLAUDE_CODE_MCP_SERVER_URL=http://127.0.0.1:9/{name}");
        assert!(has(name, &url), "{name}");
    }
    assert!(has("mine", "HIDDEN_TOKEN=t"));
    assert!(!has("theirs", "HIDDEN_TOKEN=t"), "a project's command gets no credential");

    let changed = json!({"env": {"MINE": "2"}, "enableAllProjectMcpServers": true});
    assert!(asks(&sandbox).await.iter().all(|ask| ask.remembered));
    let sandbox = sandbox.with_json(".claude/settings.json", &changed);
    assert!(asks(&sandbox).await.iter().all(|ask| !ask.remembered), "another environment");
}

#[tokio::test]
async fn a_folder_that_is_not_trusted_runs_no_command_for_headers() {
    let sandbox = with_helpers(false);
    let asks = asks(&sandbox).await;
    let helper_of = |name: &str| {
        asks.iter().find(|ask| ask.names == [name]).expect("asked").headers_helper.is_some()
    };
    assert!(helper_of("mine"));
    assert!(!helper_of("theirs"));
    connect(&sandbox).await;
    assert!(sandbox.scratch("mine").exists());
    assert!(!sandbox.scratch("theirs").exists());
    let found = problems(&sandbox, "headers-helper-held-back").await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].server.as_deref(), Some("theirs"));
}
