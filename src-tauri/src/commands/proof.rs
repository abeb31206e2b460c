//! Asking a client what it loads.

use plimsoll_engine::wire::{Problem, Proof, ProveRequest};
use tauri::State;

use crate::bench::Bench;

/// Shows that a client loads what is predicted.
#[tauri::command]
pub async fn prove(
    bench: State<'_, Bench>,
    client: String,
    request: ProveRequest,
) -> Result<Proof, Problem> {
    bench.get().await.prove(&client, &request).await
}

/// Calls a proof that runs off.
#[tauri::command]
pub async fn cancel_proof(bench: State<'_, Bench>) -> Result<(), Problem> {
    bench.get().await.cancel_proof();
    Ok(())
}
