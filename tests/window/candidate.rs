//! A server is tried in the real window: what it does to a task set, and its way
//! into a client's file and back.

use std::fs;

use plimsoll_engine::wire::{SearchQuery, TaskSet};
use plimsoll_tests::window::{Chord, Window, WindowError};
use serde_json::Value;

use crate::home::{Home, SECRET, pasted};

#[tokio::test(flavor = "multi_thread")]
async fn a_candidate_shows_its_effect_and_goes_into_a_file_and_back() -> Result<(), WindowError> {
    let home = Home::with_servers();
    home.listed().await;
    home.keep_tasks(&TaskSet {
        id: 0,
        name: "desk".to_owned(),
        tasks: vec![SearchQuery {
            id: "q001".to_owned(),
            query: "open ticket".to_owned(),
            max_results: None,
            expected: vec!["mcp__helpdesk__open_ticket".to_owned()],
        }],
    })
    .await;
    let file = home.sandbox.home().join(".claude.json");
    let before = fs::read(&file)?;
    let window = Window::open(&home.sandbox.home()).await?;
    window.button("Read configurations").await?.click().await?;
    window.wait_for_text("weather").await?;
    window.press(Chord::key('2').control()).await?;
    window.wait_for_text("open ticket").await?;

    // Without it nobody has a ticket to open.
    let run = "//button[starts-with(normalize-space(.), 'Run all')]";
    window.find_path(run).await?.click().await?;
    window.wait_for_text("✕1").await?;

    // Looking at it starts nothing; its exact command is there to be allowed.
    window.button("Candidates").await?.click().await?;
    window.find("#candidate-spec").await?.send_keys(&pasted("helpdesk")).await?;
    window.button("Look at it").await?.click().await?;
    window.wait_for_text("Check the command above to allow it").await?;
    window.find(".candidate-consent input[type=checkbox]").await?.click().await?;
    window.button("Start it and list its tools").await?.click().await?;
    window.wait_for_text("Search with it").await?;

    // With it the task finds its tool.
    window.button("See what it does to “desk”").await?.click().await?;
    window.wait_for_text("✕ → 1").await?;

    // One click carries it into Loading, where it is staged like any change.
    window.find_path("//button[@role='tab'][contains(., 'Candidates')]").await?.click().await?;
    window.button("Add in Loading").await?.click().await?;
    window.wait_for_text("1 staged").await?;
    window.press(Chord::key('s').control()).await?;
    window.wait_for_text("\"helpdesk\"").await?;
    assert_eq!(fs::read(&file)?, before, "staging writes nothing");
    window.press(Chord::key('s').control()).await?;
    window.wait("the write", async || Ok(fs::read(&file)? != before)).await?;
    let written: Value = serde_json::from_slice(&fs::read(&file)?).expect("JSON");
    let token = &written["mcpServers"]["helpdesk"]["env"]["ACCESS_TOKEN"];
    assert_eq!(token, SECRET, "the entry, its value too");
    let page = window.client().source().await?;
    assert!(!page.contains(SECRET), "a configured value is in the page");
    window.button("Undo").await?.click().await?;
    window.wait("the file of before", async || Ok(fs::read(&file)? == before)).await?;
    window.close().await
}
