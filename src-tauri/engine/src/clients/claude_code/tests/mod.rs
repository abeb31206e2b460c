//! Whole homes: what is read from where, and what becomes of it.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::SystemTime};

use tempfile::TempDir;

mod fuzz;
mod services;

use super::*;
use crate::{
    clients::{Loading, Scope, Standing, ToolTraits},
    world::Platform,
};

/// A throw-away home with a project folder `proj`.
struct Home {
    folder: TempDir,
    env: BTreeMap<String, String>,
}

impl Home {
    fn new(files: &[(&str, &str)]) -> Self {
        let home = Self { folder: tempfile::tempdir().expect("a folder"), env: BTreeMap::new() };
        std::fs::create_dir_all(home.path("proj")).expect("made");
        for (path, text) in files {
            home.write(path, text.as_bytes());
        }
        home
    }

    fn env(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.to_owned(), value.to_owned());
        self
    }

    fn path(&self, below: &str) -> PathBuf {
        std::fs::canonicalize(self.folder.path()).expect("there").join(below)
    }

    /// Writes a file; `HOME` in the text stands for the home folder.
    fn write(&self, below: &str, bytes: &[u8]) {
        let path = self.path(below);
        std::fs::create_dir_all(path.parent().expect("below")).expect("made");
        let home = self.path("");
        let home = home.to_string_lossy();
        let home = home.trim_end_matches('/');
        let text = std::str::from_utf8(bytes).map(|text| text.replace("HOME", home));
        std::fs::write(path, text.map_or(bytes.to_vec(), String::into_bytes)).expect("written");
    }

    fn world(&self) -> World {
        World {
            platform: Platform::Linux,
            home: self.path(""),
            env: self.env.clone(),
            system_root: self.path("system"),
            clock: Arc::new(|| SystemTime::UNIX_EPOCH),
            texts: crate::world::Texts::default(),
        }
    }

    fn read_in(&self, below: &str) -> Reading {
        ClaudeCode.read(&self.world(), UserSays::default(), Some(&self.path(below)))
    }

    fn read(&self) -> Reading {
        self.read_in("proj")
    }
}

/// `NAME SCOPE STANDING` of every entry.
fn standings(reading: &Reading) -> Vec<String> {
    reading
        .entries
        .iter()
        .map(|entry| {
            let standing = match &entry.standing {
                Standing::Active => "active",
                Standing::Shadowed { .. } => "shadowed",
                Standing::Off(_) => "off",
                Standing::NeedsApproval(_) => "asks",
                Standing::Unusable(_) => "unusable",
            };
            format!("{} {} {standing}", entry.name, entry.scope.as_str())
        })
        .collect()
}

const ALL: (&str, &str) = (".claude/settings.json", r#"{"enableAllProjectMcpServers":true}"#);
const A: &str = r#"{"mcpServers":{"a":{"command":"shared"}}}"#;

/// What was prepared for a reading is found again by how it prints.
#[test]
fn equal_readings_print_alike() {
    let servers: serde_json::Map<_, _> = (0..30)
        .map(|number| (format!("s{number}"), serde_json::json!({"command": "x", "args": [number.to_string()], "alwaysLoad": true})))
        .collect();
    let text = serde_json::json!({"mcpServers": servers}).to_string();
    let home = Home::new(&[(".claude.json", &text)]);
    assert_eq!(format!("{:?}", home.read()), format!("{:?}", home.read()));
}

#[test]
fn the_nearest_definition_wins_as_a_whole() {
    let home = Home::new(&[
        ALL,
        (
            ".claude.json",
            r#"{"mcpServers":{"a":{"command":"user"},"b":{"command":"user"}},
                "projects":{"HOME/proj":{"mcpServers":{"a":{"command":"local"}}}}}"#,
        ),
        ("proj/.mcp.json", r#"{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}"#),
        (".mcp.json", r#"{"mcpServers":{"b":{"command":"above"}}}"#),
    ]);
    let want = [
        "a local active",
        "a project shadowed",
        "b project active",
        "b project shadowed",
        "a user shadowed",
        "b user shadowed",
    ];
    assert_eq!(standings(&home.read()), want);
}

#[test]
fn what_does_not_count_hides_nothing() {
    let user = r#"{"mcpServers":{"a":{"command":"user"}}}"#;
    let cases: [(&str, &[(&str, &str)], &[&str]); 4] = [
        (
            "not approved yet",
            &[(".claude.json", user), ("proj/.mcp.json", A)],
            &["a project asks", "a user active"],
        ),
        (
            "rejected",
            &[
                (".claude.json", user),
                ("proj/.mcp.json", A),
                ("proj/.claude/settings.json", r#"{"disabledMcpjsonServers":["a"]}"#),
            ],
            &["a project off", "a user active"],
        ),
        (
            "skipped",
            &[ALL, (".claude.json", user), ("proj/.mcp.json", r#"{"mcpServers":{"a":{}}}"#)],
            &["a project unusable", "a user active"],
        ),
        (
            "switched off: the winner is off, the loser stays hidden",
            &[
                ALL,
                (
                    ".claude.json",
                    r#"{"mcpServers":{"a":{"command":"user"}},
                        "projects":{"HOME/proj":{"disabledMcpServers":["a"]}}}"#,
                ),
                ("proj/.mcp.json", A),
            ],
            &["a project off", "a user shadowed"],
        ),
    ];
    for (why, files, want) in cases {
        assert_eq!(standings(&Home::new(files).read()), want, "{why}");
    }
}

#[test]
fn the_organisations_file_shuts_out_all_others() {
    let managed = "system/etc/claude-code/managed-mcp.json";
    let user = (".claude.json", A);
    let home = Home::new(&[user, (managed, r#"{"mcpServers":{"m":{"command":"x"}}}"#)]);
    assert_eq!(standings(&home.read()), ["m managed active"]);
    let broken = Home::new(&[user, (managed, "{")]).read();
    assert!(broken.entries.is_empty(), "a broken one too");
    assert_eq!(broken.findings[0].code, "managed-servers-broken");
}

#[test]
fn plugins_bring_servers() {
    let installed = r#"{"version":2,"plugins":{"p@m":[
        {"scope":"project","projectPath":"HOME/other","installPath":"HOME/none"},
        {"scope":"user","installPath":"HOME/.claude/plugins/cache/m/p/1"}]}}"#;
    let git = r#"{"m":{"source":{"source":"git"},"installLocation":"HOME/market"}}"#;
    let servers = r#"{"s":{"command":"${CLAUDE_PLUGIN_ROOT}/run"},"t":{"command":"file"},
        "u":{"command":"twin"}}"#;
    let manifest = r#"{"mcpServers":{"t":{"command":"manifest"}}}"#;
    let files = [
        (".claude.json", r#"{"mcpServers":{"own":{"command":"twin"}}}"#),
        (".claude/settings.json", r#"{"enabledPlugins":{"p@m":true}}"#),
        (".claude/plugins/installed_plugins.json", installed),
        (".claude/plugins/known_marketplaces.json", git),
        (".claude/plugins/cache/m/p/1/.mcp.json", servers),
        (".claude/plugins/cache/m/p/1/.claude-plugin/plugin.json", manifest),
    ];
    let home = Home::new(&files);
    let reading = home.read();
    assert_eq!(
        standings(&reading),
        [
            "own user active",
            "plugin:p:s plugin active",
            "plugin:p:u plugin shadowed",
            "plugin:p:t plugin active",
        ]
    );
    let s = &reading.entries[1];
    assert_eq!(s.scope, Scope::Plugin("p".to_owned()));
    assert_eq!(reading.policy.sent_as(s, "x.y"), "mcp__plugin_p_s__x_y");
    let Some(crate::clients::Launch::Stdio(stdio)) = &s.launch else { panic!("a program") };
    assert!(stdio.command.ends_with("/.claude/plugins/cache/m/p/1/run"), "{}", stdio.command);

    home.write("proj/.claude/settings.json", br#"{"enabledPlugins":{"p@m":false}}"#);
    assert_eq!(standings(&home.read()), ["own user active"], "switched off here");
    home.write("proj/.claude/settings.json", b"{}");
    home.write(".claude/plugins/known_marketplaces.json", b"{}");
    assert_eq!(standings(&home.read()), ["own user active"], "of an unknown market");
}

/// The loading of tool `t` of server `a`, and the line that decides.
fn loading_of(reading: &Reading, always_load: Option<bool>) -> (Loading, Option<(String, u32)>) {
    let entry = reading.entries.iter().find(|entry| entry.is_active()).expect("an active entry");
    let verdict =
        reading.policy.verdict(entry, ToolTraits { name: "t", always_load }, Some(40_000));
    let place = verdict.cause.place.map(|place| {
        let name = place.file.file_name().map(|name| name.to_string_lossy().into_owned());
        (name.unwrap_or_default(), place.line)
    });
    (verdict.loading, place)
}

#[test]
fn every_tool_has_a_loading_and_the_line_that_decides() {
    use Loading::{Always, Off, WhenNeeded};
    const PLAIN: (&str, &str) = (".claude.json", "{\"mcpServers\":{\"a\":{\"command\":\"x\"}}}");
    const EAGER: (&str, &str) =
        (".claude.json", "{\"mcpServers\":{\"a\":{\"command\":\"x\",\n\"alwaysLoad\":true}}}");
    const LAZY: (&str, &str) =
        (".claude.json", "{\"mcpServers\":{\"a\":{\"command\":\"x\",\n\"alwaysLoad\":false}}}");
    let settings = |text| (".claude/settings.json", text);
    let off = settings("{\"env\":{\n\"ENABLE_TOOL_SEARCH\":\"off\"}}");
    let auto =
        settings("{\"model\":\"claude-opus-4-5\",\"env\":{\n\"ENABLE_TOOL_SEARCH\":\"auto\"}}");
    let auto_large = settings("{\"env\":{\n\"ENABLE_TOOL_SEARCH\":\"auto\"}}");
    let denied = settings("{\"permissions\":{\"deny\":[\n\"mcp__a__t*\"]}}");
    let no_search = settings("{\"permissions\":{\"deny\":[\n\"ToolSearch\"]}}");
    let old = settings("{\n\"model\":\"claude-3-5-haiku-20241022\"}");
    let cases: [(&str, &[(&str, &str)], Option<bool>, Loading, Option<(&str, u32)>); 14] = [
        ("the default", &[PLAIN], None, WhenNeeded, None),
        ("the server's wish", &[PLAIN], Some(true), Always, None),
        ("an eager entry", &[EAGER], None, Always, Some((".claude.json", 2))),
        (
            "an eager entry against the server",
            &[EAGER],
            Some(false),
            Always,
            Some((".claude.json", 2)),
        ),
        (
            "a lazy entry against the server",
            &[LAZY],
            Some(true),
            WhenNeeded,
            Some((".claude.json", 2)),
        ),
        ("search off", &[PLAIN, off], None, Always, Some(("settings.json", 2))),
        ("search off, lazy entry", &[LAZY, off], None, Always, Some(("settings.json", 2))),
        ("a deny rule", &[EAGER, denied], None, Off, Some(("settings.json", 2))),
        ("the search tool denied", &[PLAIN, no_search], None, Always, Some(("settings.json", 2))),
        ("a model that cannot", &[PLAIN, old], None, Always, Some(("settings.json", 2))),
        (
            "40,000 are more than 10 % of 200,000",
            &[PLAIN, auto],
            None,
            WhenNeeded,
            Some(("settings.json", 2)),
        ),
        ("but not of 1,000,000", &[PLAIN, auto_large], None, Always, Some(("settings.json", 2))),
        ("auto and an eager entry", &[EAGER, auto], None, Always, Some((".claude.json", 2))),
        ("auto and the server's wish", &[PLAIN, auto], Some(true), Always, None),
    ];
    for (why, files, always_load, loading, place) in cases {
        let got = loading_of(&Home::new(files).read(), always_load);
        assert_eq!(got, (loading, place.map(|(file, line)| (file.to_owned(), line))), "{why}");
    }
}

#[test]
fn the_more_local_switch_wins_and_files_beat_the_shell() {
    let plain = (
        ".claude.json",
        r#"{"mcpServers":{"a":{"command":"x"}},"env":{"ENABLE_TOOL_SEARCH":"1"}}"#,
    );
    let says = |value: &str| format!(r#"{{"env":{{"ENABLE_TOOL_SEARCH":"{value}"}}}}"#);
    let home = Home::new(&[plain]).env("ENABLE_TOOL_SEARCH", "false");
    let check = |why: &str, want: Loading| {
        assert_eq!(loading_of(&home.read(), None).0, want, "{why}");
    };
    check("~/.claude.json over the shell", Loading::WhenNeeded);
    home.write(".claude/settings.json", says("false").as_bytes());
    check("user settings over ~/.claude.json", Loading::Always);
    home.write("proj/.claude/settings.json", says("true").as_bytes());
    check("project over user", Loading::WhenNeeded);
    home.write("proj/.claude/settings.local.json", says("false").as_bytes());
    check("local over project", Loading::Always);
    home.write("system/etc/claude-code/managed-settings.json", says("true").as_bytes());
    check("managed over local", Loading::WhenNeeded);
    home.write("system/etc/claude-code/managed-settings.d/10.json", says("false").as_bytes());
    check("a later managed file over the first", Loading::Always);
}

#[test]
fn findings_name_the_fault_and_its_line() {
    let cases: [(&str, &[(&str, &str)], u32); 9] = [
        ("file-unreadable", &[("proj/.mcp.json", "{\n\"mcpServers\":{},}")], 2),
        ("file-unreadable", &[(".claude/settings.json", "{\n// no\n}")], 2),
        ("settings-refused", &[(".claude/settings.json", "{\n\"model\":5}")], 2),
        (
            "url-without-type",
            &[("proj/.mcp.json", "{\"mcpServers\":{\n\"a\":{\"url\":\"http://h\"}}}")],
            2,
        ),
        ("servers-not-wrapped", &[("proj/.mcp.json", "{\"a\":{\"command\":\"x\"}}")], 1),
        (
            "deny-rule-skipped",
            &[(".claude/settings.json", "{\"permissions\":{\"deny\":[\n\"mcp__a(*)\"]}}")],
            2,
        ),
        (
            "deferral-off",
            &[(".claude/settings.json", "{\"env\":{\n\"ENABLE_TOOL_SEARCH\":\"0\"}}")],
            2,
        ),
        ("wrong-file", &[("proj/.claude/mcp.json", A)], 1),
        (
            "variable-not-set",
            &[(".claude.json", "{\"mcpServers\":{\n\"a\":{\"command\":\"${NOPE}\"}}}")],
            2,
        ),
    ];
    for (code, files, line) in cases {
        let findings = Home::new(files).read().findings;
        let found = findings.iter().find(|finding| finding.code == code);
        let place = found.and_then(|finding| finding.place.as_ref()).map(|place| place.line);
        assert_eq!(place, Some(line), "{code}: {findings:?}");
    }
}

#[test]
fn a_remark_among_the_entries_is_a_hint() {
    let home = Home::new(&[(".claude.json", r#"{"mcpServers":{"_comment":"mine"}}"#)]);
    let findings = home.read().findings;
    let said: Vec<_> = findings.iter().map(|found| (found.code, found.level)).collect();
    assert_eq!(said, [("entry-skipped", crate::clients::Level::Hint)]);
}

#[test]
fn nothing_fires_for_what_is_fine() {
    let home = Home::new(&[
        ALL,
        (".claude.json", "{\"mcpServers\":{}}"),
        (
            "proj/.mcp.json",
            "{\n\t\"mcpServers\": {\"a\": {\"args\": [], \"command\": \"x\", \"env\": {}, \"disabled\": false}}}",
        ),
        ("proj/.claude/settings.local.json", r#"{"disabledMcpjsonServers":["z","z"]}"#),
    ]);
    let findings = home.read().findings;
    assert!(findings.is_empty(), "{findings:?}");
}

/// The values a real client put in their place and into the environment.
#[test]
fn a_plugin_knows_its_folders() {
    let home = Home::new(&[
        (".claude/settings.json", r#"{"enabledPlugins":{"pl@m":true}}"#),
        (
            ".claude/plugins/installed_plugins.json",
            r#"{"version":2,"plugins":{"pl@m":[{"scope":"user","installPath":"HOME/pl"}]}}"#,
        ),
        (
            ".claude/plugins/known_marketplaces.json",
            r#"{"m":{"source":{"source":"github","repo":"x/y"}}}"#,
        ),
        (
            "pl/.mcp.json",
            r#"{"mcpServers":{"s":{"command":"x","args":["${CLAUDE_PROJECT_DIR}","${CLAUDE_PLUGIN_ROOT}","${CLAUDE_PLUGIN_DATA}"],"env":{"CLAUDE_PLUGIN_ROOT":"mine"}}}}"#,
        ),
    ]);
    let reading = home.read();
    let entry = &reading.entries[0];
    assert!(entry.missing_variables.is_empty(), "{:?}", entry.missing_variables);
    let Some(crate::clients::Launch::Stdio(stdio)) = &entry.launch else { panic!("{entry:?}") };
    let at = |below: &str| home.path(below).display().to_string();
    let data = at(".claude/plugins/data/pl-m");
    assert_eq!(stdio.args, [at("proj"), at("pl"), data.clone()]);
    let env: Vec<_> =
        stdio.env.iter().map(|(name, value)| (name.as_str(), value.expose())).collect();
    assert_eq!(env, [("CLAUDE_PLUGIN_ROOT", "mine"), ("CLAUDE_PLUGIN_DATA", &data)]);
}

/// Which file or key, and the codes and lines found.
#[test]
fn what_is_lost_or_read_by_nobody_is_named() {
    let cases: [(&str, &[(&str, &str)], &[(&str, u32)]); 5] = [
        (
            "servers twice",
            &[(
                ".claude.json",
                "{\"mcpServers\":{\"a\":{\"command\":\"x\"}},\n\"mcpServers\":{\"b\":{\"command\":\"y\"}}}",
            )],
            &[("duplicate-key", 2)],
        ),
        (
            "a project twice",
            &[(".claude.json", "{\"projects\":{\"/p\":{},\n\"/p\":{}}}")],
            &[("duplicate-key", 2)],
        ),
        (
            "keys of an entry twice",
            &[(
                ".claude.json",
                "{\"mcpServers\":{\"a\":{\"command\":\"x\",\n\"command\":\"y\",\"env\":{\"A\":\"1\",\n\"A\":\"2\"}}}}",
            )],
            &[("duplicate-key", 2), ("duplicate-key", 3)],
        ),
        ("what concerns nobody", &[(".claude.json", "{\"tips\":1,\"tips\":2}")], &[]),
        ("a file above every project but this", &[("home/.mcp.json", A)], &[("wrong-file", 1)]),
    ];
    for (why, files, want) in cases {
        let home = Home::new(files);
        let mut world = home.world();
        if files.iter().any(|(path, _)| path.starts_with("home/")) {
            world.home = home.path("home");
        }
        let reading = ClaudeCode.read(&world, UserSays::default(), Some(&home.path("proj")));
        let found: Vec<_> = reading
            .findings
            .iter()
            .filter(|found| ["duplicate-key", "wrong-file"].contains(&found.code))
            .map(|found| (found.code, found.place.as_ref().map_or(0, |place| place.line)))
            .collect();
        assert_eq!(found, want, "{why}");
    }
}

#[test]
fn a_moved_configuration_has_its_own_remedy() {
    let home = Home::new(&[("conf/mcp.json", A), (".claude/mcp.json", "{}")]);
    let conf = home.path("conf");
    let home = home.env("CLAUDE_CONFIG_DIR", &conf.to_string_lossy());
    let reading = home.read();
    let found = reading.findings.iter().find(|found| found.code == "wrong-file").expect("found");
    let hint = found.hint.as_deref().unwrap_or_default();
    assert!(hint.contains("conf/.claude.json"), "{hint}");
}

#[test]
fn a_relative_program_belongs_to_its_project() {
    let own = r#"{"mcpServers":{"a":{"command":"node","args":["./s.js"]},"b":{"command":"npx","args":["-y","p"]}}}"#;
    let home = Home::new(&[ALL, ("proj/.mcp.json", own), ("other/.mcp.json", own)]);
    let keys = |below: &str| -> Vec<String> {
        let reading = home.read_in(below);
        let launches = reading.entries.iter().filter_map(|entry| entry.launch.as_ref());
        launches.map(crate::clients::Launch::key).collect()
    };
    let (one, other) = (keys("proj"), keys("other"));
    assert_ne!(one[0], other[0]);
    assert_eq!(one[1], other[1]);
}
