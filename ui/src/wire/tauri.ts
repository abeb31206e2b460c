/** The host inside the desktop app. The only file that knows Tauri. */
import { Channel, invoke } from "@tauri-apps/api/core";
import { getCurrentWindow } from "@tauri-apps/api/window";
import type { Candidates, ConnectEvent, ConnectSummary } from "./generated";
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
  login: (key, onAddress) => invoke("login", { key, onAddress: new Channel<string>(onAddress) }),
  cancelConnect: (key) => invoke("cancel_connect", { key: key ?? null }),
  server: (key, projects) => invoke("server", { key, projects }),
  tool: (key, name, projects) => invoke("tool", { key, name, projects }),
  search: (request) => invoke("search", { request }),
  searchTrace: (request) => invoke("search_trace", { request }),
  tryCandidate: (request, onEvent) => {
    const channel = new Channel<ConnectEvent>(onEvent);
    return invoke<Candidates>("try_candidate", { request, onEvent: channel });
  },
  forgetCandidate: (key) => invoke("forget_candidate", { key }),
  lint: (request) => invoke("lint", { request }),
  taskSets: () => invoke("task_sets"),
  saveTaskSet: (set) => invoke("save_task_set", { set }),
  removeTaskSet: (id) => invoke("remove_task_set", { id }),
  readTasks: (text) => invoke("read_tasks", { text }),
  writeTasks: (set) => invoke("write_tasks", { set }),
  switchboard: (request) => invoke("switchboard", { request }),
  plan: (request) => invoke("plan", { request }),
  apply: (request, reviewed) => invoke("apply", { request, reviewed }),
  undo: (id, onlyOurs) => invoke("undo", { id, onlyOurs }),
  writes: () => invoke("writes"),
  writeDiff: (id) => invoke("write_diff", { id }),
  prove: (client, request) => invoke("prove", { client, request }),
  cancelProof: () => invoke("cancel_proof"),
  presets: () => invoke("presets"),
  savePreset: (preset) => invoke("save_preset", { preset }),
  removePreset: (id) => invoke("remove_preset", { id }),
  pickFile: (title, extensions) => invoke("pick_file", { title, extensions }),
  readChosen: (path) => invoke("read_chosen", { path }),
  saveText: (name, text) => invoke("save_text", { name, text }),
  settings: () => invoke("settings"),
  setSettings: (settings) => invoke("set_settings", { settings }),
  openAt: (file, line) => invoke("open_at", { file, line }),
  about: () => invoke("about"),
  pickFolder: () => invoke("pick_folder"),
  holdClose: (ask) =>
    getCurrentWindow().onCloseRequested((event) => {
      event.preventDefault();
      ask();
    }),
  close: () => getCurrentWindow().destroy(),
  copy: copyText,
};
