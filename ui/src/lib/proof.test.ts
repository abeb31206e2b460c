import { describe, expect, it } from "vitest";
import type { Problem, Proof, ProvenTool } from "../wire/generated";
import { arrived, provenRows, searchRows } from "./proof";

const tool = (sentAs: string, more: Partial<ProvenTool> = {}): ProvenTool => ({
  server: "git",
  sentAs,
  predicted: "always",
  observed: "always",
  cut: false,
  ...more,
});
const difference = (code: string, message: string): Problem => ({
  code,
  level: "warning",
  message,
  hint: null,
  file: null,
  line: null,
  column: null,
  client: "claude-code",
  server: "git",
});
const proof = (more: Partial<Proof>): Proof => ({
  schema: "plimsoll.prove/1",
  client: "claude-code",
  version: null,
  at: "",
  method: "observed",
  tools: [],
  builtIn: [],
  announcement: null,
  differences: [],
  notes: [],
  results: [],
  ms: 1,
  ...more,
});

describe("tools of a proof", () => {
  it("come first where they load otherwise, or other words were sent of them", () => {
    const rows = provenRows(
      proof({
        tools: [tool("mcp__git__log"), tool("mcp__git__log_all"), tool("mcp__git__push", { observed: "off" })],
        differences: [difference("definition-differs", "the description of `mcp__git__log_all` is not sent as predicted")],
      }),
    );
    expect(rows.map((row) => [row.tool.sentAs, row.differs, row.differences.length])).toEqual([
      ["mcp__git__log_all", true, 1],
      ["mcp__git__push", true, 0],
      ["mcp__git__log", false, 0],
    ]);
  });
  it("are no difference where nobody could predict", () => {
    const [row] = provenRows(proof({ tools: [tool("a", { predicted: "unknown", observed: "always" })] }));
    expect(row?.differs).toBe(false);
  });
  it.each([
    ["cut", tool("a", { cut: true, text: "Long… [truncated]" }), "observed", "Its description arrived cut:"],
    ["whole", tool("a"), "observed", "Its description arrived whole, as the server gives it."],
    ["as a name", tool("a", { observed: "whenNeeded", cut: null }), "observed", "Only its name was sent; no search of this proof found it."],
    ["not at all", tool("a", { observed: "off", cut: null }), "observed", "Nothing of it was sent."],
    ["read, not run", tool("a", { cut: null }), "reread", "Its client was not run: the entry was read again in its file."],
  ])("arrive %s", (_how, one, method, want) => {
    expect(arrived(one, method)).toBe(want);
  });
});

it("queries come first where the client's search answers otherwise; its own tools beside are none", () => {
  const results = [
    { id: "1", query: "read", predicted: ["a"], observed: ["a"] },
    { id: "2", query: "write", predicted: ["a", "b"], observed: ["Write", "a"] },
    { id: "3", query: "send", predicted: ["a"], observed: ["b"] },
  ];
  const rows = searchRows(proof({ results, differences: [difference("search-differs", "`send` finds b; predicted was a")] }));
  expect(rows.map(({ result, outcome }) => [result.id, outcome])).toEqual([["3", "different"], ["1", "same"], ["2", "beside"]]);
});
