//! `plimsoll search --json`, `try --json` and `lint --json`: their shape and
//! their numbers, held by recorded answers.

use plimsoll_cli::Exit;
use plimsoll_engine::{wire::TaskSet, workbench::Workbench};
use plimsoll_tests::{fake::Script, sandbox::Sandbox};
use serde_json::{Value, json};

use crate::audit_json::{FAKE, plimsoll};

fn tool(name: &str, description: &str) -> Value {
    json!({
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}},
    })
}

/// A post office as a catalogue file, and a courier nobody has connected yet.
fn files() -> Sandbox {
    let post = json!({"tools": [
        tool("send_parcel", "Sends a parcel to an address."),
        tool("find_parcel", "Finds a parcel by its number."),
        tool("find_office", "Finds the post office next to a place."),
    ]});
    let courier = json!([
        {
            "name": "track_shipment",
            "description": "Says where a shipment is now.",
            "inputSchema": {"type": "object", "properties": {"number": {"type": "string"}}},
            "audiences": ["customer", "staff"],
            "readOnly": true,
        },
        {
            "name": "find_parcel",
            "description": "Finds a parcel by its number, or by who sent it.",
            "inputSchema": {"type": "object", "properties": {"sender": {"type": "string"}}},
            "audiences": ["staff"],
            "scopes": ["parcels:read"],
            "danger": "none",
        },
    ]);
    let tasks = [
        json!({"id": "track", "query": "track shipment", "expected": ["mcp__courier__track_shipment"]}),
        json!({"id": "office", "query": "find office", "expected": ["mcp__post__find_office"]}),
        json!({"id": "parcel", "query": "+parcel number", "max_results": 1, "expected": ["mcp__post__find_parcel"]}),
    ];
    let tasks: String = tasks.iter().map(|task| format!("{task}\n")).collect();
    Sandbox::new()
        .with_project_file("post.json", &post.to_string())
        .with_project_file("courier.json", &courier.to_string())
        .with_project_file("tasks.jsonl", &tasks)
}

/// Without what differs from run to run.
fn settled(sandbox: &Sandbox, text: &str) -> Value {
    let root = sandbox.home().parent().expect("the sandbox").display().to_string();
    let mut value: Value =
        serde_json::from_str(&text.replace(&root, "/sandbox")).expect("one JSON value");
    let results = value.get_mut("results").and_then(Value::as_array_mut);
    for result in results.into_iter().flatten() {
        assert!(result["ms"].as_f64().is_some_and(|ms| ms >= 0.0));
        result["ms"] = json!(0);
    }
    value
}

#[test]
fn a_task_set_shows_what_a_candidate_changes() {
    let sandbox = files();
    // Not the version that happens to be installed here.
    let version = ["--client-version", "2.1.332"];
    let arguments =
        [&["search", "--engine", "claude-code", "--catalogue", "post.json"], &version[..]];
    let arguments = arguments.concat();
    let more = ["--candidate", "courier.json", "--queries", "tasks.jsonl", "--json"];
    let (exit, out, err) = plimsoll(&sandbox, &[&arguments[..], &more[..]].concat());
    assert_eq!(exit, Exit::Short, "one task misses: {err}");
    let search = settled(&sandbox, &out);
    assert_eq!(search["compared"]["summaries"][0]["misses"], json!(["track"]), "before");
    assert_eq!(search["summary"]["misses"], json!(["parcel"]), "the candidate takes its place");
    insta::assert_json_snapshot!("search", search);

    let trace = ["--candidate", "courier.json", "--queries", "tasks.jsonl", "--trace"];
    let (_, out, _) = plimsoll(&sandbox, &[&arguments[..], &trace[..]].concat());
    let lines: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |outcome: &str| lines.iter().filter(|line| line["outcome"] == outcome).count();
    assert_eq!(of("found"), 5, "{out}");
    assert!(of("missed") > 0, "what was expected and not found has a line: {out}");
    let first = &lines[0];
    assert_eq!(first["queryId"], "track");
    assert_eq!(first["sentAs"], "mcp__courier__track_shipment");
    assert_eq!((&first["server"], &first["tool"]), (&json!("courier"), &json!("track_shipment")));
    assert_eq!((&first["rank"], &first["expected"]), (&json!(1), &json!(true)));
    assert_eq!(first["reason"], "track in name, shipment in name, shipment in description");
    assert!(first["loadedSchemaTokens"].as_u64().is_some_and(|tokens| tokens > 20), "{first}");
    assert!(first["ms"].is_number() && first["engine"] == "claude-code");
}

#[test]
fn a_candidate_as_json_is_what_it_was() {
    let sandbox = files();
    let (exit, out, err) = plimsoll(&sandbox, &["try", "courier.json", "--json"]);
    assert_eq!(exit, Exit::Done, "{err}");
    let tried = settled(&sandbox, &out);
    insta::assert_json_snapshot!("try", tried);

    let (_, out, _) =
        plimsoll(&sandbox, &["try", "courier.json", "--audience", "customer", "--json"]);
    let seen = settled(&sandbox, &out);
    let names = |tried: &Value| -> Vec<String> {
        let tools = tried["candidates"][0]["tools"].as_array().into_iter().flatten();
        tools.filter_map(|tool| tool["name"].as_str().map(ToOwned::to_owned)).collect()
    };
    assert_eq!(names(&tried).len(), 2);
    assert_eq!(names(&seen), ["track_shipment"], "as a customer's token sees it");
    assert_eq!(seen["candidates"][0]["audiences"], json!(["customer", "staff"]));
}

#[test]
fn a_candidate_is_held_against_the_queries_that_are_kept_and_those_of_a_file() {
    let sandbox = files();
    let post: Value = serde_json::from_str(
        &std::fs::read_to_string(sandbox.project().join("post.json")).expect("a catalogue"),
    )
    .expect("JSON");
    let tools = post["tools"].as_array().expect("tools").clone();
    let script = serde_json::to_string(&Script { tools, ..Script::default() }).expect("a script");
    let entry = json!({"command": FAKE, "args": [script]});
    let sandbox = sandbox.with_json(".claude.json", &json!({"mcpServers": {"post": entry}}));
    let (exit, _, err) = plimsoll(&sandbox, &["audit", "--connect", "--yes"]);
    assert_eq!(exit, Exit::Done, "{err}");

    let effects = |arguments: &[&str]| {
        let all = [&["try", "courier.json", "--json"], arguments].concat();
        let (exit, out, err) = plimsoll(&sandbox, &all);
        assert_eq!(exit, Exit::Done, "{err}");
        settled(&sandbox, &out)["candidates"][0]["effects"].clone()
    };
    assert_eq!(effects(&[]), json!([]), "nothing is kept");
    insta::assert_json_snapshot!("try_effects", effects(&["--queries", "tasks.jsonl"]));

    tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
        let bench = Workbench::open(sandbox.world(), FAKE.into()).await;
        let text = "{\"query\":\"+parcel number\",\"max_results\":1}";
        let set = TaskSet { name: "mine".into(), ..bench.read_tasks(text).expect("tasks") };
        bench.save_task_set(&set).await.expect("kept");
    });
    let kept = effects(&[]);
    let of_claude_code = &kept[0];
    assert_eq!(of_claude_code["tasks"], "mine");
    assert_eq!(of_claude_code["without"], Value::Null, "nothing is expected of it");
    let gone = &of_claude_code["crowdedOut"][0]["change"]["gone"];
    assert_eq!(gone, &json!(["mcp__post__find_parcel"]));
    let won = &of_claude_code["won"][0]["query"];
    assert_eq!(won, "+parcel number", "its own tool stands first instead");

    let (_, out, _) = plimsoll(&sandbox, &["try", "courier.json", "--queries", "tasks.jsonl"]);
    let line = "crowds out `+parcel number`: expected 1 → not found; -mcp__post__find_parcel";
    assert!(out.contains(line), "{out}");
    assert!(out.contains("wins `track shipment`: expected not found → 1;"), "{out}");
}

#[test]
fn bad_input_is_a_matter_of_usage_and_is_said_in_json_too() {
    let sandbox = files();
    for (why, arguments, schema, code) in [
        (
            "no such catalogue",
            &["lint", "--catalogue", "nowhere.json"][..],
            "lint",
            "catalogue-unreadable",
        ),
        ("another shape", &["lint", "--catalogue", "tasks.jsonl"], "lint", "catalogue-unreadable"),
        (
            "for a search too",
            &["search", "x", "--catalogue", "tasks.jsonl"],
            "search",
            "catalogue-unreadable",
        ),
        (
            "no such queries",
            &["search", "--queries", "no.jsonl", "--catalogue", "post.json"],
            "search",
            "usage",
        ),
        ("no such candidate", &["try", "./nowhere.json"], "try", "candidate-unreadable"),
        ("a change that makes no sense", &["plan", "--set", "cursor/x=often"], "plan", "spec"),
    ] {
        let (exit, out, err) = plimsoll(&sandbox, arguments);
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""), "{why}: {err}");
        let (exit, out, said) = plimsoll(&sandbox, &[arguments, &["--json"]].concat());
        assert_eq!((exit, &said), (Exit::Usage, &err), "{why}");
        let answer: Value = serde_json::from_str(&out).expect(why);
        assert_eq!(answer["schema"], format!("plimsoll.{schema}/1"), "{why}");
        assert_eq!(answer["problems"][0]["code"], code, "{why}");
    }
    let regex = ["search", "(", "--engine", "api-regex", "--catalogue", "post.json", "--json"];
    let (exit, out, _) = plimsoll(&sandbox, &regex);
    assert_eq!(exit, Exit::Short, "what an engine refuses is its answer");
    assert_eq!(settled(&sandbox, &out)["results"][0]["outcome"], "error");
}

#[test]
fn findings_have_levels_and_three_forms() {
    let sandbox = files().with_project_file(
        "bad.json",
        &json!([tool(&"long_".repeat(14), "Does it."), {"name": "no_schema"}]).to_string(),
    );
    for (why, arguments, want) in [
        ("errors", &["lint", "--catalogue", "bad.json"][..], Exit::Short),
        ("none so bad", &["lint", "--catalogue", "post.json", "--level", "error"], Exit::Done),
        ("hints count", &["lint", "--catalogue", "post.json", "--level", "hint"], Exit::Short),
        ("nothing to check", &["lint"], Exit::Short),
        (
            "one of two",
            &["lint", "--catalogue", "post.json", "--catalogue", "tasks.jsonl", "--level", "error"],
            Exit::Short,
        ),
        ("no such file", &["lint", "--catalogue", "nowhere.json"], Exit::Usage),
        ("no catalogue", &["lint", "--catalogue", "tasks.jsonl"], Exit::Usage),
    ] {
        let (exit, _, err) = plimsoll(&sandbox, arguments);
        assert_eq!(exit, want, "{why}: {err}");
    }
    let (_, out, _) = plimsoll(&sandbox, &["lint", "--catalogue", "bad.json", "--json"]);
    let lint = settled(&sandbox, &out);
    let checks: Vec<&str> = lint["findings"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|finding| finding["level"] == "error")
        .filter_map(|finding| finding["check"].as_str())
        .collect();
    assert_eq!(checks, ["name-too-long", "tool-malformed"]);

    let (_, out, _) = plimsoll(&sandbox, &["lint", "--catalogue", "bad.json", "--sarif"]);
    let sarif = settled(&sandbox, &out);
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let rules: Vec<&Value> = run["tool"]["driver"]["rules"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|rule| &rule["id"])
        .collect();
    for result in run["results"].as_array().into_iter().flatten() {
        assert!(rules.contains(&&result["ruleId"]), "{result}");
        assert!(["note", "warning", "error"].contains(&result["level"].as_str().unwrap_or("")));
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!(place, "bad.json");
    }
    let (_, out, _) = plimsoll(&sandbox, &["lint", "--catalogue", "bad.json", "--markdown"]);
    assert!(out.starts_with("## bad\n\n- "), "{out}");
}

#[test]
fn a_file_that_is_no_plan_is_said_in_words_of_the_user() {
    let sandbox = Sandbox::new();
    let plan = sandbox.project().join("plan.json");
    for (text, want) in [
        ("", "is empty"),
        ("{\"files\": [", "ends before its JSON is complete"),
        ("{\n\"files\": no}", "is no JSON (line 2)"),
        ("\u{0}\u{1}", "is no JSON (line 1)"),
        ("[]", "is JSON, but no plan"),
        ("{\"tools\": []}", "is JSON, but no plan"),
    ] {
        std::fs::write(&plan, text).expect("written");
        let (exit, out, err) = plimsoll(&sandbox, &["apply", "--plan", "plan.json"]);
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""), "{text:?}: {err}");
        assert!(err.contains(&format!("`plan.json` {want}; it should be")), "{text:?}: {err}");
        assert!(err.contains("`plimsoll plan … --json`"), "{text:?}: {err}");
    }
    let (exit, _, err) = plimsoll(&sandbox, &["apply", "--plan", "missing.json"]);
    assert_eq!(exit, Exit::Usage, "{err}");
    assert!(err.contains("`missing.json` cannot be read ("), "{err}");
}

#[test]
fn an_addition_as_json_is_what_it_was() {
    let sandbox = Sandbox::new();
    let add = "TOKEN=hunter2-hunter2 npx -y @acme/parcels-mcp=cursor:user/post";
    let (exit, out, err) = plimsoll(&sandbox, &["plan", "--add", add, "--json"]);
    assert_eq!(exit, Exit::Done, "{err}");
    assert!(!out.contains("hunter2"), "{out}");
    insta::assert_json_snapshot!("add", settled(&sandbox, &out));

    let plan = sandbox.project().join("plan.json");
    std::fs::write(&plan, &out).expect("written");
    let plan = plan.display().to_string();
    let (exit, _, err) = plimsoll(&sandbox, &["apply", "--plan", &plan]);
    assert_eq!(exit, Exit::Refused, "{err}");
    assert!(err.contains("--add"), "the server is not in the plan: {err}");
    let (exit, out, err) = plimsoll(&sandbox, &["apply", "--plan", &plan, "--add", add]);
    assert_eq!(exit, Exit::Done, "{err}");
    assert!(out.contains("add `post` to Cursor (user)"), "{out}");
    let written = std::fs::read_to_string(sandbox.home().join(".cursor/mcp.json")).expect("there");
    assert!(written.contains("hunter2-hunter2"), "{written}");
    for (why, add) in [("no place", "npx parcels"), ("no scope", "npx parcels=cursor")] {
        let (exit, _, err) = plimsoll(&sandbox, &["plan", "--add", add]);
        assert_eq!(exit, Exit::Usage, "{why}: {err}");
    }
}
