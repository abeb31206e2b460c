//! `plimsoll wrap`: between this process's own streams and a server.

use std::{path::PathBuf, process::Stdio, sync::Arc, time::Duration};

use plimsoll_engine::{
    clients::{Remote, Secret, Transport, WrapOptions},
    servers::{Connector, Logins, bridge, guard},
    world::World,
    wrap::{Outcome, WrapError, Wrapping, wrap_streams},
};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::{CommandError, Exit, args, own_streams};

/// How long a server may take to end after its input closed; the guard, which
/// ends it after less, is part of that time.
const PATIENCE: Duration = Duration::from_secs(5);

/// Reaches the server and relays until one side ends.
pub(crate) async fn run(
    args: args::Wrap,
    world: &World,
    guard: PathBuf,
) -> Result<Exit, CommandError> {
    let options = WrapOptions {
        defer: args.defer,
        grow: args.grow,
        only: args.only,
        except: args.except,
        read_only: args.read_only,
        audience: args.audience,
        max_description: args.max_description,
        name: args.name,
    };
    let wrapping =
        Wrapping::new(&options).map_err(|error| CommandError::Usage(error.to_string()))?;
    let code = match args.url {
        Some(url) => {
            let transport = if args.sse { Transport::Sse } else { Transport::Http };
            let headers = headers(&args.header_env, world)?;
            address(remote(transport, url, headers), wrapping, world, guard).await?
        }
        None => program(&args.command, wrapping, world, guard).await?,
    };
    // A read of standard input that is under way cannot be called off, and the
    // runtime would wait for it.
    std::process::exit(code)
}

/// Wraps a program; the code to end with: its own when it ended first.
async fn program(
    command: &[String],
    wrapping: Wrapping,
    world: &World,
    guard: PathBuf,
) -> Result<i32, CommandError> {
    let Some((program, rest)) = command.split_first() else {
        return Err(CommandError::Usage("name the program to wrap after `--`".to_owned()));
    };
    let file = plimsoll_engine::servers::find_program(program, &world.env)
        .ok_or_else(|| CommandError::Usage(format!("the program `{program}` was not found")))?;
    let mut command = guard::command_for_client(&guard, file.into_os_string(), rest);
    command.command_mut().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = command.spawn()?;
    let (Some(server_in), Some(server_out)) = (child.stdin().take(), child.stdout().take()) else {
        return Err(CommandError::Usage("the program has no pipes".to_owned()));
    };
    let outcome = relay(server_in, server_out, wrapping).await;
    let status = tokio::time::timeout(PATIENCE, child.wait()).await;
    match outcome {
        Err(error) => Err(CommandError::Usage(error.to_string())),
        Ok(Outcome::ClientGone) => Ok(Exit::Done as i32),
        Ok(Outcome::ServerGone) => {
            let code = status.ok().and_then(Result::ok).and_then(|status| status.code());
            Ok(code.unwrap_or(Exit::Short as i32))
        }
    }
}

/// Wraps what is behind an address; the code to end with.
async fn address(
    remote: Remote,
    wrapping: Wrapping,
    world: &World,
    guard: PathBuf,
) -> Result<i32, CommandError> {
    let connector =
        Connector { env: Arc::new(world.env.clone()), guard, logins: Logins::in_keychain() };
    let bridge = bridge(connector, remote).await.map_err(CommandError::Usage)?;
    let outcome = relay(bridge.input, bridge.output, wrapping).await;
    let _ = tokio::time::timeout(PATIENCE, bridge.ended).await;
    match outcome {
        Err(error) => Err(CommandError::Usage(error.to_string())),
        Ok(Outcome::ClientGone) => Ok(Exit::Done as i32),
        Ok(Outcome::ServerGone) => Ok(Exit::Short as i32),
    }
}

async fn relay(
    server_in: impl AsyncWrite + Unpin + Send + 'static,
    server_out: impl AsyncRead + Unpin + Send,
    wrapping: Wrapping,
) -> Result<Outcome, WrapError> {
    let (input, output) = (own_streams::input(), own_streams::output());
    let relayed = wrap_streams(input, output, server_in, server_out, wrapping);
    tokio::select! {
        outcome = relayed => outcome,
        // Dropping the streams closes the server's input; its guard ends it.
        () = asked_to_end() => Ok(Outcome::ClientGone),
    }
}

fn remote(transport: Transport, url: String, headers: Vec<(String, Secret)>) -> Remote {
    Remote {
        transport,
        url,
        headers,
        headers_helper: None,
        oauth_client_id: None,
        oauth_callback_port: None,
        oauth_scopes: Vec::new(),
    }
}

/// Headers whose values stand in variables: an argument could be read by every
/// program on the machine.
fn headers(pairs: &[String], world: &World) -> Result<Vec<(String, Secret)>, CommandError> {
    let read = |pair: &String| {
        let wrong = |what: &str| CommandError::Usage(format!("--header-env `{pair}`: {what}"));
        let (name, variable) = pair.split_once('=').ok_or_else(|| wrong("write NAME=VAR"))?;
        let value = world.env.get(variable).ok_or_else(|| wrong("there is no such variable"))?;
        Ok((name.to_owned(), Secret::new(value)))
    };
    pairs.iter().map(read).collect()
}

/// Waits for a signal to end.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut terminate), Ok(mut hang_up)) =
            (signal(SignalKind::terminate()), signal(SignalKind::hangup()))
        else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    #[cfg(not(unix))]
    {
        // Where there is nothing to wait for, the streams alone decide.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
