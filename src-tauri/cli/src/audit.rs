//! `plimsoll audit`.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use plimsoll_engine::{
    wire::{AuditRequest, ConnectRequest, ServerAudit, ServerState},
    workbench::Workbench,
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
    if args.connect {
        connect(&args, &request, &bench, streams).await?;
    }
    let audit = bench.audit(&request).await?;
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
    let failed = audit
        .clients
        .iter()
        .flat_map(|client| &client.servers)
        .any(|server| server.state == ServerState::Failed);
    Ok(if over_budget || failed { Exit::Short } else { Exit::Done })
}

/// Asks for what was not allowed yet, and connects what is.
async fn connect(
    args: &args::Audit,
    request: &AuditRequest,
    bench: &Workbench,
    streams: &mut Streams<'_>,
) -> Result<(), CommandError> {
    let mut connect = ConnectRequest {
        keys: keys_of(&args.server, request, bench).await?,
        clients: request.clients.clone(),
        projects: request.projects.clone(),
        remember: false,
        timeout_ms: args.timeout.map(|seconds| seconds.saturating_mul(1000)),
    };
    let asks = bench.consents(&connect).await?;
    let allowed = consent::ask(&asks, args.yes, streams)?;
    if allowed.keys.is_empty() {
        return Ok(());
    }
    let progress = Progress::start(streams.interactive, allowed.keys.len());
    connect.keys = allowed.keys;
    connect.remember = allowed.remember;
    let outcome = bench.connect(&connect, |event| progress.on(&event)).await;
    progress.finish();
    outcome.map(|_| ()).map_err(CommandError::from)
}

/// The keys of the servers of these names; none when none is named.
async fn keys_of(
    names: &[String],
    request: &AuditRequest,
    bench: &Workbench,
) -> Result<Vec<String>, CommandError> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let audit = bench.audit(request).await?;
    let servers: Vec<&ServerAudit> =
        audit.clients.iter().flat_map(|client| &client.servers).collect();
    let mut keys = Vec::new();
    for name in names {
        let of_name = servers.iter().filter(|server| server.name == *name && !server.shadowed);
        let found: Vec<String> = of_name.filter_map(|server| server.key.clone()).collect();
        if found.is_empty() {
            return Err(CommandError::Usage(format!(
                "no configuration read here defines a server `{name}`"
            )));
        }
        keys.extend(found);
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
