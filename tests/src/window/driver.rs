//! `WebKit`'s driver, which starts the app.

use std::{
    env,
    net::{Ipv4Addr, TcpListener},
    path::Path,
    process::Stdio,
    time::Duration,
};

use tokio::{
    net::TcpStream,
    process::{Child, Command},
    time::sleep,
};

use super::{WindowError, display::Display};

const PROGRAM: &str = "WebKitWebDriver";

/// What the app inherits from the machine; everything else is the sandbox's, so
/// that no variable of the developer changes what a client would load.
const INHERITED: [&str; 4] = ["PATH", "LANG", "LD_LIBRARY_PATH", "XDG_DATA_DIRS"];

/// A running driver, ended on drop.
pub struct Driver {
    address: String,
    _process: Child,
}

impl Driver {
    /// Starts a driver on a free port; the app it starts lives in `home`, and has
    /// these variables too.
    pub async fn start(
        home: &Path,
        display: &Display,
        variables: &[(&str, &str)],
    ) -> Result<Self, WindowError> {
        // Another process could take the port in between; it is then not ours
        // that answers, and opening the session says so.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let runtime = home.join(".run");
        std::fs::create_dir_all(&runtime)?;
        let process = Command::new(PROGRAM)
            .arg(format!("--port={port}"))
            .arg("--host=127.0.0.1")
            .env_clear()
            .envs(INHERITED.iter().filter_map(|name| Some((name, env::var_os(name)?))))
            .env("HOME", home)
            .env("XDG_RUNTIME_DIR", &runtime)
            .env("DISPLAY", display.name())
            .env("GDK_BACKEND", "x11")
            // Without it the webview does not talk to the driver.
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|_| WindowError::Missing(PROGRAM))?;
        for _ in 0..200 {
            if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.is_ok() {
                return Ok(Self { address: format!("http://127.0.0.1:{port}"), _process: process });
            }
            sleep(Duration::from_millis(50)).await;
        }
        Err(WindowError::Silent(PROGRAM))
    }

    /// Where it listens.
    pub fn address(&self) -> &str {
        &self.address
    }
}
