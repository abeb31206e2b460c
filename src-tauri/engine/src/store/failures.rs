//! Why a server failed last.

use std::{collections::HashMap, time::SystemTime};

use serde_json::json;
use sqlx::Row;

use super::{Store, StoreError, from_millis, to_millis};

/// The last failure of a server. Texts are masked before they come here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// When.
    pub failed_at: SystemTime,
    /// For code: kebab-case.
    pub code: String,
    /// What happened, for people.
    pub message: String,
    /// The next step, when there is one.
    pub hint: Option<String>,
    /// The last lines it said, masked.
    pub log: Vec<String>,
}

impl Store {
    /// Keeps why a server failed; the one before is forgotten.
    pub async fn save_failure(&self, key: &str, failure: &Failure) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT OR REPLACE INTO failures (server_key, failed_at, code, message, hint, log)
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(key)
        .bind(to_millis(failure.failed_at))
        .bind(&failure.code)
        .bind(&failure.message)
        .bind(&failure.hint)
        .bind(json!(failure.log).to_string())
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The last failure of every server that failed since it last answered, by
    /// server key.
    pub async fn failures(&self) -> Result<HashMap<String, Failure>, StoreError> {
        let rows = sqlx::query("SELECT * FROM failures").fetch_all(&self.pool).await?;
        rows.iter()
            .map(|row| {
                let log: String = row.try_get("log")?;
                let failure = Failure {
                    failed_at: from_millis(row.try_get("failed_at")?),
                    code: row.try_get("code")?,
                    message: row.try_get("message")?,
                    hint: row.try_get("hint")?,
                    log: serde_json::from_str(&log)?,
                };
                Ok((row.try_get("server_key")?, failure))
            })
            .collect()
    }
}
