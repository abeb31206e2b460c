/**
 * Simple stand-ins for the engines, so that recorded results answer what is
 * typed. They order plausibly; nobody may learn from them how a client does.
 */
import type { EngineAbout, FoundTool, FoundWhy } from "./generated";
import type { Document } from "./recordedDocuments";

export const ABOUT: readonly EngineAbout[] = [
  about("claude-code", "Claude Code ToolSearch", "exact", "Recorded for 2.1.332; a stand-in for tests.", [
    ["whole name", "12", "observed in Claude Code 2.1.332"],
    ["part of the name", "8", "observed in Claude Code 2.1.332"],
  ]),
  about("api-regex", "Claude API regex", "exact", "Python's dialect, catalogue order.", [
    ["longest query", "200 characters", "documented"],
  ]),
  about("api-bm25", "Claude API BM25", "approximate", "Its constants are not published.", [
    ["k1", "1.2", "assumed"],
    ["b", "0.75", "assumed"],
  ]),
  about("cursor", "Cursor", "approximate", "The model searches descriptor files itself.", []),
  about("names", "Name browse", "approximate", "What the names alone tell a reader.", []),
];

function about(
  id: string,
  title: string,
  fidelity: string,
  because: string,
  parameters: [string, string, string][],
): EngineAbout {
  return { id, title, fidelity, because, parameters: parameters.map(([name, value, source]) => ({ name, value, source })) };
}

/** The words of a text. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** What a stand-in finds: scored tools, best first, or why it refuses. */
export type Scored = { tools: FoundTool[]; refused: string | null };

export function score(engine: string, documents: readonly Document[], query: string): Scored {
  if (engine === "api-regex") return byPattern(documents, query);
  const terms = [...new Set(wordsOf(query))];
  const tools = documents
    .map((document) => found(document, terms.flatMap((term) => reasons(engine, document, term))))
    .filter((tool) => tool.score > 0)
    .sort((a, b) => b.score - a.score);
  return { tools, refused: null };
}

function found(document: Document, why: FoundWhy[]): FoundTool {
  const { server, name, sentAs, tokens } = document;
  const total = why.reduce((sum, { points }) => sum + points, 0);
  why.sort((a, b) => b.points - a.points);
  return { server, name, sentAs, tokens, score: Math.round(total * 100) / 100, why };
}

function reasons(engine: string, document: Document, term: string): FoundWhy[] {
  const why: FoundWhy[] = [];
  const add = (field: string, points: number) => why.push({ term, field, text: term, points });
  const bm25 = engine === "api-bm25";
  const parts = wordsOf(document.name);
  if (document.server.toLowerCase() === term) add("server", bm25 ? 1.37 : 12);
  if (parts.includes(term)) add("name", bm25 ? 2.11 : 8);
  else if (term.length > 2 && document.name.toLowerCase().includes(term)) add("name", bm25 ? 0.4 : 5);
  if ((engine === "claude-code" || bm25) && wordsOf(document.description).includes(term)) {
    add("description", bm25 ? 0.62 : 1);
  }
  if (bm25 && ["filter", "labels", "limit", "id"].includes(term)) add("argumentName", 0.31);
  return why;
}

function byPattern(documents: readonly Document[], query: string): Scored {
  let pattern: RegExp;
  try {
    pattern = new RegExp(query, "i");
  } catch (error) {
    return { tools: [], refused: error instanceof Error ? error.message : "not a pattern" };
  }
  const tools = documents.flatMap((document) => {
    const fields = [
      ["name", document.name],
      ["description", document.description],
    ] as const;
    const why = fields.flatMap(([field, text]) => {
      const [match] = pattern.exec(text) ?? [];
      return match === undefined || match === "" ? [] : [{ term: query, field, text: match, points: 1 }];
    });
    return why.length === 0 ? [] : [{ ...found(document, why), score: 1 }];
  });
  return { tools, refused: null };
}
