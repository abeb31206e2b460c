//! A configuration file as text with positions: every value knows its line.

use std::{
    collections::{HashMap, hash_map::Entry},
    path::{Path, PathBuf},
};

use jsonc_parser::{ParseOptions, ast, common::Ranged};

use super::{Finding, Level, Place};
use crate::world::World;

/// Which spelling of JSON a client accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// RFC 8259, nothing else; a byte order mark is tolerated.
    Strict,
    /// Comments and trailing commas too.
    Jsonc,
}

impl Dialect {
    /// What the parser may accept. Spelled out: its defaults are far looser
    /// than any client.
    pub const fn options(self) -> ParseOptions {
        let lenient = matches!(self, Self::Jsonc);
        ParseOptions {
            allow_comments: lenient,
            allow_trailing_commas: lenient,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        }
    }
}

/// Why a file says nothing to us. The file itself is never touched.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// It is there but cannot be read.
    #[error("`{}` cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It is not UTF-8, and not JSON around the bytes that are none.
    #[error("`{}` is not UTF-8 text", path.display())]
    Encoding {
        /// The file.
        path: PathBuf,
    },
    /// It is larger than any configuration.
    #[error("`{}` has {bytes} bytes, more than the {limit} a configuration may have", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// The most we read.
        limit: u64,
    },
    /// It does not parse in the dialect of its client.
    #[error("`{}` does not parse: {what} (line {}, column {})", place.file.display(), place.line, place.column)]
    Syntax {
        /// Where.
        place: Place,
        /// What the parser says.
        what: String,
    },
}

impl DocumentError {
    /// Where the fault is.
    pub fn place(&self) -> Place {
        match self {
            Self::Read { path, .. } | Self::Encoding { path } | Self::TooLarge { path, .. } => {
                Place::whole(path)
            }
            Self::Syntax { place, .. } => place.clone(),
        }
    }

    /// The error as a finding of level error.
    pub fn finding(&self, code: &'static str, hint: &str) -> Finding {
        Finding {
            code,
            level: Level::Error,
            message: self.to_string(),
            hint: Some(hint.to_owned()),
            place: Some(self.place()),
            server: None,
        }
    }
}

/// One value, where it starts, and what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Byte offset of the value in the text.
    pub start: usize,
    /// Byte offset behind it.
    pub end: usize,
    /// The value.
    pub value: Value,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as spelled.
    Number(String),
    /// A string, decoded.
    String(String),
    /// A list.
    Array(Vec<Node>),
    /// An object; duplicate keys are all kept, in file order.
    Object(Vec<Member>),
}

/// One key of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The key, decoded.
    pub key: String,
    /// Byte offset of the key in the text.
    pub key_start: usize,
    /// Its value.
    pub node: Node,
}

impl Node {
    /// The member called `key`; the last one when there are several, as every
    /// client's parser does.
    pub fn member(&self, key: &str) -> Option<&Member> {
        self.members().iter().rev().find(|member| member.key == key)
    }

    /// The value of the member called `key`.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.member(key).map(|member| &member.node)
    }

    /// The members of an object; none for anything else.
    pub fn members(&self) -> &[Member] {
        match &self.value {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// The members as a parser without duplicates sees them: the last value of
    /// each key, at the place of the first.
    pub fn effective_members(&self) -> Vec<&Member> {
        let mut kept: Vec<&Member> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for member in self.members() {
            match places.entry(&member.key) {
                Entry::Occupied(place) => kept[*place.get()] = member,
                Entry::Vacant(place) => {
                    place.insert(kept.len());
                    kept.push(member);
                }
            }
        }
        kept
    }

    /// The elements of a list; none for anything else.
    pub fn elements(&self) -> &[Node] {
        match &self.value {
            Value::Array(elements) => elements,
            _ => &[],
        }
    }

    /// Whether this is an object.
    pub fn is_object(&self) -> bool {
        matches!(self.value, Value::Object(_))
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// What kind of value this is, in a few words.
    pub const fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::String(_) => "a text",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        }
    }

    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }
}

/// A file that was read and parsed.
#[derive(Clone, Debug)]
pub struct Document {
    /// Where it was read from.
    pub path: PathBuf,
    /// The text without a byte order mark.
    pub text: String,
    /// Whether the file began with a byte order mark.
    pub byte_order_mark: bool,
    /// Offset of the first byte that is no UTF-8: such bytes stand as U+FFFD in
    /// the text, as they do in the clients (observed in Claude Code 2.1.332).
    pub not_text: Option<usize>,
    /// The root value; `None` for a file without any value.
    pub root: Option<Node>,
    line_starts: Vec<usize>,
}

/// The most a configuration may weigh, in bytes.
const LIMIT: u64 = 64 * 1024 * 1024;

impl Document {
    /// Reads and parses a file; `None` when there is none. Every client's files
    /// are read here, so that a [`World`] with other texts is read as well.
    ///
    /// # Errors
    /// [`DocumentError`] when the file is there and says nothing to its client.
    pub fn read(
        world: &World,
        path: &Path,
        dialect: Dialect,
    ) -> Result<Option<Self>, DocumentError> {
        if let Some(text) = world.text(path) {
            return Self::parse(path, text, dialect).map(Some);
        }
        let metadata = match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => metadata,
            Ok(metadata) if metadata.is_dir() => {
                let source = std::io::ErrorKind::IsADirectory.into();
                return Err(DocumentError::Read { path: path.to_owned(), source });
            }
            // `/dev/null`, for one: nothing is configured.
            Ok(_) => return Ok(None),
            Err(error)
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
                ) =>
            {
                return Ok(None);
            }
            Err(source) => return Err(DocumentError::Read { path: path.to_owned(), source }),
        };
        if metadata.len() > LIMIT {
            return Err(DocumentError::TooLarge {
                path: path.to_owned(),
                bytes: metadata.len(),
                limit: LIMIT,
            });
        }
        let bytes = std::fs::read(path)
            .map_err(|source| DocumentError::Read { path: path.to_owned(), source })?;
        match String::from_utf8(bytes) {
            Ok(text) => Self::parse(path, &text, dialect).map(Some),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes());
                match Self::parse(path, &text, dialect) {
                    Ok(document) => {
                        let mark = if document.byte_order_mark { '\u{feff}'.len_utf8() } else { 0 };
                        let not_text = Some(at.saturating_sub(mark));
                        Ok(Some(Self { not_text, ..document }))
                    }
                    // UTF-16, for one.
                    Err(_) => Err(DocumentError::Encoding { path: path.to_owned() }),
                }
            }
        }
    }

    /// Parses a text as the content of `path`.
    ///
    /// # Errors
    /// [`DocumentError::Syntax`] with the line and column of the fault.
    pub fn parse(path: &Path, text: &str, dialect: Dialect) -> Result<Self, DocumentError> {
        let (byte_order_mark, text) = match text.strip_prefix('\u{feff}') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let line_starts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut document = Self {
            path: path.to_owned(),
            text: text.to_owned(),
            byte_order_mark,
            not_text: None,
            root: None,
            line_starts,
        };
        let parsed = jsonc_parser::parse_to_ast(
            text,
            &jsonc_parser::CollectOptions::default(),
            &dialect.options(),
        )
        .map_err(|error| DocumentError::Syntax {
            place: document.place(error.range().start),
            what: lower_first(&error.kind().to_string()),
        })?;
        // The lenient parser lets some spellings through that strict JSON
        // forbids (control characters in strings, leading zeros).
        if dialect == Dialect::Strict
            && parsed.value.is_some()
            && let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text)
        {
            let what = error.to_string();
            let what = what.split(" at line ").next().unwrap_or(&what).to_owned();
            let (line, column) = (error.line().max(1), error.column().max(1));
            return Err(DocumentError::Syntax {
                place: Place {
                    file: path.to_owned(),
                    line: u32::try_from(line).unwrap_or(u32::MAX),
                    column: u32::try_from(column).unwrap_or(u32::MAX),
                },
                what,
            });
        }
        document.root = parsed.value.as_ref().map(own);
        Ok(document)
    }

    /// The line and column of a byte offset.
    pub fn place(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|start| *start <= offset).max(1);
        let start = self.line_starts[line - 1];
        let column = self.text.get(start..offset).map_or(0, |before| before.chars().count()) + 1;
        Place {
            file: self.path.clone(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
        }
    }

    /// Every key that stands more than once in its object: the later member and
    /// the names of the objects around it.
    pub fn duplicate_keys(&self) -> Vec<(Vec<String>, &Member)> {
        let mut found = Vec::new();
        if let Some(root) = &self.root {
            collect_duplicates(root, &mut Vec::new(), &mut found);
        }
        found
    }
}

fn collect_duplicates<'n>(
    node: &'n Node,
    path: &mut Vec<String>,
    found: &mut Vec<(Vec<String>, &'n Member)>,
) {
    let mut seen = std::collections::HashSet::new();
    for member in node.members() {
        if !seen.insert(member.key.as_str()) {
            found.push((path.clone(), member));
        }
        path.push(member.key.clone());
        collect_duplicates(&member.node, path, found);
        path.pop();
    }
    for element in node.elements() {
        collect_duplicates(element, path, found);
    }
}

/// Depth is bounded: the parser refuses more than 512 levels.
fn own(value: &ast::Value<'_>) -> Node {
    let (start, end) = (value.range().start, value.range().end);
    let value = match value {
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::BooleanLit(literal) => Value::Bool(literal.value),
        ast::Value::NumberLit(literal) => Value::Number(literal.value.to_owned()),
        ast::Value::StringLit(literal) => Value::String(literal.value.to_string()),
        ast::Value::Array(array) => Value::Array(array.elements.iter().map(own).collect()),
        ast::Value::Object(object) => Value::Object(
            object
                .properties
                .iter()
                .map(|property| Member {
                    key: property.name.as_str().to_owned(),
                    key_start: property.range.start,
                    node: own(&property.value),
                })
                .collect(),
        ),
    };
    Node { start, end, value }
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, dialect: Dialect) -> Result<Document, DocumentError> {
        Document::parse(Path::new("f.json"), text, dialect)
    }

    #[test]
    fn a_value_knows_its_line() {
        let document = parse("{\r\n  \"é\": {\"b\": 1}\r\n}", Dialect::Strict).expect("valid");
        let root = document.root.as_ref().expect("a value");
        let member = root.get("é").and_then(|node| node.member("b")).expect("there");
        let place = document.place(member.key_start);
        assert_eq!((place.line, place.column), (2, 9));
    }

    #[test]
    fn strict_json_is_strict() {
        for (why, text) in [
            ("a comment", "{} // x"),
            ("a trailing comma", "{\"a\":1,}"),
            ("a bare word", "{a:1}"),
            ("a leading zero", "{\"a\":01}"),
            ("a control character", "{\"a\":\"\u{1}\"}"),
            ("truncated", "{\"a\":"),
            ("two values", "{} {}"),
        ] {
            assert!(parse(text, Dialect::Strict).is_err(), "{why}");
        }
        assert!(parse("\u{feff}{}", Dialect::Strict).expect("valid").byte_order_mark);
        assert!(parse("", Dialect::Strict).expect("no value is no fault").root.is_none());
        assert!(parse("{\"a\":1,} // x", Dialect::Jsonc).is_ok());
    }

    #[test]
    fn duplicate_keys_are_found_and_the_last_counts() {
        let document = parse("{\"a\":{\"b\":1,\"b\":2}}", Dialect::Strict).expect("valid");
        let duplicates = document.duplicate_keys();
        assert_eq!(duplicates.len(), 1);
        assert_eq!(duplicates[0].0, ["a"]);
        let b = document.root.as_ref().and_then(|root| root.get("a")?.get("b")).expect("there");
        assert_eq!(b.value, Value::Number("2".to_owned()));
    }

    #[test]
    fn bytes_that_are_no_text_are_read_as_the_clients_read_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let read = |bytes: &[u8]| {
            let path = folder.path().join("f.json");
            std::fs::write(&path, bytes).expect("written");
            Document::read(&World::here(), &path, Dialect::Strict)
        };
        let document = read(b"{\n\"a\":\"x\xffy\"}").expect("read").expect("there");
        let value = document.root.as_ref().and_then(|root| root.get("a")?.as_str());
        assert_eq!(value, Some("x\u{fffd}y"));
        assert_eq!(document.not_text.map(|at| document.place(at).line), Some(2));
        let utf16: Vec<u8> = "{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let error = read(&[&[0xff, 0xfe][..], &utf16].concat()).expect_err("no JSON");
        assert!(matches!(error, DocumentError::Encoding { .. }), "{error}");
    }

    #[test]
    fn deep_nesting_is_an_error_not_a_crash() {
        assert!(parse(&"[".repeat(100_000), Dialect::Jsonc).is_err());
    }
}
