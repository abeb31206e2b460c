/** Task sets and their runs. */
import { describe, expect, it } from "vitest";
import type { Search, SearchChange, SearchQuery, SearchResult } from "../wire/generated";
import { freeName, hits, nextTaskId, placeWords, taskRows, verdict, verdicts, withoutTask, withTask } from "./tasks";

const task = (id: string, query: string, expected = ["t"]): SearchQuery => ({ id, query, maxResults: null, expected });
const change = (rankBefore: number | null, rankAfter: number | null, id = "q1"): SearchChange => ({
  id, engine: "names", rankBefore, rankAfter, gone: [], came: [], reordered: false, loses: false, wins: false,
});

describe("a set", () => {
  const set = { id: 1, name: "s", tasks: [task("q001", "a"), task("q003", "b")] };
  it("gives new tasks an id of their own", () => {
    expect(nextTaskId(set.tasks)).toBe("q004");
    expect(nextTaskId([])).toBe("q001");
  });
  it("replaces what a query of the same words expects", () => {
    expect(withTask(set, "a", ["x"]).tasks).toEqual([task("q001", "a", ["x"]), set.tasks[1]]);
    expect(withTask(set, "c", []).tasks).toHaveLength(3);
  });
  it("loses a task by its id", () => {
    expect(withoutTask(set, "q001").tasks).toEqual([set.tasks[1]]);
  });
  it("gets a name nobody has", () => {
    expect(freeName("s", [set])).toBe("s (2)");
    expect(freeName("s", [set, { ...set, name: "s (2)" }])).toBe("s (3)");
    expect(freeName("t", [set])).toBe("t");
  });
});

it.each([
  [null, 3, "found"],
  [4, 2, "better"],
  [1, 2, "worse"],
  [2, null, "crowded"],
  [2, 2, "other"],
  [null, null, "other"],
] as const)("from %s to %s is %s", (before, after, expected) => {
  expect(verdict(change(before, after))).toBe(expected);
});

it("counts what a change does to one engine", () => {
  const changes = [change(1, null), change(2, 1), { ...change(1, null), engine: "cursor" }];
  expect(verdicts(changes, "names")).toEqual({ found: 0, better: 1, worse: 0, crowded: 1, other: 0 });
});

it("puts misses first, then what is found late; nothing expected is no miss", () => {
  const tasks = [task("q1", "first"), task("q2", "late"), task("q3", "missed"), task("q4", "open", [])];
  const ranks: Record<string, number | null> = { q1: 1, q2: 4, q3: null, q4: null };
  const run = {
    engines: [{ id: "names" }],
    alwaysLoaded: ["b"],
    results: tasks.map(({ id }) => ({ id, engine: "names", expectedRank: ranks[id] }) as SearchResult),
    compared: { summaries: [], changes: [change(1, 4, "q2")] },
  } as unknown as Search;
  const rows = taskRows(tasks, run);
  expect(rows.map((row) => row.task.id)).toEqual(["q3", "q2", "q1", "q4"]);
  expect(rows[1]?.places[0]?.change?.rankBefore).toBe(1);
});

it("knows expected tools that no search lists because they are loaded always", () => {
  const run = { engines: [], results: [], alwaysLoaded: ["a"], compared: null } as unknown as Search;
  expect(taskRows([task("q1", "x", ["a", "b"])], run)[0]?.always).toEqual(["a"]);
});

it.each([
  ["a place", ["t"], { rank: 2, change: null, because: null }, "2"],
  ["a miss", ["t"], { rank: null, change: null, because: null }, "not among the results"],
  ["nothing at all", ["t"], { rank: null, change: null, because: "No word of it." }, "nothing found: No word of it."],
  ["a move", ["t"], { rank: null, change: change(1, null), because: null }, "expected tool place 1 → not found"],
  ["another order in the same place", ["t"], { rank: 1, change: { ...change(1, 1), reordered: true }, because: null }, "1; those that stayed in another order"],
  ["nothing expected", [], { rank: null, change: null, because: null }, "found some tools; none was expected"],
] as const)("says %s in words", (_what, expected, place, words) => {
  expect(placeWords(task("q1", "x", [...expected]), place)).toBe(words);
});

it("writes shares as hits", () => {
  expect(hits(2 / 3, 9)).toBe("6/9");
});
