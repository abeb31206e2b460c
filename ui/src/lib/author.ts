/** Where a tool stands in each engine, before and after its texts were changed. */
import type { Search } from "../wire/generated";

/** Place from 1 and tokens; null: not among the results. */
export type Standing = { rank: number | null; tokens: number | null };

export type AuthorRow = { engine: string; before: Standing; now: Standing };

/** The tool: its server, its name as sent and its name now. */
type Edited = { server: string; tool: string; name: string };

function standing(search: Search, engine: string, server: string, names: readonly string[]): Standing {
  const tools = search.results.find((result) => result.engine === engine)?.tools ?? [];
  const at = tools.findIndex((one) => one.server === server && names.includes(one.name));
  return { rank: at < 0 ? null : at + 1, tokens: tools[at]?.tokens ?? null };
}

/** One row per engine. A tool under a new name may be answered under either. */
export function authorRows(before: Search, now: Search, { server, tool, name }: Edited): AuthorRow[] {
  return now.engines.map(({ id }) => ({
    engine: id,
    before: standing(before, id, server, [tool]),
    now: standing(now, id, server, [name, tool]),
  }));
}
