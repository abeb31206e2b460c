/**
 * Plimsoll's wrapper in the switchboard: what clients without a switch of their
 * own get from it, and what of it is staged.
 */
import type { SwitchCell, SwitchOption, Switchboard } from "../wire/generated";
import { chosen, pick, slotsAt, type Changes } from "./board";
import { splitSpec, wrapTitle } from "./specs";
import type { StagedAction, StagedChange } from "./staged";

/** Whether an entry starts the wrapper: only then can it be taken out. */
export function isWrapped({ options }: Pick<SwitchCell, "options">): boolean {
  return options.some(({ state }) => state === "unwrapped");
}

/** Whether "only these tools" goes through the wrapper, is the client's own, or cannot be had. */
export function scopedBy({ tools, options }: SwitchCell): "client" | "plimsoll" | null {
  const free = (option: SwitchOption) => option.unavailable === null;
  if (tools.some((tool) => tool.options.some((option) => option.state === "off" && free(option)))) return "client";
  return options.some((option) => option.wrapped && free(option)) ? "plimsoll" : null;
}

/** "Only these tools" of an entry, as a change: names and patterns, between commas. */
export function onlyThese(cell: SwitchCell, kept: string, defer: boolean): StagedChange {
  const { target } = cell;
  if (scopedBy(cell) === "client") return { list: "keep", text: `${target}=${kept}`, from: null };
  return { list: "set", text: `${target}=wrap:${defer ? "defer+" : ""}only:${kept}`, from: chosen(cell)?.state ?? cell.planned };
}

/** Every entry shown that starts the wrapper. */
export function wrappedCells({ servers }: Switchboard): SwitchCell[] {
  return servers.flatMap(({ cells }) => cells).filter(isWrapped);
}

/** One step that takes the wrapper out of all of them; null: there is none. */
export function unwrapAll(board: Switchboard): StagedAction | null {
  return together(wrappedCells(board), "unwrapped");
}

/** Entries whose wrapper is not where they start it: their clients cannot start them. */
export function goneWrappers({ servers }: Switchboard): SwitchCell[] {
  return servers.flatMap(({ cells }) => cells).filter((cell) => optionOf(cell, "repaired") !== undefined);
}

/** One step that points these entries to where the wrapper is now; null: there is none. */
export function repair(cells: readonly SwitchCell[]): StagedAction | null {
  return together(cells, "repaired");
}

/** Whether what an entry weighs, now or as staged, is what the wrapper shows. */
export function throughWrapper(cell: SwitchCell, staged: StagedChange | undefined): boolean {
  return isWrapped(cell) || (staged !== undefined && splitSpec(staged).value.startsWith("wrap:"));
}

/** Whether something is staged that mends the entry: a repair, or any change of its wrapper. */
export function isMended(cell: SwitchCell, changes: Changes): boolean {
  return slotsAt(cell).some((slot) => {
    const change = changes.get(slot);
    return change !== undefined && wrapTitle(splitSpec(change).value) !== null;
  });
}

function optionOf({ options }: SwitchCell, state: string): SwitchOption | undefined {
  return options.find((option) => option.state === state && option.unavailable === null);
}

/** The step that sets all of them to this state, those that offer it. */
function together(cells: readonly SwitchCell[], state: string): StagedAction | null {
  const steps = cells.flatMap((cell) => {
    const option = optionOf(cell, state);
    return option === undefined ? [] : [pick(cell, option)];
  });
  if (steps.length === 0) return null;
  return {
    type: "stage",
    changes: steps.flatMap(({ changes }) => changes),
    instead: steps.flatMap(({ instead }) => instead),
  };
}
