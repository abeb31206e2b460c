//! Command lines and addresses.

use super::{Besides, Candidate, CandidateError, config, name_of};
use crate::clients::{Launch, Remote, Secret, Stdio, Transport};

/// Options of package runners and container programs that take a value.
const WITH_VALUE: [&str; 15] = [
    "--cpus",
    "--env",
    "--env-file",
    "--from",
    "--memory",
    "--mount",
    "--name",
    "--network",
    "--package",
    "--python",
    "--user",
    "--volume",
    "-e",
    "-p",
    "-v",
];

/// Programs that run something else.
const RUNNERS: [&str; 11] =
    ["bunx", "docker", "npx", "podman", "pnpm", "uv", "uvx", "bun", "deno", "node", "python"];

/// Words between a runner and what it runs.
const VERBS: [&str; 5] = ["dlx", "exec", "run", "tool", "x"];

/// Reads a command line.
pub(super) fn line(text: &str) -> Result<Vec<Candidate>, CandidateError> {
    // A line that goes on after a backslash.
    let text = text.replace("\\\r\n", " ").replace("\\\n", " ");
    let words = shell_words::split(&text).map_err(|_| CandidateError::OpenQuote)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["claude" | "codex", "mcp", "add-json", rest @ ..] => add_json(rest),
        ["claude" | "codex", "mcp", "add", rest @ ..] => add(rest).map(|one| vec![one]),
        ["claude" | "codex", "mcp", ..] => {
            Err(CandidateError::Incomplete("only `mcp add` and `mcp add-json` name a server"))
        }
        _ => program(&words).map(|one| vec![one]),
    }
}

/// Reads an address.
pub(super) fn address(text: &str) -> Result<Candidate, CandidateError> {
    let url = text.split_whitespace().next().unwrap_or(text);
    let parsed = url::Url::parse(url)
        .map_err(|_| CandidateError::Incomplete("the address cannot be read"))?;
    let host = parsed.host_str().unwrap_or("candidate").to_owned();
    let events = parsed.path().trim_end_matches('/').ends_with("/sse");
    let transport = if events { Transport::Sse } else { Transport::Http };
    Ok(Candidate {
        name: host,
        launch: remote(transport, url, Vec::new()),
        missing: config::variables(url),
        besides: Besides::default(),
    })
}

pub(super) fn remote(transport: Transport, url: &str, headers: Vec<(String, Secret)>) -> Launch {
    Launch::Remote(Remote {
        transport,
        url: url.to_owned(),
        headers,
        headers_helper: None,
        oauth_client_id: None,
        oauth_callback_port: None,
        oauth_scopes: Vec::new(),
    })
}

/// A program with variables before it.
fn program(words: &[&str]) -> Result<Candidate, CandidateError> {
    let assigned = |word: &&&str| {
        word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    };
    let before = words.iter().take_while(assigned).count();
    let env = words[..before].iter().filter_map(|word| pair(word, '=')).collect();
    let [command, args @ ..] = &words[before..] else {
        return Err(CandidateError::Incomplete("after the variables a command is expected"));
    };
    Ok(stdio(&named(command, args), command, args, env))
}

fn stdio(name: &str, command: &str, args: &[&str], env: Vec<(String, Secret)>) -> Candidate {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    let mut missing: Vec<String> = args.iter().flat_map(|arg| config::variables(arg)).collect();
    missing.extend(env.iter().flat_map(|(_, value)| config::variables(value.expose())));
    Candidate {
        name: name.to_owned(),
        launch: Launch::Stdio(Stdio { command: command.to_owned(), args, env, cwd: None }),
        missing,
        besides: Besides::default(),
    }
}

/// What the command runs.
fn named(command: &str, args: &[&str]) -> String {
    let program = name_of(command);
    if !RUNNERS.contains(&program.as_str()) {
        return program;
    }
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if WITH_VALUE.contains(arg) {
            args.next();
        } else if !arg.starts_with('-') && !VERBS.contains(arg) {
            return name_of(arg);
        }
    }
    program
}

/// `mcp add`, with options before or after the name.
fn add(words: &[&str]) -> Result<Candidate, CandidateError> {
    let mut transport = None;
    let (mut env, mut headers, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        let (option, attached) = match word.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option, Some(value)),
            _ => (word, None),
        };
        let mut value = || attached.or_else(|| words.next()).unwrap_or_default();
        match option {
            "-t" | "--transport" => transport = Some(value()),
            "-e" | "--env" => env.extend(pair(value(), '=')),
            "-H" | "--header" => headers.extend(pair(value(), ':')),
            "-s" | "--scope" | "--client-id" | "--callback-port" | "--bearer-token-env-var" => {
                value();
            }
            "--url" => rest.push(value()),
            "--" => {
                rest.extend(words.by_ref());
            }
            option if option.starts_with('-') && rest.len() < 2 => {}
            _ => rest.push(word),
        }
    }
    let [name, target, args @ ..] = rest.as_slice() else {
        return Err(CandidateError::Incomplete(
            "after the name a command or an address is expected",
        ));
    };
    if target.contains("://") {
        let transport = match transport {
            Some("sse") => Transport::Sse,
            _ => Transport::Http,
        };
        let mut missing = config::variables(target);
        missing.extend(
            headers
                .iter()
                .flat_map(|(_, value): &(String, Secret)| config::variables(value.expose())),
        );
        return Ok(Candidate {
            name: (*name).to_owned(),
            launch: remote(transport, target, headers),
            missing,
            besides: Besides::default(),
        });
    }
    Ok(stdio(name, target, args, env))
}

fn add_json(words: &[&str]) -> Result<Vec<Candidate>, CandidateError> {
    let mut plain = words.iter().filter(|word| !word.starts_with('-'));
    let (Some(name), Some(entry)) = (plain.next(), plain.next()) else {
        return Err(CandidateError::Incomplete(
            "after `add-json` a name and an entry are expected",
        ));
    };
    let mut candidates = config::json(entry)?;
    for candidate in &mut candidates {
        (*name).clone_into(&mut candidate.name);
    }
    Ok(candidates)
}

fn pair(text: &str, between: char) -> Option<(String, Secret)> {
    let (name, value) = text.split_once(between)?;
    Some((name.trim().to_owned(), Secret::new(value.trim_start())))
}
