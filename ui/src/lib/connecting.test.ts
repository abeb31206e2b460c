/** What may be connected, and what is said before. */
import { expect, it } from "vitest";
import { serverRow } from "../../test/rows";
import type { ServerRow } from "./catalogue";
import { connectWords, unapproved } from "./connecting";

/** A server that waits for approval in these clients. */
function waiting(...clients: string[]): ServerRow {
  const entries = clients.map((id) => ({ client: { id }, entry: { state: "needsApproval" } }));
  return { ...serverRow("deploy", null), state: "needsApproval", entries: entries as unknown as ServerRow["entries"] };
}

it.each<[string, ServerRow, string | null]>([
  ["one that answered is connected again", serverRow("wiki", [1]), "Reconnect…"],
  ["one that never did is connected", { ...serverRow("new", null), state: "notStarted" }, "Connect…"],
  ["one that waits for approval says so", waiting("claude-code"), "Connect anyway…"],
  ["one that is off starts nowhere", { ...serverRow("memory", [1]), state: "off" }, null],
  ["one that is shadowed is not used", { ...serverRow("wiki", [1]), shadowed: true }, null],
  ["one that is unusable has nothing to start", { ...serverRow("wiki", null), key: null }, null],
])("%s", (_why, row, label) => {
  expect(connectWords(row)?.label ?? null).toBe(label);
});

it("names who has not approved the server", () => {
  expect(unapproved(waiting("claude-code"))).toMatch(/^Claude Code has not approved it yet and does not start it\./);
  expect(unapproved(waiting("claude-code", "cursor"))).toMatch(/^Claude Code and Cursor have not approved it yet and do not start it\./);
  expect(unapproved(serverRow("wiki", [1]))).toBeNull();
});
