//! Whole homes of Claude Desktop, through the same door as the window.

use plimsoll_engine::wire::ServerState;
use plimsoll_tests::sandbox::Sandbox;
use serde_json::json;

use crate::cursor::audit;

#[tokio::test]
async fn servers_and_extensions_stand_beside_each_other() {
    let folder = ".config/Claude";
    let sandbox = Sandbox::new()
        .with_json(
            &format!("{folder}/claude_desktop_config.json"),
            &json!({"mcpServers": {
                "notes": {"command": "never-started", "env": {"API_KEY": "SENTINEL-A"}},
                "remote": {"url": "https://h/mcp"},
            }}),
        )
        .with_json(
            &format!("{folder}/extensions-installations.json"),
            &json!({"extensions": {"ant.dir.on": {}, "ant.dir.off": {}}}),
        )
        .with_json(
            &format!("{folder}/Claude Extensions/ant.dir.on/manifest.json"),
            &json!({"name": "on", "server": {"mcp_config": {
                "command": "node", "args": ["${__dirname}/s.js", "${user_config.folder}"],
            }}}),
        )
        .with_json(
            &format!("{folder}/Claude Extensions/ant.dir.off/manifest.json"),
            &json!({"name": "off", "server": {"mcp_config": {"command": "node"}}}),
        )
        .with_json(
            &format!("{folder}/Claude Extensions Settings/ant.dir.on.json"),
            &json!({"isEnabled": true, "userConfig": {"folder": "SENTINEL-B"}}),
        )
        .with_json(
            &format!("{folder}/Claude Extensions Settings/ant.dir.off.json"),
            &json!({"isEnabled": false}),
        );
    let audit = audit(&sandbox, "claude-desktop").await;
    let servers: Vec<_> = audit.clients[0]
        .servers
        .iter()
        .map(|server| (server.scope.as_str(), server.name.as_str(), server.state))
        .collect();
    assert_eq!(
        servers,
        [
            ("user", "notes", ServerState::NotStarted),
            ("user", "remote", ServerState::Off),
            ("extension", "on", ServerState::NotStarted),
            ("extension", "off", ServerState::Off),
        ]
    );
    let shown = serde_json::to_string(&audit).expect("wire types serialise");
    assert!(!shown.contains("SENTINEL"), "no value is shown");
    let codes: Vec<_> = audit.problems.iter().map(|problem| problem.code.as_str()).collect();
    assert!(codes.contains(&"entry-unusable") && codes.contains(&"extension-answers-not-read"));
}
