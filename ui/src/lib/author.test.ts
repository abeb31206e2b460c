/** Where an edited tool stands. */
import { expect, it } from "vitest";
import type { Search } from "../wire/generated";
import { authorRows } from "./author";
import { droppedProblem } from "./dropped";
import { oneLine } from "./oneLine";

const search = (names: string[]): Search =>
  ({
    engines: [{ id: "names" }],
    results: [{ engine: "names", tools: names.map((name, at) => ({ server: "s", name, tokens: 100 + at })) }],
  }) as unknown as Search;

it("compares places and weights under the old and the new name", () => {
  const edited = { server: "s", tool: "old", name: "new" };
  const [row] = authorRows(search(["x", "old"]), search(["new", "x"]), edited);
  expect(row).toEqual({ engine: "names", before: { rank: 2, tokens: 101 }, now: { rank: 1, tokens: 100 } });
  expect(authorRows(search([]), search(["old"]), edited)[0]?.before).toEqual({ rank: null, tokens: null });
});

it("says which dropped files must be chosen instead", () => {
  expect(droppedProblem("tools.json", 1000)).toBeNull();
  expect(droppedProblem("server.mcpb", 1000)).toContain("bundle");
  expect(droppedProblem("tools.json", 100 * 1024 * 1024)).toContain("16 MB");
});

it("writes JSON on one line and leaves what is none", () => {
  expect(oneLine('{\n  "a": [1]\n}')).toBe('{"a":[1]}');
  expect(oneLine("{ no")).toBe("{ no");
});
