//! The search lab in the real window.

use plimsoll_tests::window::{Chord, Window, WindowError};

use crate::home::Home;

#[tokio::test(flavor = "multi_thread")]
async fn a_query_finds_a_deferred_tool_and_says_why() -> Result<(), WindowError> {
    let home = Home::with_servers();
    home.listed().await;
    let window = Window::open(&home.sandbox.home()).await?;
    window.button("Read configurations").await?.click().await?;
    window.wait_for_text("weather").await?;
    window.press(Chord::key('2').control()).await?;
    window.wait_for_text("Catalogue").await?;
    for letter in "forecast".chars() {
        window.press(Chord::key(letter)).await?;
    }
    window.wait_for_text("“forecast” name").await?;
    window.wait_for_text("Exact: the order the real one gives").await?;
    window.wait_for_text("tools searched in").await?;
    window.close().await
}
