//! One text's change carried over to another text: "undo only our edit", and
//! a plan made on a text that has changed meanwhile.

use std::path::Path;

use jsonc_parser::cst::{CstNode, CstObject, CstRootNode};

use super::{
    EditError, Step, edit,
    text::{body_of, parsed, says_same},
};
use crate::clients::{Dialect, Document};

/// Why a change cannot be carried over.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One of the texts cannot be edited.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// Both sides changed the same keys.
    #[error("both sides changed {}", keys.join(", "))]
    Conflict {
        /// The keys, from the root, parts joined by `.`.
        keys: Vec<String>,
    },
}

/// Does to `now` what turned `from` into `to`, and leaves the rest of `now`
/// alone.
///
/// # Errors
/// [`MergeError::Conflict`] when `now` has other values than `from` at the very
/// keys that changed.
pub fn merge(
    path: &Path,
    dialect: Dialect,
    from: &str,
    to: &str,
    now: &str,
) -> Result<String, MergeError> {
    if now == from {
        return Ok(to.to_owned());
    }
    let object = |text: &str| root_object(path, text, dialect);
    let mut walk = Walk::default();
    walk.objects(&[], object(from)?.as_ref(), object(to)?.as_ref(), object(now)?.as_ref());
    if walk.conflicts.is_empty() {
        Ok(edit(path, Some(now), dialect, &walk.steps)?)
    } else {
        Err(MergeError::Conflict { keys: walk.conflicts })
    }
}

fn root_object(path: &Path, text: &str, dialect: Dialect) -> Result<Option<CstObject>, EditError> {
    // Faults are told by the document, which knows their lines.
    Document::parse(path, text, dialect)?;
    let root = CstRootNode::parse(body_of(text), &dialect.options())
        .map_err(|error| EditError::Unsound { path: path.to_owned(), what: error.to_string() })?;
    Ok(root.object_value())
}

#[derive(Default)]
struct Walk {
    steps: Vec<Step>,
    conflicts: Vec<String>,
}

impl Walk {
    fn objects(
        &mut self,
        at: &[String],
        from: Option<&CstObject>,
        to: Option<&CstObject>,
        now: Option<&CstObject>,
    ) {
        let mut keys = keys_of(to);
        for key in keys_of(from) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        for key in keys {
            let (from, to_value, now) = (value(from, &key), value(to, &key), value(now, &key));
            if same(from.as_ref(), to_value.as_ref()) || same(now.as_ref(), to_value.as_ref()) {
                continue;
            }
            let at = at.to_vec();
            if same(now.as_ref(), from.as_ref()) {
                self.steps.push(match &to_value {
                    Some(wanted) => {
                        let behind = before(to, &key);
                        Step::Put { at, key, raw: wanted.to_string(), behind }
                    }
                    None => Step::Remove { at, key },
                });
                continue;
            }
            self.both_changed(at, key, from.as_ref(), to_value.as_ref(), now.as_ref());
        }
    }

    /// A key whose value differs on both sides: objects and lists by what is in
    /// them, anything else is a conflict.
    fn both_changed(
        &mut self,
        at: Vec<String>,
        key: String,
        from: Option<&CstNode>,
        to: Option<&CstNode>,
        now: Option<&CstNode>,
    ) {
        let mut path = at.clone();
        path.push(key.clone());
        let object = |node: Option<&CstNode>| node.and_then(CstNode::as_object);
        let is_object = |node: Option<&CstNode>| node.is_none() || object(node).is_some();
        let list = |node: Option<&CstNode>| node.and_then(CstNode::as_array);
        let is_list = |node: Option<&CstNode>| node.is_none() || list(node).is_some();
        match now {
            Some(_) if object(now).is_some() && is_object(from) && is_object(to) => {
                self.objects(
                    &path,
                    object(from).as_ref(),
                    object(to).as_ref(),
                    object(now).as_ref(),
                );
            }
            Some(_) if list(now).is_some() && is_list(from) && is_list(to) => {
                let texts = |node: Option<&CstNode>| -> Vec<CstNode> {
                    list(node).map(|list| list.elements()).unwrap_or_default()
                };
                let (from, to) = (texts(from), texts(to));
                let lacks = |list: &[CstNode], element: &CstNode| {
                    !list.iter().any(|each| same(Some(each), Some(element)))
                };
                for element in from.iter().filter(|element| lacks(&to, element)) {
                    let element = element.to_string();
                    self.steps.push(Step::Exclude { at: at.clone(), key: key.clone(), element });
                }
                for element in to.iter().filter(|element| lacks(&from, element)) {
                    let element = element.to_string();
                    self.steps.push(Step::Include { at: at.clone(), key: key.clone(), element });
                }
            }
            // Somebody has removed what we would remove.
            None if to.is_none() => {}
            _ => self.conflicts.push(path.join(".")),
        }
    }
}

fn keys_of(object: Option<&CstObject>) -> Vec<String> {
    object
        .map(CstObject::properties)
        .into_iter()
        .flatten()
        .filter_map(|each| each.decoded_name())
        .collect()
}

fn value(object: Option<&CstObject>, key: &str) -> Option<CstNode> {
    // Of two equal keys the last counts, as for every client.
    object?
        .properties()
        .into_iter()
        .rev()
        .find(|each| each.decoded_name().as_deref() == Some(key))?
        .value()
}

/// The key in front of this one.
fn before(object: Option<&CstObject>, key: &str) -> Option<String> {
    let keys = keys_of(object);
    let place = keys.iter().position(|each| each == key)?;
    place.checked_sub(1).map(|place| keys[place].clone())
}

fn same(a: Option<&CstNode>, b: Option<&CstNode>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            let (a, b) = (a.to_string(), b.to_string());
            a == b || matches!((parsed(&a), parsed(&b)), (Some(a), Some(b)) if says_same(&a, &b))
        }
        _ => false,
    }
}
