/** Rows for tests: a server whose tools have these weights; null: it did not answer. */
import type { ServerRow, ToolRow } from "../src/lib/catalogue";

export function toolRow(server: string, name: string, tokens: number): ToolRow {
  const parts = { name: 5, description: 20, schema: tokens - 25, total: tokens, ifDeferred: 6 };
  return {
    kind: "tool",
    id: `${server}/${name}`,
    server,
    serverName: server,
    serverKey: server,
    name,
    sentAs: `mcp__${server}__${name}`,
    tokens,
    standing: tokens,
    parts,
    loading: "always",
    cut: false,
    loaded: [],
  };
}

export function serverRow(name: string, weights: number[] | null): ServerRow {
  const tools = (weights ?? []).map((tokens, index) => toolRow(name, `tool_${index}`, tokens));
  return {
    kind: "server",
    id: name,
    key: name,
    name,
    state: weights === null ? "failed" : "listed",
    known: weights !== null,
    shadowed: false,
    tokens: tools.reduce((sum, tool) => sum + tool.tokens, 0),
    standing: tools.reduce((sum, tool) => sum + tool.tokens, 0),
    standingLower: false,
    loading: weights === null ? "unknown" : "always",
    counts: { always: tools.length, whenNeeded: 0, off: 0, unknown: 0 },
    tools,
    clients: ["claude-code"],
    entries: [],
  };
}
