/** The four ways a client may load a tool, and their words. */
export type Loading = "always" | "whenNeeded" | "off" | "unknown";

/** In the order of how heavy they are. */
export const LOADINGS: readonly Loading[] = ["always", "whenNeeded", "unknown", "off"];

export const LOADING_WORD: Readonly<Record<Loading, string>> = {
  always: "Always",
  whenNeeded: "When needed",
  off: "Off",
  unknown: "Unknown",
};

/** What each word means, for tooltips. */
export const LOADING_MEANING: Readonly<Record<Loading, string>> = {
  always: "The whole definition is in the model's context from the start.",
  whenNeeded: "Only the name is in context; the definition comes after a search.",
  off: "Not offered to the model.",
  unknown: "No file says how this client loads it.",
};

/** The wire's word as a `Loading`; a word of a newer engine counts as unknown. */
export function asLoading(word: string): Loading {
  return LOADINGS.find((loading) => loading === word) ?? "unknown";
}

/** The heaviest of several. */
export function heaviest(loadings: readonly Loading[]): Loading {
  return LOADINGS.find((loading) => loadings.includes(loading)) ?? "unknown";
}
