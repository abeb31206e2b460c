//! What a client makes of a tool before the model sees it.

mod claude_code;
mod flatten;
mod validate;

use semver::Version;
use serde_json::{Map, Value};

use self::claude_code::Edition;
use super::json;
use crate::{
    catalogue::{Catalogue, Tool},
    clients::{ClientId, Cut},
};

/// One tool exactly as a client sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentTool {
    /// The name as the client writes it.
    pub name: String,
    /// The description, cleaned and cut as the client does.
    pub description: String,
    /// The input schema, minified.
    pub schema: String,
    /// The key the schema is sent under.
    pub schema_key: &'static str,
    /// Whether the description is cut.
    pub cut: bool,
}

/// Why a client does not send one tool, while it sends the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// A parameter's name is not one the model's API accepts.
    PropertyName,
    /// The input schema is not valid JSON Schema.
    InvalidSchema,
    /// Another tool of its server is written the same way and comes first.
    SameName,
}

impl Refusal {
    /// One sentence for people.
    pub const fn because(self) -> &'static str {
        match self {
            Self::PropertyName => {
                "Claude Code leaves this tool out: a parameter's name is not 1 to 64 letters, \
                 digits, `_`, `.` or `-`"
            }
            Self::InvalidSchema => {
                "Claude Code leaves this tool out: its input schema is not valid JSON Schema"
            }
            Self::SameName => {
                "Another tool of this server has the same name as the client writes it; the first one counts"
            }
        }
    }

    pub(super) const fn code(self) -> u8 {
        match self {
            Self::PropertyName => 1,
            Self::InvalidSchema => 2,
            Self::SameName => 3,
        }
    }

    pub(super) const fn from_code(code: u8) -> Option<Self> {
        match code {
            1 => Some(Self::PropertyName),
            2 => Some(Self::InvalidSchema),
            3 => Some(Self::SameName),
            _ => None,
        }
    }
}

/// Which fields a client sends, and what it does to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Claude Code.
    ClaudeCode(Edition),
    /// Claude Desktop: the API's fields, as received. Not measured.
    ClaudeDesktop,
    /// Cursor: the descriptor file that its agent reads on demand. Observed in
    /// the agent runtime 1.0.32, which writes name, description and inputSchema.
    Cursor,
}

impl Shape {
    /// What this client, in this version, makes of a tool. An unknown version
    /// is taken for the newest one measured.
    pub fn of(client: ClientId, version: Option<&Version>) -> Self {
        match client {
            ClientId::ClaudeCode => Self::ClaudeCode(Edition::of(version)),
            ClientId::ClaudeDesktop => Self::ClaudeDesktop,
            ClientId::Cursor => Self::Cursor,
        }
    }

    /// Names this shape among stored counts.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::ClaudeCode(edition) => edition.id(),
            Self::ClaudeDesktop => "claude-desktop",
            Self::Cursor => "cursor",
        }
    }

    /// What a weight in this shape counts, for people.
    pub const fn counts(self) -> &'static str {
        match self {
            Self::ClaudeCode(_) => {
                "Minified {name, description, input_schema} exactly as Claude Code sends it. \
                 Title, annotations, output schema and _meta do not reach the model."
            }
            Self::ClaudeDesktop => {
                "Minified {name, description, input_schema} as received; what Claude Desktop \
                 changes on the way is not known."
            }
            Self::Cursor => {
                "Minified {name, description, inputSchema}: the descriptor file Cursor's agent \
                 reads when it needs the tool."
            }
        }
    }

    /// Why this client takes no tool at all from a server that lists these;
    /// `None` when it takes them.
    pub fn list_fault(self, catalogue: &Catalogue) -> Option<String> {
        let Self::ClaudeCode(edition) = self else { return None };
        let refused = |name: &str, what: &str| {
            format!("Claude Code refuses the whole list because of `{name}`: {what}")
        };
        let malformed = catalogue.malformed.iter().find(|fault| fault.refuses_list).map(|fault| {
            let place = format!("tool {}", fault.position + 1);
            refused(fault.name.as_deref().unwrap_or(&place), &fault.what)
        });
        malformed.or_else(|| {
            let mut tools = catalogue.tools.iter();
            tools.find_map(|tool| Some(refused(&tool.name, edition.list_fault(tool)?)))
        })
    }

    /// The tool as this client sends it under the name `sent_as`.
    ///
    /// # Errors
    /// Why the client does not send it at all.
    pub fn send(self, tool: &Tool, sent_as: &str, cut: Cut) -> Result<SentTool, Refusal> {
        if let Self::ClaudeCode(edition) = self {
            return edition.send(tool, sent_as, cut);
        }
        let (description, was_cut) = cut.apply(tool.description());
        let mut schema = tool.input_schema().clone();
        json::order_keys(&mut schema);
        Ok(SentTool {
            name: sent_as.to_owned(),
            description: description.into_owned(),
            schema: json::minified(&schema),
            schema_key: if self == Self::Cursor { "inputSchema" } else { "input_schema" },
            cut: was_cut,
        })
    }
}

/// Moves `first` to the front, in this order; the other keys keep theirs.
fn lead_with(mut object: Map<String, Value>, first: &[&str]) -> Map<String, Value> {
    let mut led: Map<String, Value> =
        first.iter().filter_map(|&key| Some((key.to_owned(), object.shift_remove(key)?))).collect();
    led.extend(object);
    led
}
