//! Counts that outlive the process.

use super::{Store, StoreError};
use crate::weights::{CacheKey, Known};

/// Bytes of a key in a record.
const KEY: usize = 16;

/// Bytes of a record: a key and an answer.
const RECORD: usize = KEY + Known::BYTES;

/// Pages are joined once there are more.
const PAGES: i64 = 32;

/// Records kept when pages are joined: some six catalogues of the size of the
/// largest home seen, in every shape. The oldest go first.
const KEPT: usize = 100_000;

impl Store {
    /// Everything counted before. A record of a form we do not know is skipped:
    /// it is counted again.
    pub async fn load_tokens(&self) -> Result<Vec<(CacheKey, Known)>, StoreError> {
        Ok(self.token_records().await?.as_chunks::<RECORD>().0.iter().filter_map(parse).collect())
    }

    /// Adds what was counted since.
    pub async fn save_tokens(&self, fresh: &[(CacheKey, Known)]) -> Result<(), StoreError> {
        if fresh.is_empty() {
            return Ok(());
        }
        let mut records = Vec::with_capacity(fresh.len() * RECORD);
        for (key, known) in fresh {
            records.extend(key.0);
            records.extend(known.to_bytes());
        }
        sqlx::query("INSERT INTO token_pages (records) VALUES (?)")
            .bind(records)
            .execute(&self.pool)
            .await?;
        let pages: i64 =
            sqlx::query_scalar("SELECT count(*) FROM token_pages").fetch_one(&self.pool).await?;
        if pages > PAGES { self.join_pages().await } else { Ok(()) }
    }

    async fn join_pages(&self) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        let pages: Vec<Vec<u8>> = sqlx::query_scalar("DELETE FROM token_pages RETURNING records")
            .fetch_all(&mut *transaction)
            .await?;
        let mut joined = pages.concat();
        joined.drain(..joined.len().saturating_sub(KEPT * RECORD));
        sqlx::query("INSERT INTO token_pages (records) VALUES (?)")
            .bind(joined)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    async fn token_records(&self) -> Result<Vec<u8>, StoreError> {
        let pages: Vec<Vec<u8>> = sqlx::query_scalar("SELECT records FROM token_pages ORDER BY id")
            .fetch_all(&self.pool)
            .await?;
        Ok(pages.concat())
    }
}

fn parse(record: &[u8; RECORD]) -> Option<(CacheKey, Known)> {
    let (key, known) = record.split_first_chunk::<KEY>()?;
    Some((CacheKey(*key), Known::from_bytes(known)?))
}
