//! From trouble to a plain reason and a next step.

use rmcp::transport::streamable_http_client::AuthRequiredError;

use super::{
    Failure, ListingError, ListingRequest,
    log::Log,
    session::{Step, Trouble, say},
    sse::SseFault,
    tap::Tap,
};

/// How a listing without result ended.
#[derive(Debug)]
pub(super) enum Ending {
    Cancelled,
    Trouble(Step, Trouble),
    /// The headers to send could not be had; says why.
    HeadersFailed(String),
}

/// How the server was spoken to, and what that told.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spoken {
    /// A child process, and its exit code when it ended by itself.
    Stdio { status: Option<i32> },
    /// An address, by the transport of this name.
    Remote(&'static str),
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
        Ending::Trouble(_, trouble) if needs_login(trouble) => (
            Failure::NeedsLogin,
            "The server wants a login.".to_owned(),
            "Log in, or put a valid token into the configured headers.",
        ),
        Ending::HeadersFailed(why) => (
            Failure::HeadersFailed,
            format!("The headers could not be made: {why}."),
            "Correct the headers, or run the command of `headersHelper` in a terminal: it must \
             print a JSON object whose values are texts.",
        ),
        Ending::Trouble(Step::Handshake, trouble) => handshake(trouble, spoken, request, tap),
        Ending::Trouble(Step::List, trouble) => list(trouble, request),
    };
    ListingError {
        state,
        reason: log.clean(&reason),
        advice: advice.to_owned(),
        stderr_tail: log.stderr_tail(),
        log: log.transcript(),
        after: log.elapsed(),
    }
}

/// Whether a transport says that the server wants a login.
fn needs_login(trouble: &Trouble) -> bool {
    let Trouble::Transport(error) = trouble else { return false };
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error.as_ref());
    while let Some(error) = cause {
        if error.is::<AuthRequiredError>()
            || matches!(error.downcast_ref(), Some(SseFault::Login(_)))
        {
            return true;
        }
        cause = error.source();
    }
    false
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
        (Trouble::Late, Spoken::Remote(_)) => (
            Failure::NoAnswer,
            format!(
                "The address did not answer within {} s.",
                request.timeouts.start.as_secs_f32()
            ),
            "Check the address and the network, or allow more time.",
        ),
        (Trouble::Closed, Spoken::Remote(_)) => (
            Failure::Unreachable,
            "The connection closed before the server answered.".to_owned(),
            "Try again; if it stays so, the address is no MCP server or it is down.",
        ),
        (Trouble::Transport(_), Spoken::Remote(transport)) => (
            Failure::Unreachable,
            format!("The server could not be spoken to over {transport}: {}.", say(trouble)),
            "Check the address. A server that speaks the older SSE transport needs \
             type `sse`, one that speaks Streamable HTTP needs `http`.",
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
