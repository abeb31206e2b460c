use std::{
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use proptest::prelude::*;

use super::*;
use crate::{
    clients::{DesktopToolAccess, Loading, Scope, Standing, ToolTraits},
    fuzz,
    world::Platform,
};

/// A world of the given system.
pub(super) fn world(platform: Platform, home: &str, env: &[(&str, &str)]) -> World {
    World {
        platform,
        home: PathBuf::from(home),
        env: env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        system_root: PathBuf::from("/"),
        clock: Arc::new(SystemTime::now),
        texts: crate::world::Texts::default(),
    }
}

/// A home with files below the usual configuration folder of this system.
struct Sandbox {
    _folder: tempfile::TempDir,
    world: World,
}

impl Sandbox {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let world = world(Platform::here(), &folder.path().to_string_lossy(), &[]);
        let sandbox = Self { _folder: folder, world };
        for (name, text) in files {
            sandbox.write(Build::Usual, name, text);
        }
        sandbox
    }

    fn write(&self, build: Build, name: &str, text: &str) -> PathBuf {
        let folders = paths::folders(&self.world);
        let folder = folders.iter().find(|folder| folder.build == build).expect("such a build");
        let path = folder.path.join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(&path, text).expect("written");
        path
    }

    fn read(&self) -> Reading {
        ClaudeDesktop.read(&self.world, UserSays::default(), Some(Path::new("/any")))
    }
}

const SERVERS: &str = r#"{"mcpServers":{"a":{"command":"x"}},"globalShortcut":"k"}"#;
const INSTALLED: &str = r#"{"extensions":{
    "ant.dir.x":{"id":"ant.dir.x","version":"1.0.0","manifest":{"name":"x","server":{"mcp_config":{"command":"node"}}}},
    "../evil":{"manifest":{"server":{"mcp_config":{"command":"node"}}}},
    "local.bare":{}
}}"#;

fn standings(reading: &Reading) -> Vec<(&str, &str, bool)> {
    reading
        .entries
        .iter()
        .map(|entry| (entry.scope.as_str(), entry.name.as_str(), entry.is_active()))
        .collect()
}

#[test]
fn servers_and_extensions_are_read() {
    let config = (CONFIG, SERVERS);
    let installed = ("extensions-installations.json", INSTALLED);
    assert_eq!(standings(&Sandbox::new(&[]).read()), []);
    assert_eq!(standings(&Sandbox::new(&[config]).read()), [("user", "a", true)]);
    assert_eq!(
        standings(&Sandbox::new(&[config, installed]).read()),
        [("user", "a", true), ("extension", "x", true), ("extension", "local.bare", false)],
        "an id that is no folder name is left out"
    );

    // The unpacked manifest counts, and the switch.
    let settings = r#"{"userConfig":{"key":"SENTINEL"},"isEnabled":false}"#;
    let sandbox = Sandbox::new(&[
        installed,
        (
            "Claude Extensions/ant.dir.x/manifest.json",
            r#"{"name":"newer","server":{"mcp_config":{"command":"${user_config.key}"}}}"#,
        ),
        ("Claude Extensions Settings/ant.dir.x.json", settings),
    ]);
    let reading = sandbox.read();
    assert_eq!(reading.entries[0].name, "newer");
    assert_eq!(reading.entries[0].scope, Scope::Extension("ant.dir.x".to_owned()));
    let Standing::Off(cause) = &reading.entries[0].standing else { panic!("off") };
    assert!(cause.place.as_ref().is_some_and(|place| place.file.ends_with("ant.dir.x.json")));
    assert!(!format!("{reading:?}").contains("SENTINEL"), "answers are not read");
}

#[test]
fn broken_files_are_findings() {
    let sandbox = Sandbox::new(&[
        (CONFIG, "{// no\n}"),
        ("extensions-installations.json", INSTALLED),
        ("Claude Extensions Settings/ant.dir.x.json", "{"),
    ]);
    let reading = sandbox.read();
    let codes: Vec<_> = reading.findings.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["file-unreadable", "file-unreadable"]);
    assert_eq!(reading.findings[0].place.as_ref().map(|place| place.line), Some(1));
    assert_eq!(reading.entries.len(), 2, "the rest is read");
}

#[test]
fn of_two_modes_the_one_written_last_counts() {
    let sandbox = Sandbox::new(&[(CONFIG, SERVERS)]);
    let other = sandbox.write(Build::ThirdParty, CONFIG, r#"{"mcpServers":{"b":{"command":"y"}}}"#);
    let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let file = std::fs::File::options().write(true).open(&other).expect("opened");
    file.set_modified(at(1)).expect("set");
    let reading = sandbox.read();
    assert_eq!(standings(&reading), [("user", "a", true)]);
    assert_eq!(reading.findings[0].code, "desktop-file-not-read");
    file.set_modified(SystemTime::now() + Duration::from_mins(1)).expect("set");
    assert_eq!(standings(&sandbox.read()), [("user", "b", true)]);
}

#[test]
fn loading_is_what_the_user_says() {
    let sandbox = Sandbox::new(&[(CONFIG, SERVERS)]);
    let tool = ToolTraits { name: "t", always_load: Some(true) };
    for (desktop_tool_access, want, told) in [
        (DesktopToolAccess::Unknown, Loading::Unknown, false),
        (DesktopToolAccess::AlreadyLoaded, Loading::Always, true),
        (DesktopToolAccess::WhenNeeded, Loading::WhenNeeded, true),
    ] {
        let says = UserSays { desktop_tool_access };
        let reading = ClaudeDesktop.read(&sandbox.world, says, None);
        let verdict = reading.policy.verdict(&reading.entries[0], tool, None);
        assert_eq!(verdict.loading, want, "{desktop_tool_access:?}");
        assert_eq!(
            verdict.cause.because.contains("as you told us"),
            told,
            "{desktop_tool_access:?}"
        );
    }
}

const WORDS: &[&str] = &[
    "mcpServers",
    "command",
    "args",
    "env",
    "url",
    "extensions",
    "ant.dir.x",
    "manifest",
    "server",
    "mcp_config",
    "platform_overrides",
    "linux",
    "darwin",
    "win32",
    "${__dirname}",
    "${user_config.k}",
    "${",
    "name",
    "isEnabled",
    "user_config",
    "é\u{202e}",
];

/// Every file that is read, each with a valid text of its kind.
const FILES: [(&str, &str); 4] = [
    (CONFIG, SERVERS),
    ("extensions-installations.json", INSTALLED),
    (
        "Claude Extensions/ant.dir.x/manifest.json",
        r#"{"name":"x","server":{"type":"node","mcp_config":{"command":"node",
            "args":["${__dirname}/s.js","${user_config.k}"],
            "platform_overrides":{"win32":{"command":"node.exe"}}}}}"#,
    ),
    ("Claude Extensions Settings/ant.dir.x.json", r#"{"isEnabled":false,"userConfig":{}}"#),
];

fn contents() -> impl Strategy<Value = Vec<Vec<u8>>> {
    FILES.map(|(_, valid)| fuzz::file(WORDS, valid).boxed()).to_vec()
}

proptest! {
    #![proptest_config(fuzz::cases(64))]

    #[test]
    fn no_file_panics(contents in contents()) {
        let _watch = fuzz::Watch::over(format!("{contents:?}"));
        let sandbox = Sandbox::new(&[]);
        for ((name, _), bytes) in FILES.iter().zip(&contents) {
            let path = sandbox.write(Build::Usual, name, "");
            std::fs::write(path, bytes).expect("written");
        }
        let reading = sandbox.read();
        for entry in &reading.entries {
            let tool = ToolTraits { name: "t", always_load: None };
            let _ = reading.policy.verdict(entry, tool, None);
        }
    }
}

#[test]
fn servers_under_another_key_are_named() {
    for key in ["servers", "mcpservers"] {
        let text = format!(r#"{{"{key}":{{"a":{{"command":"x"}}}}}}"#);
        let sandbox = Sandbox::new(&[("claude_desktop_config.json", &text)]);
        let reading = sandbox.read();
        let found = reading.findings.iter().find(|found| found.code == "no-servers-read");
        assert!(found.is_some_and(|found| found.message.contains(key)), "{key}");
    }
}
