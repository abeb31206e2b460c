/** What a change does to queries. */
import { expect, it } from "vitest";
import type { FoundTool, Search, SearchChange, SearchResult } from "../wire/generated";
import { changeWords, effectsOf } from "./effects";

const change = (rankBefore: number | null, rankAfter: number | null, part: Partial<SearchChange> = {}): SearchChange => ({
  id: "q1", engine: "names", rankBefore, rankAfter, gone: [], came: [], reordered: false, loses: false, wins: false, ...part,
});
const tool = (sentAs: string) => ({ sentAs }) as FoundTool;

it("tells the queries of one engine apart, and leaves the other engines out", () => {
  const result = (id: string, engine: string) => ({ id, engine, query: `query ${id}`, tools: [tool("x")] }) as unknown as SearchResult;
  const run = {
    results: ["q1", "q2", "q3"].flatMap((id) => [result(id, "names"), result(id, "cursor")]),
    compared: {
      summaries: [],
      changes: [
        change(1, null, { loses: true }),
        change(2, 1, { id: "q2", wins: true }),
        change(1, 1, { id: "q3", reordered: true }),
        change(1, 9, { engine: "cursor", loses: true }),
      ],
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
