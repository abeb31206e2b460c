//! Asking before anything starts.

use std::{collections::BTreeMap, io::Write as _};

use plimsoll_engine::wire::{ConsentAsk, GivenVariable};

use crate::{CommandError, Streams, render::visible};

/// What the user allows.
pub(crate) struct Allowed {
    /// Keys of the servers that may be started.
    pub(crate) keys: Vec<String>,
    /// Whether the consent is to be remembered for these exact commands.
    pub(crate) remember: bool,
}

/// Shows every command that was not allowed before and asks for each.
///
/// `yes` allows all of them unasked, for this run only. What a project's settings
/// add to one it shows all the same: the command line says nothing of them.
pub(crate) fn ask(
    asks: &[ConsentAsk],
    yes: bool,
    streams: &mut Streams<'_>,
) -> Result<Allowed, CommandError> {
    let mut keys: Vec<String> =
        asks.iter().filter(|ask| ask.remembered || yes).map(|ask| ask.key.clone()).collect();
    let open: Vec<&ConsentAsk> = asks.iter().filter(|ask| !ask.remembered && !yes).collect();
    let by_project = |ask: &&ConsentAsk| ask.given.iter().any(|given| given.of_project);
    for ask in asks.iter().filter(|ask| !ask.remembered && yes).filter(by_project) {
        show(ask, streams)?;
    }
    if open.is_empty() {
        return Ok(Allowed { keys, remember: false });
    }
    if !streams.interactive {
        for ask in &open {
            show(ask, streams)?;
        }
        return Err(CommandError::Usage(format!(
            "{} would start; allow with --yes, or answer in a terminal",
            if open.len() == 1 { "1 server".to_owned() } else { format!("{} servers", open.len()) },
        )));
    }
    let mut all = false;
    for ask in open {
        show(ask, streams)?;
        if !all {
            write!(streams.err, "Connect? [y]es, [a]ll, [N]o: ")?;
            streams.err.flush()?;
            let mut answer = String::new();
            streams.input.read_line(&mut answer)?;
            match answer.trim().to_ascii_lowercase().as_str() {
                "y" | "yes" => {}
                "a" | "all" => all = true,
                _ => continue,
            }
        }
        keys.push(ask.key.clone());
    }
    Ok(Allowed { keys, remember: true })
}

fn show(ask: &ConsentAsk, streams: &mut Streams<'_>) -> Result<(), CommandError> {
    let err = &mut streams.err;
    writeln!(err)?;
    let clients = if ask.clients.is_empty() {
        String::new()
    } else {
        format!(" ({})", ask.clients.join(", "))
    };
    writeln!(err, "{}{clients}", visible(&ask.names.join(", ")))?;
    let verb = if ask.transport == "stdio" { "starts" } else { "reaches" };
    writeln!(err, "  {verb}     {}", visible(&ask.command.join(" ")))?;
    if let Some(directory) = &ask.directory {
        writeln!(err, "  in         {}", visible(directory))?;
    }
    if let Some(helper) = &ask.headers_helper {
        writeln!(err, "  runs too   {}", visible(helper))?;
    }
    if !ask.variables.is_empty() {
        writeln!(err, "  variables  {} (values hidden)", visible(&ask.variables.join(", ")))?;
    }
    for (file, given) in by_file(&ask.given) {
        let given = given.iter().map(|given| format!("{}={}", given.name, given.value));
        let given = given.collect::<Vec<_>>().join(" ");
        writeln!(err, "  given      {} by {}", visible(&given), visible(file))?;
    }
    if !ask.headers.is_empty() {
        writeln!(err, "  headers    {} (values hidden)", visible(&ask.headers.join(", ")))?;
    }
    if !ask.file.is_empty() {
        writeln!(err, "  defined    {}:{}", visible(&ask.file), ask.line)?;
    }
    writeln!(err, "  asked      {}", visible(&ask.because))?;
    Ok(())
}

fn by_file(given: &[GivenVariable]) -> BTreeMap<&str, Vec<&GivenVariable>> {
    let mut files: BTreeMap<&str, Vec<&GivenVariable>> = BTreeMap::new();
    for given in given {
        files.entry(&given.file).or_default().push(given);
    }
    files
}
