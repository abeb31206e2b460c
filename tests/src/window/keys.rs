//! Keys as a user presses them.

use fantoccini::{
    actions::{InputSource, KeyAction, KeyActions},
    key::Key,
};

use super::{Window, WindowError};

/// A key with the modifiers held while it is pressed.
#[derive(Clone, Debug)]
pub struct Chord {
    held: Vec<char>,
    key: char,
}

impl Chord {
    /// A key alone.
    pub fn key(key: impl Into<char>) -> Self {
        Self { held: Vec::new(), key: key.into() }
    }

    /// With Control held.
    #[must_use]
    pub fn control(mut self) -> Self {
        self.held.push(Key::Control.into());
        self
    }

    /// With Shift held.
    #[must_use]
    pub fn shift(mut self) -> Self {
        self.held.push(Key::Shift.into());
        self
    }
}

impl Window {
    /// Presses and releases a chord, wherever the focus is.
    pub async fn press(&self, chord: Chord) -> Result<(), WindowError> {
        let down = chord.held.iter().chain([&chord.key]).map(|&value| KeyAction::Down { value });
        let up = [&chord.key].into_iter().chain(chord.held.iter().rev());
        let keys = down.chain(up.map(|&value| KeyAction::Up { value }));
        let keys = keys.fold(KeyActions::new("keyboard".to_owned()), KeyActions::then);
        Ok(self.client().perform_actions(keys).await?)
    }

    /// Types text, wherever the focus is.
    pub async fn type_text(&self, text: &str) -> Result<(), WindowError> {
        for key in text.chars() {
            self.press(Chord::key(key)).await?;
        }
        Ok(())
    }
}
