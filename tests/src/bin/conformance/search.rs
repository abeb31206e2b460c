//! Does the simulated search answer as the real client's does?
//!
//! Our own catalogues are put into a throw-away home, each client version is run
//! there by the engine's own proof, and asked every query that is recorded in
//! `tests/fixtures/search`. `--record` keeps what it answered in that form.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use clap::Args;
use plimsoll_engine::{
    catalogue::import,
    clients::{Client as _, UserSays, claude_code::ClaudeCode},
    search::{Engine as _, claude_code::ClaudeCode as ToolSearch},
    store::{Store, data_folder},
    wire::{ProveRequest, ProvenSearch, SearchQuery},
    workbench::Workbench,
    world::{Platform, Texts, World},
};
use plimsoll_tests::search::{Answer, documents_of};
use serde_json::{Value, json};

use super::client;

/// The versions whose answers are recorded.
const RECORDED: [&str; 5] = ["2.1.150", "2.1.197", "2.1.240", "2.1.290", "2.1.332"];

/// Queries of one run: the answers of all of them at once would fill the
/// window of a model, and a client then shortens its conversation.
const AT_ONCE: usize = 20;

/// How often a client is run again that did not get all of its servers.
const RUNS: usize = 4;

#[derive(Debug, Args)]
pub struct Arguments {
    /// Versions to install from npm into a throw-away folder. Without any, and
    /// without --client: those whose answers are recorded.
    versions: Vec<String>,
    /// An installed client to ask; repeat for several.
    #[arg(long, value_name = "PATH")]
    client: Vec<PathBuf>,
    /// Write what each version answered to VERSION.jsonl in this folder.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
}

/// Asks every version; how many answers differ, and the closing line.
pub async fn compare(arguments: &Arguments) -> Result<(u64, String), String> {
    let mut programs = arguments.client.clone();
    let recorded: Vec<String> = RECORDED.map(ToOwned::to_owned).to_vec();
    let versions = if programs.is_empty() && arguments.versions.is_empty() {
        &recorded
    } else {
        &arguments.versions
    };
    let throw_away = tempfile::tempdir().map_err(|error| error.to_string())?;
    for version in versions {
        let folder = throw_away.path().join(version);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        programs.push(client::install(&folder, version)?);
    }
    let (mut differing, mut asked) = (0, 0);
    for program in &programs {
        let (differ, of) = one(program, arguments.record.as_deref()).await?;
        differing += differ;
        asked += of;
    }
    let closing =
        format!("{} of {asked} answers of {} versions agree", asked - differing, programs.len());
    Ok((differing, closing))
}

/// Asks one client everything; how many answers differ, of how many.
async fn one(program: &Path, record: Option<&Path>) -> Result<(u64, u64), String> {
    let version = client::version(program)?;
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let text = |error: Box<dyn std::error::Error>| error.to_string();
    let documents = documents_of(&fixtures.join("catalogues")).map_err(text)?;
    let newest = RECORDED[RECORDED.len() - 1];
    let queries =
        Answer::read(&fixtures.join("search").join(format!("{newest}.jsonl"))).map_err(text)?;
    let queries: Vec<SearchQuery> = queries
        .iter()
        .enumerate()
        .map(|(place, answer)| SearchQuery {
            id: format!("s{place:03}"),
            query: answer.query.clone(),
            max_results: Some(answer.max_results),
            expected: Vec::new(),
        })
        .collect();
    let results = ask(program, &fixtures.join("catalogues"), &queries).await?;
    let semver = version.parse().map_err(|_| format!("`{version}` is no version"))?;
    let index = ToolSearch::new(Some(&semver)).index(documents.clone());
    let (mut differing, mut lines) = (0, String::new());
    for (query, result) in queries.iter().zip(&results) {
        lines.push_str(&format!("{}\n", line(query, result)));
        let answer = Answer::given(&query.query, query.max_results.unwrap_or(5), &result.observed);
        let here = answer.simulated(index.as_ref(), &documents);
        if !answer.agrees(&here) {
            differing += 1;
            say(&format!(
                "{version} {:?}\n  here {here:?}\n  real {:?}",
                query.query, answer.tools
            ));
        }
    }
    if let Some(folder) = record {
        let file = folder.join(format!("{version}.jsonl"));
        fs::write(&file, lines).map_err(|error| format!("`{}`: {error}", file.display()))?;
    }
    let asked = queries.len() as u64;
    say(&format!("{version}: {} of {asked} answers agree", asked - differing));
    Ok((differing, asked))
}

/// What the client answers, in the order of the queries.
async fn ask(
    program: &Path,
    catalogues: &Path,
    queries: &[SearchQuery],
) -> Result<Vec<ProvenSearch>, String> {
    let folder = tempfile::Builder::new()
        .prefix("conformance-")
        .tempdir()
        .map_err(|error| error.to_string())?;
    let world = home(folder.path(), catalogues).await?;
    let guard = std::env::current_exe().map_err(|error| error.to_string())?;
    let bench = Workbench::open(world, guard).await;
    let mut results = Vec::new();
    for some in queries.chunks(AT_ONCE) {
        let request = ProveRequest {
            project: None,
            program: Some(program.display().to_string()),
            queries: some.to_vec(),
            timeout_ms: None,
        };
        results.extend(whole(&bench, &request).await?);
    }
    Ok(results)
}

/// What a run answers in which the client had every server: older ones do not
/// wait for them, and a busy machine is slow to start them.
async fn whole(bench: &Workbench, request: &ProveRequest) -> Result<Vec<ProvenSearch>, String> {
    for _ in 0..RUNS {
        let proof = bench.prove("claude-code", request).await;
        let proof = proof.map_err(|problem| format!("{} ({:?})", problem.message, problem.hint))?;
        let missing = |server: Option<&str>| {
            let mut of_server = proof.tools.iter().filter(|tool| tool.server.as_deref() == server);
            of_server.all(|tool| tool.observed == "off")
        };
        if !proof.tools.iter().any(|tool| missing(tool.server.as_deref())) {
            return Ok(proof.results);
        }
    }
    Err(format!("in {RUNS} runs the client never had all of its servers"))
}

/// A home with a server for each catalogue, and what each of them lists.
async fn home(folder: &Path, catalogues: &Path) -> Result<World, String> {
    let text = |error: std::io::Error| error.to_string();
    let mut servers = serde_json::Map::new();
    let mut listed = BTreeMap::new();
    for entry in fs::read_dir(catalogues).map_err(text)?.flatten() {
        let catalogue = fs::read_to_string(entry.path()).map_err(text)?;
        let said: Value = serde_json::from_str(&catalogue).map_err(|error| error.to_string())?;
        let name = said["server"].as_str().unwrap_or_default().to_owned();
        let catalogue =
            import(&catalogue, SystemTime::UNIX_EPOCH).map_err(|error| error.to_string())?;
        servers.insert(
            name.clone(),
            json!({"command": "played-from-its-list", "args": [name.clone()]}),
        );
        listed.insert(name, catalogue);
    }
    let state = json!({ "mcpServers": servers });
    fs::write(folder.join(".claude.json"), state.to_string()).map_err(text)?;
    fs::create_dir_all(folder.join(".claude")).map_err(text)?;
    // Older versions do not defer by themselves where the API is not the vendor's.
    let settings = json!({"env": {"ENABLE_TOOL_SEARCH": "true"}});
    fs::write(folder.join(".claude/settings.json"), settings.to_string()).map_err(text)?;
    let env = BTreeMap::from([
        ("PATH".to_owned(), std::env::var("PATH").unwrap_or_default()),
        ("HOME".to_owned(), folder.display().to_string()),
    ]);
    let world = World {
        platform: Platform::here(),
        home: folder.to_owned(),
        env,
        system_root: folder.join("no-system"),
        clock: Arc::new(SystemTime::now),
        texts: Texts::default(),
    };
    let (store, _) =
        Store::open(&data_folder(&world), world.now()).await.map_err(|error| error.to_string())?;
    for entry in ClaudeCode.read(&world, UserSays::default(), None).entries {
        let (Some(launch), Some(catalogue)) = (&entry.launch, listed.get(&entry.name)) else {
            continue;
        };
        let saved = store.save_snapshot(&launch.key(), catalogue).await;
        saved.map_err(|error| error.to_string())?;
    }
    Ok(world)
}

/// An answer as it is recorded.
fn line(query: &SearchQuery, result: &ProvenSearch) -> Value {
    json!({
        "id": query.id, "query": query.query, "max_results": query.max_results,
        "tools": result.observed,
    })
}

fn say(text: &str) {
    // Whoever closed the output wants no more of it.
    let _ = writeln!(std::io::stdout(), "{text}");
}
