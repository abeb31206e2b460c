import { describe, expect, it } from "vitest";
import { layout, MIN_SIDE, type Box } from "./treemap";
import { serverRow } from "../../test/rows";

function overlap(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  );
}

const servers = [
  serverRow("wiki", [1200, 900, 800, 700, 400, 60, 20, 3]),
  serverRow("git", [300, 200, 100]),
  serverRow("tiny", [2]),
  serverRow("silent", null),
];

describe("layout", () => {
  const blocks = layout(servers, 744, 246);

  it("keeps blocks apart and inside the field", () => {
    for (const [index, block] of blocks.entries()) {
      expect(block.x).toBeGreaterThanOrEqual(0);
      expect(block.x + block.width).toBeLessThanOrEqual(744);
      expect(block.y + block.height).toBeLessThanOrEqual(246);
      for (const other of blocks.slice(index + 1)) expect(overlap(block, other)).toBe(false);
    }
  });

  it("keeps tiles apart, inside their block and large enough to hit", () => {
    for (const block of blocks) {
      for (const [index, tile] of block.tiles.entries()) {
        expect(tile.y).toBeGreaterThanOrEqual(block.y);
        expect(tile.x + tile.width).toBeLessThanOrEqual(block.x + block.width);
        expect(Math.min(tile.width, tile.height)).toBeGreaterThanOrEqual(MIN_SIDE);
        for (const other of block.tiles.slice(index + 1)) expect(overlap(tile, other)).toBe(false);
      }
    }
  });

  it("loses no weight by merging", () => {
    for (const block of blocks.filter(({ tiles }) => tiles.length > 0)) {
      expect(block.tiles.reduce((sum, tile) => sum + tile.tokens, 0)).toBe(block.tokens);
    }
    expect(blocks.flatMap((block) => block.servers)).toHaveLength(servers.length);
  });

  it("draws area as weight", () => {
    const wiki = blocks.find((block) => block.id === "wiki");
    const [first, second] = wiki?.tiles ?? [];
    const ratio =
      ((first?.width ?? 0) * (first?.height ?? 0)) / ((second?.width ?? 1) * (second?.height ?? 1));
    expect(ratio).toBeGreaterThan(1.25);
    expect(ratio).toBeLessThan(1.42);
  });

  it("does not move anything when only loadings change", () => {
    const off = servers.map((row) => ({
      ...row,
      tools: row.tools.map((tool) => ({ ...tool, loading: "off" as const })),
    }));
    const places = (from: typeof blocks) => from.map(({ id, x, y, width, height }) => [id, x, y, width, height]);
    expect(places(layout(off, 744, 246))).toEqual(places(blocks));
  });

  it("gives a silent server a place of nominal size and no tiles", () => {
    const placed = layout(
      servers.filter((row) => row.name !== "tiny"),
      744,
      246,
    );
    expect(placed.find((block) => block.id === "silent")?.tiles).toEqual([]);
  });

  it("lays out ten thousand tools as few tiles", () => {
    const many = serverRow("many", Array.from({ length: 10_000 }, (_, i) => 50 + (i % 400)));
    const [block] = layout([many], 744, 246);
    expect(block?.tiles.length).toBeLessThan(320);
    expect(block?.tiles.reduce((n, tile) => n + tile.tools.length, 0)).toBe(10_000);
  });

  it.each([
    ["no servers", [], 744, 246],
    ["no room", servers, 10, 10],
    ["a shadowed server is not loaded", [{ ...serverRow("x", [10]), shadowed: true }], 744, 246],
  ])("is empty for: %s", (_why, rows, width, height) => {
    expect(layout(rows, width, height)).toEqual([]);
  });
});
