//! A display nobody sees.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use super::WindowError;

/// A running Xvfb, ended on drop.
pub struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Starts a display on a free number.
    pub fn start() -> Result<Self, WindowError> {
        let mut server = Command::new("Xvfb")
            // Writes the number it has chosen once it is ready.
            .args(["-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|_| WindowError::Missing("Xvfb"))?;
        let mut number = String::new();
        if let Some(output) = server.stdout.take() {
            BufReader::new(output).read_line(&mut number)?;
        }
        let display = Self { server, name: format!(":{}", number.trim()) };
        if number.trim().is_empty() { Err(WindowError::Silent("Xvfb")) } else { Ok(display) }
    }

    /// The value for `DISPLAY`.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // Already gone is as good.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
