//! Objects and lists that stand on one line, and stay there.

use jsonc_parser::cst::{CstContainerNode, CstNode, CstObject, CstRootNode};

use super::{check::parsed, tree::put_raw};
use crate::clients::{Node, Value};

/// Whether the whole file stands on one line: nothing in it may then be spread.
pub(super) fn is_one_line(root: &CstRootNode) -> bool {
    fn any_newline(node: &CstNode) -> bool {
        node.is_newline() || node.children().iter().any(any_newline)
    }
    root.value().is_some_and(|value| {
        !value.children_exclude_trivia_and_tokens().is_empty() && !any_newline(&value)
    })
}

pub(super) fn is_spread(object: &CstObject) -> bool {
    object.children().iter().any(CstNode::is_newline)
}

pub(super) fn any_blank(node: &CstNode) -> bool {
    node.is_whitespace() || node.children().iter().any(any_blank)
}

/// Whether a one-line object is written without a blank; an empty one as the
/// file around it.
pub(super) fn is_tight(object: &CstObject) -> bool {
    let around = object.root_node().and_then(|root| root.value());
    let whole = CstContainerNode::Object(object.clone()).into();
    let judged = if object.properties().is_empty() { around.unwrap_or(whole) } else { whole };
    !any_blank(&judged)
}

/// Adds a member between the tokens of a one-line object or list.
pub(super) fn insert_on_one_line(
    container: &CstContainerNode,
    place: usize,
    member: &str,
    tight: bool,
) -> Option<()> {
    let comma = if tight { "," } else { ", " };
    let children = container.children();
    let is_member = |node: &CstNode| {
        matches!(node, CstNode::Container(_)) || !(node.is_trivia() || node.is_token())
    };
    let count = children.iter().filter(|child| is_member(child)).count();
    let mut text = String::new();
    let mut seen = 0;
    for (position, child) in children.iter().enumerate() {
        let child_is_member = is_member(child);
        if child_is_member && seen == place {
            text.push_str(member);
            text.push_str(comma);
        }
        if count == 0 && position == children.len() - 1 {
            text.push_str(member);
        }
        text.push_str(&child.to_string());
        seen += usize::from(child_is_member);
        if child_is_member && place >= count && seen == count {
            text.push_str(comma);
            text.push_str(member);
        }
    }
    put_raw(container.clone().into(), text)
}

/// JSON on one line, numbers as they are spelled.
pub(in crate::plan) fn laid_out_on_one_line(json: &str, tight: bool) -> Option<String> {
    fn write(node: &Node, tight: bool, text: &mut String) {
        let (comma, colon) = if tight { (",", ":") } else { (", ", ": ") };
        let string = |text: &str| serde_json::Value::from(text).to_string();
        match &node.value {
            Value::Null => text.push_str("null"),
            Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Value::Number(spelled) => text.push_str(spelled),
            Value::String(value) => text.push_str(&string(value)),
            Value::Array(elements) => {
                text.push('[');
                for (place, element) in elements.iter().enumerate() {
                    text.push_str(if place == 0 { "" } else { comma });
                    write(element, tight, text);
                }
                text.push(']');
            }
            Value::Object(members) => {
                text.push('{');
                for (place, member) in members.iter().enumerate() {
                    text.push_str(if place == 0 { "" } else { comma });
                    text.push_str(&string(&member.key));
                    text.push_str(colon);
                    write(&member.node, tight, text);
                }
                text.push('}');
            }
        }
    }
    let mut text = String::new();
    write(&parsed(json)?, tight, &mut text);
    Some(text)
}
