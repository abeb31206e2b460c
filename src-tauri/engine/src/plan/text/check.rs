//! What a step would do, from the document alone: types and duplicates are
//! judged where lines are known.

use std::{collections::HashSet, path::Path};

use super::{EditError, Step};
use crate::clients::{Dialect, Document, Node, Value};

/// The steps of a run that change anything; see [`Step::joins`].
pub(super) fn undone<'s>(document: &Document, run: &'s [Step]) -> Result<Vec<&'s Step>, EditError> {
    let [first, _, ..] = run else {
        let mut undone = Vec::new();
        for step in run {
            if check(document, step)? {
                undone.push(step);
            }
        }
        return Ok(undone);
    };
    // The list is looked through once, however many steps there are.
    let takes = first.only_takes();
    let list = list_of(document, first)?;
    let elements = list.map(Node::elements).unwrap_or_default();
    let wanted: Vec<(&Step, Option<Node>)> =
        run.iter().map(|step| (step, step.element().and_then(parsed))).collect();
    let mut texts: HashSet<&str> = elements.iter().filter_map(Node::as_str).collect();
    let mut done: Vec<&Node> = Vec::new();
    let mut undone = Vec::new();
    for (step, element) in &wanted {
        let Some(element) = element else { continue };
        let changes = match element.as_str() {
            // What was put in or taken out once need not be again.
            Some(text) if takes => texts.remove(text),
            Some(text) => texts.insert(text),
            None => {
                let there = elements.iter().any(|each| says_same(each, element));
                let again = done.iter().any(|each| says_same(each, element));
                done.push(element);
                there == takes && !again
            }
        };
        if changes {
            undone.push(*step);
        }
    }
    Ok(undone)
}

/// Whether there is anything to do.
pub(in crate::plan) fn check(document: &Document, step: &Step) -> Result<bool, EditError> {
    if let Some(element) = step.element() {
        let Some(list) = list_of(document, step)? else { return Ok(!step.only_takes()) };
        if let Step::Once { .. } = step {
            return Ok(count(list, element) > 1);
        }
        return Ok(holds(list, element) == step.only_takes());
    }
    let found = target(document, step)?;
    Ok(match step {
        Step::Set { value, .. } => {
            !found.is_some_and(|found| parsed(value).is_some_and(|value| says_same(found, &value)))
        }
        Step::Remove { .. } => found.is_some(),
        Step::Put { .. } | Step::Include { .. } | Step::Exclude { .. } | Step::Once { .. } => true,
    })
}

/// Whether a file that is one list would change.
pub(in crate::plan) fn check_list(
    document: &Document,
    element: &str,
    wanted: bool,
) -> Result<bool, EditError> {
    match &document.root {
        None => Ok(wanted),
        Some(root) if matches!(root.value, Value::Array(_)) => Ok(holds(root, element) != wanted),
        Some(root) => Err(EditError::WrongType {
            place: document.place(root.start),
            key: "the file".to_owned(),
            wanted: "a list",
        }),
    }
}

fn holds(list: &Node, element: &str) -> bool {
    count(list, element) > 0
}

/// How often a list has an element.
fn count(list: &Node, element: &str) -> usize {
    parsed(element).map_or(0, |element| {
        list.elements().iter().filter(|each| says_same(each, &element)).count()
    })
}

/// The list a step is about, if it is there.
fn list_of<'n>(document: &'n Document, step: &Step) -> Result<Option<&'n Node>, EditError> {
    match target(document, step)? {
        Some(found) if !matches!(found.value, Value::Array(_)) => Err(EditError::WrongType {
            place: document.place(found.start),
            key: step.key().to_owned(),
            wanted: "a list",
        }),
        found => Ok(found),
    }
}

/// What stands at a step's key, if anything does.
fn target<'n>(document: &'n Document, step: &Step) -> Result<Option<&'n Node>, EditError> {
    let wrong = |node: &Node, key: &str, wanted| EditError::WrongType {
        place: document.place(node.start),
        key: key.to_owned(),
        wanted,
    };
    let Some(root) = &document.root else { return Ok(None) };
    if !root.is_object() {
        return Err(wrong(root, "the file", "an object"));
    }
    let mut object = root;
    for key in step.at() {
        match sole(document, object, key)? {
            Some(found) if found.is_object() => object = found,
            Some(found) => return Err(wrong(found, key, "an object")),
            None => return Ok(None),
        }
    }
    sole(document, object, step.key())
}

fn sole<'n>(
    document: &Document,
    object: &'n Node,
    key: &str,
) -> Result<Option<&'n Node>, EditError> {
    let mut members = object.members().iter().filter(|member| member.key == key);
    let first = members.next();
    match members.next() {
        None => Ok(first.map(|member| &member.node)),
        Some(second) => Err(EditError::Duplicate {
            place: document.place(second.key_start),
            key: key.to_owned(),
        }),
    }
}

/// Whether two values say the same: numbers by their spelling, objects whatever
/// the order of their keys.
pub(in crate::plan) fn says_same(a: &Node, b: &Node) -> bool {
    use Value::{Array, Object};
    match (&a.value, &b.value) {
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| says_same(a, b)),
        (Object(_), Object(_)) => {
            let (ours, theirs) = (a.effective_members(), b.effective_members());
            ours.len() == theirs.len()
                && ours.iter().all(|member| {
                    b.get(&member.key).is_some_and(|other| says_same(&member.node, other))
                })
        }
        (a, b) => a == b,
    }
}

/// A piece of a file, which may hold comments.
pub(in crate::plan) fn parsed(text: &str) -> Option<Node> {
    Document::parse(Path::new(""), text, Dialect::Jsonc).ok()?.root
}

/// Whether a piece of a file holds comments or commas that JSON has no place for.
pub(in crate::plan) fn has_more_than_json(text: &str) -> bool {
    Document::parse(Path::new(""), text, Dialect::Strict).is_err() && parsed(text).is_some()
}
