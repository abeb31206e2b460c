//! What may be shown of commands and addresses.

use std::sync::LazyLock;

use regex::{Captures, Match, Regex};

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

/// Values within a command line or a piece of a program: `NAME=X`, `--flag X`.
static IN_CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?x)
        (?<assigned>[A-Za-z_][\w-]*)=(?<value>"[^"]*"|'[^']*'|[^\s;&|"']+)
        | (?<flag>--?[A-Za-z][\w-]*)\s+(?<next>"[^"]*"|'[^']*'|[^\s;&|"'-][^\s;&|"']*)"#,
    )
    .expect("the pattern is a constant")
});

/// A quoted header within a command line: `"Name: X"`.
static HEADER_IN_CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?<start>["'](?<name>[A-Za-z][\w-]*):\s+)[^"'\n]+"#)
        .expect("the pattern is a constant")
});

/// A member of a JSON object with a string for a value, plain or escaped as in
/// a string of its own.
static JSON_PAIR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?<start>\\?"(?<name>[^"\\]+)\\?"\s*:\s*)(?:"(?<plain>(?:[^"\\]|\\.)*)"|\\"(?<escaped>[^"\\]*)\\")"#,
    )
    .expect("the pattern is a constant")
});

/// An address within other text.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"[A-Za-z][A-Za-z0-9+.-]*://[^\s"'`;|<>]+"#).expect("the pattern is a constant")
});

/// Flags before a header, which is all value behind its name.
pub(super) const HEADER_FLAGS: [&str; 3] = ["-H", "--header", "--headers"];

/// Our own flag before `HEADER=VARIABLE`: two names, no value.
const NAMES_FLAG: &str = "--header-env";

/// Whether a flag, variable or key of this name holds a credential.
pub(crate) fn is_sensitive_name(name: &str) -> bool {
    SENSITIVE.is_match(name)
}

/// Whether what follows a flag of this name is a credential.
fn is_sensitive_flag(flag: &str) -> bool {
    let name = flag.trim_start_matches('-').to_ascii_lowercase();
    is_sensitive_name(flag)
        || flag.starts_with("--")
            && (matches!(name.as_str(), "key" | "pat" | "pwd" | "pass") || name.ends_with("-key"))
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
    let mut before = "";
    for arg in args {
        let flag = std::mem::replace(&mut before, arg);
        if std::mem::take(&mut value_follows) && !arg.starts_with('-') {
            masked.push(MASK.to_owned());
            continue;
        }
        let header =
            Some(arg.as_str()).filter(|_| HEADER_FLAGS.contains(&flag)).and_then(mask_header);
        masked.push(if flag == NAMES_FLAG {
            arg.clone()
        } else if let Some(header) = header {
            header
        } else if flag.starts_with('-') && !flag.contains('=') && is_secret_by_look(arg) {
            MASK.to_owned()
        } else if is_code(arg) && !HEADER_FLAGS.contains(&flag) {
            mask_code(arg)
        } else {
            mask_argument(arg)
        });
        value_follows = arg.starts_with('-')
            && arg != NAMES_FLAG
            && !arg.contains('=')
            && is_sensitive_flag(arg);
    }
    masked
}

/// A header whose name says that its value is a credential, without the value.
fn mask_header(header: &str) -> Option<String> {
    let (name, value) = header.split_once(':')?;
    // Cookies have names of their own to show.
    let sensitive = is_sensitive_name(name) && !name.eq_ignore_ascii_case("cookie");
    if !sensitive || value.trim().is_empty() {
        return None;
    }
    let space = if value.starts_with(' ') { " " } else { "" };
    Some(format!("{name}:{space}{MASK}"))
}

/// Whether a whole argument is a key and no word: as in an address, or base64.
fn is_secret_by_look(arg: &str) -> bool {
    let base64 = arg.len() >= 32
        && arg.contains(['+', '='])
        && !arg.starts_with(['/', '.', '-'])
        && arg.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
        && arg.bytes().any(|byte| byte.is_ascii_digit())
        && !arg.trim_end_matches('=').contains('=');
    is_opaque(arg) || base64
}

/// Members of JSON in a text with credentials masked; `None`: it has none.
fn mask_json(text: &str) -> Option<String> {
    if !JSON_PAIR.is_match(text) {
        return None;
    }
    let shown = JSON_PAIR.replace_all(text, |found: &Captures<'_>| {
        let (quote, value) = match found.name("plain") {
            Some(plain) => ("\"", plain.as_str()),
            None => ("\\\"", found.name("escaped").map_or("", |escaped| escaped.as_str())),
        };
        let name = &found["name"];
        let secret = is_sensitive_name(name) || name.eq_ignore_ascii_case("key");
        let value = if value.is_empty() {
            String::new()
        } else if secret || is_secret_by_look(value) {
            MASK.to_owned()
        } else if value.contains("://") {
            mask_url(value)
        } else {
            value.to_owned()
        };
        format!("{}{quote}{value}{quote}", &found["start"])
    });
    Some(CREDENTIAL.replace_all(&shown, MASK).into_owned())
}

/// Whether an argument may be a program for a shell or an interpreter: of that
/// everything must be seen that it does.
fn is_code(arg: &str) -> bool {
    let runs = |text: &str| text.contains([';', '|', '&', '`', '\n', '(', '<', '>']);
    // The query of an address is none.
    runs(&ADDRESS.replace_all(arg, ""))
}

/// A piece of a program with its credentials masked, and nothing else.
fn mask_code(code: &str) -> String {
    let json = mask_json(code);
    let code = json.as_deref().unwrap_or(code);
    let shown = ADDRESS.replace_all(code, |found: &Captures<'_>| mask_url(&found[0]));
    let shown = HEADER_IN_CODE.replace_all(&shown, |found: &Captures<'_>| {
        if is_sensitive_name(&found["name"]) {
            format!("{}{MASK}", &found["start"])
        } else {
            found[0].to_owned()
        }
    });
    let shown = IN_CODE.replace_all(&shown, |found: &Captures<'_>| {
        let part = |name| found.name(name).map_or("", |part: Match<'_>| part.as_str());
        let whole = &found[0];
        let (name, value) = match part("flag") {
            "" => (part("assigned"), part("value")),
            flag => (flag, part("next")),
        };
        let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''));
        // What is run to get a value is no value.
        let runs = match quote {
            Some('\'') => false,
            Some(_) => value.contains("$(") || value.contains('`'),
            None => value.contains(['(', '`']),
        };
        if runs || !is_sensitive_name(name) {
            return whole.to_owned();
        }
        let quote = quote.map(String::from).unwrap_or_default();
        let start = &whole[..whole.len() - value.len()];
        format!("{start}{quote}{MASK}{quote}")
    });
    CREDENTIAL.replace_all(&shown, MASK).into_owned()
}

fn mask_argument(arg: &str) -> String {
    if let Some(shown) = mask_json(arg) {
        return shown;
    }
    if let Some((name, value)) = arg.split_once('=')
        && !name.contains("://")
        && !value.is_empty()
    {
        let header = Some(value).filter(|_| HEADER_FLAGS.contains(&name)).and_then(mask_header);
        let shown = if is_sensitive_flag(name) {
            MASK.to_owned()
        } else {
            header.unwrap_or_else(|| mask_argument(value))
        };
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

/// An address with its user info, its fragment, the values of credential-like
/// query keys and token-shaped path segments replaced by a mask. Everything else
/// stays as it is written: what is shown must be found in the file.
pub fn mask_url(url: &str) -> String {
    let Ok(parsed) = url::Url::parse(url) else {
        return CREDENTIAL.replace_all(url, MASK).into_owned();
    };
    match Parts::of(url).filter(|parts| parts.are_those_of(&parsed)) {
        Some(parts) => parts.masked(),
        // Written in a way that parsers put right, so that user info may stand
        // where it does not look like any: shown as it is understood.
        None => Parts::of(parsed.as_str())
            .map_or_else(|| CREDENTIAL.replace_all(url, MASK).into_owned(), |parts| parts.masked()),
    }
}

/// An address in parts that are its own text.
struct Parts<'u> {
    /// With its colon and slashes.
    scheme: &'u str,
    user_info: Option<&'u str>,
    host: &'u str,
    path: &'u str,
    query: Option<&'u str>,
    fragment: Option<&'u str>,
}

impl<'u> Parts<'u> {
    fn of(url: &'u str) -> Option<Self> {
        let (scheme, rest) = url.split_at(url.find("://")? + 3);
        let behind = |text: &'u str, mark: char| match text.split_once(mark) {
            Some((before, behind)) => (before, Some(behind)),
            None => (text, None),
        };
        let (rest, fragment) = behind(rest, '#');
        let (rest, query) = behind(rest, '?');
        let (authority, path) = rest.split_at(rest.find(['/', '\\']).unwrap_or(rest.len()));
        let (user_info, host) = match authority.rsplit_once('@') {
            Some((user_info, host)) => (Some(user_info), host),
            None => (None, authority),
        };
        Some(Self { scheme, user_info, host, path, query, fragment })
    }

    /// Whether a parser sees the same host behind the same user info.
    fn are_those_of(&self, parsed: &url::Url) -> bool {
        let host = parsed.host_str().unwrap_or_default();
        let has_user_info = !parsed.username().is_empty() || parsed.password().is_some();
        let starts =
            self.host.get(..host.len()).is_some_and(|start| start.eq_ignore_ascii_case(host));
        let port = self.host.get(host.len()..).unwrap_or_default();
        starts
            && (port.is_empty() || port.starts_with(':'))
            && (self.user_info.is_some() || !has_user_info)
    }

    fn masked(&self) -> String {
        let user_info = match self.user_info {
            Some("") => "@".to_owned(),
            Some(_) => format!("{MASK}@"),
            None => String::new(),
        };
        let path: Vec<&str> =
            self.path.split('/').map(|part| if is_opaque(part) { MASK } else { part }).collect();
        let place = format!("{}{}", self.host, path.join("/"));
        let mut shown = format!("{}{user_info}{}", self.scheme, mask_credentials(&place));
        if let Some(query) = self.query {
            shown = format!("{shown}?{}", mask_query(query));
        }
        match self.fragment {
            None => shown,
            Some("") => format!("{shown}#"),
            // Never sent to a server, so it can only be somebody's note or key.
            Some(_) => format!("{shown}#{MASK}"),
        }
    }
}

/// Whether a part of a path is a key and no word: services put them there. Long,
/// with capitals, small letters and digits; or a UUID.
fn is_opaque(part: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| part.bytes().any(|byte| kind(&byte));
    let plain = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_=".contains(&byte));
    let mixed =
        has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit);
    let uuid = part.len() == 36
        && part.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        });
    plain && (part.len() >= 20 && mixed || uuid)
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
        let cases: [(&str, &[&str], &[&str]); 17] = [
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
            (
                "JSON",
                &["--config", r#"{"exaApiKey":"abc","debug":"no"}"#],
                &["--config", r#"{"exaApiKey":"•••","debug":"no"}"#],
            ),
            (
                "escaped JSON",
                &["--config", r#""{\"exaApiKey\":\"abc\"}""#],
                &["--config", r#""{\"exaApiKey\":\"•••\"}""#],
            ),
            (
                "JSON behind an equals sign",
                &[r#"--config={"u":"https://h/?a=b","token":"a\"b;c"}"#],
                &[r#"--config={"u":"https://h/?a=b","token":"•••"}"#],
            ),
            ("a header without a space", &["-H", "x-token:abc"], &["-H", "x-token:•••"]),
            ("a header in one word", &["--header=x-token:abc"], &["--header=x-token:•••"]),
            ("a key", &["--key", "abc"], &["--key", MASK]),
            ("a key in one word", &["--api.x-key=abc"], &["--api.x-key=•••"]),
            ("by its look", &["-k", "aB3dE5gH7jK9mN1pQ3sT"], &["-k", MASK]),
            ("a word behind a flag", &["-m", "server_of_mine"], &["-m", "server_of_mine"]),
            ("user info in an address", &["postgres://me:pw@db/x"], &["postgres://•••@db/x"]),
            ("a token by its shape", &["ghp_0123456789abcdef"], &[MASK]),
        ];
        for (why, given, want) in cases {
            let given: Vec<String> = given.iter().map(ToString::to_string).collect();
            assert_eq!(mask_argument_list(&given), want, "{why}");
        }
    }

    /// Who allows a start must see what it does.
    #[test]
    fn code_is_shown_without_its_credentials() {
        let cases = [
            ("a value, then a command", "API_TOKEN=x; touch /tmp/y", "API_TOKEN=•••; touch /tmp/y"),
            ("before a program", "TOKEN=abc && exec node s.js", "TOKEN=••• && exec node s.js"),
            ("in quotes", "export TOKEN='a b'; run", "export TOKEN='•••'; run"),
            ("a command for a value", "TOKEN=$(touch y); run", "TOKEN=$(touch y); run"),
            (
                "a header",
                "curl -H \"Authorization: Bearer x\" h | sh",
                "curl -H \"Authorization: •••\" h | sh",
            ),
            ("no header", "token: ; touch y", "token: ; touch y"),
            ("a flag", "run --api-key abc; touch y", "run --api-key •••; touch y"),
            ("an address", "curl https://u:p@h/x?token=1; y", "curl https://•••@h/x?token=•••; y"),
            (
                "another language",
                "token=require('child_process').execSync('touch y')",
                "token=require('child_process').execSync('touch y')",
            ),
        ];
        for (why, code, want) in cases {
            assert_eq!(mask_argument_list(&["-c".to_owned(), code.to_owned()])[1], want, "{why}");
        }
        let header = ["-H".to_owned(), "Cookie: a=b; c=d".to_owned()];
        assert_eq!(mask_argument_list(&header)[1], "Cookie: a=•••");
        let names = ["--header-env".to_owned(), "X-Api-Key=MY_KEY".to_owned()];
        assert_eq!(mask_argument_list(&names), names);
    }

    #[test]
    fn addresses_show_no_credential() {
        let key = "https://h/api/s/MDkzNTc1ZjQtYjE2OGQ1/mcp";
        assert_eq!(mask_url(key), "https://h/api/s/•••/mcp");
        let uuid = "https://h/0b7c9d7e-21f4-4c52-9d0e-3d9c6c1f1a55/sse";
        assert_eq!(mask_url(uuid), "https://h/•••/sse");
        let words = "https://h/model-context-protocol/Version2/long_name_of_a_server";
        assert_eq!(mask_url(words), words);
        assert_eq!(mask_url("https://h/mcp?apiKey=1&x=2"), "https://h/mcp?apiKey=•••&x=2");
        assert_eq!(mask_url("https://u:p@h/mcp"), "https://•••@h/mcp");
        assert_eq!(mask_url("https:///u:p@h/x"), "https://•••@h/x", "slashes parsers skip");
        assert_eq!(mask_url("https:u:p@h/x"), "https://•••@h/x", "or add");
        assert_eq!(mask_url("HTTPS://H:443/a?b=c&Token=d#k"), "HTTPS://H:443/a?b=c&Token=•••#•••");
        // What has nothing to hide is shown as the file has it.
        for plain in
            ["https://h", "HTTPS://Host:443/A/../b?x=%7e y", "http://h/a%2fb?", "wss://h:1"]
        {
            assert_eq!(mask_url(plain), plain);
        }
    }
}
