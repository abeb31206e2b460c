//! Tool search over 10,000 tools, against tantivy and the `bm25` crate in the
//! same run, and the whole of a task set over 2,351 tools.
//! `cargo bench -p plimsoll-benches --bench search`.
//!
//! The peers index the same fields, joined; `bm25` splits words as we do,
//! tantivy by its own default. All give the best five. Ours also say why.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::{hint::black_box, sync::Arc, time::Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use plimsoll_engine::{
    catalogue::Tool,
    clients::Loading,
    search::{Document, EngineId, Index, engine},
};
use plimsoll_tests::rounds::{Rounds, timed};
use serde_json::json;
use tantivy::{IndexReader, TantivyDocument, collector::TopDocs, query::QueryParser, schema::TEXT};

const TOOLS: usize = 10_000;
const RESULTS: i64 = 5;

const VERBS: [&str; 16] = [
    "assign", "berth", "cancel", "chart", "close", "dredge", "export", "forecast", "inspect",
    "list", "moor", "open", "release", "search", "tow", "weigh",
];
const THINGS: [&str; 20] = [
    "anchor",
    "barge",
    "buoy",
    "cargo",
    "crane",
    "crew",
    "draught",
    "ferry",
    "gangway",
    "invoice",
    "lighthouse",
    "manifest",
    "order",
    "pilot",
    "quay",
    "route",
    "signal",
    "tide",
    "tug",
    "vessel",
];
const WORDS: [&str; 44] = [
    "the", "a", "of", "with", "and", "before", "after", "by", "for", "in", "its", "use", "this",
    "when", "not", "each", "returns", "at", "most", "rows", "sorted", "metres", "harbour",
    "office", "number", "date", "hour", "owner", "flag", "captain", "fee", "permit", "storm",
    "north", "south", "list", "search", "open", "vessel", "tide", "cargo", "pilot", "order",
    "berths",
];

/// Numbers that are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % most
    }

    fn sentence(&mut self, shortest: usize, spread: usize) -> String {
        let length = shortest + self.below(spread);
        let words: Vec<&str> = (0..length)
            .map(|place| match place % 7 {
                3 => THINGS[self.below(THINGS.len())],
                _ => WORDS[self.below(WORDS.len())],
            })
            .collect();
        words.join(" ")
    }
}

/// Tools of 200 servers; every seventh has a word of its own.
fn documents(tools: usize) -> Arc<[Document]> {
    let mut numbers = Numbers(1);
    (0..tools)
        .map(|place| {
            let server: Arc<str> = format!("port{}", place % 200).into();
            let name = format!(
                "{}_{}_{}",
                VERBS[numbers.below(VERBS.len())],
                THINGS[numbers.below(THINGS.len())],
                place / 7
            );
            let properties: serde_json::Map<_, _> = (0..=place % 4)
                .map(|argument| {
                    let schema = json!({"type": "string", "description": numbers.sentence(4, 8)});
                    (format!("{}_{argument}", THINGS[numbers.below(THINGS.len())]), schema)
                })
                .collect();
            let tool = json!({
                "name": name,
                "description": numbers.sentence(12, 40),
                "inputSchema": {"type": "object", "properties": properties},
            });
            Document {
                sent_as: format!("mcp__{server}__{name}"),
                server: Some(server),
                tool: Arc::new(Tool::from_listed(place, tool).expect("a tool")),
                loading: Loading::WhenNeeded,
            }
        })
        .collect()
}

/// What people and models ask: two to five words, some of them rare.
fn queries(count: usize) -> Vec<String> {
    let mut numbers = Numbers(2);
    (0..count)
        .map(|number| {
            let mut words =
                vec![VERBS[numbers.below(VERBS.len())], THINGS[numbers.below(THINGS.len())]];
            for _ in 0..number % 4 {
                words.push(WORDS[numbers.below(WORDS.len())]);
            }
            match number % 5 {
                0 => format!("{} {}", words.join(" "), numbers.below(1_400)),
                _ => words.join(" "),
            }
        })
        .collect()
}

/// The query as each engine is asked it.
fn asked(id: EngineId, query: &str) -> String {
    match id {
        EngineId::ApiRegex => query.split(' ').take(3).collect::<Vec<_>>().join(".*"),
        _ => query.to_owned(),
    }
}

/// All that is searched of a tool, in one text.
fn text(document: &Document) -> String {
    let mut text = format!("{}\n{}", document.tool.name, document.tool.description());
    for argument in document.arguments() {
        text.push_str(&format!("\n{}\n{}", argument.name, argument.description));
    }
    text
}

#[derive(Default)]
struct Plain;

impl bm25::Tokenizer for Plain {
    fn tokenize(&self, text: &str) -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    }
}

struct Tantivy {
    reader: IndexReader,
    parser: QueryParser,
}

impl Tantivy {
    fn new(texts: &[String]) -> Self {
        let mut schema = tantivy::schema::Schema::builder();
        let field = schema.add_text_field("text", TEXT);
        let index = tantivy::Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, 64_000_000).expect("a writer");
        for text in texts {
            let mut document = TantivyDocument::default();
            document.add_text(field, text.replace('_', " "));
            writer.add_document(document).expect("added");
        }
        writer.commit().expect("committed");
        let parser = QueryParser::for_index(&index, vec![field]);
        Self { reader: index.reader().expect("a reader"), parser }
    }

    fn search(&self, query: &str) -> usize {
        let query = self.parser.parse_query(query).expect("words");
        let best = TopDocs::with_limit(5).order_by_score();
        self.reader.searcher().search(&query, &best).expect("searched").len()
    }
}

fn ten_thousand_tools(criterion: &mut Criterion) {
    let documents = documents(TOOLS);
    let queries = queries(1_000);
    let texts: Vec<String> = documents.iter().map(text).collect();

    let mut group = criterion.benchmark_group("index 10,000 tools");
    group.sample_size(10);
    for id in EngineId::ALL {
        group.bench_function(id.as_str(), |bench| {
            bench.iter(|| black_box(engine(id, None).index(documents.clone())));
        });
    }
    group.bench_function("tantivy", |bench| bench.iter(|| black_box(Tantivy::new(&texts))));
    group.finish();

    let indexes: Vec<(EngineId, Box<dyn Index>)> =
        EngineId::ALL.map(|id| (id, engine(id, None).index(documents.clone()))).into();
    let tantivy = Tantivy::new(&texts);
    let peer = bm25::SearchEngineBuilder::<u32, u32, Plain>::with_tokenizer_and_corpus(
        Plain,
        texts.iter().cloned(),
    )
    .build();

    let mut group = criterion.benchmark_group("one query over 10,000 tools");
    let mut next = queries.iter().cycle();
    for (id, index) in &indexes {
        group.bench_function(id.as_str(), |bench| {
            bench.iter_batched(
                || asked(*id, next.next().expect("endless")),
                |query| black_box(index.search(&query, RESULTS)),
                criterion::BatchSize::SmallInput,
            );
        });
    }
    let (ours, tantivys, peers) = (Rounds::default(), Rounds::default(), Rounds::default());
    let bm25 = &indexes.iter().find(|(id, _)| *id == EngineId::ApiBm25).expect("it is there").1;
    let all: [(&str, &Rounds, &dyn Fn(&str) -> usize); 3] = [
        ("ours, all queries", &ours, &|query| bm25.search(query, RESULTS).hits.len()),
        ("tantivy, all queries", &tantivys, &|query| tantivy.search(query)),
        ("bm25, all queries", &peers, &|query| peer.search(query, 5).len()),
    ];
    group.sample_size(10);
    for (name, rounds, search) in all {
        group.bench_function(name, |bench| {
            bench.iter_custom(|times| {
                rounds.time(times, || {
                    timed(|| {
                        for query in &queries {
                            black_box(search(query));
                        }
                    })
                })
            });
        });
    }
    group.finish();

    for (id, index) in &indexes {
        let mut times: Vec<f64> = queries
            .iter()
            .map(|query| {
                let query = asked(*id, query);
                timed(|| drop(black_box(index.search(&query, RESULTS)))).as_secs_f64() * 1000.0
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!(
            "{}: median {:.3} ms, 99th percentile {:.3} ms, worst {:.3} ms",
            id.as_str(),
            times[times.len() / 2],
            times[times.len() * 99 / 100],
            times[times.len() - 1]
        );
    }
    let each = |rounds: &Rounds| rounds.mean() * 1e6 / 1_000.0;
    println!(
        "BM25, microseconds a query: ours {:.1}, tantivy {:.1}, bm25 {:.1}",
        each(&ours),
        each(&tantivys),
        each(&peers)
    );
}

fn a_task_set(criterion: &mut Criterion) {
    let documents = documents(2_351);
    let queries = queries(250);
    let mut group = criterion.benchmark_group("250 queries, every engine, 2,351 tools");
    group.sample_size(10);
    group.bench_function("index and search", |bench| {
        bench.iter(|| {
            for id in EngineId::ALL {
                let index = engine(id, None).index(documents.clone());
                for query in &queries {
                    black_box(index.search(&asked(id, query), RESULTS));
                }
            }
        });
    });
    group.finish();
    let start = Instant::now();
    let index = engine(EngineId::ClaudeCode, None).index(documents);
    drop(black_box(index.search("open order", RESULTS)));
    println!("index and one query, Claude Code: {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
}

criterion_group!(search, ten_thousand_tools, a_task_set);
criterion_main!(search);
