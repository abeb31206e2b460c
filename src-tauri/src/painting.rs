//! How the webview paints.
//!
//! `WebKitGTK` paints with OpenGL. On a Linux machine without a graphics card
//! that is emulated, shader compiler and all, which costs more than painting
//! without it: from the start to the first numbers 2.05 s with, 1.45 s without
//! (a virtual machine, debug build, `WebKitGTK` 2.50.6).

use tauri::WebviewWindow;

/// Paints without OpenGL where no graphics card is there to do it.
///
/// Not while a `WebDriver` holds the window: without OpenGL this webview never
/// answers its request for a picture of the page (`WebKitGTK` 2.50.6).
#[cfg(target_os = "linux")]
pub fn suit_machine(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt as _, WebViewExt as _};

    if has_card(std::path::Path::new("/dev/dri")) || is_driven() {
        return Ok(());
    }
    window.with_webview(|webview| {
        if let Some(settings) = webview.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

/// Other systems' webviews see to it themselves.
#[cfg(not(target_os = "linux"))]
pub fn suit_machine(_window: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Whether a `WebDriver` started the app, as Tauri's runtime tells it.
#[cfg(target_os = "linux")]
fn is_driven() -> bool {
    std::env::var("TAURI_WEBVIEW_AUTOMATION").as_deref() == Ok("true")
}

/// Whether the kernel's folder of graphics devices has one that renders:
/// `renderD128` and its like. `card0` alone is a screen.
#[cfg(target_os = "linux")]
fn has_card(devices: &std::path::Path) -> bool {
    let devices = std::fs::read_dir(devices).into_iter().flatten().flatten();
    devices.into_iter().any(|device| device.file_name().to_string_lossy().starts_with("renderD"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::has_card;

    #[test]
    fn a_card_is_a_device_that_renders() {
        let devices = tempfile::tempdir().expect("a folder");
        assert!(!has_card(&devices.path().join("missing")), "no folder");
        fs::write(devices.path().join("card0"), "").expect("written");
        assert!(!has_card(devices.path()), "a screen alone");
        fs::write(devices.path().join("renderD128"), "").expect("written");
        assert!(has_card(devices.path()), "a device that renders");
    }
}
