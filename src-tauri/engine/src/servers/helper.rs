//! The command that makes headers for a remote server.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Stdio as Pipe,
    sync::LazyLock,
};

use regex::Regex;
use tokio::io::AsyncReadExt;

use super::{Announce, Connector, guard, program};
use crate::clients::{Remote, Secret};

/// The most it may print, in bytes.
const MOST: u64 = 256 * 1024;

/// How the client runs the command that makes headers.
#[derive(Clone, Debug, Default)]
pub struct Helper {
    /// The directory it runs in.
    pub directory: PathBuf,
    /// The name of its server, which it is told.
    pub server: Option<String>,
    /// Variables that the client's settings give to every program.
    pub env: Vec<(String, Secret)>,
    /// Whether the project brought it: then it gets none of the user's credentials.
    pub of_project: bool,
}

/// Names of variables that a project's command does not get. Tried in Claude
/// Code 2.1.332 with 150 names; 2.1.221 and before hand all of them on.
static CREDENTIALS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        (?:^|_)(?:token|keys?|secrets?|auth|jwt|pass|passwd|password|passphrase|pat|creds|credentials?|cookie|dsn)(?:_|$)
        | (?:token|secret|password|apikey|_pwd|_connection_string|_webhook_url|_custom_headers|_certificate_path)$
        | ^(?:all_inputs|actions_runtime_url)$",
    )
    .expect("the pattern is a constant")
});

impl Helper {
    /// One that runs in a directory and is told nothing.
    pub fn at(directory: &Path) -> Self {
        Self { directory: directory.to_owned(), ..Self::default() }
    }

    /// Whether the client hands a variable of this name on to it.
    pub fn gets(&self, name: &str) -> bool {
        !(self.of_project && CREDENTIALS.is_match(name))
    }

    /// What it finds in its environment: what the client inherited, what its
    /// settings give, what it adds, each over the one before. Unlike a server
    /// it is not told the session's directory. Observed in Claude Code 2.1.332,
    /// 2.1.284 and 2.1.197.
    fn environment(
        &self,
        inherited: &BTreeMap<String, String>,
        announce: &Announce,
        url: &str,
    ) -> BTreeMap<String, String> {
        let mut env = inherited.clone();
        env.extend(self.env.iter().map(|(name, value)| (name.clone(), value.expose().to_owned())));
        env.extend(announce.env.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        env.retain(|name, _| self.gets(name));
        env.extend(
            self.server.clone().map(|name| ("CLAUDE_CODE_MCP_SERVER_NAME".to_owned(), name)),
        );
        env.insert("CLAUDE_CODE_MCP_SERVER_URL".to_owned(), url.to_owned());
        env
    }

    /// Runs `text` in the system's shell, guarded like a server; what it printed.
    ///
    /// # Errors
    /// What went wrong, in one sentence without any value.
    pub(super) async fn run(
        &self,
        text: &str,
        remote: &Remote,
        connector: &Connector,
        announce: &Announce,
    ) -> Result<String, String> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let env = self.environment(&connector.env, announce, &remote.url);
        let file = program::find(shell, &env, &self.directory).ok_or("the shell was not found")?;
        let words = [flag.to_owned(), text.to_owned()];
        let mut command = guard::command(&connector.guard, file.into_os_string(), &words);
        command
            .command_mut()
            .current_dir(&self.directory)
            .env_clear()
            .envs(&env)
            .stdin(Pipe::piped())
            .stdout(Pipe::piped())
            .stderr(Pipe::null());
        let mut child =
            command.spawn().map_err(|error| format!("it could not be started: {error}"))?;
        // Held until it ends: a closed input tells the guard to end it.
        let _lifeline = child.stdin().take();
        let mut printed = String::new();
        if let Some(stdout) = child.stdout().take() {
            stdout
                .take(MOST)
                .read_to_string(&mut printed)
                .await
                .map_err(|_| "it printed no UTF-8 text".to_owned())?;
        }
        let status = child.wait().await.map_err(|error| error.to_string())?;
        if status.success() { Ok(printed) } else { Err(format!("it ended with {status}")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that 2.1.332 was given with its command and those that arrived.
    #[test]
    fn a_projects_command_gets_no_credentials() {
        let helper = Helper { of_project: true, ..Helper::default() };
        for name in [
            "ANTHROPIC_API_KEY",
            "AWS_ACCESS_KEY_ID",
            "AWS_SHARED_CREDENTIALS_FILE",
            "SSH_AUTH_SOCK",
            "NPM_CONFIG__AUTHTOKEN",
            "FOOTOKEN",
            "apiKey",
            "foo_secret",
            "MYSQL_PWD",
            "PGPASSWORD",
            "FOO_PAT",
            "FOO_KEY_X",
            "SENTRY_DSN",
            "SLACK_WEBHOOK_URL",
            "ALL_INPUTS",
            "ANTHROPIC_CUSTOM_HEADERS",
            "AZURE_CLIENT_CERTIFICATE_PATH",
        ] {
            assert!(!helper.gets(name), "{name}");
            assert!(Helper::default().gets(name), "the user's own command gets {name}");
        }
        for name in [
            "PATH",
            "PWD",
            "PWD_X",
            "FOO_TOKENS",
            "TOKENIZERS_PARALLELISM",
            "MONKEY",
            "KEYBOARD",
            "DATABASE_URL",
            "GIT_ASKPASS",
            "PGPASSFILE",
            "AWS_PROFILE",
            "CLAUDE_CODE_MCP_SERVER_NAME",
        ] {
            assert!(helper.gets(name), "{name}");
        }
    }

    #[test]
    fn a_command_finds_what_the_client_gives_it() {
        let inherited = BTreeMap::from(
            [("A", "inherited"), ("B", "inherited"), ("MY_TOKEN", "t")]
                .map(|(name, value)| (name.to_owned(), value.to_owned())),
        );
        let helper = Helper {
            server: Some("files".to_owned()),
            env: vec![
                ("A".to_owned(), Secret::new("given")),
                ("T_KEY".to_owned(), Secret::new("k")),
            ],
            of_project: true,
            ..Helper::default()
        };
        let env = helper.environment(&inherited, &Announce::claude_code(None), "https://h/mcp");
        let cases = [
            ("settings over the inherited", "A", Some("given")),
            ("the rest is inherited", "B", Some("inherited")),
            ("no credential", "MY_TOKEN", None),
            ("none of the settings either", "T_KEY", None),
            ("the server's name", "CLAUDE_CODE_MCP_SERVER_NAME", Some("files")),
            ("its address", "CLAUDE_CODE_MCP_SERVER_URL", Some("https://h/mcp")),
            ("what every program gets", "CLAUDE_CODE_ENTRYPOINT", Some("cli")),
            ("not what servers are told", "CLAUDECODE", None),
            ("nor the session's directory", "CLAUDE_PROJECT_DIR", None),
        ];
        for (why, name, want) in cases {
            assert_eq!(env.get(name).map(String::as_str), want, "{why}");
        }
    }
}
