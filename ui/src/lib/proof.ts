/** What a proof found, in the order in which it matters: what is not as predicted comes first. */
import type { Problem, Proof, ProvenSearch, ProvenTool } from "../wire/generated";

export type ProvenRow = {
  tool: ProvenTool;
  /** Whether anything of it is not as predicted: how it loads, or what was sent. */
  differs: boolean;
  /** What exactly. */
  differences: readonly Problem[];
};

/** Every tool. */
export function provenRows({ tools, differences }: Proof): ProvenRow[] {
  const rows = tools.map((tool) => {
    const own = differences.filter(({ message }) => message.includes(`\`${tool.sentAs}\``));
    // What nobody could predict is no difference.
    const loads = tool.predicted !== "unknown" && tool.predicted !== tool.observed;
    return { tool, differs: loads || own.length > 0, differences: own };
  });
  return [...rows.filter(({ differs }) => differs), ...rows.filter(({ differs }) => !differs)];
}

/** What arrived of a tool, in one sentence. */
export function arrived({ observed, cut, text }: ProvenTool, method: string): string {
  if (method !== "observed") return "Its client was not run: the entry was read again in its file.";
  if (text !== undefined) return "Its description arrived cut:";
  if (cut === false) return "Its description arrived whole, as the server gives it.";
  if (observed === "whenNeeded") return "Only its name was sent; no search of this proof found it.";
  return observed === "off" ? "Nothing of it was sent." : "Its definition was sent.";
}

export type SearchRow = {
  result: ProvenSearch;
  /** `beside`: as predicted, but tools of the client itself take places. */
  outcome: "same" | "beside" | "different";
};

const OF_SEARCH = new Set(["search-differs", "no-search"]);

/** Every query asked. */
export function searchRows({ results, differences }: Proof): SearchRow[] {
  const about = differences.filter(({ code }) => OF_SEARCH.has(code));
  const rows = results.map((result): SearchRow => {
    if (about.some(({ message }) => message.startsWith(`\`${result.query}\``))) return { result, outcome: "different" };
    return { result, outcome: result.predicted.join() === result.observed.join() ? "same" : "beside" };
  });
  const different = ({ outcome }: SearchRow) => outcome === "different";
  return [...rows.filter(different), ...rows.filter((row) => !different(row))];
}
