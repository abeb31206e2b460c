/** Short names for places too narrow for the whole one. */

const BREAK = /[_\-./:]/;

/**
 * The prefix that all names share, cut at a word border: "github_create_" for
 * github_create_issue and github_create_branch. Empty for fewer than two names.
 */
export function sharedPrefix(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  if (rest.length === 0) return "";
  let length = first.length;
  for (const name of rest) {
    let same = 0;
    while (same < length && first[same] === name[same]) same += 1;
    length = same;
  }
  while (length > 0 && !BREAK.test(first[length - 1] ?? "")) length -= 1;
  return first.slice(0, length);
}

/**
 * The name in at most `room` characters: whole if it fits, else without the
 * shared prefix, else with its middle left out, because ends tell tools apart.
 */
export function fitLabel(name: string, prefix: string, room: number): string {
  if (name.length <= room) return name;
  const own = prefix.length >= 3 && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  if (own !== name && own.length + 1 <= room) return `…${own}`;
  if (own.length <= room) return own;
  if (room < 4) return own.slice(0, Math.max(1, room - 1)) + "…";
  const head = Math.ceil((room - 1) / 2);
  const tail = room - 1 - head;
  return `${own.slice(0, head)}…${own.slice(own.length - tail)}`;
}
