//! The last words of a server, bounded and without secrets.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use regex::Regex;
use serde::Serialize;

use super::{LogEntry, LogKind, Transcript};
use crate::clients::{self, Launch, MASK};

/// Lines kept; the oldest go first.
const LINES: usize = 300;

/// Lines of standard error shown with an error.
const TAIL: usize = 30;

/// Bytes of a line kept.
const WIDTH: usize = 600;

/// Bytes of a whole message kept.
const MESSAGE: usize = 16 * 1024;

/// Shorter values are not searched for: replacing every `1` or `true` would
/// garble the text and hide nothing.
const SHORTEST: usize = 6;

/// Terminal escapes: colours, cursor movements, titles.
static ESCAPES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
        .expect("the pattern is a constant")
});

/// Replaces the secrets of one launch by a mask.
#[derive(Debug, Default)]
pub(super) struct Redactor {
    /// Longest first, so that a secret within a secret leaves no rest.
    secrets: Vec<String>,
}

impl Redactor {
    /// Knows every value the launch configures, every argument and part of the
    /// address that looks like a credential, and what the environment holds
    /// under a name that says credential.
    pub(super) fn new(launch: &Launch, env: &BTreeMap<String, String>) -> Self {
        let mut secrets = Vec::new();
        let mut configured = |name: &str, value: &str| {
            let shortest = if clients::is_sensitive_name(name) { 3 } else { SHORTEST };
            if value.len() >= shortest {
                secrets.push(value.to_owned());
            }
            // `Bearer TOKEN`: the token is the secret.
            if let Some((_, token)) = value.split_once(' ')
                && token.len() >= SHORTEST
            {
                secrets.push(token.to_owned());
            }
        };
        for (name, value) in env.iter().filter(|(name, _)| clients::is_sensitive_name(name)) {
            configured(name, value);
        }
        match launch {
            Launch::Stdio(stdio) => {
                for (name, value) in &stdio.env {
                    configured(name, value.expose());
                }
                let masked = clients::mask_argument_list(&stdio.args);
                for (arg, shown) in stdio.args.iter().zip(masked) {
                    secrets.extend(hidden_parts(arg, &shown));
                }
            }
            Launch::Remote(remote) => {
                for (name, value) in &remote.headers {
                    configured(name, value.expose());
                }
                secrets.extend(url_secrets(&remote.url));
            }
        }
        let mut redactor = Self { secrets };
        redactor.settle();
        redactor
    }

    /// Learns one more secret, such as a token got by login.
    pub(super) fn learn(&mut self, secret: &str) {
        if secret.len() >= SHORTEST {
            self.secrets.push(secret.to_owned());
            self.settle();
        }
    }

    fn settle(&mut self) {
        // A secret with a quote or a line break is written escaped in JSON.
        let escaped: Vec<String> = self
            .secrets
            .iter()
            .filter_map(|secret| {
                let json = serde_json::to_string(secret).ok()?;
                let inner = json.trim_matches('"');
                (inner != secret).then(|| inner.to_owned())
            })
            .collect();
        self.secrets.extend(escaped);
        self.secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        self.secrets.dedup();
    }

    /// The text as it may be shown: no secret, no escapes, at most `width` bytes.
    fn clean(&self, text: &str, width: usize) -> String {
        let mut clean = ESCAPES.replace_all(cut(text, self.enough(width)), "").into_owned();
        for secret in &self.secrets {
            if clean.contains(secret.as_str()) {
                clean = clean.replace(secret.as_str(), MASK);
            }
        }
        let clean = clients::mask_credentials(&clean);
        let shown = cut(clean.trim_end(), width);
        if shown.len() < clean.trim_end().len() { format!("{shown}…") } else { shown.to_owned() }
    }

    /// Bytes to look at so that no secret is cut in two and stays in the first `width`.
    fn enough(&self, width: usize) -> usize {
        width * 4 + self.secrets.first().map_or(0, String::len)
    }
}

/// At most `most` bytes of a text, cut between characters.
fn cut(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// What a masked argument hides: what stands between the parts that are shown.
fn hidden_parts(arg: &str, shown: &str) -> Vec<String> {
    let mut parts = shown.split(MASK);
    let first = parts.next().unwrap_or_default();
    let mut rest = arg.strip_prefix(first).unwrap_or(arg);
    let mut hidden = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        // An address may be written otherwise than it came: then all that is left.
        let found = if part.is_empty() && parts.peek().is_none() { None } else { rest.find(part) };
        let end = found.unwrap_or(rest.len());
        hidden.push(&rest[..end]);
        rest = &rest[(end + part.len()).min(rest.len())..];
    }
    hidden.into_iter().filter(|part| part.len() >= 3).map(ToOwned::to_owned).collect()
}

/// User info and credential-like query values of an address.
fn url_secrets(url: &str) -> Vec<String> {
    let Ok(parsed) = url::Url::parse(url) else { return vec![url.to_owned()] };
    let mut secrets: Vec<String> = parsed
        .password()
        .filter(|word| word.len() >= 3)
        .map(ToOwned::to_owned)
        .into_iter()
        .collect();
    let shown = clients::mask_url(url);
    let hidden = |part: &&str| part.len() >= SHORTEST && !shown.contains(*part);
    secrets.extend(parsed.path().split('/').filter(hidden).map(ToOwned::to_owned));
    for pair in parsed.query().unwrap_or_default().split('&') {
        if let Some((_, value)) = pair.split_once('=')
            && value.len() >= SHORTEST
            && !shown.contains(pair)
        {
            secrets.push(value.to_owned());
        }
    }
    secrets
}

/// What was said while connected to one server.
#[derive(Debug)]
pub(super) struct Log {
    started: Instant,
    redactor: Mutex<Redactor>,
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    kept: VecDeque<LogEntry>,
    dropped: usize,
}

impl Log {
    pub(super) fn new(redactor: Redactor) -> Self {
        Self { started: Instant::now(), redactor: Mutex::new(redactor), entries: Mutex::default() }
    }

    /// Notes one line.
    pub(super) fn add(&self, kind: LogKind, text: &str) {
        self.push(kind, text, None);
    }

    /// Notes a message in one line, and keeps the message.
    pub(super) fn message(&self, kind: LogKind, text: &str, message: &impl Serialize) {
        // No more is written than is looked at: a list may be large.
        let mut buffer = vec![0; lock(&self.redactor).enough(MESSAGE)];
        let room = buffer.len();
        let mut rest = buffer.as_mut_slice();
        // Only a full buffer stops it.
        let _ = serde_json::to_writer(&mut rest, message);
        let written = room - rest.len();
        let whole = String::from_utf8_lossy(&buffer[..written]);
        let whole = lock(&self.redactor).clean(&whole, MESSAGE);
        self.push(kind, text, Some(whole));
    }

    fn push(&self, kind: LogKind, text: &str, message: Option<String>) {
        let text = self.clean(text);
        let mut entries = lock(&self.entries);
        if entries.kept.len() >= LINES {
            entries.kept.pop_front();
            entries.dropped += 1;
        }
        entries.kept.push_back(LogEntry { at: self.elapsed(), kind, text, message });
    }

    /// The text as it may be shown.
    pub(super) fn clean(&self, text: &str) -> String {
        lock(&self.redactor).clean(text, WIDTH)
    }

    /// Learns one more secret.
    pub(super) fn learn(&self, secret: &str) {
        lock(&self.redactor).learn(secret);
    }

    /// Time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Everything kept so far.
    pub(super) fn transcript(&self) -> Transcript {
        let entries = lock(&self.entries);
        Transcript { lines: entries.kept.iter().cloned().collect(), dropped: entries.dropped }
    }

    /// The last lines of standard error.
    pub(super) fn stderr_tail(&self) -> Vec<String> {
        let entries = lock(&self.entries);
        let mut tail: Vec<String> = entries
            .kept
            .iter()
            .rev()
            .filter(|entry| entry.kind == LogKind::Stderr && !entry.text.trim().is_empty())
            .take(TAIL)
            .map(|entry| entry.text.clone())
            .collect();
        tail.reverse();
        tail
    }
}

/// A poisoned lock only means that a thread panicked; the lines are still good.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::{Remote, Secret, Stdio, Transport};

    #[test]
    fn no_configured_secret_shows() {
        let stdio = Launch::Stdio(Stdio {
            command: "npx".into(),
            args: ["--api-key=s3cr3t-arg", "--token", "abc-def", "postgres://me:hunter22@db/x"]
                .map(String::from)
                .to_vec(),
            env: vec![
                ("LEVEL".into(), Secret::new("1")),
                ("WEIRD".into(), Secret::new("quote\"inside")),
                ("PIN".into(), Secret::new("longer-than-six")),
            ],
            cwd: None,
        });
        let remote = Launch::Remote(Remote {
            transport: Transport::Http,
            url: "https://u:pa55word@h/mcp?apiKey=querysecret&x=1".into(),
            headers: vec![("Authorization".into(), Secret::new("Bearer tok-123456"))],
            headers_helper: None,
            oauth_client_id: None,
            oauth_callback_port: None,
            oauth_scopes: vec![],
        });
        let env = BTreeMap::from([
            ("GITHUB_TOKEN".to_owned(), "inherited-secret".to_owned()),
            ("HOME".to_owned(), "/home/me/x".to_owned()),
        ]);
        let cases = [
            ("an argument with equals sign", &stdio, "got s3cr3t-arg", "got •••"),
            ("an argument of its own", &stdio, "token abc-def.", "token •••."),
            ("user info in an argument", &stdio, "login hunter22", "login hunter22"),
            ("a configured value", &stdio, "pin longer-than-six", "pin •••"),
            ("escaped in JSON", &stdio, r#"{"a":"quote\"inside"}"#, r#"{"a":"•••"}"#),
            ("too short to be told apart", &stdio, "level 1", "level 1"),
            ("inherited under a telling name", &stdio, "inherited-secret", MASK),
            ("inherited, but no secret", &stdio, "/home/me/x", "/home/me/x"),
            ("a header", &remote, "sent Bearer tok-123456", "sent •••"),
            ("the token of a header", &remote, "sent tok-123456", "sent •••"),
            ("user info in an address", &remote, "pw pa55word", "pw •••"),
            ("a query value", &remote, "q querysecret", "q •••"),
            ("a colour", &remote, "\u{1b}[31mred\u{1b}[0m", "red"),
        ];
        for (why, launch, given, want) in cases {
            assert_eq!(Redactor::new(launch, &env).clean(given, WIDTH), want, "{why}");
        }
    }

    #[test]
    fn lines_and_their_number_are_bounded() {
        let log = Log::new(Redactor::default());
        for _ in 0..2 * LINES {
            log.add(LogKind::Stderr, &"é ".repeat(10 * WIDTH));
        }
        let transcript = log.transcript();
        assert_eq!((transcript.lines.len(), transcript.dropped), (LINES, LINES));
        assert_eq!(log.stderr_tail().len(), TAIL);
        assert!(transcript.lines.iter().all(|entry| entry.text.len() <= WIDTH + '…'.len_utf8()));
    }

    #[test]
    fn a_message_is_kept_whole_up_to_its_bound_and_masked() {
        let launch = Launch::Stdio(Stdio {
            command: "npx".into(),
            args: vec![],
            env: vec![("KEY".into(), Secret::new("sesame-open"))],
            cwd: None,
        });
        let log = Log::new(Redactor::new(&launch, &BTreeMap::new()));
        let long = "word ".repeat(WIDTH);
        log.message(LogKind::Sent, "tools/call", &serde_json::json!([long, "sesame-open"]));
        log.message(LogKind::Received, "tools/list: answered", &"é".repeat(MESSAGE * 8));
        let [sent, received] = &log.transcript().lines[..] else { panic!("two lines") };
        assert_eq!(sent.message.as_deref(), Some(&*format!(r#"["{long}","{MASK}"]"#)));
        let kept = received.message.as_deref().unwrap_or_default();
        assert!(kept.ends_with('…') && kept.len() <= MESSAGE + '…'.len_utf8());
    }
}
