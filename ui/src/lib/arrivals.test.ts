import { describe, expect, it } from "vitest";
import { arrival } from "./arrivals";
import type { Spec } from "./specs";
import { reduceStaged, requestOf, UNSTAGED, type Staged, type StagedAction, type StagedChange } from "./staged";

const change = (list: StagedChange["list"], text: string): StagedChange => ({ list, text, from: null });
const stage = (...changes: StagedChange[]): StagedAction => ({ type: "stage", changes });
const run = (...actions: StagedAction[]): Staged => actions.reduce(reduceStaged, UNSTAGED);
const texts = (staged: Staged) => [...staged.now.changes.values()].map(({ text }) => text);

const MOVE = change("moves", "cursor:user/c=claude-code:user");
const COPY = change("copies", "cursor:user/c=claude-code:user");
const ADD = change("add", "k3y=claude-code:user/c");
const ELSEWHERE = change("moves", "cursor:user/c=claude-code:local");
const ALWAYS = change("set", "claude-code:user/c=always");
const TOOL = change("set", "claude-code:user/c/push=off");
const HERE = change("set", "claude-code/c=off");
const KEEP = change("keep", "claude-code:user/c=log");
const OTHER = change("set", "claude-code:user/cc=off");

it.each([
  ["a move", MOVE, "claude-code:user/c"],
  ["a copy of a name with slashes", change("copies", "cursor/@a/c=claude-code:project"), "claude-code:project/@a/c"],
  ["a tried server", ADD, "claude-code:user/c"],
  ["a switch puts nothing anywhere", ALWAYS, null],
  ["nor does a removal", change("remove", "cursor:user/c"), null],
] as readonly [string, Spec, string | null][])("%s", (_why, spec, want) => {
  expect(arrival(spec)).toBe(want);
});

describe("switches of an entry that staged changes put somewhere", () => {
  const unstage = (...slots: string[]): StagedAction => ({ type: "unstage", slots });
  it.each([
    ["go with its move", [stage(MOVE), stage(ALWAYS), stage(TOOL), unstage("entry cursor:user/c")], []],
    ["and with its copy", [stage(COPY), stage(KEEP), unstage(`copies ${COPY.text}`)], []],
    ["and with its addition", [stage(ADD), stage(ALWAYS), unstage(`add ${ADD.text}`)], []],
    ["off in one project too", [stage(COPY), stage(HERE), unstage(`copies ${COPY.text}`)], []],
    ["and when it moves elsewhere", [stage(MOVE), stage(ALWAYS), stage(ELSEWHERE)], [ELSEWHERE.text]],
    ["but others stay", [stage(COPY), stage(OTHER, ALWAYS), unstage(`copies ${COPY.text}`)], [OTHER.text]],
    ["and all while something else puts it there", [stage(MOVE, ADD), stage(ALWAYS), unstage("entry cursor:user/c")], [ADD.text, ALWAYS.text]],
    ["come back with it", [stage(MOVE), stage(ALWAYS), unstage("entry cursor:user/c"), { type: "undo" }], [MOVE.text, ALWAYS.text]],
    ["stay without it once it is written", [stage(MOVE), stage(ALWAYS), { type: "written", request: requestOf(run(stage(MOVE)).now, null) }], [ALWAYS.text]],
    ["are staged in one step with it, in any order", [stage(ALWAYS, MOVE)], [ALWAYS.text, MOVE.text]],
  ] as readonly (readonly [string, readonly StagedAction[], readonly string[]])[])("%s", (_why, actions, want) => {
    expect(texts(run(...actions))).toEqual(want);
  });
});
