//! Installs what is missing, or says how to.

use std::{
    env, fs,
    process::{Command, Stdio},
};

use crate::{
    packages::{FAMILIES, Family, NEEDS, Need, Probe, Purpose},
    step::{self, Failure},
    workspace,
};

/// Oldest Node that Vite runs on, major version.
const NODE: u32 = 20;

/// Installs missing system packages for these purposes.
///
/// On Debian and its relatives through `apt-get`, with `sudo` when not root;
/// elsewhere it names the command and stops.
pub fn install(purposes: &[Purpose]) -> Result<(), Failure> {
    let missing: Vec<&Need> = NEEDS
        .iter()
        .filter(|need| purposes.contains(&need.purpose))
        .filter(|need| !need.linux_only || cfg!(target_os = "linux"))
        .filter(|need| !is_there(&need.probe))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let Some(place) = FAMILIES.iter().position(|family| is_of(family, &release)) else {
        return Err(by_hand(&missing, "Install it with your system's package manager."));
    };
    let words = command_line(&missing, place);
    if place != 0 {
        return Err(by_hand(&missing, &format!("Install it: sudo {}", words.join(" "))));
    }
    step::run("Package lists", &mut as_root(&["apt-get", "update"]))?;
    step::run("System packages", &mut as_root(&words))
}

/// Installs the UI's packages from its lock file, unless they are as the lock
/// file says.
pub fn install_ui() -> Result<(), Failure> {
    if node().is_none_or(|major| major < NODE) {
        return Err(Failure::Missing {
            missing: format!("Node {NODE} or newer, with npm,"),
            remedy: "Install it: https://nodejs.org/en/download".to_owned(),
        });
    }
    let ui = workspace::ui();
    let changed = |file: &str| fs::metadata(ui.join(file)).and_then(|found| found.modified());
    // npm leaves this file behind, written last.
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Ok(installed), Ok(locked)) if installed >= locked => Ok(()),
        (_, Err(source)) => {
            Err(Failure::File { path: ui.join("package-lock.json").display().to_string(), source })
        }
        _ => step::run("UI packages", &mut workspace::npm(&["ci", "--no-audit", "--no-fund"])),
    }
}

/// The major version of the installed Node.
fn node() -> Option<u32> {
    let output = Command::new("node").arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn is_there(probe: &Probe) -> bool {
    match probe {
        Probe::Program(names) => names.iter().any(|name| on_path(name)),
        Probe::Library(name) => Command::new("pkg-config")
            .args(["--exists", name])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success()),
        Probe::PythonModule(name) => Command::new("python3")
            .args(["-c", &format!("import {name}")])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success()),
    }
}

/// Whether a program of that name is on the search path.
pub fn on_path(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .any(|folder| folder.join(name).with_extension(env::consts::EXE_EXTENSION).is_file())
}

/// Whether `/etc/os-release` says so in `ID` or `ID_LIKE`.
fn is_of(family: &Family, release: &str) -> bool {
    release
        .lines()
        .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")))
        .flat_map(|ids| ids.trim_matches('"').split_whitespace())
        .any(|id| family.ids.contains(&id))
}

fn command_line(missing: &[&Need], family: usize) -> Vec<&'static str> {
    let packages = missing.iter().map(|need| need.packages[family]);
    FAMILIES[family].install.iter().copied().chain(packages).collect()
}

/// The command itself for root, through `sudo` for everybody else.
fn as_root(words: &[&str]) -> Command {
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let mut command = if is_root {
        Command::new(words[0])
    } else {
        let mut sudo = Command::new("sudo");
        sudo.arg(words[0]);
        sudo
    };
    command.args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn by_hand(missing: &[&Need], remedy: &str) -> Failure {
    let missing: Vec<&str> = missing.iter().map(|need| need.what).collect();
    Failure::Missing { missing: missing.join(", "), remedy: remedy.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_family_is_read_from_id_and_id_like() {
        let cases = [
            ("Debian", "ID=debian\nVERSION_ID=\"12\"", Some(0)),
            ("Mint is like Ubuntu", "ID=linuxmint\nID_LIKE=\"ubuntu debian\"", Some(0)),
            ("Fedora", "ID=fedora", Some(1)),
            ("Manjaro", "ID=manjaro\nID_LIKE=arch", Some(2)),
            ("Tumbleweed", "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"", Some(3)),
            ("a name alone says nothing", "NAME=\"debian\"", None),
            ("no file", "", None),
        ];
        for (why, release, want) in cases {
            assert_eq!(FAMILIES.iter().position(|family| is_of(family, release)), want, "{why}");
        }
    }

    #[test]
    fn one_command_installs_everything_that_is_missing() {
        let missing: Vec<&Need> = NEEDS.iter().take(2).collect();
        let want = "apt-get install --yes --no-install-recommends build-essential pkg-config";
        assert_eq!(command_line(&missing, 0).join(" "), want);
    }
}
