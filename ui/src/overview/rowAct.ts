/** What the row of a server without an answer offers: the same by pointer, and by Enter in its loading cell. */
import type { ServerActs } from "../lib/acts";
import type { Row } from "../lib/catalogue";
import { connectWords, type ConnectWords } from "../lib/connecting";
import { needsLogin } from "../lib/problems";

export type RowAct = ConnectWords & { run: () => void };

/** Null: nothing to do. */
export function rowAct(row: Row, acts: ServerActs): RowAct | null {
  if (row.kind === "tool" || row.shadowed || row.key === null || acts.connecting.has(row.key)) return null;
  const { key } = row;
  const waits = row.state === "needsApproval" && !row.known;
  if (row.state === "notStarted" || waits) {
    const words = connectWords(row);
    return words === null ? null : { ...words, run: () => acts.connect([key]) };
  }
  if (row.state !== "failed" || acts.loggingIn?.key === key) return null;
  if (row.entries.some(({ entry }) => needsLogin(entry.problem))) {
    return { label: "Log in…", hint: undefined, run: () => acts.login(key) };
  }
  return { label: "Retry", hint: undefined, run: () => acts.retry(key) };
}
