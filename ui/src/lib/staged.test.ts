import { describe, expect, it } from "vitest";
import { emptyRequest, slotOf } from "./specs";
import { changesOf, holdsAny, reduceStaged, requestOf, stagingOf, UNSTAGED, type Staged, type StagedAction, type StagedChange } from "./staged";

const set = (text: string, from: string | null = null): StagedChange => ({ list: "set", text, from });
const stage = (...changes: StagedChange[]): StagedAction => ({ type: "stage", changes });
const run = (actions: readonly StagedAction[], from: Staged = UNSTAGED) => actions.reduce(reduceStaged, from);
const written = (...changes: StagedChange[]): StagedAction => ({ type: "written", request: requestOf(run([stage(...changes)]).now, null) });
const UNDO: StagedAction = { type: "undo" };
const texts = (staged: Staged) => [...staged.now.changes.values()].map(({ text }) => text);

const NEEDED = set("claude-code:user/wiki=when-needed", "always");
const OFF = set("claude-code:user/wiki=off", "whenNeeded");
const BACK = set("claude-code:user/wiki=always", "off");
const TOOL_OFF = set("claude-code:user/wiki/search=off", "always");
const KEEP: StagedChange = { list: "keep", text: "claude-code:user/wiki=search", from: null };

describe("staging", () => {
  it.each([
    ["a change is staged", [stage(NEEDED)], [NEEDED.text]],
    ["the last value of a switch counts", [stage(NEEDED), stage(OFF)], [OFF.text]],
    ["putting the value back unstages, over any way round", [stage(NEEDED), stage(OFF), stage(BACK)], []],
    ["a server and its tool are two switches", [stage(NEEDED), stage(TOOL_OFF)], [NEEDED.text, TOOL_OFF.text]],
    ["only these replaces what was said of single tools", [stage(NEEDED), stage(TOOL_OFF), stage(KEEP)], [NEEDED.text, KEEP.text]],
    [
      "an entry moves to one place",
      [
        stage({ list: "moves", text: "cursor:user/git=cursor:project", from: null }),
        stage({ list: "remove", text: "cursor:user/git", from: null }),
      ],
      ["cursor:user/git"],
    ],
    [
      "and is copied to several",
      [
        stage({ list: "copies", text: "cursor:user/git=cursor:project", from: null }),
        stage({ list: "copies", text: "cursor:user/git=claude-code:user", from: null }),
      ],
      ["cursor:user/git=cursor:project", "cursor:user/git=claude-code:user"],
    ],
    [
      "another way to write the same switch takes its place, and knows the value before",
      [
        stage(NEEDED),
        { type: "stage", changes: [set("claude-code/wiki=off", "whenNeeded")], instead: [slotOf(NEEDED), "set claude-code/wiki"] },
      ],
      ["claude-code/wiki=off"],
    ],
    [
      "and back to that value nothing is staged",
      [
        { type: "stage", changes: [set("claude-code/wiki=off", "always")] },
        { type: "stage", changes: [BACK], instead: [slotOf(BACK), "set claude-code/wiki"] },
      ],
      [],
    ],
    ["discard takes all out", [stage(NEEDED, TOOL_OFF), { type: "discard" }], []],
  ] as const)("%s", (_why, actions, want) => {
    expect(texts(run(actions))).toEqual(want);
  });
});

describe("undo and redo", () => {
  it.each([
    ["undo takes one step back", [stage(NEEDED), stage(OFF), { type: "undo" }], [NEEDED.text]],
    ["several changes of one step go together", [stage(NEEDED, TOOL_OFF), { type: "undo" }], []],
    ["redo goes forward again", [stage(NEEDED), { type: "undo" }, { type: "redo" }], [NEEDED.text]],
    ["a discard can be undone", [stage(NEEDED), { type: "discard" }, { type: "undo" }], [NEEDED.text]],
    ["putting back is a step of its own", [stage(NEEDED), stage(BACK), { type: "undo" }], [NEEDED.text]],
    ["a new step forgets what was undone", [stage(NEEDED), { type: "undo" }, stage(TOOL_OFF), { type: "redo" }], [TOOL_OFF.text]],
    ["what changes nothing is no step", [stage(NEEDED), stage(NEEDED), { type: "undo" }], []],
    ["nothing to undo is no harm", [{ type: "undo" }, { type: "redo" }], []],
    ["what is written is not undone here", [stage(NEEDED), written(NEEDED), UNDO], []],
  ] as readonly (readonly [string, readonly StagedAction[], readonly string[]])[])("%s", (_why, actions, want) => {
    expect(texts(run(actions))).toEqual(want);
  });
});

describe("what was staged while a write ran", () => {
  const LATER = set("claude-code:user/git=off", "always");
  const LAST = set("claude-code:user/files=off", "always");
  it.each([
    ["stays staged", [stage(NEEDED), stage(LATER), stage(LAST), written(NEEDED)], [LATER.text, LAST.text]],
    ["is undone step by step", [stage(NEEDED), stage(LATER), stage(LAST), written(NEEDED), UNDO], [LATER.text]],
    ["and what was written does not come back by that", [stage(NEEDED), stage(LATER), written(NEEDED), UNDO, UNDO, UNDO], []],
    ["nor what was given up before it", [stage(NEEDED), stage(OFF), stage(LATER), written(OFF), UNDO, UNDO, UNDO], []],
    ["nor by redo", [stage(NEEDED), UNDO, written(NEEDED), { type: "redo" }], []],
    ["stays when what is written was undone meanwhile", [stage(NEEDED), stage(TOOL_OFF), UNDO, stage(LATER), written(NEEDED, TOOL_OFF)], [LATER.text]],
    ["and is undone then too", [stage(NEEDED), stage(TOOL_OFF), UNDO, stage(LATER), written(NEEDED, TOOL_OFF), UNDO], []],
    ["may be another value of what was written", [stage(NEEDED), stage(OFF), written(NEEDED)], [OFF.text]],
    ["which is put back to what was written", [stage(NEEDED), stage(OFF), written(NEEDED), stage(NEEDED)], []],
    ["and not to what was there before", [stage(NEEDED), stage(OFF), written(NEEDED), stage(BACK)], [BACK.text]],
  ] as readonly (readonly [string, readonly StagedAction[], readonly string[]])[])("%s", (_why, actions, want) => {
    expect(texts(run(actions))).toEqual(want);
  });

  it("leaves no step that does nothing", () => {
    expect(run([stage(NEEDED), { type: "discard" }, written(NEEDED)]).past).toEqual([]);
  });
});

it("knows whether anything of a request is staged still", () => {
  const { request } = written(NEEDED, TOOL_OFF) as { request: ReturnType<typeof requestOf> };
  expect(holdsAny(run([stage(TOOL_OFF)]).now, request)).toBe(true);
  expect(holdsAny(run([stage(OFF)]).now, request)).toBe(false);
});

it("makes the request of what is staged, and changes of a request", () => {
  const staged = run([stage(NEEDED, KEEP), { type: "level", level: "local" }, { type: "cursorAgent", on: true }]);
  const request = requestOf(staged.now, "/code/shop");
  expect(request).toEqual({
    ...emptyRequest("/code/shop"),
    set: [NEEDED.text],
    keep: [KEEP.text],
    level: "local",
    cursorAgent: true,
  });
  expect(changesOf(request).map(slotOf)).toEqual([...staged.now.changes.keys()]);
});

describe("staging a request again", () => {
  const kept = (...changes: StagedChange[]) => ({ ...requestOf(run([stage(...changes)]).now, null), level: "project", cursorAgent: true });
  const CURSOR_OFF = set("cursor:user/wiki=off");
  it.each([
    ["writes to the settings level it was made with", kept(NEEDED), "project", false],
    ["switches Cursor where it was made to", kept(CURSOR_OFF), null, true],
    ["does both where it concerns both", kept(NEEDED, CURSOR_OFF), "project", true],
    ["leaves alone what it does not concern", kept(set("claude-desktop:user/wiki=off")), null, false],
  ])("%s", (_why, request, level, cursorAgent) => {
    expect(run([stagingOf(request)]).now).toMatchObject({ level, cursorAgent });
  });
  it("goes back to the user's level where that was meant", () => {
    const now = run([{ type: "level", level: "local" }, stagingOf(requestOf(run([stage(NEEDED)]).now, null))]).now;
    expect(now.level).toBeNull();
  });
  it("is one step, level and all", () => {
    const back = run([stagingOf(kept(NEEDED, CURSOR_OFF)), UNDO]).now;
    expect(back).toEqual(UNSTAGED.now);
  });
});

it("a write made once more settles nothing that is staged, and forgets no step", () => {
  const staged = run([stage(NEEDED), stage(TOOL_OFF)]);
  expect(run([{ type: "written", request: { ...emptyRequest(null), restore: "w" } }], staged)).toBe(staged);
});
