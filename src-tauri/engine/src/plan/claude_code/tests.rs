//! What is written for Claude Code, by table.

use super::super::samples::{LOCAL, Machine, SERVERS, STATE, USER};
use crate::clients::{ClientId::ClaudeCode, Scope};

fn machine(state: &str, settings: &str) -> Machine {
    Machine::new(&[(STATE, state), (USER, settings), (SERVERS, "{\"mcpServers\":{\"pr\":{}}}")])
        .entry(ClaudeCode, "git", Scope::User, STATE)
        .entry(ClaudeCode, "lo", Scope::Local, STATE)
        .entry(ClaudeCode, "pr", Scope::Project, SERVERS)
        .entry(ClaudeCode, "plugin:p:k", Scope::Plugin("p".to_owned()), "/h/plugin/.mcp.json")
        .entry(ClaudeCode, "boss", Scope::Managed, "/etc/managed-mcp.json")
}

const STATE_TEXT: &str = "{\"mcpServers\":{\"git\":{\"command\":\"x\"}},\"projects\":{\"/p\":{\"mcpServers\":{\"lo\":{\"command\":\"y\"}}}}}";

#[test]
fn each_state_is_written_where_the_client_reads_it() {
    let cases: [(&str, &str, &[(&str, &str)]); 9] = [
        (
            "always: a key of the entry",
            "claude-code/git=always",
            &[(
                STATE,
                "{\"mcpServers\":{\"git\":{\"command\":\"x\",\"alwaysLoad\":true}},\"projects\":{\"/p\":{\"mcpServers\":{\"lo\":{\"command\":\"y\"}}}}}",
            )],
        ),
        (
            "when needed: the same key says no",
            "claude-code:local/lo=when-needed",
            &[(
                STATE,
                "{\"mcpServers\":{\"git\":{\"command\":\"x\"}},\"projects\":{\"/p\":{\"mcpServers\":{\"lo\":{\"command\":\"y\",\"alwaysLoad\":false}}}}}",
            )],
        ),
        (
            "a project's entry in its own file",
            "claude-code/pr=always",
            &[(SERVERS, "{\"mcpServers\":{\"pr\":{\"alwaysLoad\":true}}}")],
        ),
        ("as the server says: no key, and nothing changes", "claude-code/git=as-server-says", &[]),
        (
            "a user's server off as such: in every project",
            "claude-code:user/git=off",
            &[(USER, "{\"model\":\"m\",\"deniedMcpServers\":[{\"serverName\":\"git\"}]}")],
        ),
        (
            "a server off without a scope: in this project",
            "claude-code/git=off",
            &[(
                STATE,
                "{\"mcpServers\":{\"git\":{\"command\":\"x\"}},\"projects\":{\"/p\":{\"mcpServers\":{\"lo\":{\"command\":\"y\"}},\"disabledMcpServers\":[\"git\"]}}}",
            )],
        ),
        (
            "a plugin's server by its full name",
            "claude-code/plugin:p:k=off",
            &[(
                STATE,
                "{\"mcpServers\":{\"git\":{\"command\":\"x\"}},\"projects\":{\"/p\":{\"mcpServers\":{\"lo\":{\"command\":\"y\"}},\"disabledMcpServers\":[\"plugin:p:k\"]}}}",
            )],
        ),
        (
            "a tool off: a rule with the names as the client writes them",
            "claude-code/git/a.b c=off",
            &[(USER, "{\"model\":\"m\",\"permissions\":{\"deny\":[\"mcp__git__a_b_c\"]}}")],
        ),
        (
            "a plugin's tool",
            "claude-code/plugin:p:k/t=off",
            &[(USER, "{\"model\":\"m\",\"permissions\":{\"deny\":[\"mcp__plugin_p_k__t\"]}}")],
        ),
    ];
    for (why, spec, want) in cases {
        let want: Vec<_> =
            want.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        assert_eq!(machine(STATE_TEXT, "{\"model\":\"m\"}").set(spec), Ok(want), "{why}");
    }
}

#[test]
fn on_takes_back_exactly_what_switches_the_server_off() {
    // Rules stay: Plimsoll writes none for a whole server.
    let off = machine(
        "{\"mcpServers\":{\"git\":{}},\"projects\":{\"/p\":{\"disabledMcpServers\":[\"x\",\"git\"]}}}",
        "{\"deniedMcpServers\":[{\"serverName\":\"git\"},{\"serverName\":\"x\"}],\"permissions\":{\"deny\":[\"mcp__git\",\"mcp__g*\",\"mcp__git__t\"]}}",
    );
    let want = vec![
        (
            USER.to_owned(),
            "{\"deniedMcpServers\":[{\"serverName\":\"x\"}],\"permissions\":{\"deny\":[\"mcp__git\",\"mcp__g*\",\"mcp__git__t\"]}}".to_owned(),
        ),
        (
            STATE.to_owned(),
            "{\"mcpServers\":{\"git\":{}},\"projects\":{\"/p\":{\"disabledMcpServers\":[\"x\"]}}}".to_owned(),
        ),
    ];
    assert_eq!(off.set("claude-code/git=on"), Ok(want));
}

#[test]
fn an_older_client_has_no_word_for_when_needed() {
    let before = "{\"mcpServers\":{\"git\":{\"command\":\"x\",\"alwaysLoad\":true}}}";
    let after = "{\"mcpServers\":{\"git\":{\"command\":\"x\"}}}";
    let older = machine(before, "{}").version("2.1.286");
    assert_eq!(
        older.set("claude-code/git=when-needed"),
        Ok(vec![(STATE.to_owned(), after.to_owned())]),
        "`false` said nothing up to 2.1.286"
    );
    let newer = machine(before, "{}").version("2.1.287");
    let said = newer.set("claude-code/git=when-needed").expect("planned");
    assert!(said[0].1.contains("\"alwaysLoad\":false"));
}

#[test]
fn what_cannot_be_written_is_refused_and_leaves_nothing() {
    let cases = [
        ("no such server", "claude-code/nobody=always", "no-such-entry"),
        ("not in that scope", "claude-code:local/git=always", "no-such-entry"),
        ("the organisation's", "claude-code/boss=always", "not-ours"),
        ("the organisation's, off", "claude-code/boss=off", "not-ours"),
        ("a plugin's entry", "claude-code/plugin:p:k=always", "not-ours"),
        ("no switch for one tool", "claude-code/git/t=always", "no-such-switch"),
    ];
    for (why, spec, code) in cases {
        assert_eq!(machine(STATE_TEXT, "{}").set(spec), Err(code), "{why}");
    }
    let mut outside = machine(STATE_TEXT, "{}");
    outside.project = false;
    assert_eq!(outside.set("claude-code:project/pr=off"), Err("no-project"));
    let broken = machine("{\"mcpServers\":{\"git\":{},}}", "{}");
    assert_eq!(broken.set("claude-code/git=always"), Err("not-editable"), "a broken file");
    let odd = machine(STATE_TEXT, "{\"permissions\":[]}");
    assert_eq!(odd.set("claude-code/git/t=off"), Err("not-editable"), "a wrong type");
}

#[test]
fn a_rule_about_a_local_server_goes_where_the_user_says() {
    use super::super::{Change, Choices, Home, Target, Wanted, samples::edits};
    let change = Change::Tool {
        target: Target { client: ClaudeCode, home: None, server: "lo".to_owned() },
        tool: "t".to_owned(),
        wanted: Wanted::Off,
    };
    let choices = Choices { level: Some(Home::Local), ..Choices::default() };
    let text = "{\n  \"permissions\": {\n    \"deny\": [\n      \"mcp__lo__t\"\n    ]\n  }\n}";
    assert_eq!(
        edits(machine(STATE_TEXT, "{}").plan(&[change], choices)),
        Ok(vec![(LOCAL.to_owned(), text.to_owned())]),
        "a file that is not there is created in the client's format"
    );
}

#[test]
fn keep_only_denies_the_others() {
    use super::super::{Change, Choices, Target, list_hash, samples::edits};
    let keep = |tools: &[&str]| Change::Keep {
        target: Target { client: ClaudeCode, home: None, server: "git".to_owned() },
        tools: tools.iter().map(ToString::to_string).collect(),
    };
    let mut machine =
        machine(STATE_TEXT, "{\"permissions\":{\"deny\":[\"mcp__git__log\",\"Bash\"]}}");
    assert_eq!(
        edits(machine.plan(&[keep(&["log"])], Choices::default())),
        Err("tools-unknown"),
        "nobody knows the tools yet"
    );
    let tools: Vec<String> =
        ["log", "list_a", "list_b", "push", "a.b", "a_b"].map(ToOwned::to_owned).to_vec();
    machine.tools.insert("git".to_owned(), tools.clone());
    let plan = machine.plan(&[keep(&["log", "list_*", "a?b"])], Choices::default());
    assert_eq!(plan.kept[0].list_hash, list_hash(&tools));
    assert_eq!(
        edits(plan),
        Ok(vec![(
            USER.to_owned(),
            "{\"permissions\":{\"deny\":[\"Bash\",\"mcp__git__push\"]}}".to_owned()
        )])
    );
    for (why, tools, code) in [
        ("no such tool", &["nothing"][..], "no-such-tool"),
        ("one name for the client", &["a.b"], "same-name"),
        ("a pattern that is none", &["[a"], "bad-pattern"),
    ] {
        let plan = machine.plan(&[keep(tools)], Choices::default());
        assert_eq!(edits(plan), Err(code), "{why}");
    }
}

#[test]
fn a_wider_rule_of_somebody_else_stays_and_is_noted() {
    use super::super::{Change, Choices, Target, Wanted};
    let on = Change::Server {
        target: Target { client: ClaudeCode, home: None, server: "git".to_owned() },
        wanted: Wanted::Always,
    };
    let plan = machine(STATE_TEXT, "{\"permissions\":{\"deny\":[\"mcp__g*\"]}}")
        .plan(&[on], Choices::default());
    assert_eq!(plan.edits.len(), 1, "the entry only");
    assert_eq!(plan.notes[0].code, "still-denied");
}

#[test]
fn rules_are_merged_on_request_only() {
    use super::super::{Change, Choices, samples::edits};
    let settings = "{\"permissions\":{\"deny\":[\"mcp__a__x\",\"Bash\",\"mcp__a__*\",\"mcp__a\"]}}";
    let plan = machine(STATE_TEXT, settings)
        .plan(&[Change::MergeRules { client: ClaudeCode }], Choices::default());
    let want = "{\"permissions\":{\"deny\":[\"Bash\",\"mcp__a__*\"]}}";
    assert_eq!(edits(plan), Ok(vec![(USER.to_owned(), want.to_owned())]));
}

#[test]
fn an_entry_moves_between_the_scopes() {
    use super::super::{Change, Choices, Home, Target, samples::edits};
    let change = Change::Move {
        target: Target { client: ClaudeCode, home: None, server: "git".to_owned() },
        to: ClaudeCode,
        home: Home::Local,
        copy: false,
    };
    let state = "{\"mcpServers\":{\"git\":{\"command\":\"x\",\"n\":1.50}}}";
    let want = "{\"mcpServers\":{},\"projects\":{\"/p\":{\"mcpServers\":{\"git\":{\"command\":\"x\",\"n\":1.50}}}}}";
    assert_eq!(
        edits(machine(state, "{}").plan(&[change], Choices::default())),
        Ok(vec![(STATE.to_owned(), want.to_owned())]),
        "numbers keep their spelling"
    );
}

#[test]
fn the_mode_goes_into_the_chosen_settings() {
    use super::super::{Change, Choices, Home, samples::edits};
    let mode = |value: Option<&str>| Change::Mode {
        client: ClaudeCode,
        value: value.map(ToOwned::to_owned),
    };
    let before = machine(STATE_TEXT, "{\"env\":{\"ENABLE_TOOL_SEARCH\":\"true\"}}");
    assert_eq!(
        edits(before.plan(&[mode(None)], Choices::default())),
        Ok(vec![(USER.to_owned(), "{\"env\":{}}".to_owned())])
    );
    let choices = Choices { level: Some(Home::Local), ..Choices::default() };
    assert_eq!(
        edits(before.plan(&[mode(Some("auto:5"))], choices)),
        Ok(vec![(
            LOCAL.to_owned(),
            "{\n  \"env\": {\n    \"ENABLE_TOOL_SEARCH\": \"auto:5\"\n  }\n}".to_owned()
        )])
    );
}
