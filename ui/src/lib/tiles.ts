/** What tiles of the treemap are called and in which order keys visit them. */
import { count, plural, share } from "./format";
import { fitLabel } from "./labels";
import { LOADINGS, LOADING_WORD, type Loading } from "./loading";
import { MIN_SIDE, type Block, type Tile } from "./treemap";
import type { ServerRow } from "./catalogue";
import { visible } from "./visible";

/** Average width of a character of the tile font, px; measured, errs on the wide side. */
const CHARACTER = 6.6;
const PADDING = 12;
/** Widths from which there is room for a name, its tokens, and for "+12" on a group, px. */
const ROOM_NAME = 56;
const ROOM_TOKENS = 72;
const ROOM_GROUP = 32;

/** The label that fits a tile, and whether its tokens fit below. */
export function tileText(tile: Tile, prefix: string): { name: string; tokens: string } {
  const { width, height } = tile;
  const small = tile.tools.length > 1;
  if (height < MIN_SIDE || width < (small ? ROOM_GROUP : ROOM_NAME)) return { name: "", tokens: "" };
  const room = Math.floor((width - PADDING) / CHARACTER);
  const [only] = tile.tools;
  const text = small ? `+${count(tile.tools.length)} small` : visible(only?.name ?? "");
  const name = small && text.length > room ? `+${count(tile.tools.length)}` : fitLabel(text, prefix, room);
  const number = count(tile.tokens);
  const fits = height >= 36 && width >= ROOM_TOKENS && number.length <= room;
  return { name, tokens: fits ? number : "" };
}

/** A tile in words: "create_page, wiki, 1,240 tokens, 3 % of total, loaded always". */
export function tileName(tile: Tile, server: string, total: number): string {
  const [only] = tile.tools;
  const part = `${count(tile.tokens)} tokens, ${share(tile.tokens, total)} of total`;
  if (tile.tools.length > 1 || only === undefined) {
    return `${plural(tile.tools.length, "small tool")}, ${server}, ${part}`;
  }
  return `${visible(only.name)}, ${server}, ${part}, loaded ${LOADING_WORD[only.loading].toLowerCase()}`;
}

/** A block in words. */
export function blockName(block: Block, total: number): string {
  const [only] = block.servers;
  if (block.servers.length > 1 || only === undefined) {
    return `${plural(block.servers.length, "small server")}, ${count(block.tokens)} tokens`;
  }
  if (block.tokens === 0) return `${visible(only.name)}, server, ${stateWord(only)}, weight unknown`;
  return `${visible(only.name)}, server, ${plural(only.tools.length, "tool")}, ${count(block.tokens)} tokens, ${share(block.tokens, total)} of total`;
}

/** Why a server has no tools to show, or how they load. */
export function stateWord(row: ServerRow): string {
  if (row.shadowed) return "Shadowed";
  switch (row.state) {
    case "failed":
      return "No answer";
    case "notStarted":
      return "Not connected";
    case "needsApproval":
      return "Needs approval";
    case "off":
      return "Off";
    case "listed":
      return row.tools.length === 0 ? "No tools" : mixed(row);
  }
}

function mixed(row: ServerRow): string {
  const used = (Object.keys(row.counts) as Loading[]).filter((loading) => row.counts[loading] > 0);
  const [only] = used;
  if (used.length === 1 && only !== undefined) return LOADING_WORD[only];
  return `${count(row.counts[row.loading])} of ${count(row.tools.length)} ${LOADING_WORD[row.loading].toLowerCase()}`;
}

/** The fill of a group: the loading most of its tokens have; of equals the heaviest. */
export function groupFill(rows: readonly { loading: Loading; tokens: number }[]): Loading {
  const weight = (loading: Loading) =>
    rows.filter((row) => row.loading === loading).reduce((sum, row) => sum + row.tokens, 0);
  const present = LOADINGS.filter((loading) => rows.some((row) => row.loading === loading));
  return present.reduce<Loading>(
    (most, loading) => (weight(loading) > weight(most) ? loading : most),
    present[0] ?? "unknown",
  );
}

/** Where the arrow keys can go, in weight order: each server, then its tiles. */
export type Stop = { id: string; block: Block; tile: Tile | null };

export function stops(blocks: readonly Block[]): Stop[] {
  const heavyFirst = [...blocks].sort((a, b) => b.tokens - a.tokens);
  return heavyFirst.flatMap((block) => [
    { id: block.id, block, tile: null },
    ...[...block.tiles]
      .sort((a, b) => b.tokens - a.tokens)
      .map((tile) => ({ id: tile.id, block, tile })),
  ]);
}

/** The row a stop stands for; small tools stand for their server, small servers for none. */
export function rowOf({ id, block, tile }: Stop): string | null {
  const merged = tile === null ? block.servers.length > 1 : tile.tools.length > 1;
  if (!merged) return id;
  return tile === null ? null : (block.servers[0]?.id ?? null);
}
