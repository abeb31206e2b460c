//! Opening the database, whatever state it is in.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use sqlx::{
    SqlitePool,
    migrate::{MigrateError, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use time::{OffsetDateTime, macros::format_description};

use super::{Store, folder::database};

/// Applied in order, each once. Later ones only add.
static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// Something the user should know although the store is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The database was damaged. It was kept, and a new one begun.
    SetAside {
        /// Where the damaged database is now.
        kept: PathBuf,
    },
}

impl Notice {
    /// One sentence for people.
    pub fn message(&self) -> String {
        match self {
            Self::SetAside { kept } => format!(
                "The database was damaged and is now `{}`; a new one was begun, so snapshots, \
                 settings and consents start anew.",
                kept.display()
            ),
        }
    }
}

/// Why there is no store, or why it did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The data folder could not be made or the database not created in it.
    #[error("cannot write to `{}`: {source}", path.display())]
    Unwritable {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A newer Plimsoll made the database. It is left as it is.
    #[error(
        "`{}` was written by a newer Plimsoll (its version {found}, ours {ours}); update Plimsoll, or move the file away",
        path.display()
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its schema version.
        found: i64,
        /// The newest schema version we know.
        ours: i64,
    },
    /// The disk is full.
    #[error("the disk is full: nothing was saved")]
    DiskFull,
    /// The database may be read but not written.
    #[error("the database may not be written: nothing was saved")]
    ReadOnly,
    /// Another process holds the database for too long.
    #[error("another Plimsoll keeps the database busy")]
    Busy,
    /// The database is damaged; it is set aside when it is next opened.
    #[error("the database is damaged")]
    Corrupt,
    /// Anything else the database says.
    #[error("the database failed: {0}")]
    Database(sqlx::Error),
    /// What was stored cannot be read back.
    #[error("a stored value cannot be read: {0}")]
    Content(#[from] serde_json::Error),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        // Primary result codes, https://www.sqlite.org/rescode.html
        match primary_code(&error) {
            Some(5 | 6) => Self::Busy,
            Some(8) => Self::ReadOnly,
            Some(11 | 26) => Self::Corrupt,
            Some(13) => Self::DiskFull,
            _ => Self::Database(error),
        }
    }
}

fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let code: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

impl Store {
    /// Opens the database in a data folder, making both where they are missing.
    ///
    /// A damaged database is renamed and a new one begun; the notice says so.
    /// `now` dates the name.
    ///
    /// # Errors
    /// [`StoreError`]; the database is untouched then.
    pub async fn open(
        folder: &Path,
        now: SystemTime,
    ) -> Result<(Self, Option<Notice>), StoreError> {
        make_private_folder(folder)?;
        let path = database(folder);
        match Self::open_file(&path).await {
            Err(StoreError::Corrupt) => {
                let kept = set_aside(&path, now)?;
                Ok((Self::open_file(&path).await?, Some(Notice::SetAside { kept })))
            }
            opened => Ok((opened?, None)),
        }
    }

    async fn open_file(path: &Path) -> Result<Self, StoreError> {
        make_private_file(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(Duration::from_secs(5));
        // One connection: the data is small, and writers never meet.
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        let store = Self { pool };
        match prepare(&store.pool, path).await {
            Ok(()) => Ok(store),
            Err(error) => {
                store.close().await;
                Err(error)
            }
        }
    }

    /// Closes the database in order. Not needed for safety: a killed process
    /// loses at most what it was just writing.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

async fn prepare(pool: &SqlitePool, path: &Path) -> Result<(), StoreError> {
    let sound: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(pool).await?;
    if sound != "ok" {
        return Err(StoreError::Corrupt);
    }
    let ours = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default();
    MIGRATIONS.run(pool).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) | MigrateError::VersionMismatch(found) => {
            StoreError::Newer { path: path.to_owned(), found, ours }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        other => StoreError::Database(other.into()),
    })
}

fn make_private_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .map_err(|source| StoreError::Unwritable { path: folder.to_owned(), source })
}

/// Creates the file itself, since `SQLite` would make it readable for others;
/// the files it adds (`-wal`, `-shm`) take over the mode.
fn make_private_file(path: &Path) -> Result<(), StoreError> {
    let mut options = fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(path);
    made.map(drop).map_err(|source| StoreError::Unwritable { path: path.to_owned(), source })
}

/// Renames the database and the files beside it; says where it is now.
fn set_aside(path: &Path, now: SystemTime) -> Result<PathBuf, StoreError> {
    let failed = |source| StoreError::Unwritable { path: path.to_owned(), source };
    let day = OffsetDateTime::from(now)
        .format(format_description!("[year]-[month]-[day]T[hour][minute][second]"))
        .map_err(|error| failed(io::Error::other(error)))?;
    let named = |suffix: &str, end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!("{suffix}{end}"));
        PathBuf::from(name)
    };
    let aside =
        (0..=u32::MAX)
            .map(|again| {
                if again == 0 {
                    format!(".damaged-{day}")
                } else {
                    format!(".damaged-{day}-{again}")
                }
            })
            .find(|suffix| !named(suffix, "").exists())
            .expect("some name is free");
    for end in ["-wal", "-shm", ""] {
        match fs::rename(named("", end), named(&aside, end)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            renamed => renamed.map_err(failed)?,
        }
    }
    Ok(named(&aside, ""))
}
