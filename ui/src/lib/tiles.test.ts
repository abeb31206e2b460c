import { describe, expect, it } from "vitest";
import { serverRow } from "../../test/rows";
import { groupFill, rowOf, stops, tileText } from "./tiles";
import { layout, type Tile } from "./treemap";

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
  it("is its tool, its server for a group, none for a group of servers", () => {
    const small = Array.from({ length: 40 }, () => 8);
    const rows = [serverRow("wiki", [9000, ...small]), ...["a", "b", "c"].map((name) => serverRow(name, [1]))];
    const all = stops(layout(rows, 600, 240));
    const rowOfStop = (id: string) => {
      const stop = all.find((one) => one.id === id);
      return stop === undefined ? "absent" : rowOf(stop);
    };
    expect(rowOfStop("wiki/tool_0")).toBe("wiki/tool_0");
    expect(rowOfStop("wiki/small")).toBe("wiki");
    expect(rowOfStop("small-servers")).toBeNull();
  });
});
