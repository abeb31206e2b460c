/** Starts the page inside the desktop app. */
import { start } from "./app/start";
import { tauriHost } from "./wire/tauri";

void start(tauriHost);
