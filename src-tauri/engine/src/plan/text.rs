//! Steps on a JSON text, through jsonc-parser's concrete syntax tree: what the
//! steps do not name keeps its bytes.
//!
//! Three habits of the tree are worked around. It edits the first of two equal
//! keys where every client reads the last, so duplicates on the way are
//! refused. It takes a byte order mark for a syntax error, so the mark is set
//! aside and put back. It spreads a one-line object over several lines to add
//! to it, so one-line objects are added to between their own tokens.

use std::path::{Path, PathBuf};

use jsonc_parser::cst::{
    CstArray, CstContainerNode, CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode,
};

use crate::clients::{Dialect, Document, DocumentError, Node, Place};

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
}

impl Step {
    /// The object this step works in.
    pub fn at(&self) -> &[String] {
        match self {
            Self::Set { at, .. }
            | Self::Remove { at, .. }
            | Self::Put { at, .. }
            | Self::Include { at, .. }
            | Self::Exclude { at, .. } => at,
        }
    }

    /// The key this step is about.
    pub fn key(&self) -> &str {
        match self {
            Self::Set { key, .. }
            | Self::Remove { key, .. }
            | Self::Put { key, .. }
            | Self::Include { key, .. }
            | Self::Exclude { key, .. } => key,
        }
    }

    /// Whether a missing object on the way is nothing to do.
    fn only_takes(&self) -> bool {
        matches!(self, Self::Remove { .. } | Self::Exclude { .. })
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
    for step in steps {
        now = one(path, &now, dialect, step)?;
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
    let there = match &document.root {
        None => false,
        Some(root) if matches!(root.value, crate::clients::Value::Array(_)) => {
            root.elements().iter().any(|each| same(each, element))
        }
        Some(root) => {
            return Err(EditError::WrongType {
                place: document.place(root.start),
                key: "the file".to_owned(),
                wanted: "a list",
            });
        }
    };
    if there == wanted {
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
    if wanted { append(&list, element, one_line) } else { exclude(&list, element) }
        .ok_or_else(unsound)?;
    let mark = if document.byte_order_mark { "\u{feff}" } else { "" };
    Ok(format!("{mark}{root}"))
}

/// The text of a member as it stands, and the key it stands behind.
pub(super) fn member(
    text: &str,
    dialect: Dialect,
    at: &[String],
    key: &str,
) -> Option<(String, Option<String>)> {
    let root = CstRootNode::parse(body_of(text), &dialect.options()).ok()?;
    let mut object = root.object_value()?;
    for step in at {
        object = property(&object, step)?.object_value()?;
    }
    let found = property(&object, key)?;
    let behind = found.previous_property().and_then(|before| before.decoded_name());
    Some((found.value()?.to_string(), behind))
}

fn one(path: &Path, text: &str, dialect: Dialect, step: &Step) -> Result<String, EditError> {
    let document = Document::parse(path, text, dialect)?;
    if !check(&document, step)? {
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
    apply(object, step, one_line).ok_or_else(|| unsound(&"a value could not be placed"))?;
    let edited = format!("{mark}{root}");
    Document::parse(path, &edited, dialect).map_err(|error| unsound(&error))?;
    Ok(edited)
}

/// Whether there is anything to do, from the document alone: types and
/// duplicates on the way are judged where lines are known.
fn check(document: &Document, step: &Step) -> Result<bool, EditError> {
    let wrong = |node: &Node, key: &str, wanted| EditError::WrongType {
        place: document.place(node.start),
        key: key.to_owned(),
        wanted,
    };
    let Some(root) = &document.root else { return Ok(!step.only_takes()) };
    if !root.is_object() {
        return Err(wrong(root, "the file", "an object"));
    }
    let mut object = root;
    for key in step.at() {
        match sole(document, object, key)? {
            Some(found) if found.is_object() => object = found,
            Some(found) => return Err(wrong(found, key, "an object")),
            None => return Ok(!step.only_takes()),
        }
    }
    let found = sole(document, object, step.key())?;
    Ok(match step {
        Step::Remove { .. } => found.is_some(),
        Step::Set { value, .. } => !found.is_some_and(|found| same(found, value)),
        Step::Put { .. } => true,
        Step::Include { key, element, .. } | Step::Exclude { key, element, .. } => {
            let Some(found) = found else { return Ok(!step.only_takes()) };
            if !matches!(found.value, crate::clients::Value::Array(_)) {
                return Err(wrong(found, key, "a list"));
            }
            let there = found.elements().iter().any(|each| same(each, element));
            there == matches!(step, Step::Exclude { .. })
        }
    })
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

/// Whether a value says the same as a JSON text: numbers by their spelling,
/// objects whatever the order of their keys.
fn same(node: &Node, json: &str) -> bool {
    parsed(json).is_some_and(|root| says_same(node, &root))
}

/// A text without its byte order mark.
pub(super) fn body_of(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Whether two values say the same; see [`same`].
pub(super) fn says_same(a: &Node, b: &Node) -> bool {
    use crate::clients::Value::{Array, Object};
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

/// Whether the whole file stands on one line: nothing in it may then be spread.
fn is_one_line(root: &CstRootNode) -> bool {
    fn any_newline(node: &CstNode) -> bool {
        node.is_newline() || node.children().iter().any(any_newline)
    }
    root.value().is_some_and(|value| {
        !value.children_exclude_trivia_and_tokens().is_empty() && !any_newline(&value)
    })
}

/// `None` when the tree refuses; the file then stays as it is.
fn apply(mut object: CstObject, step: &Step, one_line: bool) -> Option<()> {
    for (depth, key) in step.at().iter().enumerate() {
        object = match property(&object, key) {
            Some(found) => found.object_value()?,
            None => {
                let value = nest(&step.at()[depth + 1..], step.key(), &created_value(step)?);
                return add_member(&object, object.properties().len(), key, &value, one_line);
            }
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
        (Step::Include { element, .. }, Some(found)) => {
            append(&found.array_value()?, element, one_line)?;
        }
        (Step::Set { key, .. } | Step::Include { key, .. }, None) => {
            let place = object.properties().len();
            add_member(&object, place, key, &created_value(step)?, one_line)?;
        }
        (Step::Exclude { element, .. }, Some(found)) => {
            exclude(&found.array_value()?, element)?;
        }
        (Step::Remove { .. } | Step::Exclude { .. }, None) => {}
    }
    Some(())
}

/// What a key that is not there yet gets.
fn created_value(step: &Step) -> Option<String> {
    match step {
        Step::Set { value, .. } => Some(value.clone()),
        Step::Put { raw, .. } => Some(raw.clone()),
        Step::Include { element, .. } => Some(format!("[{element}]")),
        Step::Remove { .. } | Step::Exclude { .. } => None,
    }
}

/// The value wrapped in the objects that are missing on the way.
fn nest(path: &[String], key: &str, value: &str) -> String {
    path.iter().map(String::as_str).chain([key]).rev().fold(value.to_owned(), |inner, key| {
        format!("{{{}: {inner}}}", serde_json::Value::from(key))
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

fn add_member(
    object: &CstObject,
    place: usize,
    key: &str,
    json: &str,
    one_line: bool,
) -> Option<()> {
    if one_line || !is_spread(object) && !object.properties().is_empty() {
        let tight = is_tight(object);
        let colon = if tight { ":" } else { ": " };
        let value = laid_out_on_one_line(json, tight)?;
        let member = format!("{}{colon}{value}", serde_json::Value::from(key));
        return insert_on_one_line(
            &CstContainerNode::Object(object.clone()),
            place,
            &member,
            tight,
        );
    }
    spread(&object.insert(place, key, input(json)?).value()?);
    Some(())
}

fn append(list: &CstArray, json: &str, one_line: bool) -> Option<()> {
    let elements = list.elements();
    let on_one_line = !list.children().iter().any(CstNode::is_newline);
    if one_line || on_one_line && !elements.is_empty() {
        let tight = if elements.len() > 1 {
            !list.children().iter().any(CstNode::is_whitespace)
        } else {
            list.root_node().and_then(|root| root.value()).is_some_and(|file| !any_blank(&file))
        };
        let element = laid_out_on_one_line(json, tight)?;
        return insert_on_one_line(
            &CstContainerNode::Array(list.clone()),
            elements.len(),
            &element,
            tight,
        );
    }
    list.ensure_multiline();
    spread(&list.append(input(json)?));
    Some(())
}

fn exclude(list: &CstArray, element: &str) -> Option<()> {
    let wanted = parsed(element)?;
    for each in list.elements() {
        if says_same(&parsed(&each.to_string())?, &wanted) {
            each.remove();
        }
    }
    Some(())
}

/// A piece of a file, which may hold comments.
pub(super) fn parsed(text: &str) -> Option<Node> {
    Document::parse(Path::new(""), text, Dialect::Jsonc).ok()?.root
}

fn is_spread(object: &CstObject) -> bool {
    object.children().iter().any(CstNode::is_newline)
}

fn any_blank(node: &CstNode) -> bool {
    node.is_whitespace() || node.children().iter().any(any_blank)
}

/// Whether a one-line object is written without a blank; an empty one as the
/// file around it.
fn is_tight(object: &CstObject) -> bool {
    let around = object.root_node().and_then(|root| root.value());
    let whole = CstContainerNode::Object(object.clone()).into();
    let judged = if object.properties().is_empty() { around.unwrap_or(whole) } else { whole };
    !any_blank(&judged)
}

/// Adds a member between the tokens of a one-line object or list.
fn insert_on_one_line(
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

/// Puts a text in the place of a value. The tree then holds a leaf that is not
/// what it says; it is printed and parsed again before anything else happens.
fn put_raw(node: CstNode, raw: String) -> Option<()> {
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
        use crate::clients::Value;
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

/// JSON on one line, numbers as they are spelled.
pub(super) fn laid_out_on_one_line(json: &str, tight: bool) -> Option<String> {
    fn write(node: &Node, tight: bool, text: &mut String) {
        use crate::clients::Value;
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

#[cfg(test)]
mod tests;
