import { describe, expect, it } from "vitest";
import type { ChangeSetLine, FileDiff, PlanView, Problem } from "../wire/generated";
import { emptyRequest } from "./specs";
import { foundAfter, lostWrites, missedIn, standing, stands } from "./writes";

const line = (id: string, files: string[], more: Partial<ChangeSetLine> = {}): ChangeSetLine => ({
  id,
  at: "2026-11-30T12:06:00Z",
  state: "done",
  requested: [],
  files,
  undoOf: null,
  undoneBy: null,
  ...more,
});
const problem = (code: string, file: string | null, message = code): Problem => ({
  code,
  level: "warning",
  message,
  hint: null,
  file,
  line: null,
  column: null,
  client: null,
  server: null,
});
const plan = (files: Partial<FileDiff>[], notes: Problem[] = []): PlanView => ({
  schema: "plimsoll.plan/1",
  request: emptyRequest(null),
  requested: [],
  files: files.map((file) => ({ path: "", client: "claude-code", created: false, basis: "", hunks: [], ...file })),
  refused: [],
  notes,
  tokenizer: "o200k_base",
  standing: [],
});
const ids = (writes: ChangeSetLine[]) => standing(writes).map((one) => [one.line.id, one.own.join()]);

describe("a write", () => {
  it.each([
    ["stands when it was done", {}, true],
    ["not when it was taken back", { undoneBy: "u" }, false],
    ["not when it is an undo", { undoOf: "w" }, false],
    ["not when it was rolled back", { state: "rolledBack" }, false],
    ["not before it is finished", { state: "writing" }, false],
  ])("%s", (_why, more, want) => {
    expect(stands(line("w", ["a"], more))).toBe(want);
  });

  it.each([
    ["answers for all its files while nothing came after", [line("w", ["a", "b"])], [["w", "a,b"]]],
    ["not for a file that a later one wrote", [line("v", ["b"]), line("w", ["a", "b"])], [["v", "b"], ["w", "a"]]],
    ["not at all when later ones wrote all of them", [line("v", ["a"]), line("w", ["a"])], [["v", "a"]]],
    [
      "again for what a later one wrote and took back",
      [line("u", ["a"], { undoOf: "v" }), line("v", ["a"], { undoneBy: "u" }), line("w", ["a"])],
      [["w", "a"]],
    ],
    ["not after its own undo", [line("u", ["a"], { undoOf: "w" }), line("w", ["a"], { undoneBy: "u" })], []],
  ])("%s", (_why, writes, want) => {
    expect(ids(writes)).toEqual(want);
  });

  it("is missing where a client's file lacks it, not where Plimsoll's own store or a later write differs", () => {
    const [, first] = standing([line("v", ["b"]), line("w", ["a", "b", "parked"])]);
    if (first === undefined) throw new Error("it stands");
    const again = plan([{ path: "a" }, { path: "b" }, { path: "parked", client: null }]);
    expect(missedIn(again, first).map(({ path }) => path)).toEqual(["a"]);
    expect(missedIn(plan([]), first)).toEqual([]);
  });

  it("that the engine misses is found by its file, once, and only while it stands", () => {
    const writes = [line("v", ["b"]), line("w", ["a", "b", "c"])];
    const problems = [problem("write-lost", "a"), problem("write-lost", "c"), problem("write-lost", "b"), problem("unpinned", "a")];
    expect(lostWrites(problems, writes).map(({ id, problem: { file } }) => [id, file])).toEqual([["w", "a"], ["v", "b"]]);
    expect(lostWrites(problems, [line("w", ["a"], { undoneBy: "u" })])).toEqual([]);
    expect(lostWrites([problem("write-lost", null)], writes)).toEqual([]);
  });
});

it("what was found after writing is what the plan did not say", () => {
  const said = problem("restart", null);
  const found = problem("entry-read-differently", "a");
  expect(foundAfter(line("w", ["a"], { notes: [said, found] }), plan([], [said]))).toEqual([found]);
  expect(foundAfter(line("w", ["a"]), plan([], [said]))).toEqual([]);
});
