import { describe, expect, it } from "vitest";
import type { SwitchCell, SwitchOption, SwitchTool, Switchboard } from "../wire/generated";
import { chosen } from "./board";
import { reduceStaged, UNSTAGED } from "./staged";
import { goneWrappers, isMended, isWrapped, onlyThese, repair, scopedBy, throughWrapper, unwrapAll } from "./wrapping";

const option = (target: string, word: string, state: string, more: Partial<SwitchOption> = {}): SwitchOption => ({
  title: word,
  spec: `${target}=${word}`,
  state,
  unavailable: null,
  wrapped: word.startsWith("wrap:"),
  ...more,
});
const tool = (off: string | null): SwitchTool => ({
  name: "log",
  current: "always",
  planned: "always",
  because: "",
  tokens: 10,
  readOnly: null,
  audiences: [],
  options: [option("x/log", "off", "off", { unavailable: off })],
});
const cell = (client: string, wrapped: boolean, toolOff: string | null = "no switch"): SwitchCell => {
  const target = `${client}:user/git`;
  return {
    client,
    scope: "user",
    name: "git",
    target,
    current: wrapped ? "whenNeeded" : "always",
    planned: wrapped ? "whenNeeded" : "always",
    because: "",
    file: "f.json",
    line: 1,
    standing: 10,
    plannedStanding: 10,
    options: [
      option(target, "on", "on"),
      option(target, "off", "off"),
      option(target, "wrap:defer", "whenNeeded"),
      ...(wrapped ? [option(target, "unwrap", "unwrapped")] : []),
    ],
    places: [],
    tools: [tool(toolOff)],
    newTools: [],
    coming: false,
  };
};
const board = (...cells: SwitchCell[]): Switchboard => ({
  tokenizer: "t",
  clients: [],
  servers: [{ key: "k", name: "git", tokens: 10, cells }],
  plan: null,
  suggestions: [],
});
describe("what is in force", () => {
  it("is the wrapper's only where the entry starts it", () => {
    const plain = { ...cell("cursor", false), planned: "whenNeeded" };
    expect([isWrapped(plain), chosen(plain)?.spec]).toEqual([false, "cursor:user/git=on"]);
    const wrapped = cell("cursor", true);
    expect([isWrapped(wrapped), chosen(wrapped)?.spec]).toEqual([true, "cursor:user/git=wrap:defer"]);
    expect([throughWrapper(plain, undefined), throughWrapper(wrapped, undefined)]).toEqual([false, true]);
  });
});

describe("only these tools", () => {
  it.each([
    ["a client's own switch is used where there is one", cell("claude-code", false, null), "client", "keep", "claude-code:user/git=log"],
    ["else the wrapper", cell("cursor", false), "plimsoll", "set", "cursor:user/git=wrap:defer+only:log"],
  ] as const)("%s", (_why, at, by, list, text) => {
    expect(scopedBy(at)).toBe(by);
    expect(onlyThese(at, "log", true)).toMatchObject({ list, text });
  });
  it("cannot be had where nothing does it", () => {
    expect(scopedBy({ ...cell("cursor", false), options: [] })).toBeNull();
  });
});

describe("all at once", () => {
  it("takes the wrapper out of every entry, in one step", () => {
    const step = unwrapAll(board(cell("cursor", true), cell("claude-desktop", true), cell("claude-code", false)));
    const staged = step === null ? UNSTAGED : reduceStaged(UNSTAGED, step);
    expect([...staged.now.changes.values()].map(({ text }) => text)).toEqual(["cursor:user/git=unwrap", "claude-desktop:user/git=unwrap"]);
    expect(staged.past).toHaveLength(1);
    expect(unwrapAll(board(cell("cursor", false)))).toBeNull();
  });
  it("repairs the entries whose wrapper has gone", () => {
    const lost = cell("cursor", true);
    const gone = { ...lost, options: [...lost.options, option(lost.target, "repair", "repaired")] };
    const found = goneWrappers(board(gone, cell("claude-desktop", true)));
    expect(found.map(({ client }) => client)).toEqual(["cursor"]);
    const step = repair(found);
    const { changes } = (step === null ? UNSTAGED : reduceStaged(UNSTAGED, step)).now;
    expect([...changes.values()].map(({ text }) => text)).toEqual(["cursor:user/git=repair"]);
    expect(found.map((one) => isMended(one, changes))).toEqual([true]);
    expect(found.map((one) => isMended(one, new Map()))).toEqual([false]);
    expect(repair([])).toBeNull();
  });
});
