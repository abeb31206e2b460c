//! Files that do not parse, and files in which something is lost.

use super::{ClientId, Document, Finding, Level};
use crate::clients::DocumentError;

/// A file that says nothing to its client, with who would accept it.
pub fn of_syntax(client: ClientId, error: &DocumentError) -> Finding {
    let hint = match (error, client) {
        (DocumentError::Syntax { .. }, ClientId::ClaudeCode | ClientId::ClaudeDesktop) => {
            "Nothing in this file counts until it parses. Strict JSON is needed here: comments and trailing commas are for Cursor and VS Code."
        }
        (DocumentError::Syntax { .. }, ClientId::Cursor) => {
            "Nothing in this file counts until it parses. Comments and trailing commas are fine here."
        }
        _ => "Nothing in this file counts until it can be read.",
    };
    error.finding("file-unreadable", hint)
}

/// Keys that stand twice in their object: the earlier value is lost. Bytes that
/// are no text: the client reads something else in their place.
pub fn of_document(document: &Document) -> Vec<Finding> {
    let not_text = document.not_text.map(|at| Finding {
        code: "not-utf8",
        level: Level::Warning,
        message:
            "The file has bytes that are no UTF-8 text: the client reads `\u{fffd}` in their place."
                .to_owned(),
        hint: Some("Save it as UTF-8; until then it is not written from here.".to_owned()),
        place: Some(document.place(at)),
        server: None,
    });
    not_text.into_iter().chain(of_duplicate_keys(document, |_, _| true)).collect()
}

/// Keys that stand twice in their object, of those that `concerns` us: it is
/// given the names of the objects around a key, and the key.
pub fn of_duplicate_keys(
    document: &Document,
    concerns: impl Fn(&[String], &str) -> bool,
) -> Vec<Finding> {
    document
        .duplicate_keys()
        .into_iter()
        .filter(|(path, member)| concerns(path, &member.key))
        .map(|(path, member)| {
            let is_server = path.last().is_some_and(|last| last == "mcpServers");
            let around = path.iter().position(|name| name == "mcpServers");
            let server = around.and_then(|at| path.get(at + 1)).or(is_server.then_some(&member.key));
            Finding {
                code: "duplicate-key",
                level: if is_server { Level::Error } else { Level::Warning },
                message: if is_server {
                    format!("The server `{}` stands here twice: only the last one counts.", member.key)
                } else {
                    format!("The key `{}` stands here twice: only the last one counts.", member.key)
                },
                hint: Some("Remove or rename one of them; a client that rewrites the file drops the earlier one.".to_owned()),
                place: Some(document.place(member.key_start)),
                server: server.cloned(),
            }
        })
        .collect()
}
