//! Steps on jsonc-parser's tree.

use std::collections::HashSet;

use jsonc_parser::cst::{
    CstArray, CstContainerNode, CstInputValue, CstNode, CstObject, CstObjectProp,
};

use super::{
    Step,
    check::{parsed, says_same},
    one_line::{any_blank, insert_on_one_line, is_spread, is_tight, laid_out_on_one_line},
};
use crate::clients::{Node, Value};

/// Takes one step, or a run of them on one list. `None` when the tree refuses;
/// the file then stays as it is.
pub(super) fn apply(root: &CstObject, run: &[&Step], one_line: bool) -> Option<()> {
    let step = *run.first()?;
    let mut object = root.clone();
    for (depth, key) in step.at().iter().enumerate() {
        object = match property(&object, key) {
            Some(found) => found.object_value()?,
            None => return create(root, &object, depth, run, one_line),
        };
    }
    let found = property(&object, step.key());
    match (step, found) {
        (Step::Remove { .. }, Some(found)) => found.remove(),
        (Step::Set { value, .. }, Some(found)) => {
            if one_line || !found.to_string().contains('\n') && !is_spread(&object) {
                put_raw(found.value()?, laid_out_on_one_line(value, is_tight(&object))?)?;
            } else {
                found.set_value(input(value)?);
                spread(&found.value()?);
            }
        }
        (Step::Put { raw, .. }, Some(found)) => put_raw(found.value()?, raw.clone())?,
        (Step::Put { key, raw, behind, .. }, None) => {
            let place = place_behind(&object, behind.as_deref());
            if one_line || !is_spread(&object) && !object.properties().is_empty() {
                let tight = is_tight(&object);
                let colon = if tight { ":" } else { ": " };
                let member = format!("{}{colon}{raw}", serde_json::Value::from(key.as_str()));
                insert_on_one_line(&CstContainerNode::Object(object), place, &member, tight)?;
            } else {
                put_raw(object.insert(place, key, CstInputValue::Null).value()?, raw.clone())?;
            }
        }
        (Step::Include { .. }, Some(found)) => {
            append(&found.array_value()?, &elements_of(run), one_line)?;
        }
        (Step::Set { .. } | Step::Include { .. }, None) => {
            create(root, &object, step.at().len(), run, one_line)?;
        }
        (Step::Exclude { .. }, Some(found)) => {
            exclude(&found.array_value()?, &elements_of(run))?;
        }
        (Step::Once { element, .. }, Some(found)) => once(&found.array_value()?, element)?,
        (Step::Remove { .. } | Step::Exclude { .. } | Step::Once { .. }, None) => {}
    }
    Some(())
}

/// Adds what is missing on the way from an object, which stands at this depth of
/// the way, and what the run puts there.
fn create(
    root: &CstObject,
    object: &CstObject,
    depth: usize,
    run: &[&Step],
    one_line: bool,
) -> Option<()> {
    let step = *run.first()?;
    let way: Vec<&str> = step.at().iter().map(String::as_str).chain([step.key()]).collect();
    let (key, below) = way.get(depth..)?.split_first()?;
    let value = |run: &[&Step]| Some(nest(below, &created_value(run)?));
    if one_line || !is_spread(object) && !object.properties().is_empty() {
        let tight = is_tight(object);
        let colon = if tight { ":" } else { ": " };
        let value = laid_out_on_one_line(&value(run)?, tight)?;
        let member = format!("{}{colon}{value}", serde_json::Value::from(*key));
        let (place, object) = (object.properties().len(), object.clone());
        return insert_on_one_line(&CstContainerNode::Object(object), place, &member, tight);
    }
    // The tree spreads a list in a time that grows with its square: the first
    // element makes the list, and the others come to it as one piece.
    let (first, others) = run.split_at(1);
    let place = object.properties().len();
    spread(&object.insert(place, key, input(&value(first)?)?).value()?);
    if others.is_empty() { Some(()) } else { apply(root, others, one_line) }
}

/// What a key that is not there yet gets.
fn created_value(run: &[&Step]) -> Option<String> {
    match run.first()? {
        Step::Set { value, .. } => Some(value.clone()),
        Step::Put { raw, .. } => Some(raw.clone()),
        Step::Include { .. } => Some(format!("[{}]", elements_of(run).join(","))),
        Step::Remove { .. } | Step::Exclude { .. } | Step::Once { .. } => None,
    }
}

fn elements_of<'s>(run: &[&'s Step]) -> Vec<&'s str> {
    run.iter().filter_map(|step| step.element()).collect()
}

/// The value wrapped in the objects of these keys.
fn nest(keys: &[&str], value: &str) -> String {
    keys.iter().rev().fold(value.to_owned(), |inner, key| {
        format!("{{{}: {inner}}}", serde_json::Value::from(*key))
    })
}

fn property(object: &CstObject, key: &str) -> Option<CstObjectProp> {
    object.properties().into_iter().find(|each| each.decoded_name().as_deref() == Some(key))
}

fn place_behind(object: &CstObject, behind: Option<&str>) -> usize {
    let Some(behind) = behind else { return 0 };
    let properties = object.properties();
    properties
        .iter()
        .position(|each| each.decoded_name().as_deref() == Some(behind))
        .map_or(properties.len(), |place| place + 1)
}

pub(super) fn append(list: &CstArray, wanted: &[&str], one_line: bool) -> Option<()> {
    let elements = list.elements();
    let on_one_line = !list.children().iter().any(CstNode::is_newline);
    if one_line || on_one_line && !elements.is_empty() {
        let tight = if elements.len() > 1 {
            !list.children().iter().any(CstNode::is_whitespace)
        } else {
            list.root_node().and_then(|root| root.value()).is_some_and(|file| !any_blank(&file))
        };
        let texts: Option<Vec<String>> =
            wanted.iter().map(|json| laid_out_on_one_line(json, tight)).collect();
        return insert_on_one_line(
            &CstContainerNode::Array(list.clone()),
            elements.len(),
            &texts?.join(if tight { "," } else { ", " }),
            tight,
        );
    }
    list.ensure_multiline();
    let (first, others) = wanted.split_first()?;
    let added = list.append(input(first)?);
    spread(&added);
    let texts: Option<Vec<Node>> = others.iter().map(|json| parsed(json)).collect();
    let texts = texts?;
    match added.as_string_lit() {
        // The tree appends in a time that grows with the list: many texts go in
        // as one piece, each on a line like the first.
        Some(literal) if texts.iter().all(|text| text.as_str().is_some()) => {
            let mut lead: Vec<String> = Vec::new();
            for before in added.previous_siblings() {
                lead.push(before.to_string());
                if before.is_newline() || !before.is_whitespace() {
                    break;
                }
            }
            lead.reverse();
            let lead = lead.concat();
            let mut raw = literal.to_string();
            for text in texts.iter().filter_map(Node::as_str) {
                raw.push(',');
                raw.push_str(&lead);
                raw.push_str(&serde_json::Value::from(text).to_string());
            }
            literal.set_raw_value(raw);
        }
        _ => {
            for json in others {
                spread(&list.append(input(json)?));
            }
        }
    }
    Some(())
}

pub(super) fn exclude(list: &CstArray, unwanted: &[&str]) -> Option<()> {
    let unwanted: Option<Vec<Node>> = unwanted.iter().map(|json| parsed(json)).collect();
    let (texts, others): (Vec<Node>, Vec<Node>) =
        unwanted?.into_iter().partition(|node| node.as_str().is_some());
    let texts: HashSet<&str> = texts.iter().filter_map(Node::as_str).collect();
    for each in list.elements() {
        let there = parsed(&each.to_string())?;
        if there.as_str().is_some_and(|text| texts.contains(text))
            || others.iter().any(|other| says_same(&there, other))
        {
            each.remove();
        }
    }
    Some(())
}

/// Leaves the first of equal elements.
fn once(list: &CstArray, element: &str) -> Option<()> {
    let element = parsed(element)?;
    let mut seen = false;
    for each in list.elements() {
        if says_same(&parsed(&each.to_string())?, &element) && std::mem::replace(&mut seen, true) {
            each.remove();
        }
    }
    Some(())
}

/// Puts a text in the place of a value. The tree then holds a leaf that is not
/// what it says; it is printed and parsed again before anything else happens.
pub(super) fn put_raw(node: CstNode, raw: String) -> Option<()> {
    let placeholder = CstInputValue::String(String::new());
    let fresh = match node {
        CstNode::Container(CstContainerNode::Object(object)) => object.replace_with(placeholder),
        CstNode::Container(CstContainerNode::Array(array)) => array.replace_with(placeholder),
        CstNode::Leaf(leaf) => {
            use jsonc_parser::cst::CstLeafNode::{
                BooleanLit, NullKeyword, NumberLit, StringLit, WordLit,
            };
            match leaf {
                BooleanLit(literal) => literal.replace_with(placeholder),
                NullKeyword(literal) => literal.replace_with(placeholder),
                NumberLit(literal) => literal.replace_with(placeholder),
                StringLit(literal) => literal.replace_with(placeholder),
                WordLit(literal) => literal.replace_with(placeholder),
                _ => None,
            }
        }
        CstNode::Container(_) => None,
    }?;
    fresh.as_string_lit()?.set_raw_value(raw);
    Some(())
}

/// A value to insert, numbers as they are spelled.
fn input(json: &str) -> Option<CstInputValue> {
    fn of(node: &Node) -> CstInputValue {
        match &node.value {
            Value::Null => CstInputValue::Null,
            Value::Bool(value) => CstInputValue::Bool(*value),
            Value::Number(spelled) => CstInputValue::Number(spelled.clone()),
            Value::String(text) => CstInputValue::String(text.clone()),
            Value::Array(elements) => CstInputValue::Array(elements.iter().map(of).collect()),
            Value::Object(members) => CstInputValue::Object(
                members.iter().map(|member| (member.key.clone(), of(&member.node))).collect(),
            ),
        }
    }
    Some(of(&parsed(json)?))
}

/// Spreads a value over lines as the clients write theirs: every object and
/// list that holds anything.
fn spread(node: &CstNode) {
    match node {
        CstNode::Container(CstContainerNode::Object(object)) if !object.properties().is_empty() => {
            object.ensure_multiline();
        }
        CstNode::Container(CstContainerNode::Array(array)) if !array.elements().is_empty() => {
            array.ensure_multiline();
        }
        _ => {}
    }
    node.children().iter().for_each(spread);
}
