//! Choices kept under a name, to use in another project.

use super::{Workbench, settings::not_kept, words::problem};
use crate::{
    store::StoredPreset,
    wire::{PlanRequest, Preset, Problem},
};

impl Workbench {
    /// Every preset, by name. One that this version cannot read is left out.
    pub async fn presets(&self) -> Result<Vec<Preset>, Problem> {
        let stored = self.opened_store()?.presets().await.map_err(not_kept)?;
        Ok(stored
            .into_iter()
            .filter_map(|stored| {
                let choices = serde_json::from_str(&stored.choices).ok()?;
                Some(Preset { id: stored.id, name: stored.name, choices })
            })
            .collect())
    }

    /// Keeps a preset (id 0: a new one), without the project it was made in;
    /// all presets then.
    pub async fn save_preset(&self, preset: &Preset) -> Result<Vec<Preset>, Problem> {
        let name = preset.name.trim();
        if name.is_empty() {
            return Err(problem(
                "no-name",
                "a preset needs a name".to_owned(),
                Some("Name it after what it is for."),
            ));
        }
        let choices = PlanRequest { project: None, restore: None, ..preset.choices.clone() };
        let stored = StoredPreset {
            id: preset.id,
            name: name.to_owned(),
            choices: serde_json::to_string(&choices).unwrap_or_default(),
        };
        self.opened_store()?.save_preset(&stored).await.map_err(not_kept)?;
        self.presets().await
    }

    /// Forgets a preset; all presets then.
    pub async fn remove_preset(&self, id: i64) -> Result<Vec<Preset>, Problem> {
        self.opened_store()?.remove_preset(id).await.map_err(not_kept)?;
        self.presets().await
    }
}
