//! Everything without a mouse.

use fantoccini::key::Key;
use plimsoll_tests::window::{Chord, Window, WindowError};

use crate::home::Home;

#[tokio::test(flavor = "multi_thread")]
async fn from_the_first_screen_to_the_numbers_by_keys_alone() -> Result<(), WindowError> {
    let home = Home::with_servers();
    let window = Window::open(&home.sandbox.home()).await?;
    window.wait_for_text("file found").await?;
    focus(&window, "Read configurations").await?;
    window.press(Chord::key(Key::Enter)).await?;
    window.wait_for_text("3 servers not connected yet").await?;

    window.press(Chord::key(Key::Enter).shift().control()).await?;
    window.wait_for_text("ACCESS_TOKEN").await?;
    focus(&window, "Connect all").await?;
    window.press(Chord::key(Key::Enter)).await?;
    window.wait_for_text("2 servers listed, 1 failed.").await?;

    window.press(Chord::key('4').control()).await?;
    window.wait_for_text("Instructions").await?;
    window.press(Chord::key('5').control()).await?;
    window.press(Chord::key('1').control()).await?;
    window.wait_for_text("weather").await?;

    window.press(Chord::key('k').control()).await?;
    window.wait_for_text("Show or hide the inspector").await?;
    for letter in "settings".chars() {
        window.press(Chord::key(letter)).await?;
    }
    window.press(Chord::key(Key::Enter)).await?;
    window.wait_for_text("Servers at once").await?;
    window.press(Chord::key(Key::Escape)).await?;
    window.close().await
}

/// Presses Tab until the control with this text has the focus.
async fn focus(window: &Window, text: &str) -> Result<(), WindowError> {
    for _ in 0..60 {
        let active = window.client().active_element().await?;
        if active.text().await? == text {
            return Ok(());
        }
        window.press(Chord::key(Key::Tab)).await?;
    }
    panic!("Tab does not reach `{text}`");
}
