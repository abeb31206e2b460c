//! The guard: a small process of our own between us and a started server.
//!
//! A server must not outlive us, however we end. On Windows a job object does
//! that. On Unix nothing the system offers reaches a whole tree: a group is
//! left with `setsid`, a parent-death signal reaches one process. So the server
//! is started by `PROGRAM __guard …`, which shares the server's standard
//! streams. Our end of the server's standard input is its lifeline: when the
//! pipe closes, because we are done or because we died, even by SIGKILL, it
//! gives the server a short grace and then ends every descendant. On Linux it
//! is the subreaper of the tree, so that daemons cannot leave it; on macOS a
//! process that left both the group and its parent can.
//!
//! A program that is not spoken to over standard input gets none: the lifeline
//! is the guard's alone, and the program sees its input ended.

use std::{ffi::OsString, path::Path, process::ExitCode, time::Duration};

use process_wrap::tokio::CommandWrap;

/// The first argument that makes our programs a guard.
pub const ARGUMENT: &str = "__guard";

/// The same, for a program without standard input.
#[cfg(unix)]
const WITHOUT_INPUT: &str = "__guard-without-input";

/// The same, for a program that has as long to end as its own client gives it.
#[cfg(unix)]
const PATIENT: &str = "__guard-patient";

/// What a guarded program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    /// What we write.
    Ours,
    /// What a client writes, through us.
    Clients,
    /// Nothing: its input has ended when it starts.
    Ended,
}

/// How long a server may take to end after its input closed.
pub const GRACE: Duration = Duration::from_millis(500);

/// The same when the server is a client's: what the TypeScript and Python SDKs
/// wait before they signal.
pub const CLIENTS_GRACE: Duration = Duration::from_secs(2);

/// How long it may take after the signal to terminate, before it is killed.
pub const LAST_GRACE: Duration = Duration::from_millis(300);

/// Runs as the guard when the arguments of this process say so.
///
/// Every program that starts servers calls it first in `main` and returns the
/// code. It returns when the server and all its descendants have ended.
pub fn take_over() -> Option<ExitCode> {
    #[cfg(unix)]
    {
        let mut args = std::env::args_os().skip(1);
        let first = args.next()?;
        let input = match first.to_str()? {
            ARGUMENT => Input::Ours,
            PATIENT => Input::Clients,
            WITHOUT_INPUT => Input::Ended,
            _ => return None,
        };
        Some(unix::run(args, input))
    }
    #[cfg(not(unix))]
    None
}

/// The program behind whatever keeps its tree together on this system. The
/// caller pipes its standard input and keeps that end while it may run.
pub fn command(guard: &Path, program: OsString, args: &[String]) -> CommandWrap {
    command_with(guard, program, args, Input::Ours)
}

/// The same for a program between which and its client we stand.
pub fn command_for_client(guard: &Path, program: OsString, args: &[String]) -> CommandWrap {
    command_with(guard, program, args, Input::Clients)
}

/// The same for a program that reads nothing. On Windows, where a job needs no
/// lifeline, the caller lets go of the pipe at once.
pub fn command_without_input(guard: &Path, program: OsString, args: &[String]) -> CommandWrap {
    command_with(guard, program, args, Input::Ended)
}

fn command_with(guard: &Path, program: OsString, args: &[String], input: Input) -> CommandWrap {
    #[cfg(unix)]
    {
        let mut guarded = tokio::process::Command::new(guard);
        let argument = match input {
            Input::Ours => ARGUMENT,
            Input::Clients => PATIENT,
            Input::Ended => WITHOUT_INPUT,
        };
        guarded.arg(argument).arg(program).args(args);
        let mut command = CommandWrap::from(guarded);
        // A Ctrl-C in the terminal is for us; the guard follows when we end.
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        command
    }
    #[cfg(windows)]
    {
        let _ = (guard, input);
        let mut plain = tokio::process::Command::new(program);
        plain.args(args);
        let mut command = CommandWrap::from(plain);
        // The job ends with its last handle: when we close it or when we die.
        command.wrap(process_wrap::tokio::JobObject).wrap(process_wrap::tokio::KillOnDrop);
        command
    }
}

#[cfg(unix)]
mod unix {
    use std::{
        ffi::OsString,
        io::{self, Write},
        os::unix::process::CommandExt,
        process::{Command, ExitCode, Stdio},
        thread,
        time::Duration,
    };

    use rustix::{
        event::{PollFd, PollFlags, poll},
        process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, kill_process_group, wait},
    };
    use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};

    use super::{CLIENTS_GRACE, GRACE, Input, LAST_GRACE};

    /// The code shells use for a program that cannot be started.
    const CANNOT_START: u8 = 127;

    pub(super) fn run(mut args: impl Iterator<Item = OsString>, input: Input) -> ExitCode {
        let Some(program) = args.next() else { return ExitCode::from(CANNOT_START) };
        #[cfg(target_os = "linux")]
        if let Err(error) = rustix::process::set_child_subreaper(Some(rustix::process::getpid())) {
            let _ = writeln!(io::stderr(), "plimsoll: cannot become subreaper: {error}");
        }
        let (stdin, grace) = match input {
            Input::Ours => (Stdio::inherit(), GRACE),
            Input::Clients => (Stdio::inherit(), CLIENTS_GRACE),
            Input::Ended => (Stdio::null(), GRACE),
        };
        // Its own group, so that a server that signals its group spares the guard.
        let child = match Command::new(&program).args(args).stdin(stdin).process_group(0).spawn() {
            Ok(child) => child,
            Err(error) => {
                let _ = writeln!(io::stderr(), "plimsoll: `{}`: {error}", program.display());
                return ExitCode::from(CANNOT_START);
            }
        };
        let server = Pid::from_child(&child);
        release_output();
        thread::spawn(move || {
            wait_for_hang_up();
            thread::sleep(grace);
            end_tree(server);
        });
        let status = reap_all(server);
        ExitCode::from(status.map_or(1, code))
    }

    /// Lets go of the server's output, so that its closing is seen by the reader.
    fn release_output() {
        if let Ok(null) = std::fs::File::options().write(true).open("/dev/null") {
            let _ = rustix::stdio::dup2_stdout(&null);
            let _ = rustix::stdio::dup2_stderr(&null);
        }
    }

    /// Returns when nobody holds the writing end of our standard input.
    ///
    /// Polling takes no byte away from the server, which reads the same pipe.
    fn wait_for_hang_up() {
        let stdin = io::stdin();
        loop {
            let mut watched = [PollFd::new(&stdin, PollFlags::HUP)];
            match poll(&mut watched, None) {
                Ok(_)
                    if watched[0]
                        .revents()
                        .intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) =>
                {
                    return;
                }
                Err(rustix::io::Errno::INTR) => {}
                Ok(_) | Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Reaps until there is no child left; the status of the server.
    ///
    /// For a subreaper no child left means no descendant left.
    fn reap_all(server: Pid) -> Option<WaitStatus> {
        let mut status = None;
        loop {
            match wait(WaitOptions::empty()) {
                Ok(Some((pid, ended))) if pid == server => {
                    status = Some(ended);
                    // What a wrapper leaves behind when it ends is not wanted either.
                    thread::spawn(move || end_tree(server));
                }
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => {
                    let _ = kill_process_group(server, Signal::KILL);
                    return status;
                }
            }
        }
    }

    /// Ends the descendants of this process; returns only with the process,
    /// which ends when there are none.
    fn end_tree(server: Pid) {
        signal_tree(server, Signal::TERM);
        thread::sleep(LAST_GRACE);
        loop {
            signal_tree(server, Signal::KILL);
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn signal_tree(server: Pid, signal: Signal) {
        let _ = kill_process_group(server, signal);
        for pid in descendants() {
            let _ = kill_process(pid, signal);
        }
    }

    fn descendants() -> Vec<Pid> {
        let Ok(mut system) = System::new() else { return Vec::new() };
        system.refresh_processes_specifics(
            ProcessesToUpdate::All,
            true,
            ProcessRefreshKind::nothing(),
        );
        let mut tree = vec![sysinfo::Pid::from_u32(std::process::id())];
        let mut at = 0;
        while let Some(parent) = tree.get(at).copied() {
            at += 1;
            tree.extend(
                system
                    .processes()
                    .iter()
                    .filter(|(pid, process)| {
                        process.parent() == Some(parent)
                            && process.thread_kind().is_none()
                            && **pid != parent
                    })
                    .map(|(pid, _)| *pid),
            );
        }
        tree.iter()
            .skip(1)
            .filter_map(|pid| Pid::from_raw(i32::try_from(pid.as_u32()).ok()?))
            .collect()
    }

    /// The server's exit code; 128 and the signal, as shells say it.
    fn code(status: WaitStatus) -> u8 {
        let code = status.exit_status().or(status.terminating_signal().map(|signal| 128 + signal));
        code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
    }
}
