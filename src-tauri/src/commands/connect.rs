//! Consent, connecting, and its progress.

use plimsoll_engine::wire::{ConnectEvent, ConnectRequest, ConnectSummary, ConsentAsk, Problem};
use tauri::{AppHandle, State, ipc::Channel};
use tauri_plugin_opener::OpenerExt;

use crate::bench::Bench;

/// Exactly what connecting would start or reach. Starts nothing.
#[tauri::command]
pub async fn consents(
    bench: State<'_, Bench>,
    request: ConnectRequest,
) -> Result<Vec<ConsentAsk>, Problem> {
    bench.get().await.consents(&request).await
}

/// Connects to the servers the user has allowed; progress goes to `on_event`.
#[tauri::command]
pub async fn connect(
    bench: State<'_, Bench>,
    request: ConnectRequest,
    on_event: Channel<ConnectEvent>,
) -> Result<ConnectSummary, Problem> {
    let tell = move |event| {
        // A page that is gone needs no progress; connecting goes on to its end.
        let _ = on_event.send(event);
    };
    bench.get().await.connect(&request, tell).await
}

/// Logs in to a server in the user's browser; returns when the browser came back.
/// The address goes to `on_address` too, for a system where none opens.
#[tauri::command]
pub async fn login(
    app: AppHandle,
    bench: State<'_, Bench>,
    key: String,
    on_address: Channel<String>,
) -> Result<(), Problem> {
    let open = |address: &str| {
        // A page that is gone shows nothing; the browser may still come back.
        let _ = on_address.send(address.to_owned());
        if let Err(error) = app.opener().open_url(address, None::<&str>) {
            tracing::warn!(%error, "no browser could be opened");
        }
    };
    bench.get().await.login(&key, &open).await
}

/// Stops one connection, or all without a key.
#[tauri::command]
pub async fn cancel_connect(bench: State<'_, Bench>, key: Option<String>) -> Result<(), Problem> {
    bench.get().await.cancel(key.as_deref());
    Ok(())
}
