//! What a user may want changed, and how it is written on a command line.

use crate::{
    clients::{ClientId, Entry, Scope, WrapOptions, patterns},
    search::candidate::Candidate,
};

/// Where an entry stands or goes, among the places Plimsoll may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Home {
    /// For this user, in every project.
    User,
    /// In a file shared with the project.
    Project,
    /// For this user in this project.
    Local,
}

impl Home {
    /// The word used on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }

    /// Reads the word used on the command line.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::User, Self::Project, Self::Local].into_iter().find(|home| home.as_str() == word)
    }

    /// Whether an entry stands here.
    pub fn holds(self, entry: &Entry) -> bool {
        matches!(
            (self, &entry.scope),
            (Self::User, Scope::User)
                | (Self::Project, Scope::Project)
                | (Self::Local, Scope::Local)
        )
    }
}

/// One entry of one client, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The client.
    pub client: ClientId,
    /// Where its entry stands; `None`: wherever the client takes it from.
    pub home: Option<Home>,
    /// The entry's name.
    pub server: String,
}

/// A wanted loading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Definitions in context from the start.
    Always,
    /// Definitions after a search.
    WhenNeeded,
    /// As the server's own hints say.
    AsServerSays,
    /// Offered again, its loading untouched.
    On,
    /// Not offered to the model.
    Off,
}

impl Wanted {
    /// Reads the word used on the command line.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "always" => Self::Always,
            "when-needed" | "whenNeeded" => Self::WhenNeeded,
            "as-server-says" | "auto" => Self::AsServerSays,
            "on" => Self::On,
            "off" => Self::Off,
            _ => return None,
        })
    }

    /// The words for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::WhenNeeded => "when needed",
            Self::AsServerSays => "as the server says",
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// One wanted change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// How a server's tools load.
    Server {
        /// Which.
        target: Target,
        /// How.
        wanted: Wanted,
    },
    /// How one tool loads.
    Tool {
        /// Whose.
        target: Target,
        /// The tool's name as the server sends it.
        tool: String,
        /// How.
        wanted: Wanted,
    },
    /// Only these tools of a server, by name or pattern (`list_*`).
    Keep {
        /// Whose.
        target: Target,
        /// Names and patterns.
        tools: Vec<String>,
    },
    /// The client-wide mode; `None` gives the choice back to the client.
    Mode {
        /// Whose.
        client: ClientId,
        /// The value of its switch.
        value: Option<String>,
    },
    /// An entry to another place, of this client or another.
    Move {
        /// Which.
        target: Target,
        /// The client it goes to.
        to: ClientId,
        /// The place it goes to.
        home: Home,
        /// Whether it also stays where it is.
        copy: bool,
    },
    /// Plimsoll's wrapper in front of a server, for clients that have no switch
    /// of their own; one that is there already gets these options.
    Wrap {
        /// Which.
        target: Target,
        /// What the wrapper does.
        options: WrapOptions,
    },
    /// The wrapper taken out: the entry as it was, byte for byte.
    Unwrap {
        /// Which.
        target: Target,
    },
    /// The wrapper of an entry pointed to where it is now.
    Repair {
        /// Which.
        target: Target,
    },
    /// An entry taken out of its file.
    Remove {
        /// Which.
        target: Target,
    },
    /// A server that no client has yet.
    Add {
        /// What it starts or reaches.
        candidate: Box<Candidate>,
        /// The name of its entry.
        name: String,
        /// The client it goes to.
        to: ClientId,
        /// The place it goes to.
        home: Home,
    },
    /// A client's deny rules, as few as say the same.
    MergeRules {
        /// Whose.
        client: ClientId,
    },
}

impl Change {
    /// The client whose files it starts from.
    pub fn client(&self) -> ClientId {
        match self {
            Self::Mode { client, .. }
            | Self::MergeRules { client }
            | Self::Add { to: client, .. } => *client,
            Self::Server { target, .. }
            | Self::Tool { target, .. }
            | Self::Keep { target, .. }
            | Self::Move { target, .. }
            | Self::Wrap { target, .. }
            | Self::Unwrap { target }
            | Self::Repair { target }
            | Self::Remove { target } => target.client,
        }
    }

    /// Where it puts an entry; `None`: it puts none anywhere.
    pub fn puts(&self) -> Option<Target> {
        let (client, home, server) = match self {
            Self::Move { target, to, home, .. } => (*to, *home, &target.server),
            Self::Add { name, to, home, .. } => (*to, *home, name),
            _ => return None,
        };
        Some(Target { client, home: Some(home), server: server.clone() })
    }

    /// The entry it is about; `None` when it is about a whole client or a new entry.
    pub fn target(&self) -> Option<&Target> {
        match self {
            Self::Mode { .. } | Self::MergeRules { .. } | Self::Add { .. } => None,
            Self::Server { target, .. }
            | Self::Tool { target, .. }
            | Self::Keep { target, .. }
            | Self::Move { target, .. }
            | Self::Wrap { target, .. }
            | Self::Unwrap { target }
            | Self::Repair { target }
            | Self::Remove { target } => Some(target),
        }
    }
}

/// Which of a client's switches to use, where it has several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The settings file for rules, the mode and rejected servers; `None`: the
    /// user's.
    pub level: Option<Home>,
    /// For Cursor: switch servers off in the agent CLI's list instead of
    /// taking their entry out.
    pub cursor_agent: bool,
}

/// A change that is not written as it should be, for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}`: {what}")]
pub struct SpecError {
    /// What was written.
    pub text: String,
    /// What is wrong with it.
    pub what: String,
}

impl Target {
    /// As [`Self::parse`] reads it.
    pub fn spec(&self) -> String {
        let home = self.home.map(|home| format!(":{}", home.as_str())).unwrap_or_default();
        format!("{}{home}/{}", self.client.as_str(), self.server)
    }

    /// Reads `CLIENT[:HOME]/SERVER[/TOOL]`.
    ///
    /// Server names may hold slashes: the longest name in `known` that fits
    /// wins, and what is behind it is the tool.
    ///
    /// # Errors
    /// [`SpecError`] for people.
    pub fn parse(
        text: &str,
        known: &dyn Fn(ClientId) -> Vec<String>,
    ) -> Result<(Self, Option<String>), SpecError> {
        let wrong = |what: &str| SpecError { text: text.to_owned(), what: what.to_owned() };
        let (client, rest) =
            text.split_once('/').ok_or_else(|| wrong("write CLIENT[:SCOPE]/SERVER[/TOOL]"))?;
        let (client, home) = parse_client(client).ok_or_else(|| {
            wrong("the client is `claude-code`, `claude-desktop` or `cursor`, and its scope `user`, `project` or `local`")
        })?;
        let named = known(client)
            .into_iter()
            .filter(|name| {
                rest.strip_prefix(name.as_str())
                    .is_some_and(|tail| tail.is_empty() || tail.starts_with('/'))
            })
            .max_by_key(String::len);
        let (server, tool) = match &named {
            Some(name) => (name.as_str(), rest[name.len()..].strip_prefix('/')),
            None => {
                rest.split_once('/').map_or((rest, None), |(server, tool)| (server, Some(tool)))
            }
        };
        if server.is_empty() || tool == Some("") {
            return Err(wrong("a name is missing"));
        }
        Ok((Self { client, home, server: server.to_owned() }, tool.map(ToOwned::to_owned)))
    }
}

/// Reads `CLIENT[:HOME]`.
pub fn parse_client(text: &str) -> Option<(ClientId, Option<Home>)> {
    let (client, home) = match text.split_once(':') {
        Some((client, home)) => (client, Some(Home::parse(home)?)),
        None => (text, None),
    };
    let client = [ClientId::ClaudeCode, ClientId::ClaudeDesktop, ClientId::Cursor]
        .into_iter()
        .find(|id| id.as_str() == client)?;
    Some((client, home))
}

impl Change {
    /// Reads `CLIENT[:HOME]/SERVER[/TOOL]=always|when-needed|as-server-says|on|off`
    /// and `CLIENT[:HOME]/SERVER=wrap:OPTIONS|unwrap|repair`, the options as
    /// [`WrapOptions::parse`] reads them: `wrap:defer`, `wrap:only:get_*,list_*`.
    ///
    /// # Errors
    /// [`SpecError`] for people.
    pub fn parse_set(
        text: &str,
        known: &dyn Fn(ClientId) -> Vec<String>,
    ) -> Result<Self, SpecError> {
        let (target, word) = split_value(text)?;
        let wrong = |what: &str| SpecError { text: text.to_owned(), what: what.to_owned() };
        let wrapping = word.strip_prefix("wrap:");
        if wrapping.is_some() || matches!(word, "unwrap" | "repair") {
            let (target, None) = Target::parse(target, known)? else {
                return Err(wrong("a whole server is wrapped, not a tool"));
            };
            return Ok(match (wrapping, word) {
                (Some(options), _) => {
                    let options = WrapOptions::parse(options).map_err(|what| wrong(&what))?;
                    Self::Wrap { target, options }
                }
                (None, "unwrap") => Self::Unwrap { target },
                (None, _) => Self::Repair { target },
            });
        }
        let wanted = Wanted::parse(word).ok_or_else(|| {
            wrong("the value is `always`, `when-needed`, `as-server-says`, `on`, `off`, `wrap:OPTIONS`, `unwrap` or `repair`")
        })?;
        Ok(match Target::parse(target, known)? {
            (target, None) => Self::Server { target, wanted },
            (target, Some(tool)) => Self::Tool { target, tool, wanted },
        })
    }

    /// Reads `CLIENT[:HOME]/SERVER=TOOL,TOOL|PATTERN`.
    ///
    /// # Errors
    /// [`SpecError`] for people.
    pub fn parse_keep(
        text: &str,
        known: &dyn Fn(ClientId) -> Vec<String>,
    ) -> Result<Self, SpecError> {
        let (target, tools) = split_value(text)?;
        let tools = patterns(tools);
        match Target::parse(target, known)? {
            (target, None) if !tools.is_empty() => Ok(Self::Keep { target, tools }),
            _ => Err(SpecError {
                text: text.to_owned(),
                what: "write CLIENT[:SCOPE]/SERVER=TOOL,TOOL".to_owned(),
            }),
        }
    }

    /// Reads `CLIENT=VALUE`; `default` gives the choice back to the client, and
    /// `always` and `when-needed` are said in the client's words.
    ///
    /// # Errors
    /// [`SpecError`] for people.
    pub fn parse_mode(text: &str) -> Result<Self, SpecError> {
        let (client, value) = split_value(text)?;
        match parse_client(client) {
            Some((client, None)) if value == "default" => Ok(Self::Mode { client, value: None }),
            Some((client, None)) => match super::mode::value(client, value) {
                Ok(value) => Ok(Self::Mode { client, value: Some(value) }),
                Err(what) => Err(SpecError { text: text.to_owned(), what: what.to_owned() }),
            },
            _ => Err(SpecError { text: text.to_owned(), what: "write CLIENT=VALUE".to_owned() }),
        }
    }

    /// Reads `CLIENT[:HOME]/SERVER=CLIENT:HOME`.
    ///
    /// # Errors
    /// [`SpecError`] for people.
    pub fn parse_move(
        text: &str,
        copy: bool,
        known: &dyn Fn(ClientId) -> Vec<String>,
    ) -> Result<Self, SpecError> {
        let (target, to) = split_value(text)?;
        match (Target::parse(target, known)?, parse_client(to)) {
            ((target, None), Some((to, Some(home)))) => Ok(Self::Move { target, to, home, copy }),
            _ => Err(SpecError {
                text: text.to_owned(),
                what: "write CLIENT[:SCOPE]/SERVER=CLIENT:SCOPE".to_owned(),
            }),
        }
    }
}

fn split_value(text: &str) -> Result<(&str, &str), SpecError> {
    text.rsplit_once('=').ok_or_else(|| SpecError {
        text: text.to_owned(),
        what: "an `=` and a value are missing".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(_: ClientId) -> Vec<String> {
        ["git", "@acme/git", "a=b"].map(ToOwned::to_owned).to_vec()
    }

    #[test]
    fn a_change_is_read_as_it_is_written() {
        let target = |home, server: &str| Target {
            client: ClientId::ClaudeCode,
            home,
            server: server.to_owned(),
        };
        let cases = [
            (
                "a server wherever it stands",
                "claude-code/git=always",
                Change::Server { target: target(None, "git"), wanted: Wanted::Always },
            ),
            (
                "a tool of a server of one scope",
                "claude-code:user/git/log=off",
                Change::Tool {
                    target: target(Some(Home::User), "git"),
                    tool: "log".to_owned(),
                    wanted: Wanted::Off,
                },
            ),
            (
                "a known name with a slash is one name",
                "claude-code/@acme/git=on",
                Change::Server { target: target(None, "@acme/git"), wanted: Wanted::On },
            ),
            (
                "and the tool is what stands behind it",
                "claude-code/@acme/git/x/y=off",
                Change::Tool {
                    target: target(None, "@acme/git"),
                    tool: "x/y".to_owned(),
                    wanted: Wanted::Off,
                },
            ),
            (
                "a name with an equals sign",
                "claude-code/a=b=when-needed",
                Change::Server { target: target(None, "a=b"), wanted: Wanted::WhenNeeded },
            ),
        ];
        for (why, text, want) in cases {
            assert_eq!(Change::parse_set(text, &known), Ok(want), "{why}");
        }
        for (why, text) in [
            ("no value", "claude-code/git"),
            ("no such value", "claude-code/git=often"),
            ("no such client", "claude/git=off"),
            ("no such scope", "claude-code:mine/git=off"),
            ("no server", "claude-code/=off"),
            ("no tool", "claude-code/git/=off"),
        ] {
            assert!(Change::parse_set(text, &known).is_err(), "{why}");
        }
    }

    #[test]
    fn the_other_forms() {
        let target =
            Target { client: ClientId::Cursor, home: Some(Home::User), server: "git".to_owned() };
        assert_eq!(
            Change::parse_move("cursor:user/git=claude-code:local", true, &known),
            Ok(Change::Move {
                target: target.clone(),
                to: ClientId::ClaudeCode,
                home: Home::Local,
                copy: true
            })
        );
        assert_eq!(
            Change::parse_keep("cursor:user/git=log, git_*", &known),
            Ok(Change::Keep { target, tools: vec!["log".to_owned(), "git_*".to_owned()] })
        );
        assert_eq!(
            Change::parse_mode("claude-code=auto:5"),
            Ok(Change::Mode { client: ClientId::ClaudeCode, value: Some("auto:5".to_owned()) })
        );
        assert_eq!(
            Change::parse_mode("claude-code=always"),
            Ok(Change::Mode { client: ClientId::ClaudeCode, value: Some("false".to_owned()) })
        );
        assert!(Change::parse_mode("claude-code=banana").is_err(), "the client would defer");
        assert_eq!(
            Change::parse_mode("claude-code=default"),
            Ok(Change::Mode { client: ClientId::ClaudeCode, value: None })
        );
    }
}
