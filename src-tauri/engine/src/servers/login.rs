//! Logging in to a server: OAuth as rmcp does it (discovery, registration,
//! PKCE), with the redirect to a port of this machine. Tokens are kept in the
//! system's keychain and nowhere else.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use rmcp::transport::auth::{
    AuthorizationManager, AuthorizationRequest, CredentialStore, InMemoryCredentialStore,
    OAuthState, StoredCredentials,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;

use super::{Connector, ListingRequest, LogKind, log::Log};
use crate::clients::{Launch, Remote};

/// How long the user may take in the browser.
const PATIENCE: Duration = Duration::from_mins(5);

/// Our name in the keychain.
const SERVICE: &str = "Plimsoll";

/// Where tokens are kept. Clones share.
#[derive(Clone, Debug)]
pub struct Logins {
    /// Tokens of this run, by the server's key.
    memory: Arc<Mutex<HashMap<String, StoredCredentials>>>,
    keychain: bool,
}

/// Where the token of a login was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// In the keychain: the login holds until the server ends it.
    InKeychain,
    /// In memory, until this program ends, because there is no keychain; says why.
    InMemory(String),
}

/// Why a login came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// The server is a program, which has no login.
    #[error("a program has no login")]
    NoRemote,
    /// The port for the redirect is taken.
    #[error("port {port} on this machine cannot be used for the redirect: {source}")]
    Port {
        /// The port, 0 for any.
        port: u16,
        /// What the system said.
        source: std::io::Error,
    },
    /// The server, or the one it names for logins, refused a step.
    #[error("the login failed: {0}")]
    Refused(String),
    /// The user refused in the browser.
    #[error("the login was refused in the browser: {0}")]
    Denied(String),
    /// Nothing came back from the browser in time.
    #[error("nothing came back from the browser within {} s", PATIENCE.as_secs())]
    Late,
    /// The user cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl Logins {
    /// Tokens in the system's keychain.
    pub fn in_keychain() -> Self {
        Self { memory: Arc::default(), keychain: true }
    }

    /// Tokens in memory only, for tests.
    pub fn in_memory() -> Self {
        Self { memory: Arc::default(), keychain: false }
    }

    async fn load(&self, key: &str) -> Option<StoredCredentials> {
        let known = self.memory().get(key).cloned();
        if known.is_some() || !self.keychain {
            return known;
        }
        let account = key.to_owned();
        let text =
            blocking(move || keyring::Entry::new(SERVICE, &account)?.get_password()).await.ok()?;
        let stored: StoredCredentials = serde_json::from_str(&text).ok()?;
        self.memory().insert(key.to_owned(), stored.clone());
        Some(stored)
    }

    async fn save(&self, key: &str, credentials: &StoredCredentials) -> Kept {
        self.memory().insert(key.to_owned(), credentials.clone());
        if !self.keychain {
            return Kept::InMemory("no keychain is used".to_owned());
        }
        let account = key.to_owned();
        let Ok(text) = serde_json::to_string(credentials) else {
            return Kept::InMemory("the token cannot be written".to_owned());
        };
        match blocking(move || keyring::Entry::new(SERVICE, &account)?.set_password(&text)).await {
            Ok(()) => Kept::InKeychain,
            Err(why) => Kept::InMemory(why),
        }
    }

    /// Forgets the login of a server, here and in the keychain.
    pub async fn forget(&self, launch: &Launch) {
        let key = launch.key();
        self.memory().remove(&key);
        if self.keychain {
            let _ = blocking(move || keyring::Entry::new(SERVICE, &key)?.delete_credential()).await;
        }
    }

    fn memory(&self) -> std::sync::MutexGuard<'_, HashMap<String, StoredCredentials>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keychains answer when they like, and may ask the user first.
async fn blocking<T: Send + 'static>(
    ask: impl FnOnce() -> keyring::Result<T> + Send + 'static,
) -> Result<T, String> {
    match tokio::task::spawn_blocking(ask).await {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// The token of an earlier login, renewed when it is about to end.
pub(super) async fn token(
    connector: &Connector,
    request: &ListingRequest,
    remote: &Remote,
    log: &Log,
) -> Option<String> {
    let key = request.launch.key();
    let stored = connector.logins.load(&key).await?;
    let store = InMemoryCredentialStore::new();
    store.save(stored).await.ok()?;
    let mut manager = AuthorizationManager::new(&remote.url).await.ok()?;
    manager.set_credential_store(store.clone());
    let token = async {
        manager.initialize_from_store().await?;
        manager.get_access_token().await
    };
    match tokio::time::timeout(request.timeouts.start, token).await {
        Ok(Ok(token)) => {
            if let Ok(Some(current)) = store.load().await {
                connector.logins.save(&key, &current).await;
            }
            Some(token)
        }
        Ok(Err(error)) => {
            log.add(LogKind::Note, &format!("the earlier login is of no use: {error}"));
            None
        }
        Err(_) => {
            log.add(LogKind::Note, "the earlier login could not be renewed in time");
            None
        }
    }
}

impl Connector {
    /// Logs in to a remote server. `open` is given the address to open in the
    /// user's browser.
    ///
    /// # Errors
    /// Why it came to nothing; no token and no code is in it.
    pub async fn login(
        &self,
        launch: &Launch,
        open: &(dyn Fn(&str) + Send + Sync),
        cancel: &CancellationToken,
    ) -> Result<Kept, LoginError> {
        let Launch::Remote(remote) = launch else { return Err(LoginError::NoRemote) };
        tokio::select! {
            kept = self.log_in(launch, remote, open) => kept,
            () = cancel.cancelled() => Err(LoginError::Cancelled),
        }
    }

    async fn log_in(
        &self,
        launch: &Launch,
        remote: &Remote,
        open: &(dyn Fn(&str) + Send + Sync),
    ) -> Result<Kept, LoginError> {
        let refused = |error: rmcp::transport::AuthError| LoginError::Refused(error.to_string());
        let port = remote.oauth_callback_port.unwrap_or(0);
        let listener = TcpListener::bind(("127.0.0.1", port))
            .await
            .map_err(|source| LoginError::Port { port, source })?;
        let port = listener.local_addr().map_or(port, |address| address.port());
        let redirect = format!("http://127.0.0.1:{port}/callback");

        let store = InMemoryCredentialStore::new();
        let mut manager = AuthorizationManager::new(&remote.url).await.map_err(refused)?;
        manager.set_credential_store(store.clone());
        let mut state = OAuthState::Unauthorized(manager);
        let mut request = AuthorizationRequest::new(&redirect)
            .with_client_name(SERVICE)
            .with_application_type("native")
            .with_scopes(remote.oauth_scopes.clone());
        if let Some(id) = &remote.oauth_client_id {
            request = request.with_preregistered_client(id);
        }
        state.start_authorization(request).await.map_err(refused)?;
        open(&state.get_authorization_url().await.map_err(refused)?);

        let back = tokio::time::timeout(PATIENCE, redirected(&listener, &redirect))
            .await
            .map_err(|_| LoginError::Late)??;
        state.handle_callback_url(&back).await.map_err(refused)?;
        let Ok(Some(current)) = store.load().await else {
            return Err(LoginError::Refused("no token came".to_owned()));
        };
        Ok(self.logins.save(&launch.key(), &current).await)
    }
}

/// Waits for the browser to come back; the address it came back with.
async fn redirected(listener: &TcpListener, redirect: &str) -> Result<String, LoginError> {
    loop {
        let Ok((mut browser, _)) = listener.accept().await else { continue };
        let target = tokio::time::timeout(Duration::from_secs(10), target(&mut browser)).await;
        let Ok(Some(target)) = target else { continue };
        let Some((_, query)) = target.split_once('?').filter(|(path, _)| redirect.ends_with(path))
        else {
            // Browsers also ask for an icon.
            answer(&mut browser, "404 Not Found", "Nothing here.").await;
            continue;
        };
        let denied = url::form_urlencoded::parse(query.as_bytes())
            .find(|(name, _)| name == "error")
            .map(|(_, why)| why.into_owned());
        if let Some(why) = denied {
            answer(&mut browser, "200 OK", "The login was refused. You can close this page.").await;
            return Err(LoginError::Denied(why));
        }
        answer(&mut browser, "200 OK", "Logged in. You can close this page.").await;
        return Ok(format!("{redirect}?{query}"));
    }
}

/// The path and query of a `GET`.
async fn target(browser: &mut TcpStream) -> Option<String> {
    let mut lines = BufReader::new(browser.take(16 * 1024)).lines();
    let first = lines.next_line().await.ok()??;
    let target = first.strip_prefix("GET ")?.split(' ').next()?.to_owned();
    while lines.next_line().await.ok()?.is_some_and(|line| !line.is_empty()) {}
    Some(target)
}

async fn answer(browser: &mut TcpStream, status: &str, text: &str) {
    let page = format!("<!doctype html><meta charset=utf-8><title>Plimsoll</title><p>{text}");
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        page.len()
    );
    let _ = browser.write_all(format!("{head}{page}").as_bytes()).await;
    let _ = browser.shutdown().await;
}
