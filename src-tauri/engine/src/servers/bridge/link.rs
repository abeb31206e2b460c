//! What both transports share: the address, the headers, and the lines out.

use std::{
    error::Error as _,
    sync::{Mutex, PoisonError},
};

use bytes::Bytes;
use http::{HeaderValue, header::AUTHORIZATION};
use reqwest::{RequestBuilder, Response};
use serde_json::json;
use tokio::{
    io::{AsyncWriteExt as _, DuplexStream, WriteHalf},
    sync::Mutex as AsyncMutex,
};

use super::outgoing::Outgoing;
use crate::{
    clients::{Remote, mask_url},
    servers::{Connector, ListingRequest, headers::Headers, log, login, remote},
};

/// The code of errors that are not the server's own: the connection failed.
const CONNECTION: i32 = -32000;

/// The way to one server.
pub(super) struct Link {
    pub client: reqwest::Client,
    pub remote: Remote,
    pub lines: Lines,
    connector: Connector,
    request: ListingRequest,
    headers: Headers,
    /// The token of an earlier login, once the server has asked for one.
    token: Mutex<Option<HeaderValue>>,
}

impl Link {
    pub fn new(
        client: reqwest::Client,
        connector: Connector,
        remote: Remote,
        request: ListingRequest,
        headers: Headers,
        lines: Lines,
    ) -> Self {
        Self { client, remote, lines, connector, request, headers, token: Mutex::default() }
    }

    /// A request with the headers that every one has.
    pub fn dressed(&self, mut request: RequestBuilder) -> RequestBuilder {
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        match &*self.token.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(token) => request.header(AUTHORIZATION, token),
            None => request,
        }
    }

    /// Takes the token of an earlier login; whether there is a new one.
    pub async fn log_in(&self) -> bool {
        if self.headers.iter().any(|(name, _)| *name == AUTHORIZATION) {
            return false;
        }
        let log = log::Log::new(log::Redactor::new(&self.request.launch, &self.connector.env));
        let Some(token) = login::token(&self.connector, &self.request, &self.remote, &log).await
        else {
            return false;
        };
        let token = remote::bearer(&token).into_iter().next().map(|(_, value)| value);
        let mut kept = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        let new = token.is_some() && *kept != token;
        *kept = token;
        new
    }

    /// Answers every request of a message with an error of ours.
    pub async fn fail(&self, message: &Outgoing, why: &str) {
        for id in &message.requests {
            let error = json!({"code": CONNECTION, "message": why});
            self.lines
                .write(format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#).as_bytes())
                .await;
        }
    }

    /// What went wrong, without any address or value in it.
    pub fn unreachable(&self, error: reqwest::Error) -> String {
        let error = error.without_url();
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(next) = cause {
            text = format!("{text}: {next}");
            cause = next.source();
        }
        format!("{} cannot be reached: {text}", mask_url(&self.remote.url))
    }

    /// What a status without a message of the server's own means.
    pub fn refused(&self, response: &Response) -> String {
        let status = response.status();
        let address = mask_url(&self.remote.url);
        match status.as_u16() {
            401 | 403 => format!("{address} wants a login (HTTP {status})"),
            _ => format!("{address} answered HTTP {status}"),
        }
    }
}

/// Whole lines out, from many tasks, each of which may be stopped at any point.
pub(super) struct Lines(AsyncMutex<Out>);

struct Out {
    stream: WriteHalf<DuplexStream>,
    /// Whether a line was begun and not ended.
    within: bool,
}

impl Out {
    /// Begins a line; ends one before that was stopped in its midst.
    async fn begin(&mut self) -> std::io::Result<()> {
        if self.within {
            self.end().await?;
        }
        self.within = true;
        Ok(())
    }

    async fn end(&mut self) -> std::io::Result<()> {
        self.stream.write_all(b"\n").await?;
        self.within = false;
        Ok(())
    }

    /// Line breaks between the tokens of a message become blanks; within its
    /// strings there are none.
    async fn write(&mut self, piece: &[u8]) -> std::io::Result<()> {
        for (place, part) in piece.split(|byte| matches!(byte, b'\n' | b'\r')).enumerate() {
            if place > 0 {
                self.stream.write_all(b" ").await?;
            }
            self.stream.write_all(part).await?;
        }
        Ok(())
    }
}

impl Lines {
    pub fn new(stream: WriteHalf<DuplexStream>) -> Self {
        Self(AsyncMutex::new(Out { stream, within: false }))
    }

    /// One message. A reader that has gone needs none; the input's end tells us.
    pub async fn write(&self, message: &[u8]) {
        let mut out = self.0.lock().await;
        let _ = out.begin().await;
        let _ = out.write(message).await;
        let _ = out.end().await;
    }

    /// Says that nothing more comes.
    pub async fn close(&self) {
        let _ = self.0.lock().await.stream.shutdown().await;
    }

    /// A message that comes in pieces, the first of them in hand. Held whole by
    /// nobody; an error when it broke off.
    pub async fn write_pieces(
        &self,
        first: &[u8],
        response: &mut Response,
    ) -> Result<(), reqwest::Error> {
        let mut out = self.0.lock().await;
        let _ = out.begin().await;
        let _ = out.write(first).await;
        let ended = loop {
            match response.chunk().await {
                Ok(Some(piece)) => {
                    let _ = out.write(&piece).await;
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        let _ = out.end().await;
        ended
    }
}

/// A body up to a size; whether that was all.
pub(super) async fn body(
    response: &mut Response,
    most: usize,
) -> Result<(Vec<u8>, bool), reqwest::Error> {
    let mut body = Vec::new();
    while body.len() < most {
        let Some(piece): Option<Bytes> = response.chunk().await? else { return Ok((body, true)) };
        body.extend_from_slice(&piece);
    }
    Ok((body, false))
}
