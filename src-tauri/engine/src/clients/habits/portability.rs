//! What only works on one machine or one system, in a file for everyone.

use std::sync::LazyLock;

use regex::Regex;

use super::{Entry, Finding, Level, Written};
use crate::clients::{Launch, Scope};

/// Someone's own folders, and places only some machines have.
static OWN_PATH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)^(?:[\w-]+=|file://)?(?:
            /(?:Users|home|root|Volumes|opt|mnt|srv|private|Applications|data|tmp|var|workspaces?|usr/local)/
            | /(?:[^/]+/)+[^/]+\.(?:[cm]?[jt]s|py|sh|jar|rb)$
            | [A-Za-z]:[\\/]
            | \\\\[^\\]
            | ~[\\/]
        )",
    )
    .expect("a constant pattern")
});

/// Folders of one version manager: the path changes with the next version.
static VERSION_MANAGER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"[\\/](\.nvm|nvm|\.fnm|fnm_multishells|\.volta|\.asdf|\.pyenv|mise|\.nodenv|\.rbenv|\.sdkman)[\\/]",
    )
    .expect("a constant pattern")
});

/// Programs only one system has.
const ONE_SYSTEM: [&str; 9] =
    ["cmd", "powershell", "pwsh", "wsl", "osascript", "open", "systemd-run", "cscript", "wscript"];

pub(super) fn check(written: &Written<'_>, findings: &mut Vec<Finding>) {
    if !written.shared {
        return;
    }
    let name = &written.entry.name;
    let command = written.text("command");
    let located: Vec<(String, usize, &str)> = command
        .map(|(node, text)| ("command".to_owned(), node.start, text))
        .into_iter()
        .chain(written.text("cwd").map(|(node, text)| ("cwd".to_owned(), node.start, text)))
        .chain(
            written
                .args()
                .into_iter()
                .enumerate()
                .map(|(at, (node, text))| (format!("argument {}", at + 1), node.start, text)),
        )
        // A list of folders in which each machine finds its own is none of one machine.
        .chain(
            written
                .pairs("env")
                .into_iter()
                .filter(|(member, _)| member.key != "PATH")
                .map(|(member, text)| (format!("env.{}", member.key), member.node.start, text)),
        )
        .collect();
    // Behind `docker run` a path may be one inside the container.
    let paths_are_ours = base_name(written.command()) != "docker";
    if let Some((which, at, _)) = located.iter().find(|(which, _, text)| {
        (paths_are_ours || which == "command")
            && OWN_PATH.is_match(text)
            && !super::placeholders::is_unfilled(text)
    }) {
        findings.push(written.finding(
            "absolute-path",
            Level::Warning,
            *at,
            format!("`{name}` has a path of one machine in `{which}`, in a file shared with the project."),
            "Use a path relative to the project, a variable, or a program name found through PATH.",
        ));
    }
    if let Some((node, text)) = command {
        let base = base_name(text);
        let extension = text.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        let windows_file =
            extension.as_deref().is_some_and(|e| matches!(e, "exe" | "cmd" | "bat" | "ps1"));
        if windows_file || ONE_SYSTEM.contains(&base.as_str()) {
            findings.push(written.finding(
                "one-system-launcher",
                Level::Warning,
                node.start,
                format!("`{name}` starts through a program that only one system has, in a file shared with the project."),
                "Start the program itself; where Windows needs `cmd /c`, keep that entry in the user's own file.",
            ));
        }
    }
}

/// Paths into the folder of a version manager: each once, however many servers
/// use it, at one of the user's own entries if there is one.
pub(super) fn version_managers(entries: &[Entry], findings: &mut Vec<Finding>) {
    let own = |entry: &&Entry| entry.scope != Scope::Project;
    let (own, shared): (Vec<_>, Vec<_>) = entries.iter().partition(own);
    let mut seen: Vec<&str> = Vec::new();
    for entry in own.into_iter().chain(shared) {
        let Some(Launch::Stdio(stdio)) = &entry.launch else { continue };
        let texts = std::iter::once(&stdio.command).chain(&stdio.args);
        for text in texts {
            let Some(found) = VERSION_MANAGER.captures(text) else { continue };
            if seen.contains(&text.as_str()) {
                continue;
            }
            seen.push(text);
            findings.push(Finding {
                code: "version-manager-path",
                level: Level::Hint,
                message: format!(
                    "`{}` has a path into the folder of a version manager (`{}`): it ends with the next version, for every server that uses it.",
                    entry.name, &found[1]
                ),
                hint: Some(
                    "Use the plain program name, or the manager's own launcher.".to_owned(),
                ),
                place: Some(entry.place.clone()),
                server: Some(entry.name.clone()),
            });
        }
    }
}

/// The program without its folder, its `.exe` and its case.
pub(super) fn base_name(command: &str) -> String {
    let base = command.trim().rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    for ending in [".exe", ".cmd", ".bat"] {
        if let Some(stem) = base.strip_suffix(ending) {
            return stem.to_owned();
        }
    }
    base
}
