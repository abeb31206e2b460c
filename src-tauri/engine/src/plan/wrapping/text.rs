//! An entry's text with the wrapper in front, and without: the second is the
//! first's inverse, byte for byte, from the wrapped text alone.
//!
//! Nothing of the original is stored beside it. Its command and arguments keep
//! their bytes behind `--` (its address behind `--url`); every other key keeps
//! its place and bytes; `headers` becomes `env` by its name only. What the
//! positions alone could not say stands in the wrapper's arguments: `--no-args`
//! when there was no `args` key, `--sse` for a `type` of `sse`.

use jsonc_parser::{
    ast::{self, ObjectProp},
    common::Ranged,
};
use serde_json::Value as Json;

use crate::clients::{Dialect, Launch, Stdio};

/// Text pieces to replace, in any order; none overlap.
type Pieces = Vec<(usize, usize, String)>;

/// The entry behind the wrapper.
///
/// # Errors
/// Why this entry cannot be wrapped, as the end of a sentence about it.
pub(super) fn wrap(
    raw: &str,
    dialect: Dialect,
    binary: &str,
    options: &[String],
) -> Result<String, String> {
    let entry = Entry::parse(raw, dialect)?;
    let mut pieces = Pieces::new();
    let program = quoted(binary);
    let spaced = raw.contains([' ', '\n']);
    if let Some(command) = entry.property("command")? {
        let original = entry.slice(&command.value);
        if !matches!(command.value, ast::Value::StringLit(_)) {
            return Err("has a `command` that is no string".to_owned());
        }
        let (start, end) = span(&command.value);
        pieces.push((start, end, program));
        let mut words: Vec<String> =
            ["wrap".to_owned()].iter().chain(options).map(quoted).collect();
        match entry.property("args")? {
            None => {
                words.extend([quoted("--no-args"), quoted("--"), original.to_owned()]);
                let (comma, colon) = separators(spaced);
                let list = words.join(comma);
                pieces.push((end, end, format!("{comma}\"args\"{colon}[{list}]")));
            }
            Some(args) => {
                let ast::Value::Array(list) = &args.value else {
                    return Err("has `args` that are no list".to_owned());
                };
                words.push(quoted("--"));
                let (start, end) = (list.range.start, list.range.end);
                let inner = &raw[start + 1..end - 1];
                // The elements in front are laid out as those behind.
                let lead = &inner[..inner.len() - inner.trim_start().len()];
                let lead = if list.elements.is_empty() { "" } else { lead };
                let comma = match lead {
                    "" if spaced => ", ".to_owned(),
                    lead => format!(",{lead}"),
                };
                words.push(original.to_owned());
                let mut text = format!("[{lead}{}", words.join(&comma));
                if !list.elements.is_empty() {
                    text.push_str(if lead.is_empty() { &comma } else { "," });
                }
                text.push_str(inner);
                text.push(']');
                pieces.push((start, end, text));
            }
        }
        return Ok(entry.with(pieces));
    }
    let Some(url) = entry.property("url")? else {
        return Err("has neither `command` nor `url`".to_owned());
    };
    let mut words = vec![quoted("wrap")];
    words.extend(options.iter().map(quoted));
    for property in &entry.properties {
        match property.name.as_str() {
            "url" => {}
            "headers" => {
                let ast::Value::Object(headers) = &property.value else {
                    return Err("has `headers` that are no object".to_owned());
                };
                entry.rename(property, "env", &mut pieces)?;
                for header in &headers.properties {
                    let name = header.name.as_str();
                    if name.contains('=') || name.is_empty() {
                        return Err(format!("has a header `{name}` that no variable can carry"));
                    }
                }
            }
            "type" => {
                match entry.slice(&property.value) {
                    "\"http\"" => {}
                    "\"sse\"" => words.push(quoted("--sse")),
                    other => return Err(format!("has a `type` of {other}")),
                }
                let (start, end) = span(&property.value);
                pieces.push((start, end, quoted("stdio")));
            }
            "env" | "args" => {
                return Err(format!("has both `url` and `{}`", property.name.as_str()));
            }
            other => {
                return Err(format!(
                    "has `{other}`, which the client itself must act on: no wrapper can"
                ));
            }
        }
    }
    entry.rename(url, "command", &mut pieces)?;
    words.extend([quoted("--url"), entry.slice(&url.value).to_owned()]);
    if let Some(ast::Value::Object(headers)) = entry.property("headers")?.map(|found| &found.value)
    {
        for header in &headers.properties {
            let name = header.name.as_str();
            words.extend([quoted("--header-env"), quoted(format!("{name}={name}"))]);
        }
    }
    let (start, end) = span(&url.value);
    let (comma, colon) = separators(spaced);
    let list = words.join(comma);
    pieces.push((start, end, format!("{program}{comma}\"args\"{colon}[{list}]")));
    Ok(entry.with(pieces))
}

/// The entry as it was before [`wrap`].
///
/// # Errors
/// Why this is no wrapped entry, as the end of a sentence about it.
pub(super) fn unwrap(raw: &str, dialect: Dialect) -> Result<String, String> {
    let entry = Entry::parse(raw, dialect)?;
    let no_wrapper = || "does not start Plimsoll's wrapper".to_owned();
    let (Some(command), Some(args)) = (entry.property("command")?, entry.property("args")?) else {
        return Err(no_wrapper());
    };
    let ast::Value::Array(list) = &args.value else { return Err(no_wrapper()) };
    let words: Vec<&str> = list.elements.iter().map(word).collect();
    if words.first() != Some(&"wrap") {
        return Err(no_wrapper());
    }
    let mut pieces = Pieces::new();
    let (command_start, command_end) = span(&command.value);
    let (_, args_end) = span(&args.value);
    let next_to_it = entry.follows(command, args);
    let separator = words.iter().position(|word| *word == "--");
    let address = words.iter().position(|word| *word == "--url");
    match (separator, address) {
        (Some(at), _) => {
            let Some(original) = list.elements.get(at + 1) else { return Err(no_wrapper()) };
            let program = entry.slice(original).to_owned();
            if words[..at].contains(&"--no-args") && next_to_it {
                pieces.push((command_start, args_end, program));
            } else {
                pieces.push((command_start, command_end, program));
                let (start, end) = (list.range.start, list.range.end);
                let mut rest = &raw[span(original).1..end - 1];
                if list.elements.len() > at + 2 {
                    // The first comma is ours; no comment of ours stands before it.
                    rest = rest.split_once(',').map_or(rest, |(_, rest)| rest);
                    let laid_out = raw[start + 1..].starts_with(char::is_whitespace);
                    if !laid_out {
                        rest = rest.trim_start();
                    }
                }
                pieces.push((start, end, format!("[{rest}]")));
            }
        }
        (None, Some(at)) if next_to_it => {
            let Some(original) = list.elements.get(at + 1) else { return Err(no_wrapper()) };
            entry.rename(command, "url", &mut pieces)?;
            pieces.push((command_start, args_end, entry.slice(original).to_owned()));
            if let Some(env) = entry.property("env")? {
                entry.rename(env, "headers", &mut pieces)?;
            }
            if let Some(kind) = entry.property("type")? {
                let (start, end) = span(&kind.value);
                let sse = words[..at].contains(&"--sse");
                pieces.push((start, end, quoted(if sse { "sse" } else { "http" })));
            }
        }
        _ => return Err(no_wrapper()),
    }
    Ok(entry.with(pieces))
}

/// The entry with its wrapper at another path.
pub(super) fn repair(raw: &str, dialect: Dialect, binary: &str) -> Result<String, String> {
    let entry = Entry::parse(raw, dialect)?;
    let Some(command) = entry.property("command")? else {
        return Err("does not start Plimsoll's wrapper".to_owned());
    };
    let (start, end) = span(&command.value);
    Ok(entry.with(vec![(start, end, quoted(binary))]))
}

/// The program an entry starts, as far as its text says; `None`: none.
pub(super) fn launch(raw: &str, dialect: Dialect) -> Option<Launch> {
    let entry = Entry::parse(raw, dialect).ok()?;
    let command = word(&entry.property("command").ok()??.value).to_owned();
    let ast::Value::Array(list) = &entry.property("args").ok()??.value else { return None };
    let args = list.elements.iter().map(|each| word(each).to_owned()).collect();
    Some(Launch::Stdio(Stdio { command, args, env: Vec::new(), cwd: None }))
}

/// An entry's text and where its parts are in it.
struct Entry<'t> {
    raw: &'t str,
    properties: Vec<ObjectProp<'t>>,
}

impl<'t> Entry<'t> {
    fn parse(raw: &'t str, dialect: Dialect) -> Result<Self, String> {
        let parsed = jsonc_parser::parse_to_ast(
            raw,
            &jsonc_parser::CollectOptions::default(),
            &dialect.options(),
        );
        match parsed.map(|parsed| parsed.value) {
            Ok(Some(ast::Value::Object(object))) => Ok(Self { raw, properties: object.properties }),
            _ => Err("is no object".to_owned()),
        }
    }

    fn property(&self, key: &str) -> Result<Option<&ObjectProp<'t>>, String> {
        let mut found = self.properties.iter().filter(|property| property.name.as_str() == key);
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(format!("has `{key}` twice")),
            (found, None) => Ok(found),
        }
    }

    fn slice(&self, value: &ast::Value<'_>) -> &'t str {
        let (start, end) = span(value);
        &self.raw[start..end]
    }

    /// Another name for a key, which must be spelled plainly: its old spelling
    /// is not kept.
    fn rename(
        &self,
        property: &ObjectProp<'_>,
        name: &str,
        pieces: &mut Pieces,
    ) -> Result<(), String> {
        let range = property.name.range();
        if self.raw[range.start..range.end] != quoted(property.name.as_str()) {
            return Err(format!(
                "spells `{}` in a way that cannot be kept",
                property.name.as_str()
            ));
        }
        pieces.push((range.start, range.end, quoted(name)));
        Ok(())
    }

    /// Whether a property stands right behind another.
    fn follows(&self, first: &ObjectProp<'_>, second: &ObjectProp<'_>) -> bool {
        let place = |wanted: &ObjectProp<'_>| {
            self.properties.iter().position(|property| property.range.start == wanted.range.start)
        };
        place(first).map(|place| place + 1) == place(second)
    }

    fn with(&self, mut pieces: Pieces) -> String {
        pieces.sort_by_key(|(start, end, _)| (*start, *end));
        let mut text = String::with_capacity(self.raw.len() + 200);
        let mut at = 0;
        for (start, end, piece) in pieces {
            text.push_str(&self.raw[at..start]);
            text.push_str(&piece);
            at = end;
        }
        text.push_str(&self.raw[at..]);
        text
    }
}

fn span(value: &ast::Value<'_>) -> (usize, usize) {
    let range = value.range();
    (range.start, range.end)
}

fn word<'v>(value: &'v ast::Value<'_>) -> &'v str {
    match value {
        ast::Value::StringLit(literal) => &literal.value,
        _ => "",
    }
}

fn quoted(text: impl AsRef<str>) -> String {
    Json::from(text.as_ref()).to_string()
}

const fn separators(spaced: bool) -> (&'static str, &'static str) {
    if spaced { (", ", ": ") } else { (",", ":") }
}

#[cfg(test)]
mod tests;
