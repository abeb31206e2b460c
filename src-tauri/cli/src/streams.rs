//! Where a command reads and writes, handed in so that tests collect it.

use std::io::{BufRead, BufReader, IsTerminal as _, Write};

/// The streams of one run.
pub struct Streams<'s> {
    /// Answers.
    pub out: Box<dyn Write + 's>,
    /// Progress, questions and errors.
    pub err: Box<dyn Write + Send + 's>,
    /// Answers to questions.
    pub input: Box<dyn BufRead + 's>,
    /// Whether a person reads `err` and can answer on `input`.
    pub interactive: bool,
    /// Width of the terminal in columns.
    pub width: Option<u16>,
}

impl Streams<'static> {
    /// This process's own streams; colour only where a terminal shows it.
    pub fn real() -> Self {
        Self {
            out: Box::new(anstream::stdout()),
            err: Box::new(anstream::stderr()),
            // Not locked: `wrap` reads the same stream from another thread.
            input: Box::new(BufReader::new(std::io::stdin())),
            interactive: std::io::stderr().is_terminal() && std::io::stdin().is_terminal(),
            width: None,
        }
    }
}
