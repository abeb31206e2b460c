//! What may be shown of commands and addresses.

use std::sync::LazyLock;

use regex::Regex;

/// Shown in place of a value.
pub(crate) const MASK: &str = "•••";

/// Names of flags, variables and query keys whose values are credentials.
static SENSITIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(token|secret|passw(or)?d|passphrase|api[-_]?key|apikey|access[-_]?key|auth(orization)?|credential|bearer|private[-_]?key|client[-_]?secret|signature|session|cookie|dsn|conn(ection)?[-_]?str)",
    )
    .expect("the pattern is a constant")
});

/// Shapes that are credentials wherever they stand.
static CREDENTIAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|glpat|xox[abposr]|npm|pypi|hf|AKIA|ASIA|AIza|ya29|eyJ)[-_A-Za-z0-9.]{8,}
        | \bgithub_pat_[A-Za-z0-9_]{8,}
        | (?i:bearer|basic)\s+[A-Za-z0-9._~+/=-]{6,}
        | \b[A-Fa-f0-9]{32,}\b
        | \b[A-Za-z0-9_-]{40,}\b",
    )
    .expect("the pattern is a constant")
});

/// Whether a flag, variable or key of this name holds a credential.
pub(crate) fn is_sensitive_name(name: &str) -> bool {
    SENSITIVE.is_match(name)
}

/// Whether a literal value looks like a credential by its shape.
pub(crate) fn looks_like_credential(value: &str) -> bool {
    CREDENTIAL.is_match(value)
}

/// A text with everything that has the shape of a credential replaced by a mask.
pub(crate) fn mask_credentials(text: &str) -> std::borrow::Cow<'_, str> {
    CREDENTIAL.replace_all(text, MASK)
}

/// Arguments with credentials replaced by a mask: `--token X`, `--key=X`,
/// `NAME=X`, addresses with user info, and known token shapes.
pub fn mask_argument_list(args: &[String]) -> Vec<String> {
    let mut masked = Vec::with_capacity(args.len());
    let mut value_follows = false;
    for arg in args {
        if std::mem::take(&mut value_follows) && !arg.starts_with('-') {
            masked.push(MASK.to_owned());
            continue;
        }
        masked.push(mask_argument(arg));
        value_follows = arg.starts_with('-') && !arg.contains('=') && is_sensitive_name(arg);
    }
    masked
}

fn mask_argument(arg: &str) -> String {
    if let Some((name, value)) = arg.split_once('=')
        && !name.contains("://")
        && !value.is_empty()
    {
        let shown = if is_sensitive_name(name) { MASK.to_owned() } else { mask_argument(value) };
        return format!("{name}={shown}");
    }
    if let Some((name, value)) = arg.split_once(": ")
        && is_sensitive_name(name)
        && !value.is_empty()
    {
        return format!("{name}: {MASK}");
    }
    if arg.contains("://") {
        return mask_url(arg);
    }
    // A long path is not a token.
    if arg.contains(['/', '\\']) {
        return arg.to_owned();
    }
    CREDENTIAL.replace_all(arg, MASK).into_owned()
}

/// An address without user info, and with the values of credential-like query
/// keys and token-shaped path segments replaced by a mask.
pub fn mask_url(url: &str) -> String {
    let Ok(mut parsed) = url::Url::parse(url) else {
        return CREDENTIAL.replace_all(url, MASK).into_owned();
    };
    let user_info = !parsed.username().is_empty() || parsed.password().is_some();
    let _ = parsed.set_username("");
    let _ = parsed.set_password(None);
    let query = parsed.query().map(mask_query);
    parsed.set_query(None);
    parsed.set_fragment(None);
    let mut shown = CREDENTIAL.replace_all(parsed.as_str(), MASK).into_owned();
    if user_info {
        shown = shown.replacen("://", &format!("://{MASK}@"), 1);
    }
    match query {
        Some(query) => format!("{shown}?{query}"),
        None => shown,
    }
}

fn mask_query(query: &str) -> String {
    let shown: Vec<String> = query
        .split('&')
        .map(|pair| match pair.split_once('=') {
            Some((key, value))
                if key.eq_ignore_ascii_case("key")
                    || is_sensitive_name(key)
                    || looks_like_credential(value) =>
            {
                format!("{key}={MASK}")
            }
            _ => pair.to_owned(),
        })
        .collect();
    shown.join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_show_no_credential() {
        let cases: [(&str, &[&str], &[&str]); 8] = [
            ("a flag and its value", &["--token", "abc"], &["--token", MASK]),
            ("a flag with an equals sign", &["--api-key=abc"], &["--api-key=•••"]),
            ("a variable for docker", &["-e", "GITHUB_TOKEN=abc"], &["-e", "GITHUB_TOKEN=•••"]),
            ("a variable without value", &["-e", "GITHUB_TOKEN"], &["-e", "GITHUB_TOKEN"]),
            (
                "a header",
                &["--header", "Authorization: Bearer x"],
                &["--header", "Authorization: •••"],
            ),
            (
                "a package is no token",
                &["-y", "@modelcontextprotocol/server-everything@2026.8.31"],
                &["-y", "@modelcontextprotocol/server-everything@2026.8.31"],
            ),
            ("user info in an address", &["postgres://me:pw@db/x"], &["postgres://•••@db/x"]),
            ("a token by its shape", &["ghp_0123456789abcdef"], &[MASK]),
        ];
        for (why, given, want) in cases {
            let given: Vec<String> = given.iter().map(ToString::to_string).collect();
            assert_eq!(mask_argument_list(&given), want, "{why}");
        }
    }

    #[test]
    fn addresses_show_no_credential() {
        assert_eq!(mask_url("https://h/mcp?apiKey=1&x=2"), "https://h/mcp?apiKey=•••&x=2");
        assert_eq!(mask_url("https://u:p@h/mcp"), "https://•••@h/mcp");
    }
}
