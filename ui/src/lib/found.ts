/** Search results in words: places, ties, cuts, reasons, cost. */
import type { FoundTool, FoundWhy, Search, SearchResult } from "../wire/generated";
import { count, plural } from "./format";

const FIELD: Readonly<Record<string, string>> = {
  server: "server",
  name: "name",
  description: "description",
  hint: "search hint",
  argumentName: "argument name",
  argumentDescription: "argument description",
};

/** "argument name" for "argumentName". */
export function fieldWord(field: string): string {
  return FIELD[field] ?? field;
}

/** A score as the engine would print it: whole numbers stay whole. */
export function scoreText(score: number): string {
  return Number.isInteger(score) ? count(score) : score.toFixed(2);
}

/** "2", or "2 =" where a neighbour has the same score. */
export function placeText(tools: readonly FoundTool[], at: number): string {
  const score = tools[at]?.score;
  const tied = score === tools[at - 1]?.score || score === tools[at + 1]?.score;
  return tied ? `${at + 1} =` : String(at + 1);
}

/** One reason per term and field, with how often, strongest first. */
export type Reason = { term: string; field: string; times: number; points: number };

export function reasons(why: readonly FoundWhy[]): Reason[] {
  const found = new Map<string, Reason>();
  for (const { term, field, points } of why) {
    const key = `${field} ${term}`;
    const reason = found.get(key);
    if (reason === undefined) found.set(key, { term, field, times: 1, points });
    else {
      reason.times += 1;
      reason.points += points;
    }
  }
  return [...found.values()].sort((a, b) => b.points - a.points);
}

/** "“ticket” name, description ×2 · “open” name". */
export function whyText(why: readonly FoundWhy[]): string {
  const fields = new Map<string, string[]>();
  for (const { term, field, times } of reasons(why)) {
    const said = `${fieldWord(field)}${times > 1 ? ` ×${times}` : ""}`;
    fields.set(term, [...(fields.get(term) ?? []), said]);
  }
  return [...fields].map(([term, said]) => `“${term}” ${said.join(", ")}`).join(" · ");
}

/** The texts to mark in one field. */
export function marksIn(why: readonly FoundWhy[], ...fields: string[]): string[] {
  return why.filter(({ field }) => fields.includes(field)).map(({ text }) => text);
}

/** What is behind the cut; null: nothing. */
export function cutText({ tools, matching, tiedBeyond }: SearchResult): string | null {
  const behind = Math.max(matching - tools.length, tiedBeyond);
  if (behind <= 0) return null;
  const cut = `Cut at ${count(tools.length)}: ${count(behind)} more`;
  if (tiedBeyond === 0) return `${cut} match.`;
  return tiedBeyond === behind
    ? `${cut} with the same score as the last.`
    : `${cut} match, ${count(tiedBeyond)} of them with the same score as the last.`;
}

/** What this search costs against loading everything from the start. */
export function costText({ tokens, breakEven, searchTool }: SearchResult): string {
  const loads = `Loads ${plural(tokens, "token")} and keeps them.`;
  if (breakEven === null) return loads;
  const counted = searchTool === null ? "the search tool itself not counted" : `the search tool’s own ${plural(searchTool, "token")} counted`;
  if (breakEven === 0) return `${loads} Loading every searchable definition from the start costs less than search, ${counted}.`;
  const searches = breakEven <= 1 ? "One such search costs" : `${count(breakEven)} such searches cost`;
  return `${loads} ${searches} as much as loading every searchable definition from the start, ${counted}.`;
}

/** Whether the client's own tools compete; null: nothing to say. */
export function builtInText(builtIn: boolean | null): { short: string; long: string } | null {
  if (builtIn === null) return null;
  return builtIn
    ? {
        short: "Its own tools compete",
        long: "Claude Code's own searchable tools take part, as a proof run saw them.",
      }
    : {
        short: "Its own tools are missing here",
        long: "Claude Code has searchable tools of its own that compete for the same places. They are not known yet, so real places may be lower. A proof run in Loading captures them.",
      };
}

/** Written names loaded anyway that have a word of the query. */
export function loadedAnyway(alwaysLoaded: readonly string[], query: string): string[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
  return alwaysLoaded.filter((name) => {
    const lower = name.toLowerCase();
    return words.some((word) => lower.includes(word));
  });
}

/** The answer of one engine to one query. */
export function resultOf(search: Search | null, engine: string, id: string): SearchResult | null {
  return search?.results.find((result) => result.engine === engine && result.id === id) ?? null;
}
