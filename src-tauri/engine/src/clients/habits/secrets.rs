//! Credentials written out in a file that others see.

use std::sync::LazyLock;

use regex::Regex;

use super::{Finding, Level, Written, placeholders};
use crate::clients::masking::{HEADER_FLAGS, is_sensitive_name, looks_like_credential};

/// `${…}` in any style: whatever it becomes, the file does not hold it.
static REFERENCE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\$\{[^}]*\}|%\w+%|\{\{[^}]*\}\}").expect("a constant pattern"));

/// Names that only sound like credentials: how many, how long, where, which kind.
static HARMLESS_NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)([_-](file|path|dir|limit|ttl|timeout|expiry|expires|name|type|mode|method|provider|count|size|enabled|required|domain|store|id|length)$|tokens|tokeni[sz]|author([^i]|$))",
    )
    .expect("a constant pattern")
});

/// Values that are no credential whatever the name says.
static HARMLESS_VALUE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(true|false|yes|no|on|off|none|null|disabled|enabled|auto|default|[0-9]{1,5})?$",
    )
    .expect("a constant pattern")
});

pub(super) fn check(written: &Written<'_>, findings: &mut Vec<Finding>) {
    if !written.shared {
        return;
    }
    let name = &written.entry.name;
    let mut report = |at: usize, which: String| {
        findings.push(written.finding(
            "literal-secret",
            Level::Error,
            at,
            format!("`{name}` has a credential written out in {which}, in a file shared with the project."),
            "Put the value into an environment variable, refer to it by name, and replace the credential: it may be in the history.",
        ));
    };
    for key in ["env", "headers"] {
        for (member, value) in written.pairs(key) {
            if is_literal(&member.key, value) {
                report(member.node.start, format!("`{key}.{}`", member.key));
            }
        }
    }
    let mut flag: Option<&str> = None;
    for (at, (node, arg)) in written.args().into_iter().enumerate() {
        let after = flag.take().filter(|_| !arg.starts_with('-'));
        let literal = match after {
            Some(flag) if is_sensitive_name(flag) => is_literal(flag, arg),
            _ => is_literal_argument(arg),
        };
        if literal {
            report(node.start, format!("argument {}", at + 1));
        }
        flag = (arg.starts_with('-') && !arg.contains('=')).then_some(arg);
    }
    if let Some((node, url)) = written.text("url")
        && is_literal_url(url)
    {
        report(node.start, "`url`".to_owned());
    }
}

fn is_literal_argument(arg: &str) -> bool {
    if let Some((name, value)) = arg.split_once('=')
        && !name.contains("://")
    {
        return if HEADER_FLAGS.contains(&name) {
            is_literal_argument(value)
        } else {
            is_literal(name, value)
        };
    }
    if let Some((name, value)) = arg.split_once(':')
        && is_sensitive_name(name)
        && !value.starts_with("//")
        && !name.contains(['/', '@'])
    {
        return is_literal(name, value);
    }
    if arg.contains("://") {
        return is_literal_url(arg);
    }
    !arg.contains(['/', '\\', '@', ' ']) && is_literal("", arg)
}

/// Whether `value`, written under `name`, is a credential and not a reference,
/// a placeholder, a path or a switch.
fn is_literal(name: &str, value: &str) -> bool {
    let rest = REFERENCE.replace_all(value, "");
    let rest = rest.trim();
    let bare = ["bearer", "basic", "token"]
        .iter()
        .find_map(|scheme| {
            rest.get(..scheme.len())
                .filter(|start| start.eq_ignore_ascii_case(scheme))
                .map(|_| rest[scheme.len()..].trim())
        })
        .unwrap_or(rest);
    if bare.is_empty() || placeholders::is_unfilled(value) || HARMLESS_VALUE.is_match(bare) {
        return false;
    }
    // Something was referred to and what is left is glue: `Token ${X}`, `${A}:${B}`.
    if rest.len() < value.trim().len() && !bare.contains(|c: char| c.is_ascii_alphanumeric()) {
        return false;
    }
    if bare.contains("://") {
        return is_literal_url(bare);
    }
    if is_path(bare) || bare.starts_with('$') {
        return false;
    }
    if !name.is_empty() && HARMLESS_NAME.is_match(name) {
        return false;
    }
    is_sensitive_name(name) || looks_like_credential(bare)
}

fn is_path(text: &str) -> bool {
    text.starts_with(['/', '~', '.'])
        || text.as_bytes().get(1) == Some(&b':') && text.contains(['/', '\\'])
}

fn is_literal_url(text: &str) -> bool {
    let Ok(url) = url::Url::parse(text) else { return false };
    let password = url.password().unwrap_or_default();
    if !password.is_empty() && is_literal("password", password) && !text.contains("${") {
        return true;
    }
    url.query_pairs().any(|(key, value)| {
        (key.eq_ignore_ascii_case("key") || is_sensitive_name(&key))
            && is_literal("key_secret", &value)
            || looks_like_credential(&value) && is_literal("", &value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_is_told_from_a_reference_a_switch_and_a_path() {
        let cases = [
            ("a token by its name", "GITHUB_TOKEN", "abc123def", true),
            ("a token by its shape", "X", "ghp_0123456789abcdef", true),
            ("a header", "Authorization", "Bearer abc123def", true),
            ("a password in an address", "DATABASE_URL", "postgres://me:pw@db/x", true),
            ("half a reference", "API_KEY", "abc${X}def", true),
            ("a reference", "GITHUB_TOKEN", "${GITHUB_TOKEN}", false),
            ("a reference of the editor", "GITHUB_TOKEN", "${env:GITHUB_TOKEN}", false),
            ("a prompt", "API_KEY", "${input:api-key}", false),
            ("a header with a reference", "Authorization", "Bearer ${TOKEN}", false),
            ("two references", "Authorization", "Basic ${A}:${B}", false),
            ("a default with a colon", "API_KEY", "${KEY:-}", false),
            ("a placeholder", "API_KEY", "YOUR_API_KEY_HERE", false),
            ("another placeholder", "API_KEY", "<your key>", false),
            ("nothing", "API_KEY", "", false),
            ("a switch", "USE_AUTH", "false", false),
            ("a limit", "MAX_TOKENS", "4000", false),
            ("a tokenizer", "TOKENIZER", "o200k_base", false),
            ("a person", "GIT_AUTHOR", "Ada", false),
            ("a file that holds it", "GOOGLE_APPLICATION_CREDENTIALS", "/run/key.json", false),
            ("a name of it", "AUTH_PROVIDER", "github", false),
            ("an address without password", "AUTH_URL", "https://h/login", false),
            ("a local database", "CONNECTION_STRING", "postgres://localhost/x", false),
            ("a log level", "LOG_LEVEL", "debug", false),
            ("a variable of the shell", "TOKEN", "$TOKEN", false),
        ];
        for (why, name, value, want) in cases {
            assert_eq!(is_literal(name, value), want, "{why}");
        }
    }

    #[test]
    fn a_credential_in_an_argument_is_found() {
        let cases = [
            ("a flag", "--api-key=abc123", true),
            ("a variable", "GITHUB_TOKEN=abc123", true),
            ("a header", "Authorization: Bearer abc", true),
            ("a header in one word", "--header=X-API-Key: abc123", true),
            ("a header in one word, by reference", "--header=X-API-Key: ${KEY}", false),
            ("a shape", "ghp_0123456789abcdef", true),
            ("user info", "postgresql://me:secret@localhost:5432/db", true),
            ("a query", "https://h/mcp?api_key=abc123", true),
            ("a package", "@modelcontextprotocol/server-github@2025.4.8", false),
            ("a port", "--port=3000", false),
            ("a variable handed on", "GITHUB_TOKEN", false),
            ("a header by reference", "Authorization:${AUTH_HEADER}", false),
            ("an address", "https://mcp.example.com/sse", false),
            ("a query by reference", "https://h/mcp?api_key=${KEY}", false),
            ("a package that sounds like one", "mcp-auth-server", false),
        ];
        for (why, arg, want) in cases {
            assert_eq!(is_literal_argument(arg), want, "{why}");
        }
    }
}
