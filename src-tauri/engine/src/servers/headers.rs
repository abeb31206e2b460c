//! The headers of a remote server: written ones, and those a command makes.

use std::{process::Stdio as Pipe, time::Duration};

use http::{HeaderName, HeaderValue};
use tokio::io::AsyncReadExt;

use super::{Connector, ListingRequest, LogKind, guard, log::Log, program};
use crate::clients::{Remote, Stdio};

/// How long the command may take. The documentation of Claude Code says 10 s.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most it may print, in bytes.
const MOST: u64 = 256 * 1024;

/// Headers to send, in order; later ones of the same name replace earlier ones.
pub(super) type Headers = Vec<(HeaderName, HeaderValue)>;

/// All headers of a remote server. Runs its helper, when it has one.
///
/// # Errors
/// What is wrong, in one sentence without any value.
pub(super) async fn all(
    connector: &Connector,
    remote: &Remote,
    request: &ListingRequest,
    log: &Log,
) -> Result<Headers, String> {
    let mut headers = Vec::new();
    for (name, value) in &remote.headers {
        add(&mut headers, name, value.expose())?;
    }
    if let Some(helper) = &remote.headers_helper {
        log.add(LogKind::Note, "running the command that makes headers");
        let printed = tokio::time::timeout(PATIENCE, run(connector, remote, helper, request))
            .await
            .map_err(|_| format!("it did not end within {} s", PATIENCE.as_secs()))??;
        for (name, value) in parse(&printed)? {
            log.learn(&value);
            if let Some((_, token)) = value.split_once(' ') {
                log.learn(token);
            }
            add(&mut headers, &name, &value)?;
        }
    }
    Ok(headers)
}

fn add(headers: &mut Headers, name: &str, value: &str) -> Result<(), String> {
    let name = HeaderName::try_from(name)
        .map_err(|_| format!("`{}` is no header name", name.escape_debug()))?;
    let mut value = HeaderValue::try_from(value).map_err(|_| {
        format!("the value of the header `{name}` has characters no header may have")
    })?;
    value.set_sensitive(true);
    headers.retain(|(earlier, _)| *earlier != name);
    headers.push((name, value));
    Ok(())
}

/// A JSON object whose values are texts.
fn parse(printed: &str) -> Result<Vec<(String, String)>, String> {
    let value: serde_json::Value =
        serde_json::from_str(printed).map_err(|_| "it printed no JSON".to_owned())?;
    let object = value.as_object().ok_or("it printed JSON, but no object")?;
    object
        .iter()
        .map(|(name, value)| match value.as_str() {
            Some(text) => Ok((name.clone(), text.to_owned())),
            None => Err(format!("the value of `{}` is no text", name.escape_debug())),
        })
        .collect()
}

/// Runs the helper in the system's shell, guarded like a server; what it printed.
///
/// Observed in Claude Code 2.1.332: `CLAUDE_CODE_MCP_SERVER_URL` is set, the
/// variables for started servers are not all.
async fn run(
    connector: &Connector,
    remote: &Remote,
    helper: &str,
    request: &ListingRequest,
) -> Result<String, String> {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let shell = Stdio {
        command: shell.to_owned(),
        args: vec![flag.to_owned(), helper.to_owned()],
        env: Vec::new(),
        cwd: None,
    };
    let mut env =
        program::environment(&connector.env, &request.announce, &request.helper_directory, &shell);
    env.insert("CLAUDE_CODE_MCP_SERVER_URL".to_owned(), remote.url.clone());
    let file = program::find(&shell.command, &env, &request.helper_directory)
        .ok_or("the shell was not found")?;
    let mut command = guard::command(&connector.guard, file.into_os_string(), &shell.args);
    command
        .command_mut()
        .current_dir(&request.helper_directory)
        .env_clear()
        .envs(&env)
        .stdin(Pipe::piped())
        .stdout(Pipe::piped())
        .stderr(Pipe::null());
    let mut child = command.spawn().map_err(|error| format!("it could not be started: {error}"))?;
    // Held until it ends: a closed input tells the guard to end it.
    let _lifeline = child.stdin().take();
    let mut printed = String::new();
    if let Some(stdout) = child.stdout().take() {
        stdout
            .take(MOST)
            .read_to_string(&mut printed)
            .await
            .map_err(|_| "it printed no UTF-8 text".to_owned())?;
    }
    let status = child.wait().await.map_err(|error| error.to_string())?;
    if status.success() { Ok(printed) } else { Err(format!("it ended with {status}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_object_of_texts_gives_headers() {
        let cases = [
            ("two headers", r#"{"A": "1", "B": "x y"}"#, Ok(2)),
            ("none", "{}\n", Ok(0)),
            ("no JSON", "Bearer x", Err("it printed no JSON")),
            ("nothing", "", Err("it printed no JSON")),
            ("a list", "[]", Err("it printed JSON, but no object")),
            ("a number", r#"{"A": 1}"#, Err("the value of `A` is no text")),
        ];
        for (why, printed, want) in cases {
            assert_eq!(
                parse(printed).map(|headers| headers.len()),
                want.map_err(String::from),
                "{why}"
            );
        }
    }

    #[test]
    fn later_headers_replace_earlier_ones() {
        let mut headers = Headers::new();
        assert!(add(&mut headers, "X-Key", "old").is_ok());
        assert!(add(&mut headers, "x-key", "new").is_ok());
        assert_eq!(headers.len(), 1);
        assert_eq!(headers[0].1, "new");
        let fault = add(&mut headers, "X Key", "v").expect_err("a blank in a name");
        assert_eq!(fault, "`X Key` is no header name");
        let fault = add(&mut headers, "X-Key", "s3cret\n").expect_err("a line break in a value");
        assert!(!fault.contains("s3cret"), "{fault}");
    }
}
