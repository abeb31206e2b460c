import { describe, expect, it } from "vitest";
import type { SwitchCell, SwitchOption, SwitchTool, Switchboard } from "../wire/generated";
import { boardLines, changes, chosen, filterLines, look, nextOption, noSwitch, optionTitle, reasons, switchAt, unwrapAll } from "./board";

const option = (state: string, unavailable: string | null = null, wrapped = false): SwitchOption => ({
  title: state,
  spec: `x=${state}`,
  state,
  unavailable,
  wrapped,
});
const tool = (name: string, planned = "always"): SwitchTool => ({
  name,
  current: "always",
  planned,
  because: "",
  tokens: 10,
  readOnly: null,
  audiences: [],
  options: [],
});
const cell = (client: string, scope: string, more: Partial<SwitchCell> = {}): SwitchCell => ({
  client,
  scope,
  name: "git",
  target: `${client}:${scope}/git`,
  current: "always",
  planned: "always",
  because: "",
  file: "f",
  line: 1,
  standing: 10,
  plannedStanding: 10,
  options: [option("always"), option("whenNeeded"), option("off")],
  places: [],
  tools: [tool("log")],
  newTools: [],
  ...more,
});
const board = (cells: SwitchCell[]): Switchboard => ({
  tokenizer: "t",
  clients: [],
  servers: [{ key: "k", name: "git", tokens: 10, cells }],
  plan: null,
  suggestions: [],
});

describe("rows", () => {
  it("puts clients into columns, and a second entry of a client into a second row", () => {
    const lines = boardLines(board([cell("a", "user"), cell("a", "project"), cell("b", "user")]), ["b", "a"]);
    expect(lines.map(({ cells }) => cells.map((one) => one?.target ?? null))).toEqual([
      ["b:user/git", "a:user/git"],
      [null, "a:project/git"],
    ]);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2);
  });
  it("leaves out servers that no client shown defines", () => {
    expect(boardLines(board([cell("a", "user")]), ["b"])).toEqual([]);
  });
  it("merges the tools of clients by name", () => {
    const [line] = boardLines(board([cell("a", "user", { tools: [tool("log"), tool("push")] }), cell("b", "user")]), ["a", "b"]);
    expect(line?.tools.map(({ name, cells }) => [name, cells.map((here) => here !== null)])).toEqual([
      ["log", [true, true]],
      ["push", [true, false]],
    ]);
    expect(line === undefined ? null : switchAt(line, 1)?.planned).toBe("always");
  });
  it.each([
    ["words in the server's name keep its tools", "git", false, [["log", "push"]]],
    ["words in a tool's name keep that tool", "git push", false, [["push"]]],
    ["no match, no row", "wiki", false, []],
    ["only what changes", "", true, [["push"]]],
  ])("%s", (_why, text, changedOnly, want) => {
    const lines = boardLines(board([cell("a", "user", { tools: [tool("log"), tool("push", "off")] })]), ["a"]);
    expect(lines.map(changes)).toEqual([true]);
    expect(filterLines(lines, text, changedOnly).map(({ tools }) => tools.map(({ name }) => name))).toEqual(want);
  });
});

describe("switches", () => {
  const at = (planned: string, options = [option("always"), option("whenNeeded"), option("off")]) => ({
    current: "always",
    planned,
    because: "because",
    options,
  });
  const onOff = [option("always", "no"), option("on"), option("off")];
  it.each([
    ["to the one behind", at("always"), "whenNeeded"],
    ["round again", at("off"), "always"],
    ["from mixed to the first", at("mixed"), "always"],
    ["over what cannot be chosen", at("always", [option("always"), option("whenNeeded", "no"), option("off")]), "off"],
    ["on counts as on whatever the loading", at("whenNeeded", onOff), "off"],
    ["and back on", at("off", onOff), "on"],
    ["nowhere without a switch", at("always", [option("always", "no"), option("off", "no")]), null],
    ["nowhere with one option", at("always", [option("always")]), null],
  ])("go %s", (_why, here, want) => {
    expect(nextOption(here)?.state ?? null).toBe(want);
  });
  it("goes on from what is staged, whatever that makes", () => {
    const here = at("whenNeeded", [option("whenNeeded"), option("asServerSays"), option("off")]);
    const changes = new Map([["set x", { list: "set", text: "x=asServerSays", from: "whenNeeded" } as const]]);
    expect(chosen(here, changes)?.state).toBe("asServerSays");
    expect(nextOption(here, changes)?.state).toBe("off");
  });
  it("say why there is none, and what single options lack", () => {
    expect(noSwitch(at("always"))).toBeNull();
    expect(noSwitch(at("always", [option("always", "no file")]))).toBe("no file");
    expect(noSwitch(at("always", []))).toBe("because");
    expect(reasons([option("always", "no"), option("whenNeeded", "no"), option("off")])).toEqual([
      { titles: ["always", "whenNeeded"], why: "no" },
    ]);
  });
  it("name the wrapper where it does the work", () => {
    expect(optionTitle(option("off", null, true))).toBe("off (through Plimsoll)");
    expect(chosen(at("always"))?.state).toBe("always");
  });
  it("look as heavy as their heaviest tool when mixed", () => {
    expect(look("mixed", [tool("a", "off"), tool("b", "whenNeeded")])).toEqual({ fill: "whenNeeded", word: "Mixed" });
    expect(look("off")).toEqual({ fill: "off", word: "Off" });
  });
});

it("takes the wrapper out of every entry shown that has one", () => {
  const wrapped = (client: string) => cell(client, "user", { planned: "whenNeeded", options: [option("whenNeeded", null, true), option("unwrapped")] });
  const all = board([wrapped("a"), wrapped("b"), cell("a", "project")]);
  expect(unwrapAll(all, ["a"])).toEqual([{ list: "set", text: "x=unwrapped", from: "whenNeeded" }]);
});
