//! The switchboard in the real window: stage, review, write, take back; by keys.

use std::fs;

use fantoccini::key::Key;
use plimsoll_tests::window::{Chord, Window, WindowError};

use crate::home::Home;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_switched_written_and_taken_back_by_keys() -> Result<(), WindowError> {
    let home = Home::with_servers();
    home.listed().await;
    let file = home.sandbox.home().join(".claude.json");
    let before = fs::read(&file)?;
    let window = Window::open(&home.sandbox.home()).await?;
    window.button("Read configurations").await?.click().await?;
    window.wait_for_text("weather").await?;
    window.press(Chord::key('3').control()).await?;
    window.wait_for_text("When needed").await?;
    window.find("[role=treegrid] [tabindex='0']").await?.click().await?;
    window.press(Chord::key(Key::Home)).await?;
    window.press(Chord::key(' ')).await?;
    window.wait_for_text("1 staged").await?;
    assert_eq!(fs::read(&file)?, before, "staging writes nothing");

    // The first opens the diff, the second writes.
    window.press(Chord::key('s').control()).await?;
    window.wait_for_text("alwaysLoad").await?;
    window.press(Chord::key('s').control()).await?;
    window.wait("the write", async || Ok(fs::read(&file)? != before)).await?;
    window.button("Undo").await?.click().await?;
    window.wait("the file of before", async || Ok(fs::read(&file)? == before)).await?;
    window.close().await
}
