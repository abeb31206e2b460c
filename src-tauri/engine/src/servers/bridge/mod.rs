//! A server behind an address as a pair of streams, one message a line, as a
//! program's standard streams are: the wrapper then needs to know one way of
//! speaking only.
//!
//! Messages go to the server and come from it as the bytes they are: rmcp's
//! transports read them into types, which would lose what the types do not
//! know. What belongs to the transport is done here: sessions and their
//! renewal, resumption of broken streams, the stream for what the server says
//! of its own accord, headers that name version and method.

mod events;
mod legacy;
mod link;
mod outgoing;
mod streamable;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::{
    io::{
        AsyncBufReadExt as _, AsyncRead, AsyncWrite, BufReader, DuplexStream, ReadHalf, duplex,
        split,
    },
    task::JoinHandle,
    time::timeout,
};

use self::{
    legacy::Legacy,
    link::{Lines, Link},
    outgoing::Outgoing,
    streamable::{Streamable, Told},
};
use super::{Announce, Connector, Helper, Limits, ListingRequest, Timeouts, headers, log, remote};
use crate::clients::{Launch, Remote, Transport};

/// What is buffered in either direction, in bytes.
const PIPE: usize = 64 * 1024;
/// How long answers under way may take when the client has gone.
const LAST_ANSWERS: Duration = Duration::from_millis(500);
/// How long saying goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// A server behind an address, spoken to by lines.
pub struct Bridge<W, R> {
    /// What the server is told.
    pub input: W,
    /// What the server says.
    pub output: R,
    /// Ends when the input was closed and the session with it, or when the
    /// server ended it.
    pub ended: JoinHandle<()>,
}

/// Reaches a server when the first line comes. Nothing is sent before.
///
/// # Errors
/// A header that cannot be sent, in one sentence without any value.
pub async fn bridge(
    connector: Connector,
    remote: Remote,
) -> Result<Bridge<impl AsyncWrite + Send + Unpin, impl AsyncRead + Send + Unpin>, String> {
    let request = ListingRequest {
        launch: Launch::Remote(remote.clone()),
        directory: PathBuf::from("."),
        helper: Helper::at(Path::new(".")),
        announce: Announce::wrapper(),
        timeouts: Timeouts::default(),
        limits: Limits::default(),
    };
    let log = log::Log::new(log::Redactor::new(&request.launch, &connector.env));
    let headers = headers::all(&connector, &remote, &request, &log).await?;
    let client = remote::client(&request).map_err(|error| error.to_string())?;
    let (ours, theirs) = duplex(PIPE);
    let (lines_in, lines_out) = split(theirs);
    let sse = remote.transport == Transport::Sse;
    let link =
        Arc::new(Link::new(client, connector, remote, request, headers, Lines::new(lines_out)));
    let ended = tokio::spawn(async move {
        let mut input = BufReader::with_capacity(PIPE, lines_in);
        if sse {
            Legacy::new(Arc::clone(&link)).run(&mut input, None).await;
        } else {
            speak(Arc::clone(&link), &mut input).await;
        }
        let _ = timeout(GOODBYE, link.lines.close()).await;
    });
    let (output, input) = split(ours);
    Ok(Bridge { input, output, ended })
}

/// Streamable HTTP, until the server turns out to speak the older transport.
async fn speak(link: Arc<Link>, input: &mut BufReader<ReadHalf<DuplexStream>>) {
    let streamable = Arc::new(Streamable::new(Arc::clone(&link)));
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let message = Outgoing::read(line.trim_ascii());
        if message.body.is_empty() {
            continue;
        }
        match streamable.tell(message).await {
            Told::Passed => {}
            Told::NotSpoken(message) => {
                return Legacy::new(link).run(input, Some(message)).await;
            }
        }
    }
    let _ = timeout(LAST_ANSWERS, streamable.answered()).await;
    let _ = timeout(GOODBYE, streamable.goodbye()).await;
}
