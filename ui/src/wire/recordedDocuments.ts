/** What the recorded host searches: tools of the recorded audit and of tried servers. */
import type { Audit, CandidateTool, SearchRequest } from "./generated";

export type Document = {
  server: string;
  name: string;
  sentAs: string;
  description: string;
  tokens: number;
  always: boolean;
};

/** The text a recorded tool has as its description. */
export function describe(name: string): string {
  return `Does what "${name}" says.\nReturns the changed object as JSON.`;
}

/** A tried server as its documents. */
export function candidateDocuments(server: string, tools: readonly CandidateTool[]): Document[] {
  return tools.map(({ name, sentAs, tokens }) => ({
    server,
    name,
    sentAs,
    description: describe(name),
    tokens,
    always: false,
  }));
}

/** The documents in a request's scope, by written name, drafts applied. */
export function documentsOf(audit: Audit, request: SearchRequest, tried: readonly Document[]): Document[] {
  const everything = request.client === "*";
  const found = new Map<string, Document>();
  for (const client of audit.clients) {
    if (!everything && client.id !== request.client) continue;
    for (const server of client.servers) {
      if (server.shadowed) continue;
      for (const tool of server.tools) {
        if (!everything && (tool.loading === "off" || tool.loading === "unknown")) continue;
        if (found.has(tool.sentAs)) continue;
        found.set(tool.sentAs, {
          server: server.name,
          name: tool.name,
          sentAs: tool.sentAs,
          description: describe(tool.name),
          tokens: tool.tokens.total,
          always: !everything && tool.loading === "always",
        });
      }
    }
  }
  const all = [...found.values(), ...tried];
  const kept = request.servers.length === 0 ? all : all.filter(({ server }) => request.servers.includes(server));
  const drafts = new Map(request.drafts.map((draft) => [`${draft.server} ${draft.tool}`, draft]));
  return kept
    .map((document) => drafted(document, drafts.get(`${document.server} ${document.name}`)))
    .sort((a, b) => (a.sentAs < b.sentAs ? -1 : 1));
}

function drafted(document: Document, draft: SearchRequest["drafts"][number] | undefined): Document {
  if (draft === undefined) return document;
  const name = draft.name ?? document.name;
  const description = draft.description ?? document.description;
  const grown = name.length + description.length - document.name.length - document.description.length;
  return {
    ...document,
    name,
    description,
    sentAs: document.sentAs.replace(document.name, name),
    tokens: Math.max(1, document.tokens + Math.round(grown / 4)),
  };
}
