//! Packages fetched at every start, seen through the shells around them.

use super::{Finding, Level, Written, portability::base_name};

/// What fetches and runs a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// `npx`, `npm exec`.
    Npx,
    /// `bunx`, `pnpm dlx`, `yarn dlx`.
    OtherNode,
    /// `uvx`, `uv tool run`, `pipx run`.
    Python,
}

/// A package that a command fetches and runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// What runs it.
    pub runner: Runner,
    /// Its name in the registry.
    pub name: String,
    /// The version or tag asked for.
    pub version: Option<String>,
    /// Whether the runner was told to answer its own question with yes.
    pub yes: bool,
}

impl Package {
    /// Whether every start runs the same version.
    pub fn is_pinned(&self) -> bool {
        let Some(version) = &self.version else { return false };
        match self.runner {
            Runner::Npx | Runner::OtherNode => semver::Version::parse(version).is_ok(),
            Runner::Python => {
                version.starts_with(|c: char| c.is_ascii_digit()) && !version.contains(['*', ','])
            }
        }
    }
}

const SHELLS: [&str; 6] = ["sh", "bash", "zsh", "dash", "fish", "ksh"];

/// Whether a command hands its arguments to a shell.
pub(super) fn is_shell(command: &str) -> bool {
    let base = base_name(command);
    SHELLS.contains(&base.as_str())
        || matches!(base.as_str(), "cmd" | "powershell" | "pwsh" | "wsl")
}

/// The registry package that `command` with `args` fetches and runs; `None`
/// when it runs something else, or a package from a folder, address or
/// repository.
pub fn package(command: &str, args: &[String]) -> Option<Package> {
    let mut words: Vec<String> =
        std::iter::once(command).map(ToOwned::to_owned).chain(args.iter().cloned()).collect();
    // Shells within shells end somewhere; nobody nests eight.
    for _ in 0..8 {
        match unwrap_once(&words) {
            Some(inner) => words = inner,
            None => break,
        }
    }
    let (program, rest) = words.split_first()?;
    let second = rest.first().map(String::as_str);
    match (base_name(program).as_str(), second) {
        ("npx", _) => node(Runner::Npx, rest),
        ("npm", Some("exec" | "x")) => node(Runner::Npx, &rest[1..]),
        ("bunx" | "pnpx", _) => node(Runner::OtherNode, rest),
        ("pnpm" | "yarn", Some("dlx")) | ("bun", Some("x")) => node(Runner::OtherNode, &rest[1..]),
        ("uvx", _) => python(rest),
        ("uv", Some("tool")) if rest.get(1).is_some_and(|word| word == "run") => python(&rest[2..]),
        ("pipx", Some("run")) => python(&rest[1..]),
        _ => None,
    }
}

/// The words behind one launcher: `cmd /c`, `bash -lc`, `wsl.exe`, `env`, `docker run`.
fn unwrap_once(words: &[String]) -> Option<Vec<String>> {
    let (program, rest) = words.split_first()?;
    let base = base_name(program);
    match base.as_str() {
        "cmd" => {
            let at =
                rest.iter().position(|word| matches!(word.as_str(), "/c" | "/C" | "/k" | "/K"))?;
            resplit(&rest[at + 1..])
        }
        "powershell" | "pwsh" => {
            let at = rest.iter().position(|word| {
                word.eq_ignore_ascii_case("-command") || word.eq_ignore_ascii_case("-c")
            })?;
            resplit(&rest[at + 1..])
        }
        "env" | "exec" | "nohup" | "sudo" => {
            let at = rest.iter().position(|word| !word.starts_with('-') && !is_assignment(word))?;
            Some(rest[at..].to_vec())
        }
        "wsl" | "docker" | "podman" => {
            let at = rest.iter().position(|word| {
                let base = base_name(word);
                SHELLS.contains(&base.as_str())
                    || matches!(base.as_str(), "npx" | "uvx" | "npm" | "uv")
            })?;
            Some(rest[at..].to_vec())
        }
        shell if SHELLS.contains(&shell) => {
            let at = rest.iter().position(|word| {
                word.starts_with('-') && !word.starts_with("--") && word.ends_with('c')
            })?;
            resplit(rest.get(at + 1..at + 2)?)
        }
        _ => None,
    }
}

/// A command line as words: one long word is split, leading assignments and
/// `cd … &&` are left out.
fn resplit(words: &[String]) -> Option<Vec<String>> {
    let split = match words {
        [line] => shell_words::split(line).ok()?,
        _ => words.to_vec(),
    };
    let after = split
        .iter()
        .rposition(|word| matches!(word.as_str(), "&&" | ";") || word.ends_with(';'))
        .map_or(0, |at| at + 1);
    let rest = &split[after..];
    let at = rest.iter().position(|word| !is_assignment(word))?;
    Some(rest[at..].to_vec())
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

fn node(runner: Runner, args: &[String]) -> Option<Package> {
    let mut yes = runner != Runner::Npx;
    let mut named: Option<&str> = None;
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-y" | "--yes" => yes = true,
            "-p" | "--package" => named = named.or(words.next()),
            "--registry" | "--prefix" | "-w" | "--workspace" | "--cache" | "--userconfig" => {
                words.next();
            }
            "--" => {}
            _ if word.starts_with("--package=") => {
                named = named.or(word.strip_prefix("--package="));
            }
            _ if word.starts_with('-') => {}
            _ => {
                named = named.or(Some(word));
                break;
            }
        }
    }
    let spec = named?;
    if is_elsewhere(spec) {
        return None;
    }
    // The first character may be the `@` of a scope.
    let at = spec.char_indices().skip(1).filter(|(_, c)| *c == '@').map(|(at, _)| at).last();
    let (name, version) = match at {
        Some(at) => (&spec[..at], Some(spec[at + 1..].to_owned())),
        None => (spec, None),
    };
    // `owner/repository` without a scope is a repository on GitHub.
    if name.contains('/') && !name.starts_with('@') {
        return None;
    }
    Some(Package { runner, name: name.to_owned(), version, yes })
}

fn python(args: &[String]) -> Option<Package> {
    let mut named: Option<&str> = None;
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "--from" | "--spec" => named = named.or(words.next()),
            "--with"
            | "--python"
            | "-p"
            | "--index-url"
            | "--extra-index-url"
            | "--index"
            | "--default-index"
            | "--directory"
            | "--refresh-package"
            | "--env-file"
            | "--cache-dir"
            | "--with-editable"
            | "--with-requirements"
            | "-i" => {
                words.next();
            }
            "--" => {}
            _ if word.starts_with("--from=") => named = named.or(word.strip_prefix("--from=")),
            _ if word.starts_with('-') => {}
            _ => {
                named = named.or(Some(word));
                break;
            }
        }
    }
    let spec = named?;
    if is_elsewhere(spec) || spec.contains(" @ ") {
        return None;
    }
    let (name, version) = match spec.split_once("==").or_else(|| spec.split_once('@')) {
        Some((name, version)) => (name, Some(version.trim().to_owned())),
        None => (spec.split(['<', '>', '~', '!', '=']).next().unwrap_or(spec), None),
    };
    let name = name.split('[').next().unwrap_or(name).trim();
    Some(Package { runner: Runner::Python, name: name.to_owned(), version, yes: true })
}

/// A folder, an archive, an address or a reference: no registry decides.
fn is_elsewhere(spec: &str) -> bool {
    spec.is_empty()
        || spec.starts_with(['.', '/', '~', '$', '%', '<'])
        || spec.contains("://")
        || spec.contains('\\')
        || ["git+", "github:", "file:", "gitlab:"].iter().any(|start| spec.starts_with(start))
        || [".tgz", ".whl", ".tar.gz"].iter().any(|end| spec.ends_with(end))
}

/// Programs that run what they fetch.
const FETCHERS: [&str; 10] =
    ["npx", "npm", "bunx", "bun", "pnpx", "pnpm", "yarn", "uvx", "uv", "pipx"];

/// A repository to run from without a commit or a version.
fn unpinned_repository(written: &Written<'_>, findings: &mut Vec<Finding>) {
    if !FETCHERS.contains(&base_name(written.command()).as_str()) {
        return;
    }
    let args = written.args();
    let Some((node, spec)) = args.iter().find(|(_, arg)| {
        let spec = arg.split_once('=').map_or(*arg, |(_, value)| value);
        ["git+", "github:", "gitlab:", "bitbucket:", "git://"]
            .iter()
            .any(|start| spec.starts_with(start))
    }) else {
        return;
    };
    if is_pinned_reference(spec) {
        return;
    }
    findings.push(written.finding(
        "unpinned-package",
        Level::Hint,
        node.start,
        format!(
            "`{}` runs whatever the repository holds at each start: its tools can change from one to the next.",
            written.entry.name
        ),
        "Name a commit or a version: `github:owner/name#COMMIT`, `git+https://…@v1.2.3`.",
    ));
}

/// Whether a repository is named with a commit or a version.
fn is_pinned_reference(spec: &str) -> bool {
    let last = spec.rsplit('/').next().unwrap_or(spec);
    let Some((_, reference)) = last.split_once('#').or_else(|| last.rsplit_once('@')) else {
        return false;
    };
    let commit = reference.len() >= 7 && reference.bytes().all(|byte| byte.is_ascii_hexdigit());
    let version = reference.strip_prefix('v').unwrap_or(reference);
    commit || version.contains('.') && version.starts_with(|c: char| c.is_ascii_digit())
}

pub(super) fn check(written: &Written<'_>, findings: &mut Vec<Finding>) {
    let Some((command, program)) = written.text("command") else { return };
    let args: Vec<String> = written.args().into_iter().map(|(_, arg)| arg.to_owned()).collect();
    let Some(package) = package(program, &args) else {
        return unpinned_repository(written, findings);
    };
    let name = &written.entry.name;
    let at = written
        .args()
        .into_iter()
        .find(|(_, arg)| arg.contains(&package.name))
        .map_or(command.start, |(node, _)| node.start);
    if !package.is_pinned() {
        findings.push(written.finding(
            "unpinned-package",
            Level::Hint,
            at,
            format!(
                "`{name}` runs whatever version of `{}` is newest: its tools can change from one start to the next, and with the version of {}.",
                package.name,
                if package.runner == Runner::Python { "Python" } else { "Node" },
            ),
            "Name an exact version, as in `package@1.2.3`.",
        ));
    }
    if !package.yes {
        findings.push(written.finding(
            "npx-may-ask",
            Level::Hint,
            at,
            format!("`{name}` runs `npx` without `-y`, so that it may ask before it installs the package, and nobody can answer."),
            "Add `-y` as the first argument.",
        ));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fuzz;

    #[test]
    fn a_repository_is_pinned_by_a_commit_or_a_version() {
        for (spec, want) in [
            ("github:a/b", false),
            ("github:a/b#main", false),
            ("github:a/b#0123abc", true),
            ("git+https://h/a/b", false),
            ("git+ssh://git@h/a/b", false),
            ("git+https://h/a/b@v1.2.3", true),
            ("git+https://h/a/b.git@main", false),
        ] {
            assert_eq!(is_pinned_reference(spec), want, "{spec}");
        }
    }

    #[test]
    fn a_package_is_seen_through_its_launchers() {
        type Want = Option<(&'static str, Option<&'static str>, bool, bool)>;
        let cases: [(&str, &str, &[&str], Want); 30] = [
            ("plain", "npx", &["-y", "pkg"], Some(("pkg", None, true, false))),
            ("no -y", "npx", &["pkg@1.2.3"], Some(("pkg", Some("1.2.3"), false, true))),
            ("a scope", "npx", &["-y", "@a/b@1.2.3"], Some(("@a/b", Some("1.2.3"), true, true))),
            ("a scope alone", "npx", &["-y", "@a/b"], Some(("@a/b", None, true, false))),
            ("a tag", "npx", &["-y", "@a/b@latest"], Some(("@a/b", Some("latest"), true, false))),
            ("a range", "npx", &["-y", "a@1"], Some(("a", Some("1"), true, false))),
            (
                "named apart",
                "npx",
                &["-y", "-p", "a@1.0.0", "bin"],
                Some(("a", Some("1.0.0"), true, true)),
            ),
            (
                "named with =",
                "npx",
                &["--yes", "--package=a", "bin"],
                Some(("a", None, true, false)),
            ),
            (
                "a registry",
                "npx",
                &["--registry", "https://r", "a"],
                Some(("a", None, false, false)),
            ),
            ("a full path", "C:\\node\\npx.cmd", &["-y", "a"], Some(("a", None, true, false))),
            ("cmd", "cmd", &["/c", "npx", "-y", "a"], Some(("a", None, true, false))),
            (
                "cmd, one word",
                "cmd.exe",
                &["/C", "npx -y a@1.0.0"],
                Some(("a", Some("1.0.0"), true, true)),
            ),
            ("bash", "bash", &["-l", "-c", "exec npx -y a"], Some(("a", None, true, false))),
            (
                "bash -lc",
                "/bin/bash",
                &["-lc", "cd x && K=1 npx a"],
                Some(("a", None, false, false)),
            ),
            (
                "wsl",
                "wsl.exe",
                &["-d", "Ubuntu", "bash", "-c", "npx -y a"],
                Some(("a", None, true, false)),
            ),
            (
                "docker",
                "docker",
                &["run", "-i", "node:22", "npx", "-y", "a"],
                Some(("a", None, true, false)),
            ),
            ("an image", "docker", &["run", "-i", "mcp/x"], None),
            ("env", "env", &["A=1", "npx", "-y", "a"], Some(("a", None, true, false))),
            ("npm exec", "npm", &["exec", "-y", "a"], Some(("a", None, true, false))),
            ("bunx", "bunx", &["a"], Some(("a", None, true, false))),
            ("uvx", "uvx", &["a"], Some(("a", None, true, false))),
            ("uvx pinned", "uvx", &["a==1.2"], Some(("a", Some("1.2"), true, true))),
            ("uvx at", "uvx", &["a@1.2.3"], Some(("a", Some("1.2.3"), true, true))),
            (
                "uvx from",
                "uvx",
                &["--from", "a[x]==2.0", "bin"],
                Some(("a", Some("2.0"), true, true)),
            ),
            ("uvx at least", "uvx", &["a>=1"], Some(("a", None, true, false))),
            ("uvx git", "uvx", &["--from", "git+https://h/a", "a"], None),
            ("uv tool run", "uv", &["tool", "run", "a"], Some(("a", None, true, false))),
            ("a file", "node", &["server.js"], None),
            ("a folder", "npx", &["-y", "./server"], None),
            ("a repository", "npx", &["-y", "owner/repository"], None),
        ];
        for (why, command, args, want) in cases {
            let args: Vec<String> = args.iter().map(ToString::to_string).collect();
            let found = package(command, &args);
            let found = found.as_ref().map(|found| {
                (found.name.as_str(), found.version.as_deref(), found.yes, found.is_pinned())
            });
            assert_eq!(found, want, "{why}");
        }
    }

    proptest! {
        #![proptest_config(fuzz::cases(256))]

        #[test]
        fn no_command_panics(command in word(), args in prop::collection::vec(word(), 0..8)) {
            let _watch = fuzz::Watch::over(format!("{command:?} {args:?}"));
            if let Some(package) = package(&command, &args) {
                let _ = package.is_pinned();
            }
        }
    }

    /// A word that a launcher may know, several of them in one, or any text.
    fn word() -> impl Strategy<Value = String> {
        let known = prop::sample::select(vec![
            "npx",
            "npm",
            "exec",
            "bunx",
            "pnpm",
            "dlx",
            "uvx",
            "uv",
            "tool",
            "run",
            "pipx",
            "cmd",
            "/c",
            "bash",
            "-lc",
            "-c",
            "wsl.exe",
            "docker",
            "env",
            "sudo",
            "A=1",
            "-y",
            "-p",
            "--package=",
            "--from",
            "--from=",
            "--",
            "@",
            "@a/b@1.2.3",
            "a==",
            "a[",
            "&&",
            ";",
            "'",
            "\"",
            "\\",
            "é",
            "",
        ]);
        prop_oneof![
            3 => known.clone().prop_map(ToOwned::to_owned),
            2 => prop::collection::vec(known, 0..6).prop_map(|words| words.join(" ")),
            1 => any::<String>(),
        ]
    }
}
