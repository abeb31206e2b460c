//! All pages of a list, with an end.

use std::collections::HashSet;

use serde_json::Value;

use super::Note;

/// A list that comes in pages: a whole one, or as much of it as is allowed.
///
/// Asking is the caller's: while [`Pages::wanted`] names a cursor, request that
/// page and [`Pages::add`] the answer.
#[derive(Debug)]
pub(super) struct Pages {
    pub(super) items: Vec<Value>,
    pub(super) read: u32,
    /// Why it is not the whole list.
    pub(super) cut: Option<Note>,
    most: u32,
    seen: HashSet<String>,
    wanted: Option<Page>,
}

/// One page of a list.
#[derive(Debug, PartialEq)]
pub(super) enum Page {
    First,
    /// The page at this cursor.
    At(String),
}

impl Pages {
    /// A list of at most `most` pages, of which the first is wanted.
    pub(super) fn new(most: u32) -> Self {
        Self {
            items: Vec::new(),
            read: 0,
            cut: None,
            most,
            seen: HashSet::new(),
            wanted: Some(Page::First),
        }
    }

    /// The next page to ask for; `None` when there is nothing left to ask for.
    pub(super) fn wanted(&mut self) -> Option<Page> {
        self.wanted.take()
    }

    /// Adds the answer to what was wanted; its list is under `key`.
    ///
    /// An empty cursor ends the list: servers send it for "no more".
    ///
    /// # Errors
    /// The answer has no list; says what it is instead.
    pub(super) fn add(&mut self, key: &str, mut page: Value) -> Result<(), &'static str> {
        let Some(Value::Array(items)) = page.get_mut(key).map(Value::take) else {
            return Err(kind(&page));
        };
        self.items.extend(items);
        self.read += 1;
        match page.get("nextCursor").and_then(Value::as_str) {
            None | Some("") => {}
            Some(next) if self.seen.contains(next) => self.cut = Some(Note::RepeatedCursor),
            Some(_) if self.read >= self.most => {
                self.cut = Some(Note::PageLimit { pages: self.most });
            }
            Some(next) => {
                self.seen.insert(next.to_owned());
                self.wanted = Some(Page::At(next.to_owned()));
            }
        }
        Ok(())
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object without the list",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_list_ends() {
        let page = |n: u32, next: Option<&str>| json!({"tools": [n], "nextCursor": next});
        let cases = [
            ("one page", vec![json!({"tools": [1]})], Ok((vec![1], None))),
            ("a null cursor", vec![page(1, None)], Ok((vec![1], None))),
            ("an empty cursor", vec![page(1, Some(""))], Ok((vec![1], None))),
            ("two pages", vec![page(1, Some("a")), page(2, None)], Ok((vec![1, 2], None))),
            (
                "a cursor that comes again",
                vec![page(1, Some("a")), page(2, Some("a"))],
                Ok((vec![1, 2], Some(Note::RepeatedCursor))),
            ),
            (
                "always a new cursor",
                vec![
                    page(1, Some("a")),
                    page(2, Some("b")),
                    page(3, Some("c")),
                    page(4, Some("d")),
                ],
                Ok((vec![1, 2, 3], Some(Note::PageLimit { pages: 3 }))),
            ),
            ("no list", vec![json!({"tools": null})], Err("an object without the list")),
            ("null", vec![Value::Null], Err("null")),
        ];
        for (why, pages, want) in cases {
            let mut given = pages.into_iter();
            let mut list = Pages::new(3);
            let mut result = Ok(());
            while let Some(_page) = list.wanted() {
                result = list.add("tools", given.next().expect("asked too often"));
            }
            let got = result.map(|()| {
                (list.items.iter().filter_map(Value::as_u64).collect::<Vec<_>>(), list.cut)
            });
            assert_eq!(got, want, "{why}");
        }
    }
}
