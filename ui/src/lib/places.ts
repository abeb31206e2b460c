/** Where the user is and was: views, the server looked at, the zoom of the treemap. */

export type View = "overview" | "search" | "loading" | "server" | "findings";

export type Place = {
  view: View;
  /** Row id of the server of the Server view; null: none chosen yet. */
  server: string | null;
  /** Row id of the server that fills the treemap; null: all. */
  zoom: string | null;
};

export type Places = { past: Place[]; now: Place; future: Place[] };

export const START: Places = {
  past: [],
  now: { view: "overview", server: null, zoom: null },
  future: [],
};

/** How many places back are kept. */
const KEPT = 100;

/** Goes somewhere; nothing happens when already there. */
export function go(places: Places, to: Partial<Place>): Places {
  const next = { ...places.now, ...to };
  const { now } = places;
  if (next.view === now.view && next.server === now.server && next.zoom === now.zoom) return places;
  return { past: [...places.past, now].slice(-KEPT), now: next, future: [] };
}

export function back({ past, now, future }: Places): Places {
  const last = past.at(-1);
  if (last === undefined) return { past, now, future };
  return { past: past.slice(0, -1), now: last, future: [now, ...future] };
}

export function forward({ past, now, future }: Places): Places {
  const [next, ...rest] = future;
  if (next === undefined) return { past, now, future };
  return { past: [...past, now], now: next, future: rest };
}
