//! A display nobody sees.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use super::WindowError;

/// A running Xvfb, ended on drop.
pub struct Display {
    server: Child,
    name: String,
    /// Where its frame buffer is a file.
    buffer: TempDir,
}

impl Display {
    /// Starts a display on a free number.
    pub fn start() -> Result<Self, WindowError> {
        let buffer = TempDir::with_prefix("plimsoll-display-")?;
        let mut server = Command::new("Xvfb")
            // Writes the number it has chosen once it is ready.
            .args(["-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"])
            .arg("-fbdir")
            .arg(buffer.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|_| WindowError::Missing("Xvfb"))?;
        let mut number = String::new();
        if let Some(output) = server.stdout.take() {
            BufReader::new(output).read_line(&mut number)?;
        }
        let display = Self { server, name: format!(":{}", number.trim()), buffer };
        if number.trim().is_empty() { Err(WindowError::Silent("Xvfb")) } else { Ok(display) }
    }

    /// Whether at least so many pixels on the screen have this colour: blue,
    /// green, red.
    pub fn shows(&self, colour: [u8; 3], pixels: usize) -> bool {
        // An XWD file: four bytes a pixel behind a header that says its length.
        let Ok(file) = std::fs::read(self.buffer.path().join("Xvfb_screen0")) else { return false };
        let Some(header) = file.first_chunk().map(|length| u32::from_be_bytes(*length)) else {
            return false;
        };
        let screen = usize::try_from(header).ok().and_then(|header| file.get(header..));
        let (pixel, _) = screen.unwrap_or_default().as_chunks::<4>();
        pixel.iter().filter(|pixel| pixel[..3] == colour).take(pixels).count() == pixels
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
