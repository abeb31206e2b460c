/** Scopes and requests of the Search lab. */
import { describe, expect, it } from "vitest";
import type { Audit } from "../wire/generated";
import auditFile from "../wire/recorded/audit.json";
import {
  ALL_SERVERS,
  defaultClient,
  EVERYTHING,
  ownName,
  requestOf,
  sameTool,
  serverKey,
  serversOf,
  unknownServers,
  withDraft,
} from "./lab";

const { clients } = auditFile as Audit;
const draft = (tool: string, name: string | null) => ({ server: "git", tool, name, description: null });

describe("the scope", () => {
  it("is the client looked at, else the first that defers", () => {
    const [code, desktop] = clients;
    expect(defaultClient(desktop === undefined ? [] : [desktop])).toBe("claude-desktop");
    expect(defaultClient([...clients].reverse())).toBe("cursor");
    expect(defaultClient(code === undefined ? [] : [code])).toBe("claude-code");
    expect(defaultClient([])).toBe(EVERYTHING);
  });
  it("offers servers whose tools are known, and names those left out", () => {
    expect(serversOf(clients, "cursor")).toEqual(["crawler", "git", "tickets"]);
    expect(serversOf(clients, "claude-code")).not.toContain("errors");
    expect(serversOf(clients, EVERYTHING)).toContain("memory");
    expect(unknownServers(clients, "claude-code").map(({ name }) => name)).toEqual(["errors"]);
    expect(unknownServers(clients, "cursor")).toEqual([]);
  });
  it("finds a server's key in its client, never a shadowed entry's", () => {
    expect(serverKey(clients, "claude-code", "tickets")).toBe("srv-45a5c62241ee");
    expect(serverKey(clients, "cursor", "wiki")).toBe("srv-12a435ec8454");
    expect(serverKey(clients, "cursor", "nobody")).toBeNull();
  });
});

describe("a request", () => {
  const base = {
    scope: { client: "cursor", server: ALL_SERVERS, candidates: ["c1"] },
    project: null,
    tokenizer: "o200k_base",
    plan: null,
    drafts: [],
  };
  it("names one server or none", () => {
    expect(requestOf(base, [], ["names"], 5)).toMatchObject({ client: "cursor", servers: [], candidates: ["c1"], maxResults: 5 });
    const one = { ...base, scope: { ...base.scope, server: "git" } };
    expect(requestOf(one, [], [], null).servers).toEqual(["git"]);
  });
});

it("keeps one draft per tool and none that changes nothing", () => {
  const one = withDraft([], draft("git_log", "history"));
  expect(withDraft(one, draft("git_log", "past"))).toEqual([draft("git_log", "past")]);
  expect(withDraft(one, draft("git_add", "stage"))).toHaveLength(2);
  expect(withDraft(one, draft("git_log", null))).toEqual([]);
});

it("knows a tool again under the name a draft gives it", () => {
  const drafts = [draft("git_log", "history")];
  const looked = { server: "git", name: "git_log" };
  expect(sameTool({ server: "git", name: "history" }, looked, drafts)).toBe(true);
  expect(sameTool({ server: "git", name: "git_log" }, looked, [])).toBe(true);
  expect(sameTool({ server: "hg", name: "history" }, looked, drafts)).toBe(false);
  expect(sameTool({ server: "git", name: "history" }, null, drafts)).toBe(false);
  expect(ownName({ server: "git", name: "history" }, drafts)).toBe("git_log");
  expect(ownName({ server: "git", name: "git_add" }, drafts)).toBe("git_add");
});
