/**
 * Wanted changes as plan requests write them:
 * `CLIENT[:SCOPE]/SERVER[/TOOL]=VALUE` and its relatives.
 */
import type { PlanRequest } from "../wire/generated";
import { clientName } from "./clients";

/** The lists of a plan request that hold changes. */
export type List = "set" | "keep" | "mode" | "moves" | "copies" | "add" | "remove" | "mergeRules";

export const LISTS: readonly List[] = ["set", "keep", "mode", "moves", "copies", "add", "remove", "mergeRules"];

/** One wanted change. */
export type Spec = { list: List; text: string };

/** A request that wants nothing. */
export function emptyRequest(project: string | null): PlanRequest {
  return {
    project,
    set: [],
    keep: [],
    mode: [],
    moves: [],
    copies: [],
    add: [],
    remove: [],
    mergeRules: [],
    level: null,
    cursorAgent: false,
  };
}

/** The changes of a request. */
export function specsOf(request: PlanRequest): Spec[] {
  return LISTS.flatMap((list) => request[list].map((text) => ({ list, text })));
}

/**
 * What is changed, and to what: the value is behind the last `=`, as the engine
 * reads it. The key of an added server has none, its name may have some.
 */
export function splitSpec({ list, text }: Spec): { target: string; value: string } {
  const whole = list === "remove" || list === "mergeRules";
  const at = whole ? -1 : list === "add" ? text.indexOf("=") : text.lastIndexOf("=");
  return at < 0 ? { target: text, value: "" } : { target: text.slice(0, at), value: text.slice(at + 1) };
}

/**
 * What a change is about: a later change of the same slot replaces it. An entry
 * is moved to one place or removed, but copied or added to any number.
 */
export function slotOf(spec: Spec): string {
  const { target } = splitSpec(spec);
  switch (spec.list) {
    case "copies":
    case "add":
      return `${spec.list} ${spec.text}`;
    case "moves":
    case "remove":
      return `entry ${target}`;
    default:
      return `${spec.list} ${target}`;
  }
}

/** How a plan request spells each state of a switch. */
const WORD: Readonly<Record<string, string>> = {
  always: "always",
  "when-needed": "whenNeeded",
  "as-server-says": "asServerSays",
  on: "on",
  off: "off",
  "wrap:defer": "whenNeeded",
  "wrap:read-only": "readOnly",
  unwrap: "unwrapped",
  repair: "repaired",
};

/** The state a change asks for, as switches show it; null: it asks for none. */
export function stateOf(spec: Spec): string | null {
  const { value } = splitSpec(spec);
  if (spec.list === "mode") return value;
  return spec.list === "set" ? (WORD[value] ?? null) : null;
}

const TITLE: Readonly<Record<string, string>> = {
  always: "always",
  whenNeeded: "when needed",
  asServerSays: "as the server says",
  on: "on",
  off: "off",
};

/** A state in the middle of a sentence. */
export function stateTitle(state: string): string {
  return TITLE[state] ?? state;
}

/** What each part of a wrapping does, before its names. */
const WRAPS: Readonly<Record<string, string>> = {
  defer: "when needed",
  grow: "found tools listed too",
  only: "only",
  except: "without",
  "read-only": "only tools that read",
  audience: "only tools for",
  "max-description": "descriptions cut, characters:",
};

/** What is asked of Plimsoll's wrapper, in the middle of a sentence; null: the value does not concern it. */
export function wrapTitle(value: string): string | null {
  if (value === "unwrap") return "without Plimsoll's wrapper";
  if (value === "repair") return "its wrapper's path repaired";
  if (!value.startsWith("wrap:")) return null;
  const titles = value.slice("wrap:".length).split("+").map((part) => {
    const [word = "", names = ""] = part.split(":");
    return [WRAPS[word] ?? word, ...names.split(",").filter((name) => name !== "")].join(", ").replace(", ", " ");
  });
  return `${titles.join(", ")} (through Plimsoll)`;
}

/** "Claude Code, user" for "claude-code:user". */
export function placeTitle(place: string): string {
  const [client = "", scope] = place.split(":");
  return scope === undefined ? clientName(client) : `${clientName(client)}, ${scope}`;
}

/** A change in words: "wiki in Claude Code, user: when needed". */
export function specTitle(spec: Spec): string {
  const { target, value } = splitSpec(spec);
  if (spec.list === "add") {
    const at = value.indexOf("/");
    return `${value.slice(at + 1)}: add to ${placeTitle(value.slice(0, at))}`;
  }
  const slash = target.indexOf("/");
  const place = placeTitle(slash < 0 ? target : target.slice(0, slash));
  const name = `${target.slice(slash + 1)} in ${place}`;
  switch (spec.list) {
    case "set":
      return `${name}: ${wrapTitle(value) ?? stateTitle(stateOf(spec) ?? value)}`;
    case "keep":
      return `${name}: only ${value.split(",").join(", ")}`;
    case "mode":
      return `${place}: mode ${value}`;
    case "moves":
      return `${name}: move to ${placeTitle(value)}`;
    case "copies":
      return `${name}: copy to ${placeTitle(value)}`;
    case "remove":
      return `${name}: remove the entry`;
    case "mergeRules":
      return `${place}: deny rules merged to the fewest`;
  }
}
