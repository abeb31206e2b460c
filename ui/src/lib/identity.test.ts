import { describe, expect, it } from "vitest";
import type { ClientAudit, PlanView, ServerAudit, SwitchCell, Switchboard } from "../wire/generated";
import { boardLines } from "./board";
import { identify, tellApart } from "./identity";
import { emptyRequest } from "./specs";

const cell = (client: string, scope: string, more: Partial<SwitchCell> = {}): SwitchCell => ({
  client,
  scope,
  name: "git",
  target: `${client}:${scope}/git`,
  current: "always",
  planned: "always",
  because: "",
  file: `${client}.json`,
  line: 1,
  standing: 10,
  plannedStanding: 10,
  coming: false,
  options: [],
  places: [],
  tools: [],
  newTools: [],
  ...more,
});
const entry = (scope: string, launch: string | null, more: Partial<ServerAudit> = {}) =>
  ({ key: launch, name: "git", scope, file: "", launch, state: "listed", weight: 5, tools: [], ...more }) as unknown as ServerAudit;
const audit = (all: Record<string, ServerAudit[]>) =>
  Object.entries(all).map(([id, servers]) => ({ id, servers: servers.map((one) => ({ ...one, file: `${id}.json` })) }) as unknown as ClientAudit);
const board = (cells: SwitchCell[], copies: string[]): Switchboard => ({
  tokenizer: "o200k_base",
  clients: [],
  servers: [{ key: "first", name: "git", tokens: 99, cells }],
  plan: { request: { ...emptyRequest(null), copies } } as PlanView,
  suggestions: [],
});
/** Each row: what tells it from others, its key and tokens, and the clients that have it. */
const rows = (clients: ClientAudit[], cells: SwitchCell[], copies: string[] = []) => {
  const whole = board(cells, copies);
  return boardLines(whole, ["a", "b", "c"], identify(clients, whole)).map(({ key, tokens, twin, cells: own }) => [
    twin === null ? null : `${twin.which} of ${twin.amount}`,
    key,
    tokens,
    own.flatMap((one) => one?.client ?? []).join(),
  ]);
};

describe("servers of one name", () => {
  it("have a row each when clients start different programs", () => {
    const clients = audit({ a: [entry("user", "uvx git")], b: [entry("user", "npx git", { weight: 7 })], c: [entry("user", "uvx git")] });
    expect(rows(clients, [cell("a", "user"), cell("b", "user"), cell("c", "user")])).toEqual([
      ["uvx git of 2", "uvx git", 5, "a,c"],
      ["npx git of 2", "npx git", 7, "b"],
    ]);
  });
  it("share one when they start the same, whatever the values hidden from us", () => {
    const clients = audit({ a: [entry("user", "uvx git", { key: "one" })], b: [entry("user", "uvx git", { key: "other" })] });
    expect(rows(clients, [cell("a", "user"), cell("b", "user")])).toEqual([[null, "first", 99, "a,b"]]);
  });
  it.each([
    ["a program", "/usr/bin/plimsoll wrap --defer -- uvx git", "uvx git"],
    ["an address", "/usr/bin/plimsoll wrap --read-only --url https://git.example/mcp --header-env A=B", "https://git.example/mcp"],
  ])("are the same through Plimsoll's wrapper in front of %s", (_what, launch, bare) => {
    const clients = audit({ a: [entry("user", bare)], b: [entry("user", launch, { wrapped: "when needed" })] });
    expect(rows(clients, [cell("a", "user"), cell("b", "user")])).toEqual([[null, "first", 99, "a,b"]]);
  });
  it("are the same while one is not known, as a parked one", () => {
    const clients = audit({ a: [entry("user", "uvx git")] });
    expect(rows(clients, [cell("a", "user"), cell("b", "user")])).toEqual([[null, "first", 99, "a,b"]]);
  });
  it("leave one that is not known a row of its own, with its file", () => {
    const clients = audit({ a: [entry("user", "uvx git")], b: [entry("user", "npx git")] });
    expect(rows(clients, [cell("a", "user"), cell("b", "user"), cell("c", "user")]).at(-1)).toEqual(["c.json of 2", null, null, "c"]);
  });
  it("take an entry that staged changes put somewhere for the one it comes from", () => {
    const clients = audit({ a: [entry("user", "uvx git")], b: [entry("user", "npx git")] });
    const cells = [cell("a", "user"), cell("b", "user"), cell("c", "user", { coming: true })];
    expect(rows(clients, cells, ["b:user/git=c:user"])).toEqual([
      ["uvx git of 2", "uvx git", 5, "a"],
      ["npx git of 2", "npx git", 5, "b,c"],
    ]);
  });
  it("say nothing of a weight that nobody knows", () => {
    const clients = audit({ a: [entry("user", "uvx git")], b: [entry("user", "npx git", { state: "failed", weight: 0 })] });
    expect(rows(clients, [cell("a", "user"), cell("b", "user")])[1]).toEqual(["npx git of 2", "npx git", null, "b"]);
  });
});

it.each([
  ["from where they differ", ["docker run a:1", "docker run a:2"], ["… a:1", "… a:2"]],
  ["whole when they begin otherwise", ["uvx git", "npx git"], ["uvx git", "npx git"]],
  ["by what one of them goes on with", ["uvx git --all", "uvx git"], ["… git --all", "… git"]],
])("what they start is told apart %s", (_how, texts, want) => {
  expect(tellApart(texts)).toEqual(want);
});
