//! Takes a picture of every view, in both themes and two sizes, from a demo home.
//!
//! Usage: `screenshots FOLDER`; `cargo xtask screenshots` builds what it needs.
//! The servers are our own, scripted; nothing real is shown.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::SystemTime,
};

use fantoccini::key::Key;
use plimsoll_engine::{
    wire::{ConnectRequest, Settings},
    workbench::Workbench,
    world::World,
};
use plimsoll_tests::{
    sandbox::Sandbox,
    window::{Chord, Window, WindowError},
};
use serde_json::{Value, json};

const SIZES: [(u32, u32); 2] = [(1280, 800), (1920, 1080)];
const THEMES: [&str; 2] = ["dark", "light"];

#[tokio::main]
async fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        return ExitCode::from(2);
    };
    match take_all(&folder).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The one thing this program says.
            let _ = std::io::Write::write_all(
                &mut std::io::stderr(),
                format!("screenshots: {error}\n").as_bytes(),
            );
            ExitCode::FAILURE
        }
    }
}

async fn take_all(folder: &Path) -> Result<(), WindowError> {
    fs::create_dir_all(folder)?;
    for theme in THEMES {
        for (width, height) in SIZES {
            let home = demo_home(theme).await;
            let window = Window::open(&home.home()).await?;
            window.resize(width, height).await?;
            take(&window, &|view| folder.join(format!("{view}-{theme}-{width}x{height}.png")))
                .await?;
            window.close().await?;
        }
    }
    Ok(())
}

/// Walks through the views by keys.
async fn take(window: &Window, file: &dyn Fn(&str) -> PathBuf) -> Result<(), WindowError> {
    let picture = async |view: &str| -> Result<(), WindowError> {
        Ok(fs::write(file(view), window.picture().await?.0)?)
    };
    window.wait_for_text("files found").await?;
    picture("first-run").await?;
    window.button("Read configurations").await?.click().await?;
    window.wait_for_text("did not answer").await?;
    picture("overview").await?;
    window.press(Chord::key(Key::Enter).shift().control()).await?;
    window.wait_for_text("Connect to servers").await?;
    picture("consent").await?;
    window.press(Chord::key(Key::Escape)).await?;
    window.press(Chord::key('2').control()).await?;
    for letter in "create issue".chars() {
        window.press(Chord::key(letter)).await?;
    }
    window.wait_for_text("create_issue_template").await?;
    picture("search").await?;
    for (key, view, says) in [
        ('3', "loading", "Claude Code"),
        ('4', "server", "Instructions"),
        ('5', "findings", "Copy"),
    ] {
        window.press(Chord::key(key).control()).await?;
        window.wait_for_text(says).await?;
        picture(view).await?;
    }
    window.press(Chord::key(',').control()).await?;
    window.wait_for_text("Servers at once").await?;
    picture("settings").await?;
    window.press(Chord::key(Key::Escape)).await?;
    window.press(Chord::key('k').control()).await?;
    picture("palette").await?;
    window.press(Chord::key(Key::Escape)).await?;
    window.press(Chord::key('/').control()).await?;
    picture("keys").await
}

/// Four servers in two clients, listed before the window opens; one is broken.
async fn demo_home(theme: &str) -> Sandbox {
    let scripts = [
        ("calendar", json!({ "tools": tools("event", 9) })),
        (
            "issues",
            json!({
                "instructions": "Search for an issue before you open one.",
                "tools": tools("issue", 24),
            }),
        ),
        ("library", json!({ "tools": tools("book", 5) })),
        ("payments", json!({ "exitAtStart": 1, "stderr": ["payments: no account is set"] })),
    ];
    let mut sandbox = Sandbox::new();
    let mut servers = json!({});
    for (name, script) in &scripts {
        let file = format!("servers/{name}.json");
        servers[*name] = json!({ "command": fake_server(), "args": [sandbox.home().join(&file)] });
        sandbox = sandbox.with_json(&file, script);
    }
    let mut eager = servers.clone();
    eager["library"]["alwaysLoad"] = json!(true);
    let sandbox = sandbox
        .with_json(".claude.json", &json!({ "mcpServers": eager }))
        .with_json(".cursor/mcp.json", &json!({ "mcpServers": servers }));
    // The window has the real clock; a stored answer from the future looks odd.
    let world = World { clock: Arc::new(SystemTime::now), ..sandbox.world() };
    let bench = Workbench::open(world, fake_server()).await;
    let settings = Settings { theme: theme.to_owned(), ..Settings::default() };
    bench.set_settings(settings).await.expect("the store is open");
    let asks = bench.consents(&ConnectRequest::default()).await.expect("the home can be read");
    let request = ConnectRequest {
        keys: asks.into_iter().map(|ask| ask.key).collect(),
        ..ConnectRequest::default()
    };
    bench.connect(&request, |_event| ()).await.expect("the home can be read");
    sandbox
}

/// The scripted server beside this program.
fn fake_server() -> PathBuf {
    let here = env::current_exe().expect("a program knows its place");
    here.with_file_name("fake_mcp").with_extension(env::consts::EXE_EXTENSION)
}

/// Tools about one thing, from light to heavy.
fn tools(thing: &str, count: usize) -> Value {
    const VERBS: [&str; 8] =
        ["find", "read", "create", "change", "remove", "share", "compare", "export"];
    (0..count)
        .map(|index| {
            let verb = VERBS[index % VERBS.len()];
            let part = ["", "_draft", "_template"][index / VERBS.len() % 3];
            let properties: serde_json::Map<String, Value> = (0..=index % 7)
                .map(|field| {
                    let says = format!("Which {thing} to {verb}, by its field {field}.");
                    (format!("field_{field}"), json!({ "type": "string", "description": says }))
                })
                .collect();
            json!({
                "name": format!("{verb}_{thing}{part}"),
                "description": format!("Use this to {verb} the {thing} that the user has named. ").repeat(1 + index % 4),
                "inputSchema": { "type": "object", "properties": properties },
            })
        })
        .collect()
}
