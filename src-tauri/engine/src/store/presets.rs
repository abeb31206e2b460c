//! Choices kept under a name.

use sqlx::Row as _;

use super::{Store, StoreError};

/// Choices kept under a name, as JSON of the caller's making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPreset {
    /// Names it.
    pub id: i64,
    /// What the user calls it.
    pub name: String,
    /// The choices, as they were given.
    pub choices: String,
}

impl Store {
    /// Every preset, by name.
    pub async fn presets(&self) -> Result<Vec<StoredPreset>, StoreError> {
        let rows = sqlx::query("SELECT id, name, choices FROM presets ORDER BY name, id")
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(StoredPreset {
                    id: row.try_get("id")?,
                    name: row.try_get("name")?,
                    choices: row.try_get("choices")?,
                })
            })
            .collect()
    }

    /// Keeps a preset; 0 as its id keeps a new one.
    pub async fn save_preset(&self, preset: &StoredPreset) -> Result<(), StoreError> {
        let id = (preset.id != 0).then_some(preset.id);
        sqlx::query("INSERT OR REPLACE INTO presets (id, name, choices) VALUES (?, ?, ?)")
            .bind(id)
            .bind(&preset.name)
            .bind(&preset.choices)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Forgets a preset.
    pub async fn remove_preset(&self, id: i64) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM presets WHERE id = ?").bind(id).execute(&self.pool).await?;
        Ok(())
    }
}
