//! The installed version, read from files and links alone.

use std::path::{Path, PathBuf};

use semver::Version;

use crate::{
    clients::{Dialect, Document, Installed, Node},
    world::{Platform, World},
};

/// The version of the `claude` that would start from this environment.
///
/// The native installer links `~/.local/bin/claude` to
/// `~/.local/share/claude/versions/VERSION`; npm links to a file of the package
/// whose `package.json` names the version, or to that of the platform package
/// beside it.
pub fn find(world: &World) -> Installed {
    programs(world)
        .find_map(|program| version_of(world, &program))
        .map(|(version, source)| Installed { version: Some(version), source: Some(source) })
        .unwrap_or_default()
}

/// The program that would start: the first `claude` along `PATH`, else where
/// the client's own installers put it.
pub fn program(world: &World) -> Option<PathBuf> {
    programs(world).next()
}

fn programs(world: &World) -> impl Iterator<Item = PathBuf> {
    let home_bin = world.home.join(".local").join("bin");
    let local_bin = world.home.join(".claude").join("local");
    let names = program_names(world.platform);
    path_folders(world)
        .into_iter()
        .chain([home_bin, local_bin])
        .flat_map(move |folder| names.iter().map(move |name| folder.join(name)))
        .filter(|program| program.is_file())
}

fn program_names(platform: Platform) -> &'static [&'static str] {
    match platform {
        Platform::Windows => &["claude.exe", "claude.cmd", "claude"],
        _ => &["claude"],
    }
}

fn path_folders(world: &World) -> Vec<PathBuf> {
    let separator = if world.platform == Platform::Windows { ';' } else { ':' };
    world
        .var("PATH")
        .unwrap_or_default()
        .split(separator)
        .filter(|folder| !folder.is_empty())
        .map(PathBuf::from)
        .collect()
}

/// The version a program file belongs to, and the file that says so.
fn version_of(world: &World, program: &Path) -> Option<(Version, PathBuf)> {
    let target = std::fs::canonicalize(program).ok()?;
    // The native installer names the file after its version.
    if let Some(version) = target.file_name().and_then(|name| Version::parse(name.to_str()?).ok()) {
        return Some((version, target));
    }
    package_version(world, &target).or_else(|| beside_a_wrapper(world, program))
}

/// The version in the nearest `package.json` of the client above a file.
fn package_version(world: &World, file: &Path) -> Option<(Version, PathBuf)> {
    let mut folders = file.ancestors().skip(1).take(4);
    folders.find_map(|folder| read_package(world, &folder.join("package.json")))
}

/// npm on Windows writes a small script beside its `node_modules`.
fn beside_a_wrapper(world: &World, program: &Path) -> Option<(Version, PathBuf)> {
    let folder = program.parent()?;
    [folder.join("node_modules"), folder.parent()?.join("node_modules")]
        .into_iter()
        .map(|modules| modules.join("@anthropic-ai").join("claude-code").join("package.json"))
        .find_map(|package| read_package(world, &package))
}

fn read_package(world: &World, path: &Path) -> Option<(Version, PathBuf)> {
    let document = Document::read(world, path, Dialect::Strict).ok()??;
    let text = |key: &str| document.root.as_ref()?.get(key).and_then(Node::as_str);
    if !text("name")?.starts_with("@anthropic-ai/claude-code") {
        return None;
    }
    Some((Version::parse(text("version")?).ok()?, path.to_owned()))
}

#[cfg(all(test, unix))]
mod tests {
    use std::{collections::BTreeMap, sync::Arc, time::SystemTime};

    use super::*;
    use crate::world::Texts;

    fn found(build: impl Fn(&Path), path: &str) -> Option<String> {
        let home = tempfile::tempdir().expect("a folder");
        build(home.path());
        let path = path.replace("HOME", &home.path().to_string_lossy());
        let world = World {
            platform: Platform::Linux,
            home: home.path().to_owned(),
            env: BTreeMap::from([("PATH".to_owned(), path)]),
            system_root: home.path().to_owned(),
            clock: Arc::new(|| SystemTime::UNIX_EPOCH),
            texts: Texts::default(),
        };
        find(&world).version.map(|version| version.to_string())
    }

    fn write(path: &Path, text: &str) {
        std::fs::create_dir_all(path.parent().expect("below")).expect("made");
        std::fs::write(path, text).expect("written");
    }

    fn link(target: &Path, at: &Path) {
        std::fs::create_dir_all(at.parent().expect("below")).expect("made");
        std::os::unix::fs::symlink(target, at).expect("linked");
    }

    #[test]
    fn every_way_of_installing_is_found() {
        let native = |home: &Path| {
            let program = home.join(".local/share/claude/versions/2.1.300");
            write(&program, "");
            link(&program, &home.join(".local/bin/claude"));
        };
        let npm = |home: &Path| {
            let package = home.join("lib/node_modules/@anthropic-ai/claude-code");
            write(&package.join("bin/claude.exe"), "");
            write(
                &package.join("package.json"),
                r#"{"name":"@anthropic-ai/claude-code","version":"2.1.332"}"#,
            );
            link(&package.join("bin/claude.exe"), &home.join("bin/claude"));
        };
        let stranger = |home: &Path| {
            write(&home.join("bin/claude"), "");
            write(&home.join("package.json"), r#"{"name":"mine","version":"1.0.0"}"#);
        };
        assert_eq!(found(native, "/nowhere"), Some("2.1.300".into()), "native, not in PATH");
        assert_eq!(found(npm, "HOME/bin"), Some("2.1.332".into()), "npm");
        assert_eq!(found(stranger, "HOME/bin"), None, "a file that says no version");
        assert_eq!(found(|_| (), "/nowhere"), None, "not installed");
    }
}
