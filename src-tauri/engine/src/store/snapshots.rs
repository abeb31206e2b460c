//! What servers offered, and when.

use std::{collections::HashMap, time::SystemTime};

use rayon::prelude::*;
use serde_json::{Value, json};
use sqlx::{FromRow, Row, sqlite::SqliteRow};

use super::{Store, StoreError, from_millis, to_millis};
use crate::catalogue::{Catalogue, Malformed, Source};

/// How many different answers are kept per server.
pub const HISTORY: u32 = 50;

/// One stored answer.
#[derive(Clone, Debug)]
pub struct Stored {
    /// When the server first answered so.
    pub first_seen: SystemTime,
    /// The answer; its `taken_at` is when the server last said so.
    pub catalogue: Catalogue,
}

/// A row as it is stored.
struct Record {
    server_key: String,
    taken_at: i64,
    seen_at: i64,
    server_name: Option<String>,
    server_version: Option<String>,
    protocol: Option<String>,
    instructions: Option<String>,
    capabilities: String,
    tools: String,
    malformed: String,
    resources: Option<u32>,
    prompts: Option<u32>,
}

impl<'r> FromRow<'r, SqliteRow> for Record {
    fn from_row(row: &'r SqliteRow) -> sqlx::Result<Self> {
        Ok(Self {
            server_key: row.try_get("server_key")?,
            taken_at: row.try_get("taken_at")?,
            seen_at: row.try_get("seen_at")?,
            server_name: row.try_get("server_name")?,
            server_version: row.try_get("server_version")?,
            protocol: row.try_get("protocol")?,
            instructions: row.try_get("instructions")?,
            capabilities: row.try_get("capabilities")?,
            tools: row.try_get("tools")?,
            malformed: row.try_get("malformed")?,
            resources: row.try_get("resources")?,
            prompts: row.try_get("prompts")?,
        })
    }
}

impl Record {
    fn of(server_key: &str, catalogue: &Catalogue) -> Self {
        let tools: Vec<_> = catalogue.tools.iter().map(|tool| &tool.raw).collect();
        let malformed: Vec<_> = catalogue
            .malformed
            .iter()
            .map(|fault| json!([fault.position, fault.name, fault.what, fault.refuses_list]))
            .collect();
        let time = to_millis(catalogue.taken_at);
        Self {
            server_key: server_key.to_owned(),
            taken_at: time,
            seen_at: time,
            server_name: catalogue.server_name.clone(),
            server_version: catalogue.server_version.clone(),
            protocol: catalogue.protocol.clone(),
            instructions: catalogue.instructions.clone(),
            capabilities: catalogue.capabilities.to_string(),
            tools: json!(tools).to_string(),
            malformed: json!(malformed).to_string(),
            resources: catalogue.resources,
            prompts: catalogue.prompts,
        }
    }

    fn read(self) -> Result<(String, Stored), StoreError> {
        let tools: Vec<Value> = serde_json::from_str(&self.tools)?;
        let malformed: Vec<(usize, Option<String>, String, bool)> =
            serde_json::from_str(&self.malformed)?;
        let mut catalogue =
            Catalogue::from_listing(tools, from_millis(self.seen_at), Source::Snapshot);
        catalogue.malformed = malformed
            .into_iter()
            .map(|(position, name, what, refuses_list)| Malformed {
                position,
                name,
                what,
                refuses_list,
                // A server's own answer is never mended.
                kept: false,
            })
            .collect();
        catalogue.server_name = self.server_name;
        catalogue.server_version = self.server_version;
        catalogue.protocol = self.protocol;
        catalogue.instructions = self.instructions;
        catalogue.capabilities = serde_json::from_str(&self.capabilities)?;
        catalogue.resources = self.resources;
        catalogue.prompts = self.prompts;
        Ok((self.server_key, Stored { first_seen: from_millis(self.taken_at), catalogue }))
    }
}

impl Store {
    /// Keeps what a server just offered, and forgets its last failure.
    ///
    /// An answer equal to the newest one only moves its date.
    pub async fn save_snapshot(&self, key: &str, catalogue: &Catalogue) -> Result<(), StoreError> {
        let record = Record::of(key, catalogue);
        let mut transaction = self.pool.begin().await?;
        sqlx::query("DELETE FROM failures WHERE server_key = ?")
            .bind(key)
            .execute(&mut *transaction)
            .await?;
        let moved = sqlx::query(
            "UPDATE snapshots SET seen_at = ?1
             WHERE id = (SELECT id FROM snapshots WHERE server_key = ?2 ORDER BY seen_at DESC, id DESC LIMIT 1)
               AND tools = ?3 AND instructions IS ?4 AND malformed = ?5 AND capabilities = ?6
               AND server_name IS ?7 AND server_version IS ?8 AND protocol IS ?9
               AND resources IS ?10 AND prompts IS ?11",
        )
        .bind(record.seen_at)
        .bind(key)
        .bind(&record.tools)
        .bind(&record.instructions)
        .bind(&record.malformed)
        .bind(&record.capabilities)
        .bind(&record.server_name)
        .bind(&record.server_version)
        .bind(&record.protocol)
        .bind(record.resources)
        .bind(record.prompts)
        .execute(&mut *transaction)
        .await?;
        if moved.rows_affected() == 0 {
            sqlx::query(
                "INSERT INTO snapshots (server_key, taken_at, seen_at, tools, instructions, malformed,
                   capabilities, server_name, server_version, protocol, resources, prompts)
                 VALUES (?2, ?1, ?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )
            .bind(record.seen_at)
            .bind(key)
            .bind(record.tools)
            .bind(record.instructions)
            .bind(record.malformed)
            .bind(record.capabilities)
            .bind(record.server_name)
            .bind(record.server_version)
            .bind(record.protocol)
            .bind(record.resources)
            .bind(record.prompts)
            .execute(&mut *transaction)
            .await?;
            sqlx::query(
                "DELETE FROM snapshots WHERE server_key = ?1 AND id NOT IN
                   (SELECT id FROM snapshots WHERE server_key = ?1 ORDER BY seen_at DESC, id DESC LIMIT ?2)",
            )
            .bind(key)
            .bind(HISTORY)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// The newest answer of each of these servers that ever answered.
    pub async fn latest_snapshots<K: AsRef<str>>(
        &self,
        keys: &[K],
    ) -> Result<HashMap<String, Stored>, StoreError> {
        let keys: Vec<_> = keys.iter().map(AsRef::as_ref).collect();
        let rows: Vec<Record> = sqlx::query_as(
            "SELECT snapshots.* FROM json_each(?) AS wanted
             JOIN snapshots ON snapshots.id =
               (SELECT id FROM snapshots WHERE server_key = wanted.value
                ORDER BY seen_at DESC, id DESC LIMIT 1)",
        )
        .bind(json!(keys).to_string())
        .fetch_all(&self.pool)
        .await?;
        rows.into_par_iter().map(Record::read).collect()
    }

    /// All kept answers of one server, newest first.
    pub async fn history(&self, key: &str) -> Result<Vec<Stored>, StoreError> {
        let rows: Vec<Record> = sqlx::query_as(
            "SELECT * FROM snapshots WHERE server_key = ? ORDER BY seen_at DESC, id DESC",
        )
        .bind(key)
        .fetch_all(&self.pool)
        .await?;
        rows.into_par_iter().map(|row| Ok(row.read()?.1)).collect()
    }
}
