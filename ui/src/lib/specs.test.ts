import { expect, it } from "vitest";
import { slotOf, specTitle, splitSpec, stateOf, type Spec } from "./specs";

it.each<[string, Spec, string, string]>([
  ["a server", { list: "set", text: "claude-code:user/git=when-needed" }, "claude-code:user/git", "when-needed"],
  ["a name with an equals sign", { list: "set", text: "claude-code/a=b=off" }, "claude-code/a=b", "off"],
  ["no value at all", { list: "remove", text: "cursor:user/a=b" }, "cursor:user/a=b", ""],
])("splits %s", (_why, spec, target, value) => {
  expect(splitSpec(spec)).toEqual({ target, value });
});

it.each<[Spec, string]>([
  [{ list: "set", text: "claude-code:user/git=when-needed" }, "git in Claude Code, user: when needed"],
  [{ list: "set", text: "claude-code:user/@acme/git/log=off" }, "@acme/git/log in Claude Code, user: off"],
  [{ list: "set", text: "cursor:user/git=wrap:defer" }, "git in Cursor, user: when needed (through Plimsoll)"],
  [{ list: "set", text: "cursor/git=wrap:only:log,git_*+read-only" }, "git in Cursor: only log, git_*, only tools that read (through Plimsoll)"],
  [{ list: "set", text: "cursor/git=unwrap" }, "git in Cursor: without Plimsoll's wrapper"],
  [{ list: "set", text: "cursor/git=repair" }, "git in Cursor: its wrapper's path repaired"],
  [{ list: "keep", text: "claude-code/git=log,git_*" }, "git in Claude Code: only log, git_*"],
  [{ list: "mode", text: "claude-code=auto:5" }, "Claude Code: mode auto:5"],
  [{ list: "moves", text: "cursor:user/git=claude-code:local" }, "git in Cursor, user: move to Claude Code, local"],
  [{ list: "copies", text: "cursor:user/git=cursor:project" }, "git in Cursor, user: copy to Cursor, project"],
  [{ list: "remove", text: "cursor:user/git" }, "git in Cursor, user: remove the entry"],
  [{ list: "mergeRules", text: "claude-code" }, "Claude Code: deny rules merged to the fewest"],
])("says %o in words", (spec, want) => {
  expect(specTitle(spec)).toBe(want);
});

it("gives a switch one slot whatever its value", () => {
  const slot = (text: string) => slotOf({ list: "set", text });
  expect(slot("claude-code/git=on")).toBe(slot("claude-code/git=off"));
  expect(slot("claude-code/git=on")).not.toBe(slot("claude-code:user/git=on"));
  expect(stateOf({ list: "set", text: "claude-code/git=when-needed" })).toBe("whenNeeded");
  expect(stateOf({ list: "keep", text: "claude-code/git=off" })).toBeNull();
});
