//! Searching through the workbench: drafts, break-even, task sets, the
//! client's own tools.

use plimsoll_engine::{
    clients::ClientId,
    wire::{ConnectRequest, SearchQuery, SearchRequest, TaskSet, ToolDraft},
    workbench::Workbench,
};
use plimsoll_tests::{fake::Script, sandbox::Sandbox};
use serde_json::json;

use crate::connect::FAKE;

fn post() -> Sandbox {
    post_of(1)
}

/// Two tools, their descriptions said so many times.
fn post_of(times: usize) -> Sandbox {
    let tool = |name: &str, description: &str| json!({"name": name, "description": description.repeat(times), "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}});
    let tools = json!([
        tool("do_it", "Does it."),
        tool("find_office", "Finds the post office next to a place, with its hours."),
    ]);
    Sandbox::new().with_project_file("post.json", &tools.to_string())
}

fn request(sandbox: &Sandbox, query: &str, expected: &[&str]) -> SearchRequest {
    SearchRequest {
        queries: vec![SearchQuery {
            id: "1".into(),
            query: query.into(),
            max_results: None,
            expected: expected.iter().map(ToString::to_string).collect(),
        }],
        engines: vec!["claude-code".into()],
        catalogues: vec![sandbox.project().join("post.json").display().to_string()],
        ..SearchRequest::default()
    }
}

async fn workbench(sandbox: &Sandbox) -> Workbench {
    Workbench::open(sandbox.world(), FAKE.into()).await
}

#[tokio::test]
async fn without_queries_the_tools_are_only_prepared() {
    let sandbox = post();
    let bench = workbench(&sandbox).await;
    let request = SearchRequest { queries: vec![], ..request(&sandbox, "", &[]) };
    let prepared = bench.search(&request).await.expect("prepared");
    assert_eq!((prepared.searchable, prepared.results.len()), (2, 0));
    assert_eq!(prepared.problems, []);
}

#[tokio::test]
async fn an_author_sees_what_another_text_would_do() {
    let sandbox = post();
    let bench = workbench(&sandbox).await;
    let mut request = request(&sandbox, "send parcel", &["mcp__post__do_it"]);
    let plain = bench.search(&request).await.expect("searched");
    assert_eq!(plain.compared, None, "nothing is tried");
    assert_eq!(plain.results[0].outcome, "nothing");
    assert_eq!(plain.results[0].break_even, None, "nothing is loaded");

    request.drafts = vec![ToolDraft {
        server: "post".into(),
        tool: "do_it".into(),
        name: Some("send_parcel".into()),
        description: Some("Sends a parcel.".into()),
    }];
    let drafted = bench.search(&request).await.expect("searched");
    assert_eq!(drafted.results[0].tools[0].sent_as, "mcp__post__send_parcel");
    assert_eq!(drafted.results[0].expected_rank, Some(1), "it is the same tool");
    let compared = drafted.compared.expect("compared");
    assert_eq!(compared.changes.len(), 1);
    assert_eq!(compared.changes[0].rank_after, Some(1));
    assert_eq!(compared.summaries[0].misses, ["1"]);

    let lint = bench.lint(&request).await.expect("checked");
    assert!(
        lint.findings.iter().all(|finding| finding.tool.as_deref() != Some("do_it")),
        "the draft is what is checked"
    );
    request.drafts[0].name = Some(String::new());
    assert_eq!(bench.search(&request).await.expect_err("no name").code, "draft-is-no-tool");
}

#[tokio::test]
async fn break_even_is_what_all_definitions_cost_less_the_search_tool_over_what_one_search_loads() {
    let sandbox = post_of(40);
    let bench = workbench(&sandbox).await;
    let found = bench.search(&request(&sandbox, "office", &[])).await.expect("searched");
    let all = bench.search(&request(&sandbox, "post", &[])).await.expect("searched");
    assert_eq!((found.results[0].tools.len(), all.results[0].tools.len()), (1, 2));
    let (one, both) = (found.results[0].tokens, all.results[0].tokens);
    let times = found.results[0].break_even.expect("something is loaded");
    let times_of_all = all.results[0].break_even.expect("something is loaded");
    assert!(times_of_all < 1.0, "the names are paid for either way: {times_of_all}");
    assert!((times / times_of_all - f64::from(both) / f64::from(one)).abs() < 1e-9);
    let tool = found.results[0].search_tool.expect("Claude Code's is known");
    let up_front = times * f64::from(one) + f64::from(tool);
    assert!(up_front < f64::from(both), "less than both, by their names: {up_front} of {both}");

    let light = post();
    let mut few = request(&light, "office", &[]);
    few.engines.push("api-bm25".into());
    let few = bench.search(&few).await.expect("searched");
    assert_eq!(few.results[0].break_even, Some(0.0), "the tool alone costs more than both");
    let uncounted = &few.results[1];
    assert_eq!(uncounted.search_tool, None);
    assert!(uncounted.break_even.is_some_and(|times| times > 1.0), "{:?}", uncounted.break_even);
}

#[tokio::test]
async fn task_sets_are_kept_and_exchanged() {
    let sandbox = Sandbox::new();
    let bench = workbench(&sandbox).await;
    let text = "{\"id\":\"a\",\"query\":\"x\",\"expected\":[\"mcp__s__t\"]}\n{\"query\":\"y\"}\n";
    let read = bench.read_tasks(text).expect("tasks");
    assert_eq!((read.id, read.tasks.len()), (0, 2));
    let set = TaskSet { name: "mine".into(), ..read };
    let kept = bench.save_task_set(&set).await.expect("kept");
    assert_eq!(kept[0].tasks, set.tasks);
    let renamed = TaskSet { name: "ours".into(), ..kept[0].clone() };
    let kept = bench.save_task_set(&renamed).await.expect("kept");
    assert_eq!(kept, std::slice::from_ref(&renamed), "in its own place");
    assert_eq!(bench.read_tasks(&bench.write_tasks(&renamed)).expect("tasks").tasks, set.tasks);
    assert_eq!(workbench(&sandbox).await.task_sets().await.expect("read"), kept, "after a restart");
    let problem = bench.read_tasks("{\"query\":\"x\"}\nnope").expect_err("no task");
    assert_eq!((problem.code.as_str(), problem.line), ("tasks-unreadable", Some(2)));
    assert_eq!(bench.remove_task_set(kept[0].id).await.expect("removed"), []);
}

#[tokio::test]
async fn the_clients_own_tools_compete_once_they_are_captured() {
    let sandbox = post();
    let bench = workbench(&sandbox).await;
    let search = SearchRequest {
        client: Some("claude-code".into()),
        client_version: Some("2.1.332".into()),
        ..request(&sandbox, "office", &[])
    };
    let before = bench.search(&search).await.expect("searched");
    assert_eq!(before.built_in, Some(false), "no proof has run");
    let version = "2.1.332".parse().expect("a version");
    let own = [json!({"name": "OfficeVisit"}), json!({"name": "Other", "description": "Nothing."})];
    bench.keep_built_in(ClientId::ClaudeCode, &version, &own).await;
    let after = bench.search(&search).await.expect("searched");
    assert_eq!(after.built_in, Some(true));
    let found: Vec<_> = after.results[0]
        .tools
        .iter()
        .map(|tool| (tool.server.as_deref(), tool.sent_as.as_str()))
        .collect();
    assert!(found.contains(&(None, "OfficeVisit")), "{found:?}");
    assert!(found.contains(&(Some("post"), "mcp__post__find_office")), "{found:?}");
    let other = SearchRequest { client_version: Some("2.1.197".into()), ..search };
    assert_eq!(bench.search(&other).await.expect("searched").built_in, Some(false));
}

#[tokio::test]
async fn what_was_prepared_is_not_used_once_a_file_or_a_listing_says_otherwise() {
    let script = serde_json::to_string(&Script::with_tools(3)).expect("a script serializes");
    let entry = json!({"command": FAKE, "args": [script]});
    let sandbox = Sandbox::new().with_json(".claude.json", &json!({"mcpServers": {"fake": entry}}));
    let bench = workbench(&sandbox).await;
    let ask = || async {
        let request = SearchRequest {
            client: Some("claude-code".into()),
            catalogues: Vec::new(),
            ..request(&sandbox, "tool_1 thing", &[])
        };
        let found = bench.search(&request).await.expect("searched").results.remove(0);
        found.tools.len()
    };
    assert_eq!(ask().await, 0, "nothing is known yet");
    let asks = bench.consents(&ConnectRequest::default()).await.expect("read");
    let keys = asks.into_iter().map(|ask| ask.key).collect();
    let connect = ConnectRequest { keys, ..ConnectRequest::default() };
    bench.connect(&connect, |_event| ()).await.expect("connected");
    assert_eq!(ask().await, 3, "its tools are known now");
    assert_eq!(ask().await, 3, "and still are");
    let deny = json!({"permissions": {"deny": ["mcp__fake__tool_2"]}}).to_string();
    std::fs::create_dir_all(sandbox.home().join(".claude")).expect("a folder");
    std::fs::write(sandbox.home().join(".claude/settings.json"), deny).expect("written");
    assert_eq!(ask().await, 2, "the rule holds at once");
}

#[tokio::test]
async fn a_task_names_a_tool_as_claude_code_does_for_every_client() {
    let script = serde_json::to_string(&Script::with_tools(3)).expect("a script serializes");
    let entry = json!({"command": FAKE, "args": [script]});
    let sandbox =
        Sandbox::new().with_json(".cursor/mcp.json", &json!({"mcpServers": {"fake": entry}}));
    let bench = workbench(&sandbox).await;
    let asks = bench.consents(&ConnectRequest::default()).await.expect("read");
    let keys = asks.into_iter().map(|ask| ask.key).collect();
    let connect = ConnectRequest { keys, ..ConnectRequest::default() };
    bench.connect(&connect, |_event| ()).await.expect("connected");
    for (why, expected, rank) in [
        ("as Claude Code writes it", "mcp__fake__tool_1", Some(1)),
        ("as Cursor has it", "tool_1", Some(1)),
        ("another server's", "mcp__other__tool_1", None),
    ] {
        let search = SearchRequest {
            client: Some("cursor".into()),
            engines: vec!["cursor".into()],
            catalogues: Vec::new(),
            ..request(&sandbox, "tool_1", &[expected])
        };
        let found = bench.search(&search).await.expect("searched");
        assert_eq!(found.results[0].expected_rank, rank, "{why}");
        let unknown = found.problems.iter().any(|problem| problem.code == "expected-unknown");
        assert_eq!(unknown, rank.is_none(), "{why}: {:?}", found.problems);
        let trace = Workbench::trace_of(&found, &search);
        assert_eq!(
            trace.contains("\"expected\":true,") && !trace.contains("missed"),
            rank.is_some(),
            "{why}: {trace}"
        );
    }
}
