//! Which files are agents. What a repository holds was written by others: no
//! link in it leads out of it, and none of its folders is read without an end.

use std::{
    fs::DirEntry,
    path::{Path, PathBuf},
};

use super::super::places::{Places, Project};

/// The most files, and the most entries looked at, of each folder of agents.
const MOST_FILES: usize = 2000;
const MOST_ENTRIES: usize = 20_000;
/// How many folders deep agents are looked for.
const MOST_DEPTH: usize = 8;

/// The files of agents of a session in this project, nearest first, the user's
/// last.
pub(super) fn of(places: &Places, project: Option<&Project>) -> Vec<PathBuf> {
    folders(places, project)
        .into_iter()
        .flat_map(|(folder, within)| {
            let mut search = Search { within, files: Vec::new(), entries_left: MOST_ENTRIES };
            if search.allows(&folder) {
                search.collect(&folder, 0);
            }
            search.files
        })
        .collect()
}

/// The folders of agents, each with the folder that its links may not leave;
/// the user's own links lead where the user wants.
fn folders(places: &Places, project: Option<&Project>) -> Vec<(PathBuf, Option<PathBuf>)> {
    let mut folders = Vec::new();
    let of_user = places.config_dir.join("agents");
    if let Some(project) = project {
        let repository = project.folder.ancestors().find(|level| level.join(".git").exists());
        for level in project.folder.ancestors() {
            let folder = level.join(".claude").join("agents");
            if folder != of_user {
                folders.push((folder, Some(repository.unwrap_or(level).to_owned())));
            }
            if repository == Some(level) {
                break;
            }
        }
    }
    folders.push((of_user, None));
    folders
}

struct Search {
    /// With links resolved, as projects are.
    within: Option<PathBuf>,
    files: Vec<PathBuf>,
    entries_left: usize,
}

impl Search {
    fn allows(&self, path: &Path) -> bool {
        let Some(within) = &self.within else { return true };
        std::fs::canonicalize(path).is_ok_and(|real| real.starts_with(within))
    }

    /// Links to folders are not followed: they can lead in circles.
    fn collect(&mut self, folder: &Path, depth: usize) {
        let Ok(listing) = std::fs::read_dir(folder) else { return };
        let mut entries: Vec<DirEntry> = listing.flatten().take(self.entries_left).collect();
        self.entries_left -= entries.len();
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            if self.files.len() >= MOST_FILES {
                return;
            }
            let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
            if kind.is_dir() {
                if depth < MOST_DEPTH {
                    self.collect(&path, depth + 1);
                }
            } else if path.extension().is_some_and(|extension| extension == "md")
                && (kind.is_file() || kind.is_symlink() && path.is_file() && self.allows(&path))
            {
                self.files.push(path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;

    struct Tree {
        base: PathBuf,
        _folder: tempfile::TempDir,
    }

    impl Tree {
        fn new(files: &[&str]) -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let base = std::fs::canonicalize(folder.path()).expect("there");
            let tree = Self { base, _folder: folder };
            for path in files {
                tree.write(path);
            }
            tree
        }

        fn write(&self, path: &str) {
            let path = self.base.join(path);
            std::fs::create_dir_all(path.parent().expect("below")).expect("made");
            std::fs::write(&path, "").expect("written");
        }

        /// What is found in `project`, below the base.
        fn found(&self, project: &str) -> Vec<String> {
            let world = World { home: self.base.join("home"), env: [].into(), ..World::here() };
            let files = of(&Places::of(&world), Some(&Project::at(&self.base.join(project))));
            let below = |file: PathBuf| {
                file.strip_prefix(&self.base).expect("below the base").display().to_string()
            };
            files.into_iter().map(below).collect()
        }
    }

    #[test]
    fn agents_are_found_up_to_the_repository_and_in_folders_below() {
        let tree = Tree::new(&[
            "w/.claude/agents/above.md",
            "w/repo/.git/HEAD",
            "w/repo/.claude/agents/deep/root.md",
            "w/repo/sub/.claude/agents/here.md",
            "w/repo/sub/.claude/agents/notes.txt",
            "home/.claude/agents/mine.md",
        ]);
        assert_eq!(
            tree.found("w/repo/sub"),
            [
                "w/repo/sub/.claude/agents/here.md",
                "w/repo/.claude/agents/deep/root.md",
                "home/.claude/agents/mine.md",
            ]
        );
    }

    #[test]
    fn a_project_of_many_files_does_not_push_out_the_users_own() {
        let tree = Tree::new(&["repo/.git/HEAD", "home/.claude/agents/mine.md"]);
        for at in 0..MOST_FILES + 5 {
            tree.write(&format!("repo/.claude/agents/{}/{at}.md", at % 3));
        }
        let found = tree.found("repo");
        assert_eq!(found.len(), MOST_FILES + 1);
        assert_eq!(found.last().map(String::as_str), Some("home/.claude/agents/mine.md"));
    }

    #[cfg(unix)]
    #[test]
    fn links_of_a_repository_lead_neither_out_of_it_nor_in_circles() {
        use std::os::unix::fs::symlink;
        let tree = Tree::new(&[
            "outside/secret.md",
            "repo/.git/HEAD",
            "repo/docs/shared.md",
            "repo/.claude/agents/own.md",
            "repo/led/.claude/x",
        ]);
        let at = |path: &str| tree.base.join(path);
        let agents = at("repo/.claude/agents");
        for circle in ["l1", "l2", "l3", "l4", "l5"] {
            symlink(".", agents.join(circle)).expect("linked");
        }
        symlink(at("outside"), agents.join("folder")).expect("linked");
        symlink(at("outside/secret.md"), agents.join("secret.md")).expect("linked");
        symlink(at("repo/docs/shared.md"), agents.join("shared.md")).expect("linked");
        symlink("/", at("repo/led/.claude/agents")).expect("linked");
        let want = ["repo/.claude/agents/own.md", "repo/.claude/agents/shared.md"];
        assert_eq!(tree.found("repo/led"), want);
    }

    #[cfg(unix)]
    #[test]
    fn the_users_own_folder_may_be_linked_from_elsewhere() {
        let tree = Tree::new(&["dotfiles/mine.md", "home/.claude/x", "repo/.git/HEAD"]);
        let agents = tree.base.join("home/.claude/agents");
        std::os::unix::fs::symlink(tree.base.join("dotfiles"), agents).expect("linked");
        assert_eq!(tree.found("repo"), ["home/.claude/agents/mine.md"]);
    }
}
