/** What the window accepts as settings. */
import type { Settings } from "../wire/generated";

/** Bounds of numbers, with their unit in the sentence. */
const BOUNDS = [
  ["startTimeoutMs", 100, 600_000, "The time to start must be between 100 and 600,000 ms."],
  ["listTimeoutMs", 100, 600_000, "The time to list tools must be between 100 and 600,000 ms."],
  ["parallel", 1, 256, "Servers at once must be between 1 and 256."],
] as const;

/** One sentence per setting that is out of bounds. */
export function problemsOf(settings: Settings): string[] {
  const wrong = BOUNDS.filter(
    ([name, low, high]) => !(settings[name] >= low && settings[name] <= high),
  ).map(([, , , sentence]) => sentence as string);
  const { modelWindow } = settings;
  if (modelWindow !== null && !(modelWindow >= 1000 && modelWindow <= 100_000_000)) {
    wrong.push("The model window must be between 1,000 and 100,000,000 tokens, or empty.");
  }
  return wrong;
}
