import { describe, expect, it } from "vitest";
import type { SwitchCell, SwitchOption, SwitchTool, Switchboard } from "../wire/generated";
import { reduceStaged, UNSTAGED } from "./staged";
import { boardLines, changes, chosen, filterLines, look, nextStep, noSwitch, optionTitle, reasons, switchAt } from "./board";

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
  coming: false,
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
  it("count an entry that staged changes put there as a change, though it loads as it comes", () => {
    const lines = boardLines(board([cell("a", "user", { coming: true })]), ["a"]);
    expect(lines.map(changes)).toEqual([true]);
    expect(filterLines(lines, "", true)).toHaveLength(1);
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
  const claude = ["always", "whenNeeded", "asServerSays", "offHere", "off"].map((state) => option(state));
  /** The states that pressing Space goes through, until nothing is staged again. */
  const round = (current: string, options: SwitchOption[]) => {
    const here = { current, planned: current, because: "because", options };
    const states: string[] = [];
    let staged = UNSTAGED;
    do {
      const step = nextStep(here, staged.now.changes);
      if (step === null) return states;
      staged = reduceStaged(staged, step);
      states.push(...[...staged.now.changes.values()].map(({ text }) => text.slice(2)));
    } while (staged.now.changes.size > 0 && states.length < 9);
    return states;
  };
  it.each([
    ["through what loads otherwise, and back", "always", claude, ["whenNeeded", "offHere", "off"]],
    ["past what would change nothing", "whenNeeded", claude, ["always", "offHere", "off"]],
    ["to any that ends an off", "off", claude, ["always", "whenNeeded", "asServerSays"]],
    ["from mixed to all that are not", "mixed", claude, ["always", "whenNeeded", "offHere", "off"]],
    ["over what cannot be chosen", "always", [option("always"), option("whenNeeded", "no"), option("off")], ["off"]],
    ["off, where loading cannot be chosen", "whenNeeded", onOff, ["off"]],
    ["and back on", "off", onOff, ["on"]],
    ["nowhere without a switch", "always", [option("always", "no"), option("off", "no")], []],
    ["nowhere with one option", "always", [option("always")], []],
  ])("go %s", (_why, current, options, want) => {
    expect(round(current, options)).toEqual(want);
  });
  it("show what is staged, whatever that makes", () => {
    const here = { ...at("whenNeeded", claude), current: "whenNeeded" };
    const changes = new Map([["set x", { list: "set", text: "x=asServerSays", from: "whenNeeded" } as const]]);
    expect(chosen(here, changes)?.state).toBe("asServerSays");
    expect(nextStep(here, changes)).toMatchObject({ type: "stage", changes: [{ text: "x=always" }] });
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
