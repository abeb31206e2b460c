//! The HTTP transport of 2024-11-05: one event stream for everything the server
//! says, and an address, told in its first event, for everything it is told.

use std::sync::Arc;

use bytes::Bytes;
use futures::{StreamExt as _, stream::BoxStream};
use http::header::{ACCEPT, CONTENT_TYPE};
use tokio::{
    io::{AsyncBufReadExt as _, BufReader, DuplexStream, ReadHalf},
    task::JoinSet,
    time::timeout,
};
use url::Url;

use super::{LAST_ANSWERS, events::Events, link::Link, outgoing::Outgoing};

type Body = BoxStream<'static, reqwest::Result<Bytes>>;

pub(super) struct Legacy {
    link: Arc<Link>,
}

impl Legacy {
    pub fn new(link: Arc<Link>) -> Self {
        Self { link }
    }

    /// Passes lines until either side ends; `first` came before.
    pub async fn run(self, input: &mut BufReader<ReadHalf<DuplexStream>>, first: Option<Outgoing>) {
        let (endpoint, mut events) = match self.open().await {
            Ok(opened) => opened,
            Err(why) => return self.refuse_all(input, first, &why).await,
        };
        let link = &self.link;
        let hear = async {
            while let Some(Ok(event)) = events.next().await {
                if matches!(event.name.as_str(), "" | "message") && !event.data.is_empty() {
                    link.lines.write(&event.data).await;
                }
            }
        };
        let tell = async {
            let mut under_way = JoinSet::new();
            let mut next = first;
            let mut line = Vec::new();
            loop {
                if let Some(message) = next.take() {
                    let (link, endpoint) = (Arc::clone(link), endpoint.clone());
                    // The order of what is not answered matters to the server.
                    if message.requests.is_empty() {
                        post(&link, endpoint, message).await;
                    } else {
                        under_way.spawn(async move { post(&link, endpoint, message).await });
                    }
                }
                line.clear();
                match input.read_until(b'\n', &mut line).await {
                    Ok(0) | Err(_) => break,
                    Ok(_) => next = Some(Outgoing::read(line.trim_ascii())),
                }
                next = next.filter(|message| !message.body.is_empty());
                while under_way.try_join_next().is_some() {}
            }
            while under_way.join_next().await.is_some() {}
        };
        tokio::pin!(hear, tell);
        tokio::select! {
            // The server has gone; so do we.
            () = &mut hear => {}
            () = &mut tell => {
                let _ = timeout(LAST_ANSWERS, hear).await;
            }
        }
    }

    async fn open(&self) -> Result<(Url, Events<Body>), String> {
        let mut logged_in = false;
        let response = loop {
            let request = self.link.client.get(&self.link.remote.url);
            let request = self.link.dressed(request).header(ACCEPT, "text/event-stream");
            let response = request.send().await.map_err(|error| self.link.unreachable(error))?;
            if response.status() == 401 && !logged_in && self.link.log_in().await {
                logged_in = true;
                continue;
            }
            break response;
        };
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let events = kind.is_some_and(|kind| kind.trim_start().starts_with("text/event-stream"));
        if !response.status().is_success() || !events {
            return Err(self.link.refused(&response));
        }
        let base = response.url().clone();
        let mut events = Events::new(response.bytes_stream().boxed());
        while let Some(Ok(event)) = events.next().await {
            if event.name != "endpoint" {
                continue;
            }
            let address = String::from_utf8_lossy(&event.data).into_owned();
            let endpoint = base.join(address.trim()).map_err(|error| error.to_string())?;
            // Else a stream could make us send headers with tokens anywhere.
            if endpoint.origin() != base.origin() {
                return Err("the event stream names an address on another server".to_owned());
            }
            return Ok((endpoint, events));
        }
        Err("the event stream names no address to send to".to_owned())
    }

    /// Tells every request why it cannot be sent, so that the client hears of it.
    async fn refuse_all(
        &self,
        input: &mut BufReader<ReadHalf<DuplexStream>>,
        first: Option<Outgoing>,
        why: &str,
    ) {
        if let Some(message) = first {
            self.link.fail(&message, why).await;
        }
        let mut line = Vec::new();
        while matches!(input.read_until(b'\n', &mut line).await, Ok(read) if read > 0) {
            self.link.fail(&Outgoing::read(line.trim_ascii()), why).await;
            line.clear();
        }
    }
}

async fn post(link: &Link, endpoint: Url, message: Outgoing) {
    let request = link.client.post(endpoint).header(CONTENT_TYPE, "application/json");
    match link.dressed(request).body(message.body.clone()).send().await {
        Ok(response) if response.status().is_success() => {}
        Ok(response) => link.fail(&message, &link.refused(&response)).await,
        Err(error) => link.fail(&message, &link.unreachable(error)).await,
    }
}
