//! Running the client itself, with an end in any case.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use process_wrap::tokio::ChildWrapper;
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use crate::servers::guard;

/// The most a client may print, in bytes.
const LARGEST: usize = 8 * 1024 * 1024;

/// How much of the end of its words is kept, in bytes.
const LAST_WORDS: usize = 2 * 1024;

/// How long it may take to end once everything is said.
const AFTERWARDS: Duration = Duration::from_secs(5);

/// How it is run.
#[derive(Clone, Debug)]
pub struct Running<'a> {
    /// One of our programs; see [`guard`].
    pub guard: &'a Path,
    /// The client.
    pub program: &'a Path,
    /// Its arguments.
    pub args: &'a [&'a str],
    /// Where it is started.
    pub directory: PathBuf,
    /// All variables it gets.
    pub env: BTreeMap<String, String>,
    /// How long it may take.
    pub patience: Duration,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this code.
    Exited(Option<i32>),
    /// We ended it: everything was said.
    Enough,
    /// We ended it: its time was up.
    TimedOut,
    /// We ended it: it was called off.
    Cancelled,
    /// We ended it: it printed or sent without end.
    Flooded,
}

/// What became of a run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub ending: Ending,
    /// What it printed on standard output, its beginning.
    pub output: String,
    /// Its last words on standard error, or on standard output.
    pub last_words: String,
}

/// Runs it. When this returns or is dropped, it and everything it started is
/// gone or being ended.
///
/// `over` returns when nothing more is wanted of it, `flooded` when it does
/// something without end.
///
/// # Errors
/// When it cannot be started.
pub async fn run(
    running: Running<'_>,
    cancel: &CancellationToken,
    over: impl Future<Output = ()>,
    flooded: impl Future<Output = ()>,
) -> std::io::Result<Ran> {
    let args: Vec<String> = running.args.iter().map(ToString::to_string).collect();
    let program = running.program.as_os_str().to_owned();
    let mut command = guard::command_without_input(running.guard, program, &args);
    command
        .command_mut()
        .current_dir(&running.directory)
        .env_clear()
        .envs(&running.env)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn()?;
    // The lifeline: the guard ends the tree when it is dropped.
    let lifeline = child.stdin().take().filter(|_| cfg!(unix));
    let full = CancellationToken::new();
    let (output, errors) = (Said::default(), Said::default());
    let mut readers = JoinSet::new();
    if let Some(stdout) = child.stdout().take() {
        readers.spawn(listen(stdout, output.clone(), full.clone()));
    }
    if let Some(stderr) = child.stderr().take() {
        readers.spawn(listen(stderr, errors.clone(), full.clone()));
    }
    let ending = tokio::select! {
        biased;
        () = cancel.cancelled() => Ending::Cancelled,
        () = flooded => Ending::Flooded,
        () = full.cancelled() => Ending::Flooded,
        status = child.wait() => Ending::Exited(status.ok().and_then(|status| status.code())),
        () = async { over.await; tokio::time::sleep(AFTERWARDS).await } => Ending::Enough,
        () = tokio::time::sleep(running.patience) => Ending::TimedOut,
    };
    drop(lifeline);
    end(child).await;
    let _ = tokio::time::timeout(Duration::from_millis(100), async {
        while readers.join_next().await.is_some() {}
    })
    .await;
    let (output, errors) = (output.text(), errors.text());
    let last_words = if errors.trim().is_empty() { &output } else { &errors };
    Ok(Ran { ending, last_words: tail(last_words), output })
}

/// Waits for the guard, which ends everything once the lifeline is cut.
async fn end(mut child: Box<dyn ChildWrapper>) {
    let slack = Duration::from_secs(if cfg!(unix) { 3 } else { 0 });
    let patience = guard::GRACE + guard::LAST_GRACE + slack;
    if tokio::time::timeout(patience, child.wait()).await.is_err() {
        let _ = child.start_kill();
    }
}

/// What was read so far.
#[derive(Clone, Debug, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Said {
    fn text(&self) -> String {
        let said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&said).into_owned()
    }
}

async fn listen(mut stream: impl AsyncRead + Unpin, said: Said, full: CancellationToken) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read) = stream.read(&mut buffer).await {
        if read == 0 {
            return;
        }
        let length = {
            let mut said = said.0.lock().unwrap_or_else(PoisonError::into_inner);
            said.extend_from_slice(&buffer[..read]);
            said.len()
        };
        if length > LARGEST {
            full.cancel();
            return;
        }
    }
}

fn tail(text: &str) -> String {
    let text = text.trim();
    let mut start = text.len().saturating_sub(LAST_WORDS);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text[start..].to_owned()
}
