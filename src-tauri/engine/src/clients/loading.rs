//! How a client loads a tool: the words and the questions every client answers.

use std::{borrow::Cow, fmt, path::PathBuf};

use super::{Cause, Entry, Secret};

/// How a tool reaches the model in a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loading {
    /// Eager: the definition is in context from the start.
    Always,
    /// Deferred: the name only; the definition comes after a search.
    WhenNeeded,
    /// Not offered to the model.
    Off,
    /// Nothing we may trust says which.
    Unknown,
}

impl Loading {
    /// The word used in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::WhenNeeded => "whenNeeded",
            Self::Off => "off",
            Self::Unknown => "unknown",
        }
    }
}

/// What the loading of a tool may depend on besides its entry.
#[derive(Clone, Copy, Debug)]
pub struct ToolTraits<'a> {
    /// The name as the server sends it.
    pub name: &'a str,
    /// `_meta["anthropic/alwaysLoad"]`, when it is a boolean.
    pub always_load: Option<bool>,
}

/// How one tool is loaded, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How.
    pub loading: Loading,
    /// Why, and the setting that decides.
    pub cause: Cause,
}

/// Where a client cuts a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The longest text that stays whole, in UTF-16 code units; `None`: never cut.
    pub units: Option<usize>,
}

impl Cut {
    /// What Claude Code puts after a cut text. Observed in 2.1.197 and 2.1.332.
    pub const MARKER: &'static str = "… [truncated]";

    /// The text as sent, and whether it was cut.
    pub fn apply<'t>(&self, text: &'t str) -> (Cow<'t, str>, bool) {
        let Some(limit) = self.units else { return (Cow::Borrowed(text), false) };
        // A UTF-8 text has at least as many bytes as UTF-16 units.
        if text.len() <= limit {
            return (Cow::Borrowed(text), false);
        }
        let mut units = 0;
        for (at, character) in text.char_indices() {
            units += character.len_utf16();
            if units > limit {
                return (Cow::Owned(format!("{}{}", &text[..at], Self::MARKER)), true);
            }
        }
        (Cow::Borrowed(text), false)
    }

    /// The part of the text before the cut, without a mark.
    pub fn whole_part<'t>(&self, text: &'t str) -> &'t str {
        let Some(limit) = self.units else { return text };
        let mut units = 0;
        let end = text.char_indices().find(|(_, character)| {
            units += character.len_utf16();
            units > limit
        });
        end.map_or(text, |(at, _)| &text[..at])
    }
}

/// Where a client cuts which text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// Description of a tool that loads always.
    pub eager_description: Cut,
    /// Description of a tool that a search has loaded.
    pub found_description: Cut,
    /// A server's instructions.
    pub instructions: Cut,
}

/// What a client pays for searching, whatever the servers.
///
/// Figures, not texts: the vendor's wording stays out of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedCost {
    /// Definition of the search tool, o200k tokens.
    pub search_tool: u32,
    /// The announcement around the deferred names, o200k tokens.
    pub announcement: u32,
    /// How the figures are known.
    pub source: &'static str,
}

/// A client's own switch for loading as a whole, as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// What the setting says; `None`: nothing, the client's default holds.
    pub value: Option<String>,
    /// What decides, which may be another setting.
    pub cause: Cause,
}

/// A variable that a client's settings give to every program it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Secret,
    /// The file that says so.
    pub file: PathBuf,
    /// Whether the project's own settings say so, whose author is not the user,
    /// and it is more than a switch of the client itself.
    pub by_project: bool,
}

/// How one client, as configured, loads the tools of its entries.
pub trait Policy: fmt::Debug + Send + Sync {
    /// The tool's name as the client writes it to the model.
    fn sent_as(&self, entry: &Entry, tool: &str) -> String;

    /// How one tool of an active entry is loaded.
    ///
    /// `deferrable` is the sum the client compares with its threshold in `auto`
    /// mode, in tokens; `None` when nothing was weighed yet.
    fn verdict(&self, entry: &Entry, tool: ToolTraits<'_>, deferrable: Option<u64>) -> Verdict;

    /// Whether tools of two servers that are written the same way displace one
    /// another: the model then gets only one of them. Unless measured, no.
    fn one_tool_per_name(&self) -> bool {
        false
    }

    /// Where texts are cut. Unless measured, nowhere.
    fn cuts(&self) -> Cuts {
        let whole = Cut { units: None };
        Cuts { eager_description: whole, found_description: whole, instructions: whole }
    }

    /// What searching costs before the first message, while anything is
    /// deferred. Unless measured, nobody knows.
    fn fixed_cost(&self) -> Option<FixedCost> {
        None
    }

    /// Whether server instructions reach the model. Unless measured, yes: they
    /// are written for it.
    fn sends_instructions(&self) -> bool {
        true
    }

    /// Whether the client's choice depends on the weight of everything
    /// deferrable (`auto` mode), so that it must be weighed first.
    fn needs_weights(&self) -> bool {
        false
    }

    /// Variables that the client's own settings give to every program it
    /// starts, over what it inherited and below what an entry sets.
    fn program_env(&self) -> &[Given] {
        &[]
    }

    /// Whether the client runs the command of this entry that makes headers.
    fn runs_helper(&self, _: &Entry) -> bool {
        true
    }

    /// Whether the client is seen to use servers that no file read here
    /// defines, so that its sums miss something.
    fn uses_others(&self) -> bool {
        false
    }

    /// The client-wide switch; `None`: the client has none in a file.
    fn mode(&self) -> Option<Mode> {
        None
    }

    /// What is not certain about these rules, for people: an unverified client
    /// version, behaviour known from reports only.
    fn caveat(&self) -> Option<String>;
}
