//! Whole homes of Cursor, through the same door as the window.

use std::{
    path::Path,
    time::{Duration, SystemTime},
};

use plimsoll_engine::{
    wire::{Audit, AuditRequest, ClientAudit, ConnectRequest, ProblemLevel, ServerState},
    workbench::Workbench,
};
use plimsoll_tests::{fake::Script, sandbox::Sandbox};
use serde_json::json;
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

/// What `audit` says of one client in the sandbox's project.
pub async fn audit(sandbox: &Sandbox, client: &str) -> Audit {
    let request = AuditRequest {
        clients: vec![client.to_owned()],
        projects: vec![sandbox.project().display().to_string()],
        ..AuditRequest::default()
    };
    let bench = Workbench::open(sandbox.world(), crate::connect::FAKE.into()).await;
    bench.audit(&request).await.expect("an audit of a known client")
}

/// The folder in which Cursor keeps what it knows of the sandbox's project,
/// below its home: the path with every other character as `-`.
fn project_data(sandbox: &Sandbox) -> String {
    let path = sandbox.project().display().to_string();
    let words: Vec<&str> =
        path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!(".cursor/projects/{}", words.join("-"))
}

/// A home with one user server and its mirror of two tools.
fn mirrored() -> Sandbox {
    let sandbox = Sandbox::new().with_json(
        ".cursor/mcp.json",
        &json!({"mcpServers": {"notes": {"command": "never-started"}}}),
    );
    let mirror = format!("{}/mcps/user-notes", project_data(&sandbox));
    let tool = |name: &str| json!({"name": name, "description": "Reads.", "inputSchema": {"type": "object"}});
    sandbox
        .with_json(
            &format!("{mirror}/SERVER_METADATA.json"),
            &json!({"serverIdentifier": "user-notes", "serverName": "notes"}),
        )
        .with_file(&format!("{mirror}/INSTRUCTIONS.md"), "Read notes before you write them.")
        .with_json(&format!("{mirror}/tools/read.json"), &tool("read"))
        .with_json(&format!("{mirror}/tools/write.json"), &tool("write"))
}

fn only(audit: &Audit) -> &ClientAudit {
    assert_eq!(audit.clients.len(), 1);
    &audit.clients[0]
}

fn loadings(client: &ClientAudit) -> Vec<(&str, &str)> {
    client
        .servers
        .iter()
        .flat_map(|server| &server.tools)
        .map(|tool| (tool.name.as_str(), tool.loading.as_str()))
        .collect()
}

#[tokio::test]
async fn the_mirror_is_weighed_without_starting_anything() {
    let audit = audit(&mirrored(), "cursor").await;
    let client = only(&audit);
    let server = &client.servers[0];
    assert_eq!((server.state, server.source.as_deref()), (ServerState::Listed, Some("mirror")));
    assert_eq!(loadings(client), [("read", "whenNeeded"), ("write", "whenNeeded")]);
    assert!(server.taken_at.is_some(), "a mirror says how old it is");
    assert!(server.instructions.is_some_and(|instructions| instructions.tokens > 0));
    assert!(client.deferred.tokens > client.deferred_names.tokens);
    assert!(client.caveat.is_some(), "nothing here was measured against the model's input");
}

#[tokio::test]
async fn a_tool_switched_off_in_the_editor_is_off() {
    let sandbox = mirrored();
    let database = sandbox.home().join(".config/Cursor/User/globalStorage/state.vscdb");
    switch_off(&database, "user-notes|write").await;
    let audit = audit(&sandbox, "cursor").await;
    assert_eq!(loadings(only(&audit)), [("read", "whenNeeded"), ("write", "off")]);
    let off = &only(&audit).servers[0].tools[1];
    assert_eq!(off.file.as_deref(), database.to_str());
}

async fn switch_off(database: &Path, tool: &str) {
    std::fs::create_dir_all(database.parent().expect("a parent")).expect("a folder");
    let options = SqliteConnectOptions::new().filename(database).create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.expect("a database");
    sqlx::query("CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB)")
        .execute(&mut connection)
        .await
        .expect("a table");
    sqlx::query("INSERT INTO ItemTable VALUES ('some.key', ?)")
        .bind(json!({"settings": {"mcpDisabledTools": [tool]}}).to_string().into_bytes())
        .execute(&mut connection)
        .await
        .expect("a row");
    connection.close().await.expect("closed");
}

#[tokio::test]
async fn one_bad_entry_takes_its_file_with_it() {
    let sandbox = Sandbox::new().with_file(
        ".cursor/mcp.json",
        "{\n  \"mcpServers\": {\n    \"good\": {\"command\": \"x\"},\n    \"bad\": {\"type\": \"streamable-http\", \"url\": \"https://h/mcp\"}\n  }\n}\n",
    );
    let audit = audit(&sandbox, "cursor").await;
    let client = only(&audit);
    assert_eq!(client.servers.len(), 2);
    for server in &client.servers {
        assert_eq!(server.state, ServerState::Off, "{}", server.name);
        assert!(server.because.as_deref().is_some_and(|because| because.contains("`bad`")));
    }
    assert_eq!(client.answered.active, 0);
    let problem = audit
        .problems
        .iter()
        .find(|problem| problem.code == "cursor-file-emptied")
        .expect("the culprit is named");
    assert_eq!(problem.line, Some(4));
    // Its innocent neighbour is known, and neither asked about nor started.
    let key = client.servers[0].key.clone().expect("the good entry says what it starts");
    let bench = Workbench::open(sandbox.world(), crate::connect::FAKE.into()).await;
    let wanted = ConnectRequest { keys: vec![key], ..ConnectRequest::default() };
    assert!(bench.consents(&ConnectRequest::default()).await.expect("asked").is_empty());
    assert!(bench.consents(&wanted).await.expect("asked").is_empty());
    let summary = bench.connect(&wanted, |_| ()).await.expect("nothing to do");
    assert_eq!((summary.listed, summary.failed), (0, 0));
}

#[tokio::test]
async fn a_project_server_waits_for_approval() {
    let sandbox = Sandbox::new()
        .with_project_file(".cursor/mcp.json", r#"{"mcpServers":{"a":{"command":"x"}}}"#);
    let audit = audit(&sandbox, "cursor").await;
    let server = &only(&audit).servers[0];
    assert_eq!((server.state, server.scope.as_str()), (ServerState::NeedsApproval, "project"));
}

/// What the agent was asked to be is none of the editor's doing: its weight is
/// unknown, and it can be listed without approving it.
#[tokio::test]
async fn what_waits_for_approval_is_no_zero_and_can_be_listed() {
    let script = serde_json::to_string(&Script::with_tools(2)).expect("a script");
    let entries = json!({"mcpServers": {"a": {"command": crate::connect::FAKE, "args": [script]}}});
    let sandbox = Sandbox::new().with_project_file(".cursor/mcp.json", &entries.to_string());
    let before = audit(&sandbox, "cursor").await;
    assert!(only(&before).standing.lower_bound);
    assert_eq!(only(&before).servers[0].lower_bound, Some(true));
    let bench = Workbench::open(sandbox.world(), crate::connect::FAKE.into()).await;
    let mut request = ConnectRequest {
        clients: vec!["cursor".to_owned()],
        projects: vec![sandbox.project().display().to_string()],
        ..ConnectRequest::default()
    };
    let all = bench.consents(&request).await.expect("asked");
    assert!(all.is_empty(), "allowing all does not run what waits for approval: {all:?}");
    request.keys.extend(only(&before).servers[0].key.clone());
    let asks = bench.consents(&request).await.expect("asked");
    assert!(asks[0].because.contains("approves nothing"), "{}", asks[0].because);
    assert_eq!(bench.connect(&request, |_| ()).await.expect("listed").listed, 1);
    let after = audit(&sandbox, "cursor").await;
    let server = &only(&after).servers[0];
    assert_eq!((server.state, server.tools.len()), (ServerState::NeedsApproval, 2));
    assert!(only(&after).standing.lower_bound);
}

/// A mirror has neither `_meta` nor the server's order.
#[tokio::test]
async fn a_mirror_replaces_no_answer_of_the_server() {
    let script = Script::with_tools(2);
    let script = serde_json::to_string(&script).expect("a script");
    let entries =
        json!({"mcpServers": {"notes": {"command": crate::connect::FAKE, "args": [script]}}});
    let sandbox =
        Sandbox::new().with_json(".cursor/mcp.json", &entries).with_json(".claude.json", &entries);
    let bench = Workbench::open(sandbox.world(), crate::connect::FAKE.into()).await;
    let mut request = ConnectRequest {
        projects: vec![sandbox.project().display().to_string()],
        ..ConnectRequest::default()
    };
    request.keys = vec![bench.consents(&request).await.expect("asked")[0].key.clone()];
    bench.connect(&request, |_| ()).await.expect("listed");
    // Written after the answer.
    let mirror = format!("{}/mcps/user-notes", project_data(&sandbox));
    let tool = json!({"name": "other", "inputSchema": {"type": "object"}});
    let sandbox = sandbox.with_json(&format!("{mirror}/tools/other.json"), &tool);
    for client in ["claude-code", "cursor"] {
        let audit = audit(&sandbox, client).await;
        let server = &only(&audit).servers[0];
        assert_eq!(server.tools.len(), 2, "{client}");
        assert_ne!(server.source.as_deref(), Some("mirror"), "{client}");
    }
}

/// Sets when a file was last written, in hours since 1970.
fn written_at(path: &Path, hours: u64) {
    let file = std::fs::File::options().write(true).open(path).expect("a file");
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_hours(hours)).expect("a time");
}

/// The clock of a sandbox stands at 500,000 hours.
#[tokio::test]
async fn a_mirror_that_is_not_the_answer_is_told() {
    let script = serde_json::to_string(&Script::with_tools(2)).expect("a script");
    let entries =
        json!({"mcpServers": {"notes": {"command": crate::connect::FAKE, "args": [script]}}});
    let sandbox = Sandbox::new().with_json(".cursor/mcp.json", &entries);
    let bench = Workbench::open(sandbox.world(), crate::connect::FAKE.into()).await;
    let mut request = ConnectRequest::default();
    request.keys = vec![bench.consents(&request).await.expect("asked")[0].key.clone()];
    bench.connect(&request, |_| ()).await.expect("listed");
    let folder = format!("{}/mcps/user-notes", project_data(&sandbox));
    let tool = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}});
    let sandbox = sandbox
        .with_json(&format!("{folder}/tools/tool_0.json"), &tool("tool_0"))
        .with_json(&format!("{folder}/tools/tool_1.json"), &tool("tool_1"));
    let drift = async || {
        let audit = audit(&sandbox, "cursor").await;
        let mut found = audit.problems.into_iter();
        found.find(|problem| problem.code == "cursor-mirror-drift")
    };
    assert_eq!(drift().await, None, "the same tools");

    let folder = sandbox.home().join(folder);
    for (why, description, argument, told) in [
        ("as answered", "Does the thing number 0.", "n", false),
        ("another text", "Does another thing.", "n", true),
        ("another argument", "Does the thing number 0.", "other", true),
    ] {
        let schema = json!({"type": "object", "properties": {argument: {"type": "integer"}}});
        let tool = json!({"name": "tool_0", "description": description, "inputSchema": schema});
        std::fs::write(folder.join("tools/tool_0.json"), tool.to_string()).expect("written");
        let said = drift().await.map(|found| found.message).unwrap_or_default();
        let other =
            "has 1 tool(s) with another description or other arguments than the answer (tool_0)";
        assert_eq!(said.contains(other), told, "{why}: {said}");
        assert_eq!(said.is_empty(), !told, "{why}: {said}");
    }
    std::fs::write(folder.join("tools/tool_0.json"), tool("tool_0").to_string()).expect("written");
    std::fs::rename(folder.join("tools/tool_1.json"), folder.join("tools/gone.json"))
        .expect("renamed");
    std::fs::write(folder.join("tools/gone.json"), tool("gone").to_string()).expect("written");
    for (hours, advice) in [(400_000, "reload it in Cursor"), (600_000, "connect it here again")] {
        for name in ["tool_0", "gone"] {
            written_at(&folder.join(format!("tools/{name}.json")), hours);
        }
        let found = drift().await.expect("told");
        assert!(found.message.contains("lacks 1 tool(s) of the server's answer (tool_1)"));
        assert!(found.message.contains("has 1 tool(s) that the answer has not (gone)"));
        assert_eq!((found.file.as_deref(), found.line), (folder.to_str(), None));
        assert_eq!(found.level, ProblemLevel::Hint);
        let hint = found.hint.expect("advice");
        assert!(hint.contains("what a client announces may explain") && hint.contains(advice));
    }
}

#[tokio::test]
async fn servers_without_a_folder_in_the_mirror_are_told_at_once() {
    let servers: serde_json::Map<String, serde_json::Value> = ["notes", "empty", "off", "a", "b"]
        .into_iter()
        .map(|name| (name.to_owned(), json!({"command": name})))
        .collect();
    let sandbox = mirrored().with_json(".cursor/mcp.json", &json!({"mcpServers": servers}));
    let data = project_data(&sandbox);
    let sandbox = sandbox.with_json(&format!("{data}/mcp-disabled.json"), &json!(["off"]));
    let mirror = sandbox.home().join(data).join("mcps");
    std::fs::create_dir(mirror.join("user-empty")).expect("made");
    let missing = async || {
        let audit = audit(&sandbox, "cursor").await;
        let found = audit.problems.into_iter();
        let found = found.filter(|problem| problem.code == "cursor-mirror-lacks-server");
        found.map(|problem| problem.message).collect::<Vec<_>>()
    };
    let servers = sandbox.home().join(".cursor/mcp.json");
    written_at(&servers, 400_000);
    let told = missing().await;
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("no folder there for `a`, `b`: "), "{}", told[0]);
    written_at(&servers, 600_000);
    assert!(missing().await.is_empty(), "Cursor has not run since");
    written_at(&servers, 400_000);
    std::fs::remove_dir_all(mirror).expect("removed");
    assert!(missing().await.is_empty(), "no mirror tells nothing");
}

#[tokio::test]
async fn a_tool_file_of_another_shape_is_told_with_its_place() {
    let sandbox = mirrored();
    let file = format!("{}/mcps/user-notes/tools/odd.json", project_data(&sandbox));
    for (why, text, what, place) in [
        ("no name", "\n {\"description\": 1}", "the tool has no name", (Some(2), Some(2))),
        ("a number", "{\n\"name\": 7}", "the tool's name is a number", (Some(2), Some(9))),
        ("a list", "[]", "a list is no tool", (Some(1), Some(1))),
        ("broken", "{\n\"name\": }", "it does not parse", (Some(2), Some(9))),
        ("empty", "", "it is empty", (None, None)),
    ] {
        std::fs::write(sandbox.home().join(&file), text).expect("written");
        let audit = audit(&sandbox, "cursor").await;
        let found = audit.problems.iter().find(|found| found.code == "cursor-mirror-unreadable");
        let found = found.expect(why);
        assert!(found.message.contains(what), "{why}: {}", found.message);
        assert_eq!((found.line, found.column), place, "{why}");
    }
}

#[tokio::test]
async fn what_the_mirror_cannot_tell_is_said() {
    let mirror = |sandbox: &Sandbox| format!("{}/mcps", project_data(sandbox));
    let sandbox = mirrored();
    let at = mirror(&sandbox);
    let sandbox = sandbox.with_file(&format!("{at}/user-notes/tools/broken.json"), "{");
    let found = audit(&sandbox, "cursor").await;
    assert!(only(&found).standing.lower_bound, "a tool is missing");
    assert!(found.problems.iter().any(|problem| problem.code == "cursor-mirror-unreadable"));

    let sandbox = mirrored();
    let at = mirror(&sandbox);
    let sandbox = sandbox.with_file(&format!("{at}/plugin-x-y/tools/t.json"), r#"{"name":"t"}"#);
    let found = audit(&sandbox, "cursor").await;
    assert!(only(&found).standing.lower_bound, "another server is in use");
    assert!(found.problems.iter().any(|problem| problem.code == "cursor-mirror-only"));

    let sandbox = Sandbox::new().with_json(
        ".cursor/mcp.json",
        &json!({"mcpServers": {"notes": {"command": "never-started"}}}),
    );
    let at = mirror(&sandbox);
    let sandbox = sandbox
        .with_file(&format!("{at}/user-notes/STATUS.md"), "The server needs authentication.")
        .with_file(&format!("{at}/user-notes/tools/mcp_auth.json"), r#"{"name":"mcp_auth"}"#);
    let found = audit(&sandbox, "cursor").await;
    let server = &only(&found).servers[0];
    assert_eq!(server.state, ServerState::Failed);
    let problem = server.problem.as_ref().expect("a reason");
    assert_eq!(problem.code, "server-needs-login");
    assert!(problem.message.contains("needs authentication"), "{}", problem.message);
}
