/** What a change does to queries. */
import { expect, it } from "vitest";
import type { FoundTool, Search, SearchChange, SearchResult } from "../wire/generated";
import { changeWords, effectOf, effectsOf } from "./effects";

const change = (rankBefore: number | null, rankAfter: number | null, part: Partial<SearchChange> = {}): SearchChange => ({
  id: "q1", engine: "names", rankBefore, rankAfter, gone: [], came: [], reordered: false, ...part,
});
const tool = (sentAs: string) => ({ sentAs }) as FoundTool;

it.each<[string, SearchChange, string, [boolean, boolean]]>([
  ["found at last wins", change(null, 3), "a", [false, true]],
  ["further in front wins", change(4, 2), "a", [false, true]],
  ["further behind loses", change(1, 2, { came: ["b"] }), "b", [true, false]],
  ["not found any more loses", change(5, null, { gone: ["a"] }), "b", [true, false]],
  ["in its place, whatever is around it, is neither", change(1, 1, { gone: ["b"] }), "a", [false, false]],
  ["expected nowhere, one gone, loses", change(null, null, { gone: ["a"] }), "b", [true, false]],
  ["expected nowhere, a new one first, wins", change(null, null, { came: ["c"] }), "c", [false, true]],
  ["expected nowhere, one gone for a new first one, is both", change(null, null, { gone: ["a"], came: ["c"] }), "c", [true, true]],
  ["expected nowhere, a new one behind, is neither", change(null, null, { came: ["c"] }), "a", [false, false]],
])("%s", (_why, one, first, [loses, wins]) => {
  expect(effectOf(one, tool(first))).toEqual({ loses, wins });
});

it("tells the queries of one engine apart, and leaves the other engines out", () => {
  const result = (id: string, engine: string) => ({ id, engine, query: `query ${id}`, tools: [tool("x")] }) as unknown as SearchResult;
  const run = {
    results: ["q1", "q2", "q3"].flatMap((id) => [result(id, "names"), result(id, "cursor")]),
    compared: {
      summaries: [],
      changes: [change(1, null), change(2, 1, { id: "q2" }), change(1, 1, { id: "q3", reordered: true }), change(1, 9, { engine: "cursor" })],
    },
  } as unknown as Search;
  const { loses, wins, others } = effectsOf(run, "names");
  expect([loses.map(({ query }) => query), wins.map(({ query }) => query), others]).toEqual([["query q1"], ["query q2"], 1]);
  expect(effectsOf({ ...run, compared: null }, "names")).toEqual({ loses: [], wins: [], others: 0 });
});

it("names a few of many tools, and counts the others", () => {
  expect(changeWords(change(null, null, { gone: ["a", "b", "c", "d"], came: ["e", "f"] }), 2)).toBe("gone: a, b and 2 more; came: e, f");
});

it.each<[SearchChange, string]>([
  [change(1, null, { gone: ["a"], came: ["b", "c"] }), "expected tool place 1 → not found; gone: a; came: b, c"],
  [change(null, 2), "expected tool not found → place 2"],
  [change(1, 1, { reordered: true }), "those that stayed in another order"],
])("says a change in words", (one, words) => {
  expect(changeWords(one)).toBe(words);
});
