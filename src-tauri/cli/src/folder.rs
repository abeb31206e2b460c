//! Project folders as typed, to the name their clients know them by.

use std::path::{Path, PathBuf};

use crate::CommandError;

/// The folder meant by `typed`, seen from `directory`: absolute, without `.`,
/// `..` and symbolic links, as a client started there is told it by the system.
/// Approvals, consents and lists of projects are kept under that name.
///
/// # Errors
/// It is no folder.
pub(crate) fn project(typed: Option<&Path>, directory: &Path) -> Result<String, CommandError> {
    let folder = typed.map_or_else(|| directory.to_owned(), |typed| directory.join(typed));
    if !folder.is_dir() {
        return Err(CommandError::Usage(format!(
            "`{}` is not a folder; --project takes the folder a client is started in",
            folder.display()
        )));
    }
    Ok(real(&folder).display().to_string())
}

/// On Windows a canonical path has a prefix that no client writes.
fn real(folder: &Path) -> PathBuf {
    let found = if cfg!(windows) { std::path::absolute(folder) } else { folder.canonicalize() };
    found.unwrap_or_else(|_| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_folder_has_one_name() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let want = project(None, here).ok();
        assert!(want.is_some());
        for typed in ["", ".", "./", "../cli", "src/..", "../cli/"] {
            assert_eq!(project(Some(Path::new(typed)), here).ok(), want, "{typed}");
        }
        assert!(project(Some(Path::new("nowhere")), here).is_err());
    }
}
