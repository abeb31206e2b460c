/** Task sets: making tasks, and a run of them as rows, misses first. */
import type { Search, SearchChange, SearchQuery, SearchSummary, TaskSet } from "../wire/generated";
import { changeWords } from "./effects";

/** An id that no task has yet. */
export function nextTaskId(tasks: readonly SearchQuery[]): string {
  const taken = new Set(tasks.map(({ id }) => id));
  let number = tasks.length + 1;
  const id = () => `q${String(number).padStart(3, "0")}`;
  while (taken.has(id())) number += 1;
  return id();
}

/** The set with this query: a task of the same words is replaced. */
export function withTask(set: TaskSet, query: string, expected: readonly string[]): TaskSet {
  const same = set.tasks.find((task) => task.query === query);
  const task = { id: same?.id ?? nextTaskId(set.tasks), query, maxResults: same?.maxResults ?? null, expected: [...expected] };
  return {
    ...set,
    tasks: same === undefined ? [...set.tasks, task] : set.tasks.map((one) => (one === same ? task : one)),
  };
}

export function withoutTask(set: TaskSet, id: string): TaskSet {
  return { ...set, tasks: set.tasks.filter((task) => task.id !== id) };
}

/** "my set (2)" where "my set" is taken. */
export function freeName(name: string, sets: readonly TaskSet[]): string {
  const taken = new Set(sets.map((set) => set.name));
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} (${number})`)) number += 1;
  return `${name} (${number})`;
}

/** "6/9". */
export function hits(shareOf: number, tasks: number): string {
  return `${Math.round(shareOf * tasks)}/${tasks}`;
}

/** What a change does to a query. */
export type Verdict = "found" | "better" | "worse" | "crowded" | "other";

export const VERDICT_WORD: Readonly<Record<Verdict, string>> = {
  found: "found now",
  better: "better",
  worse: "worse",
  crowded: "crowded out",
  other: "other results",
};

export function verdict({ rankBefore, rankAfter }: SearchChange): Verdict {
  if (rankBefore === rankAfter) return "other";
  if (rankAfter === null) return "crowded";
  if (rankBefore === null) return "found";
  return rankAfter < rankBefore ? "better" : "worse";
}

/** How many queries of one engine a change does what to. */
export function verdicts(changes: readonly SearchChange[], engine: string): Record<Verdict, number> {
  const sums: Record<Verdict, number> = { found: 0, better: 0, worse: 0, crowded: 0, other: 0 };
  for (const change of changes) if (change.engine === engine) sums[verdict(change)] += 1;
  return sums;
}

/** One engine's answer to one task. */
export type TaskPlace = {
  /** The place of the first expected tool, from 1; null: not among the results. */
  rank: number | null;
  /** What candidates, planned changes or drafts did to it; null: nothing. */
  change: SearchChange | null;
  /** Why nothing at all is found, as far as it is known; null: something is. */
  because: string | null;
};

export type TaskRow = {
  task: SearchQuery;
  /** By engine, in the run's order. */
  places: TaskPlace[];
  /** How many engines miss it; 0 for a task that expects nothing. */
  misses: number;
  /** Its expected tools that are in context from the start, so that no search lists them. */
  always: string[];
};

/** The tasks of a run, those most engines miss first, then those found latest. */
export function taskRows(tasks: readonly SearchQuery[], run: Search): TaskRow[] {
  const key = (engine: string, id: string) => `${engine} ${id}`;
  const results = new Map(run.results.map((result) => [key(result.engine, result.id), result]));
  const changes = new Map((run.compared?.changes ?? []).map((change) => [key(change.engine, change.id), change]));
  const always = new Set(run.alwaysLoaded);
  const rows = tasks.map((task) => {
    const places = run.engines.map(({ id }) => {
      const result = results.get(key(id, task.id));
      return {
        rank: result?.expectedRank ?? null,
        change: changes.get(key(id, task.id)) ?? null,
        because: result?.error?.message ?? result?.because ?? null,
      };
    });
    const misses = task.expected.length === 0 ? 0 : places.filter(({ rank }) => rank === null).length;
    return { task, places, misses, always: task.expected.filter((name) => always.has(name)) };
  });
  const late = ({ places }: TaskRow) => places.reduce((sum, { rank }) => sum + (rank ?? 0), 0);
  return rows.sort((a, b) => b.misses - a.misses || late(b) - late(a));
}

/** "2", "expected tool place 1 → not found; gone: a", "not among the results: no word of it occurs …". */
export function placeWords({ expected }: SearchQuery, { rank, change, because }: TaskPlace): string {
  const changed = change === null ? "" : changeWords(change);
  const moved = change !== null && change.rankBefore !== change.rankAfter;
  const none = because === null ? "not among the results" : `nothing found: ${because}`;
  const now = moved ? "" : expected.length === 0 ? (because === null ? "" : none) : rank === null ? none : String(rank);
  return [now, changed].filter((part) => part !== "").join("; ") || "found some tools; none was expected";
}

/** Before and after, of one engine. */
export type SummaryRow = { engine: string; now: SearchSummary; before: SearchSummary | null };

export function summaryRows(run: Search): SummaryRow[] {
  return run.summaries.map((now) => ({
    engine: now.engine,
    now,
    before: run.compared?.summaries.find(({ engine }) => engine === now.engine) ?? null,
  }));
}
