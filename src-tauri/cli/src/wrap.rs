//! `plimsoll wrap`: between this process's own streams and a started server.

use std::{path::PathBuf, process::Stdio, time::Duration};

use plimsoll_engine::{
    servers::guard,
    world::World,
    wrap::{Outcome, Rules, Wrapping, wrap_streams},
};

use crate::{CommandError, Exit, args};

/// How long a server may take to end after its input closed; the guard, which
/// ends it after less, is part of that time.
const PATIENCE: Duration = Duration::from_secs(5);

/// Starts the server and relays until one side ends.
pub(crate) async fn run(
    args: args::Wrap,
    world: &World,
    guard: PathBuf,
) -> Result<Exit, CommandError> {
    let rules = Rules::new(&args.only, &args.except, args.read_only, args.audience)
        .map_err(|error| CommandError::Usage(error.to_string()))?;
    let wrapping = Wrapping {
        rules,
        defer: args.defer,
        grow: args.grow,
        max_description: args.max_description,
    };
    let Some((program, rest)) = args.command.split_first() else {
        return Err(CommandError::Usage("name the program to wrap after `--`".to_owned()));
    };
    let file = plimsoll_engine::servers::find_program(program, &world.env)
        .ok_or_else(|| CommandError::Usage(format!("the program `{program}` was not found")))?;
    let mut command = guard::command(&guard, file.into_os_string(), rest);
    command.command_mut().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = command.spawn()?;
    let (Some(server_in), Some(server_out)) = (child.stdin().take(), child.stdout().take()) else {
        return Err(CommandError::Usage("the program has no pipes".to_owned()));
    };
    let relayed =
        wrap_streams(tokio::io::stdin(), tokio::io::stdout(), server_in, server_out, wrapping);
    let outcome = tokio::select! {
        outcome = relayed => outcome,
        // Dropping the streams closes the server's input; its guard ends it.
        () = asked_to_end() => Ok(Outcome::ClientGone),
    };
    let status = tokio::time::timeout(PATIENCE, child.wait()).await;
    let ended_well = matches!(&status, Ok(Ok(status)) if status.success());
    let code = match outcome {
        Err(error) => return Err(CommandError::Usage(error.to_string())),
        Ok(Outcome::ServerGone) if !ended_well => Exit::Short,
        Ok(_) => Exit::Done,
    };
    // A read of standard input that is under way cannot be called off, and the
    // runtime would wait for it.
    std::process::exit(code as i32)
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
