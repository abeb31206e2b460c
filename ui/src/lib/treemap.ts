/**
 * Where the tiles of the treemap lie. Area is weight, always; how a tool loads
 * changes fill, never place. Server blocks lie in strips in the order given;
 * tools inside are squarified by weight, ties by name. What would be smaller
 * than a finger-sized target is merged into one tile; the table lists it.
 */
import { hierarchy, treemap, treemapSquarify, type HierarchyRectangularNode } from "d3-hierarchy";
import type { ServerRow, ToolRow } from "./catalogue";

export type Box = { x: number; y: number; width: number; height: number };

/** One tool, or several too small to tell apart. */
export type Tile = Box & { id: string; tools: ToolRow[]; tokens: number };

/** One server, or several too small to tell apart. */
export type Block = Box & {
  id: string;
  servers: ServerRow[];
  /** Tokens of its tools; 0 when unknown. */
  tokens: number;
  /** Whether there is room for its name above its tiles. */
  header: boolean;
  /** Empty when it is drawn as one tile. */
  tiles: Tile[];
};

/** Smallest side of a tile, px (WCAG 2.5.8). */
export const MIN_SIDE = 24;
/** Height of a block's header, px. */
export const HEADER = 18;
/** Space between blocks, px. */
const GAP = 3;
/** Area of a server of unknown weight, as a part of all known weight. */
const UNKNOWN_PART = 0.04;

/** Lays out these servers in a field of the given size, px. */
export function layout(rows: readonly ServerRow[], width: number, height: number): Block[] {
  const placed = rows.filter(hasPlace);
  if (placed.length === 0 || width < MIN_SIDE || height < MIN_SIDE) return [];
  const known = placed.reduce((sum, row) => sum + row.tokens, 0);
  const nominal = known > 0 ? known * UNKNOWN_PART : 1;
  const items = placed.map((row) => ({
    members: [row],
    value: row.tokens > 0 ? row.tokens : nominal,
  }));
  const box = { x: 0, y: 0, width, height };
  return settle(items, box, GAP, strips).map(({ item, box: place }) => block(item.members, place));
}

/** Servers that are loaded or would be: not shadowed, and weighed or awaited. */
function hasPlace(row: ServerRow): boolean {
  if (row.shadowed) return false;
  return row.tokens > 0 || (!row.known && row.state !== "off");
}

function block(servers: ServerRow[], box: Box): Block {
  const only = servers.length === 1 ? servers[0] : undefined;
  const header = box.height >= HEADER + MIN_SIDE && box.width >= 2 * MIN_SIDE;
  const tokens = servers.reduce((sum, row) => sum + row.tokens, 0);
  const id = only?.id ?? "small-servers";
  const whole: Block = { ...box, id, servers, tokens, header, tiles: [] };
  if (only === undefined || only.tools.length === 0 || !header) return whole;
  const inner = { ...box, y: box.y + HEADER, height: box.height - HEADER };
  const items = [...only.tools]
    .filter((tool) => tool.tokens > 0)
    .sort((a, b) => b.tokens - a.tokens || (a.name < b.name ? -1 : 1))
    .map((tool) => ({ members: [tool], value: tool.tokens }));
  const tiles = settle(items, inner, 0, treemapSquarify).map(({ item, box: place }) => ({
    ...place,
    id: item.members.length === 1 ? (item.members[0]?.id ?? "") : `${only.id}/small`,
    tools: item.members,
    tokens: item.value,
  }));
  return { ...whole, tiles };
}

type Item<T> = { members: T[]; value: number };
type Placed<T> = { item: Item<T>; box: Box };
type Method = typeof treemapSquarify | typeof strips;

/** Lays items out and merges the lightest until none is too small to hit. */
function settle<T>(items: Item<T>[], box: Box, gap: number, method: Method): Placed<T>[] {
  const total = items.reduce((sum, item) => sum + item.value, 0);
  const smallest = (MIN_SIDE * MIN_SIDE * total) / (box.width * box.height);
  let single = items.filter((item) => item.value >= smallest);
  let small = items.filter((item) => item.value < smallest);
  for (;;) {
    const all = small.length > 0 ? [...single, merged(small)] : single;
    const places = place(all, box, gap, method);
    if (single.length === 0 || places.every(({ box: { width, height } }) => fits(width, height))) {
      return places;
    }
    const lightest = single.reduce((least, item) => (item.value < least.value ? item : least));
    single = single.filter((item) => item !== lightest);
    small = [...small, lightest];
  }
}

function fits(width: number, height: number): boolean {
  return width >= MIN_SIDE && height >= MIN_SIDE;
}

function merged<T>(items: Item<T>[]): Item<T> {
  return {
    members: items.flatMap((item) => item.members),
    value: items.reduce((sum, item) => sum + item.value, 0),
  };
}

function place<T>(items: Item<T>[], box: Box, gap: number, method: Method): Placed<T>[] {
  type Datum = Partial<Item<T>> & { children?: Item<T>[] };
  const root = hierarchy<Datum>({ children: items }).sum((datum) => datum.value ?? 0);
  const placed = treemap<Datum>()
    .size([box.width, box.height])
    .paddingInner(gap)
    .tile(method)
    .round(true)(root);
  return (placed.children ?? []).map((node, index) => ({
    item: items[index] ?? { members: [], value: 0 },
    box: {
      x: box.x + node.x0,
      y: box.y + node.y0,
      width: node.x1 - node.x0,
      height: node.y1 - node.y0,
    },
  }));
}

/**
 * Strip layout (Bederson, Shneiderman, Wattenberg 2002): rows from top to
 * bottom, each filled from the left in the order given, and closed when one
 * more block would make its blocks less square.
 */
function strips<D>(
  parent: HierarchyRectangularNode<D>,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): void {
  const nodes = parent.children ?? [];
  const total = nodes.reduce((sum, node) => sum + (node.value ?? 0), 0);
  const perArea = total > 0 ? ((x1 - x0) * (y1 - y0)) / total : 0;
  const areas = nodes.map((node) => (node.value ?? 0) * perArea);
  let top = y0;
  for (const { start, end } of rowsOf(areas, x1 - x0)) {
    const height = sum(areas, start, end) / (x1 - x0);
    const bottom = end === nodes.length ? y1 : top + height;
    let left = x0;
    for (let index = start; index < end; index += 1) {
      const node = nodes[index];
      if (node === undefined) continue;
      const right = height > 0 ? left + (areas[index] ?? 0) / height : left;
      Object.assign(node, { x0: left, x1: index === end - 1 ? x1 : right, y0: top, y1: bottom });
      left = right;
    }
    top = bottom;
  }
}

/** Cuts areas into strips; a last strip that is worse alone joins the one before. */
function rowsOf(areas: number[], width: number): { start: number; end: number }[] {
  const rows: { start: number; end: number }[] = [];
  let start = 0;
  while (start < areas.length) {
    let end = start + 1;
    while (end < areas.length && gains(areas, start, end, width)) end += 1;
    rows.push({ start, end });
    start = end;
  }
  const last = rows.at(-1);
  const before = rows.at(-2);
  if (last === undefined || before === undefined) return rows;
  const joined = aspect(areas, before.start, last.end, width);
  const apart = aspect(areas, last.start, last.end, width);
  return joined < apart ? [...rows.slice(0, -2), { start: before.start, end: last.end }] : rows;
}

/** Whether the strip from `start` gets squarer with the block at `end`. */
function gains(areas: number[], start: number, end: number, width: number): boolean {
  return aspect(areas, start, end + 1, width) <= aspect(areas, start, end, width);
}

/** Mean aspect ratio of a strip's blocks. */
function aspect(areas: number[], start: number, end: number, width: number): number {
  const height = sum(areas, start, end) / width;
  let total = 0;
  for (let index = start; index < end; index += 1) {
    const side = (areas[index] ?? 0) / height;
    total += Math.max(side / height, height / side);
  }
  return total / (end - start);
}

function sum(values: number[], start: number, end: number): number {
  let total = 0;
  for (let index = start; index < end; index += 1) total += values[index] ?? 0;
  return total;
}
