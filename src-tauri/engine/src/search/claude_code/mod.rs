//! Claude Code's own `ToolSearch`, as observed from outside.
//!
//! What is known comes from asking the real client: 2.1.126 to 2.1.332, from a
//! loopback stand-in of the Messages API, never from its code.
//!
//! * **Pool**: deferred tools. `select:` and a full name also answer for tools
//!   that are loaded anyway.
//! * **`select:A,B`**: those tools, in the order given, each once, whatever the
//!   number of results asked for.
//! * **A full name**, in any case: that tool. **The beginning of full names**
//!   (more than `mcp__`): those, in the order of names.
//! * **Terms**: points add up over terms and repetitions; see [`name`] for
//!   names, 1 for a whole word of the description, 2 for one of the hint. Tools
//!   without points or without a required term drop out; equal points stand in
//!   the order of names, the client's own tools first.

mod index;
mod name;
mod query;
mod versions;
mod words;

use std::sync::Arc;

use semver::Version;

use self::query::Query;
pub use self::versions::{NEWEST_MEASURED, OLDEST_MEASURED, Rules};
use super::{Document, Engine, EngineId, Fidelity, Index, Parameter};
use crate::clients::Cut;

/// Whether a query asks for tools by their names.
pub fn selects(query: &str) -> bool {
    matches!(Query::parse(query), Query::Select(_))
}

/// `ToolSearch` of one installed version.
#[derive(Clone, Debug)]
pub struct ClaudeCode {
    version: Option<Version>,
    rules: Rules,
}

impl ClaudeCode {
    /// As the version searches; `None`: as the newest measured does.
    pub fn new(version: Option<&Version>) -> Self {
        Self { version: version.cloned(), rules: Rules::of(version) }
    }

    /// With the client's cut of always-loaded descriptions set by its user.
    pub fn cut_at(mut self, cut: Cut) -> Self {
        self.rules.description_units = cut.units.unwrap_or(usize::MAX);
        self
    }
}

impl Engine for ClaudeCode {
    fn id(&self) -> EngineId {
        EngineId::ClaudeCode
    }

    fn title(&self) -> String {
        "Claude Code".to_owned()
    }

    fn fidelity(&self) -> Fidelity {
        let own = "The client's own tools compete for the same places; their search hints \
                   are not known, so they are placed approximately where a proof run has \
                   captured them and missing where not.";
        match &self.version {
            Some(version) if *version < OLDEST_MEASURED => Fidelity {
                exact: false,
                because: format!(
                    "Older than any version compared ({OLDEST_MEASURED}): the rules of that one \
                     are used for {version}."
                ),
            },
            Some(version) if *version > NEWEST_MEASURED => Fidelity {
                exact: false,
                because: format!(
                    "Newer than any version compared ({NEWEST_MEASURED}): the rules of that one \
                     are used for {version}."
                ),
            },
            _ => Fidelity {
                exact: true,
                because: format!(
                    "The order among tools of MCP servers is the real client's in every \
                     recorded query. {own}"
                ),
            },
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let observed = "observed in Claude Code 2.1.126 to 2.1.332, 2026-11-30";
        let mcp = name::MCP_POINTS;
        let own = name::BUILT_IN_POINTS;
        let parameter = |name, value: String| Parameter { name, value, source: observed };
        vec![
            parameter("rules since", self.rules.since.to_string()),
            parameter(
                "part of a name",
                format!("{} ({} for the client's own)", mcp.part, own.part),
            ),
            parameter("inside a part", format!("{} ({})", mcp.inside_part, own.inside_part)),
            parameter("across parts", format!("{} ({})", mcp.across, own.across)),
            parameter("whole name, on top", format!("{} ({})", mcp.whole, own.whole)),
            parameter("whole word of the description", index::DESCRIPTION_POINTS.to_string()),
            parameter("whole word of the hint", index::HINT_POINTS.to_string()),
            parameter(
                "description searched to",
                format!("{} UTF-16 units", self.rules.description_units),
            ),
        ]
    }

    fn index(&self, documents: Arc<[Document]>) -> Box<dyn Index> {
        Box::new(index::ToolIndex::new(documents, self.rules.clone()))
    }
}
