//! `allowedMcpServers` and `deniedMcpServers`: which servers may be used.

use super::{
    rules::glob,
    settings::{Level, Settings},
};
use crate::clients::{Cause, Document, Launch, Node, Place};

/// One element: exactly one of three keys.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Matcher {
    Name(String),
    Command(Vec<String>),
    Url(String),
}

/// Both lists, merged over the levels that count.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    denied: Vec<(Matcher, Place)>,
    /// `None`: no list, so everything is allowed.
    allowed: Option<Vec<Matcher>>,
    allowed_place: Option<Place>,
}

impl Lists {
    /// Reads both lists. `expand` is applied to the parts of a command.
    ///
    /// Denials count from every file. Allowances merge too, unless the
    /// organisation keeps them to itself (`allowManagedMcpServersOnly`).
    pub fn of(settings: &Settings, expand: &dyn Fn(&str) -> String) -> Self {
        let mut lists = Self::default();
        for (file, node) in settings.each("deniedMcpServers") {
            lists.denied.extend(matchers(&file.document, node, expand));
        }
        let managed_only = settings
            .each("allowManagedMcpServersOnly")
            .any(|(file, node)| file.level == Level::Managed && node.as_bool() == Some(true));
        for (file, node) in settings.each("allowedMcpServers") {
            if managed_only && file.level != Level::Managed {
                continue;
            }
            let place = file.document.place(node.start);
            lists.allowed_place.get_or_insert(place);
            // A denial may name any server, an allowance only plain names.
            let found = matchers(&file.document, node, expand)
                .map(|(matcher, _)| matcher)
                .filter(|matcher| !matches!(matcher, Matcher::Name(name) if !is_plain(name)));
            lists.allowed.get_or_insert_with(Vec::new).extend(found);
        }
        lists
    }

    /// Why a server may not be used; `None` when it may.
    pub fn refusal(&self, name: &str, launch: &Launch) -> Option<Cause> {
        if let Some((_, place)) =
            self.denied.iter().find(|(matcher, _)| matches(matcher, name, launch))
        {
            return Some(Cause {
                because: "deniedMcpServers names it.".to_owned(),
                place: Some(place.clone()),
            });
        }
        let allowed = self.allowed.as_ref()?;
        // Once an element speaks of commands (or addresses), a name alone no
        // longer allows a server of that kind.
        let by_endpoint = |matcher: &&Matcher| match launch {
            Launch::Stdio(_) => matches!(matcher, Matcher::Command(_)),
            Launch::Remote(_) => matches!(matcher, Matcher::Url(_)),
        };
        let strict = allowed.iter().any(|matcher| by_endpoint(&matcher));
        let found = allowed
            .iter()
            .filter(|matcher| !strict || by_endpoint(matcher))
            .any(|matcher| matches(matcher, name, launch));
        (!found).then(|| Cause {
            because: "allowedMcpServers does not name it.".to_owned(),
            place: self.allowed_place.clone(),
        })
    }
}

/// Elements the client skips are left out.
fn matchers<'n>(
    document: &'n Document,
    list: &'n Node,
    expand: &'n dyn Fn(&str) -> String,
) -> impl Iterator<Item = (Matcher, Place)> + 'n {
    list.elements().iter().filter_map(move |node| {
        let keys = [node.get("serverName"), node.get("serverCommand"), node.get("serverUrl")];
        if keys.iter().flatten().count() != 1 {
            return None;
        }
        let matcher = match keys {
            [Some(name), ..] => {
                let name = name.as_str()?;
                Matcher::Name(name.to_owned())
            }
            [_, Some(command), _] => Matcher::Command(
                command
                    .elements()
                    .iter()
                    .map(|part| part.as_str().map(expand))
                    .collect::<Option<Vec<_>>>()
                    .filter(|parts| !parts.is_empty())?,
            ),
            [.., url] => Matcher::Url(url?.as_str()?.to_owned()),
        };
        Some((matcher, document.place(node.start)))
    })
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

fn matches(matcher: &Matcher, name: &str, launch: &Launch) -> bool {
    match (matcher, launch) {
        (Matcher::Name(wanted), _) => wanted == name,
        (Matcher::Command(parts), Launch::Stdio(stdio)) => {
            parts.first() == Some(&stdio.command) && parts[1..] == stdio.args[..]
        }
        (Matcher::Url(pattern), Launch::Remote(remote)) => url_matches(pattern, &remote.url),
        _ => false,
    }
}

/// Whether a `serverUrl` means this address.
pub fn url_matches(pattern: &str, url: &str) -> bool {
    glob(&lower_host(pattern), &lower_host(url))
}

/// Scheme and host in lower case: they do not depend on it.
fn lower_host(url: &str) -> String {
    let end = url
        .find("://")
        .map(|at| at + 3)
        .and_then(|start| url[start..].find('/').map(|at| start + at))
        .unwrap_or(url.len());
    format!("{}{}", url[..end].to_lowercase(), &url[end..])
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::clients::{Dialect, Remote, Stdio, Transport, claude_code::settings::SettingsFile};

    fn program(parts: &[&str]) -> Launch {
        Launch::Stdio(Stdio {
            command: parts[0].to_owned(),
            args: parts[1..].iter().map(ToString::to_string).collect(),
            env: Vec::new(),
            cwd: None,
        })
    }

    fn address(url: &str) -> Launch {
        Launch::Remote(Remote {
            transport: Transport::Http,
            url: url.to_owned(),
            headers: Vec::new(),
            headers_helper: None,
            oauth_client_id: None,
            oauth_callback_port: None,
            oauth_scopes: Vec::new(),
        })
    }

    #[test]
    fn lists_decide_as_in_the_client() {
        let x = || program(&["x", "y"]);
        let cases = [
            ("no lists", "{}", x(), true),
            ("denied by name", r#"{"deniedMcpServers":[{"serverName":"a"}]}"#, x(), false),
            ("no globs in names", r#"{"deniedMcpServers":[{"serverName":"*"}]}"#, x(), true),
            (
                "denied by command",
                r#"{"deniedMcpServers":[{"serverCommand":["x","y"]}]}"#,
                x(),
                false,
            ),
            (
                "only the whole command",
                r#"{"deniedMcpServers":[{"serverCommand":["x"]}]}"#,
                x(),
                true,
            ),
            ("an empty list allows nothing", r#"{"allowedMcpServers":[]}"#, x(), false),
            ("a skipped element allows nothing", r#"{"allowedMcpServers":[{}]}"#, x(), false),
            ("allowed by name", r#"{"allowedMcpServers":[{"serverName":"a"}]}"#, x(), true),
            (
                "with a command in the list, names do not count",
                r#"{"allowedMcpServers":[{"serverName":"a"},{"serverCommand":["z"]}]}"#,
                x(),
                false,
            ),
            (
                "an address in the list leaves names of programs",
                r#"{"allowedMcpServers":[{"serverName":"a"},{"serverUrl":"http://h/*"}]}"#,
                x(),
                true,
            ),
            (
                "an address with a wildcard",
                r#"{"allowedMcpServers":[{"serverUrl":"https://*.Example.com/*"}]}"#,
                address("https://MCP.example.com/a"),
                true,
            ),
            (
                "denial wins",
                r#"{"allowedMcpServers":[{"serverName":"a"}],"deniedMcpServers":[{"serverName":"a"}]}"#,
                x(),
                false,
            ),
        ];
        for (why, text, launch, want) in cases {
            let document = Document::parse(Path::new("f"), text, Dialect::Strict).expect("valid");
            let settings = Settings { files: vec![SettingsFile { level: Level::User, document }] };
            let lists = Lists::of(&settings, &ToOwned::to_owned);
            assert_eq!(lists.refusal("a", &launch).is_none(), want, "{why}");
        }
    }
}
