//! A Tauri window that does nothing but paint itself in the colour of an
//! always-loaded tile: what the window benchmark compares Plimsoll's start with.

use tauri::{WebviewUrl, WebviewWindowBuilder};

const PAINT: &str = "document.addEventListener('DOMContentLoaded', () => {
    document.documentElement.style.background = '#E79A50';
});";

fn main() {
    tauri::Builder::default()
        .setup(|app| {
            let nowhere = "about:blank".parse().expect("an address");
            WebviewWindowBuilder::new(app, "main", WebviewUrl::External(nowhere))
                .inner_size(1280.0, 800.0)
                .initialization_script(PAINT)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())
        .expect("a webview is installed");
}
