/** The answers of several engines to one query as one table: tools × engines. */
import type { FoundTool, SearchResult } from "../wire/generated";

export type SideRow = {
  tool: FoundTool;
  /** The place each engine gives it, from 1; null: not among its results. */
  places: (number | null)[];
};

/** Every tool any engine found; those that engines agree on first, then by best place. */
export function sideBySide(results: readonly SearchResult[]): SideRow[] {
  const rows = new Map<string, SideRow>();
  for (const [column, { tools }] of results.entries()) {
    for (const [at, tool] of tools.entries()) {
      const row = rows.get(tool.sentAs) ?? { tool, places: results.map(() => null) };
      row.places[column] ??= at + 1;
      rows.set(tool.sentAs, row);
    }
  }
  const merit = ({ places }: SideRow) =>
    places.reduce<number>((sum, place) => sum + (place === null ? 0 : 1 / place), 0);
  return [...rows.values()].sort((a, b) => merit(b) - merit(a) || a.tool.sentAs.localeCompare(b.tool.sentAs));
}

/** Why engines find nothing, and which of them for the same reason. */
export function nothingBecause(results: readonly SearchResult[]): { because: string; engines: string[] }[] {
  const found = new Map<string, string[]>();
  for (const { because, engine } of results) {
    if (because !== undefined) found.set(because, [...(found.get(because) ?? []), engine]);
  }
  return [...found].map(([because, engines]) => ({ because, engines }));
}
