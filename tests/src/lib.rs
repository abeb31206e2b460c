//! What the tests share: throw-away homes, fake servers, catalogues to search.

pub mod fake;
pub mod sandbox;
pub mod search;
pub mod survivors;
