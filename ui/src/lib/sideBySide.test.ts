/** Several engines in one table. */
import { expect, it } from "vitest";
import type { FoundTool, SearchResult } from "../wire/generated";
import { nothingBecause, sideBySide } from "./sideBySide";

const found = (names: string[]): SearchResult =>
  ({ tools: names.map((name) => ({ sentAs: name }) as FoundTool) }) as SearchResult;

it("has every tool once, with each engine's place, agreed ones first", () => {
  const rows = sideBySide([found(["a", "b"]), found(["b", "c"]), found([])]);
  expect(rows.map(({ tool, places }) => [tool.sentAs, ...places])).toEqual([
    ["b", 2, 1, null],
    ["a", 1, null, null],
    ["c", null, 2, null],
  ]);
});

it("says a reason for finding nothing once, with all engines it holds for", () => {
  const none = (engine: string, because?: string) => ({ engine, because, tools: [] }) as unknown as SearchResult;
  expect(nothingBecause([none("a", "No word."), none("b"), none("c", "No word."), none("d", "Always.")])).toEqual([
    { because: "No word.", engines: ["a", "c"] },
    { because: "Always.", engines: ["d"] },
  ]);
});

it("keeps the better place of a tool that comes twice", () => {
  expect(sideBySide([found(["a", "a"])])[0]?.places).toEqual([1]);
});
