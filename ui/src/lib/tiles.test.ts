import { describe, expect, it } from "vitest";
import { serverRow } from "../../test/rows";
import { groupFill, rowOf, stops, tileText } from "./tiles";
import type { Tile } from "./treemap";

describe("the fill of a group", () => {
  const row = (loading: "always" | "whenNeeded" | "off", tokens: number) => ({ loading, tokens });
  it("is the loading most of its tokens have", () => {
    expect(groupFill([row("always", 10), row("whenNeeded", 900)])).toBe("whenNeeded");
    expect(groupFill([row("always", 900), row("whenNeeded", 10)])).toBe("always");
  });
  it("is the heavier loading of two with the same tokens", () => {
    expect(groupFill([row("off", 0), row("always", 0)])).toBe("always");
  });
  it("is unknown for nothing", () => {
    expect(groupFill([])).toBe("unknown");
  });
});

describe("the label of a tile", () => {
  const [wiki] = [serverRow("wiki", [1240, 900])];
  const tile = (width: number, height: number, many = false): Tile => ({
    id: "t",
    x: 0,
    y: 0,
    width,
    height,
    tokens: 1240,
    tools: many ? wiki.tools : wiki.tools.slice(0, 1),
  });
  it.each<[string, Tile, string, string]>([
    ["is name and tokens from 72 x 36", tile(72, 36), "tool_0", "1,240"],
    ["is the name alone from 56 x 24", tile(56, 24), "tool_0", ""],
    ["has no tokens when it is low", tile(90, 35), "tool_0", ""],
    ["is empty when narrow", tile(55, 90), "", ""],
    ["counts a group even when narrow", tile(36, 24, true), "+2", ""],
  ])("%s", (_why, one, name, tokens) => {
    expect(tileText(one, "")).toEqual({ name, tokens });
  });
});

describe("the row a tile stands for", () => {
  const box = { x: 0, y: 0, width: 90, height: 60 };
  const wiki = serverRow("wiki", [1240, 9, 8]);
  const [first, ...small] = wiki.tools;
  const tools = first === undefined ? [] : [first];
  const one = { ...box, id: "wiki/tool_0", tools, tokens: 1240 };
  const few = { ...box, id: "wiki/small", tools: small, tokens: 17 };
  const block = { ...box, id: "wiki", servers: [wiki], tokens: 1257, header: true, tiles: [one, few] };
  const others = [serverRow("a", [1]), serverRow("b", [1])];
  const group = { ...box, id: "small-servers", servers: others, tokens: 2, header: false, tiles: [] };
  it("is the server, its tool, the server of a group, and none for a group of servers", () => {
    expect(stops([block, group]).map((stop) => [stop.id, rowOf(stop)])).toEqual([
      ["wiki", "wiki"],
      ["wiki/tool_0", "wiki/tool_0"],
      ["wiki/small", "wiki"],
      ["small-servers", null],
    ]);
  });
});
