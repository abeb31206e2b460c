//! Tokens per part, tool, server and client.

mod tokens;

pub use self::tokens::{TokenizerId, Tokens};
