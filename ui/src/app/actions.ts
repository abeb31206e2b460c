/** Everything the user can do by key or palette. */
import type { ClientAudit } from "../wire/generated";
import { KEYMAP, chordText, type ActionId } from "../lib/keymap";
import { visible } from "../lib/visible";

export type Action = {
  /** Unique; an `ActionId` for actions with keys. */
  key: string;
  id: ActionId | null;
  group: string;
  label: string;
  /** Its key as written on this system; empty: none. */
  keys: string;
  run: () => void;
};

const LABEL: Readonly<Record<ActionId, string>> = {
  overview: "Overview",
  search: "Search lab",
  loading: "Loading",
  server: "Server",
  findings: "Findings",
  palette: "Commands",
  filter: "Filter servers and tools",
  read: "Read configurations again",
  connect: "Connect to servers…",
  settings: "Settings",
  keys: "Keys",
  back: "Back, zoom out",
  forward: "Forward",
  nextPane: "Next pane",
  previousPane: "Previous pane",
  copyName: "Copy the selected name",
  copyJson: "Copy the selection as JSON",
  inspector: "Show or hide the inspector",
  undoStep: "Undo the last staged step",
  redoStep: "Redo the staged step",
  discard: "Discard what is staged",
  review: "Review what is staged; again: write it",
  diffPane: "Open or close the review",
  proof: "Prove what loads",
  writes: "History of writes",
  undoWrite: "Undo the last write",
  presets: "Presets of choices",
  unwrapAll: "Unwrap all: take Plimsoll’s wrapper out of every entry",
  addTask: "Add the query to the task set",
  runTasks: "Run the task set",
  close: "Close the top layer, clear the filter",
};

/** Actions for these handlers, with the words and keys that belong to them. */
export function actionsOf(run: Readonly<Record<ActionId, () => void>>, mac: boolean): Action[] {
  return (Object.keys(LABEL) as ActionId[]).map((id) => {
    const [first] = KEYMAP[id];
    return {
      key: id,
      id,
      group: "Commands",
      label: LABEL[id],
      keys: first === undefined ? "" : chordText(first, mac),
      run: run[id],
    };
  });
}

/** An action per server in use: going to it. */
export function serverActions(clients: readonly ClientAudit[], onServer: (server: string) => void): Action[] {
  const names = new Map<string, string>();
  for (const { key, name } of clients.flatMap(({ servers }) => servers)) {
    if (key !== null && !names.has(key)) names.set(key, name);
  }
  return [...names].map(([key, name]) => ({
    key,
    id: null,
    group: "Servers",
    label: visible(name),
    keys: "",
    run: () => onServer(key),
  }));
}
