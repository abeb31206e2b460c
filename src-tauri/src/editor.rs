//! Which editor to open a file in, and how it is told the line.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use plimsoll_engine::world::{Platform, World};

/// How an editor takes a line.
#[derive(Clone, Copy)]
enum Jump {
    /// `--goto file:line`
    Goto,
    /// `file:line`
    Colon,
    /// `--line line file`
    Line,
}

/// Editors with a window of their own, most often installed first. A terminal
/// editor in `$EDITOR` is skipped: there is no terminal here.
const EDITORS: &[(&str, Jump)] = &[
    ("code", Jump::Goto),
    ("cursor", Jump::Goto),
    ("codium", Jump::Goto),
    ("code-insiders", Jump::Goto),
    ("windsurf", Jump::Goto),
    ("zed", Jump::Colon),
    ("zeditor", Jump::Colon),
    ("subl", Jump::Colon),
    ("idea", Jump::Line),
    ("webstorm", Jump::Line),
    ("kate", Jump::Line),
];

/// The command that opens `file` at `line` (from 1); `None` when no editor that
/// can jump to a line is installed.
///
/// `$VISUAL` and `$EDITOR` decide when they name such an editor.
pub fn command(world: &World, file: &str, line: Option<u32>) -> Option<Command> {
    let (program, jump) = choose(world, &|name| find(world, name))?;
    let mut command = Command::new(program);
    command
        .args(arguments(jump, file, line.unwrap_or(1)))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Some(command)
}

/// The wanted editor, else the first installed one.
fn choose(world: &World, find: &dyn Fn(&str) -> Option<PathBuf>) -> Option<(PathBuf, Jump)> {
    let wanted = ["VISUAL", "EDITOR"].into_iter().filter_map(|variable| {
        let program = world.var(variable)?.split_whitespace().next()?;
        let name = Path::new(program).file_stem()?.to_str()?;
        EDITORS.iter().find(|(known, _)| *known == name)
    });
    wanted.chain(EDITORS).find_map(|(name, jump)| Some((find(name)?, *jump)))
}

fn arguments(jump: Jump, file: &str, line: u32) -> Vec<String> {
    match jump {
        Jump::Goto => vec!["--goto".to_owned(), format!("{file}:{line}")],
        Jump::Colon => vec![format!("{file}:{line}")],
        Jump::Line => vec!["--line".to_owned(), line.to_string(), file.to_owned()],
    }
}

/// The first program of that name on the search path.
fn find(world: &World, name: &str) -> Option<PathBuf> {
    // On Windows these editors put a command script on the path.
    let endings: &[&str] =
        if world.platform == Platform::Windows { &["exe", "cmd"] } else { &[""] };
    env::split_paths(world.var("PATH")?)
        .flat_map(|folder| endings.iter().map(move |end| folder.join(name).with_extension(end)))
        .find(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wanted_editor_comes_before_the_first_installed_one() {
        let cases = [
            ("nothing wanted: the first installed", None, &["zed", "code"][..], Some("code")),
            ("wanted and installed", Some("zed"), &["zed", "code"], Some("zed")),
            ("wanted by path, with a flag", Some("/opt/zed --wait"), &["zed", "code"], Some("zed")),
            ("wanted but not installed", Some("subl"), &["code"], Some("code")),
            ("a terminal editor has no terminal here", Some("vim"), &["vim", "code"], Some("code")),
            ("no editor at all", Some("vim"), &["vim"], None),
        ];
        for (why, wanted, installed, want) in cases {
            let mut world = World::here();
            world.env.clear();
            world.env.extend(wanted.map(|editor| ("VISUAL".to_owned(), editor.to_owned())));
            let find = |name: &str| installed.contains(&name).then(|| PathBuf::from(name));
            let chosen = choose(&world, &find).map(|(program, _)| program);
            assert_eq!(chosen, want.map(PathBuf::from), "{why}");
        }
    }

    #[test]
    fn each_editor_is_told_the_line_its_own_way() {
        let cases = [
            (Jump::Goto, vec!["--goto", "a b.json:7"]),
            (Jump::Colon, vec!["a b.json:7"]),
            (Jump::Line, vec!["--line", "7", "a b.json"]),
        ];
        for (jump, want) in cases {
            assert_eq!(arguments(jump, "a b.json", 7), want);
        }
    }
}
