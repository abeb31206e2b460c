/** Carrying a tried server into Loading: where it may go, and the staged change that adds it. */
import type { Candidate, ClientAudit } from "../wire/generated";
import { placeTitle } from "./specs";
import type { StagedChange } from "./staged";

/** Scopes that take new entries, in the order they are offered; those of a project last. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["user", "local", "project"],
  "claude-desktop": ["user"],
  cursor: ["user", "project"],
};

/** Where a new entry can go: clients in use first. */
export function placesToAdd(clients: readonly ClientAudit[], inProject: boolean): { value: string; label: string }[] {
  const inUse = [...clients].sort((a, b) => Number(b.present) - Number(a.present));
  return inUse.flatMap(({ id }) =>
    (SCOPES[id] ?? [])
      .filter((scope) => inProject || scope === "user")
      .map((scope) => ({ value: `${id}:${scope}`, label: placeTitle(`${id}:${scope}`) })),
  );
}

/** The change that adds a tried server at a place. */
export function addition({ key, name }: Candidate, place: string): StagedChange {
  return { list: "add", text: `${key}=${place}/${name}`, from: null };
}

/** Whether a change adds this tried server. */
export function adds({ list, text }: StagedChange, key: string): boolean {
  return list === "add" && text.startsWith(`${key}=`);
}
