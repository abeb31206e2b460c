//! How Cursor loads tools: by itself, without a setting.

use std::sync::Arc;

use super::toggles::Toggles;
use crate::clients::{Cause, Entry, Loading, Policy, ToolTraits, Verdict};

/// Cursor's rules, with what is known of the editor's switches.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    pub(super) toggles: Option<Arc<Toggles>>,
    /// Whether the mirror holds servers that no file read here defines.
    pub(super) others: bool,
}

impl Policy for Rules {
    fn uses_others(&self) -> bool {
        self.others
    }

    /// The tool's own name: so the mirror spells it for the model.
    fn sent_as(&self, _: &Entry, tool: &str) -> String {
        tool.to_owned()
    }

    fn verdict(&self, entry: &Entry, tool: ToolTraits<'_>, _: Option<u64>) -> Verdict {
        if let Some(toggles) = &self.toggles
            && toggles.is_off(entry, tool.name)
        {
            return Verdict {
                loading: Loading::Off,
                cause: Cause {
                    because:
                        "Switched off in Cursor's settings, as far as its own state database tells."
                            .to_owned(),
                    place: Some(toggles.place()),
                },
            };
        }
        Verdict {
            loading: Loading::WhenNeeded,
            cause: Cause {
                because: "Cursor gives the model the names and loads a definition when it is needed; no setting changes that.".to_owned(),
                place: None,
            },
        }
    }

    fn caveat(&self) -> Option<String> {
        Some("Cursor decides the loading itself and its vendor can change it from the server; organisation rules are in no file. Known from its documentation and agent runtime 1.0.32, not measured against the model's input: names and instructions count as standing weight.".to_owned())
    }
}
