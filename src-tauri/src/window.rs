//! The one window.

use tauri::{
    AppHandle, Manager, Theme, WebviewUrl, WebviewWindowBuilder, webview::NewWindowResponse,
    window::Color,
};

use crate::{bench::Bench, painting};

const LABEL: &str = "main";

/// The canvas of the dark and the light theme, so that nothing flashes before
/// the page has drawn itself.
const DARK: Color = Color(0x0F, 0x12, 0x16, 0xFF);
const LIGHT: Color = Color(0xF4, 0xF5, 0xF7, 0xFF);

/// Keeps the webview from acting like a browser: no reload by key, no menu
/// with "Back" and "Reload". Text fields and selections keep their menu.
const NOT_A_BROWSER: &str = include_str!("not_a_browser.js");

/// Opens the window. It loads the embedded page and goes nowhere else.
pub fn open(app: &AppHandle) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title("Plimsoll")
        .inner_size(1280.0, 800.0)
        .min_inner_size(960.0, 600.0)
        .background_color(DARK)
        .zoom_hotkeys_enabled(true)
        .enable_clipboard_access()
        // Dropped files go to the page: a catalogue can be dropped into the Search lab.
        .disable_drag_drop_handler()
        .on_navigation(|address| is_own_page(address.scheme(), address.host_str()))
        .on_new_window(|_address, _features| NewWindowResponse::Deny)
        .initialization_script(NOT_A_BROWSER)
        .build()?;
    if let Err(error) = painting::suit_machine(&window) {
        // It only costs speed.
        tracing::warn!(%error, "painting as the webview does");
    }
    Ok(())
}

/// The page's own address: `tauri://localhost`, and `http(s)://tauri.localhost`
/// on Windows.
fn is_own_page(scheme: &str, host: Option<&str>) -> bool {
    scheme == "tauri" || (matches!(scheme, "http" | "https") && host == Some("tauri.localhost"))
}

/// Shows the window of the first instance when the app is started again.
pub fn come_forward(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        // Each of these may be refused by the window manager; none is essential.
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}

/// Waits for the settings and follows their theme.
pub async fn follow_settings(app: &AppHandle) {
    let settings = app.state::<Bench>().get().await.settings().await;
    use_theme(app, &settings.theme);
}

/// Makes the window's frame, and the page's `prefers-color-scheme`, follow the
/// setting `dark`, `light` or `system`.
pub fn use_theme(app: &AppHandle, setting: &str) {
    let Some(window) = app.get_webview_window(LABEL) else { return };
    let theme = match setting {
        "dark" => Some(Theme::Dark),
        "light" => Some(Theme::Light),
        _ => None,
    };
    // A desktop without themes keeps its own; the page has its own colours anyway.
    let _ = window.set_theme(theme);
    let light = matches!(window.theme(), Ok(Theme::Light));
    let _ = window.set_background_color(Some(if light { LIGHT } else { DARK }));
}

#[cfg(test)]
mod tests {
    use super::is_own_page;

    #[test]
    fn the_window_goes_nowhere_but_its_own_page() {
        let cases = [
            ("Linux and macOS", "tauri", Some("localhost"), true),
            ("Windows", "http", Some("tauri.localhost"), true),
            ("the network", "https", Some("example.com"), false),
            ("a look-alike", "https", Some("tauri.localhost.example.com"), false),
            ("a file", "file", None, false),
            ("a script", "javascript", None, false),
        ];
        for (why, scheme, host, want) in cases {
            assert_eq!(is_own_page(scheme, host), want, "{why}");
        }
    }
}
