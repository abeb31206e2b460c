/** Tried servers as staged additions. */
import { expect, it } from "vitest";
import type { Candidate, ClientAudit } from "../wire/generated";
import { addition, adds, placesToAdd } from "./additions";
import { slotOf, specTitle } from "./specs";

const client = (id: string, present: boolean) => ({ id, present }) as ClientAudit;
const candidate = { key: "try-1", name: "parcels=x/y" } as Candidate;

it("offers the clients in use first, and a project's scopes in a project only", () => {
  const clients = [client("claude-code", false), client("claude-desktop", true), client("cursor", true), client("other", true)];
  expect(placesToAdd(clients, false).map(({ value }) => value)).toEqual(["claude-desktop:user", "cursor:user", "claude-code:user"]);
  expect(placesToAdd(clients.slice(0, 1), true)).toEqual([
    { value: "claude-code:user", label: "Claude Code, user" },
    { value: "claude-code:local", label: "Claude Code, local" },
    { value: "claude-code:project", label: "Claude Code, project" },
  ]);
});

it("stages an addition per place, called by the server's name", () => {
  const user = addition(candidate, "cursor:user");
  expect(user.text).toBe("try-1=cursor:user/parcels=x/y");
  expect(specTitle(user)).toBe("parcels=x/y: add to Cursor, user");
  expect(slotOf(user)).not.toBe(slotOf(addition(candidate, "cursor:project")));
  expect([adds(user, "try-1"), adds(user, "try"), adds({ ...user, list: "set" }, "try-1")]).toEqual([true, false, false]);
});
