/**
 * Changes that are staged and not written, with undo and redo. Putting a value
 * back removes its entry, so that what is staged is what would change.
 */
import type { PlanRequest } from "../wire/generated";
import { withoutLost } from "./arrivals";
import { emptyRequest, LISTS, slotOf, specsOf, splitSpec, stateOf, type Spec } from "./specs";

/** One staged change. */
export type StagedChange = Spec & {
  /** What the switch showed before it was staged; null: not known. */
  from: string | null;
};

/** Which files changes go to, where a client has several. */
export type Where = {
  /** The settings file for rules and modes; null: the user's. */
  level: string | null;
  /** Whether Cursor's servers are switched in its agent's list. */
  cursorAgent: boolean;
};

/** Everything staged at one moment. */
export type Choices = Where & {
  /** By slot, in the order of staging. */
  changes: ReadonlyMap<string, StagedChange>;
};

export type Staged = { past: readonly Choices[]; now: Choices; future: readonly Choices[] };

export const NOTHING: Choices = { changes: new Map(), level: null, cursorAgent: false };
export const UNSTAGED: Staged = { past: [], now: NOTHING, future: [] };

export type StagedAction =
  /** One step that may stage several changes, in place of what is in these slots; `how` says where they are written. */
  | { type: "stage"; changes: readonly StagedChange[]; instead?: readonly string[]; how?: Partial<Where> }
  | { type: "unstage"; slots: readonly string[] }
  | { type: "level"; level: string | null }
  | { type: "cursorAgent"; on: boolean }
  | { type: "undo" }
  | { type: "redo" }
  /** Takes everything out; can be undone. */
  | { type: "discard" }
  /** What was asked for stands in the files now; more may have been staged meanwhile. */
  | { type: "written"; request: PlanRequest };

/** How many steps can be undone. */
const KEPT = 200;

export function reduceStaged(staged: Staged, action: StagedAction): Staged {
  const { past, now, future } = staged;
  switch (action.type) {
    case "stage":
      return step(staged, { ...now, ...action.how, changes: replaced(now.changes, action.changes, action.instead ?? []) });
    case "unstage": {
      const changes = new Map(now.changes);
      for (const slot of action.slots) changes.delete(slot);
      return step(staged, { ...now, changes });
    }
    case "level":
      return step(staged, { ...now, level: action.level });
    case "cursorAgent":
      return step(staged, { ...now, cursorAgent: action.on });
    case "undo": {
      const last = past.at(-1);
      return last === undefined ? staged : { past: past.slice(0, -1), now: last, future: [now, ...future] };
    }
    case "redo": {
      const [next, ...rest] = future;
      return next === undefined ? staged : { past: [...past, now], now: next, future: rest };
    }
    case "discard":
      return step(staged, { ...now, changes: new Map() });
    case "written":
      return settled(staged, action.request);
  }
}

/**
 * A write takes seconds while a client holds its files, and the board stays usable:
 * only what was written is no longer staged. The steps up to it are forgotten, for
 * going back over them would stage again what the files say now. The steps after it
 * stay, less what was written. What was undone is forgotten, as with any new step.
 */
function settled(staged: Staged, request: PlanRequest): Staged {
  const { past, now } = staged;
  const written = new Map(specsOf(request).map((spec) => [slotOf(spec), spec]));
  // A write made once more was never staged.
  if (written.size === 0) return staged;
  // Not among them if it was undone meanwhile: then any of them may hold more than was written.
  const at = [...past, now].map(({ changes }) => saysJust(changes, written)).lastIndexOf(true);
  const left = without(now, written);
  const steps = past.slice(Math.max(at, 0)).map((choices) => without(choices, written));
  return { past: steps.filter((one, index) => !same(one, steps[index + 1] ?? left)), now: left, future: [] };
}

type Written = ReadonlyMap<string, Spec>;

function saysJust(changes: Choices["changes"], written: Written): boolean {
  return changes.size === written.size && [...written].every(([slot, { text }]) => changes.get(slot)?.text === text);
}

/** The choices less what was written. A switch set otherwise since then changes from what was written. */
function without(choices: Choices, written: Written): Choices {
  const changes = new Map<string, StagedChange>();
  for (const [slot, change] of choices.changes) {
    const spec = written.get(slot);
    if (spec === undefined) changes.set(slot, change);
    else if (spec.text !== change.text) changes.set(slot, { ...change, from: stateOf(spec) });
  }
  return { ...choices, changes };
}

/**
 * Goes to other choices; nothing happens when they say the same. What is unstaged
 * takes along the switches of entries that it put somewhere.
 */
function step({ past, now, future }: Staged, wanted: Choices): Staged {
  const next = { ...wanted, changes: withoutLost(now.changes, wanted.changes) };
  return same(next, now) ? { past, now, future } : { past: [...past, now].slice(-KEPT), now: next, future: [] };
}

function same(one: Choices, other: Choices): boolean {
  return JSON.stringify(requestOf(one, null)) === JSON.stringify(requestOf(other, null));
}

/** One switch may be written in several ways, of which one holds: its options share what was there before. */
function replaced(
  before: Choices["changes"],
  wanted: readonly StagedChange[],
  instead: readonly string[],
): Choices["changes"] {
  const first = instead.flatMap((slot) => before.get(slot) ?? [])[0];
  const rest = new Map([...before].filter(([slot]) => !instead.includes(slot)));
  return wanted.map((change) => (first === undefined ? change : { ...change, from: first.from })).reduce(put, rest);
}

function put(changes: ReadonlyMap<string, StagedChange>, change: StagedChange): Map<string, StagedChange> {
  const slot = slotOf(change);
  const before = changes.get(slot);
  const from = before === undefined ? change.from : before.from;
  const next = new Map(changes);
  const wanted = stateOf(change);
  // The value it had: nothing would change, so nothing is staged.
  if (wanted !== null && wanted === from) next.delete(slot);
  else next.set(slot, { ...change, from });
  if (change.list === "keep") {
    // "Only these" says it for every tool; single tools said before would contradict it.
    const { target } = splitSpec(change);
    for (const [key, { list, text }] of changes) {
      if (list === "set" && text.startsWith(`${target}/`)) next.delete(key);
    }
  }
  return next;
}

/** What the host is asked to plan. */
export function requestOf({ changes, level, cursorAgent }: Choices, project: string | null): PlanRequest {
  const request = { ...emptyRequest(project), level, cursorAgent };
  for (const list of LISTS) {
    request[list] = [...changes.values()].filter((one) => one.list === list).map(({ text }) => text);
  }
  return request;
}

/** The changes of a request, to stage them. What switches show now is not known. */
export function changesOf(request: PlanRequest): StagedChange[] {
  return specsOf(request).map((spec) => ({ ...spec, from: null }));
}

/**
 * The step that stages a request again, written where it was: each client's choice of
 * files comes along with changes of that client, and only then.
 */
export function stagingOf(request: PlanRequest): Extract<StagedAction, { type: "stage" }> {
  const changes = changesOf(request);
  const about = (client: string) => changes.some(({ text }) => text.startsWith(client));
  const { level, cursorAgent } = request;
  return { type: "stage", changes, how: { ...(about("claude-code") && { level }), ...(about("cursor") && { cursorAgent }) } };
}

/** Whether any change of a request is staged still. */
export function holdsAny({ changes }: Choices, request: PlanRequest): boolean {
  return specsOf(request).some((spec) => changes.get(slotOf(spec))?.text === spec.text);
}

/** How many changes are staged. */
export function amountOf(staged: Staged): number {
  return staged.now.changes.size;
}
