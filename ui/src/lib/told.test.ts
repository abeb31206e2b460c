import { expect, it } from "vitest";
import auditFile from "../wire/recorded/audit.json";
import type { Audit } from "../wire/generated";
import * as explain from "./explain";
import { told } from "./told";

it.each([
  ["a client whose files tell needs nobody's word", "claude-code", "alreadyLoaded", null],
  ["nothing said is nothing known", "claude-desktop", "unknown", false],
  ["a word we do not know is nothing known", "claude-desktop", "later", false],
  ["what the user says is known", "claude-desktop", "whenNeeded", true],
])("%s", (_why, client, access, known) => {
  expect(told(client, access)?.known ?? null).toBe(known);
});

it("says at every number of Claude Desktop whose word it rests on, and when it was read", () => {
  const audit = auditFile as Audit;
  const desktop = audit.clients.find(({ id }) => id === "claude-desktop");
  if (desktop === undefined) throw new Error("not recorded");
  for (const text of [explain.standing, explain.deferred, explain.allEager]) {
    expect(text(desktop, { ...audit, access: "alreadyLoaded" })).toContain("as you told us");
    expect(text(desktop, { ...audit, access: "unknown" })).toContain("in no file");
    expect(text(desktop, { ...audit, access: "unknown" })).toMatch(/Files read .*Tool lists of /);
  }
});
