//! A server behind an address.

use std::sync::Arc;

use http::{HeaderValue, header::AUTHORIZATION};
use reqwest::redirect;
use rmcp::{RoleClient, transport::Transport};
use tokio_util::sync::CancellationToken;

use super::{
    Connector, Failure, Listing, ListingError, ListingRequest, LogKind, Progress,
    explain::{self, Ending, Spoken},
    headers::{self, Headers},
    http as streamable,
    log::{Log, Redactor},
    login,
    session::{Session, Step, Trouble},
    sse::SseTransport,
    tap::Tap,
};
use crate::clients::{self, Remote, Transport as Kind};

/// The most redirects followed.
const REDIRECTS: usize = 5;

/// Reaches the address, lists what it offers and says goodbye.
pub(super) async fn list(
    connector: &Connector,
    remote: &Remote,
    request: &ListingRequest,
    cancel: &CancellationToken,
    progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Listing, ListingError> {
    let log = Arc::new(Log::new(Redactor::new(&request.launch, &connector.env)));
    let tap = Arc::new(Tap::new(log.clone(), request.limits.bytes));
    log.add(LogKind::Note, &format!("reaching {}", clients::mask_url(&remote.url)));
    let result = tokio::select! {
        result = speak(connector, remote, request, &log, &tap, progress) => result,
        () = cancel.cancelled() => Err(Ending::Cancelled),
    };
    result.map_err(|ending| {
        let mut error = explain::ending(
            &ending,
            Spoken::Remote(remote.transport.as_str()),
            request,
            &log,
            &tap,
        );
        if remote.transport == Kind::Ws {
            error.state = Failure::Unsupported;
        }
        error
    })
}

async fn speak(
    connector: &Connector,
    remote: &Remote,
    request: &ListingRequest,
    log: &Arc<Log>,
    tap: &Arc<Tap>,
    progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Listing, Ending> {
    let mut all =
        headers::all(connector, remote, request, log).await.map_err(Ending::HeadersFailed)?;
    if !all.iter().any(|(name, _)| *name == AUTHORIZATION)
        && let Some(token) = login::token(connector, request, remote, log).await
    {
        log.learn(&token);
        all.extend(bearer(&token));
    }
    let client = client(request).map_err(|error| handshake(error.into()))?;
    let listing = match remote.transport {
        Kind::Sse => {
            let opening = SseTransport::open(client, &remote.url, all, tap.clone());
            let transport = tokio::time::timeout(request.timeouts.start, opening)
                .await
                .map_err(|_| Ending::Trouble(Step::Handshake, Trouble::Late))?
                .map_err(|fault| handshake(fault.into()))?;
            // Claude Code 2.1.332 asks `server/discover` on the newer transports only.
            let mut legacy = request.clone();
            legacy.announce.discovers = false;
            converse(transport, &legacy, log, tap, progress).await?
        }
        Kind::Http => {
            let transport = streamable::transport(client, &remote.url, all, tap.clone());
            converse(transport, request, log, tap, progress).await?
        }
        Kind::Ws | Kind::Stdio => {
            let why = format!("{} is not spoken here", remote.transport.as_str());
            return Err(handshake(why.into()));
        }
    };
    Ok(listing)
}

async fn converse<T: Transport<RoleClient>>(
    transport: T,
    request: &ListingRequest,
    log: &Arc<Log>,
    tap: &Arc<Tap>,
    progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Listing, Ending> {
    let mut session = Session::new(transport, tap.clone(), log.clone(), request);
    let result = session.list(request, progress).await;
    session.close().await;
    result.map_err(|(step, trouble)| Ending::Trouble(step, trouble))
}

fn handshake(error: Box<dyn std::error::Error + Send + Sync>) -> Ending {
    Ending::Trouble(Step::Handshake, Trouble::Transport(error))
}

pub(super) fn bearer(token: &str) -> Headers {
    HeaderValue::try_from(format!("Bearer {token}"))
        .map(|mut value| {
            value.set_sensitive(true);
            (AUTHORIZATION, value)
        })
        .into_iter()
        .collect()
}

/// A client that takes no header with a token to another server.
pub(super) fn client(request: &ListingRequest) -> reqwest::Result<reqwest::Client> {
    let stays = redirect::Policy::custom(|attempt| {
        let origin = attempt.previous().first().map(url::Url::origin);
        if attempt.previous().len() > REDIRECTS {
            attempt.error("too many redirects")
        } else if origin == Some(attempt.url().origin()) {
            attempt.follow()
        } else {
            attempt.stop()
        }
    });
    reqwest::Client::builder()
        .user_agent(&request.announce.user_agent)
        .redirect(stays)
        .connect_timeout(request.timeouts.start)
        .build()
}
