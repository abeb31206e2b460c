/** Every key of the window, as data: for the handler, the palette and the overview of keys. */

export type Chord = {
  key: string;
  /** Command on macOS, Control elsewhere. */
  mod?: boolean;
  shift?: boolean;
  alt?: boolean;
  /** Works only while a table, treemap or list has the focus (WCAG 2.1.4). */
  inList?: boolean;
};

export type ActionId =
  | "overview"
  | "loading"
  | "search"
  | "server"
  | "findings"
  | "palette"
  | "filter"
  | "read"
  | "connect"
  | "settings"
  | "keys"
  | "back"
  | "forward"
  | "nextPane"
  | "previousPane"
  | "copyName"
  | "copyJson"
  | "inspector"
  | "undoStep"
  | "redoStep"
  | "discard"
  | "review"
  | "diffPane"
  | "proof"
  | "writes"
  | "undoWrite"
  | "presets"
  | "unwrapAll"
  | "addTask"
  | "runTasks"
  | "close";

/** Keys of each action; the first is the one shown. */
export const KEYMAP: Readonly<Record<ActionId, readonly Chord[]>> = {
  overview: [{ key: "1", mod: true }],
  loading: [{ key: "3", mod: true }],
  search: [{ key: "2", mod: true }],
  server: [{ key: "4", mod: true }],
  findings: [{ key: "5", mod: true }],
  palette: [{ key: "k", mod: true }],
  filter: [
    { key: "f", mod: true },
    { key: "/", inList: true },
  ],
  read: [{ key: "r", mod: true, shift: true }, { key: "F5" }, { key: "r", mod: true }],
  connect: [{ key: "Enter", mod: true, shift: true }],
  settings: [{ key: ",", mod: true }],
  keys: [
    { key: "/", mod: true },
    { key: "?", inList: true },
  ],
  back: [{ key: "ArrowLeft", alt: true }],
  forward: [{ key: "ArrowRight", alt: true }],
  nextPane: [{ key: "F6" }],
  previousPane: [{ key: "F6", shift: true }],
  copyName: [{ key: "c", mod: true, inList: true }],
  copyJson: [{ key: "c", mod: true, shift: true }],
  inspector: [{ key: "i", mod: true }],
  undoStep: [{ key: "z", mod: true }],
  redoStep: [{ key: "z", mod: true, shift: true }],
  discard: [],
  review: [{ key: "s", mod: true }],
  diffPane: [{ key: "d", mod: true }],
  proof: [],
  writes: [],
  undoWrite: [],
  presets: [],
  unwrapAll: [],
  addTask: [{ key: "a", mod: true, shift: true }],
  runTasks: [{ key: "e", mod: true, shift: true }],
  close: [{ key: "Escape" }],
};

/** Keys that lists handle themselves, for the overview of keys. */
export const LIST_KEYS: readonly (readonly [string, string])[] = [
  ["↑ ↓  Home End  PgUp PgDn", "Move"],
  ["→ ←", "Open, close a server; go to cells and back"],
  ["a…z", "Go to the next name that begins so"],
  ["Enter", "Look closer; on a loading cell: connect, retry or log in"],
  ["Enter or +", "Zoom in (treemap)"],
  ["Backspace or −", "Zoom out (treemap)"],
  ["Space", "Stage the next value of a switch, last none (Loading)"],
  ["Space", "Expect this tool (search results)"],
  ["Delete", "Remove the task (task set)"],
  ["Enter ↓", "From the query to its results"],
];

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Whether a key press is this chord. */
export function matches(event: Pressed, chord: Chord, mac: boolean, inList: boolean): boolean {
  if (chord.inList === true && !inList) return false;
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  // "?" needs Shift on most layouts, so Shift counts only where it is asked for or with a letter.
  const letter = /^[a-z]$/i.test(chord.key) || chord.key.length > 1;
  return (
    event.key.toLowerCase() === chord.key.toLowerCase() &&
    mod === (chord.mod ?? false) &&
    !other &&
    event.altKey === (chord.alt ?? false) &&
    (!letter || event.shiftKey === (chord.shift ?? false))
  );
}

const WORDS: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", Escape: "Esc" };

/** "Ctrl Shift R", or "⇧⌘R" on macOS. */
export function chordText(chord: Chord, mac: boolean): string {
  const key = WORDS[chord.key] ?? (chord.key.length === 1 ? chord.key.toUpperCase() : chord.key);
  if (mac) {
    return `${chord.alt === true ? "⌥" : ""}${chord.shift === true ? "⇧" : ""}${chord.mod === true ? "⌘" : ""}${key}`;
  }
  return [chord.mod === true && "Ctrl", chord.alt === true && "Alt", chord.shift === true && "Shift", key]
    .filter((part) => part !== false)
    .join(" ");
}

/** Whether this page runs on a Mac. */
export function onMac(): boolean {
  return /mac/i.test(navigator.userAgent) && !/linux|windows/i.test(navigator.userAgent);
}
