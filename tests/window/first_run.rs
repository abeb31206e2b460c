//! A home in which nothing has ever run.

use plimsoll_tests::window::{Window, WindowError};

#[tokio::test(flavor = "multi_thread")]
async fn the_first_window_says_what_it_is() -> Result<(), WindowError> {
    let home = tempfile::tempdir()?;
    let window = Window::open(home.path()).await?;
    window.wait_for_text("Plimsoll").await?;
    assert_eq!(window.client().title().await?, "Plimsoll");
    window.close().await
}
