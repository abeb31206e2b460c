//! Other services than the vendor's own API, and what only an organisation says.

use super::*;

/// What 2.1.332 and 2.1.197 sent to stand-ins of the three services, with their
/// switches in the shell.
#[test]
fn other_services_search_as_measured() {
    use Loading::{Always, Unknown, WhenNeeded};
    const NEW: &str = "2.1.332";
    const OLD: &str = "2.1.197";
    const BEDROCK: (&str, &str) = ("CLAUDE_CODE_USE_BEDROCK", "1");
    const VERTEX: (&str, &str) = ("CLAUDE_CODE_USE_VERTEX", "yes");
    const FOUNDRY: (&str, &str) = ("CLAUDE_CODE_USE_FOUNDRY", "true");
    const PROXY: (&str, &str) = ("ANTHROPIC_BASE_URL", "http://127.0.0.1:1");
    let model = |name| ("ANTHROPIC_MODEL", name);
    let switch = |value| ("ENABLE_TOOL_SEARCH", value);
    let cases: [(&str, &str, &[(&str, &str)], Loading); 26] = [
        ("the default", NEW, &[BEDROCK], WhenNeeded),
        ("the default", NEW, &[VERTEX], WhenNeeded),
        ("the default", NEW, &[FOUNDRY], WhenNeeded),
        ("the default", OLD, &[BEDROCK], WhenNeeded),
        ("not by itself", OLD, &[VERTEX], Always),
        ("but when asked", OLD, &[VERTEX, switch("true")], WhenNeeded),
        ("the default", OLD, &[FOUNDRY], WhenNeeded),
        ("no base URL counts", OLD, &[BEDROCK, PROXY], WhenNeeded),
        ("no base URL counts", OLD, &[FOUNDRY, PROXY], WhenNeeded),
        ("a switch that is off", OLD, &[("CLAUDE_CODE_USE_BEDROCK", "0"), PROXY], Always),
        ("a switch that is no word", OLD, &[("CLAUDE_CODE_USE_BEDROCK", "2"), PROXY], Always),
        ("off", NEW, &[BEDROCK, switch("false")], Always),
        ("no betas", NEW, &[BEDROCK, ("CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS", "1")], Always),
        ("4.0", NEW, &[VERTEX, model("claude-sonnet-4@20250514")], Always),
        ("4.0, asked", NEW, &[VERTEX, model("claude-opus-4-20250514"), switch("true")], Always),
        ("4.1", NEW, &[VERTEX, model("claude-opus-4-1@20250805")], Always),
        ("4.5", NEW, &[VERTEX, model("claude-haiku-4-5@20251001")], WhenNeeded),
        ("4.8", NEW, &[VERTEX, model("claude-opus-4-8")], WhenNeeded),
        ("a name of one's own", NEW, &[VERTEX, model("weird-model")], WhenNeeded),
        ("4.0", OLD, &[VERTEX, model("claude-sonnet-4@20250514"), switch("true")], WhenNeeded),
        ("4.0", NEW, &[BEDROCK, model("us.anthropic.claude-sonnet-4-20250514-v1:0")], WhenNeeded),
        ("3.7", NEW, &[BEDROCK, model("us.anthropic.claude-3-7-sonnet-20250219-v1:0")], Always),
        ("3.7", OLD, &[BEDROCK, model("us.anthropic.claude-3-7-sonnet-20250219-v1:0")], WhenNeeded),
        ("Bedrock wins", NEW, &[BEDROCK, VERTEX, model("claude-sonnet-4@1")], WhenNeeded),
        ("Foundry wins", NEW, &[FOUNDRY, VERTEX, model("claude-sonnet-4@1")], WhenNeeded),
        ("counted out of sight", NEW, &[BEDROCK, switch("auto")], Unknown),
    ];
    for (why, version, variables, want) in cases {
        let mut home = Home::new(&[(".claude.json", r#"{"mcpServers":{"a":{"command":"x"}}}"#)]);
        for (name, value) in variables {
            home = home.env(name, value);
        }
        let installed = Installed { version: version.parse().ok(), source: None };
        let reading = ClaudeCode.read_as(&home.world(), Some(&home.path("proj")), installed);
        assert_eq!(loading_of(&reading, None).0, want, "{why} in {version}: {variables:?}");
    }
}

#[test]
fn a_projects_settings_choose_the_service_too() {
    for file in
        [".claude/settings.json", "proj/.claude/settings.json", "proj/.claude/settings.local.json"]
    {
        let home = Home::new(&[
            (".claude.json", r#"{"mcpServers":{"a":{"command":"x"}}}"#),
            (file, r#"{"env":{"CLAUDE_CODE_USE_VERTEX":"1"}}"#),
        ])
        .env("ANTHROPIC_MODEL", "claude-sonnet-4@20250514");
        assert_eq!(loading_of(&home.read(), None).0, Loading::Always, "{file}");
    }
}

#[test]
fn only_the_organisation_restricts_servers_to_plugins() {
    let managed = "system/etc/claude-code/managed-settings.json";
    let user = (".claude.json", A);
    let cases = [
        ("a list", managed, r#"{"strictPluginOnlyCustomization":["mcp"]}"#, "a user off"),
        ("everything", managed, r#"{"strictPluginOnlyCustomization":true}"#, "a user off"),
        ("a word", managed, r#"{"strictPluginOnlyCustomization":"mcp"}"#, "a user off"),
        (
            "other things",
            managed,
            r#"{"strictPluginOnlyCustomization":["skills"]}"#,
            "a user active",
        ),
        ("nothing", managed, r#"{"strictPluginOnlyCustomization":[]}"#, "a user active"),
        ("no", managed, r#"{"strictPluginOnlyCustomization":false}"#, "a user active"),
        (
            "the user's own file",
            ".claude/settings.json",
            r#"{"strictPluginOnlyCustomization":true}"#,
            "a user active",
        ),
    ];
    for (why, file, text, want) in cases {
        assert_eq!(standings(&Home::new(&[user, (file, text)]).read()), [want], "{why}");
    }
}

#[test]
fn the_caveat_says_what_no_file_tells() {
    let caveat = |files: &[(&str, &str)]| Home::new(files).read().policy.caveat().expect("one");
    assert!(caveat(&[]).contains("connectors"));
    let off = (".claude/settings.json", r#"{"disableClaudeAiConnectors":true}"#);
    assert!(!caveat(&[off]).contains("connectors"));
    let off = (".claude/settings.json", r#"{"env":{"ENABLE_CLAUDEAI_MCP_SERVERS":"false"}}"#);
    assert!(!caveat(&[off]).contains("connectors"));
}
