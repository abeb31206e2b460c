//! From a key press in the search lab to its painted results, in the real window
//! over 10,000 tools. `cargo xtask bench`.
//!
//! The page itself is asked: from the key's event until the frame is drawn in
//! which no answer is awaited any more.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::{
    cell::RefCell,
    path::Path,
    time::{Duration, SystemTime},
};

use criterion::{Criterion, criterion_group, criterion_main};
use fantoccini::key::Key;
use plimsoll_engine::{
    catalogue::{Catalogue, Source},
    clients::{Client as _, UserSays, claude_code::ClaudeCode},
    store::{Store, data_folder},
};
use plimsoll_tests::{
    rounds::Rounds,
    sandbox::Sandbox,
    window::{Chord, Window, WindowError},
};
use serde_json::json;
use tokio::runtime::Runtime;

const SERVERS: usize = 20;
const TOOLS_EACH: usize = 500;

/// What the app does by itself when no driver holds it (`src-tauri/src/painting.rs`);
/// this benchmark takes no pictures, and measures what a user has.
const WITHOUT_OPENGL: (&str, &str) = ("WEBKIT_DISABLE_COMPOSITING_MODE", "1");

/// What is typed, letter by letter.
const TYPED: &str = "open berth for storm 17 ";

/// Notes in `painted` how long each key took.
const FOLLOW: &str = "
    window.painted = [];
    let pressed = 0;
    addEventListener('keydown', () => { pressed = performance.now(); }, true);
    addEventListener('input', () => {
        const began = pressed;
        const look = () => {
            const busy = document.querySelector('.engine-tab')?.getAttribute('aria-busy');
            if (busy !== 'false') { requestAnimationFrame(look); return; }
            const drawn = new MessageChannel();
            drawn.port1.onmessage = () => window.painted.push(performance.now() - began);
            drawn.port2.postMessage(null);
        };
        requestAnimationFrame(look);
    }, true);";

/// A home whose servers have all been listed.
async fn home() -> Sandbox {
    let verbs = ["open", "close", "moor", "weigh", "list", "search", "tow", "berth"];
    let things = ["berth", "storm", "quay", "order", "crane", "tide", "vessel", "pilot", "permit"];
    let entries: serde_json::Map<_, _> = (0..SERVERS)
        .map(|n| (format!("port{n}"), json!({"command": format!("port-{n}")})))
        .collect();
    let sandbox = Sandbox::new().with_json(".claude.json", &json!({"mcpServers": entries}));
    let world = sandbox.world();
    let (store, _) = Store::open(&data_folder(&world), world.now()).await.expect("a store");
    let read = ClaudeCode.read(&world, UserSays::default(), None);
    for (server, entry) in read.entries.iter().enumerate() {
        let tools = (0..TOOLS_EACH).map(|tool| {
            let (verb, thing) = (verbs[tool % verbs.len()], things[(tool + server) % things.len()]);
            json!({
                "name": format!("{verb}_{thing}_{tool}"),
                "description": format!(
                    "Does {verb} one {thing} of the harbour before the {} and after the {}.",
                    things[tool % things.len()], things[(tool / 9) % things.len()]
                ),
                "inputSchema": {"type": "object", "properties": {"number": {"type": "integer"}}},
            })
        });
        let catalogue = Catalogue::from_listing(tools, SystemTime::UNIX_EPOCH, Source::Live);
        let key = entry.launch.as_ref().expect("a program").key();
        store.save_snapshot(&key, &catalogue).await.expect("stored");
    }
    sandbox
}

/// The lab with an empty query.
async fn lab(sandbox: &Sandbox) -> Result<Window, WindowError> {
    let has_card = Path::new("/dev/dri").exists();
    let variables = if has_card { &[][..] } else { &[WITHOUT_OPENGL] };
    let window = Window::open_with(&sandbox.home(), variables).await?;
    window.button("Read configurations").await?.click().await?;
    window.wait_for_text("port0").await?;
    window.press(Chord::key('2').control()).await?;
    window.wait_for_text("Catalogue").await?;
    window.client().execute(FOLLOW, vec![]).await?;
    Ok(window)
}

/// Types one key; how long until its results were painted.
async fn press(window: &Window, key: char) -> Result<Duration, WindowError> {
    const PAINTED: &str = "return window.painted";
    let times = async || {
        let painted = window.client().execute(PAINTED, vec![]).await?;
        Ok::<_, WindowError>(painted.as_array().cloned().unwrap_or_default())
    };
    let before = times().await?.len();
    window.press(Chord::key(key)).await?;
    window.wait("the painted results", async || Ok(times().await?.len() > before)).await?;
    let ms = times().await?.last().and_then(serde_json::Value::as_f64).unwrap_or_default();
    Ok(Duration::from_secs_f64(ms / 1000.0))
}

async fn clear(window: &Window) -> Result<(), WindowError> {
    window.press(Chord::key('a').control()).await?;
    press(window, Key::Backspace.into()).await.map(|_| ())
}

fn typing(criterion: &mut Criterion) {
    if std::env::var_os("PLIMSOLL_APP").is_none() {
        println!("PLIMSOLL_APP names no app: run `cargo xtask bench`");
        return;
    }
    let runtime = Runtime::new().expect("threads");
    let sandbox = runtime.block_on(home());
    let window = runtime.block_on(lab(&sandbox)).expect("the lab");
    let all = RefCell::new(Vec::new());
    let rounds = Rounds::default();
    let mut letters = TYPED.chars().cycle().enumerate();
    let mut group = criterion.benchmark_group("key press to painted results");
    group.sample_size(10);
    group.bench_function("10,000 tools", |bench| {
        bench.iter_custom(|times| {
            rounds.time(times, || {
                let (place, letter) = letters.next().expect("endless");
                if place % TYPED.len() == 0 && place > 0 {
                    runtime.block_on(clear(&window)).expect("an empty field");
                }
                let spent = runtime.block_on(press(&window, letter)).expect("results");
                all.borrow_mut().push(spent);
                spent
            })
        });
    });
    group.finish();
    runtime.block_on(window.close()).expect("closed");
    let mut all = all.into_inner();
    all.sort();
    let ms = |place: usize| all.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    println!(
        "{} keys: mean {:.1} ms, median {:.1} ms, 90th percentile {:.1} ms, 99th {:.1} ms, worst {:.1} ms",
        all.len(),
        rounds.mean() * 1000.0,
        ms(all.len() / 2),
        ms(all.len() * 9 / 10),
        ms(all.len() * 99 / 100),
        ms(all.len().saturating_sub(1))
    );
}

criterion_group!(benches, typing);
criterion_main!(benches);
