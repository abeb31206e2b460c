//! Putting values where a candidate names variables.

use std::{collections::BTreeMap, sync::LazyLock};

use regex::{Captures, Regex};

use crate::clients::{Launch, Secret};

static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
        .expect("a constant pattern")
});

/// The launch with `${NAME}`, `${env:NAME}` and `${NAME:-default}` replaced;
/// what has no value stays as it stands. A variable of the program that is
/// nothing but such a name is then not set at all: a program can tell "not set"
/// from a value, but not from a name in its place.
pub fn with_values(launch: &Launch, values: &BTreeMap<String, String>) -> Launch {
    let text = |text: &str| {
        REFERENCE
            .replace_all(text, |found: &Captures<'_>| {
                let value = values.get(&found[1]).map(String::as_str);
                let value = value.or_else(|| found.get(2).map(|default| default.as_str()));
                value.unwrap_or(&found[0]).to_owned()
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
            stdio.env = pairs(&stdio.env);
            stdio.env.retain(|(_, value)| !is_reference(value.expose()));
        }
        Launch::Remote(remote) => {
            remote.url = text(&remote.url);
            remote.headers = pairs(&remote.headers);
        }
    }
    launch
}

fn is_reference(text: &str) -> bool {
    REFERENCE.find(text).is_some_and(|found| found.as_str() == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::Stdio;

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
}
