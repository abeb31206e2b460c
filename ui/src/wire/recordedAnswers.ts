/** A whole search on recorded documents: every query and engine, sums, comparison. */
import type { Search, SearchQuery, SearchRequest, SearchResult, SearchSummary } from "./generated";
import type { Document } from "./recordedDocuments";
import { ABOUT, score, wordsOf } from "./recordedEngines";

/** What Claude Code pays up front for its search, tokens. */
const SEARCH_TOOL = 390;

/** Why nothing is found. */
const NOWHERE = "No word of it occurs in any name, description or argument that is searched here.";

/** What a recorded search answers; `before` is the scope without candidates, plan and drafts. */
export function answer(
  request: SearchRequest,
  all: readonly Document[],
  before: readonly Document[] | null,
): Omit<Search, "tokenizer" | "problems"> {
  const engines = ABOUT.filter(({ id }) => request.engines.length === 0 || request.engines.includes(id));
  const run = (documents: readonly Document[]) =>
    engines.flatMap(({ id, fidelity }) =>
      request.queries.map((query) => one(id, fidelity, query, documents, request.maxResults)),
    );
  const sums = (results: readonly SearchResult[]) => engines.flatMap(({ id }) => summary(id, request.queries, results));
  const searchable = all.filter(({ always }) => !always);
  const results = run(searchable);
  const earlier = before === null ? null : run(before.filter(({ always }) => !always));
  const summaries = sums(results);
  return {
    schema: "plimsoll.search/1",
    engines,
    searchable: searchable.length,
    alwaysLoaded: all.filter(({ always }) => always).map(({ sentAs }) => sentAs),
    results,
    summary: summaries[0] ?? null,
    summaries,
    compared:
      earlier === null
        ? null
        : { summaries: sums(earlier), changes: results.flatMap((result, at) => change(result, earlier[at])) },
    builtIn: engines.some(({ id }) => id === "claude-code") ? false : null,
  };
}

function one(
  engine: string,
  fidelity: string,
  query: SearchQuery,
  documents: readonly Document[],
  max: number | null,
): SearchResult {
  const started = performance.now();
  const { tools: every, refused } = score(engine, documents, query.query);
  const maxResults = query.maxResults ?? max ?? 5;
  const tools = every.slice(0, maxResults);
  const last = tools.at(-1)?.score;
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const everyToken = documents.reduce((sum, tool) => sum + tool.tokens, 0);
  const matched = new Set(every.flatMap(({ why }) => why.map(({ term }) => term)));
  const unmatched = engine === "api-regex" ? [] : wordsOf(query.query).filter((word) => !matched.has(word));
  const rank = tools.findIndex(({ sentAs }) => query.expected.includes(sentAs));
  const searchTool = engine === "claude-code" ? SEARCH_TOOL : null;
  return {
    id: query.id,
    query: query.query,
    engine,
    maxResults,
    outcome: refused !== null ? "error" : tools.length > 0 ? "found" : "nothing",
    error: refused === null ? null : { code: "invalid_pattern", message: refused },
    fidelity,
    tools,
    matching: every.length,
    tiedBeyond: every.slice(maxResults).filter(({ score: other }) => other === last).length,
    unmatched,
    instead: tools.length > 0 ? [] : instead(wordsOf(query.query), documents),
    ...(tools.length > 0 || refused !== null ? {} : { because: NOWHERE }),
    tokens,
    breakEven: tokens === 0 ? null : Math.ceil(Math.max(0, everyToken - (searchTool ?? 0)) / tokens),
    searchTool,
    expectedRank: rank < 0 ? null : rank + 1,
    ms: performance.now() - started,
  };
}

/** For each word, a word of a name that begins alike. */
function instead(words: readonly string[], documents: readonly Document[]) {
  return words.flatMap((of) => {
    for (const { name, sentAs } of documents) {
      const word = wordsOf(name).find((part) => part.length > 3 && part.slice(0, 3) === of.slice(0, 3));
      if (word !== undefined) return [{ of, word, tool: sentAs }];
    }
    return [];
  });
}

function summary(engine: string, queries: readonly SearchQuery[], results: readonly SearchResult[]): SearchSummary[] {
  const tasks = queries.filter(({ expected }) => expected.length > 0);
  if (tasks.length === 0) return [];
  const ranks = tasks.map(
    ({ id }) => results.find((result) => result.engine === engine && result.id === id)?.expectedRank ?? null,
  );
  const part = (keep: (rank: number) => boolean) => ranks.filter((rank) => rank !== null && keep(rank)).length / tasks.length;
  return [
    {
      engine,
      tasks: tasks.length,
      hitAt1: part((rank) => rank === 1),
      hitAt5: part((rank) => rank <= 5),
      mrr: ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / rank), 0) / tasks.length,
      misses: tasks.filter((_, at) => ranks[at] === null).map(({ id }) => id),
    },
  ];
}

function change(now: SearchResult, before: SearchResult | undefined) {
  const had = before?.tools.map(({ sentAs }) => sentAs) ?? [];
  const has = now.tools.map(({ sentAs }) => sentAs);
  const gone = had.filter((name) => !has.includes(name));
  const came = has.filter((name) => !had.includes(name));
  const rankBefore = before?.expectedRank ?? null;
  const reordered = had.filter((name) => has.includes(name)).join() !== has.filter((name) => had.includes(name)).join();
  if (gone.length + came.length === 0 && !reordered && rankBefore === now.expectedRank) return [];
  const rankAfter = now.expectedRank;
  const unexpected = rankBefore === null && rankAfter === null;
  const [was, is] = [rankBefore ?? Infinity, rankAfter ?? Infinity];
  const loses = unexpected ? gone.length > 0 : is > was;
  const wins = unexpected ? came.includes(has[0] ?? "") : is < was;
  return [{ id: now.id, engine: now.engine, rankBefore, rankAfter, gone, came, reordered, loses, wins }];
}
