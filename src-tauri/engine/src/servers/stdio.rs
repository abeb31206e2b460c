//! A server as a child process.

use std::{process::Stdio as Pipe, sync::Arc, time::Duration};

use process_wrap::tokio::ChildWrapper;
use rmcp::{RoleClient, transport::async_rw::AsyncRwTransport};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{ChildStderr, ChildStdout},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use super::{
    Connector, Failure, Listing, ListingError, ListingRequest, LogKind, Note, Progress,
    explain::{self, Ending, Spoken},
    guard,
    log::{Log, Redactor},
    program,
    session::{Session, Trouble},
    tap::Tap,
};
use crate::clients::{self, Stdio};

/// Exit codes of what the guard had to end: SIGKILL and SIGTERM, as shells say it.
const KILLED: [i32; 2] = [128 + 9, 128 + 15];

/// The longest line of standard error kept in one piece, in bytes.
const STDERR_LINE: u64 = 8 * 1024;

/// Starts the program, lists it and ends it.
pub(super) async fn list(
    connector: &Connector,
    stdio: &Stdio,
    request: &ListingRequest,
    cancel: &CancellationToken,
    progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Listing, ListingError> {
    let log = Arc::new(Log::new(Redactor::new(&request.launch, &connector.env)));
    let tap = Arc::new(Tap::new(log.clone(), request.limits.bytes));
    let mut running = Running::start(connector, stdio, request, &log, &tap)?;
    let result = tokio::select! {
        result = running.list(request, progress) => result,
        () = cancel.cancelled() => Err(Ending::Cancelled),
    };
    let ended_itself = matches!(result, Err(Ending::Trouble(_, Trouble::Closed)));
    let status = running.end().await;
    match result {
        Ok(mut listing) => {
            if status.is_none_or(|code| KILLED.contains(&code)) {
                listing.notes.push(Note::Killed);
            }
            listing.log = log.transcript();
            Ok(listing)
        }
        Err(ending) => {
            // An ending of its own accord, not the one we brought about.
            let status = status.filter(|code| ended_itself && !KILLED.contains(code));
            Err(explain::ending(&ending, Spoken::Stdio { status }, request, &log, &tap))
        }
    }
}

/// A started program with its streams.
struct Running {
    child: Box<dyn ChildWrapper>,
    session:
        Session<AsyncRwTransport<RoleClient, tokio::io::DuplexStream, tokio::process::ChildStdin>>,
    /// Read its output; end with it.
    readers: JoinSet<()>,
}

impl Running {
    fn start(
        connector: &Connector,
        stdio: &Stdio,
        request: &ListingRequest,
        log: &Arc<Log>,
        tap: &Arc<Tap>,
    ) -> Result<Self, ListingError> {
        let failed = |reason: String, advice: &str| ListingError {
            state: Failure::StartFailed,
            reason: log.clean(&reason),
            advice: advice.to_owned(),
            stderr_tail: Vec::new(),
            log: log.transcript(),
            after: log.elapsed(),
        };
        let directory = stdio.cwd.as_deref().unwrap_or(&request.directory);
        if !directory.is_dir() {
            return Err(failed(
                format!("the directory `{}` does not exist", directory.display()),
                "Create the directory, or correct it in the configuration.",
            ));
        }
        let env =
            program::environment(&connector.env, &request.announce, &request.directory, stdio);
        let Some(file) = program::find(&stdio.command, &env, directory) else {
            let shown = clients::mask_argument_list(std::slice::from_ref(&stdio.command)).concat();
            return Err(failed(
                format!("the program `{shown}` was not found"),
                "Install it, or write its full path into the configuration. \
                 Programs started from a desktop menu often see a shorter PATH than a terminal.",
            ));
        };
        let mut command = guard::command(&connector.guard, file.into_os_string(), &stdio.args);
        command
            .command_mut()
            .current_dir(directory)
            .env_clear()
            .envs(&env)
            .stdin(Pipe::piped())
            .stdout(Pipe::piped())
            .stderr(Pipe::piped());
        let shown = clients::mask_argument_list(&stdio.args).join(" ");
        log.add(LogKind::Note, &format!("starting {} {shown}", stdio.command));
        let mut child = command.spawn().map_err(|error| {
            failed(
                format!("the program could not be started: {error}"),
                "Check that the file is a program for this machine and may be executed.",
            )
        })?;
        let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(failed("the program has no pipes".to_owned(), "Try again."));
        };

        // rmcp reads what the tap lets through, not the program itself.
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let mut readers = JoinSet::new();
        readers.spawn(read_stdout(output, ours, tap.clone()));
        readers.spawn(read_stderr(errors, log.clone()));
        let transport = AsyncRwTransport::new(theirs, input);
        let session = Session::new(transport, tap.clone(), log.clone(), request);
        Ok(Self { child, session, readers })
    }

    async fn list(
        &mut self,
        request: &ListingRequest,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<Listing, Ending> {
        self.session
            .list(request, progress)
            .await
            .map_err(|(step, trouble)| Ending::Trouble(step, trouble))
    }

    /// Closes the input and waits until everything has ended; the exit code.
    async fn end(self) -> Option<i32> {
        let Self { mut child, session, mut readers } = self;
        drop(session);
        // A guard ends by itself; without one it is for us to end the job.
        let slack = Duration::from_secs(if cfg!(unix) { 3 } else { 0 });
        let patience = guard::GRACE + guard::LAST_GRACE + slack;
        let status = tokio::time::timeout(patience, child.wait()).await;
        if status.is_err() {
            let _ = child.start_kill();
        }
        // What is still in the pipes belongs to the last words.
        let _ = tokio::time::timeout(Duration::from_millis(100), async {
            while readers.join_next().await.is_some() {}
        })
        .await;
        status.ok()?.ok()?.code()
    }
}

/// Reads lines until the end, or until more came than allowed.
async fn read_stdout(stdout: ChildStdout, mut rmcp: tokio::io::DuplexStream, tap: Arc<Tap>) {
    let mut lines = BufReader::with_capacity(64 * 1024, stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        // One byte more than allowed, to tell "full" from "too much".
        let most = tap.left() as u64 + 1;
        let Ok(read) = (&mut lines).take(most).read_until(b'\n', &mut line).await else { return };
        if read == 0 || !tap.count(read) {
            return;
        }
        for message in tap.pass(&line) {
            let mut text = message.to_string();
            text.push('\n');
            if rmcp.write_all(text.as_bytes()).await.is_err() {
                return;
            }
        }
    }
}

async fn read_stderr(stderr: ChildStderr, log: Arc<Log>) {
    let mut lines = BufReader::new(stderr);
    while let Some(line) = next_line(&mut lines).await {
        log.add(LogKind::Stderr, &line);
    }
}

/// The next line, or as much of it as is kept in one piece.
async fn next_line(reader: &mut (impl AsyncRead + AsyncBufReadExt + Unpin)) -> Option<String> {
    let mut line = Vec::new();
    let read = reader.take(STDERR_LINE).read_until(b'\n', &mut line).await.ok()?;
    (read > 0).then(|| String::from_utf8_lossy(&line).trim_end().to_owned())
}
