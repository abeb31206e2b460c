//! The last words of a server, bounded and without secrets.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use regex::Regex;

use super::{LogEntry, LogKind};
use crate::clients::{self, Launch, MASK};

/// Lines kept; the oldest go first.
const LINES: usize = 300;

/// Lines of standard error shown with an error.
const TAIL: usize = 30;

/// Characters of a line kept.
const WIDTH: usize = 600;

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
                    secrets.extend(hidden_part(arg, &shown));
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

    /// The text as it may be shown: no secret, no escapes, not too long.
    pub(super) fn clean(&self, text: &str) -> String {
        // Cut late enough that no secret is cut in two and stays.
        let longest = self.secrets.first().map_or(0, String::len);
        let text = cut(text, WIDTH * 4 + longest);
        let mut clean = ESCAPES.replace_all(text, "").into_owned();
        for secret in &self.secrets {
            if clean.contains(secret.as_str()) {
                clean = clean.replace(secret.as_str(), MASK);
            }
        }
        let clean = clients::mask_credentials(&clean);
        let shown = cut(clean.trim_end(), WIDTH);
        if shown.len() < clean.trim_end().len() { format!("{shown}…") } else { shown.to_owned() }
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

/// What a masked argument hides.
fn hidden_part(arg: &str, shown: &str) -> Option<String> {
    if arg == shown {
        return None;
    }
    let (before, after) = shown.split_once(MASK)?;
    let hidden = arg.strip_prefix(before).unwrap_or(arg);
    let hidden = hidden.strip_suffix(after).unwrap_or(hidden);
    (hidden.len() >= 3).then(|| hidden.to_owned())
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
    for pair in parsed.query().unwrap_or_default().split('&') {
        if let Some((_, value)) = pair.split_once('=')
            && value.len() >= SHORTEST
            && !clients::mask_url(url).contains(pair)
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
    entries: Mutex<VecDeque<LogEntry>>,
}

impl Log {
    pub(super) fn new(redactor: Redactor) -> Self {
        Self {
            started: Instant::now(),
            redactor: Mutex::new(redactor),
            entries: Mutex::new(VecDeque::new()),
        }
    }

    /// Notes one line.
    pub(super) fn add(&self, kind: LogKind, text: &str) {
        let text = self.clean(text);
        let mut entries = lock(&self.entries);
        if entries.len() >= LINES {
            entries.pop_front();
        }
        entries.push_back(LogEntry { at: self.elapsed(), kind, text });
    }

    /// The text as it may be shown.
    pub(super) fn clean(&self, text: &str) -> String {
        lock(&self.redactor).clean(text)
    }

    /// Learns one more secret.
    pub(super) fn learn(&self, secret: &str) {
        lock(&self.redactor).learn(secret);
    }

    /// Time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Everything noted so far.
    pub(super) fn entries(&self) -> Vec<LogEntry> {
        lock(&self.entries).iter().cloned().collect()
    }

    /// The last lines of standard error.
    pub(super) fn stderr_tail(&self) -> Vec<String> {
        let entries = lock(&self.entries);
        let mut tail: Vec<String> = entries
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
            assert_eq!(Redactor::new(launch, &env).clean(given), want, "{why}");
        }
    }

    #[test]
    fn lines_and_their_number_are_bounded() {
        let log = Log::new(Redactor::default());
        for _ in 0..2 * LINES {
            log.add(LogKind::Stderr, &"é ".repeat(10 * WIDTH));
        }
        assert_eq!(log.entries().len(), LINES);
        assert_eq!(log.stderr_tail().len(), TAIL);
        assert!(log.entries().iter().all(|entry| entry.text.len() <= WIDTH + '…'.len_utf8()));
    }
}
