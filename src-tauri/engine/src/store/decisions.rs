//! What the user decided: consents, settings, added projects.

use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

use serde_json::Value;
use sqlx::Row;

use super::{Store, StoreError, from_millis, to_millis};

/// A command the user allowed to start, exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// The key of the launch: program, arguments, variables and all.
    pub launch_key: String,
    /// The directory it starts in; empty when the entry leaves that open.
    pub directory: String,
    /// The scope of the entry: a project's file is another author than one's own.
    pub scope: String,
    /// When it was allowed.
    pub granted_at: SystemTime,
}

impl Store {
    /// Remembers a consent.
    pub async fn allow(&self, consent: &Consent) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT OR REPLACE INTO consents (launch_key, directory, scope, granted_at)
             VALUES (?, ?, ?, ?)",
        )
        .bind(&consent.launch_key)
        .bind(&consent.directory)
        .bind(&consent.scope)
        .bind(to_millis(consent.granted_at))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Everything allowed.
    pub async fn consents(&self) -> Result<Vec<Consent>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM consents ORDER BY granted_at").fetch_all(&self.pool).await?;
        rows.iter()
            .map(|row| {
                Ok(Consent {
                    launch_key: row.try_get("launch_key")?,
                    directory: row.try_get("directory")?,
                    scope: row.try_get("scope")?,
                    granted_at: from_millis(row.try_get("granted_at")?),
                })
            })
            .collect()
    }

    /// Forgets every consent.
    pub async fn forget_consents(&self) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM consents").execute(&self.pool).await?;
        Ok(())
    }

    /// The settings stored under a name; `None` before they were first saved.
    pub async fn settings(&self, name: &str) -> Result<Option<Value>, StoreError> {
        let text: Option<String> = sqlx::query_scalar("SELECT value FROM settings WHERE name = ?")
            .bind(name)
            .fetch_optional(&self.pool)
            .await?;
        Ok(text.as_deref().map(serde_json::from_str).transpose()?)
    }

    /// Stores settings under a name.
    pub async fn save_settings(&self, name: &str, value: &Value) -> Result<(), StoreError> {
        sqlx::query("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)")
            .bind(name)
            .bind(value.to_string())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// The project folders the user added, oldest first.
    pub async fn projects(&self) -> Result<Vec<PathBuf>, StoreError> {
        let paths: Vec<String> =
            sqlx::query_scalar("SELECT path FROM projects ORDER BY added_at, path")
                .fetch_all(&self.pool)
                .await?;
        Ok(paths.into_iter().map(PathBuf::from).collect())
    }

    /// Adds a project folder; one that is there already stays as it is.
    pub async fn add_project(&self, path: &Path, now: SystemTime) -> Result<(), StoreError> {
        sqlx::query("INSERT OR IGNORE INTO projects (path, added_at) VALUES (?, ?)")
            .bind(path.to_string_lossy().into_owned())
            .bind(to_millis(now))
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Removes a project folder from the list.
    pub async fn remove_project(&self, path: &Path) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM projects WHERE path = ?")
            .bind(path.to_string_lossy().into_owned())
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}
