//! Engine values in the words and units of the wire.

use std::{collections::HashSet, time::SystemTime};

use time::{OffsetDateTime, format_description::well_known::Rfc3339};

use crate::{
    clients::{ClientId, Finding, Launch, Level, Place, mask_argument_list, mask_url},
    wire,
};

/// A time as RFC 3339, whole seconds, UTC.
pub(super) fn rfc3339(time: SystemTime) -> String {
    OffsetDateTime::from(time)
        .replace_nanosecond(0)
        .ok()
        .and_then(|time| time.format(&Rfc3339).ok())
        .unwrap_or_default()
}

/// A name that is not taken: `name` itself, else `name-2` and so on. It is taken
/// from then on.
pub(super) fn free_name(name: &str, taken: &mut HashSet<String>) -> String {
    let mut free = name.to_owned();
    let mut number = 1_u32;
    while !taken.insert(free.clone()) {
        number += 1;
        free = format!("{name}-{number}");
    }
    free
}

/// Program and arguments, or the address; credentials masked.
pub(super) fn show_launch(launch: &Launch) -> Vec<String> {
    match launch {
        Launch::Stdio(stdio) => {
            let mut shown = vec![stdio.command.clone()];
            shown.extend(stdio.args.iter().cloned());
            mask_argument_list(&shown)
        }
        Launch::Remote(remote) => vec![mask_url(&remote.url)],
    }
}

/// A finding of one client as a problem.
pub(super) fn problem_of_finding(finding: &Finding, client: ClientId) -> wire::Problem {
    wire::Problem {
        code: finding.code.to_owned(),
        level: match finding.level {
            Level::Hint => wire::ProblemLevel::Hint,
            Level::Warning => wire::ProblemLevel::Warning,
            Level::Error => wire::ProblemLevel::Error,
        },
        message: finding.message.clone(),
        hint: finding.hint.clone(),
        file: finding.place.as_ref().map(|place| place.file.display().to_string()),
        line: finding.place.as_ref().and_then(Place::line),
        column: finding.place.as_ref().and_then(Place::column),
        client: Some(client.as_str().to_owned()),
        server: finding.server.clone(),
    }
}

/// A problem that no file and no server causes.
pub(super) fn problem(code: &str, message: String, hint: Option<&str>) -> wire::Problem {
    wire::Problem {
        code: code.to_owned(),
        level: wire::ProblemLevel::Error,
        message,
        hint: hint.map(ToOwned::to_owned),
        file: None,
        line: None,
        column: None,
        client: None,
        server: None,
    }
}

/// No configuration defines the server that was asked for.
pub(super) fn unknown_server() -> wire::Problem {
    problem(
        "unknown-server",
        "no configuration defines this server any more".to_owned(),
        Some("Read the configurations again."),
    )
}
