//! Random changes to random homes, applied, then proven by the real client.

use std::{collections::BTreeMap, path::Path, sync::Arc, time::SystemTime};

use plimsoll_engine::{
    catalogue::{Catalogue, Source},
    clients::{Client as _, Entry, Launch, UserSays, claude_code::ClaudeCode},
    store::{Store, data_folder},
    wire::{PlanRequest, ProveRequest},
    workbench::Workbench,
    world::{Platform, Texts, World},
};
use serde_json::Value;

use super::home::{self, Dice};

/// Wanted changes that were tried for one home.
const TRIES: u32 = 12;

/// How many of them are to be applied.
const WANTED: usize = 3;

/// Changes one home and proves it; the number of tools, or the differences.
pub async fn one(seed: u64, program: &Path, keep: bool) -> Result<usize, String> {
    let folder = tempfile::Builder::new()
        .prefix("conformance-")
        .tempdir()
        .map_err(|error| error.to_string())?;
    let home = home::build(seed, folder.path()).map_err(|error| error.to_string())?;
    let mut env: BTreeMap<String, String> = home.shell.iter().cloned().collect();
    env.insert("PATH".to_owned(), std::env::var("PATH").unwrap_or_default());
    env.insert("HOME".to_owned(), home.folder.display().to_string());
    let world = World {
        platform: Platform::here(),
        home: home.folder.clone(),
        env,
        system_root: home.folder.join("no-system"),
        clock: Arc::new(SystemTime::now),
        texts: Texts::default(),
    };
    know(&world, &home.cwd).await?;
    let guard = std::env::current_exe().map_err(|error| error.to_string())?;
    let bench = Workbench::open(world.clone(), guard).await;
    let project = home.cwd.display().to_string();
    let applied = change(&bench, &world, &home.cwd, seed).await?;
    // A move or a copy makes entries that nobody has listed yet.
    know(&world, &home.cwd).await?;
    let request = ProveRequest {
        project: Some(project),
        program: Some(program.display().to_string()),
        queries: Vec::new(),
        ..ProveRequest::default()
    };
    let proof = bench
        .prove("claude-code", &request)
        .await
        .map_err(|problem| format!("{} ({:?})", problem.message, problem.hint))?;
    if proof.differences.is_empty() {
        return Ok(proof.tools.len());
    }
    let differences: Vec<String> =
        proof.differences.into_iter().map(|difference| difference.message).collect();
    let kept = if keep { format!(" (kept in {})", folder.keep().display()) } else { String::new() };
    Err(format!("{}, after {}{kept}", differences.join("; "), applied.join(" ")))
}

/// Keeps the catalogue of every server: it is an argument of its entry.
async fn know(world: &World, project: &Path) -> Result<(), String> {
    let (store, _) =
        Store::open(&data_folder(world), world.now()).await.map_err(|error| error.to_string())?;
    for entry in ClaudeCode.read(world, UserSays::default(), Some(project)).entries {
        let Some(Launch::Stdio(stdio)) = &entry.launch else { continue };
        let tools = stdio.args.last().and_then(|list| serde_json::from_str::<Value>(list).ok());
        let Some(Value::Array(tools)) = tools else { continue };
        let catalogue = Catalogue::from_listing(tools, SystemTime::UNIX_EPOCH, Source::Live);
        let key = Launch::Stdio(stdio.clone()).key();
        store.save_snapshot(&key, &catalogue).await.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Applies random changes one after the other; those that were.
async fn change(
    bench: &Workbench,
    world: &World,
    project: &Path,
    seed: u64,
) -> Result<Vec<String>, String> {
    let mut dice = Dice::of(seed ^ 0xf00d);
    let mut applied = Vec::new();
    for _ in 0..TRIES {
        if applied.len() == WANTED {
            break;
        }
        let entries = ClaudeCode.read(world, UserSays::default(), Some(project)).entries;
        let mut request =
            PlanRequest { project: Some(project.display().to_string()), ..PlanRequest::default() };
        let said = wish(&mut dice, &entries, &mut request);
        // A change that this home does not allow is refused; that is no fault.
        if let Ok(Some(_)) = bench.apply(&request, None).await {
            applied.push(said);
        }
    }
    Ok(applied)
}

/// One random change, as typed.
fn wish(dice: &mut Dice, entries: &[Entry], request: &mut PlanRequest) -> String {
    const TOOLS: [&str; 6] = ["get", "get_all", "put-it", "a.b", "list items", "del"];
    const STATES: [&str; 5] = ["always", "when-needed", "as-server-says", "off", "on"];
    const MODES: [&str; 6] = ["true", "false", "auto", "auto:5", "auto:0", "default"];
    if dice.chance(0.3) {
        let level = dice.pick(&[None, Some("user"), Some("project"), Some("local")]);
        request.level = level.map(ToOwned::to_owned);
    }
    if entries.is_empty() || dice.chance(0.15) {
        request.mode = vec![format!("claude-code={}", dice.pick(&MODES))];
        return format!("--mode {} --level {:?}", request.mode[0], request.level);
    }
    let entry = dice.pick(entries);
    let target = format!("claude-code:{}/{}", entry.scope.as_str(), entry.name);
    let place = dice.pick(&["user", "project", "local"]);
    match dice.pick(&[0, 0, 0, 1, 1, 2, 3, 4, 5]) {
        0 => {
            request.set = vec![format!("{target}={}", dice.pick(&STATES))];
            format!("--set {}", request.set[0])
        }
        1 => {
            let state = dice.pick(&["off", "on"]);
            request.set = vec![format!("{target}/{}={state}", dice.pick(&TOOLS))];
            format!("--set {}", request.set[0])
        }
        2 => {
            request.keep = vec![format!("{target}={}", dice.pick(&["get", "get*", "del,a.b"]))];
            format!("--keep {}", request.keep[0])
        }
        3 => {
            request.moves = vec![format!("{target}=claude-code:{place}")];
            format!("--move {}", request.moves[0])
        }
        4 => {
            request.copies = vec![format!("{target}=claude-code:{place}")];
            format!("--copy {}", request.copies[0])
        }
        _ => {
            request.remove = vec![target];
            format!("--remove {}", request.remove[0])
        }
    }
}
