//! Random files, random steps: what must hold for every edit.
//!
//! `PLIMSOLL_CASES` is the number of cases per property, 300 by default.

use std::path::Path;

use plimsoll_engine::{
    clients::{Dialect, Document, Node},
    plan::{EditError, Step, edit, merge},
};
use proptest::{prelude::*, test_runner::Config};
use serde_json::{Map, Value};

fn cases() -> Config {
    let cases = std::env::var("PLIMSOLL_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    Config { cases, failure_persistence: None, ..Config::default() }
}

/// How a file is laid out.
#[derive(Clone, Debug)]
struct Layout {
    indent: &'static str,
    line_end: &'static str,
    colon: &'static str,
    mark: bool,
    final_line_end: bool,
    comments: bool,
    /// One bit per container: on one line or spread.
    one_line: u32,
    /// One bit per container: no blanks, when on one line.
    tight: u32,
}

fn layout(comments: bool) -> impl Strategy<Value = Layout> {
    (
        prop_oneof![Just("  "), Just("    "), Just("\t"), Just(" ")],
        prop_oneof![Just("\n"), Just("\r\n")],
        prop_oneof![Just(": "), Just(":"), Just(" : ")],
        any::<bool>(),
        any::<bool>(),
        any::<(u32, u32)>(),
    )
        .prop_map(move |(indent, line_end, colon, mark, final_line_end, (one_line, tight))| {
            Layout { indent, line_end, colon, mark, final_line_end, comments, one_line, tight }
        })
}

/// JSON with its numbers and strings as they are spelled.
#[derive(Clone, Debug)]
enum Json {
    Leaf(&'static str),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

const KEYS: [&str; 7] = ["a", "b", "mcpServers", "deny", "é", "x y", "\\u0061b"];

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just("1.50e3"),
        Just("12345678901234567890"),
        Just("-0"),
        Just("true"),
        Just("null"),
        Just("\"\""),
        Just("\"t\""),
        Just("\"a\\u00e9\\\"}]//,{\""),
        Just("\"/* no comment */\""),
    ]
    .prop_map(Json::Leaf);
    let tree =
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Json::List),
                members(inner),
            ]
        });
    members(tree)
}

fn members(inner: impl Strategy<Value = Json>) -> impl Strategy<Value = Json> {
    let keys = prop::sample::subsequence(KEYS.to_vec(), 0..5).prop_shuffle();
    (keys, prop::collection::vec(inner, 5))
        .prop_map(|(keys, values)| Json::Object(keys.into_iter().zip(values).collect()))
}

struct Printer<'l> {
    layout: &'l Layout,
    text: String,
    containers: u32,
}

impl Printer<'_> {
    fn print(json: &Json, layout: &Layout) -> String {
        let mut printer = Printer { layout, text: String::new(), containers: 0 };
        if layout.mark {
            printer.text.push('\u{feff}');
        }
        if layout.comments {
            printer.text.push_str("// on top");
            printer.text.push_str(layout.line_end);
        }
        printer.value(json, 0, false);
        if layout.final_line_end {
            printer.text.push_str(layout.line_end);
        }
        printer.text
    }

    fn value(&mut self, json: &Json, depth: usize, inside_one_line: bool) {
        match json {
            Json::Leaf(text) => self.text.push_str(text),
            Json::List(elements) => self.container(
                ('[', ']'),
                elements.iter().map(|each| (None, each)).collect(),
                depth,
                inside_one_line,
            ),
            Json::Object(members) => self.container(
                ('{', '}'),
                members.iter().map(|(key, each)| (Some(*key), each)).collect(),
                depth,
                inside_one_line,
            ),
        }
    }

    fn container(
        &mut self,
        (open, close): (char, char),
        members: Vec<(Option<&str>, &Json)>,
        depth: usize,
        inside_one_line: bool,
    ) {
        let bit = self.containers % 32;
        self.containers += 1;
        let one_line = inside_one_line || self.layout.one_line >> bit & 1 == 1;
        let tight = self.layout.tight >> bit & 1 == 1;
        let count = members.len();
        self.text.push(open);
        for (place, (key, each)) in members.into_iter().enumerate() {
            if !one_line {
                self.new_line(depth + 1);
                if self.layout.comments && place == 1 {
                    self.text.push_str("// about the next");
                    self.new_line(depth + 1);
                }
            } else if !tight {
                self.text.push(' ');
            }
            if let Some(key) = key {
                self.text.push('"');
                self.text.push_str(key);
                self.text.push('"');
                let colon = if one_line && tight { ":" } else { self.layout.colon };
                self.text.push_str(colon);
            }
            self.value(each, depth + 1, one_line);
            if place + 1 < count || self.layout.comments && !one_line {
                self.text.push(',');
            }
            if self.layout.comments && !one_line && place == 0 {
                self.text.push_str(" /* behind */");
            }
        }
        if count > 0 {
            if !one_line {
                self.new_line(depth);
            } else if !tight {
                self.text.push(' ');
            }
        }
        self.text.push(close);
    }

    fn new_line(&mut self, depth: usize) {
        self.text.push_str(self.layout.line_end);
        for _ in 0..depth {
            self.text.push_str(self.layout.indent);
        }
    }
}

fn step() -> impl Strategy<Value = Step> {
    let name =
        || prop::sample::select(vec!["a", "b", "mcpServers", "deny", "é", "ab", "new \"k\""]);
    let at = prop::collection::vec(name().prop_map(ToOwned::to_owned), 0..3);
    let value = || {
        prop::sample::select(vec![
            "true",
            "1.50e3",
            "\"t\"",
            "{\"command\": \"x\", \"args\": [\"a\", 1.0], \"env\": {}}",
            "[]",
            "[{\"serverName\": \"s\"}]",
        ])
        .prop_map(ToOwned::to_owned)
    };
    (at, name(), value(), 0..4).prop_map(|(at, key, value, kind)| {
        let key = key.to_owned();
        match kind {
            0 => Step::Set { at, key, value },
            1 => Step::Remove { at, key },
            2 => Step::Include { at, key, element: value },
            _ => Step::Exclude { at, key, element: value },
        }
    })
}

fn file() -> impl Strategy<Value = (String, Dialect)> {
    any::<bool>().prop_flat_map(|comments| {
        let dialect = if comments { Dialect::Jsonc } else { Dialect::Strict };
        (json(), layout(comments))
            .prop_map(move |(json, layout)| (Printer::print(&json, &layout), dialect))
    })
}

fn path() -> &'static Path {
    Path::new("f.json")
}

/// The value of a text, by a parser that edits do not use for strict JSON.
fn value(text: &str, dialect: Dialect) -> Value {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    match dialect {
        Dialect::Strict => serde_json::from_str(body).expect("strict JSON"),
        Dialect::Jsonc => serde_json::from_str(&without_comments(body)).expect("JSON beneath"),
    }
}

/// Comments and trailing commas taken out, by hand.
fn without_comments(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(tail) = rest.strip_prefix("//") {
            rest = tail.find('\n').map_or("", |end| &tail[end..]);
        } else if let Some(tail) = rest.strip_prefix("/*") {
            rest = tail.find("*/").map_or("", |end| &tail[end + 2..]);
        } else if first == '"' {
            let mut end = 1;
            let bytes = rest.as_bytes();
            while bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            plain.push_str(&rest[..=end]);
            rest = &rest[end + 1..];
        } else {
            if matches!(first, '}' | ']') {
                let kept = plain.trim_end().trim_end_matches(',').len();
                plain.truncate(kept);
            }
            plain.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    plain
}

/// What a step means, on plain values. `None`: refused.
fn model(mut root: Value, step: &Step) -> Option<Value> {
    fn descend<'v>(
        root: &'v mut Value,
        at: &[String],
        create: bool,
    ) -> Option<Option<&'v mut Map<String, Value>>> {
        let mut object = root.as_object_mut()?;
        for key in at {
            if !object.contains_key(key) {
                if !create {
                    return Some(None);
                }
                object.insert(key.clone(), Value::Object(Map::new()));
            }
            object = object.get_mut(key)?.as_object_mut()?;
        }
        Some(Some(object))
    }
    let json = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let create = matches!(step, Step::Set { .. } | Step::Include { .. });
    let Some(object) = descend(&mut root, step.at(), create)? else { return Some(root) };
    match step {
        Step::Set { key, value, .. } => drop(object.insert(key.clone(), json(value))),
        Step::Remove { key, .. } => drop(object.shift_remove(key)),
        Step::Include { key, element, .. } => {
            let list = object.entry(key.clone()).or_insert_with(|| Value::Array(Vec::new()));
            let list = list.as_array_mut()?;
            if !list.contains(&json(element)) {
                list.push(json(element));
            }
        }
        Step::Exclude { key, element, .. } => {
            if let Some(list) = object.get_mut(key) {
                list.as_array_mut()?.retain(|each| *each != json(element));
            }
        }
        Step::Once { key, element, .. } => {
            if let Some(list) = object.get_mut(key) {
                let mut seen = false;
                list.as_array_mut()?
                    .retain(|each| *each != json(element) || !std::mem::replace(&mut seen, true));
            }
        }
        Step::Put { .. } => unreachable!("not generated"),
    }
    Some(root)
}

/// What a step may not touch: everything outside the innermost object on its
/// way that is there, and in that object all but the one key.
struct Outside {
    before: String,
    behind: String,
    /// Other keys with their values, as they are spelled.
    members: Vec<String>,
    /// Elements of the list at the key, as they are spelled.
    elements: Vec<String>,
    comments: Vec<String>,
}

/// How many objects on a step's way are there, and the key in the last of them
/// that changes.
fn innermost(text: &str, dialect: Dialect, step: &Step) -> (usize, String) {
    let document = Document::parse(path(), text, dialect).expect("parses");
    let mut object = document.root.as_ref().expect("an object");
    for (depth, name) in step.at().iter().enumerate() {
        match object.get(name) {
            Some(inner) if inner.is_object() => object = inner,
            _ => return (depth, name.clone()),
        }
    }
    (step.at().len(), step.key().to_owned())
}

impl Outside {
    fn of(text: &str, dialect: Dialect, at: &[String], key: &str) -> Self {
        let document = Document::parse(path(), text, dialect).expect("parses");
        let text = &document.text;
        let root = document.root.as_ref().expect("an object");
        let object = at.iter().try_fold(root, |object, key| object.get(key)).expect("still there");
        let others = object.members().iter().filter(|member| member.key != key);
        let members: Vec<String> = others
            .clone()
            .map(|member| text[member.key_start..member.node.end].to_owned())
            .collect();
        let spelled = |node: &Node| text[node.start..node.end].to_owned();
        let elements =
            object.get(key).map(Node::elements).unwrap_or_default().iter().map(spelled).collect();
        // Between the members: what is no value is white space, commas, comments.
        let mut between = text[object.start..object.end].to_owned();
        for member in object.members() {
            between = between.replacen(&text[member.key_start..member.node.end], "\n", 1);
        }
        Self {
            before: text[..object.start].to_owned(),
            behind: text[object.end..].to_owned(),
            members,
            elements,
            comments: ["// about the next", "/* behind */"]
                .iter()
                .flat_map(|comment| between.matches(comment).map(ToOwned::to_owned))
                .collect(),
        }
    }
}

fn says_the_same(a: &str, b: &str) -> bool {
    value(a, Dialect::Jsonc) == serde_json::from_str::<Value>(b).expect("JSON")
}

/// Whether a blank follows every colon and comma, and none precedes one; or no
/// blank is there at all.
fn is_even(text: &str, blanks: bool) -> bool {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(each) = rest.next() {
        plain.push(each);
        if each == '"' {
            while let Some(inside) = rest.next() {
                match inside {
                    '\\' => drop(rest.next()),
                    '"' => break,
                    _ => {}
                }
            }
        }
    }
    let blank = |each: Option<char>| each.is_some_and(char::is_whitespace);
    plain.char_indices().all(|(at, each)| match each {
        ':' | ',' => {
            blank(plain[at + 1..].chars().next()) == blanks
                && !blank(plain[..at].chars().next_back())
        }
        other => blanks || !other.is_whitespace(),
    })
}

/// The step that takes a step back, where there is one: the object must be
/// there before, and a list that gets its first element must have had one.
fn inverse(text: &str, dialect: Dialect, step: &Step) -> Option<Step> {
    let document = Document::parse(path(), text, dialect).ok()?;
    let root = document.root.as_ref()?;
    let object = step.at().iter().try_fold(root, |object, key| object.get(key))?;
    if object.members().is_empty() {
        return None;
    }
    let (at, key) = (step.at().to_vec(), step.key().to_owned());
    let place = object.members().iter().position(|member| member.key == step.key());
    let node = place.map(|place| &object.members()[place].node);
    let raw = node.map(|node| document.text[node.start..node.end].to_owned());
    // In a commented file a comment may belong to what is taken out.
    let commented = document.text.contains("// about") || document.text.contains("/* behind");
    // A member put back is spelled as clients spell theirs.
    let spelled = place.is_some_and(|place| {
        let member = &object.members()[place];
        let key = Value::from(member.key.as_str());
        let lead = &document.text[member.key_start..member.node.start];
        let spread_evenly = lead == format!("{key}: ");
        (spread_evenly || lead == format!("{key}:"))
            && is_even(&document.text[object.start..object.end], spread_evenly)
    });
    match (step, raw) {
        (Step::Set { .. } | Step::Include { .. }, None) => Some(Step::Remove { at, key }),
        (Step::Set { .. }, Some(raw)) => {
            let behind = place?.checked_sub(1).map(|before| object.members()[before].key.clone());
            Some(Step::Put { at, key, raw, behind })
        }
        (Step::Remove { .. }, Some(raw)) if spelled && !commented && object.members().len() > 1 => {
            let behind = place?.checked_sub(1).map(|before| object.members()[before].key.clone());
            Some(Step::Put { at, key, raw, behind })
        }
        (Step::Include { element, .. }, Some(_)) => {
            let elements = node?.elements();
            let there = elements
                .iter()
                .any(|each| says_the_same(&document.text[each.start..each.end], element));
            (!elements.is_empty() && !there).then(|| Step::Exclude {
                at,
                key,
                element: element.clone(),
            })
        }
        _ => None,
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn an_edit_means_what_it_says((text, dialect) in file(), step in step()) {
        let before = value(&text, dialect);
        match edit(path(), Some(&text), dialect, std::slice::from_ref(&step)) {
            Ok(after) => {
                prop_assert_eq!(Some(value(&after, dialect)), model(before, &step), "{}", after);
                let again = edit(path(), Some(&after), dialect, &[step]).expect("editable");
                prop_assert_eq!(again, after, "the second time nothing changes");
            }
            Err(EditError::WrongType { .. }) => prop_assert_eq!(model(before, &step), None),
            Err(EditError::Duplicate { .. }) => {}
            Err(error) => prop_assert!(false, "{error}"),
        }
    }

    #[test]
    fn bytes_outside_the_edit_stay((text, dialect) in file(), step in step()) {
        let Ok(after) = edit(path(), Some(&text), dialect, std::slice::from_ref(&step)) else {
            return Ok(());
        };
        let (depth, key) = innermost(&text, dialect, &step);
        let outside = |text: &str| Outside::of(text, dialect, &step.at()[..depth], &key);
        let (old, new) = (outside(&text), outside(&after));
        prop_assert_eq!(&old.before, &new.before, "in front of the object that changes");
        prop_assert_eq!(&old.behind, &new.behind, "behind it");
        prop_assert_eq!(&old.members, &new.members, "its other members, as they are spelled");
        // A comment beside a member that is taken out may go with it.
        let theirs = usize::from(matches!(step, Step::Remove { .. }));
        prop_assert!(old.comments.len() <= new.comments.len() + theirs, "its comments: {after}");
        for element in &old.elements {
            let stays = match &step {
                Step::Exclude { element: gone, .. } => !says_the_same(element, gone),
                Step::Include { .. } => true,
                _ => false,
            };
            if stays {
                prop_assert!(new.elements.contains(element), "the element {element} of {text}");
            }
        }
        let line_ends = |text: &str| (text.matches("\r\n").count(), text.matches('\n').count());
        let ((crlf, all), (crlf_after, all_after)) = (line_ends(&text), line_ends(&after));
        if crlf == all && all > 0 {
            prop_assert_eq!(crlf_after, all_after, "Windows line ends throughout");
        }
        if crlf == 0 && all > 0 {
            prop_assert_eq!(crlf_after, 0, "no Windows line end appears");
        }
        prop_assert_eq!(text.starts_with('\u{feff}'), after.starts_with('\u{feff}'));
    }

    /// Every step and the step that takes it back, on files as they are found.
    #[test]
    fn an_edit_taken_back_gives_the_bytes((text, dialect) in file(), step in step()) {
        let Some(inverse) = inverse(&text, dialect, &step) else { return Ok(()) };
        let Ok(after) = edit(path(), Some(&text), dialect, std::slice::from_ref(&step)) else {
            return Ok(());
        };
        if after == text {
            prop_assert!(matches!(step, Step::Set { .. }), "only what is there already changes nothing");
            return Ok(());
        }
        let back = edit(path(), Some(&after), dialect, std::slice::from_ref(&inverse)).expect("editable");
        prop_assert_eq!(back, text, "{:?} after {:?} gave {}", inverse, step, after);
    }

    /// What a merge takes back without its shortcut for a text nobody touched.
    #[test]
    fn a_merge_taken_back_says_what_was_said((text, dialect) in file(), steps in prop::collection::vec(step(), 1..4)) {
        let Ok(after) = edit(path(), Some(&text), dialect, &steps) else { return Ok(()) };
        let touched = format!("{after}\n");
        let Ok(back) = merge(path(), dialect, &after, &text, &touched) else { return Ok(()) };
        prop_assert_eq!(value(&back, dialect), value(&text, dialect), "{}", back);
    }

    #[test]
    fn only_ours_is_taken_back((text, dialect) in file(), steps in prop::collection::vec(step(), 1..4)) {
        let Ok(after) = edit(path(), Some(&text), dialect, &steps) else { return Ok(()) };
        let theirs = Step::Set { at: Vec::new(), key: "theirs".into(), value: "[1.0]".into() };
        let with_theirs = |text: &str| edit(path(), Some(text), dialect, std::slice::from_ref(&theirs)).expect("editable");
        let Ok(undone) = merge(path(), dialect, &after, &text, &with_theirs(&after)) else {
            // Duplicate keys by another spelling are refused.
            return Ok(());
        };
        prop_assert_eq!(value(&undone, dialect), value(&with_theirs(&text), dialect), "{}", undone);
    }

    #[test]
    fn no_text_is_too_odd(text in "[\\[\\]{},:\"a1 \n\r\t/*\\\\]{0,40}", step in step()) {
        for dialect in [Dialect::Strict, Dialect::Jsonc] {
            if let Ok(after) = edit(path(), Some(&text), dialect, std::slice::from_ref(&step)) {
                let again = edit(path(), Some(&after), dialect, std::slice::from_ref(&step));
                prop_assert_eq!(again.expect("what we wrote can be edited"), after);
            }
        }
    }
}
