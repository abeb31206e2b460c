//! From the start of the app to its first numbers on the screen, against an
//! empty Tauri window in the same run. `cargo xtask bench`.
//!
//! Both paint in the colour of an always-loaded tile; what is timed is from the
//! start of the process until that colour is in the frame buffer of the display.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use criterion::{Criterion, criterion_group, criterion_main};
use plimsoll_engine::{
    wire::{ConnectRequest, Settings},
    workbench::Workbench,
};
use plimsoll_tests::{
    fake::Script,
    programs::built,
    rounds::Rounds,
    sandbox::Sandbox,
    window::{Display, Window},
};
use serde_json::json;

/// `--eager` of the dark theme, as the frame buffer holds it: blue, green, red.
const EAGER: [u8; 3] = [0x50, 0x9A, 0xE7];

/// Pixels of that colour that make a tile.
const TILE: usize = 2_000;

/// A home whose numbers are stored and whose window was open before.
async fn home() -> Sandbox {
    let script = serde_json::to_string(&Script::with_tools(12)).expect("a script serializes");
    let entry = json!({"command": built("fake_mcp"), "args": [script], "alwaysLoad": true});
    let sandbox =
        Sandbox::new().with_json(".claude.json", &json!({"mcpServers": {"harbour": entry}}));
    let bench = Workbench::open(sandbox.world(), built("fake_mcp")).await;
    let settings = Settings { theme: "dark".to_owned(), ..Settings::default() };
    bench.set_settings(settings).await.expect("the store is open");
    let asks = bench.consents(&ConnectRequest::default()).await.expect("the home can be read");
    let keys = asks.into_iter().map(|ask| ask.key).collect();
    let request = ConnectRequest { keys, ..ConnectRequest::default() };
    bench.connect(&request, |_event| ()).await.expect("the home can be read");
    let window = Window::open(&sandbox.home()).await.expect("`cargo xtask bench` names the app");
    let read = window.button("Read configurations").await.expect("the first run");
    read.click().await.expect("a button");
    window.wait_for_text("harbour").await.expect("the overview");
    window.close().await.expect("closed");
    sandbox
}

/// From the start of a program until its window shows the colour.
fn until_painted(program: &Path, home: &Path) -> Duration {
    let display = Display::start().expect("`cargo xtask bench` installs Xvfb");
    let start = Instant::now();
    let mut app = Command::new(program)
        .env_clear()
        .env("PATH", env::var_os("PATH").unwrap_or_default())
        .env("HOME", home)
        .env("XDG_RUNTIME_DIR", home.join(".run"))
        .env("DISPLAY", display.name())
        .env("GDK_BACKEND", "x11")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("`cargo xtask bench` builds the apps first");
    while !display.shows(EAGER, TILE) {
        assert!(start.elapsed() < Duration::from_mins(1), "{} paints nothing", program.display());
        // Looking reads eight megabytes: more often would take a core from what is timed.
        sleep(Duration::from_millis(10));
    }
    let spent = start.elapsed();
    // Ended before the next start, which would only bring this one forward.
    let _ = app.kill();
    let _ = app.wait();
    spent
}

fn first_numbers(criterion: &mut Criterion) {
    let Some(app) = env::var_os("PLIMSOLL_APP").map(PathBuf::from) else {
        println!("PLIMSOLL_APP names no app: run `cargo xtask bench`");
        return;
    };
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let (full, bare) = (runtime.block_on(home()), Sandbox::new());
    fs::create_dir_all(bare.home().join(".run")).expect("a folder");
    let empty = app.with_file_name("examples").join("empty_window");
    let (nothing, numbers) = (Rounds::default(), Rounds::default());
    let mut group = criterion.benchmark_group("start of the window");
    group.sample_size(10);
    group.bench_function("an empty Tauri window", |bench| {
        bench.iter_custom(|rounds| nothing.time(rounds, || until_painted(&empty, &bare.home())));
    });
    group.bench_function("Plimsoll's first numbers", |bench| {
        bench.iter_custom(|rounds| numbers.time(rounds, || until_painted(&app, &full.home())));
    });
    group.finish();
    println!(
        "first numbers after {:.2} s, {:.2} times an empty Tauri window ({:.2} s)",
        numbers.mean(),
        numbers.mean() / nothing.mean(),
        nothing.mean(),
    );
}

criterion_group!(benches, first_numbers);
criterion_main!(benches);
