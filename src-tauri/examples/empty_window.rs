//! A Tauri window that does nothing but paint itself in the colour of an
//! always-loaded tile: what the window benchmark compares Plimsoll's start with.

use tauri::{WebviewUrl, WebviewWindowBuilder, http::Response};

const PAGE: &[u8] = b"<!doctype html><html style='background:#E79A50'><title>Empty</title></html>";

fn main() {
    tauri::Builder::default()
        .register_uri_scheme_protocol("empty", |_context, _request| {
            Response::builder()
                .header("content-type", "text/html")
                .body(PAGE)
                .expect("a header of ours")
        })
        .setup(|app| {
            let page = "empty://localhost/".parse().expect("an address");
            WebviewWindowBuilder::new(app, "main", WebviewUrl::CustomProtocol(page))
                .inner_size(1280.0, 800.0)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())
        .expect("a webview is installed");
}
