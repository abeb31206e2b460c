//! Steps on a JSON text, through jsonc-parser's concrete syntax tree: what the
//! steps do not name keeps its bytes.
//!
//! Three habits of the tree are worked around. It edits the first of two equal
//! keys where every client reads the last, so duplicates on the way are
//! refused. It takes a byte order mark for a syntax error, so the mark is set
//! aside and put back. It spreads a one-line object over several lines to add
//! to it, so one-line objects are added to between their own tokens.

mod check;
mod one_line;
mod step;
mod tree;

use std::path::Path;

use jsonc_parser::cst::CstRootNode;

pub use self::step::{EditError, Step};
use self::{
    check::undone,
    one_line::is_one_line,
    tree::{append, apply, exclude},
};
pub(super) use self::{
    check::{check, check_list, has_more_than_json, parsed, says_same},
    one_line::laid_out_on_one_line,
};
use crate::clients::{Dialect, Document};

/// The text after the steps. `text` is `None` for a file that is not there.
///
/// A text that already says so comes back byte for byte.
///
/// # Errors
/// [`EditError`]; nothing is half done.
pub fn edit(
    path: &Path,
    text: Option<&str>,
    dialect: Dialect,
    steps: &[Step],
) -> Result<String, EditError> {
    let mut now = text.unwrap_or_default().to_owned();
    let mut rest = steps;
    while let Some(first) = rest.first() {
        // Ten thousand rules are one edit of their list.
        let together = 1 + rest[1..].iter().take_while(|step| first.joins(step)).count();
        let (run, later) = rest.split_at(together);
        now = one(path, &now, dialect, run)?;
        rest = later;
    }
    Ok(now)
}

/// The text of a file that is one list, with this element in it or without.
///
/// # Errors
/// [`EditError`]; nothing is half done.
pub fn edit_list(
    path: &Path,
    text: Option<&str>,
    dialect: Dialect,
    element: &str,
    wanted: bool,
) -> Result<String, EditError> {
    let text = text.unwrap_or_default();
    let document = Document::parse(path, text, dialect)?;
    if !check_list(&document, element, wanted)? {
        return Ok(text.to_owned());
    }
    let unsound = || EditError::Unsound {
        path: path.to_owned(),
        what: "an element could not be placed".to_owned(),
    };
    let body = if document.root.is_none() { "[]" } else { body_of(text) };
    let root = CstRootNode::parse(body, &dialect.options()).map_err(|_| unsound())?;
    let list = root.array_value().ok_or_else(unsound)?;
    let one_line = is_one_line(&root);
    if wanted { append(&list, &[element], one_line) } else { exclude(&list, &[element]) }
        .ok_or_else(unsound)?;
    let mark = if document.byte_order_mark { "\u{feff}" } else { "" };
    Ok(format!("{mark}{root}"))
}

/// The text of a member as it stands, and the key it stands behind.
pub(super) fn member(
    document: &Document,
    at: &[String],
    key: &str,
) -> Option<(String, Option<String>)> {
    let root = document.root.as_ref()?;
    let object = at.iter().try_fold(root, |object, key| object.get(key))?;
    let place = object.members().iter().position(|member| member.key == key)?;
    let node = &object.members()[place].node;
    let behind = place.checked_sub(1).map(|before| object.members()[before].key.clone());
    Some((document.text.get(node.start..node.end)?.to_owned(), behind))
}

/// Takes one step, or several that all put into one list or all take out of it.
fn one(path: &Path, text: &str, dialect: Dialect, run: &[Step]) -> Result<String, EditError> {
    let document = Document::parse(path, text, dialect)?;
    let run = undone(&document, run)?;
    if run.is_empty() {
        return Ok(text.to_owned());
    }
    let (mark, body) =
        if document.byte_order_mark { ("\u{feff}", document.text.as_str()) } else { ("", text) };
    // No value at all: the client takes it for its defaults and writes an object.
    let body = if document.root.is_none() && body.trim().is_empty() { "{}" } else { body };
    let unsound = |what: &dyn std::fmt::Display| EditError::Unsound {
        path: path.to_owned(),
        what: what.to_string(),
    };
    let root = CstRootNode::parse(body, &dialect.options()).map_err(|error| unsound(&error))?;
    let object =
        root.object_value_or_create().ok_or_else(|| unsound(&"the file holds no object"))?;
    let one_line = is_one_line(&root);
    apply(&object, &run, one_line).ok_or_else(|| unsound(&"a value could not be placed"))?;
    let edited = format!("{mark}{root}");
    Document::parse(path, &edited, dialect).map_err(|error| unsound(&error))?;
    Ok(edited)
}

/// A text without its byte order mark.
pub(super) fn body_of(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests;
