//! Which clients run now, from the system's list of processes.

use std::path::PathBuf;

use crate::{clients::ClientId, world::Platform};

/// One process, as the system lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    /// The file it was started from, when the system tells.
    pub program: Option<PathBuf>,
    /// Its command line.
    pub command: Vec<String>,
}

/// The clients that run on this machine.
pub fn running_clients(platform: Platform) -> Vec<ClientId> {
    use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};
    // Without a list nothing is known to run, and nothing is refused for it.
    let Ok(mut system) = System::new() else { return Vec::new() };
    let what =
        ProcessRefreshKind::nothing().with_exe(UpdateKind::Always).with_cmd(UpdateKind::Always);
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
    let processes = system.processes().values().map(|process| Process {
        program: process.exe().map(ToOwned::to_owned),
        command: process.cmd().iter().map(|part| part.to_string_lossy().into_owned()).collect(),
    });
    clients_among(platform, processes)
}

/// The clients among some processes, each once.
pub fn clients_among(
    platform: Platform,
    processes: impl IntoIterator<Item = Process>,
) -> Vec<ClientId> {
    let mut found: Vec<_> =
        processes.into_iter().filter_map(|process| client_of(platform, &process)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whose process this is. Claude Code and Claude Desktop share a name, so the
/// place they were started from decides.
fn client_of(platform: Platform, process: &Process) -> Option<ClientId> {
    let program = process.program.as_deref().map(|path| path.to_string_lossy().replace('\\', "/"));
    let first = process.command.first().map(|part| part.replace('\\', "/"));
    let path = program.as_deref().filter(|path| !path.is_empty()).or(first.as_deref())?;
    let path = if platform == Platform::Windows { path.to_lowercase() } else { path.to_owned() };
    let file = |path: &str| {
        let file = path.rsplit('/').next().unwrap_or(path);
        file.strip_suffix(".exe").unwrap_or(file).to_owned()
    };
    let called = first.as_deref().map(file).unwrap_or_default();
    let named = |name: &str| file(&path) == name || called == name;

    let desktop = match platform {
        Platform::MacOs => path.contains("/Claude.app/Contents/MacOS/"),
        Platform::Windows => {
            path.contains("/anthropicclaude/") || path.contains("/windowsapps/claude_")
        }
        Platform::Linux => {
            named("claude-desktop")
                || path.contains("/claude-desktop/")
                || named("electron")
                    && process.command.iter().any(|part| part.contains("claude-desktop"))
        }
    };
    if desktop {
        return Some(ClientId::ClaudeDesktop);
    }
    let cursor = match platform {
        Platform::MacOs => path.contains("/Cursor.app/Contents/MacOS/"),
        Platform::Windows | Platform::Linux => named("cursor"),
    };
    if cursor {
        return Some(ClientId::Cursor);
    }
    let by_interpreter = (named("node") || named("bun"))
        && process.command.get(1).is_some_and(|script| {
            script.replace('\\', "/").contains("@anthropic-ai/claude-code")
                || file(script) == "claude"
        });
    (named("claude") || path.contains("/claude/versions/") || by_interpreter)
        .then_some(ClientId::ClaudeCode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ClientId::{ClaudeCode, ClaudeDesktop, Cursor};
    use Platform::{Linux, MacOs, Windows};

    #[test]
    fn a_client_is_known_by_where_it_was_started_from() {
        let cases: [(_, _, &str, &[&str], _); 14] = [
            (
                "the app on a Mac",
                MacOs,
                "/Applications/Claude.app/Contents/MacOS/Claude",
                &[],
                Some(ClaudeDesktop),
            ),
            ("its terminal twin there", MacOs, "/Users/u/.local/bin/claude", &[], Some(ClaudeCode)),
            (
                "the classic installer",
                Windows,
                r"C:\Users\u\AppData\Local\AnthropicClaude\app-1.2\claude.exe",
                &[],
                Some(ClaudeDesktop),
            ),
            (
                "the package",
                Windows,
                r"C:\Program Files\WindowsApps\Claude_1.2_x64__pz\app\Claude.exe",
                &[],
                Some(ClaudeDesktop),
            ),
            (
                "its terminal twin there",
                Windows,
                r"C:\Users\u\.local\bin\claude.exe",
                &[],
                Some(ClaudeCode),
            ),
            (
                "the Linux app",
                Linux,
                "/usr/lib/claude-desktop/claude-desktop",
                &[],
                Some(ClaudeDesktop),
            ),
            (
                "a community build",
                Linux,
                "/usr/lib/electron/electron",
                &["electron", "/usr/lib/claude-desktop/app.asar"],
                Some(ClaudeDesktop),
            ),
            (
                "another app on Electron",
                Linux,
                "/usr/lib/electron/electron",
                &["electron", "/usr/lib/x/app.asar"],
                None,
            ),
            (
                "the native client, by version",
                Linux,
                "/home/u/.local/share/claude/versions/2.1.332",
                &["claude"],
                Some(ClaudeCode),
            ),
            (
                "the client in Node",
                Linux,
                "/usr/bin/node",
                &["node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"],
                Some(ClaudeCode),
            ),
            (
                "Node with something else",
                Linux,
                "/usr/bin/node",
                &["node", "server.js", "--for=claude"],
                None,
            ),
            ("Cursor", Linux, "/usr/share/cursor/cursor", &[], Some(Cursor)),
            (
                "Cursor on a Mac",
                MacOs,
                "/Applications/Cursor.app/Contents/MacOS/Cursor",
                &[],
                Some(Cursor),
            ),
            ("an editor with a file of that name", Linux, "/usr/bin/vim", &["vim", "claude"], None),
        ];
        for (why, platform, program, command, want) in cases {
            let process = Process {
                program: Some(program.into()),
                command: command.iter().map(ToString::to_string).collect(),
            };
            assert_eq!(client_of(platform, &process), want, "{why}");
        }
        assert_eq!(clients_among(Linux, [Process::default()]), [], "a process that tells nothing");
    }
}
