//! The real window, driven through WebKit's own driver.
//!
//! Each [`Window`] has its own display, its own driver and its own home, and
//! takes all of them with it.

mod display;
mod driver;
mod keys;
mod page;
mod picture;

use std::path::{Path, PathBuf};

use fantoccini::{Client, ClientBuilder, error::NewSessionError};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

use self::driver::Driver;
pub use self::{display::Display, keys::Chord, picture::Picture};

/// The variable that names the app to test; `cargo xtask test` sets it.
pub const APP: &str = "PLIMSOLL_APP";

/// Why a window cannot be tested.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// Nothing to test.
    #[error("{APP} does not name a built app; `cargo xtask test` builds it and sets it")]
    NoApp,
    /// A program the tests need is not installed.
    #[error("`{0}` is not installed; `cargo xtask test` installs it")]
    Missing(&'static str),
    /// A program did not get ready.
    #[error("`{0}` does not answer")]
    Silent(&'static str),
    /// The driver did not open the window.
    #[error("the window does not open: {0}")]
    Session(#[from] NewSessionError),
    /// The page did not do what was asked.
    #[error("the page: {0}")]
    Page(#[from] fantoccini::error::CmdError),
    /// Waited for something in vain.
    #[error("waited {seconds} s for {what}; the page says:\n{text}")]
    Waited {
        /// What was waited for.
        what: String,
        /// How long.
        seconds: u64,
        /// The text of the page at that time.
        text: String,
    },
    /// A file or process failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// An open window.
pub struct Window {
    client: Client,
    // In the order they must go: the driver before the display it draws on.
    _driver: Driver,
    _display: Display,
}

impl Window {
    /// Starts the app with this home and waits for its page.
    pub async fn open(home: &Path) -> Result<Self, WindowError> {
        Self::open_with(home, &[]).await
    }

    /// The same, with more variables in the app's environment.
    pub async fn open_with(home: &Path, variables: &[(&str, &str)]) -> Result<Self, WindowError> {
        let app = std::env::var_os(APP).map(PathBuf::from).filter(|app| app.is_file());
        let app = app.ok_or(WindowError::NoApp)?;
        let display = Display::start()?;
        let driver = Driver::start(home, &display, variables).await?;
        let capabilities = json!({ "webkitgtk:browserOptions": { "binary": app, "args": [] } });
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities.as_object().expect("written as an object").clone())
            .connect(driver.address())
            .await?;
        let window = Self { client, _driver: driver, _display: display };
        window.settled().await?;
        Ok(window)
    }

    /// The connection to the driver, for what is not offered here.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Closes the window as a user does.
    pub async fn close(self) -> Result<(), WindowError> {
        Ok(self.client.clone().close().await?)
    }
}
