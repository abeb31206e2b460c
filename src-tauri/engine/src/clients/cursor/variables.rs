//! References in Cursor's files, which its two programs resolve differently.
//!
//! The agent (CLI, SDK) resolves `${env:NAME}`, `${NAME}` and
//! `${NAME:-default}` in every string and leaves the rest as it stands:
//! observed in its loader, 1.0.18. The editor is documented to resolve
//! `${env:NAME}` and names of its own such as `${workspaceFolder}`.

use std::{path::Path, sync::LazyLock};

use regex::{Captures, Regex};

use crate::world::{Platform, World};

static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\$\{(?:(?<env>env:)?(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<default>[^}]*))?|(?<slash>/))\}")
        .expect("a constant pattern")
});

/// Names the editor gives a meaning of their own. [documented, VS Code's list]
const EDITOR_NAMES: [&str; 5] =
    ["workspaceFolder", "workspaceFolderBasename", "userHome", "pathSeparator", "/"];

/// Whose rules to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// The agent's alone: what approvals are computed from.
    Agent,
    /// Whatever either program resolves: what the author meant.
    Either,
}

/// Which program leaves a text unresolved although the other resolves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unresolved {
    /// `${workspaceFolder}` and its like.
    ByAgent,
    /// `${NAME}` without `env:`.
    ByEditor,
}

/// What references may stand for.
pub(super) struct Variables<'w> {
    pub(super) world: &'w World,
    pub(super) project: Option<&'w Path>,
}

impl Variables<'_> {
    /// The text with its references resolved, those without a value left as
    /// they stand; their names go to `missing`.
    pub(super) fn expand(&self, text: &str, rules: Rules, missing: &mut Vec<String>) -> String {
        REFERENCE
            .replace_all(text, |found: &Captures<'_>| {
                let whole = &found[0];
                let name = name(found);
                let plain = found.name("env").is_none() && found.name("default").is_none();
                if rules == Rules::Either
                    && plain
                    && let Some(value) = self.editor(name)
                {
                    return value;
                }
                // `${env:NAME:-x}` is no form of either program.
                if found.name("env").is_some() && found.name("default").is_some() {
                    return whole.to_owned();
                }
                match (self.world.var(name), found.name("default")) {
                    (Some(value), _) => value.to_owned(),
                    (None, Some(default)) => default.as_str().to_owned(),
                    (None, None) => {
                        if !missing.iter().any(|known| known == name) {
                            missing.push(name.to_owned());
                        }
                        whole.to_owned()
                    }
                }
            })
            .into_owned()
    }

    fn editor(&self, name: &str) -> Option<String> {
        let separator = if self.world.platform == Platform::Windows { "\\" } else { "/" };
        match name {
            "userHome" => Some(self.world.home.to_string_lossy().into_owned()),
            "pathSeparator" | "/" => Some(separator.to_owned()),
            "workspaceFolder" => Some(self.project?.to_string_lossy().into_owned()),
            "workspaceFolderBasename" => {
                Some(self.project?.file_name()?.to_string_lossy().into_owned())
            }
            _ => None,
        }
    }
}

/// Which of Cursor's programs would leave a reference in this text unresolved.
pub(super) fn unresolved(text: &str) -> Option<Unresolved> {
    REFERENCE.captures_iter(text).find_map(|found| {
        if found.name("env").is_some() {
            None
        } else if EDITOR_NAMES.contains(&name(&found)) {
            Some(Unresolved::ByAgent)
        } else {
            Some(Unresolved::ByEditor)
        }
    })
}

fn name<'t>(found: &Captures<'t>) -> &'t str {
    found.name("name").or_else(|| found.name("slash")).map_or("", |name| name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::cursor::paths::world;

    #[test]
    fn references_resolve_as_each_program_resolves_them() {
        let world = world(Platform::Linux, "/home/me", &[("A", "1"), ("EMPTY", "")]);
        let variables = Variables { world: &world, project: Some(Path::new("/w/app")) };
        let cases: [(&str, &str, &str, &[&str]); 14] = [
            ("${env:A}", "1", "1", &[]),
            ("${A}x${A}", "1x1", "1x1", &[]),
            ("${B:-http://h:1}", "http://h:1", "http://h:1", &[]),
            ("${A:-d}", "1", "1", &[]),
            ("${EMPTY}", "", "", &[]),
            ("${B}", "${B}", "${B}", &["B"]),
            ("${env:B}", "${env:B}", "${env:B}", &["B"]),
            ("${userHome}/x", "${userHome}/x", "/home/me/x", &["userHome"]),
            ("${workspaceFolder}", "${workspaceFolder}", "/w/app", &["workspaceFolder"]),
            (
                "${workspaceFolderBasename}",
                "${workspaceFolderBasename}",
                "app",
                &["workspaceFolderBasename"],
            ),
            ("a${/}b", "a${/}b", "a/b", &["/"]),
            ("${input:x}", "${input:x}", "${input:x}", &[]),
            ("$A %A% ${", "$A %A% ${", "$A %A% ${", &[]),
            ("${env:B:-x}", "${env:B:-x}", "${env:B:-x}", &[]),
        ];
        for (text, agent, either, agent_misses) in cases {
            let mut missing = Vec::new();
            assert_eq!(variables.expand(text, Rules::Agent, &mut missing), agent, "{text}");
            assert_eq!(missing, agent_misses, "{text}");
            assert_eq!(variables.expand(text, Rules::Either, &mut Vec::new()), either, "{text}");
        }
    }

    #[test]
    fn the_two_programs_differ_on_these() {
        for (text, want) in [
            ("${env:A}", None),
            ("plain", None),
            ("${A}", Some(Unresolved::ByEditor)),
            ("${A:-x}", Some(Unresolved::ByEditor)),
            ("${workspaceFolder}/x", Some(Unresolved::ByAgent)),
            ("${userHome}", Some(Unresolved::ByAgent)),
        ] {
            assert_eq!(unresolved(text), want, "{text}");
        }
    }
}
