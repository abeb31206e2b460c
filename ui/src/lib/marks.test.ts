/** Marking what a search matched. */
import { expect, it } from "vitest";
import { marked } from "./marks";

it.each([
  ["nothing to mark", "create", [], "create"],
  ["without case", "Create_Issue", ["issue"], "Create_[Issue]"],
  ["every place", "aXbXc", ["x"], "a[X]b[X]c"],
  ["overlapping marks are one run", "abcd", ["abc", "bcd"], "[abcd]"],
  ["neighbours are one run", "abcd", ["ab", "cd"], "[abcd]"],
  ["a mark is no pattern", "a.b", ["."], "a[.]b"],
  ["an empty mark marks nothing", "ab", [""], "ab"],
  ["a letter that grows in lower case marks nothing wrong", "İx", ["x"], "İx"],
  ["empty text", "", ["x"], ""],
])("%s", (_why, text, marks, expected) => {
  const runs = marked(text, marks);
  expect(runs.map((run) => (run.marked ? `[${run.text}]` : run.text)).join("")).toBe(expected);
  expect(runs.map((run) => run.text).join("")).toBe(text);
});
