//! The search lab: searching, trying servers, tasks, findability.

use plimsoll_engine::wire::{
    CandidateRequest, Candidates, ConnectEvent, Lint, Problem, Search, SearchRequest, TaskSet,
};
use tauri::{State, ipc::Channel};

use crate::bench::Bench;

/// What the engines give for some queries. Starts nothing.
#[tauri::command]
pub async fn search(bench: State<'_, Bench>, request: SearchRequest) -> Result<Search, Problem> {
    bench.get().await.search(&request).await
}

/// A run of queries as JSON lines, one per tool found.
#[tauri::command]
pub async fn search_trace(
    bench: State<'_, Bench>,
    request: SearchRequest,
) -> Result<String, Problem> {
    bench.get().await.search_trace(&request).await
}

/// Reads, and when allowed starts, a server that no configuration names;
/// progress goes to `on_event`.
#[tauri::command]
pub async fn try_candidate(
    bench: State<'_, Bench>,
    request: CandidateRequest,
    on_event: Channel<ConnectEvent>,
) -> Result<Candidates, Problem> {
    let tell = move |event| {
        // A page that is gone needs no progress.
        let _ = on_event.send(event);
    };
    bench.get().await.try_candidate_telling(&request, &tell).await
}

/// Forgets a tried server.
#[tauri::command]
pub async fn forget_candidate(bench: State<'_, Bench>, key: String) -> Result<(), Problem> {
    bench.get().await.forget_candidate(&key);
    Ok(())
}

/// What keeps tools from being found: everything a request searches.
#[tauri::command]
pub async fn lint(bench: State<'_, Bench>, request: SearchRequest) -> Result<Lint, Problem> {
    bench.get().await.lint(&request).await
}

/// The kept task sets.
#[tauri::command]
pub async fn task_sets(bench: State<'_, Bench>) -> Result<Vec<TaskSet>, Problem> {
    bench.get().await.task_sets().await
}

/// Keeps a task set, a new one for id 0.
#[tauri::command]
pub async fn save_task_set(bench: State<'_, Bench>, set: TaskSet) -> Result<Vec<TaskSet>, Problem> {
    bench.get().await.save_task_set(&set).await
}

/// Removes a task set.
#[tauri::command]
pub async fn remove_task_set(bench: State<'_, Bench>, id: i64) -> Result<Vec<TaskSet>, Problem> {
    bench.get().await.remove_task_set(id).await
}

/// Tasks from JSON lines.
#[tauri::command]
pub async fn read_tasks(bench: State<'_, Bench>, text: String) -> Result<TaskSet, Problem> {
    bench.get().await.read_tasks(&text)
}

/// Tasks as JSON lines.
#[tauri::command]
pub async fn write_tasks(bench: State<'_, Bench>, set: TaskSet) -> Result<String, Problem> {
    Ok(bench.get().await.write_tasks(&set))
}
