//! Putting values where a candidate names variables.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use regex::{Captures, Regex};

use crate::clients::{Launch, Secret, Stdio};

/// The ways clients write "the value of": `${NAME}`, `${env:NAME}` and
/// `${NAME:-default}`; VS Code's `${input:ID}`; a bundle's
/// `${user_config.KEY}`; `OpenCode`'s `{env:NAME}`.
static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\$\{(?:env:)?(?<name>[A-Za-z_][A-Za-z0-9_]*|(?:input:|user_config\.)[A-Za-z0-9_.-]+)(?::-(?<default>[^}]*))?\}|\{env:(?<brace>[A-Za-z_][A-Za-z0-9_]*)\}",
    )
    .expect("a constant pattern")
});

/// The launch with every reference replaced whose value is known. One without
/// a value stays as it stands, except that a variable of the program which is
/// nothing but such a reference is not set at all: a program can tell "not set"
/// from a value, but not from a name in its place.
///
/// A value given for a variable of the program by its own name counts more than
/// what the snippet says: that is often a placeholder (`YOUR_API_KEY`).
pub fn with_values(launch: &Launch, values: &BTreeMap<String, String>) -> Launch {
    let text = |text: &str| {
        REFERENCE
            .replace_all(text, |found: &Captures<'_>| {
                value(found, values).unwrap_or_else(|| found[0].to_owned())
            })
            .into_owned()
    };
    let pairs = |pairs: &[(String, Secret)]| -> Vec<(String, Secret)> {
        pairs
            .iter()
            .map(|(name, value)| (name.clone(), Secret::new(text(value.expose()))))
            .collect()
    };
    let mut launch = launch.clone();
    match &mut launch {
        Launch::Stdio(stdio) => {
            stdio.command = text(&stdio.command);
            stdio.args = stdio.args.iter().map(|arg| text(arg)).collect();
            for (name, written) in &mut stdio.env {
                let filled = match values.get(name.as_str()) {
                    Some(given) if !is_filled(written.expose(), values) => given.clone(),
                    _ => text(written.expose()),
                };
                *written = Secret::new(filled);
            }
            stdio.env.retain(|(_, value)| !is_reference(value.expose()));
        }
        Launch::Remote(remote) => {
            remote.url = text(&remote.url);
            remote.headers = pairs(&remote.headers);
        }
    }
    launch
}

/// Names of what the launch refers to and `values` does not have; in order of
/// the alphabet.
pub fn missing(launch: &Launch, values: &BTreeMap<String, String>) -> Vec<String> {
    let mut missing = BTreeSet::new();
    let mut take = |text: &str| {
        let open = REFERENCE.captures_iter(text).filter(|found| value(found, values).is_none());
        missing.extend(open.map(|found| name(&found).to_owned()));
    };
    match launch {
        Launch::Stdio(stdio) => {
            take(&stdio.command);
            stdio.args.iter().for_each(|arg| take(arg));
            let open = stdio.env.iter().filter(|(name, _)| !values.contains_key(name));
            open.for_each(|(_, value)| take(value.expose()));
            missing.extend(
                passed_on(stdio)
                    .filter(|name| !values.contains_key(*name))
                    .filter(|name| stdio.env.iter().all(|(set, _)| set != name))
                    .map(ToOwned::to_owned),
            );
        }
        Launch::Remote(remote) => {
            take(&remote.url);
            remote.headers.iter().for_each(|(_, value)| take(value.expose()));
        }
    }
    missing.into_iter().collect()
}

/// Variables that a container takes from the one who starts it: `-e NAME`.
fn passed_on(stdio: &Stdio) -> impl Iterator<Item = &str> {
    let program = stdio.command.rsplit(['/', '\\']).next().unwrap_or_default();
    let container = matches!(program.trim_end_matches(".exe"), "docker" | "podman");
    let args = stdio.args.iter().map(String::as_str);
    let named = args
        .clone()
        .zip(args.skip(1))
        .filter_map(|(option, name)| matches!(option, "-e" | "--env").then_some(name));
    let attached = stdio.args.iter().filter_map(|arg| arg.strip_prefix("--env="));
    named.chain(attached).filter(move |name| container && !name.contains('='))
}

/// What a reference is called: `NAME`, `input:ID` or `user_config.KEY`.
fn name<'t>(found: &Captures<'t>) -> &'t str {
    found.name("name").or_else(|| found.name("brace")).map_or("", |name| name.as_str())
}

/// Its value: given under its name or, for those that no shell takes as a
/// variable's name, under `ID` or as a shell would write that (`MY_ID`).
fn value(found: &Captures<'_>, values: &BTreeMap<String, String>) -> Option<String> {
    let name = name(found);
    let bare = name.strip_prefix("input:").or_else(|| name.strip_prefix("user_config."));
    let given = values.get(name).or_else(|| {
        let bare = bare?;
        let shell: String = bare
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' })
            .collect();
        values.get(bare).or_else(|| values.get(&shell))
    });
    given.cloned().or_else(|| Some(found.name("default")?.as_str().to_owned()))
}

/// Whether a text refers to something, and all of that is known.
fn is_filled(text: &str, values: &BTreeMap<String, String>) -> bool {
    let mut found = REFERENCE.captures_iter(text).peekable();
    found.peek().is_some() && found.all(|found| value(&found, values).is_some())
}

fn is_reference(text: &str) -> bool {
    REFERENCE.find(text).is_some_and(|found| found.as_str() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_in_where_they_are_named() {
        let launch = Launch::Stdio(Stdio {
            command: "x".into(),
            args: vec!["${A}-${env:A}".into(), "${B:-b}".into(), "${C}".into(), "$A".into()],
            env: vec![("T".into(), Secret::new("${A}")), ("U".into(), Secret::new("${C}"))],
            cwd: None,
        });
        let values = BTreeMap::from([("A".to_owned(), "1".to_owned())]);
        let Launch::Stdio(stdio) = with_values(&launch, &values) else { panic!("a program") };
        assert_eq!(stdio.args, ["1-1", "b", "${C}", "$A"]);
        assert_eq!(stdio.env, [("T".to_owned(), Secret::new("1"))], "what has no value is not set");
    }

    /// What becomes of one variable of the program, and what is missing then.
    fn tried(written: &str, given: &[(&str, &str)]) -> (Option<String>, Vec<String>) {
        let launch = Launch::Stdio(Stdio {
            command: "x".into(),
            args: Vec::new(),
            env: vec![("API_KEY".into(), Secret::new(written))],
            cwd: None,
        });
        let given = given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let values = given.collect();
        let Launch::Stdio(stdio) = with_values(&launch, &values) else { panic!("a program") };
        let set = stdio.env.first().map(|(_, value)| value.expose().to_owned());
        (set, missing(&launch, &values))
    }

    #[test]
    fn every_client_writes_references_its_own_way() {
        for (why, written, given, want, missing) in [
            (
                "a bundle's answer",
                "${user_config.api_key}",
                vec![],
                None,
                vec!["user_config.api_key"],
            ),
            (
                "given in full",
                "${user_config.api_key}",
                vec![("user_config.api_key", "1")],
                Some("1"),
                vec![],
            ),
            (
                "given as a shell would",
                "${user_config.my-key}",
                vec![("MY_KEY", "1")],
                Some("1"),
                vec![],
            ),
            (
                "given as the variable itself",
                "${user_config.k}",
                vec![("API_KEY", "1")],
                Some("1"),
                vec![],
            ),
            ("VS Code", "Bearer ${input:tok-1}", vec![("tok-1", "1")], Some("Bearer 1"), vec![]),
            ("VS Code, open", "${input:tok}", vec![], None, vec!["input:tok"]),
            ("OpenCode", "{env:TOK}", vec![("TOK", "1")], Some("1"), vec![]),
            ("OpenCode, open", "{env:TOK}", vec![], None, vec!["TOK"]),
            ("a placeholder", "YOUR_API_KEY", vec![("API_KEY", "1")], Some("1"), vec![]),
            ("one in another", "Token ${API_KEY}", vec![("API_KEY", "1")], Some("Token 1"), vec![]),
            ("a default", "${A:-b}", vec![], Some("b"), vec![]),
            ("no reference", "{env}", vec![], Some("{env}"), vec![]),
        ] {
            let got = tried(written, &given);
            let missing: Vec<String> = missing.into_iter().map(ToOwned::to_owned).collect();
            assert_eq!(got, (want.map(ToOwned::to_owned), missing), "{why}");
        }
    }

    #[test]
    fn what_a_container_passes_on_is_missing_without_a_value() {
        let launch = Launch::Stdio(Stdio {
            command: "/usr/bin/docker".into(),
            args: ["run", "-e", "TOKEN", "-e", "A=b", "--env=MORE", "image"].map(Into::into).into(),
            env: Vec::new(),
            cwd: None,
        });
        assert_eq!(missing(&launch, &BTreeMap::new()), ["MORE", "TOKEN"]);
        let values = BTreeMap::from([("TOKEN".to_owned(), "x".to_owned())]);
        assert_eq!(missing(&launch, &values), ["MORE"]);
    }
}
