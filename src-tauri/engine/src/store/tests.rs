//! The store over real files in a temporary folder.

use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::{
    catalogue::{Catalogue, Source},
    weights::{CacheKey, Known, Refusal, Weight},
};

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

async fn open(folder: &Path) -> Store {
    let (store, notice) = Store::open(folder, at(0)).await.expect("the store opens");
    assert_eq!(notice, None);
    store
}

fn catalogue(descriptions: &[&str], seconds: u64) -> Catalogue {
    let tools = descriptions.iter().enumerate().map(|(number, description)| {
        json!({"name": format!("t{number}"), "description": description, "inputSchema": {"type": "object"}, "_meta": {"x": 1}})
    });
    Catalogue::from_listing(tools, at(seconds), Source::Live)
}

#[tokio::test]
async fn a_snapshot_comes_back_whole() {
    let folder = TempDir::new().expect("a folder");
    let store = open(folder.path()).await;
    let mut listed = Catalogue::from_listing(
        [json!({"name": "a", "z": 1, "inputSchema": {"b": 1.5, "a": "é"}}), json!(7)],
        at(5),
        Source::Live,
    );
    listed.instructions = Some("Use a.".to_owned());
    listed.server_name = Some("s".to_owned());
    listed.server_version = Some(String::new());
    listed.protocol = Some("2025-11-25".to_owned());
    listed.capabilities = json!({"tools": {}});
    listed.prompts = Some(3);
    store.save_snapshot("k", &listed).await.expect("saved");

    let stored = store.latest_snapshots(&["k", "other"]).await.expect("read");
    assert_eq!(stored.len(), 1, "a server that never answered has none");
    let got = &stored["k"].catalogue;
    assert_eq!(got.source, Source::Snapshot);
    assert_eq!(got.taken_at, at(5));
    assert_eq!(got.tools, listed.tools);
    assert_eq!(
        Value::Object(got.tools[0].raw.clone()).to_string(),
        Value::Object(listed.tools[0].raw.clone()).to_string(),
        "key order too"
    );
    assert_eq!(got.malformed, listed.malformed);
    assert_eq!(got.instructions, listed.instructions);
    assert_eq!(got.server_name, listed.server_name);
    assert_eq!(got.server_version, listed.server_version);
    assert_eq!(got.protocol, listed.protocol);
    assert_eq!(got.capabilities, listed.capabilities);
    assert_eq!((got.resources, got.prompts), (None, Some(3)));
}

#[tokio::test]
async fn history_has_one_line_per_different_answer() {
    let folder = TempDir::new().expect("a folder");
    let store = open(folder.path()).await;
    for (seconds, description) in [(1, "one"), (2, "one"), (3, "two"), (4, "two"), (5, "one")] {
        store.save_snapshot("k", &catalogue(&[description], seconds)).await.expect("saved");
    }
    store.save_snapshot("other", &catalogue(&["x"], 9)).await.expect("saved");
    let lines: Vec<_> = store
        .history("k")
        .await
        .expect("read")
        .iter()
        .map(|stored| (stored.first_seen, stored.catalogue.taken_at))
        .collect();
    assert_eq!(lines, [(at(5), at(5)), (at(3), at(4)), (at(1), at(2))]);

    for seconds in 10..u64::from(HISTORY) + 20 {
        let text = seconds.to_string();
        store.save_snapshot("k", &catalogue(&[&text], seconds)).await.expect("saved");
    }
    let lines = store.history("k").await.expect("read");
    assert_eq!(lines.len(), HISTORY as usize, "the oldest go");
    assert_eq!(lines[0].first_seen, at(u64::from(HISTORY) + 19));
    assert_eq!(store.history("other").await.expect("read").len(), 1);
}

#[tokio::test]
async fn a_failure_lasts_until_the_server_answers() {
    let folder = TempDir::new().expect("a folder");
    let store = open(folder.path()).await;
    let failure = |message: &str| Failure {
        failed_at: at(1),
        code: "no-answer".to_owned(),
        message: message.to_owned(),
        hint: Some("Start it by hand.".to_owned()),
        log: vec!["line 1".to_owned(), "Bearer ***".to_owned()],
    };
    store.save_failure("k", &failure("first")).await.expect("saved");
    store.save_failure("k", &failure("second")).await.expect("saved");
    let failures = store.failures().await.expect("read");
    assert_eq!(failures.into_iter().collect::<Vec<_>>(), [("k".to_owned(), failure("second"))]);
    store.save_snapshot("k", &catalogue(&["x"], 2)).await.expect("saved");
    assert!(store.failures().await.expect("read").is_empty());
}

#[tokio::test]
async fn counts_outlive_the_store_however_often_they_are_added() {
    let folder = TempDir::new().expect("a folder");
    let count = |number: u8| {
        let weight =
            Weight { total: crate::weights::Tokens::new(u32::from(number)), ..Weight::default() };
        (CacheKey([number; 16]), Known::Tool { weight, cut: number == 3 })
    };
    let mut expected = vec![(CacheKey([200; 16]), Known::Refused(Refusal::PropertyName))];
    let store = open(folder.path()).await;
    store.save_tokens(&expected).await.expect("saved");
    for number in 0..70 {
        store.save_tokens(&[count(number)]).await.expect("saved");
        expected.push(count(number));
    }
    let pages: i64 = sqlx::query_scalar("SELECT count(*) FROM token_pages")
        .fetch_one(&store.pool)
        .await
        .expect("read");
    assert!(pages <= 33, "{pages} pages");
    store.close().await;
    let mut loaded = open(folder.path()).await.load_tokens().await.expect("read");
    loaded.sort_by_key(|(key, _)| *key);
    expected.sort_by_key(|(key, _)| *key);
    assert_eq!(loaded, expected);
}

#[tokio::test]
async fn decisions_are_remembered() {
    let folder = TempDir::new().expect("a folder");
    let store = open(folder.path()).await;
    let consent = |directory: &str, scope: &str| Consent {
        launch_key: "0a".repeat(16),
        directory: directory.to_owned(),
        scope: scope.to_owned(),
        granted_at: at(3),
    };
    for (directory, scope) in [("/p", "user"), ("/p", "project"), ("/q", "user"), ("/p", "user")] {
        store.allow(&consent(directory, scope)).await.expect("saved");
    }
    assert_eq!(store.consents().await.expect("read").len(), 3, "exact command, directory, scope");
    store.forget_consents().await.expect("forgotten");
    assert!(store.consents().await.expect("read").is_empty());

    assert_eq!(store.settings("app").await.expect("read"), None);
    store.save_settings("app", &json!({"theme": "dark"})).await.expect("saved");
    store.save_settings("app", &json!({"theme": "light"})).await.expect("saved");
    assert_eq!(store.settings("app").await.expect("read"), Some(json!({"theme": "light"})));

    for path in ["/b", "/a", "/b"] {
        store.add_project(Path::new(path), at(1)).await.expect("added");
    }
    store.remove_project(Path::new("/a")).await.expect("removed");
    assert_eq!(store.projects().await.expect("read"), [Path::new("/b")]);
}

#[tokio::test]
async fn a_damaged_database_is_kept_and_a_new_one_begun() {
    for (why, damage) in [
        ("no database at all", Damage::Replaced),
        ("the head is gone", Damage::Head),
        ("the tail is gone", Damage::Tail),
    ] {
        let folder = TempDir::new().expect("a folder");
        let store = open(folder.path()).await;
        let long = "x".repeat(50_000);
        store.save_snapshot("k", &catalogue(&[&long], 1)).await.expect("saved");
        store.close().await;
        let path = folder.path().join("plimsoll.db");
        let bytes = damage.done_to(fs::read(&path).expect("the database"));
        fs::write(&path, &bytes).expect("damaged");

        let (store, notice) = Store::open(folder.path(), at(0)).await.expect(why);
        let kept = folder.path().join("plimsoll.db.damaged-1970-01-01T000000");
        assert_eq!(notice, Some(Notice::SetAside { kept: kept.clone() }), "{why}");
        assert_eq!(fs::read(kept).expect("kept"), bytes, "{why}: nothing of it is lost");
        assert!(store.latest_snapshots(&["k"]).await.expect("read").is_empty(), "{why}");
        store.save_snapshot("k", &catalogue(&["x"], 1)).await.expect(why);
    }
}

#[derive(Clone, Copy)]
enum Damage {
    Replaced,
    Head,
    Tail,
}

impl Damage {
    fn done_to(self, mut bytes: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Replaced => b"This is a letter, not a database. ".repeat(400),
            Self::Head => {
                bytes[..200].fill(0xff);
                bytes
            }
            Self::Tail => {
                bytes.truncate(bytes.len() / 2);
                bytes
            }
        }
    }
}

#[tokio::test]
async fn a_newer_database_is_refused_and_left_alone() {
    let folder = TempDir::new().expect("a folder");
    let store = open(folder.path()).await;
    store.save_settings("app", &json!(1)).await.expect("saved");
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'later', 1, x'00', 0)",
    )
    .execute(&store.pool)
    .await
    .expect("aged");
    store.close().await;
    let error = Store::open(folder.path(), at(0)).await.expect_err("refused");
    assert!(matches!(error, StoreError::Newer { found: 9999, .. }), "{error}");
    assert!(error.to_string().contains("update Plimsoll"), "{error}");
    let files = fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(files, 1, "nothing was set aside");
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_says_which() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let error = Store::open(&file.join("data"), at(0)).await.expect_err("no folder there");
    assert!(error.to_string().starts_with("cannot write to `"), "{error}");
    assert!(error.to_string().contains("data"), "{error}");
}

#[tokio::test]
async fn what_was_saved_survives_a_kill() {
    let folder = TempDir::new().expect("a folder");
    let store = open(folder.path()).await;
    store.save_snapshot("k", &catalogue(&["x"], 1)).await.expect("saved");
    // The files of a process that was killed now: never closed, the log not merged.
    let after = TempDir::new().expect("a folder");
    for file in ["plimsoll.db", "plimsoll.db-wal"] {
        fs::copy(folder.path().join(file), after.path().join(file)).expect("copied");
    }
    let store = open(after.path()).await;
    assert_eq!(store.latest_snapshots(&["k"]).await.expect("read").len(), 1);
}

#[tokio::test]
async fn two_processes_share_the_database() {
    let folder = TempDir::new().expect("a folder");
    let (one, two) = (open(folder.path()).await, open(folder.path()).await);
    one.save_settings("app", &json!(1)).await.expect("saved");
    two.save_settings("other", &json!(2)).await.expect("saved");
    assert_eq!(one.settings("other").await.expect("read"), Some(json!(2)));
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = TempDir::new().expect("a folder");
    let data = folder.path().join("data");
    let store = open(&data).await;
    store.save_settings("app", &json!(1)).await.expect("saved");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for file in ["plimsoll.db", "plimsoll.db-wal", "plimsoll.db-shm"] {
        assert_eq!(mode(&data.join(file)), 0o600, "{file}");
    }
}

#[tokio::test]
async fn task_sets_are_kept_changed_and_removed() {
    let folder = TempDir::new().expect("a folder");
    let store = open(folder.path()).await;
    let set = |id, name: &str, tasks: &str| KeptTasks {
        id,
        name: name.to_owned(),
        tasks: tasks.to_owned(),
    };
    store.save_task_set(&set(0, "b", "x"), at(1)).await.expect("saved");
    store.save_task_set(&set(0, "a", "y"), at(2)).await.expect("saved");
    store.save_task_set(&set(1, "c", "z"), at(3)).await.expect("saved");
    let sets = store.task_sets().await.expect("read");
    assert_eq!(sets, [set(2, "a", "y"), set(1, "c", "z")], "by name; 1 was replaced");
    store.remove_task_set(2).await.expect("removed");
    assert_eq!(store.task_sets().await.expect("read"), [set(1, "c", "z")]);
}

#[tokio::test]
async fn a_clients_own_tools_are_kept_by_version() {
    let folder = TempDir::new().expect("a folder");
    let store = open(folder.path()).await;
    let tools = [json!({"name": "Own", "description": "d"})];
    store.save_built_in("claude-code", "2.1.332", &tools, at(1)).await.expect("saved");
    let read = async |version| store.built_in("claude-code", version).await.expect("read");
    assert_eq!(read("2.1.332").await.as_deref(), Some(&tools[..]));
    assert_eq!(read("2.1.197").await, None, "another version has other tools");
}
