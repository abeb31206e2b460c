//! Command lines and addresses.

use super::{Candidate, CandidateError, config, lines, name_of};
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

/// Clients whose own command adds a server.
const ADDING: [&str; 7] = ["amp", "claude", "codex", "copilot", "droid", "gemini", "qwen"];

/// Reads one or several command lines; several lines are several candidates.
pub(super) fn several(text: &str) -> Result<Vec<Candidate>, CandidateError> {
    let lines = lines::of(text)?;
    let alone = lines.len() == 1;
    let mut exported: Vec<(String, Secret)> = Vec::new();
    let mut candidates = Vec::new();
    for line in &lines {
        let words = shell_words::split(line).map_err(|_| CandidateError::OpenQuote)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if let ["export", assigned @ ..] = words.as_slice()
            && assigned.iter().all(|word| word.contains('='))
        {
            exported.extend(assigned.iter().filter_map(|word| pair(word, '=')));
            continue;
        }
        if !alone && !is_start(&words) {
            return Err(CandidateError::NotUnderstood);
        }
        candidates.extend(self::line(&words)?);
    }
    if candidates.is_empty() {
        return Err(CandidateError::Incomplete("after the variables a command is expected"));
    }
    for candidate in &mut candidates {
        if let Launch::Stdio(stdio) = &mut candidate.launch {
            let own: Vec<String> = stdio.env.iter().map(|(name, _)| name.clone()).collect();
            stdio.env.extend(exported.iter().filter(|(name, _)| !own.contains(name)).cloned());
        }
        *candidate = config::candidate(&candidate.name, candidate.launch.clone());
    }
    Ok(candidates)
}

/// Whether a line among others starts a server: several lines of text may as
/// well be prose, or the steps of an installation.
fn is_start(words: &[&str]) -> bool {
    let words = without_variables(words).1;
    adding(words).is_some()
        || words.first().is_some_and(|program| {
            RUNNERS.contains(&name_of(program).as_str())
                || ["python3", "pipx", "dnx", "java"].contains(program)
                || program.contains('/')
        })
}

/// What follows `CLIENT mcp`, however the client is started.
fn adding<'w>(words: &'w [&'w str]) -> Option<&'w [&'w str]> {
    let at = words.iter().take(6).position(|word| *word == "mcp")?;
    let by = words[..at].last()?;
    let client = name_of(by);
    (ADDING.contains(&client.as_str()) || *by == "@anthropic-ai/claude-code")
        .then(|| &words[at + 1..])
}

fn line(words: &[&str]) -> Result<Vec<Candidate>, CandidateError> {
    let words = match words {
        ["sudo", rest @ ..] => rest,
        words => words,
    };
    if let ["code" | "code-insiders" | "cursor", "--add-mcp", entry] = words {
        return config::json(entry);
    }
    match adding(words) {
        Some(["add-json", rest @ ..]) => add_json(rest),
        Some(["add", rest @ ..]) => add(rest).map(|one| vec![one]),
        Some(_) => {
            Err(CandidateError::Incomplete("only `mcp add` and `mcp add-json` name a server"))
        }
        None => program(words).map(|one| vec![one]),
    }
}

/// Reads an address.
pub(super) fn address(text: &str) -> Result<Candidate, CandidateError> {
    let mut words = text.split_whitespace();
    let (url, more) = (words.next().unwrap_or(text), words.next());
    let parsed = url::Url::parse(url)
        .map_err(|_| CandidateError::Incomplete("the address cannot be read"))?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return Err(CandidateError::Incomplete("only http and https addresses can be reached"));
    }
    if more.is_some() {
        return Err(CandidateError::NotUnderstood);
    }
    let host = parsed.host_str().unwrap_or("candidate").to_owned();
    let events = parsed.path().trim_end_matches('/').ends_with("/sse");
    let transport = if events { Transport::Sse } else { Transport::Http };
    // A scheme may be written in capitals, and is not by whoever reads it later.
    let url = match url.split_once("://") {
        Some((scheme, rest)) => format!("{}://{rest}", scheme.to_ascii_lowercase()),
        None => url.to_owned(),
    };
    Ok(config::candidate(&host, remote(transport, &url, Vec::new())))
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

/// The assignments a line begins with, and the rest.
fn without_variables<'a, 'w>(words: &'a [&'w str]) -> (&'a [&'w str], &'a [&'w str]) {
    let assigned = |word: &&&str| {
        word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    };
    words.split_at(words.iter().take_while(assigned).count())
}

/// A program with variables before it.
fn program(words: &[&str]) -> Result<Candidate, CandidateError> {
    let (before, rest) = without_variables(words);
    let env = before.iter().filter_map(|word| pair(word, '=')).collect();
    let [command, args @ ..] = rest else {
        return Err(CandidateError::Incomplete("after the variables a command is expected"));
    };
    if !could_be_program(command) {
        return Err(CandidateError::NotUnderstood);
    }
    Ok(stdio(&named(command, args), command, args, env))
}

/// Whether a word could name a program: no number, no `key:`, no markup.
fn could_be_program(word: &str) -> bool {
    let path = word.contains(['/', '\\']);
    word.chars().any(char::is_alphabetic)
        && !word.contains("://")
        && (path
            || word
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '@')))
}

fn stdio(name: &str, command: &str, args: &[&str], env: Vec<(String, Secret)>) -> Candidate {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    config::candidate(
        name,
        Launch::Stdio(Stdio { command: command.to_owned(), args, env, cwd: None }),
    )
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

/// Options of some client's `mcp add` with a value that says nothing of what
/// is started or reached.
const BESIDE: [&str; 9] = [
    "--callback-port",
    "--client-id",
    "--description",
    "--exclude-tools",
    "--include-tools",
    "--oauth-scopes",
    "--scope",
    "--timeout",
    "-s",
];

/// `mcp add`, with options before or after the name.
///
/// Of Claude Code (observed in 2.1.332): `-e` and `-H` take every word that
/// follows, up to an option. It refuses a word after `-e` without `=`; such a
/// word ends the variables here, as people write it.
fn add(words: &[&str]) -> Result<Candidate, CandidateError> {
    let (mut transport, mut url) = (None, None);
    let (mut env, mut headers, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let (option, attached) = match word.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option, Some(value)),
            _ => (word, None),
        };
        let mut value = || attached.or_else(|| words.next()).unwrap_or_default();
        match option {
            "-t" | "--transport" => transport = Some(value()),
            "-e" | "--env" => {
                env.extend(pair(value(), '='));
                while let Some(more) = words.next_if(|word| is_assignment(word)) {
                    env.extend(pair(more, '='));
                }
            }
            "-H" | "--header" => {
                headers.extend(pair(value(), ':'));
                while let Some(more) = words.next_if(|word| is_header(word)) {
                    headers.extend(pair(more, ':'));
                }
            }
            "--bearer-token-env-var" => headers.push((
                "Authorization".to_owned(),
                Secret::new(format!("Bearer ${{{}}}", value())),
            )),
            "--url" => url = Some(value()),
            "--" => {
                rest.extend(words.by_ref());
            }
            option if BESIDE.contains(&option) => {
                value();
            }
            option if option.starts_with('-') && rest.len() < 2 => {}
            _ => rest.push(word),
        }
    }
    if let Some(url) = url {
        rest.truncate(1);
        rest.push(url);
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
        return Ok(config::candidate(name, remote(transport, target, headers)));
    }
    Ok(stdio(name, target, args, env))
}

fn is_assignment(word: &str) -> bool {
    !word.starts_with('-') && word.contains('=') && !word.contains("://")
}

fn is_header(word: &str) -> bool {
    let name = word.split_once(':').map(|(name, _)| name);
    !word.contains("://") && name.is_some_and(|name| !name.is_empty() && !name.starts_with('-'))
}

fn add_json(words: &[&str]) -> Result<Vec<Candidate>, CandidateError> {
    let mut plain = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if BESIDE.contains(word) {
            words.next();
        } else if !word.starts_with('-') {
            plain.push(word);
        }
    }
    let [name, entry, ..] = plain.as_slice() else {
        return Err(CandidateError::Incomplete(
            "after `add-json` a name and an entry are expected",
        ));
    };
    let mut candidates = config::json(entry)?;
    for candidate in &mut candidates {
        (**name).clone_into(&mut candidate.name);
    }
    Ok(candidates)
}

fn pair(text: &str, between: char) -> Option<(String, Secret)> {
    let (name, value) = text.split_once(between)?;
    Some((name.trim().to_owned(), Secret::new(value.trim_start())))
}
