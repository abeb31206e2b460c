//! One change to one key, and why it is not made.

use std::path::PathBuf;

use crate::clients::{DocumentError, Place};

/// One change to one key. `at` names the object it stands in, from the root.
///
/// Objects and lists on the way that are missing are created; one of another
/// type is refused, since it may be somebody's only copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sets a key; `value` is JSON and is laid out in the style of the file.
    /// A value that already says the same keeps its bytes.
    Set {
        /// The object.
        at: Vec<String>,
        /// The key.
        key: String,
        /// JSON text.
        value: String,
    },
    /// Removes a key, if it is there.
    Remove {
        /// The object.
        at: Vec<String>,
        /// The key.
        key: String,
    },
    /// Puts a text at a key as it stands: what was taken out comes back as it was.
    Put {
        /// The object.
        at: Vec<String>,
        /// The key.
        key: String,
        /// The text of the value, comments and layout included.
        raw: String,
        /// The key it stands behind; `None`: first. When that key has gone, last.
        behind: Option<String>,
    },
    /// Appends an element to the list at a key, unless an equal one is there.
    Include {
        /// The object the list stands in.
        at: Vec<String>,
        /// The list's key.
        key: String,
        /// JSON text of the element.
        element: String,
    },
    /// Removes every element equal to this one from the list at a key.
    Exclude {
        /// The object the list stands in.
        at: Vec<String>,
        /// The list's key.
        key: String,
        /// JSON text of the element.
        element: String,
    },
    /// Removes every element equal to this one from the list at a key, but the first.
    Once {
        /// The object the list stands in.
        at: Vec<String>,
        /// The list's key.
        key: String,
        /// JSON text of the element.
        element: String,
    },
}

impl Step {
    /// The object this step works in.
    pub fn at(&self) -> &[String] {
        match self {
            Self::Set { at, .. }
            | Self::Remove { at, .. }
            | Self::Put { at, .. }
            | Self::Include { at, .. }
            | Self::Exclude { at, .. }
            | Self::Once { at, .. } => at,
        }
    }

    /// The key this step is about.
    pub fn key(&self) -> &str {
        match self {
            Self::Set { key, .. }
            | Self::Remove { key, .. }
            | Self::Put { key, .. }
            | Self::Include { key, .. }
            | Self::Exclude { key, .. }
            | Self::Once { key, .. } => key,
        }
    }

    /// The element a list gets or loses.
    pub(super) fn element(&self) -> Option<&str> {
        match self {
            Self::Include { element, .. }
            | Self::Exclude { element, .. }
            | Self::Once { element, .. } => Some(element),
            Self::Set { .. } | Self::Remove { .. } | Self::Put { .. } => None,
        }
    }

    /// Whether both put into one list, or both take out of it.
    pub(super) fn joins(&self, other: &Self) -> bool {
        use Step::{Exclude, Include};
        matches!((self, other), (Include { .. }, Include { .. }) | (Exclude { .. }, Exclude { .. }))
            && (self.at(), self.key()) == (other.at(), other.key())
    }

    /// Whether a missing object on the way is nothing to do.
    pub(super) fn only_takes(&self) -> bool {
        matches!(self, Self::Remove { .. } | Self::Exclude { .. } | Self::Once { .. })
    }
}

/// Why a file is not edited. It keeps its bytes.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// It does not parse in its client's dialect.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A value on the way has another type than the client expects.
    #[error(
        "`{}` has something else where {wanted} belongs: `{key}` (line {}, column {})",
        place.file.display(), place.line, place.column
    )]
    WrongType {
        /// Where.
        place: Place,
        /// Its key, or `the file` for the root.
        key: String,
        /// What belongs there.
        wanted: &'static str,
    },
    /// A key on the way stands twice: the client reads the last, editors the first.
    #[error(
        "`{}` has the key `{key}` twice in one object (line {}, column {})",
        place.file.display(), place.line, place.column
    )]
    Duplicate {
        /// The later one.
        place: Place,
        /// The key.
        key: String,
    },
    /// The new text would not say what was asked for. Never seen; checked all the same.
    #[error("the edit of `{}` would not parse: {what}", path.display())]
    Unsound {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
}

impl EditError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Document(_) => "Repair the file, then plan again. Plimsoll does not write it.",
            Self::WrongType { .. } => {
                "Check that value by hand: it may be somebody's only copy of something."
            }
            Self::Duplicate { .. } => {
                "Remove one of the two by hand; the client uses the last one."
            }
            Self::Unsound { .. } => "Please report this with the shape of the file.",
        }
    }

    /// Where, when it is a place in a file.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::Document(error) => Some(error.place()),
            Self::WrongType { place, .. } | Self::Duplicate { place, .. } => Some(place.clone()),
            Self::Unsound { .. } => None,
        }
    }
}
