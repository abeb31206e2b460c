/** Whether a server can be connected, and in which words: the same in its row, the inspector and its own view. */
import { clientName } from "./clients";
import type { ServerRow } from "./catalogue";

export type ConnectWords = {
  /** What the button says. */
  label: string;
  /** What the user should know before pressing it; undefined: nothing more. */
  hint: string | undefined;
};

/** Null: nothing starts it, because it is unusable, shadowed, or off wherever it is looked at. */
export function connectWords(row: ServerRow): ConnectWords | null {
  if (row.key === null || row.shadowed || row.state === "off") return null;
  const hint = unapproved(row) ?? undefined;
  if (hint !== undefined) return { label: "Connect anyway…", hint };
  return { label: row.known ? "Reconnect…" : "Connect…", hint };
}

/** What it means that no client here has approved the server; null: one has, or needs not. */
export function unapproved(row: ServerRow): string | null {
  if (row.state !== "needsApproval") return null;
  const waits = row.entries.filter(({ entry }) => entry.state === "needsApproval");
  const names = [...new Set(waits.map(({ client }) => clientName(client.id)))];
  const who = names.length === 0 ? "Its client has" : `${names.join(" and ")} ${names.length === 1 ? "has" : "have"}`;
  const start = names.length > 1 ? "do not start it" : "does not start it";
  return `${who} not approved it yet and ${start}. Connecting lists its tools here and approves nothing there.`;
}
