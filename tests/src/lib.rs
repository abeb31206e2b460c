//! What the tests share: sandbox homes, fake servers, and the real window.

/// The real window, driven through WebKit's own driver.
pub mod window;
