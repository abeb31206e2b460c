//! x

/// Catalogues to search and answers of the real client.
pub mod search;
