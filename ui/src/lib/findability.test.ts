/** Findings: picking and writing down. */
import { describe, expect, it } from "vitest";
import type { LintFinding } from "../wire/generated";
import { checksOf, findingsOf, pickFindings, suggestions } from "./findability";

const finding = (part: Partial<LintFinding>): LintFinding => ({
  check: "dead-weight", level: "hint", server: "git", tool: "git_log", file: null,
  message: "Says *nothing*.", effect: "12 of 90 tokens.", advice: "Leave it out.", ...part,
});
const all = [
  finding({}),
  finding({ tool: null, check: "no-instructions", level: "warning" }),
  finding({ server: "wiki", tool: "page", level: "error", message: "Two `ticks`\n# and a line" }),
];

it("gives a tool its own findings and its server's", () => {
  expect(findingsOf(all, "git", "git_log")).toHaveLength(2);
  expect(findingsOf(all, "wiki", "other")).toEqual([]);
});

it("picks by level, check and words", () => {
  const pick = (part: object) => pickFindings(all, { level: "", check: "", text: "", ...part }).length;
  expect([pick({}), pick({ level: "error" }), pick({ check: "dead-weight" }), pick({ text: "git NOTHING" })]).toEqual([3, 1, 2, 2]);
  expect(checksOf(all)).toEqual([["dead-weight", 2], ["no-instructions", 1]]);
});

describe("as Markdown", () => {
  it("goes by server and tool, with what was measured and what to do", () => {
    const text = suggestions(all, []);
    expect(text).toContain("## git\n\n### The server as a whole\n\n- **no instructions** (warning)");
    expect(text).toContain("### `git_log`\n\n- **dead weight** (hint): Says \\*nothing\\*.\n  - Measured: 12 of 90 tokens.\n  - Advice: Leave it out.");
  });
  it("lets no text of a server become markup", () => {
    expect(suggestions(all, [])).toContain("Two \\`ticks\\` \\# and a line");
    const draft = { server: "git", tool: "git_log", name: "a`b", description: "```\nout" };
    const text = suggestions([], [draft]);
    expect(text).toContain("Name: `` a`b ``");
    expect(text).toContain("````text\n```\nout\n````");
  });
});
