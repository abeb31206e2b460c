//! What the tests share: throw-away homes, fake servers, the real window.

pub mod fake;
pub mod sandbox;
pub mod survivors;
/// The real window, driven through WebKit's own driver.
pub mod window;
