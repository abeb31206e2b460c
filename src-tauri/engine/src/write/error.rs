//! Why nothing was written.

use std::{io, path::PathBuf};

use crate::clients::ClientId;

/// Why nothing was written. Every file then has the text it had before, unless
/// the variant says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Somebody wrote a file after the plan was made.
    #[error("`{}`, or what would be written to it, has changed since the plan was made", path.display())]
    Stale {
        /// The file.
        path: PathBuf,
    },
    /// A client holds its lock, or another Plimsoll is writing.
    #[error("`{}` is held by another program", path.display())]
    Busy {
        /// The lock.
        path: PathBuf,
    },
    /// The client runs and would overwrite the file from memory.
    #[error("{} is running and would undo the change from its memory", client.title())]
    Running {
        /// The client.
        client: ClientId,
    },
    /// A file may not be written.
    #[error("`{}` is read-only", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// A project's file, or the folder it lies in, is a link. It came with the project and could point at
    /// anything of the user's; Claude Code refuses it too (observed in 2.1.332).
    #[error("`{}` is a link, and what comes with a project is not followed", path.display())]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// The new text does not parse. A fault of ours; nothing was written.
    #[error("the new text for `{}` does not parse: {what}", path.display())]
    Unsound {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The system refused a step: full disk, missing permission, network drive.
    #[error("cannot {what} `{}`: {source}", path.display())]
    Io {
        /// The step, as a verb: "write".
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A write failed and a file could not be given its old text back, because
    /// somebody else has written it since. Its backup is named.
    #[error(
        "the write failed ({cause}) and `{}` was changed meanwhile; its old text is in `{}`",
        path.display(), backup.display()
    )]
    Stuck {
        /// The file.
        path: PathBuf,
        /// Where its old text is.
        backup: PathBuf,
        /// What failed first.
        cause: Box<WriteError>,
    },
    /// A backup is missing or is not what was kept.
    #[error("the backup `{}` is missing or damaged; nothing was written", path.display())]
    Damaged {
        /// The backup.
        path: PathBuf,
    },
    /// Files have changed since the change set was written, so that their old
    /// text cannot simply be put back.
    #[error(
        "{} changed since; undo only what Plimsoll wrote, or put the backup back by hand",
        list(paths)
    )]
    ChangedSince {
        /// The files.
        paths: Vec<PathBuf>,
    },
    /// Somebody has changed the very keys that would be undone.
    #[error("`{}` has other values now at {}", path.display(), keys.join(", "))]
    Conflict {
        /// The file.
        path: PathBuf,
        /// The keys, from the root.
        keys: Vec<String>,
    },
    /// No change set of this id, or nothing left to undo.
    #[error("there is no change set {}that stands", id.as_ref().map(|id| format!("`{id}` ")).unwrap_or_default())]
    NoSuchChangeSet {
        /// What was asked for.
        id: Option<String>,
    },
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| format!("`{}`", path.display())).collect::<Vec<_>>().join(", ")
}

impl WriteError {
    /// For code: kebab-case, stable.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Stale { .. } => "stale",
            Self::Busy { .. } => "busy",
            Self::Running { .. } => "client-running",
            Self::ReadOnly { .. } => "read-only",
            Self::Link { .. } => "link-in-project",
            Self::Unsound { .. } => "unsound",
            Self::Io { .. } => "write-failed",
            Self::Stuck { .. } => "write-stuck",
            Self::Damaged { .. } => "backup-damaged",
            Self::ChangedSince { .. } => "changed-since",
            Self::Conflict { .. } => "undo-conflict",
            Self::NoSuchChangeSet { .. } => "no-such-change-set",
        }
    }

    /// What to do about it.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Stale { .. } => "Plan again on the new text and review the new diff.",
            Self::Busy { .. } => "Wait for the other program, then try again.",
            Self::Running { .. } => "Quit it completely, its tray icon too, then try again.",
            Self::ReadOnly { .. } => "Make the file writable, or change it where it comes from.",
            Self::Link { .. } => "Change what it points at by hand, or replace the link.",
            Self::Unsound { .. } => "Please report this with the shape of the file.",
            Self::Io { .. } => "The old text is intact. Remove the cause, then try again.",
            Self::Stuck { .. } => "Compare the file with the backup and keep what you need.",
            Self::Damaged { .. } => "Change the file by hand; its other backup may help.",
            Self::ChangedSince { .. } => "`plimsoll undo ID --only-ours` keeps the other changes.",
            Self::Conflict { .. } => "Change those keys by hand; the backup shows the old values.",
            Self::NoSuchChangeSet { .. } => "`plimsoll history` lists the change sets.",
        }
    }

    /// The file it is about, when it is one.
    pub fn path(&self) -> Option<&std::path::Path> {
        match self {
            Self::Stale { path }
            | Self::Busy { path }
            | Self::ReadOnly { path }
            | Self::Link { path }
            | Self::Unsound { path, .. }
            | Self::Io { path, .. }
            | Self::Stuck { path, .. }
            | Self::Damaged { path }
            | Self::Conflict { path, .. } => Some(path),
            Self::ChangedSince { paths } => paths.first().map(PathBuf::as_path),
            Self::Running { .. } | Self::NoSuchChangeSet { .. } => None,
        }
    }

    /// A refused step as an error: `.map_err(WriteError::io("write", path))`.
    pub(super) fn io(
        what: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { what, path: path.into(), source }
    }
}
