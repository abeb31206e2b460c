/** The host inside the desktop app. The only file that knows Tauri. */
import { Channel, invoke } from "@tauri-apps/api/core";
import type { ConnectEvent, ConnectSummary } from "./generated";
import type { Host } from "./host";
import { copyText } from "./clipboard";

export const tauriHost: Host = {
  audit: (request) => invoke("audit", { request }),
  projects: () => invoke("projects"),
  addProject: (path) => invoke("add_project", { path }),
  removeProject: (path) => invoke("remove_project", { path }),
  consents: (request) => invoke("consents", { request }),
  connect: (request, onEvent) => {
    const channel = new Channel<ConnectEvent>(onEvent);
    return invoke<ConnectSummary>("connect", { request, onEvent: channel });
  },
  cancelConnect: (key) => invoke("cancel_connect", { key: key ?? null }),
  server: (key, projects) => invoke("server", { key, projects }),
  tool: (key, name, projects) => invoke("tool", { key, name, projects }),
  settings: () => invoke("settings"),
  setSettings: (settings) => invoke("set_settings", { settings }),
  openAt: (file, line) => invoke("open_at", { file, line }),
  about: () => invoke("about"),
  pickFolder: () => invoke("pick_folder"),
  copy: copyText,
};
