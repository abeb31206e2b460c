//! What the tests share: throw-away homes and fake servers.

pub mod fake;
pub mod remote;
pub mod sandbox;
pub mod survivors;
