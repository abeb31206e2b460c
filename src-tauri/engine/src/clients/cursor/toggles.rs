//! Tools that the user switched off in Cursor's editor.
//!
//! The editor keeps them in its state database, in a value whose key is not
//! stable: an array `mcpDisabledTools` of `"<server identifier>|<tool>"`, known
//! from a public script of 2025, so best effort. The running editor owns that
//! database: it is read from a copy and never written.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use serde_json::Value;
use sqlx::{Connection, Row, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{mirror::is_identifier_of, paths, policy::Rules};
use crate::{
    clients::{ClientId, Entry, Finding, Level, Place, Reading},
    world::World,
};

/// The largest database that is copied, in bytes. Chats live in it too.
const LIMIT: u64 = 1024 * 1024 * 1024;

/// Why the switches are not known.
#[derive(Debug, thiserror::Error)]
pub enum TogglesError {
    /// The copy would take too long.
    #[error("`{}` has {bytes} bytes, more than the {LIMIT} that are copied to read it", path.display())]
    TooLarge {
        /// The database.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// It cannot be copied.
    #[error("`{}` cannot be copied: {source}", path.display())]
    Copy {
        /// The database.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The copy is no readable database.
    #[error("the copy of `{}` cannot be read: {source}", path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// What `SQLite` said.
        source: sqlx::Error,
    },
}

impl TogglesError {
    fn path(&self) -> &Path {
        match self {
            Self::TooLarge { path, .. } | Self::Copy { path, .. } | Self::Database { path, .. } => {
                path
            }
        }
    }
}

/// The tools switched off, by server identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toggles {
    database: PathBuf,
    off: Vec<(String, String)>,
}

impl Toggles {
    /// Whether the user switched this tool of this entry off.
    pub(super) fn is_off(&self, entry: &Entry, tool: &str) -> bool {
        self.off.iter().any(|(server, name)| name == tool && is_identifier_of(server, entry))
    }

    /// The database they were read from.
    pub(super) fn place(&self) -> Place {
        Place::whole(&self.database)
    }
}

/// The switches as last read, and what the database looked like then: an audit
/// asks often, and copying chats each time would be felt.
#[derive(Debug, Default)]
pub struct Memory(tokio::sync::Mutex<Option<(Stamp, Arc<Toggles>)>>);

/// Sizes and times of the database and of its write-ahead log.
type Stamp = [Option<(u64, SystemTime)>; 2];

/// Adds to readings of Cursor what is known of the editor's switches, or why
/// nothing is. Does nothing where Cursor has no server or no editor.
///
/// One step apart from [`super::Cursor`]'s reading because it copies a
/// database.
pub async fn add(world: &World, memory: &Memory, readings: &mut [Reading]) {
    let concerned = |reading: &Reading| {
        reading.client == ClientId::Cursor && reading.entries.iter().any(Entry::is_active)
    };
    if !readings.iter().any(concerned) {
        return;
    }
    let toggles = remembered(&paths::state_database(world), memory).await;
    for reading in readings.iter_mut().filter(|reading| concerned(reading)) {
        match &toggles {
            Ok(None) => {}
            Ok(Some(toggles)) => {
                reading.policy = Arc::new(Rules {
                    toggles: Some(Arc::clone(toggles)),
                    others: reading.policy.uses_others(),
                });
            }
            Err(error) => reading.findings.push(Finding {
                code: "cursor-toggles-unknown",
                level: Level::Hint,
                message: format!("Which tools are switched off in Cursor is not known: {error}."),
                hint: Some("Its tools are counted as if all were switched on.".to_owned()),
                place: Some(Place::whole(error.path())),
                server: None,
            }),
        }
    }
}

async fn remembered(
    database: &Path,
    memory: &Memory,
) -> Result<Option<Arc<Toggles>>, TogglesError> {
    let stamp = [database, &log_of(database)].map(|path| {
        let metadata = std::fs::metadata(path).ok()?;
        Some((metadata.len(), metadata.modified().ok()?))
    });
    if stamp[0].is_none() {
        return Ok(None);
    }
    let mut last = memory.0.lock().await;
    if let Some((then, toggles)) = &*last
        && *then == stamp
    {
        return Ok(Some(Arc::clone(toggles)));
    }
    let toggles = Arc::new(read(database).await?);
    *last = Some((stamp, Arc::clone(&toggles)));
    Ok(Some(toggles))
}

/// Reads the switches of a database; the original is untouched in any case.
async fn read(database: &Path) -> Result<Toggles, TogglesError> {
    let path = || database.to_owned();
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let bytes = size(database) + size(&log_of(database));
    if bytes > LIMIT {
        return Err(TogglesError::TooLarge { path: path(), bytes });
    }
    let source = path();
    let folder = tokio::task::spawn_blocking(move || copy(&source))
        .await
        .map_err(std::io::Error::other)
        .flatten()
        .map_err(|source| TogglesError::Copy { path: path(), source })?;
    let off = query(&folder.path().join(NAME))
        .await
        .map_err(|source| TogglesError::Database { path: path(), source })?;
    Ok(Toggles { database: path(), off })
}

const NAME: &str = "state.vscdb";

/// The database and its write-ahead log in a folder that is removed when
/// dropped. The `-shm` file is an index of the log that `SQLite` rebuilds;
/// copied at another moment than the log it would only mislead.
fn copy(database: &Path) -> std::io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    std::fs::copy(database, folder.path().join(NAME))?;
    match std::fs::copy(log_of(database), folder.path().join(format!("{NAME}-wal"))) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(folder),
    }
}

/// The write-ahead log beside a database.
fn log_of(database: &Path) -> PathBuf {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

async fn query(database: &Path) -> Result<Vec<(String, String)>, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(database);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let rows = sqlx::query(
        "SELECT CAST(value AS BLOB) FROM ItemTable \
         WHERE instr(CAST(value AS BLOB), CAST('mcpDisabledTools' AS BLOB)) > 0",
    )
    .fetch_all(&mut connection)
    .await?;
    let mut off = Vec::new();
    for row in rows {
        let value: Vec<u8> = row.try_get(0)?;
        collect_from(&value, &mut off);
    }
    connection.close().await?;
    Ok(off)
}

/// The lists of a value as stored; one that is no JSON has none.
pub(super) fn collect_from(value: &[u8], off: &mut Vec<(String, String)>) {
    if let Ok(value) = serde_json::from_slice::<Value>(value) {
        collect(&value, off);
    }
}

/// Every `mcpDisabledTools` list in a value, wherever it stands. The parser
/// refuses more than 128 levels.
fn collect(value: &Value, off: &mut Vec<(String, String)>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match value {
                    Value::Array(elements) if key == "mcpDisabledTools" => off.extend(
                        elements
                            .iter()
                            .filter_map(|element| element.as_str()?.split_once('|'))
                            .map(|(server, tool)| (server.to_owned(), tool.to_owned())),
                    ),
                    value => collect(value, off),
                }
            }
        }
        Value::Array(elements) => elements.iter().for_each(|element| collect(element, off)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::{Scope, Standing, cursor::paths::world};
    use crate::world::Platform;

    fn entry(scope: Scope, name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            scope,
            place: Place { file: PathBuf::from("/w/app/.cursor/mcp.json"), line: 1, column: 1 },
            launch: None,
            missing_variables: Vec::new(),
            standing: Standing::Active,
        }
    }

    /// What the editor holds open: a database whose newest rows are only in its
    /// write-ahead log.
    async fn open_database(path: &Path) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        let mut connection = SqliteConnection::connect_with(&options).await.expect("opened");
        for statement in [
            "PRAGMA journal_mode = WAL",
            "PRAGMA wal_autocheckpoint = 0",
            "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
        ] {
            sqlx::query(statement).execute(&mut connection).await.expect("executed");
        }
        connection
    }

    fn database(world: &World) -> PathBuf {
        let database = paths::state_database(world);
        std::fs::create_dir_all(database.parent().expect("a parent")).expect("a folder");
        database
    }

    #[tokio::test]
    async fn switches_are_read_from_a_copy_while_the_editor_runs() {
        let home = tempfile::tempdir().expect("a folder");
        let world = world(Platform::here(), &home.path().to_string_lossy(), &[]);
        let memory = Memory::default();
        let database = database(&world);
        assert_eq!(remembered(&database, &memory).await.expect("no editor is no error"), None);

        let mut editor = open_database(&database).await;
        let value = r#"{"a":{"mcpDisabledTools":["user-github|create_issue","project-0-app-db|drop","odd"]}}"#;
        let mut insert = async |key: &str, value: &str| {
            sqlx::query("INSERT INTO ItemTable VALUES (?, ?)")
                .bind(key)
                .bind(value.as_bytes())
                .execute(&mut editor)
                .await
                .expect("inserted");
        };
        insert("k", value).await;
        insert("broken", "mcpDisabledTools {").await;
        let before = std::fs::read(&database).expect("readable");
        let toggles = remembered(&database, &memory).await.expect("readable").expect("an editor");
        assert_eq!(std::fs::read(&database).expect("readable"), before, "untouched");
        for (why, scope, name, tool, want) in [
            ("off", Scope::User, "github", "create_issue", true),
            ("another tool", Scope::User, "github", "list", false),
            ("the project's server of that name", Scope::Project, "github", "create_issue", false),
            ("a project's", Scope::Project, "db", "drop", true),
        ] {
            assert_eq!(toggles.is_off(&entry(scope, name), tool), want, "{why}");
        }

        let again = remembered(&database, &memory).await.expect("readable").expect("an editor");
        assert!(Arc::ptr_eq(&toggles, &again), "nothing changed: not copied again");
        insert("more", r#"{"mcpDisabledTools":["user-x|y"]}"#).await;
        let newer = remembered(&database, &memory).await.expect("readable").expect("an editor");
        assert!(newer.is_off(&entry(Scope::User, "x"), "y"), "a change is seen");
    }

    #[tokio::test]
    async fn what_is_no_database_is_a_finding() {
        let home = tempfile::tempdir().expect("a folder");
        let world = world(Platform::here(), &home.path().to_string_lossy(), &[]);
        std::fs::write(database(&world), "x".repeat(5000)).expect("written");
        let mut readings = [crate::clients::cursor::tests::reading_with_a_server(&world)];
        add(&world, &Memory::default(), &mut readings).await;
        assert!(readings[0].findings.iter().any(|found| found.code == "cursor-toggles-unknown"));
    }
}
