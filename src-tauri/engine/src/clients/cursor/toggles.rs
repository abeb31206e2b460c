//! Tools that the user switched off in Cursor's editor.
//!
//! The editor keeps them in its state database, in a value whose key is not
//! stable: an array `mcpDisabledTools` of `"<server identifier>|<tool>"`, known
//! from a public script of 2025, so best effort. The running editor owns that
//! database: it is read from a copy and never written.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
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
        Place { file: self.database.clone(), line: 1, column: 1 }
    }
}

/// Reads the switches; `None` when Cursor's editor has no state here.
///
/// One step apart from [`super::Cursor`]'s reading because it copies a
/// database: do it once, then [`apply`] it to every reading.
///
/// # Errors
/// [`TogglesError`]; the original is untouched in any case.
pub async fn read(world: &World) -> Result<Option<Toggles>, TogglesError> {
    let database = paths::state_database(world);
    let Ok(metadata) = std::fs::metadata(&database) else { return Ok(None) };
    if metadata.len() > LIMIT {
        return Err(TogglesError::TooLarge { path: database, bytes: metadata.len() });
    }
    let source = database.clone();
    let copied = tokio::task::spawn_blocking(move || copy(&source)).await;
    let folder = copied
        .map_err(std::io::Error::other)
        .flatten()
        .map_err(|source| TogglesError::Copy { path: database.clone(), source })?;
    let off = query(&folder.path().join(NAME))
        .await
        .map_err(|source| TogglesError::Database { path: database.clone(), source })?;
    Ok(Some(Toggles { database, off }))
}

const NAME: &str = "state.vscdb";

/// The database and its write-ahead log in a folder that is removed when
/// dropped. The `-shm` file is an index of the log that `SQLite` rebuilds;
/// copied at another moment than the log it would only mislead.
fn copy(database: &Path) -> std::io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    std::fs::copy(database, folder.path().join(NAME))?;
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    match std::fs::copy(log, folder.path().join(format!("{NAME}-wal"))) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(folder),
    }
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
        if let Ok(value) = serde_json::from_slice::<Value>(&value) {
            collect(&value, &mut off);
        }
    }
    connection.close().await?;
    Ok(off)
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

/// Adds to a reading of Cursor what is known of the switches, or why nothing is.
pub fn apply(reading: &mut Reading, toggles: Result<Option<&Arc<Toggles>>, &TogglesError>) {
    if reading.client != ClientId::Cursor {
        return;
    }
    match toggles {
        Ok(None) => {}
        Ok(Some(toggles)) => {
            reading.policy = Arc::new(Rules { toggles: Some(Arc::clone(toggles)) });
        }
        Err(error) => reading.findings.push(Finding {
            code: "cursor-toggles-unknown",
            level: Level::Hint,
            message: format!("Which tools are switched off in Cursor is not known: {error}."),
            hint: Some("Its tools are counted as if all were switched on.".to_owned()),
            place: Some(Place { file: error.path().to_owned(), line: 1, column: 1 }),
            server: None,
        }),
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

    #[tokio::test]
    async fn switches_are_read_from_a_copy_while_the_editor_runs() {
        let home = tempfile::tempdir().expect("a folder");
        let world = world(Platform::here(), &home.path().to_string_lossy(), &[]);
        assert_eq!(read(&world).await.expect("no editor is no error"), None);

        let database = paths::state_database(&world);
        std::fs::create_dir_all(database.parent().expect("a parent")).expect("a folder");
        let mut editor = open_database(&database).await;
        let value = r#"{"a":{"mcpDisabledTools":["user-github|create_issue","project-0-app-db|drop","odd"]}}"#;
        for (key, value) in [("k", value), ("broken", "mcpDisabledTools {"), ("other", "{}")] {
            sqlx::query("INSERT INTO ItemTable VALUES (?, ?)")
                .bind(key)
                .bind(value.as_bytes())
                .execute(&mut editor)
                .await
                .expect("inserted");
        }
        let before = std::fs::read(&database).expect("readable");
        let toggles = read(&world).await.expect("readable").expect("an editor");
        assert_eq!(std::fs::read(&database).expect("readable"), before, "untouched");
        for (why, scope, name, tool, want) in [
            ("off", Scope::User, "github", "create_issue", true),
            ("another tool", Scope::User, "github", "list", false),
            ("the project's server of that name", Scope::Project, "github", "create_issue", false),
            ("a project's", Scope::Project, "db", "drop", true),
        ] {
            assert_eq!(toggles.is_off(&entry(scope, name), tool), want, "{why}");
        }
    }

    #[tokio::test]
    async fn what_is_no_database_is_an_error() {
        let home = tempfile::tempdir().expect("a folder");
        let world = world(Platform::here(), &home.path().to_string_lossy(), &[]);
        let database = paths::state_database(&world);
        std::fs::create_dir_all(database.parent().expect("a parent")).expect("a folder");
        std::fs::write(&database, "x".repeat(5000)).expect("written");
        assert!(matches!(read(&world).await, Err(TogglesError::Database { .. })));
    }
}
