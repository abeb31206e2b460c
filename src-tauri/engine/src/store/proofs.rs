//! That a client agreed with what was predicted.

use std::time::SystemTime;

use sqlx::Row;

use super::{Store, StoreError, from_millis, to_millis};

/// A proof in which the client agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastProof {
    /// When.
    pub at: SystemTime,
    /// The client's version.
    pub version: Option<String>,
    /// A hash of everything that was shown.
    pub loaded: String,
}

impl Store {
    /// Keeps the last proof of a client in a project; `None`: it did not agree,
    /// and an earlier one holds no more. `project` is empty outside any.
    pub async fn save_proof(
        &self,
        client: &str,
        project: &str,
        proof: Option<&LastProof>,
    ) -> Result<(), StoreError> {
        let query = match proof {
            Some(proof) => sqlx::query(
                "INSERT OR REPLACE INTO proofs (client, project, at, version, loaded)
                 VALUES (?, ?, ?, ?, ?)",
            )
            .bind(client)
            .bind(project)
            .bind(to_millis(proof.at))
            .bind(&proof.version)
            .bind(&proof.loaded),
            None => sqlx::query("DELETE FROM proofs WHERE client = ? AND project = ?")
                .bind(client)
                .bind(project),
        };
        query.execute(&self.pool).await?;
        Ok(())
    }

    /// The last proof of a client in a project, when it agreed.
    pub async fn last_proof(
        &self,
        client: &str,
        project: &str,
    ) -> Result<Option<LastProof>, StoreError> {
        let row = sqlx::query("SELECT * FROM proofs WHERE client = ? AND project = ?")
            .bind(client)
            .bind(project)
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| {
            Ok(LastProof {
                at: from_millis(row.try_get("at")?),
                version: row.try_get("version")?,
                loaded: row.try_get("loaded")?,
            })
        })
        .transpose()
    }
}
