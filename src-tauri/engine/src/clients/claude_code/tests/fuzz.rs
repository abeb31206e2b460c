//! No content of any file makes the reading panic or hang.

use proptest::prelude::*;

use super::*;
use crate::fuzz;

const WORDS: &[&str] = &[
    "mcpServers",
    "projects",
    "env",
    "command",
    "args",
    "url",
    "type",
    "http",
    "permissions",
    "deny",
    "mcp__a__*",
    "ENABLE_TOOL_SEARCH",
    "auto:5",
    "plugins",
    "p@m",
    "m",
    "source",
    "directory",
    "name",
    "installLocation",
    "installPath",
    "HOME/proj",
    "HOME/plugin",
    "./servers.json",
    "enabledPlugins",
    "${X:-",
    "}",
    "alwaysLoad",
    "é\u{202e}",
    "deniedMcpServers",
    "serverCommand",
    "toolPermissions",
    "oauth",
    "strictPluginOnlyCustomization",
    "mcp",
];

/// Every file that is read, each with a valid text of its kind.
const FILES: [(&str, &str); 12] = [
    (
        ".claude.json",
        r#"{"mcpServers":{"a":{"command":"x","args":["${X:-d}"],"env":{"K":"v"},"alwaysLoad":true}},
            "projects":{"HOME/proj":{"disabledMcpServers":["a"],"mcpServers":{"b":{"type":"http","url":"http://h"}}}}}"#,
    ),
    (
        ".claude/settings.json",
        r#"{"env":{"ENABLE_TOOL_SEARCH":"auto:5"},"permissions":{"deny":["mcp__a__*"]},
            "enabledPlugins":{"p@m":true},"deniedMcpServers":[{"serverCommand":["x"]}]}"#,
    ),
    ("proj/.claude/settings.json", r#"{"enabledMcpjsonServers":["a"],"model":"sonnet"}"#),
    ("proj/.claude/settings.local.json", r#"{"disabledMcpjsonServers":["a","b"]}"#),
    ("proj/.mcp.json", r#"{"mcpServers":{"a":{"command":"y","type":"stdio"}}}"#),
    (
        ".claude/plugins/installed_plugins.json",
        r#"{"version":2,"plugins":{"p@m":[{"scope":"user","installPath":"HOME/plugin"}]}}"#,
    ),
    (
        ".claude/plugins/known_marketplaces.json",
        r#"{"m":{"source":{"source":"directory"},"installLocation":"HOME/market"}}"#,
    ),
    (
        "market/.claude-plugin/marketplace.json",
        r#"{"plugins":[{"name":"p","source":"../plugin"}]}"#,
    ),
    ("plugin/.mcp.json", r#"{"s":{"command":"${CLAUDE_PLUGIN_ROOT}/run"}}"#),
    (
        "plugin/.claude-plugin/plugin.json",
        r#"{"name":"p","mcpServers":["./servers.json",{"t":{"command":"x"}}]}"#,
    ),
    ("plugin/servers.json", r#"{"mcpServers":{"u":{"command":"x"}}}"#),
    (
        "system/etc/claude-code/managed-settings.json",
        r#"{"strictPluginOnlyCustomization":["mcp"],"allowedMcpServers":[{"serverName":"a"}]}"#,
    ),
];

fn contents() -> impl Strategy<Value = Vec<Vec<u8>>> {
    FILES.map(|(_, valid)| fuzz::file(WORDS, valid).boxed()).to_vec()
}

proptest! {
    #![proptest_config(fuzz::cases(64))]

    #[test]
    fn no_file_makes_the_reading_panic(
        contents in contents(),
        managed in prop::option::weighted(0.1, fuzz::file(WORDS, r#"{"mcpServers":{"m":{"command":"x"}}}"#)),
    ) {
        let _watch = fuzz::Watch::over(format!("{contents:?}"));
        let home = Home::new(&[]);
        for ((file, _), bytes) in FILES.iter().zip(&contents) {
            home.write(file, bytes);
        }
        if let Some(bytes) = managed {
            home.write("system/etc/claude-code/managed-mcp.json", &bytes);
        }
        let reading = home.read();
        for entry in &reading.entries {
            let tool = ToolTraits { name: "t", always_load: None };
            let _ = reading.policy.verdict(entry, tool, None);
        }
        let _ = ClaudeCode.projects(&home.world());
    }

    #[test]
    fn no_text_makes_a_small_parser_panic(text in any::<String>()) {
        let _watch = fuzz::Watch::over(text.clone());
        let _ = mode::asked(&text);
        let _ = policy::written(&text);
        let _ = expand(&text, |_| None, &mut Vec::new());
        let place = crate::clients::Place { file: PathBuf::new(), line: 1, column: 1 };
        if let Ok(rule) = DenyRule::parse(&text, place) {
            let _ = rule.takes_own(&text);
            let _ = DenyRules::of(vec![rule]).taking(&text, &text, true);
        }
        let _ = places::is_key_of(Platform::Windows, &text, Path::new(&text));
        let _ = Rules::of(None).model_is_too_old(&text, Service::Vertex);
    }
}
