//! `--add SPEC=CLIENT:SCOPE[/NAME]`: servers that no client has, for a plan.

use std::path::Path;

use plimsoll_engine::{plan::parse_client, wire::CandidateRequest, workbench::Workbench};

use crate::{CommandError, candidate::spec};

/// Reads the servers and names them as a plan request does, by their keys.
/// Nothing is started.
pub(crate) async fn of(
    texts: &[String],
    bench: &Workbench,
    directory: &Path,
) -> Result<Vec<String>, CommandError> {
    let mut added = Vec::new();
    for text in texts {
        let (server, place, name) = parts(text).ok_or_else(|| {
            CommandError::Usage(format!(
                "`{text}`: write SPEC=CLIENT:SCOPE[/NAME], for example \"npx -y some-server=claude-code:user\""
            ))
        })?;
        let request = CandidateRequest {
            spec: spec(server, directory),
            project: Some(directory.display().to_string()),
            ..CandidateRequest::default()
        };
        let read = bench.try_candidate(&request).await?.candidates;
        if name.is_some() && read.len() > 1 {
            return Err(CommandError::Usage(format!(
                "`{server}` names {} servers; leave out the name",
                read.len()
            )));
        }
        for candidate in read {
            let name = name.unwrap_or(&candidate.name);
            added.push(format!("{}={place}/{name}", candidate.key));
        }
    }
    Ok(added)
}

/// The server, the place and the name. A server may have `=` in it: the last
/// one that a place follows counts.
fn parts(text: &str) -> Option<(&str, &str, Option<&str>)> {
    text.rmatch_indices('=').find_map(|(at, _)| {
        let (server, rest) = (&text[..at], &text[at + 1..]);
        let (place, name) = match rest.split_once('/') {
            Some((place, name)) => (place, Some(name)),
            None => (rest, None),
        };
        let (_, home) = parse_client(place)?;
        (home.is_some() && name != Some("") && !server.is_empty()).then_some((server, place, name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_a_place_and_perhaps_a_name() {
        for (why, text, want) in [
            (
                "a command line",
                "npx -y p=claude-code:user",
                Some(("npx -y p", "claude-code:user", None)),
            ),
            (
                "with a name",
                "npx -y p=cursor:project/q",
                Some(("npx -y p", "cursor:project", Some("q"))),
            ),
            (
                "equals signs on both sides",
                "T=x npx p --a=b=claude-code:local/c=d",
                Some(("T=x npx p --a=b", "claude-code:local", Some("c=d"))),
            ),
            (
                "an address",
                "https://h/?a=b=cursor:user",
                Some(("https://h/?a=b", "cursor:user", None)),
            ),
            ("no scope", "npx p=claude-code", None),
            ("no place", "npx p --a=b", None),
            ("no server", "=cursor:user", None),
            ("an empty name", "npx p=cursor:user/", None),
        ] {
            assert_eq!(parts(text), want, "{why}");
        }
    }
}
