//! Consent, connecting, numbers, a failing server and its retry.

use fantoccini::key::Key;
use plimsoll_engine::wire::{Audit, ServerAudit};
use plimsoll_tests::window::{Chord, Window, WindowError};

use crate::home::{Home, SECRET};

/// Canvas and deferred tile of each theme: red, green, blue.
const DARK: [[u8; 3]; 2] = [[0x0F, 0x12, 0x16], [0x23, 0x55, 0x6D]];
const LIGHT: [[u8; 3]; 2] = [[0xF4, 0xF5, 0xF7], [0xC3, 0xE2, 0xEF]];

#[tokio::test(flavor = "multi_thread")]
async fn from_consent_to_numbers_and_from_failure_to_retry() -> Result<(), WindowError> {
    for (theme, colours) in [("dark", DARK), ("light", LIGHT)] {
        let home = Home::with_servers();
        home.choose_theme(theme).await;
        walk(&home, colours).await?;
    }
    Ok(())
}

async fn walk(home: &Home, [canvas, deferred]: [[u8; 3]; 2]) -> Result<(), WindowError> {
    let window = Window::open(&home.sandbox.home()).await?;
    window.button("Read configurations").await?.click().await?;
    window.wait_for_text("3 servers not connected yet").await?;

    // Consent: the exact command, the name of the variable, never its value.
    window.button("Connect…").await?.click().await?;
    window.wait_for_text("fake_mcp").await?;
    window.wait_for_text("ACCESS_TOKEN").await?;
    never_says(&window, SECRET).await?;
    window.button("Connect all").await?.click().await?;
    window.wait_for_text("2 servers listed, 1 failed.").await?;
    // The report would lie over the last rows.
    window.button("Close").await?.click().await?;

    // The window shows what the engine says.
    let audit = home.audit().await;
    let weather = server(&audit, "weather");
    assert!(weather.weight > 0, "two tools weigh something");
    window.wait_for_text(&weather.weight.to_string()).await?;

    // What is drawn is drawn in the theme: the tools are deferred, so are their tiles.
    let picture = window.picture().await?;
    for (why, colour) in [("the canvas", canvas), ("a deferred tile", deferred)] {
        let pixels = picture.pixels_of(colour);
        assert!(pixels > 1_000, "{why}: {pixels} pixels");
    }

    // A tool in full.
    row(&window, "weather").await?;
    window.press(Chord::key(Key::Right)).await?;
    window.wait_for_text("forecast").await?;
    row(&window, "forecast").await?;
    let forecast = weather.tools.iter().find(|tool| tool.name == "forecast").expect("listed");
    window.wait_for_text("Weight by part").await?;
    window.wait_for_text(&forecast.tokens.schema.to_string()).await?;
    window.wait_for_text(&forecast.sent_as).await?;

    // The failing server says why, and answers once it is mended.
    // Folded again, so that its row is in sight.
    row(&window, "weather").await?;
    window.press(Chord::key(Key::Left)).await?;
    row(&window, "tracker").await?;
    window.wait_for_text("The program ended with code 3 before it answered.").await?;
    home.mend();
    window.button("Connect…").await?.click().await?;
    window.button("Connect all").await?.click().await?;
    window.wait_for_text("3/3").await?;
    never_says(&window, SECRET).await?;
    window.close().await
}

/// Selects a row of the table by the name in it.
async fn row(window: &Window, name: &str) -> Result<(), WindowError> {
    let path = format!("//*[@role='row']//*[normalize-space(text())='{name}']");
    Ok(window.find_path(&path).await?.click().await?)
}

fn server<'a>(audit: &'a Audit, name: &str) -> &'a ServerAudit {
    let mut servers = audit.clients.iter().flat_map(|client| &client.servers);
    servers.find(|server| server.name == name).expect("configured")
}

async fn never_says(window: &Window, secret: &str) -> Result<(), WindowError> {
    let everything = window.client().source().await?;
    assert!(!everything.contains(secret), "a configured value is in the page");
    Ok(())
}
