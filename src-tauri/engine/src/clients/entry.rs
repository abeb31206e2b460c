//! One server as one file of one client defines it.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::Secret;

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// Line, counted from 1; 0 for the file as a whole.
    pub line: u32,
    /// Column in characters, counted from 1; 0 for the file as a whole.
    pub column: u32,
}

impl Place {
    /// A file as a whole, or a folder: no line of it says what is meant.
    pub fn whole(file: &Path) -> Self {
        Self { file: file.to_owned(), line: 0, column: 0 }
    }

    /// The line, if it is one.
    pub fn line(&self) -> Option<u32> {
        (self.line > 0).then_some(self.line)
    }

    /// The column, if it is one.
    pub fn column(&self) -> Option<u32> {
        (self.column > 0).then_some(self.column)
    }
}

/// A reason, and the setting that decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// One sentence for people.
    pub because: String,
    /// The deciding setting; `None` when it is the client's default.
    pub place: Option<Place>,
}

/// Where an entry is defined.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// By the organisation, for everyone.
    Managed,
    /// For this user, in every project.
    User,
    /// In a file shared with the project.
    Project,
    /// For this user in this project.
    Local,
    /// By the plugin of this name.
    Plugin(String),
    /// By the installed extension of this id.
    Extension(String),
}

impl Scope {
    /// The word used in JSON and in the window.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Managed => "managed",
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
            Self::Plugin(_) => "plugin",
            Self::Extension(_) => "extension",
        }
    }
}

/// How a server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Transport {
    /// A child process's standard input and output.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// The older HTTP transport with a separate event stream.
    Sse,
    /// `WebSocket`.
    Ws,
}

impl Transport {
    /// The word used in JSON and in the window.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "http",
            Self::Sse => "sse",
            Self::Ws => "ws",
        }
    }
}

/// A program to start, with variables already expanded as the client expands them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stdio {
    /// The program. May hold a secret only by mistake; mask before showing.
    pub command: String,
    /// Its arguments. May hold secrets: show through [`super::mask_argument_list`].
    pub args: Vec<String>,
    /// Variables the entry adds to the environment, in file order.
    pub env: Vec<(String, Secret)>,
    /// The directory the client starts it in.
    pub cwd: Option<PathBuf>,
}

impl Stdio {
    /// Whether what is started depends on the directory: the program or an
    /// argument is a path relative to it, or names something in it.
    fn is_relative_to(&self, directory: &Path) -> bool {
        let relative = |text: &str| {
            text == "."
                || text == ".."
                || ["./", "../", ".\\", "..\\"].iter().any(|start| text.starts_with(start))
        };
        let program = Path::new(&self.command);
        let by_program = relative(&self.command)
            || !program.is_absolute()
                && self.command.contains(['/', '\\'])
                && !self.command.starts_with(['/', '~', '$']);
        by_program
            || self.args.iter().any(|arg| {
                let value = arg.split_once('=').map_or(arg.as_str(), |(_, value)| value);
                relative(value)
                    || !value.is_empty()
                        && !Path::new(value).is_absolute()
                        && directory.join(value).exists()
            })
    }
}

/// Gives every program that depends on the directory the one that the client
/// starts it in: equal words in two projects are then two servers, while a
/// package stays one wherever it is started.
pub(super) fn place_in(directory: &Path, entries: &mut [Entry]) {
    for entry in entries {
        if let Some(Launch::Stdio(stdio)) = &mut entry.launch
            && stdio.cwd.is_none()
            && stdio.is_relative_to(directory)
        {
            stdio.cwd = Some(directory.to_owned());
        }
    }
}

/// A server to reach over HTTP.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Remote {
    /// Streamable HTTP, SSE or `WebSocket`.
    pub transport: Transport,
    /// The address. May hold a secret: show through [`super::mask_url`].
    pub url: String,
    /// Headers the entry adds, in file order.
    pub headers: Vec<(String, Secret)>,
    /// A shell command whose output is a JSON object of further headers. Runs
    /// a program, so it needs the same consent as a stdio server.
    pub headers_helper: Option<String>,
    /// `oauth.clientId`, when the entry names one.
    pub oauth_client_id: Option<String>,
    /// `oauth.callbackPort`, when the entry names one.
    pub oauth_callback_port: Option<u16>,
    /// `oauth.scopes`, when the entry names any.
    pub oauth_scopes: Vec<String>,
}

/// What an entry starts or reaches. Equal launches are one server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Launch {
    /// Starts a program.
    Stdio(Stdio),
    /// Reaches an address.
    Remote(Remote),
}

impl Launch {
    /// How this server is spoken to.
    pub fn transport(&self) -> Transport {
        match self {
            Self::Stdio(_) => Transport::Stdio,
            Self::Remote(remote) => remote.transport,
        }
    }

    /// A stable key: equal launches have equal keys, in every client and run.
    ///
    /// 16 bytes of SHA-256 over every part, values included, as hex. It says
    /// nothing about the values and is safe to store and show.
    pub fn key(&self) -> String {
        let mut hash = Sha256::new();
        let mut part = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        part(self.transport().as_str());
        match self {
            Self::Stdio(stdio) => {
                part(&stdio.command);
                part(&stdio.args.len().to_string());
                stdio.args.iter().for_each(|arg| part(arg));
                part(&stdio.env.len().to_string());
                let mut env: Vec<_> = stdio.env.iter().collect();
                env.sort();
                for (name, value) in env {
                    part(name);
                    part(value.expose());
                }
                part(&stdio.cwd.as_ref().map(|cwd| cwd.display().to_string()).unwrap_or_default());
            }
            Self::Remote(remote) => {
                part(&remote.url);
                part(&remote.headers.len().to_string());
                let mut headers: Vec<_> = remote.headers.iter().collect();
                headers.sort();
                for (name, value) in headers {
                    part(name);
                    part(value.expose());
                }
                part(remote.headers_helper.as_deref().unwrap_or_default());
                part(remote.oauth_client_id.as_deref().unwrap_or_default());
            }
        }
        hash.finalize().iter().take(16).fold(String::with_capacity(32), |mut key, byte| {
            use std::fmt::Write as _;
            let _ = write!(key, "{byte:02x}");
            key
        })
    }
}

/// What becomes of an entry in its client and project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The client uses it.
    Active,
    /// Another entry of the same name wins.
    Shadowed {
        /// The winner.
        by: Place,
    },
    /// Switched off.
    Off(Cause),
    /// Waits for the user's approval in the client.
    NeedsApproval(Cause),
    /// The client skips it; the cause says why.
    Unusable(Cause),
}

/// One server as one file of one client defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key it is written under (`plugin:NAME:KEY` for a plugin's).
    pub name: String,
    /// Where it is defined.
    pub scope: Scope,
    /// The line of its key.
    pub place: Place,
    /// What it starts or reaches; `None` where the entry itself does not say.
    ///
    /// Says nothing about whether the client does so: an entry that only its
    /// neighbour in the file makes unusable has a launch, so that the same server
    /// in another client is recognised. Only active entries are connected to.
    pub launch: Option<Launch>,
    /// Names of variables the entry uses that are not set and have no default.
    pub missing_variables: Vec<String>,
    /// What becomes of it.
    pub standing: Standing,
}

impl Entry {
    /// Whether the client uses this entry.
    pub fn is_active(&self) -> bool {
        self.standing == Standing::Active
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_program_is_one_of_its_directory() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("server.js"), "").expect("written");
        let cases: [(&str, &str, &[&str], bool); 9] = [
            ("a program beside", "./run", &[], true),
            ("a program below", "bin/run", &[], true),
            ("an argument beside", "node", &["./x.js"], true),
            ("a file that is there", "node", &["server.js"], true),
            ("a value", "x", &["--root=."], true),
            ("a package", "npx", &["-y", "@a/b"], false),
            ("a word", "node", &["x.js"], false),
            ("an absolute program", "/usr/bin/node", &["/x/server.js"], false),
            ("a module", "python3", &["-m", "server"], false),
        ];
        for (why, command, args, want) in cases {
            let stdio = Stdio {
                command: command.to_owned(),
                args: args.iter().map(ToString::to_string).collect(),
                env: Vec::new(),
                cwd: None,
            };
            assert_eq!(stdio.is_relative_to(folder.path()), want, "{why}");
        }
    }
}
