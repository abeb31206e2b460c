//! The user's approvals of project servers, as Cursor's agent records them.
//!
//! An approval is `<identifier>-` and 16 hex digits of the SHA-256 of
//! `{"path":<project root>,"server":<parsed entry>}`, so that any edit of an
//! entry, or of a variable it refers to, ends it. Formula recomputed against
//! the agent runtime, 1.0.18.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The approval id of an entry as the agent holds it after parsing.
pub(super) fn id(identifier: &str, root: &str, server: &Value) -> String {
    let text = json!({ "path": root, "server": server }).to_string();
    let hash = Sha256::digest(text.as_bytes());
    let digits = hash.iter().take(8).fold(String::with_capacity(16), |mut digits, byte| {
        use std::fmt::Write as _;
        let _ = write!(digits, "{byte:02x}");
        digits
    });
    format!("{identifier}-{digits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash was computed by `sha256sum` over the text in the comment.
    #[test]
    fn an_approval_is_the_hash_of_path_and_entry() {
        // {"path":"/w/app","server":{"command":"node","args":["s.js"]}}
        let server = json!({ "command": "node", "args": ["s.js"] });
        assert_eq!(id("a", "/w/app", &server), "a-6acf7b7b0d54b9b9");
        assert_ne!(id("a", "/w/app", &json!({ "command": "node" })), id("a", "/w/app", &server));
    }
}
