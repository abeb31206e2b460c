/** Entries that staged changes put somewhere, and the switches that stand on them. */
import { splitSpec, type Spec } from "./specs";

/** Where a change puts an entry, `CLIENT:SCOPE/SERVER`; null: nowhere. */
export function arrival(spec: Spec): string | null {
  const { target, value } = splitSpec(spec);
  switch (spec.list) {
    case "moves":
    case "copies":
      return `${value}${target.slice(target.indexOf("/"))}`;
    case "add":
      return value;
    default:
      return null;
  }
}

/** The changes without the switches of entries that nothing puts there any more. */
export function withoutLost<Change extends Spec>(
  before: ReadonlyMap<string, Change>,
  after: ReadonlyMap<string, Change>,
): ReadonlyMap<string, Change> {
  const still = arrivals(after);
  const lost = [...arrivals(before)].filter((place) => !still.has(place));
  if (lost.length === 0) return after;
  return new Map([...after].filter(([, change]) => !lost.some((place) => isSwitchOf(change, place))));
}

function arrivals(changes: ReadonlyMap<string, Spec>): Set<string> {
  return new Set([...changes.values()].flatMap((change) => arrival(change) ?? []));
}

/** Whether a change sets the entry at this place, or one of its tools. */
function isSwitchOf(spec: Spec, place: string): boolean {
  if (spec.list !== "set" && spec.list !== "keep") return false;
  const { target } = splitSpec(spec);
  // A user's entry is switched off in one project by its name alone.
  return [place, place.replace(":user/", "/")].some((entry) => target === entry || target.startsWith(`${entry}/`));
}
