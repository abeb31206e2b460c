import { describe, expect, it } from "vitest";
import type { SwitchTool } from "../wire/generated";
import { audiencesOf, byAudience, byPattern, byReadOnly, byWeight, keptAs, matchesAny, offered } from "./scope";

const tool = (name: string, tokens: number, more: Partial<SwitchTool> = {}): SwitchTool => ({
  name,
  current: "always",
  planned: "always",
  because: "",
  tokens,
  readOnly: null,
  audiences: [],
  options: [],
  ...more,
});
const TOOLS = [
  tool("list_issues", 100, { readOnly: true }),
  tool("list_users", 300, { readOnly: true, audiences: ["admin"] }),
  tool("create_issue", 500, { readOnly: false, audiences: ["admin", "member"] }),
  tool("ping", 20, { planned: "off" }),
];

it.each([
  ["a name", "ping", ["ping"], true],
  ["a star", "list_issues", ["list_*"], true],
  ["a star in the middle", "list_issues", ["l*s"], true],
  ["a pattern is of the whole name", "my_list_issues", ["list_*"], false],
  ["a question mark is one character", "ping", ["p?ng"], true],
  ["a class", "ping", ["[pq]ing"], true],
  ["a choice", "list_users", ["list_{issues,users}"], true],
  ["a dot is a dot", "listXissues", ["list.issues"], false],
  ["a broken class is only itself", "[a", ["[a"], true],
])("matches %s", (_why, name, patterns, want) => {
  expect(matchesAny(name, patterns)).toBe(want);
});

describe("what stays", () => {
  it.each<[string, Set<string>, string[]]>([
    ["by pattern", byPattern(TOOLS, "list_*, ping"), ["list_issues", "list_users", "ping"]],
    ["read-only as the server says", byReadOnly(TOOLS), ["list_issues", "list_users"]],
    ["for an audience, and for all", byAudience(TOOLS, "member"), ["list_issues", "create_issue", "ping"]],
    ["the heaviest two", byWeight(TOOLS, 2, true), ["create_issue", "list_users"]],
    ["the lightest one", byWeight(TOOLS, 1, false), ["ping"]],
    ["what is offered now", offered(TOOLS), ["list_issues", "list_users", "create_issue"]],
  ])("%s", (_why, kept, want) => {
    expect([...kept].sort()).toEqual([...want].sort());
  });
  it("names each audience once", () => {
    expect(audiencesOf(TOOLS)).toEqual(["admin", "member"]);
  });
});

it.each([
  ["the pattern where it says all", ["list_issues", "list_users"], "list_*", "list_*"],
  ["names where boxes were changed since", ["list_issues"], "list_*", "list_issues"],
  ["names in their order without a pattern", ["ping", "list_issues"], "", "list_issues,ping"],
  ["names for a choice, whose comma would be cut", ["list_issues", "list_users"], "list_{issues,users}", "list_issues,list_users"],
])("writes %s", (_why, kept, pattern, want) => {
  expect(keptAs(TOOLS, new Set(kept), pattern)).toBe(want);
});
