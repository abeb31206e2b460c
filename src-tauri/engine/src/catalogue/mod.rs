//! Tools as plain data: what a server offered at one time.

mod contract;
mod import;
mod tool;

use std::{collections::HashSet, sync::Arc, time::SystemTime};

use serde_json::Value;

pub use self::{
    contract::list_fault,
    import::{FILE_LIMIT, ImportError, Listed, import, import_all, import_value, read_file},
    tool::{DefinitionHash, Malformed, Tool},
};

/// Where a catalogue comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The server answered just now.
    Live,
    /// Stored from an earlier answer.
    Snapshot,
    /// Cursor's own mirror on disk.
    Mirror,
    /// A catalogue file the user gave.
    File,
}

impl Source {
    /// The word used in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Snapshot => "snapshot",
            Self::Mirror => "mirror",
            Self::File => "file",
        }
    }
}

/// The tools and instructions of one server at one time.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// `serverInfo.name`, as sent.
    pub server_name: Option<String>,
    /// `serverInfo.version`, as sent.
    pub server_version: Option<String>,
    /// The protocol version agreed on.
    pub protocol: Option<String>,
    /// `instructions`, as sent, uncut.
    pub instructions: Option<String>,
    /// `capabilities`, as sent.
    pub capabilities: Value,
    /// The tools in the server's order.
    pub tools: Vec<Arc<Tool>>,
    /// Tools that no client could use, and why.
    pub malformed: Vec<Malformed>,
    /// How many resources the server lists; `None`: not asked or no answer.
    pub resources: Option<u32>,
    /// How many prompts the server lists; `None`: not asked or no answer.
    pub prompts: Option<u32>,
    /// When the server said so.
    pub taken_at: SystemTime,
    /// Where this copy comes from.
    pub source: Source,
}

/// The longest tool name the Messages API accepts, the client's prefix
/// included. <https://platform.claude.com/docs/en/api/messages>
pub const NAME_LIMIT: usize = 64;

impl Catalogue {
    /// A catalogue of the elements of a `tools` list, in the order received.
    ///
    /// An element that is no tool, and a name that comes twice (the first one
    /// counts, as in the clients), are kept as [`Malformed`]; everything else
    /// stays. Set the other fields on the result.
    pub fn from_listing(
        listing: impl IntoIterator<Item = Value>,
        taken_at: SystemTime,
        source: Source,
    ) -> Self {
        let (mut tools, mut malformed) = (Vec::new(), Vec::new());
        let mut names = HashSet::new();
        for (position, value) in listing.into_iter().enumerate() {
            match Tool::from_listed(position, value) {
                Ok(tool) if names.insert(tool.name.clone()) => tools.push(Arc::new(tool)),
                Ok(tool) => malformed.push(Malformed {
                    position,
                    what: format!("the server lists `{}` twice; the first one counts", tool.name),
                    name: Some(tool.name),
                    refuses_list: false,
                    kept: false,
                }),
                Err(fault) => malformed.push(fault),
            }
        }
        Self {
            server_name: None,
            server_version: None,
            protocol: None,
            instructions: None,
            capabilities: Value::Null,
            tools,
            malformed,
            resources: None,
            prompts: None,
            taken_at,
            source,
        }
    }

    /// Tools whose own name is longer than [`NAME_LIMIT`], before any prefix.
    ///
    /// The list is sent all the same; the model's API refuses the request.
    pub fn overlong_names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.name.as_str()).filter(|name| name.len() > NAME_LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_bad_element_costs_the_others_nothing() {
        let long = "n".repeat(65);
        let listing = [
            json!({"name": "a", "inputSchema": {}}),
            json!(7),
            json!({"name": "a", "description": "again", "inputSchema": {}}),
            json!({"name": long, "inputSchema": {}}),
            json!({"name": "b", "inputSchema": null}),
        ];
        let catalogue = Catalogue::from_listing(listing, SystemTime::UNIX_EPOCH, Source::Live);
        let names: Vec<_> = catalogue.tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["a", long.as_str()]);
        let faults: Vec<_> =
            catalogue.malformed.iter().map(|fault| (fault.position, fault.what.as_str())).collect();
        assert_eq!(
            faults,
            [
                (1, "a tool must be an object"),
                (2, "the server lists `a` twice; the first one counts"),
                (4, "the tool's inputSchema is null"),
            ]
        );
        assert_eq!(catalogue.overlong_names().collect::<Vec<_>>(), [long.as_str()]);
    }
}
