//! The journal of one change set: a small file beside its backups.

use std::{
    collections::HashMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    time::SystemTime,
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

use super::{FileChange, WriteError, replace, system};
use crate::{
    clients::{ClientId, Dialect},
    plan::Kept,
};

const NAME: &str = "journal.json";

/// How far a change set has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum State {
    /// Files may be old or new. Only a dead process leaves this behind.
    Writing,
    /// Every file was written.
    Done,
    /// Taken back because it could not be finished.
    RolledBack,
}

/// One file of a change set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangedFile {
    /// Whose file: a client's id; `None` for Plimsoll's own store.
    pub client: Option<String>,
    /// The file, as the client knows it.
    pub path: PathBuf,
    /// Whether comments and trailing commas may stand in it.
    pub comments: bool,
    /// Whether it came with a project.
    pub in_project: bool,
    /// SHA-256 of its old text; `None`: it was not there.
    pub before: Option<String>,
    /// SHA-256 of its new text; `None`: it was removed.
    pub after: Option<String>,
}

impl ChangedFile {
    /// What its client accepts.
    pub fn dialect(&self) -> Dialect {
        if self.comments { Dialect::Jsonc } else { Dialect::Strict }
    }
}

/// Edits that were applied together, and are undone together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeSet {
    /// Names it, and sorts by time.
    pub id: String,
    /// When it was written, RFC 3339.
    pub at: String,
    /// What was requested, one sentence each.
    pub requested: Vec<String>,
    /// How far it has come.
    pub state: State,
    /// The change set it took back.
    pub undo_of: Option<String>,
    /// The change set that took this one back; worked out when it is listed.
    #[serde(skip)]
    pub undone_by: Option<String>,
    /// Tool lists that "keep only" was worked out from.
    #[serde(default)]
    pub kept: Vec<Kept>,
    /// Files whose client may still write them from its memory; see
    /// [`super::Writer::look_again`].
    #[serde(default)]
    pub watched: Vec<PathBuf>,
    /// Its files.
    pub files: Vec<ChangedFile>,
}

/// SHA-256 as hex.
pub(super) fn hash(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The folder of one change set.
pub(super) struct Folder {
    pub path: PathBuf,
}

impl Folder {
    /// Where change sets are kept.
    pub fn all(data: &Path) -> PathBuf {
        data.join("backups")
    }

    /// A new change set's folder and name.
    pub fn create(data: &Path, now: SystemTime) -> Result<(Self, String, String), WriteError> {
        let all = Self::all(data);
        system::create_private_folder(&all).map_err(WriteError::io("create", &all))?;
        let now = OffsetDateTime::from(now);
        let at = now.format(&Rfc3339).unwrap_or_default();
        // No colons: Windows has none in names. Digits only to the second, and
        // a counter: two in one second still sort.
        let stamp = format!(
            "{:04}{:02}{:02}-{:02}{:02}{:02}",
            now.year(),
            u8::from(now.month()),
            now.day(),
            now.hour(),
            now.minute(),
            now.second()
        );
        let mut count = 0;
        loop {
            let id = format!("{stamp}-{count:03}");
            let path = all.join(&id);
            match fs::create_dir(&path) {
                Ok(()) => return Ok((Self { path }, id, at)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => count += 1,
                Err(source) => return Err(WriteError::Io { what: "create", path, source }),
            }
        }
    }

    fn backup(&self, place: usize, which: &str) -> PathBuf {
        self.path.join(format!("{place}.{which}"))
    }

    /// Where the old text of a file is.
    pub fn before(&self, place: usize) -> PathBuf {
        self.backup(place, "before")
    }

    /// Keeps a file's old and new text.
    pub fn keep(&self, place: usize, change: &FileChange) -> Result<(), WriteError> {
        for (which, text) in [("before", &change.before), ("after", &change.after)] {
            if let Some(text) = text {
                let path = self.backup(place, which);
                let write = || {
                    let mut file = system::create_private(&path)?;
                    file.write_all(text)?;
                    file.sync_all()
                };
                write().map_err(WriteError::io("back up to", &path))?;
            }
        }
        Ok(())
    }

    /// A file's old and new text.
    ///
    /// # Errors
    /// [`WriteError::Damaged`] when one is not what was kept: a lost backup must
    /// not be taken for a file that was not there.
    pub fn texts(
        &self,
        place: usize,
        file: &ChangedFile,
    ) -> Result<(Option<Vec<u8>>, Option<Vec<u8>>), WriteError> {
        let text = |which, kept: &Option<String>| {
            let path = self.backup(place, which);
            let text = replace::read(&path)?;
            if text.as_deref().map(hash) == *kept {
                Ok(text)
            } else {
                Err(WriteError::Damaged { path })
            }
        };
        Ok((text("before", &file.before)?, text("after", &file.after)?))
    }

    /// Puts the journal on the disk, in one piece.
    pub fn write(&self, set: &ChangeSet) -> Result<(), WriteError> {
        let path = self.path.join(NAME);
        let text = serde_json::to_vec_pretty(set)
            .map_err(|error| WriteError::Unsound { path: path.clone(), what: error.to_string() })?;
        // What a dead process left of an earlier try.
        let _ = fs::remove_file(replace::temporary_name(&path, &set.id));
        replace::stage(&path, &text, &set.id, true)?.commit()
    }

    /// Whether there is a journal, readable or not.
    pub fn has_journal(&self) -> bool {
        self.path.join(NAME).exists()
    }

    /// The journal; `None` when the process died before there was one.
    pub fn read(&self) -> Option<ChangeSet> {
        serde_json::from_slice(&fs::read(self.path.join(NAME)).ok()?).ok()
    }
}

/// How many change sets are kept with their backups: the newest ones.
pub const KEPT: usize = 200;

/// Removes the oldest change sets beyond a number. What is unfinished, still
/// watched, or the last word on a server's tools stays.
pub(super) fn prune(data: &Path, keep: usize) {
    let all = all(data);
    let excess = all.len().saturating_sub(keep);
    for (place, (folder, set)) in all.iter().enumerate().take(excess) {
        let Some(set) = set else { continue };
        let last_word = set.kept.iter().any(|kept| {
            let same = |other: &Kept| {
                (&other.client, &other.server, &other.file)
                    == (&kept.client, &kept.server, &kept.file)
            };
            !all[place + 1..]
                .iter()
                .filter_map(|(_, set)| set.as_ref())
                .any(|later| later.state == State::Done && later.kept.iter().any(same))
        });
        if set.state != State::Writing && set.watched.is_empty() && !last_word {
            let _ = fs::remove_dir_all(&folder.path);
        }
    }
}

/// Every change set, oldest first.
pub(super) fn all(data: &Path) -> Vec<(Folder, Option<ChangeSet>)> {
    let Ok(folders) = fs::read_dir(Folder::all(data)) else { return Vec::new() };
    let mut all: Vec<_> = folders
        .filter_map(|folder| Some(folder.ok()?.path()).filter(|path| path.is_dir()))
        .map(|path| {
            let folder = Folder { path };
            let set = folder.read();
            (folder, set)
        })
        .collect();
    all.sort_by(|(a, _), (b, _)| a.path.cmp(&b.path));
    // From the newest on: one that was taken back itself takes nothing back.
    let mut undone: HashMap<String, String> = HashMap::new();
    for (_, set) in all.iter_mut().rev() {
        let Some(set) = set else { continue };
        set.undone_by = undone.remove(&set.id);
        if let (State::Done, None, Some(of)) = (set.state, &set.undone_by, &set.undo_of) {
            undone.insert(of.clone(), set.id.clone());
        }
    }
    all
}

/// A change as the journal has it.
pub(super) fn changed_file(change: &FileChange) -> ChangedFile {
    ChangedFile {
        client: change.client.map(|client: ClientId| client.as_str().to_owned()),
        path: change.path.clone(),
        comments: change.dialect == Dialect::Jsonc,
        in_project: change.in_project,
        before: change.before.as_deref().map(hash),
        after: change.after.as_deref().map(hash),
    }
}
