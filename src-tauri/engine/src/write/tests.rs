//! Change sets in a folder of their own: whole, or not at all.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Mutex,
    time::SystemTime,
};

use super::{FileChange, Moment, State, UndoMode, Unwatched, Watch, WriteError, Writer};
use crate::{
    clients::{ClientId, Dialect},
    plan::{Edit, Plan},
};

const OLD: &str = "{\n  \"a\": 1.50e3\n}";
const NEW: &str = "{\n  \"a\": 1.50e3,\n  \"b\": 2\n}";

struct Folder {
    temporary: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        Self { temporary: tempfile::tempdir().expect("a folder") }
    }
    fn file(&self, name: &str) -> PathBuf {
        self.temporary.path().join(name)
    }
    fn data(&self) -> PathBuf {
        self.file("data")
    }
    fn put(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.file(name), text).expect("written");
        self.file(name)
    }
    /// Everything beside the data folder: names and texts.
    fn all(&self) -> Vec<(String, String)> {
        let mut all: Vec<_> = fs::read_dir(self.temporary.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_file() || path.extension().is_some_and(|end| end == "lock"))
            .map(|path| {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                (name, fs::read_to_string(path).unwrap_or_default())
            })
            .collect();
        all.sort();
        all
    }
}

fn edit(path: &Path, before: Option<&str>, after: &str) -> Edit {
    Edit {
        client: Some(ClientId::ClaudeCode),
        path: path.to_owned(),
        dialect: Dialect::Strict,
        in_project: false,
        before: before.map(ToOwned::to_owned),
        after: after.to_owned(),
    }
}

fn plan(edits: Vec<Edit>) -> Plan {
    Plan { edits, requested: vec!["b".to_owned()], ..Plan::default() }
}

fn with<T>(data: &Path, watch: &dyn Watch, act: impl FnOnce(&Writer<'_>) -> T) -> T {
    act(&Writer { data, now: SystemTime::now(), running: &[], watch })
}

/// Fails at one step.
struct FailAt(usize, Mutex<usize>);

impl Watch for FailAt {
    fn at(&self, _: Moment) -> io::Result<()> {
        let mut count = self.1.lock().expect("not poisoned");
        *count += 1;
        if *count == self.0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

#[test]
fn a_change_set_is_written_and_taken_back_to_the_byte() {
    let folder = Folder::new();
    let (state, data) = (folder.put(".claude.json", OLD), folder.data());
    let fresh = folder.file("new/settings.json");
    let plan = plan(vec![edit(&state, Some(OLD), NEW), edit(&fresh, None, "{}")]);
    with(&data, &Unwatched, |writer| {
        let set = writer.apply(&plan).expect("written").expect("something to write");
        assert_eq!(fs::read_to_string(&state).expect("there"), NEW);
        assert_eq!(fs::read_to_string(&fresh).expect("created"), "{}");
        assert_eq!(folder.all().len(), 1, "no temporary file and no lock stays");
        assert_eq!(set.state, State::Done);
        assert!(matches!(writer.apply(&plan), Err(WriteError::Stale { .. })), "not twice");

        let undo = writer.undo(None, UndoMode::Exact).expect("undone");
        assert_eq!(undo.undo_of.as_deref(), Some(set.id.as_str()));
        assert_eq!(fs::read_to_string(&state).expect("there"), OLD);
        assert!(!fresh.exists(), "what was created is gone");
        assert!(
            matches!(writer.undo(None, UndoMode::Exact), Err(WriteError::NoSuchChangeSet { .. })),
            "nothing is left to undo"
        );
        writer.undo(Some(&undo.id), UndoMode::Exact).expect("an undo can be undone");
        assert_eq!(fs::read_to_string(&state).expect("there"), NEW);
        assert_eq!(writer.history().len(), 3);
        assert_eq!(writer.history()[2].undone_by, None, "it stands again");
        let again = writer.undo(None, UndoMode::Exact).expect("undone again");
        assert_eq!(fs::read_to_string(&state).expect("there"), OLD);
        assert_eq!(writer.history()[3].undone_by, Some(again.id));
    });
}

#[test]
fn a_plan_without_edits_writes_nothing() {
    let folder = Folder::new();
    let data = folder.data();
    let set = with(&data, &Unwatched, |writer| writer.apply(&plan(Vec::new())));
    assert!(set.expect("fine").is_none());
    assert!(!data.exists());
}

#[test]
fn whatever_step_fails_every_file_is_old() {
    let mut steps = 0;
    for step in 1.. {
        let folder = Folder::new();
        let (a, b, data) =
            (folder.put(".claude.json", OLD), folder.put("b.json", OLD), folder.data());
        let c = folder.file("c.json");
        let edits = vec![edit(&a, Some(OLD), NEW), edit(&b, Some(OLD), NEW), edit(&c, None, NEW)];
        let before = folder.all();
        let failed = with(&data, &FailAt(step, Mutex::new(0)), |writer| writer.apply(&plan(edits)));
        if failed.is_ok() {
            break;
        }
        steps = step;
        let Err(error) = &failed else { panic!("step {step}") };
        assert!(matches!(error, WriteError::Io { .. }), "step {step}: {error:?}");
        assert!(error.to_string().contains("storage"), "step {step}: {error}");
        assert!(error.hint().contains("old text is intact"), "step {step}");
        assert_eq!(folder.all(), before, "step {step}");
        with(&data, &Unwatched, |writer| {
            assert_eq!(writer.recover().expect("fine"), [], "step {step}: nothing is unfinished");
        });
    }
    assert_eq!(steps, 16, "three files: 2 steps, 3 backups, journal, 3 stagings, 6, 1");
}

#[test]
fn somebody_elses_change_is_never_overwritten() {
    let folder = Folder::new();
    let (a, data) = (folder.put("a.json", OLD), folder.data());
    let stale = plan(vec![edit(&a, Some("{}"), NEW)]);
    let refused = with(&data, &Unwatched, |writer| writer.apply(&stale));
    assert!(matches!(refused, Err(WriteError::Stale { .. })));
    let absent = plan(vec![edit(&a, None, NEW)]);
    let refused = with(&data, &Unwatched, |writer| writer.apply(&absent));
    assert!(matches!(refused, Err(WriteError::Stale { .. })), "it was not there, now it is");
    assert_eq!(fs::read_to_string(&a).expect("there"), OLD);
}

/// Writes a file when the new texts are staged, as a client might.
struct Meanwhile(PathBuf, &'static str, Moment);

impl Watch for Meanwhile {
    fn at(&self, moment: Moment) -> io::Result<()> {
        if moment == self.2 { fs::write(&self.0, self.1) } else { Ok(()) }
    }
}

#[test]
fn a_client_that_writes_in_between_keeps_its_text() {
    for (why, moment, a_after) in [
        ("before the first file changes", Moment::Staged(1), OLD),
        ("between two files: the first is taken back", Moment::Replaced(0), OLD),
    ] {
        let folder = Folder::new();
        let (a, b, data) = (folder.put("a.json", OLD), folder.put("b.json", OLD), folder.data());
        let theirs = "{\"theirs\":1}";
        let edits = vec![edit(&a, Some(OLD), NEW), edit(&b, Some(OLD), NEW)];
        let refused =
            with(&data, &Meanwhile(b.clone(), theirs, moment), |writer| writer.apply(&plan(edits)));
        assert!(matches!(refused, Err(WriteError::Stale { .. })), "{why}");
        assert_eq!(fs::read_to_string(&a).expect("there"), a_after, "{why}");
        assert_eq!(fs::read_to_string(&b).expect("there"), theirs, "{why}");
    }
}

/// Writes a file after a step, and lets the next one fail.
struct ThenFail(PathBuf, &'static str, Mutex<bool>);

impl Watch for ThenFail {
    fn at(&self, moment: Moment) -> io::Result<()> {
        let mut done = self.2.lock().expect("not poisoned");
        if *done {
            return Err(io::ErrorKind::StorageFull.into());
        }
        *done = moment == Moment::Replaced(1);
        if *done { fs::write(&self.0, self.1) } else { Ok(()) }
    }
}

#[test]
fn one_file_that_is_stuck_keeps_no_other_from_being_taken_back() {
    let folder = Folder::new();
    let (a, b, data) = (folder.put("a.json", OLD), folder.put("b.json", OLD), folder.data());
    let theirs = "{\"theirs\":1}";
    let edits = vec![edit(&a, Some(OLD), NEW), edit(&b, Some(OLD), NEW)];
    let watch = ThenFail(a.clone(), theirs, Mutex::new(false));
    let failed = with(&data, &watch, |writer| writer.apply(&plan(edits)));
    assert!(matches!(&failed, Err(WriteError::Stuck { path, .. }) if *path == a), "{failed:?}");
    assert_eq!(fs::read_to_string(&a).expect("there"), theirs, "somebody else's is not touched");
    assert_eq!(fs::read_to_string(&b).expect("there"), OLD, "and the other is whole again");
}

#[test]
fn a_lost_backup_is_not_a_file_that_was_not_there() {
    for (why, damage) in [("lost", None), ("cut", Some("{}"))] {
        let folder = Folder::new();
        let (a, data) = (folder.put("a.json", OLD), folder.data());
        with(&data, &Unwatched, |writer| {
            let plan = plan(vec![edit(&a, Some(OLD), NEW)]);
            let set = writer.apply(&plan).expect("written").expect("something to write");
            let backup = data.join("backups").join(&set.id).join("0.before");
            match damage {
                None => fs::remove_file(&backup).expect("removed"),
                Some(text) => fs::write(&backup, text).expect("written"),
            }
            let refused = writer.undo(None, UndoMode::Exact);
            assert!(
                matches!(&refused, Err(WriteError::Damaged { path }) if *path == backup),
                "{why}: {refused:?}"
            );
            assert_eq!(fs::read_to_string(&a).expect("there"), NEW, "{why}");
        });
    }
}

#[test]
fn undo_after_another_change_takes_back_only_ours() {
    let folder = Folder::new();
    let (a, data) = (folder.put("a.json", OLD), folder.data());
    with(&data, &Unwatched, |writer| {
        writer.apply(&plan(vec![edit(&a, Some(OLD), NEW)])).expect("written");
        fs::write(&a, "{\n  \"theirs\": [],\n  \"a\": 1.50e3,\n  \"b\": 2\n}").expect("theirs");
        let refused = writer.undo(None, UndoMode::Exact);
        assert!(matches!(refused, Err(WriteError::ChangedSince { .. })), "{refused:?}");
        writer.undo(None, UndoMode::OnlyOurs).expect("undone");
        let now = fs::read_to_string(&a).expect("there");
        assert_eq!(now, "{\n  \"theirs\": [],\n  \"a\": 1.50e3\n}");
    });
}

#[test]
fn undo_of_a_key_that_somebody_changed_is_a_conflict() {
    let folder = Folder::new();
    let (a, data) = (folder.put("a.json", OLD), folder.data());
    with(&data, &Unwatched, |writer| {
        writer.apply(&plan(vec![edit(&a, Some(OLD), NEW)])).expect("written");
        fs::write(&a, "{\"a\":1.50e3,\"b\":3}").expect("theirs");
        let refused = writer.undo(None, UndoMode::OnlyOurs);
        assert!(
            matches!(&refused, Err(WriteError::Conflict { keys, .. }) if keys == &["b"]),
            "{refused:?}"
        );
    });
}

#[test]
fn a_text_that_does_not_parse_is_never_written() {
    let folder = Folder::new();
    let (a, data) = (folder.put("a.json", OLD), folder.data());
    let broken = plan(vec![edit(&a, Some(OLD), "{,}")]);
    let refused = with(&data, &Unwatched, |writer| writer.apply(&broken));
    assert!(matches!(refused, Err(WriteError::Unsound { .. })));
    assert_eq!(fs::read_to_string(&a).expect("there"), OLD);
}

#[test]
fn a_running_claude_desktop_is_refused() {
    let folder = Folder::new();
    let (a, data) = (folder.put("claude_desktop_config.json", OLD), folder.data());
    let edit = Edit { client: Some(ClientId::ClaudeDesktop), ..edit(&a, Some(OLD), NEW) };
    let now = SystemTime::now();
    let running = [ClientId::ClaudeDesktop];
    let writer = Writer { data: &data, now, running: &running, watch: &Unwatched };
    assert!(matches!(writer.apply(&plan(vec![edit])), Err(WriteError::Running { .. })));
}

#[cfg(unix)]
#[test]
fn mode_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    let folder = Folder::new();
    let (real, data) = (folder.put("real.json", OLD), folder.data());
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("set");
    let link = folder.file(".claude.json");
    symlink("real.json", &link).expect("linked");
    let fresh = folder.file("fresh/.claude.json");
    let edits = vec![edit(&link, Some(OLD), NEW), edit(&fresh, None, NEW)];
    with(&data, &Unwatched, |writer| writer.apply(&plan(edits))).expect("written");
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink(), "the link stays a link");
    assert_eq!(fs::read_to_string(&real).expect("there"), NEW, "its target is written");
    assert_eq!(mode(&real), 0o640, "the mode stays");
    assert_eq!(mode(&fresh), 0o600, "a new state file is the owner's alone");
    let backups = data.join("backups");
    let set = fs::read_dir(backups).expect("there").next().expect("one").expect("one").path();
    for entry in fs::read_dir(set).expect("there") {
        assert_eq!(mode(&entry.expect("one").path()), 0o600, "backups hold secrets");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_came_with_a_project_is_not_followed() {
    let folder = Folder::new();
    let (real, data) = (folder.put("real.json", OLD), folder.data());
    let link = folder.file(".mcp.json");
    std::os::unix::fs::symlink(&real, &link).expect("linked");
    let edit = Edit { in_project: true, ..edit(&link, Some(OLD), NEW) };
    let refused = with(&data, &Unwatched, |writer| writer.apply(&plan(vec![edit])));
    assert!(matches!(refused, Err(WriteError::Link { .. })));
    assert_eq!(fs::read_to_string(&real).expect("there"), OLD);
}

/// The folder of a client's files comes with a project too.
#[cfg(unix)]
#[test]
fn nor_is_a_linked_folder_in_a_project() {
    let folder = Folder::new();
    let (elsewhere, data) = (folder.file("elsewhere"), folder.data());
    fs::create_dir(&elsewhere).expect("made");
    for name in [".claude", ".cursor"] {
        let link = folder.file(name);
        std::os::unix::fs::symlink(&elsewhere, &link).expect("linked");
        let edit = Edit { in_project: true, ..edit(&link.join("new.json"), None, NEW) };
        let refused = with(&data, &Unwatched, |writer| writer.apply(&plan(vec![edit])));
        assert!(matches!(refused, Err(WriteError::Link { path }) if path == link));
    }
    assert_eq!(fs::read_dir(&elsewhere).expect("there").count(), 0);
    // The project itself may lie behind a link, and a user's folder may be one.
    let project = folder.file("project");
    std::os::unix::fs::symlink(&elsewhere, &project).expect("linked");
    let own = edit(&folder.file(".claude/settings.json"), None, NEW);
    let inside = Edit { in_project: true, ..edit(&project.join(".mcp.json"), None, NEW) };
    with(&data, &Unwatched, |writer| writer.apply(&plan(vec![own, inside]))).expect("written");
}

/// Every park changes the one store of parked entries: an older one is taken
/// back all the same, and the newer stays parked.
#[test]
fn an_older_park_is_taken_back_from_a_store_that_has_grown() {
    let folder = Folder::new();
    let (file, data) = (folder.put("mcp.json", "{\"a\":1}"), folder.data());
    let lot = folder.file("parked.json");
    let own =
        |before: Option<&str>, after: &str| Edit { client: None, ..edit(&lot, before, after) };
    let (one, two) = ("{\"entries\":[{\"n\":1}]}", "{\"entries\":[{\"n\":1},{\"n\":2}]}");
    with(&data, &Unwatched, |writer| {
        let edits = vec![edit(&file, Some("{\"a\":1}"), "{}"), own(None, one)];
        let first = writer.apply(&plan(edits)).expect("written").expect("something");
        writer.apply(&plan(vec![own(Some(one), two)])).expect("written");
        writer.undo(Some(&first.id), UndoMode::Exact).expect("undone");
    });
    assert_eq!(fs::read_to_string(&file).expect("there"), "{\"a\":1}");
    assert_eq!(fs::read_to_string(&lot).expect("there"), "{\"entries\":[{\"n\":2}]}");
}

#[cfg(unix)]
#[test]
fn a_read_only_file_is_refused_and_says_so() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let (a, b, data) = (folder.put("a.json", OLD), folder.put("b.json", OLD), folder.data());
    fs::set_permissions(&b, fs::Permissions::from_mode(0o444)).expect("set");
    let edits = vec![edit(&a, Some(OLD), NEW), edit(&b, Some(OLD), NEW)];
    let refused = with(&data, &Unwatched, |writer| writer.apply(&plan(edits)));
    assert!(matches!(refused, Err(WriteError::ReadOnly { .. })), "{refused:?}");
    assert_eq!(fs::read_to_string(&a).expect("there"), OLD, "nor is the other file written");
}

#[test]
fn a_change_knows_what_it_was_made_from() {
    let made = FileChange::from(&edit(Path::new("f"), None, "{}"));
    assert_eq!((made.before, made.after), (None, Some(b"{}".to_vec())));
}

#[test]
fn only_the_newest_change_sets_are_kept() {
    let folder = Folder::new();
    let (a, data) = (folder.put("a.json", OLD), folder.data());
    let keeping = kept("git");
    with(&data, &Unwatched, |writer| {
        let mut first = plan(vec![edit(&a, Some(OLD), NEW)]);
        first.kept.push(keeping);
        writer.apply(&first).expect("written");
        for round in 0..5 {
            let (from, to) = if round % 2 == 0 { (NEW, OLD) } else { (OLD, NEW) };
            writer.apply(&plan(vec![edit(&a, Some(from), to)])).expect("written");
        }
        assert_eq!(writer.history().len(), 6);
        super::journal::prune(&data, 2);
        let left = writer.history();
        assert_eq!(left.len(), 3, "the newest two, and the last word on a server's tools");
        assert_eq!(left[2].kept.len(), 1);
        super::journal::prune(&data, 2);
        assert_eq!(writer.history().len(), 3, "once is enough");
    });
}

fn kept(server: &str) -> crate::plan::Kept {
    crate::plan::Kept {
        client: "claude-code".to_owned(),
        server: server.to_owned(),
        tools: vec!["log".to_owned()],
        list_hash: String::new(),
        known: vec!["log".to_owned(), "push".to_owned()],
        file: "settings.json".into(),
    }
}
