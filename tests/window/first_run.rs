//! A home in which Plimsoll has never run.

use plimsoll_tests::window::{Window, WindowError};

use crate::home::Home;

#[tokio::test(flavor = "multi_thread")]
async fn the_first_screen_says_what_will_be_read_and_starts_nothing() -> Result<(), WindowError> {
    let home = Home::with_servers();
    let window = Window::open(&home.sandbox.home()).await?;
    window.wait_for_text("What do your MCP servers cost").await?;
    window.wait_for_text(".claude.json").await?;
    assert_eq!(window.client().title().await?, "Plimsoll");
    window.button("Read configurations").await?.click().await?;
    window.wait_for_text("3 servers not connected yet").await?;
    window.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_without_servers_says_where_it_looked() -> Result<(), WindowError> {
    let home = Home::empty();
    let window = Window::open(&home.sandbox.home()).await?;
    window.button("Read configurations").await?.click().await?;
    window.wait_for_text("No servers in").await?;
    window.wait_for_text("Looked in:").await?;
    window.close().await
}
