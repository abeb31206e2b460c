/** Search results in words. */
import { describe, expect, it } from "vitest";
import type { FoundTool, FoundWhy, SearchResult } from "../wire/generated";
import { builtInText, costText, cutText, loadedAnyway, placeText, reasons, scoreText, whyText } from "./found";

const tool = (score: number): FoundTool => ({ server: "s", name: "n", sentAs: `mcp__s__${score}`, score, tokens: 1, why: [] });
const why = (term: string, field: string, points: number): FoundWhy => ({ term, field, text: term, points });
const result = (part: Partial<SearchResult>): SearchResult => ({
  id: "q",
  query: "",
  engine: "names",
  maxResults: 5,
  outcome: "found",
  error: null,
  fidelity: "exact",
  tools: [tool(3), tool(2)],
  matching: 2,
  tiedBeyond: 0,
  unmatched: [],
  instead: [],
  tokens: 1870,
  breakEven: 4,
  searchTool: null,
  expectedRank: null,
  ms: 1,
  ...part,
});

it("marks places that share a score", () => {
  const tools = [tool(9), tool(8), tool(8), tool(1)];
  expect(tools.map((_, at) => placeText(tools, at))).toEqual(["1", "2 =", "3 =", "4"]);
});

it.each([
  ["nothing behind", {}, null],
  ["some behind", { matching: 9 }, "Cut at 2: 7 more match."],
  ["all of them tied", { matching: 40, tiedBeyond: 38 }, "Cut at 2: 38 more with the same score as the last."],
  ["some of them tied", { matching: 40, tiedBeyond: 3 }, "Cut at 2: 38 more match, 3 of them with the same score as the last."],
] as const)("cut: %s", (_why, part, expected) => {
  expect(cutText(result(part))).toBe(expected);
});

it.each([
  ["several searches", { breakEven: 4 }, /Loads 1,870 tokens and keeps them\. 4 such searches cost/],
  ["one is enough", { breakEven: 1 }, /One such search costs .*, the search tool itself not counted\.$/],
  ["with the tool", { searchTool: 390 }, /from the start, the search tool’s own 390 tokens counted\.$/],
  ["none pays", { breakEven: 0, searchTool: 390 }, /Loading every searchable definition from the start costs less than search/],
  ["nothing to compare with", { breakEven: null }, /^Loads 1,870 tokens and keeps them\.$/],
] as const)("cost: %s", (_why, part, expected) => {
  expect(costText(result(part))).toMatch(expected);
});

describe("why", () => {
  const said = [why("open", "name", 8), why("ticket", "description", 1), why("ticket", "description", 1), why("ticket", "name", 5)];
  it("adds up a term in a field", () => {
    expect(reasons(said)[2]).toEqual({ term: "ticket", field: "description", times: 2, points: 2 });
  });
  it("says it by term, strongest first", () => {
    expect(whyText(said)).toBe("“open” name · “ticket” name, description ×2");
  });
});

it("keeps whole scores whole", () => {
  expect([12, 2.5, 1234].map(scoreText)).toEqual(["12", "2.50", "1,234"]);
});

it("says whether the client's own tools compete, and nothing where it has none", () => {
  expect(builtInText(null)).toBeNull();
  expect(builtInText(true)?.short).toContain("compete");
  expect(builtInText(false)?.short).toContain("missing");
});

it("names tools loaded anyway that the query speaks of", () => {
  const names = ["mcp__wiki__API-create_page", "mcp__files__read_file"];
  expect(loadedAnyway(names, "create a ticket")).toEqual(["mcp__wiki__API-create_page"]);
  expect(loadedAnyway(names, "")).toEqual([]);
});
