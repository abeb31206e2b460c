//! `plimsoll audit` as users run it: 18 slow servers at once, and 70 stored
//! snapshots read without starting anything. `cargo xtask bench`.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::{
    env,
    path::Path,
    process::{Command, Stdio},
};

use criterion::{Criterion, criterion_group};
use nix::sys::resource::{UsageWho, getrusage};
use plimsoll_tests::{
    fake::Script,
    programs::built,
    rounds::{Rounds, timed},
    sandbox::Sandbox,
};
use serde_json::{Map, Value, json};

/// Servers and tools of the catalogues the project was designed with.
const SNAPSHOTS: usize = 70;
const TOOLS: usize = 2_351;

/// Set for a copy of this program that measures one audit of this home.
const PEAK: &str = "PLIMSOLL_BENCH_PEAK";

fn audit(sandbox: &Sandbox, arguments: &[&str]) {
    audit_in(&sandbox.home(), arguments);
}

fn audit_in(home: &Path, arguments: &[&str]) {
    let output = Command::new(built("plimsoll"))
        .arg("audit")
        .args(arguments)
        .current_dir(home)
        .env_clear()
        .env("HOME", home)
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .stdin(Stdio::null())
        .output()
        .expect("`cargo xtask bench` builds plimsoll first");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn home(servers: impl IntoIterator<Item = (String, Script)>) -> Sandbox {
    let entries: Map<String, Value> = servers
        .into_iter()
        .map(|(name, script)| {
            let script = serde_json::to_string(&script).expect("a script serializes");
            (name, json!({"command": built("fake_mcp"), "args": [script]}))
        })
        .collect();
    Sandbox::new().with_json(".claude.json", &json!({"mcpServers": entries}))
}

/// Measures one command, over and over, for criterion and for the ratio.
fn measure(criterion: &mut Criterion, name: &str, sandbox: &Sandbox, arguments: &[&str]) -> f64 {
    let rounds = Rounds::default();
    let mut group = criterion.benchmark_group("plimsoll audit");
    group.sample_size(10);
    group.bench_function(name, |bench| {
        bench.iter_custom(|count| rounds.time(count, || timed(|| audit(sandbox, arguments))));
    });
    group.finish();
    rounds.mean()
}

fn eighteen_servers(criterion: &mut Criterion) {
    let slow = |count: usize| {
        home((0..count).map(|number| {
            let script = Script { start_delay_ms: 1_000, ..Script::with_tools(11) };
            (format!("slow-{number}"), script)
        }))
    };
    let connect = ["--connect", "--yes", "--json"];
    let one = measure(criterion, "one server that takes 1 s to start", &slow(1), &connect);
    let many = measure(criterion, "eighteen servers that take 1 s to start", &slow(18), &connect);
    println!("eighteen servers take {:.2} s more than one of them alone ({one:.2} s)", many - one);
}

fn stored_snapshots(criterion: &mut Criterion) {
    let full = home((0..SNAPSHOTS).map(|server| {
        // As many tools as all of them have, spread unevenly.
        let tools = TOOLS / SNAPSHOTS + usize::from(server < TOOLS % SNAPSHOTS);
        (format!("server-{server}"), Script { padding: 800, ..tools_of(server, tools) })
    }));
    audit(&full, &["--connect", "--yes", "--json"]);
    let empty = home([]);
    let nothing = measure(criterion, "an empty home", &empty, &["--json"]);
    let stored = measure(criterion, "70 stored snapshots, nothing started", &full, &["--json"]);
    println!(
        "{TOOLS} tools in {SNAPSHOTS} snapshots: {stored:.3} s, {:.1} times an empty home; \
         at most {} MB resident",
        stored / nothing,
        peak_of(&full).trim(),
    );
}

/// The most memory an audit takes, MB. The system tells a process the largest of
/// all its children: so one that has no other asks.
fn peak_of(sandbox: &Sandbox) -> String {
    let this = env::current_exe().expect("a running program has a path");
    let output = Command::new(this).env(PEAK, sandbox.home()).output().expect("it runs already");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Tools with a few described parameters each, as servers have them.
fn tools_of(server: usize, count: usize) -> Script {
    let tools = (0..count)
        .map(|tool| {
            let properties: Map<String, Value> = (0..tool % 6)
                .map(|at| {
                    let text = format!("What number {at} of tool {tool} is for, in a sentence or so.");
                    (format!("field_{at}"), json!({"type": "string", "description": text}))
                })
                .collect();
            json!({
                "name": format!("action_{server}_{tool}"),
                "description": format!("Does what number {tool} of server {server} does. ").repeat(6),
                "inputSchema": {"type": "object", "properties": properties},
            })
        })
        .collect();
    Script { tools, ..Script::default() }
}

criterion_group!(benches, eighteen_servers, stored_snapshots);

fn main() {
    if let Some(home) = env::var_os(PEAK) {
        audit_in(Path::new(&home), &["--json"]);
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN);
        println!("{}", usage.map_or(0, |usage| usage.max_rss() / 1024));
        return;
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
