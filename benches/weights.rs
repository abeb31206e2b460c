//! Weighing 10,000 tools, cold and warm, against plain tiktoken-rs on one
//! thread in the same run. `cargo xtask bench`.
//!
//! The peer counts the definitions only, ready-made; Plimsoll starts from the
//! received tools and counts the parts as well.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::{hint::black_box, time::SystemTime};

use criterion::{Criterion, criterion_group, criterion_main};
use plimsoll_engine::{
    catalogue::{Catalogue, Source},
    clients::{ClientId, Cut},
    weights::{Item, Shape, TokenizerId, Weigher},
};
use plimsoll_tests::rounds::{Rounds, timed};
use serde_json::{Value, json};

const TOOLS: usize = 10_000;
const CUT: Cut = Cut { units: Some(4_096) };

/// Words of our own, in the manner of tool descriptions.
const WORDS: [&str; 40] = [
    "list",
    "the",
    "open",
    "orders",
    "of",
    "a",
    "harbour",
    "with",
    "their",
    "berths",
    "and",
    "pilot",
    "requests;",
    "use",
    "this",
    "before",
    "assigning",
    "tugs,",
    "not",
    "after",
    "each",
    "vessel",
    "has",
    "one",
    "draught",
    "in",
    "metres",
    "(optional).",
    "Returns",
    "at",
    "most",
    "100",
    "rows",
    "sorted",
    "by",
    "`eta`",
    "ISO-8601",
    "e.g.",
    "\"Lübeck\"",
    "\n\nNotes:",
];

/// The same tools every time.
fn tools(seed: u64) -> Vec<Value> {
    let mut state = seed;
    let mut next = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % below
    };
    let mut sentence = move |shortest: usize, spread: usize| {
        let length = shortest + next(spread);
        (0..length).map(|_| WORDS[next(WORDS.len())]).collect::<Vec<_>>().join(" ")
    };
    (0..TOOLS)
        .map(|number| {
            let properties: serde_json::Map<_, _> = (0..=(number % 7))
                .map(|place| {
                    let kind = ["string", "integer", "boolean"][place % 3];
                    let schema =
                        json!({"type": kind, "description": sentence(4, 20), "default": null});
                    (format!("field_{place}"), schema)
                })
                .collect();
            json!({
                "name": format!("harbour_action_{number}"),
                "description": sentence(10, 60),
                "inputSchema": {
                    "$schema": "http://json-schema.org/draft-07/schema#",
                    "type": "object",
                    "properties": properties,
                    "required": ["field_0"],
                    "additionalProperties": false,
                },
            })
        })
        .collect()
}

fn weigh(weigher: &Weigher, catalogue: &Catalogue, names: &[String]) {
    let shape = Shape::of(ClientId::ClaudeCode, None);
    let items: Vec<_> = catalogue
        .tools
        .iter()
        .zip(names)
        .map(|(tool, sent_as)| Item { tool, sent_as, cut: CUT, server: 0 })
        .collect();
    black_box(weigher.weigh(TokenizerId::O200kBase, shape, &items));
}

fn ten_thousand_tools(criterion: &mut Criterion) {
    let raw = tools(1);
    let listed =
        || Catalogue::from_listing(raw.iter().cloned(), SystemTime::UNIX_EPOCH, Source::Live);
    let catalogue = listed();
    let names: Vec<_> =
        catalogue.tools.iter().map(|tool| format!("mcp__harbour__{}", tool.name)).collect();
    let shape = Shape::of(ClientId::ClaudeCode, None);
    let definitions: Vec<String> = catalogue
        .tools
        .iter()
        .zip(&names)
        .map(|(tool, name)| {
            let sent = shape.send(tool, name, CUT).expect("every tool of ours is sent");
            format!(
                r#"{{"name":{},"description":{},"input_schema":{}}}"#,
                json!(sent.name),
                json!(sent.description),
                sent.schema
            )
        })
        .collect();
    let vocabulary = tiktoken_rs::o200k_base_singleton();

    let (plain, cold) = (Rounds::default(), Rounds::default());
    let (warm, restarted) = (Rounds::default(), Rounds::default());
    let mut group = criterion.benchmark_group("weigh 10,000 tools");
    group.sample_size(10);
    group.bench_function("plain tiktoken-rs, one thread", |bench| {
        bench.iter_custom(|rounds| {
            plain.time(rounds, || {
                timed(|| {
                    for definition in &definitions {
                        black_box(vocabulary.encode_ordinary(definition).len());
                    }
                })
            })
        });
    });
    group.bench_function("cold", |bench| {
        bench.iter_custom(|rounds| {
            cold.time(rounds, || {
                let (weigher, catalogue) = (Weigher::default(), listed());
                timed(|| weigh(&weigher, &catalogue, &names))
            })
        });
    });
    let weigher = Weigher::default();
    weigh(&weigher, &catalogue, &names);
    group.bench_function("warm", |bench| {
        bench.iter_custom(|rounds| {
            warm.time(rounds, || timed(|| weigh(&weigher, &catalogue, &names)))
        });
    });
    // Counts known, tools newly read and not yet hashed.
    group.bench_function("after a restart", |bench| {
        bench.iter_custom(|rounds| {
            restarted.time(rounds, || {
                let catalogue = listed();
                timed(|| weigh(&weigher, &catalogue, &names))
            })
        });
    });
    group.finish();

    let bytes: usize = definitions.iter().map(String::len).sum();
    println!(
        "{TOOLS} tools, {bytes} bytes of definitions: cold {:.2} times the speed of plain \
         tiktoken-rs on one thread; warm {:.1} % of cold, after a restart {:.1} %",
        plain.mean() / cold.mean(),
        100.0 * warm.mean() / cold.mean(),
        100.0 * restarted.mean() / cold.mean(),
    );
}

criterion_group!(weights, ten_thousand_tools);
criterion_main!(weights);
