//! What the tests share: throw-away homes, fake servers, the real window.

/// Scripted clients.
pub mod client;
/// Scripted servers.
pub mod fake;
/// Programs of this workspace.
pub mod programs;
/// Scripted servers over HTTP.
pub mod remote;
/// A server with everything.
pub mod rich;
/// Means over the rounds of a benchmark.
pub mod rounds;
/// Throw-away homes.
pub mod sandbox;
/// Catalogues to search and answers of the real client.
pub mod search;
/// Looking for processes left behind.
pub mod survivors;
/// The real window, driven through WebKit's own driver.
pub mod window;
