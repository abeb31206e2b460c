/** What the Search lab searches, as a request. */
import type { ClientAudit, PlanRequest, SearchQuery, SearchRequest, ToolDraft } from "../wire/generated";

/** The client id that means every tool known, whatever its client and loading. */
export const EVERYTHING = "*";

/** The choice that means every server. */
export const ALL_SERVERS = "";

/** The tab that shows every engine. */
export const ALL_ENGINES = "all";

/** Engines in the order they are shown: id, name, and a name for a narrow column. */
export const ENGINES: readonly (readonly [string, string, string])[] = [
  ["claude-code", "Claude Code", "Code"],
  ["api-regex", "API regex", "Regex"],
  ["api-bm25", "API BM25", "BM25"],
  ["cursor", "Cursor", "Cursor"],
  ["names", "Names", "Names"],
];

/** The engine a client searches with. */
export function engineOf(client: string): string {
  return client === "cursor" ? "cursor" : "claude-code";
}

/** "API regex" for "api-regex"; an unknown id stays as it is. */
export function engineTitle(id: string): string {
  return ENGINES.find(([known]) => known === id)?.[1] ?? id;
}

export type LabScope = {
  /** A client's id, or `EVERYTHING`. */
  client: string;
  /** A server's name, or `ALL_SERVERS`. */
  server: string;
  /** Keys of tried servers that are searched, too. */
  candidates: readonly string[];
};

/** What every request of the lab has in common. */
export type LabBase = {
  scope: LabScope;
  project: string | null;
  tokenizer: string | null;
  /** Changes that are staged in Loading; null: search what is configured. */
  plan: PlanRequest | null;
  drafts: readonly ToolDraft[];
};

/** The request for some queries. */
export function requestOf(
  { scope, project, tokenizer, plan, drafts }: LabBase,
  queries: readonly SearchQuery[],
  engines: readonly string[],
  maxResults: number | null,
): SearchRequest {
  return {
    queries: [...queries],
    engines: [...engines],
    client: scope.client,
    clientVersion: null,
    project,
    servers: scope.server === ALL_SERVERS ? [] : [scope.server],
    catalogues: [],
    candidates: [...scope.candidates],
    plan,
    drafts: [...drafts],
    maxResults,
    tokenizer,
  };
}

/** The client searched until the user chooses: the one looked at, else the first that defers, else the first. */
export function defaultClient(clients: readonly ClientAudit[]): string {
  const [only, ...others] = clients;
  if (only !== undefined && others.length === 0) return only.id;
  const defers = clients.find(({ servers }) =>
    servers.some(({ tools }) => tools.some(({ loading }) => loading === "whenNeeded")),
  );
  return (defers ?? only)?.id ?? EVERYTHING;
}

/** Names of the servers in a scope's client whose tools are known. */
export function serversOf(clients: readonly ClientAudit[], client: string): string[] {
  const names = clients
    .filter(({ id }) => client === EVERYTHING || id === client)
    .flatMap(({ servers }) => servers)
    .filter(({ shadowed, state }) => !shadowed && state === "listed")
    .map(({ name }) => name);
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

/** Keys of the scope's servers that are in use and whose tools are not known. */
export function unknownServers(clients: readonly ClientAudit[], client: string): { key: string; name: string }[] {
  const found = new Map<string, string>();
  for (const { id, servers } of clients) {
    if (client !== EVERYTHING && id !== client) continue;
    for (const { key, name, state, shadowed } of servers) {
      if (key !== null && !shadowed && (state === "failed" || state === "notStarted")) found.set(key, name);
    }
  }
  return [...found].map(([key, name]) => ({ key, name }));
}

/** The key of a server by its name in the scope's client, else in any. */
export function serverKey(clients: readonly ClientAudit[], client: string, name: string | null): string | null {
  const here = (wanted: (id: string) => boolean) =>
    clients
      .filter(({ id }) => wanted(id))
      .flatMap(({ servers }) => servers)
      .find((server) => server.name === name && !server.shadowed && server.key !== null)?.key ?? null;
  return here((id) => id === client) ?? here(() => true);
}

/** Whether a tool found is the one looked at, under its own name or its draft's. */
export function sameTool(
  found: { server: string | null; name: string },
  looked: { server: string | null; name: string } | null,
  drafts: readonly ToolDraft[],
): boolean {
  if (looked === null || found.server !== looked.server) return false;
  if (found.name === looked.name) return true;
  return drafts.some(({ server, tool, name }) => server === looked.server && tool === looked.name && name === found.name);
}

/** The name a tool found has at its server, whatever a draft calls it. */
export function ownName(found: { server: string | null; name: string }, drafts: readonly ToolDraft[]): string {
  return drafts.find(({ server, name }) => server === found.server && name === found.name)?.tool ?? found.name;
}

/** Drafts with this one in place of the tool's last; a draft that changes nothing is left out. */
export function withDraft(drafts: readonly ToolDraft[], draft: ToolDraft): ToolDraft[] {
  const others = drafts.filter(({ server, tool }) => server !== draft.server || tool !== draft.tool);
  return draft.name === null && draft.description === null ? others : [...others, draft];
}
