//! A server put behind the wrapper in the real window, and taken out again.

use std::fs;

use plimsoll_tests::window::{Chord, Window, WindowError};

use crate::home::Home;

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_tools_become_two_and_come_back_byte_for_byte() -> Result<(), WindowError> {
    const SWITCH: &str = "select[aria-label='big in Cursor']";
    let home = Home::in_cursor();
    home.listed().await;
    let file = home.sandbox.home().join(".cursor/mcp.json");
    let before = fs::read_to_string(&file)?;
    assert_eq!(home.names_of("big").await.len(), 100);

    let window = Window::open(&home.sandbox.home()).await?;
    window.button("Read configurations").await?.click().await?;
    window.wait_for_text("big").await?;
    window.press(Chord::key('3').control()).await?;
    window.find(SWITCH).await?.select_by_value("cursor:user/big=wrap:defer").await?;
    window.wait_for_text("1 staged").await?;
    window.press(Chord::key('s').control()).await?;
    window.wait_for_text("--defer").await?;
    write(&window, &file).await?;
    assert_eq!(home.names_of("big").await, ["find_tools", "call_tool"]);

    window.button("Unwrap all (1)").await?.click().await?;
    write(&window, &file).await?;
    assert_eq!(fs::read_to_string(&file)?, before);
    window.close().await
}

/// Writes what is staged: asks until it is done, as the difference may not be
/// on the screen yet.
async fn write(window: &Window, file: &std::path::Path) -> Result<(), WindowError> {
    let before = fs::read(file)?;
    window.wait_for_text("1 staged").await?;
    let written = async || {
        if fs::read(file)? != before {
            return Ok(true);
        }
        window.press(Chord::key('s').control()).await?;
        Ok(false)
    };
    window.wait("the write", written).await
}
