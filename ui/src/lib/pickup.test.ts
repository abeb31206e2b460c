import { expect, it } from "vitest";
import type { FileDiff, Problem } from "../wire/generated";
import { pickUp } from "./pickup";

const file = (client: string | null): FileDiff => ({ path: "f", client, created: false, basis: "", hunks: [] });
const note = (code: string, message: string, client: string): Problem => ({
  code, message, client, level: "warning", hint: null, file: null, line: null, column: null, server: null,
});

it.each([
  ["a session for a client the plan says nothing of", [file("claude-code"), file("claude-code")], [], "Start a new Claude Code session to load it."],
  [
    "what the plan says of its client",
    [file("cursor"), file(null)],
    [note("reload", "Cursor may need its window reloaded to notice", "cursor"), note("needs-approval", "other", "cursor")],
    "Cursor may need its window reloaded to notice.",
  ],
  ["nothing for our own file", [file(null)], [], ""],
])("says %s", (_why, files, notes, want) => {
  expect(pickUp({ files, notes })).toBe(want);
});
