//! Values never filled in, and references this client does not resolve.

use std::sync::LazyLock;

use regex::Regex;

use super::{Finding, Level, Written, packages};
use crate::clients::ClientId;

static UNFILLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        <[A-Za-z][\w\ .-]*>                             # <your-token>
        | (?i:\byour(?:[_\ -][a-z]+|api|key|token|secret|password))  # YOUR_TOKEN
        | (?i:\b(?:replace|change)[_-]?(?:me|this)\b)
        | (?i:[_-]here$)
        | (?i:\b(?:insert|enter|paste|put)[_-][a-z_-]+)
        | (?i:^x{3,}$) | (?i:[-_]x{4,}\b)
        | (?i:^(?:tbd|todo|fixme|changeit|placeholder)$)
        | ^\.{3}$ | [-_]\.{3}$
        | (?:^|[\\/])path[\\/]to[\\/]",
    )
    .expect("a constant pattern")
});

/// Whether a value is a note to its reader to put one there.
pub(super) fn is_unfilled(value: &str) -> bool {
    UNFILLED.is_match(value)
}

/// How a text refers to something outside the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `${NAME}`, `${NAME:-default}`.
    Braces,
    /// `${env:NAME}`.
    Env,
    /// `${input:ID}`: VS Code asks for it.
    Input,
    /// `${workspaceFolder}`, `${userHome}` and the like.
    Editor,
    /// `${A:-${B}}`.
    Nested,
    /// `$NAME`.
    Shell,
    /// `%NAME%`.
    Windows,
    /// `{{NAME}}`.
    Template,
    /// `~/`.
    Home,
}

impl Style {
    const fn shown(self) -> &'static str {
        match self {
            Self::Braces => "${NAME}",
            Self::Env => "${env:NAME}",
            Self::Input => "${input:NAME}",
            Self::Editor => "${workspaceFolder} and its like",
            Self::Nested => "${A:-${B}}",
            Self::Shell => "$NAME",
            Self::Windows => "%NAME%",
            Self::Template => "{{NAME}}",
            Self::Home => "~",
        }
    }

    /// Whether a client resolves it. Claude Code: measured with 2.1.332.
    /// Cursor: editor and agent together; where they differ, Cursor's own
    /// reading says so. Claude Desktop: no expansion is documented.
    const fn works_in(self, client: ClientId) -> bool {
        match client {
            ClientId::ClaudeCode => matches!(self, Self::Braces),
            ClientId::Cursor => {
                matches!(self, Self::Braces | Self::Env | Self::Editor | Self::Nested)
            }
            ClientId::ClaudeDesktop => false,
        }
    }
}

static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        (?<nested>\$\{[^}]*\$\{[^}]*\}\})
        | \$\{(?<env>env:)?(?<input>input:|command:|config:)?(?<name>[^}:]*)[^}]*\}
        | (?<template>\{\{\s*\w+\s*\}\})
        | (?<windows>%[A-Za-z_][A-Za-z0-9_()]*%)
        | (?<shell>^\$[A-Za-z_][A-Za-z0-9_]*(?:$|[\\/]))
        | (?<home>^~(?:[\\/]|$))",
    )
    .expect("a constant pattern")
});

/// Names that editors give a meaning of their own.
const EDITOR_NAMES: [&str; 8] = [
    "workspaceFolder",
    "workspaceFolderBasename",
    "workspaceRoot",
    "userHome",
    "pathSeparator",
    "/",
    "cwd",
    "file",
];

fn styles(text: &str) -> impl Iterator<Item = Style> {
    REFERENCE.captures_iter(text).map(|found| {
        if found.name("nested").is_some() {
            Style::Nested
        } else if found.name("env").is_some() {
            Style::Env
        } else if found.name("input").is_some() {
            Style::Input
        } else if let Some(name) = found.name("name") {
            if EDITOR_NAMES.contains(&name.as_str()) { Style::Editor } else { Style::Braces }
        } else if found.name("template").is_some() {
            Style::Template
        } else if found.name("windows").is_some() {
            Style::Windows
        } else if found.name("shell").is_some() {
            Style::Shell
        } else {
            Style::Home
        }
    })
}

pub(super) fn check(written: &Written<'_>, findings: &mut Vec<Finding>) {
    let name = &written.entry.name;
    // A shell resolves its own references.
    let through_shell = packages::is_shell(written.command());
    for (which, node, text) in written.strings() {
        if is_unfilled(text) {
            findings.push(written.finding(
                "unfilled-placeholder",
                Level::Warning,
                node.start,
                format!("`{name}` still has a placeholder in `{which}`."),
                "Put the real value there, or a reference to an environment variable.",
            ));
            continue;
        }
        let foreign = styles(text).find(|style| {
            let by_shell = through_shell
                && which == "args"
                && matches!(
                    style,
                    Style::Shell | Style::Windows | Style::Home | Style::Braces | Style::Nested
                );
            // An address may hold percent-encoded text.
            let by_chance = which == "url" && matches!(style, Style::Windows);
            !(style.works_in(written.client) || by_shell || by_chance)
        });
        if let Some(style) = foreign {
            let (client, shown) = (written.client.title(), style.shown());
            findings.push(written.finding(
                "foreign-placeholder",
                Level::Warning,
                node.start,
                format!("`{name}` uses `{shown}` in `{which}`; {client} passes it on as it stands."),
                match written.client {
                    ClientId::ClaudeCode => "Write `${NAME}` or `${NAME:-default}`, which Claude Code expands.",
                    ClientId::Cursor => "Write `${env:NAME}`, which Cursor's editor and agent both expand.",
                    ClientId::ClaudeDesktop => "Write the value itself: Claude Desktop is not known to expand anything in this file.",
                },
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_told_from_values() {
        for text in [
            "YOUR_TOKEN_HERE",
            "<TBD>",
            "<your-api-key>",
            "Bearer <token>",
            "your-api-key",
            "/path/to/server.js",
            "C:\\path\\to\\server",
            "REPLACE_ME",
            "changeme",
            "xxxx",
            "sk-...",
            "ghp_xxxxxxxxxxxx",
            "INSERT_KEY",
        ] {
            assert!(is_unfilled(text), "{text}");
        }
        for text in [
            "${TOKEN}",
            "abc",
            "a<b",
            "-y",
            "--path=/srv/to/x",
            "@scope/package",
            "",
            "here",
            "/home/me/server.js",
            "yourself",
            "x",
            "<",
            "rm -rf /*",
        ] {
            assert!(!is_unfilled(text), "{text}");
        }
    }

    #[test]
    fn every_style_is_recognised() {
        let cases: [(&str, &[Style]); 14] = [
            ("${A}", &[Style::Braces]),
            ("${A:-http://x:1}", &[Style::Braces]),
            ("${env:A}", &[Style::Env]),
            ("${input:a-b}", &[Style::Input]),
            ("${workspaceFolder}/x", &[Style::Editor]),
            ("${CLAUDE_PLUGIN_ROOT}/x", &[Style::Braces]),
            ("${A:-${B}}", &[Style::Nested]),
            ("$HOME/x", &[Style::Shell]),
            ("$A", &[Style::Shell]),
            ("pa$$word", &[]),
            ("%APPDATA%\\x", &[Style::Windows]),
            ("100%", &[]),
            ("~/x", &[Style::Home]),
            ("{{KEY}}", &[Style::Template]),
        ];
        for (text, want) in cases {
            assert_eq!(styles(text).collect::<Vec<_>>(), want, "{text}");
        }
    }
}
