//! What the frame around the page promises: themes, zoom, no reload, no network.

use fantoccini::key::Key;
use plimsoll_tests::window::{Chord, Window, WindowError};
use serde_json::json;

use crate::home::Home;

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_the_frame_follow_the_theme() -> Result<(), WindowError> {
    for (theme, canvas) in [("dark", "rgb(15, 18, 22)"), ("light", "rgb(244, 245, 247)")] {
        let home = Home::empty();
        home.choose_theme(theme).await;
        let window = Window::open(&home.sandbox.home()).await?;
        window
            .wait(&format!("the {theme} theme"), async || {
                let script = "return getComputedStyle(document.body).backgroundColor";
                Ok(window.client().execute(script, vec![]).await? == json!(canvas))
            })
            .await?;
        window.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn reload_keys_leave_the_page_alone_and_zoom_keys_zoom() -> Result<(), WindowError> {
    let home = Home::empty();
    let window = Window::open(&home.sandbox.home()).await?;
    window.client().execute("window.stillHere = true", vec![]).await?;
    for reload in [Chord::key(Key::F5), Chord::key('r').control()] {
        window.press(reload).await?;
        window.settled().await?;
        let still_here =
            window.client().execute("return window.stillHere === true", vec![]).await?;
        assert_eq!(still_here, json!(true), "the page was loaded again");
    }

    let width = async || Ok(window.client().execute("return innerWidth", vec![]).await?.as_u64());
    let before: Option<u64> = width().await.map_err(|error: WindowError| error)?;
    for _ in 0..5 {
        window.press(Chord::key('+').control()).await?;
    }
    window.wait("twice the size", async || Ok(width().await? == before.map(|w| w / 2))).await?;
    window.press(Chord::key('0').control()).await?;
    window.wait("the size of before", async || Ok(width().await? == before)).await?;
    window.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_reaches_nothing_but_its_own_commands() -> Result<(), WindowError> {
    let home = Home::empty();
    let window = Window::open(&home.sandbox.home()).await?;
    let outcome = |script: &'static str| async {
        Ok::<_, WindowError>(window.client().execute_async(script, vec![]).await?)
    };
    let network = "const done = arguments[0]; \
        fetch('http://127.0.0.1:9/').then(() => done('reached'), () => done('refused'))";
    assert_eq!(outcome(network).await?, json!("refused"));
    // A plugin that is linked but not allowed.
    let plugin = "const done = arguments[0]; \
        window.__TAURI_INTERNALS__.invoke('plugin:opener|open_path', { path: '/' }) \
        .then(() => done('allowed'), (error) => done(String(error)))";
    let answer = outcome(plugin).await?;
    assert!(answer.as_str().is_some_and(|said| said.contains("not allowed")), "{answer}");
    let inline = "const done = arguments[0]; \
        addEventListener('securitypolicyviolation', () => done('refused')); \
        const script = document.createElement('script'); \
        script.textContent = 'window.ran = true'; document.body.append(script); \
        setTimeout(() => done(window.ran ? 'ran' : 'refused'), 500)";
    assert_eq!(outcome(inline).await?, json!("refused"));
    window.close().await
}
