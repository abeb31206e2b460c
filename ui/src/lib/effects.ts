/** What tried servers, planned changes or drafts do to the queries of a run: which lose, which win, and how. */
import type { Search, SearchChange } from "../wire/generated";

export type QueryEffect = { query: string; change: SearchChange };

export type Effects = {
  loses: QueryEffect[];
  wins: QueryEffect[];
  /** Queries that neither lose nor win, with another answer than before. */
  others: number;
};

/** What changes in one engine's answers. */
export function effectsOf(run: Search, engine: string): Effects {
  const effects: Effects = { loses: [], wins: [], others: 0 };
  const results = new Map(run.results.filter((one) => one.engine === engine).map((one) => [one.id, one]));
  for (const change of run.compared?.changes ?? []) {
    const result = change.engine === engine ? results.get(change.id) : undefined;
    if (result === undefined) continue;
    const one = { query: result.query, change };
    const { loses, wins } = change;
    if (loses) effects.loses.push(one);
    if (wins) effects.wins.push(one);
    if (!loses && !wins) effects.others += 1;
  }
  return effects;
}

/** "expected tool place 1 → not found; gone: a, b and 2 more; came: c". At most `named` tools of each kind are named. */
export function changeWords({ rankBefore, rankAfter, gone, came, reordered }: SearchChange, named = Infinity): string {
  const some = (names: readonly string[]) =>
    names.length > named ? `${names.slice(0, named).join(", ")} and ${names.length - named} more` : names.join(", ");
  const place = (rank: number | null) => (rank === null ? "not found" : `place ${rank}`);
  const parts = [
    rankBefore !== rankAfter && `expected tool ${place(rankBefore)} → ${place(rankAfter)}`,
    gone.length > 0 && `gone: ${some(gone)}`,
    came.length > 0 && `came: ${some(came)}`,
    reordered && "those that stayed in another order",
  ];
  return parts.filter((part) => part !== false).join("; ");
}
