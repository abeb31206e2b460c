//! Task sets: queries with the tools they should find.

use std::time::SystemTime;

use sqlx::Row;

use super::{Store, StoreError, to_millis};

/// One kept set. The tasks are opaque here: JSON lines, as exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTasks {
    /// Names it.
    pub id: i64,
    /// What the user calls it.
    pub name: String,
    /// Its tasks.
    pub tasks: String,
}

impl Store {
    /// Every set, by name.
    pub async fn task_sets(&self) -> Result<Vec<KeptTasks>, StoreError> {
        let rows = sqlx::query("SELECT id, name, tasks FROM task_sets ORDER BY name, id")
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(KeptTasks {
                    id: row.try_get("id")?,
                    name: row.try_get("name")?,
                    tasks: row.try_get("tasks")?,
                })
            })
            .collect()
    }

    /// Keeps a set: a new one for id 0, else in place of the one of that id.
    pub async fn save_task_set(&self, set: &KeptTasks, now: SystemTime) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO task_sets (id, name, tasks, saved_at) VALUES (NULLIF(?1, 0), ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET name = ?2, tasks = ?3, saved_at = ?4",
        )
        .bind(set.id)
        .bind(&set.name)
        .bind(&set.tasks)
        .bind(to_millis(now))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Removes a set.
    pub async fn remove_task_set(&self, id: i64) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM task_sets WHERE id = ?").bind(id).execute(&self.pool).await?;
        Ok(())
    }
}
