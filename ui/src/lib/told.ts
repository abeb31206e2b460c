/** Claude Desktop's tool access mode: in no file, so the user says which is on. */

export const ACCESS_MODES = [
  { value: "unknown", label: "I do not know" },
  { value: "alreadyLoaded", label: "Tools already loaded" },
  { value: "whenNeeded", label: "Load tools when needed" },
] as const;

/**
 * What a client's numbers rest on that only the user knows; null: nothing.
 *
 * `access` is the setting `desktopToolAccess`.
 */
export function told(client: string, access: string): { known: boolean; words: string } | null {
  if (client !== "claude-desktop") return null;
  const mode = ACCESS_MODES.find(({ value }) => value === access && value !== "unknown");
  return mode === undefined
    ? { known: false, words: "Tool access not known: no file says it" }
    : { known: true, words: `Tool access “${mode.label}”, as you told us` };
}
