//! What a client really loads: the user's own, run for a moment in a throw-away
//! home, or its files read a second way where it cannot be run.
//!
//! The data's way: [`home`] copies the files that decide loading, every server
//! replaced by [`replay`] of what it said last → [`client`] runs the program →
//! [`api`] stands in for the Messages API on loopback and holds a
//! [`conversation`] with it → [`Observed`] → [`compare`] with what was predicted.
//!
//! No account, no credential, no traffic beyond loopback; nothing of the real
//! home is touched; no process is left.

mod api;
mod client;
mod compare;
mod conversation;
mod home;
mod mirror;
pub mod replay;
pub mod reread;
mod settings;
mod stand_in;
mod text;

use std::{
    collections::BTreeMap,
    hash::{BuildHasher as _, RandomState},
    path::{Path, PathBuf},
    time::Duration,
};

use semver::Version;
use tokio_util::sync::CancellationToken;

use self::{api::Api, client::Running, conversation::Conversation, stand_in::StandIns};
pub use self::{
    api::Count,
    client::Ending,
    compare::{
        Compared, Difference, Predicted, Proven, Text, answer_differs, compare,
        missing_instructions,
    },
    conversation::{Answer, Observed, Query, Sent},
    home::{HomeError, Original},
};

/// How long a client with so many servers may take, from its start to its end.
///
/// Observed in Claude Code 2.1.332 on two busy cores: a minute is too short for
/// 45 servers.
pub fn patience(servers: usize) -> Duration {
    const EACH: Duration = Duration::from_secs(3);
    Duration::from_mins(1) + EACH * u32::try_from(servers).unwrap_or(u32::MAX).min(1_000)
}

/// How long it may take to say its version.
const VERSION_PATIENCE: Duration = Duration::from_secs(20);

/// Why a client showed nothing.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It cannot be started.
    #[error("`{}` could not be started: {source}", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It does not say a version of Claude Code.
    #[error("`{}` is no Claude Code: asked for its version, it said `{said}`", program.display())]
    NoClaudeCode {
        /// The program.
        program: PathBuf,
        /// What it said.
        said: String,
    },
    /// There is no throw-away home for it.
    #[error(transparent)]
    Home(#[from] HomeError),
    /// The stand-in found no port.
    #[error("no port of this machine is free: {0}")]
    NoPort(std::io::Error),
    /// It ended, or was ended, before it had shown anything.
    #[error("the client {} before it sent anything", ended(*ending))]
    NothingSent {
        /// How it ended.
        ending: Ending,
        /// Its last words.
        last_words: String,
    },
    /// It was ended before it had answered everything.
    #[error("the client {} before it had answered everything", ended(*ending))]
    Unfinished {
        /// How it ended.
        ending: Ending,
        /// Its last words.
        last_words: String,
    },
    /// It was called off.
    #[error("the proof was called off")]
    Cancelled,
}

fn ended(ending: Ending) -> String {
    match ending {
        Ending::Exited(Some(code)) => format!("ended with code {code}"),
        Ending::Exited(None) => "was ended by a signal".to_owned(),
        Ending::Enough => "was ended".to_owned(),
        Ending::TimedOut => "took too long and was ended".to_owned(),
        Ending::Cancelled => "was called off".to_owned(),
        Ending::Flooded => "printed or sent without end and was ended".to_owned(),
    }
}

/// Runs clients. `guard` is one of our programs; see
/// [`crate::servers::guard`] and [`replay::take_over`].
#[derive(Clone, Copy, Debug)]
pub struct Prover<'a> {
    /// The program that guards the client and plays its servers.
    pub guard: &'a Path,
    /// How long the client may take.
    pub patience: Duration,
}

impl Prover<'_> {
    /// The version the program says it is, run in an empty home.
    pub async fn version(
        &self,
        program: &Path,
        path: Option<&str>,
        cancel: &CancellationToken,
    ) -> Result<Version, ProofError> {
        let start = |source| ProofError::Start { program: program.to_owned(), source };
        let folder = folder().map_err(start)?;
        let home = folder.path().to_string_lossy().into_owned();
        let mut env = BTreeMap::from([("HOME".to_owned(), home)]);
        env.extend(path.map(|path| ("PATH".to_owned(), path.to_owned())));
        let running = Running {
            guard: self.guard,
            program,
            args: &["--version"],
            directory: folder.path().to_owned(),
            env,
            patience: VERSION_PATIENCE.min(self.patience),
        };
        let pending = std::future::pending;
        let ran = client::run(running, cancel, pending(), pending()).await.map_err(start)?;
        if ran.ending == Ending::Cancelled {
            return Err(ProofError::Cancelled);
        }
        let first = ran.output.split_whitespace().next().and_then(|word| word.parse().ok());
        first.ok_or_else(|| ProofError::NoClaudeCode {
            program: program.to_owned(),
            said: ran.last_words.chars().take(200).collect(),
        })
    }

    /// Runs Claude Code in a throw-away home made from `original` and asks its
    /// search `queries`.
    pub async fn observe(
        &self,
        program: &Path,
        original: &Original<'_>,
        queries: Vec<Query>,
        count: Count,
        cancel: &CancellationToken,
    ) -> Result<Observed, ProofError> {
        let folder = folder().map_err(HomeError::Io)?;
        let key = key();
        let api = Api::start(Conversation::new(queries), key.clone(), count)
            .await
            .map_err(ProofError::NoPort)?;
        let stand_ins = StandIns {
            program: self.guard.to_owned(),
            folder: folder.path().join("recordings"),
            address: api.address(),
        };
        let home = home::build(original, folder.path(), &stand_ins)?;
        for (name, recording) in home.remote {
            api.play(&name, recording);
        }
        let mut env = home.env;
        env.extend(to_loopback(&api.address(), key));
        let running = Running {
            guard: self.guard,
            program,
            args: &["-p", "hello", "--output-format", "json"],
            directory: home.directory,
            env,
            patience: self.patience,
        };
        let ran = client::run(running, cancel, api.over(), api.flooded())
            .await
            .map_err(|source| ProofError::Start { program: program.to_owned(), source })?;
        let over = api.is_over();
        let (ending, last_words) = (ran.ending, ran.last_words);
        match (ending, api.finish()) {
            (Ending::Cancelled, _) => Err(ProofError::Cancelled),
            (_, Some(observed)) if over => Ok(observed),
            (_, Some(_)) => Err(ProofError::Unfinished { ending, last_words }),
            (_, None) => Err(ProofError::NothingSent { ending, last_words }),
        }
    }
}

/// Everything that keeps a client on this machine.
fn to_loopback(address: &str, key: String) -> Vec<(String, String)> {
    let host = "127.0.0.1,localhost";
    [
        ("ANTHROPIC_BASE_URL", address),
        ("ANTHROPIC_API_KEY", key.as_str()),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
        ("DISABLE_AUTOUPDATER", "1"),
        // Else its first request may leave before the servers are there.
        ("MCP_CONNECTION_NONBLOCKING", "0"),
        // Whatever else it wants to reach, it asks the stand-in, which refuses.
        ("HTTP_PROXY", address),
        ("HTTPS_PROXY", address),
        ("NO_PROXY", host),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}

/// A folder of ours that goes with the value.
fn folder() -> std::io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix("plimsoll-proof-").tempdir()
}

/// A key that only this run knows: no other program of the machine is answered.
fn key() -> String {
    // The standard library seeds its hashers from the system's randomness.
    (0..4).map(|_| format!("{:016x}", RandomState::new().hash_one(()))).collect()
}
