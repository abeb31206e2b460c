//! From trouble to a plain reason and a next step.

use super::{
    Failure, ListingError, ListingRequest,
    log::Log,
    session::{Step, Trouble, say},
    tap::Tap,
};

/// How a listing without result ended.
#[derive(Debug)]
pub(super) enum Ending {
    Cancelled,
    Trouble(Step, Trouble),
}

/// How the server was spoken to, and what that told.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spoken {
    /// A child process, and its exit code when it ended by itself.
    Stdio { status: Option<i32> },
}

/// The error for people.
pub(super) fn ending(
    ending: &Ending,
    spoken: Spoken,
    request: &ListingRequest,
    log: &Log,
    tap: &Tap,
) -> ListingError {
    let (state, reason, advice) = match ending {
        Ending::Cancelled => {
            (Failure::Cancelled, "Cancelled.".to_owned(), "Connect again whenever you want.")
        }
        Ending::Trouble(..) if tap.overflowed() => (
            Failure::TooMuch,
            format!("It sent more than {} bytes.", request.limits.bytes),
            "No usual tool list is that large. See the log for what it prints.",
        ),
        Ending::Trouble(Step::Handshake, trouble) => handshake(trouble, spoken, request, tap),
        Ending::Trouble(Step::List, trouble) => list(trouble, request),
    };
    ListingError {
        state,
        reason: log.clean(&reason),
        advice: advice.to_owned(),
        stderr_tail: log.stderr_tail(),
        log: log.entries(),
        after: log.elapsed(),
    }
}

fn handshake(
    trouble: &Trouble,
    spoken: Spoken,
    request: &ListingRequest,
    tap: &Tap,
) -> (Failure, String, &'static str) {
    match (trouble, spoken) {
        (Trouble::Late, Spoken::Stdio { .. }) => (
            Failure::NoAnswer,
            format!(
                "It started, but did not answer within {} s.",
                request.timeouts.start.as_secs_f32()
            ),
            if tap.notes().is_empty() {
                "A first start through npx or uvx installs and may take minutes: allow more time \
                 and try again. A server that needs the network may wait for it."
            } else {
                "It printed text where protocol messages belong; perhaps the command starts \
                 something other than an MCP server on standard input and output."
            },
        ),
        (Trouble::Closed, Spoken::Stdio { status: Some(127) }) => (
            Failure::StartFailed,
            "The program could not be started.".to_owned(),
            "Check that it is a program for this machine and may be executed.",
        ),
        (Trouble::Closed, Spoken::Stdio { status }) => (
            Failure::ExitedEarly,
            match status {
                Some(code) => format!("The program ended with code {code} before it answered."),
                None => "The program closed its output before it answered.".to_owned(),
            },
            "Read the last lines it wrote: most often a variable, a key or an argument is missing.",
        ),
        (Trouble::Refused { .. } | Trouble::Nonsense(_) | Trouble::Transport(_), _) => (
            Failure::HandshakeFailed,
            format!("The handshake failed: {}.", say(trouble)),
            "The server and we agree on no protocol version, or it is no MCP server. Update it.",
        ),
    }
}

fn list(trouble: &Trouble, request: &ListingRequest) -> (Failure, String, &'static str) {
    let reason = match trouble {
        Trouble::Late => {
            format!("It did not list its tools within {} s.", request.timeouts.list.as_secs_f32())
        }
        Trouble::Closed => "The connection closed while it listed its tools.".to_owned(),
        other => format!("It could not list its tools: {}.", say(other)),
    };
    let advice = match trouble {
        Trouble::Late => "Allow more time; a server that asks another one first may need it.",
        Trouble::Refused { .. } => {
            "The server itself failed. Often a key is wrong or its own service cannot be reached."
        }
        _ => "Read the last lines it wrote, or report it to the author of the server.",
    };
    (Failure::ListFailed, reason, advice)
}
