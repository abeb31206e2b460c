//! A client's own searchable tools, as a proof run captured them.
//!
//! They stand in no configuration and compete for the same places in a search.
//! The texts are the vendor's and stay on this machine.

use std::time::SystemTime;

use serde_json::Value;

use super::{Store, StoreError, to_millis};

impl Store {
    /// Keeps the tools a client of this version defers of its own, each as a
    /// server would list it: `{"name", "description"?, "inputSchema"?}`.
    pub async fn save_built_in(
        &self,
        client: &str,
        version: &str,
        tools: &[Value],
        now: SystemTime,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT OR REPLACE INTO built_in_tools (client, version, tools, taken_at)
             VALUES (?, ?, ?, ?)",
        )
        .bind(client)
        .bind(version)
        .bind(serde_json::to_string(tools)?)
        .bind(to_millis(now))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// What was kept of this version; `None`: no proof has captured it.
    pub async fn built_in(
        &self,
        client: &str,
        version: &str,
    ) -> Result<Option<Vec<Value>>, StoreError> {
        let text: Option<String> =
            sqlx::query_scalar("SELECT tools FROM built_in_tools WHERE client = ? AND version = ?")
                .bind(client)
                .bind(version)
                .fetch_optional(&self.pool)
                .await?;
        Ok(text.as_deref().map(serde_json::from_str).transpose()?)
    }
}
