//! Writers that are killed, and writers that meet.

use std::{
    fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::SystemTime,
};

use plimsoll_engine::{
    clients::{ClientId, Dialect},
    plan::{Edit, Plan, Step, edit},
    write::{State, Unwatched, WriteError, Writer},
};
use tempfile::TempDir;

const OLD: &str = "{\n  \"n\": 1.50e3\n}";
const NEW: &str = "{\n  \"n\": 1.50e3,\n  \"new\": true\n}";
const CREATED: &str = "{\n  \"new\": true\n}";

/// Starts a writer over three files and kills it after `steps` steps. Whether
/// it got that far.
fn killed_after(steps: usize, data: &Path, files: &[PathBuf]) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_killed_writer"))
        .arg(data)
        .args(files)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the writer starts");
    let mut answers = child.stdin.take().expect("piped");
    let mut questions = child.stdout.take().expect("piped");
    let mut done = 0;
    let mut byte = [0];
    while questions.read(&mut byte).expect("read") == 1 {
        done += 1;
        if done == steps {
            child.kill().expect("killed");
            break;
        }
        answers.write_all(b".").expect("written");
    }
    child.wait().expect("over");
    done == steps
}

fn text(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// Lets the lock of a dead client grow old, as time would.
fn age_lock(folder: &Path) {
    let lock = folder.join(".claude.json.lock");
    if let Ok(handle) = fs::File::open(lock) {
        let old = SystemTime::now() - std::time::Duration::from_mins(1);
        handle.set_modified(old).expect("aged");
    }
}

#[test]
fn whenever_the_writer_is_killed_the_next_start_finds_all_old_or_all_new() {
    let mut kills = 0;
    let mut finished = 0;
    for steps in 1.. {
        let folder = TempDir::new().expect("a folder");
        let data = folder.path().join("data");
        let files = [".claude.json", "b.json", "sub/c.json"].map(|name| folder.path().join(name));
        for old in &files[..2] {
            fs::write(old, OLD).expect("written");
        }
        if !killed_after(steps, &data, &files) {
            break;
        }
        kills += 1;
        for (file, new) in files.iter().zip([NEW, NEW, CREATED]) {
            let now = text(file);
            let old = (!file.ends_with("c.json")).then(|| OLD.to_owned());
            assert!(now == old || now.as_deref() == Some(new), "step {steps}: {now:?}");
        }

        age_lock(folder.path());
        let writer =
            Writer { data: &data, now: SystemTime::now(), running: &[], watch: &Unwatched };
        writer.recover().expect("recovered");
        let all_new = text(&files[0]).as_deref() == Some(NEW);
        finished += usize::from(all_new);
        for (file, (old, new)) in
            files.iter().zip([(Some(OLD), NEW), (Some(OLD), NEW), (None, CREATED)])
        {
            let want = if all_new { Some(new) } else { old };
            assert_eq!(text(file).as_deref(), want, "step {steps}: {}", file.display());
        }
        let left: Vec<_> = walk(folder.path())
            .into_iter()
            .filter(|path| path.to_string_lossy().ends_with(".tmp"))
            .collect();
        assert!(left.is_empty(), "step {steps}: {left:?}");
        assert_eq!(writer.recover().expect("recovered"), [], "step {steps}: once is enough");
        assert!(writer.history().iter().all(|set| set.state != State::Writing), "step {steps}");

        // And the next write goes through.
        let before = text(&files[1]);
        let step = Step::Set { at: Vec::new(), key: "x".into(), value: "1".into() };
        write_step(&data, &files[1], before, &step).expect("written");
    }
    assert_eq!(kills, 16, "3 files: locked, compared, 3 backups, journal, 3 × 3, closed");
    assert!(finished > 0 && finished < kills, "some finished, some were taken back");
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(walk(&path));
        } else {
            all.push(path);
        }
    }
    all
}

fn write_step(
    data: &Path,
    path: &Path,
    before: Option<String>,
    step: &Step,
) -> Result<(), WriteError> {
    let after = edit(path, before.as_deref(), Dialect::Strict, std::slice::from_ref(step))
        .expect("editable");
    let edit = Edit {
        client: Some(ClientId::ClaudeCode),
        path: path.to_owned(),
        dialect: Dialect::Strict,
        in_project: false,
        before,
        after,
    };
    let plan = Plan { edits: vec![edit], ..Plan::default() };
    let writer = Writer { data, now: SystemTime::now(), running: &[], watch: &Unwatched };
    writer.apply(&plan).map(drop)
}

/// Reads, plans and writes until it is written: what a caller does with a
/// stale plan.
fn add_server(data: &Path, state: &Path, name: &str) -> usize {
    for attempt in 0.. {
        let step = Step::Set {
            at: vec!["mcpServers".to_owned()],
            key: name.to_owned(),
            value: "{\"command\": \"true\"}".to_owned(),
        };
        match write_step(data, state, text(state), &step) {
            Ok(()) => return attempt,
            Err(WriteError::Stale { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!("the loop has no end")
}

fn servers(state: &Path) -> Vec<String> {
    let value: serde_json::Value =
        serde_json::from_str(&text(state).expect("there")).expect("valid");
    let servers = value["mcpServers"].as_object().expect("servers");
    servers.keys().cloned().collect()
}

/// Two processes and this one, all on one file. `PLIMSOLL_RACE` is the number of
/// writes of each, 8 by default.
#[test]
fn plimsolls_that_write_at_once_lose_nobodys_change() {
    let rounds = race();
    let folder = TempDir::new().expect("a folder");
    let (data, state) = (folder.path().join("data"), folder.path().join(".claude.json"));
    fs::write(&state, "{}").expect("written");
    let other = |prefix: &str| {
        Command::new(env!("CARGO_BIN_EXE_adding_writer"))
            .args([data.as_os_str(), state.as_os_str(), prefix.as_ref()])
            .arg(rounds.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a writer")
    };
    let others = [other("a"), other("b")];
    let mut again: usize = (0..rounds).map(|n| add_server(&data, &state, &format!("c{n}"))).sum();
    for other in others {
        let output = other.wait_with_output().expect("over");
        assert!(output.status.success());
        again += String::from_utf8_lossy(&output.stdout).trim().parse::<usize>().expect("a count");
    }
    let line = format!("3 writers, {rounds} writes each, {again} planned again\n");
    std::io::stdout().write_all(line.as_bytes()).expect("written");
    assert_eq!(servers(&state).len(), 3 * rounds);
}

fn race() -> usize {
    std::env::var("PLIMSOLL_RACE").ok().and_then(|n| n.parse().ok()).unwrap_or(8)
}

/// Opt-in, since it needs the real client: `PLIMSOLL_CLAUDE=/path/to/claude`.
/// `PLIMSOLL_RACE` is the number of its own writes it makes, 8 by default.
#[test]
fn a_writing_claude_code_loses_nothing_and_nothing_of_ours() {
    let Some(claude) = std::env::var_os("PLIMSOLL_CLAUDE") else { return };
    let rounds = race();
    let folder = TempDir::new().expect("a folder");
    let (data, state) = (folder.path().join("data"), folder.path().join(".claude.json"));
    let done = std::sync::atomic::AtomicBool::new(false);
    let (mut ours, mut again, mut theirs) = (0, 0, 0);
    std::thread::scope(|scope| {
        let client = scope.spawn(|| {
            let mut added = 0;
            for round in 0..rounds {
                let status = Command::new(&claude)
                    .args(["mcp", "add", "-s", "user", &format!("theirs{round}"), "--", "true"])
                    .env_clear()
                    .env("HOME", folder.path())
                    .env("PATH", "/usr/bin:/bin")
                    .env("DISABLE_AUTOUPDATER", "1")
                    .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
                    .current_dir(folder.path())
                    .stdin(Stdio::null())
                    .output()
                    .expect("the client runs")
                    .status;
                added += usize::from(status.success());
            }
            done.store(true, std::sync::atomic::Ordering::Release);
            added
        });
        while !done.load(std::sync::atomic::Ordering::Acquire) {
            again += add_server(&data, &state, &format!("ours{ours}"));
            ours += 1;
        }
        theirs = client.join().expect("no panic");
    });
    let names = servers(&state);
    let count = |prefix: &str| names.iter().filter(|name| name.starts_with(prefix)).count();
    let mut out = std::io::stdout();
    let line = format!("ours {ours} ({again} planned again), theirs {theirs}\n");
    out.write_all(line.as_bytes()).expect("written");
    assert_eq!((count("ours"), count("theirs")), (ours, theirs));
    assert_eq!(theirs, rounds, "the client gave up on none");
}

/// Opt-in, since it needs a file system that can be filled:
/// `PLIMSOLL_SMALL_DISK=/mount/point`, a few megabytes. The configuration lies
/// there, with the backups or without them.
#[test]
fn a_full_disk_keeps_the_old_file_and_is_said() {
    let Some(disk) = std::env::var_os("PLIMSOLL_SMALL_DISK") else { return };
    for backups_too in [false, true] {
        let (disk, elsewhere) =
            (TempDir::new_in(&disk).expect("a folder"), TempDir::new().expect("a folder"));
        let data = if backups_too { disk.path() } else { elsewhere.path() }.join("data");
        let state = disk.path().join(".claude.json");
        let old = format!("{{\"padding\": \"{}\"}}", "x".repeat(60 * 1024));
        fs::write(&state, &old).expect("written");
        let step = Step::Set { at: Vec::new(), key: "new".into(), value: "true".into() };

        let filler = disk.path().join("filler");
        let mut full = fs::File::create(&filler).expect("created");
        while full.write_all(&[0; 4096]).is_ok() {}
        let error = write_step(&data, &state, Some(old.clone()), &step).expect_err("no room");
        let WriteError::Io { source, .. } = &error else { panic!("{error:?}") };
        assert_eq!(source.kind(), std::io::ErrorKind::StorageFull, "{error}");
        assert_eq!(text(&state), Some(old.clone()), "the old file");
        let names = [state.clone(), filler.clone()];
        let left = walk(disk.path()).into_iter().filter(|path| !names.contains(path));
        let left: Vec<_> = left.filter(|path| !path.starts_with(&data)).collect();
        assert!(left.is_empty(), "{left:?}");

        // With room again the same write goes through.
        drop(full);
        fs::remove_file(&filler).expect("removed");
        write_step(&data, &state, Some(old), &step).expect("written");
    }
}
