//! Where a file of the real machine stands in the throw-away one.

use std::path::{Component, Path, PathBuf};

/// A folder that stands for the root of the machine.
///
/// Paths keep their places below it, so that everything that depends on where a
/// folder is in another (a project in the home, a file in a parent) stays so.
#[derive(Clone, Debug)]
pub struct Mirror {
    root: PathBuf,
}

impl Mirror {
    /// A mirror in this folder.
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// The root itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where `path` stands. A drive letter is a folder of its name.
    pub fn at(&self, path: &Path) -> PathBuf {
        let mut mirrored = self.root.join("machine");
        for component in path.components() {
            match component {
                Component::Prefix(prefix) => {
                    let drive: String = prefix
                        .as_os_str()
                        .to_string_lossy()
                        .chars()
                        .filter(char::is_ascii_alphanumeric)
                        .collect();
                    mirrored.push(drive);
                }
                Component::Normal(name) => mirrored.push(name),
                // Nothing leaves the mirror.
                Component::ParentDir if mirrored.parent() != Some(&self.root) => {
                    mirrored.pop();
                }
                Component::ParentDir | Component::RootDir | Component::CurDir => {}
            }
        }
        mirrored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_the_mirror() {
        let mirror = Mirror::new("/t".into());
        for (path, want) in [
            ("/home/me/.claude.json", "/t/machine/home/me/.claude.json"),
            ("/", "/t/machine"),
            ("relative", "/t/machine/relative"),
            ("/a/../b", "/t/machine/b"),
            ("/../../../etc/passwd", "/t/machine/etc/passwd"),
        ] {
            assert_eq!(mirror.at(Path::new(path)), Path::new(want), "{path}");
        }
    }
}
