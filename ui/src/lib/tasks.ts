/** Task sets: making tasks, and a run of them as rows, misses first. */
import type { Search, SearchChange, SearchQuery, SearchSummary, TaskSet } from "../wire/generated";

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
  other: "same place, others around it",
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
};

export type TaskRow = {
  task: SearchQuery;
  /** By engine, in the run's order. */
  places: TaskPlace[];
  /** How many engines miss it; 0 for a task that expects nothing. */
  misses: number;
};

/** The tasks of a run, those most engines miss first, then those found latest. */
export function taskRows(tasks: readonly SearchQuery[], run: Search): TaskRow[] {
  const key = (engine: string, id: string) => `${engine} ${id}`;
  const results = new Map(run.results.map((result) => [key(result.engine, result.id), result]));
  const changes = new Map((run.compared?.changes ?? []).map((change) => [key(change.engine, change.id), change]));
  const rows = tasks.map((task) => {
    const places = run.engines.map(({ id }) => ({
      rank: results.get(key(id, task.id))?.expectedRank ?? null,
      change: changes.get(key(id, task.id)) ?? null,
    }));
    const misses = task.expected.length === 0 ? 0 : places.filter(({ rank }) => rank === null).length;
    return { task, places, misses };
  });
  const late = ({ places }: TaskRow) => places.reduce((sum, { rank }) => sum + (rank ?? 0), 0);
  return rows.sort((a, b) => b.misses - a.misses || late(b) - late(a));
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
