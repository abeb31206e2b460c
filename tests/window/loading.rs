//! The switchboard in the real window: stage, review, write, prove, take back; by keys.

use std::fs;

use fantoccini::key::Key;
use plimsoll_tests::window::{Chord, Window, WindowError};

use crate::home::Home;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_switched_written_proven_and_taken_back_by_keys() -> Result<(), WindowError> {
    let home = Home::with_servers().with_client();
    home.listed().await;
    let file = home.sandbox.home().join(".claude.json");
    let before = fs::read(&file)?;
    let window = Window::open(&home.sandbox.home()).await?;
    window.button("Read configurations").await?.click().await?;
    window.wait_for_text("weather").await?;
    window.press(Chord::key('3').control()).await?;
    window.wait_for_text("When needed").await?;
    to_the_board(&window).await?;
    window.press(Chord::key(Key::Home)).await?;
    // Each press stages the next choice, and says so once.
    let mut said = announced(&window).await?;
    for _ in 0..6 {
        window.press(Chord::key(' ')).await?;
        window.wait("what was staged", async || Ok(announced(&window).await? != said)).await?;
        said = announced(&window).await?;
        if said.contains("user: always") {
            break;
        }
    }
    window.wait_for_text("1 staged").await?;
    assert_eq!(fs::read(&file)?, before, "staging writes nothing");

    // The first opens the diff, the second writes.
    window.press(Chord::key('s').control()).await?;
    window.wait_for_text("alwaysLoad").await?;
    window.press(Chord::key('s').control()).await?;
    window.wait("the write", async || Ok(fs::read(&file)? != before)).await?;

    command(&window, "Prove what loads").await?;
    to_the_button(&window, "Prove with Claude Code").await?;
    window.press(Chord::key(Key::Enter)).await?;
    window.wait_for_text("Confirmed by Claude Code 2.1.332").await?;

    command(&window, "Undo the last write").await?;
    window.wait("the file of before", async || Ok(fs::read(&file)? == before)).await?;
    window.close().await
}

/// Presses F6 until the switchboard has the focus.
async fn to_the_board(window: &Window) -> Result<(), WindowError> {
    const FOCUSED: &str = "return document.activeElement?.getAttribute('role') === 'treegrid'";
    for _ in 0..8 {
        if window.client().execute(FOCUSED, vec![]).await? == serde_json::json!(true) {
            return Ok(());
        }
        window.press(Chord::key(Key::F6)).await?;
    }
    panic!("F6 does not reach the switchboard");
}

/// An action of the palette, by typing.
async fn command(window: &Window, words: &str) -> Result<(), WindowError> {
    window.press(Chord::key('k').control()).await?;
    window.find("dialog[open] [role=combobox]").await?;
    window.type_text(words).await?;
    window.press(Chord::key(Key::Enter)).await
}

/// Presses Tab until this button has the focus.
async fn to_the_button(window: &Window, name: &str) -> Result<(), WindowError> {
    const FOCUSED: &str = "return document.activeElement?.textContent";
    window.button(name).await?;
    for _ in 0..40 {
        if window.client().execute(FOCUSED, vec![]).await? == serde_json::json!(name) {
            return Ok(());
        }
        window.press(Chord::key(Key::Tab)).await?;
    }
    panic!("Tab does not reach `{name}`");
}

/// What the view says to a screen reader.
async fn announced(window: &Window) -> Result<String, WindowError> {
    const STATUS: &str = "return [...document.querySelectorAll('[role=status]')] \
        .map((one) => one.textContent).join('')";
    let said = window.client().execute(STATUS, vec![]).await?;
    Ok(said.as_str().unwrap_or_default().to_owned())
}
