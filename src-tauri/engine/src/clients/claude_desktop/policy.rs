//! How Claude Desktop loads tools: as an account setting that no file shows.

use crate::clients::{Cause, DesktopToolAccess, Entry, Loading, Policy, ToolTraits, Verdict};

/// Claude Desktop's rules under what the user said.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rules {
    pub(super) access: DesktopToolAccess,
}

impl Policy for Rules {
    /// The tool's own name: how the app writes it is not known.
    fn sent_as(&self, _: &Entry, tool: &str) -> String {
        tool.to_owned()
    }

    fn verdict(&self, _: &Entry, _: ToolTraits<'_>, _: Option<u64>) -> Verdict {
        let (loading, because) = match self.access {
            DesktopToolAccess::Unknown => (
                Loading::Unknown,
                "Claude Desktop keeps its tool access mode in no file on this machine; say in the settings which one is on.",
            ),
            DesktopToolAccess::AlreadyLoaded => {
                (Loading::Always, "Tool access is “Tools already loaded”, as you told us.")
            }
            DesktopToolAccess::WhenNeeded => (
                Loading::WhenNeeded,
                "Tool access is “Load tools when needed”, as you told us; users report that tools may load all the same.",
            ),
        };
        Verdict { loading, cause: Cause { because: because.to_owned(), place: None } }
    }

    fn caveat(&self) -> Option<String> {
        Some("Not measured: the app's input to the model cannot be seen from here. Connectors added in the account and servers set by an organisation are in no file read here.".to_owned())
    }
}
