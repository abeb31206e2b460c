/**
 * Changes that are staged and not written, with undo and redo. Putting a value
 * back removes its entry, so that what is staged is what would change.
 */
import type { PlanRequest } from "../wire/generated";
import { emptyRequest, LISTS, slotOf, specsOf, splitSpec, stateOf, type Spec } from "./specs";

/** One staged change. */
export type StagedChange = Spec & {
  /** What the switch showed before it was staged; null: not known. */
  from: string | null;
};

/** Everything staged at one moment. */
export type Choices = {
  /** By slot, in the order of staging. */
  changes: ReadonlyMap<string, StagedChange>;
  /** The settings file for rules and modes; null: the user's. */
  level: string | null;
  /** Whether Cursor's servers are switched in its agent's list. */
  cursorAgent: boolean;
};

export type Staged = { past: readonly Choices[]; now: Choices; future: readonly Choices[] };

export const NOTHING: Choices = { changes: new Map(), level: null, cursorAgent: false };
export const UNSTAGED: Staged = { past: [], now: NOTHING, future: [] };

export type StagedAction =
  /** One step that may stage several changes, in place of what is in these slots. */
  | { type: "stage"; changes: readonly StagedChange[]; instead?: readonly string[] }
  | { type: "unstage"; slots: readonly string[] }
  | { type: "level"; level: string | null }
  | { type: "cursorAgent"; on: boolean }
  | { type: "undo" }
  | { type: "redo" }
  /** Takes everything out; can be undone. */
  | { type: "discard" }
  /** What was staged stands in the files now: there is nothing to go back to. */
  | { type: "written" };

/** How many steps can be undone. */
const KEPT = 200;

export function reduceStaged(staged: Staged, action: StagedAction): Staged {
  const { past, now, future } = staged;
  switch (action.type) {
    case "stage":
      return step(staged, { ...now, changes: replaced(now.changes, action.changes, action.instead ?? []) });
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
      return { ...UNSTAGED, now: { ...now, changes: new Map() } };
  }
}

/** Goes to other choices; nothing happens when they say the same. */
function step({ past, now, future }: Staged, next: Choices): Staged {
  const same = JSON.stringify(requestOf(next, null)) === JSON.stringify(requestOf(now, null));
  return same ? { past, now, future } : { past: [...past, now].slice(-KEPT), now: next, future: [] };
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

/** How many changes are staged. */
export function amountOf(staged: Staged): number {
  return staged.now.changes.size;
}
