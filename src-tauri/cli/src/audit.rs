//! `plimsoll audit`.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::Mutex,
};

use plimsoll_engine::{
    wire::{AuditRequest, ConnectEvent, ConnectRequest, Problem, ServerState},
    workbench::{NamedServer, Workbench},
    world::World,
};

use crate::{CommandError, Exit, Streams, args, consent, folder, progress::Progress, render};

/// Reads, connects when asked, weighs, prints.
pub(crate) async fn run(
    args: args::Audit,
    world: World,
    directory: PathBuf,
    guard: PathBuf,
    streams: &mut Streams<'_>,
) -> Result<Exit, CommandError> {
    let projects = projects(&args.project, &directory)?;
    let bench = Workbench::open(world, guard).await;
    let request = AuditRequest {
        clients: args.client.iter().map(|client| client.id().to_owned()).collect(),
        projects,
        tokenizer: args.tokenizer.map(|tokenizer| tokenizer.id().to_owned()),
    };
    let failures =
        if args.connect { connect(&args, &request, &bench, streams).await? } else { Vec::new() };
    let audit = bench.audit(&request).await?;
    // Of a server that its client does not use the audit says that, not how it
    // was to list it.
    let known = |failure: &Problem| {
        let mut servers = audit.clients.iter().flat_map(|client| &client.servers);
        servers.any(|server| {
            server.state == ServerState::Failed && failure.server.as_ref() == Some(&server.name)
        })
    };
    let unsaid: Vec<&Problem> = failures.iter().filter(|failure| !known(failure)).collect();
    render::say("error", unsaid.iter().copied(), streams)?;
    if args.json {
        serde_json::to_writer(&mut streams.out, &audit).map_err(std::io::Error::from)?;
        writeln!(streams.out)?;
    } else {
        render::audit(&audit, streams.width, &mut streams.out)?;
    }
    streams.out.flush()?;

    let over_budget = args
        .budget
        .is_some_and(|budget| audit.clients.iter().any(|client| client.standing.tokens > budget));
    let failed = !unsaid.is_empty()
        || audit
            .clients
            .iter()
            .flat_map(|client| &client.servers)
            .any(|server| server.state == ServerState::Failed);
    Ok(if over_budget || failed { Exit::Short } else { Exit::Done })
}

/// Asks for what was not allowed yet, and connects what is. What went wrong.
async fn connect(
    args: &args::Audit,
    request: &AuditRequest,
    bench: &Workbench,
    streams: &mut Streams<'_>,
) -> Result<Vec<Problem>, CommandError> {
    let mut connect = ConnectRequest {
        keys: keys_of(args, request, bench).await?,
        clients: request.clients.clone(),
        projects: request.projects.clone(),
        remember: false,
        timeout_ms: args.timeout.map(|seconds| seconds.saturating_mul(1000)),
    };
    let asks = bench.consents(&connect).await?;
    let allowed = consent::ask(&asks, args.yes, streams)?;
    if allowed.keys.is_empty() {
        return Ok(Vec::new());
    }
    let progress = Progress::start(streams.interactive, allowed.keys.len());
    connect.keys = allowed.keys;
    connect.remember = allowed.remember;
    let failures = Mutex::default();
    let on_event = |event: ConnectEvent| {
        progress.on(&event);
        if let (Some(problem), Ok(mut failures)) = (event.problem, failures.lock()) {
            Vec::push(&mut failures, problem);
        }
    };
    let outcome = bench.connect(&connect, on_event).await;
    progress.finish();
    outcome?;
    Ok(failures.into_inner().unwrap_or_default())
}

/// The keys of the servers that are named; none when none is named.
async fn keys_of(
    args: &args::Audit,
    request: &AuditRequest,
    bench: &Workbench,
) -> Result<Vec<String>, CommandError> {
    if args.server.is_empty() {
        return Ok(Vec::new());
    }
    let servers = bench.named(request).await?;
    let mut keys = Vec::new();
    for name in &args.server {
        let mut found: Vec<&NamedServer> =
            servers.iter().filter(|server| server.name == *name).collect();
        if found.is_empty() {
            return Err(CommandError::Usage(format!(
                "no configuration read here defines a server `{name}`"
            )));
        }
        found.retain(|server| server.state != ServerState::Off);
        if found.is_empty() {
            return Err(CommandError::Usage(format!(
                "`{name}` is switched off, or its client skips it: `plimsoll audit` says why"
            )));
        }
        // A project may bring along a server of the name that the user's own
        // has. To start that one unasked takes a name that is no other's.
        let waits = |server: &&NamedServer| server.state == ServerState::NeedsApproval;
        if args.yes && !found.iter().all(waits) {
            found.retain(|server| !waits(server));
        }
        keys.extend(found.into_iter().map(|server| server.key.clone()));
    }
    Ok(keys)
}

/// The project folders; the current folder when none is named.
fn projects(named: &[PathBuf], directory: &Path) -> Result<Vec<String>, CommandError> {
    if named.is_empty() {
        return Ok(vec![folder::project(None, directory)?]);
    }
    named.iter().map(|typed| folder::project(Some(typed), directory)).collect()
}
