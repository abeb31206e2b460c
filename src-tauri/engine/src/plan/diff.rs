//! What an edit would change, as lines, with configured values masked.

use std::path::PathBuf;

use jsonc_parser::cst::{CstArray, CstNode, CstObject, CstRootNode};
use similar::{ChangeTag, TextDiff};

use super::text::body_of;
use crate::clients::{
    Dialect, MASK, is_sensitive_name, mask_argument_list, mask_credentials, mask_url,
};

/// Lines around a change that are shown with it.
const CONTEXT: usize = 3;

/// What one file's text would become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The file.
    pub path: PathBuf,
    /// Whether the file is not there yet.
    pub created: bool,
    /// The parts that change, in file order.
    pub hunks: Vec<Hunk>,
}

/// One part of a file that changes, with the lines around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// First line in the old text, from 1.
    pub old_start: usize,
    /// First line in the new text, from 1.
    pub new_start: usize,
    /// Its lines.
    pub lines: Vec<DiffLine>,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In both texts.
    Both,
    /// In the old text only.
    Old,
    /// In the new text only.
    New,
}

/// One line, its secrets masked, without its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// Where it stands.
    pub side: Side,
    /// Its text.
    pub text: String,
}

impl Diff {
    /// The difference between two texts of a file.
    pub fn of(path: PathBuf, dialect: Dialect, before: Option<&str>, after: &str) -> Self {
        let old = body_of(before.unwrap_or_default());
        let new = body_of(after);
        // The real texts are compared, so that a masked value that changes is
        // still a changed line; the masked ones are shown. They have the same
        // lines, since no value reaches over a line end.
        let (masked_old, masked_new) = (masked(old, dialect), masked(new, dialect));
        let (old_lines, new_lines) = (lines(&masked_old), lines(&masked_new));
        let diff = TextDiff::from_lines(old, new);
        let mut hunks = Vec::new();
        for group in diff.grouped_ops(CONTEXT) {
            let mut hunk = Hunk { old_start: 0, new_start: 0, lines: Vec::new() };
            if let Some(first) = group.first() {
                hunk.old_start = first.old_range().start + 1;
                hunk.new_start = first.new_range().start + 1;
            }
            for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                let shown = |lines: &[&str], index: Option<usize>| {
                    index.and_then(|index| lines.get(index)).map_or(MASK, |line| *line).to_owned()
                };
                let (side, text) = match change.tag() {
                    ChangeTag::Equal => (Side::Both, shown(&new_lines, change.new_index())),
                    ChangeTag::Delete => (Side::Old, shown(&old_lines, change.old_index())),
                    ChangeTag::Insert => (Side::New, shown(&new_lines, change.new_index())),
                };
                hunk.lines.push(DiffLine { side, text });
            }
            hunks.push(hunk);
        }
        Self { path, created: before.is_none(), hunks }
    }
}

/// As `diff -u` writes it.
impl std::fmt::Display for Diff {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = self.path.display();
        if self.created {
            writeln!(f, "--- /dev/null")?;
        } else {
            writeln!(f, "--- {path}")?;
        }
        writeln!(f, "+++ {path}")?;
        for hunk in &self.hunks {
            let count =
                |without: Side| hunk.lines.iter().filter(|each| each.side != without).count();
            let (old, new) = (count(Side::New), count(Side::Old));
            // `diff` counts from the line before when there is none.
            let start = |start: usize, count: usize| if count == 0 { start - 1 } else { start };
            writeln!(
                f,
                "@@ -{},{old} +{},{new} @@",
                start(hunk.old_start, old),
                start(hunk.new_start, new)
            )?;
            for line in &hunk.lines {
                let sign = match line.side {
                    Side::Both => ' ',
                    Side::Old => '-',
                    Side::New => '+',
                };
                writeln!(f, "{sign}{}", line.text)?;
            }
        }
        Ok(())
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect()
}

/// Variables of settings that are switches of the client and no secrets.
const SWITCHES: [&str; 1] = ["ENABLE_TOOL_SEARCH"];

/// A text with every configured value masked that may be a secret, and the
/// same lines. A text that does not parse is not shown at all.
fn masked(text: &str, dialect: Dialect) -> String {
    let Ok(root) = CstRootNode::parse(text, &dialect.options()) else {
        return "\n".repeat(text.matches('\n').count());
    };
    if let Some(value) = root.value() {
        mask(&value, "");
    }
    root.to_string()
}

fn mask(node: &CstNode, key: &str) {
    if let Some(object) = node.as_object() {
        mask_object(&object, key);
    } else if let Some(list) = node.as_array() {
        mask_list(&list, key);
    } else if is_sensitive_name(key) {
        hide(node);
    } else if let Some(literal) = node.as_string_lit()
        && let Ok(text) = literal.decoded_value()
    {
        if text.trim_start().starts_with('{') {
            // An object within a string, such as a parked entry, holds values
            // that nobody has looked at.
            hide(node);
        } else if key == "url" {
            show(node, &text, &mask_url(&text));
        } else if !text.starts_with("mcp__") {
            show(node, &text, &mask_credentials(&text));
        }
    }
}

fn mask_object(object: &CstObject, key: &str) {
    // Values of variables and headers are hidden whatever their names say. An
    // `auth` block names its parts itself.
    let all = matches!(key, "env" | "headers")
        || is_sensitive_name(key) && !matches!(key, "auth" | "oauth");
    for property in object.properties() {
        let (Some(name), Some(value)) = (property.decoded_name(), property.value()) else {
            continue;
        };
        if all && !SWITCHES.contains(&name.as_str()) {
            hide_all(&value);
        } else {
            mask(&value, &name);
        }
    }
}

fn mask_list(list: &CstArray, key: &str) {
    let elements = list.elements();
    if key != "args" {
        elements.iter().for_each(|element| mask(element, key));
        return;
    }
    let texts: Vec<_> = elements
        .iter()
        .filter_map(|element| {
            let text = element.as_string_lit()?.decoded_value().ok()?;
            Some((element, text))
        })
        .collect();
    let masked =
        mask_argument_list(&texts.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>());
    for ((element, text), masked) in texts.iter().zip(masked) {
        show(element, text, &masked);
    }
}

fn hide_all(node: &CstNode) {
    let children = node.children_exclude_trivia_and_tokens();
    if children.is_empty() {
        hide(node);
    } else {
        children.iter().for_each(hide_all);
    }
}

fn show(node: &CstNode, text: &str, masked: &str) {
    if masked != text
        && let Some(literal) = node.as_string_lit()
    {
        literal.set_raw_value(serde_json::Value::from(masked).to_string());
    }
}

/// Hides a text or a number; `true`, `false` and `null` are no secrets, nor is
/// an empty text or one that only names a variable.
fn hide(node: &CstNode) {
    let mask = serde_json::Value::from(MASK).to_string();
    if let Some(literal) = node.as_string_lit() {
        let text = literal.decoded_value().unwrap_or_default();
        let names_a_variable =
            text.starts_with("${") && text.ends_with('}') && !text.contains(":-");
        if !text.is_empty() && !names_a_variable {
            literal.set_raw_value(mask);
        }
    } else if let Some(literal) = node.as_number_lit() {
        literal.set_raw_value(mask);
    } else if !node.children_exclude_trivia_and_tokens().is_empty() {
        hide_all(node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(before: Option<&str>, after: &str) -> String {
        Diff::of("f.json".into(), Dialect::Strict, before, after).to_string()
    }

    #[test]
    fn a_diff_shows_the_lines_that_change() {
        let before = "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}";
        let after = "{\r\n  \"a\": 1,\r\n  \"b\": 3\r\n}";
        assert_eq!(
            diff(Some(before), after),
            "--- f.json\n+++ f.json\n@@ -1,4 +1,4 @@\n {\n   \"a\": 1,\n-  \"b\": 2\n+  \"b\": 3\n }\n"
        );
        assert_eq!(diff(None, "{}"), "--- /dev/null\n+++ f.json\n@@ -0,0 +1,1 @@\n+{}\n");
        assert_eq!(diff(Some(before), before), "--- f.json\n+++ f.json\n");
    }

    #[test]
    fn no_configured_value_is_shown() {
        let before = r#"{"mcpServers": {"a": {
  "env": {"PLAIN": "hunter2", "N": 42, "V": "${X}", "D": "${X:-hunter2}"},
  "headers": {"X-A": "hunter2"},
  "args": ["--token", "hunter2", "--verbose"],
  "url": "https://u:hunter2@h/?apiKey=hunter2",
  "oauth": {"clientSecret": "hunter2"},
  "auth": {"CLIENT_SECRET": {"x": "hunter2"}},
  "note": "ghp_0123456789abcdefhunter2"
}}}"#;
        let after = before.replace("--verbose", "--quiet");
        let shown = diff(Some(before), &after);
        assert!(!shown.contains("hunter2"), "{shown}");
        assert!(!shown.contains("42"), "{shown}");
        assert!(shown.contains("${X}\""), "a variable's name is no secret: {shown}");
        assert!(shown.contains("-  \"args\": [\"--token\", \"•••\", \"--verbose\"]"), "{shown}");
        assert!(shown.contains("+  \"args\": [\"--token\", \"•••\", \"--quiet\"]"), "{shown}");
    }

    #[test]
    fn a_parked_entry_is_not_shown() {
        let shown = diff(None, "{\n\"text\": \"{ \\\"env\\\": {\\\"A\\\": \\\"hunter2\\\"}}\"\n}");
        assert!(!shown.contains("hunter2") && shown.contains("\"text\": \"•••\""), "{shown}");
    }

    #[test]
    fn a_secret_that_changes_is_a_changed_line() {
        let before = "{\"env\": {\n\"A\": \"one\"\n}}";
        let shown = diff(Some(before), &before.replace("one", "two"));
        assert!(shown.contains("-\"A\": \"•••\"\n+\"A\": \"•••\"\n"), "{shown}");
    }

    #[test]
    fn what_the_edit_is_about_is_not_hidden() {
        let rule = "mcp__a_server_with_a_rather_long_name__and_a_tool_with_one";
        let after = format!(
            "{{\n\"env\": {{\"ENABLE_TOOL_SEARCH\": \"auto\"}},\n\"permissions\": {{\"deny\": [\"{rule}\"]}}\n}}"
        );
        let shown = diff(None, &after);
        assert!(shown.contains("\"auto\"") && shown.contains(rule), "{shown}");
    }
}
