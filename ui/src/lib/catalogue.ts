/**
 * The audit as rows: servers with their tools, one row per server even when
 * several clients define it.
 */
import type { ClientAudit, ServerAudit, ToolAudit, ToolTokens } from "../wire/generated";
import { asLoading, heaviest, type Loading } from "./loading";

/** How one client loads a tool. */
export type LoadedHere = {
  client: string;
  project: string | null;
  loading: Loading;
  because: string;
  file: string | null;
  line: number | null;
  tokens: ToolTokens;
};

export type ToolRow = {
  kind: "tool";
  id: string;
  /** Id of its server's row. */
  server: string;
  serverName: string;
  serverKey: string | null;
  name: string;
  sentAs: string;
  /** Weight of the definition; the largest where clients differ. */
  tokens: number;
  /** What it adds to the standing weight; null while unknown. */
  standing: number | null;
  parts: ToolTokens;
  /** The heaviest of its loadings. */
  loading: Loading;
  cut: boolean;
  loaded: LoadedHere[];
};

/** One definition of a server, with the client that has it. */
export type EntryHere = { client: ClientAudit; entry: ServerAudit };

export type ServerRow = {
  kind: "server";
  id: string;
  key: string | null;
  name: string;
  state: ServerAudit["state"];
  /** Whether its tools are known, so that its numbers mean something. */
  known: boolean;
  /** Every entry of it here loses to another of the same name. */
  shadowed: boolean;
  tokens: number;
  /** What it adds to the standing weight, the most of any client; null while unknown. */
  standing: number | null;
  /** Whether `standing` misses something: tools whose loading is unknown, or that are not all listed. */
  standingLower: boolean;
  loading: Loading;
  /** How many tools load in which way. */
  counts: Record<Loading, number>;
  tools: ToolRow[];
  /** Ids of the clients that define it. */
  clients: string[];
  entries: EntryHere[];
};

export type Row = ServerRow | ToolRow;

/** Best known first, so that one row shows the most that any client knows. */
const STATES: readonly ServerAudit["state"][] = [
  "listed",
  "failed",
  "notStarted",
  "needsApproval",
  "off",
];

function rowId({ client, entry }: EntryHere): string {
  // A shadowed entry may be another launch of the same name: its own row.
  return entry.key !== null && !entry.shadowed
    ? entry.key
    : `${client.id}|${entry.file}|${entry.line}|${entry.name}`;
}

/** The rows of these clients, in the order of their files. */
export function serverRows(clients: readonly ClientAudit[]): ServerRow[] {
  const groups = new Map<string, EntryHere[]>();
  for (const client of clients) {
    for (const entry of client.servers) {
      const here = { client, entry };
      const id = rowId(here);
      const group = groups.get(id);
      if (group === undefined) groups.set(id, [here]);
      else group.push(here);
    }
  }
  return [...groups].map(([id, entries]) => serverRow(id, entries));
}

function serverRow(id: string, entries: EntryHere[]): ServerRow {
  const first = entries[0]?.entry;
  const tools = toolRows(id, entries);
  const counts: Record<Loading, number> = { always: 0, whenNeeded: 0, off: 0, unknown: 0 };
  for (const tool of tools) counts[tool.loading] += 1;
  const state =
    STATES.find((candidate) => entries.some(({ entry }) => entry.state === candidate)) ?? "off";
  const standing = Math.max(0, ...entries.map(({ entry }) => entry.standing));
  const known = entries.some(({ entry }) => entry.source !== null);
  return {
    kind: "server",
    id,
    key: first?.key ?? null,
    name: first?.name ?? "",
    state,
    known,
    shadowed: entries.every(({ entry }) => entry.shadowed),
    tokens: tools.reduce((sum, tool) => sum + tool.tokens, 0),
    standing: standing === 0 && (counts.unknown > 0 || !known) ? null : standing,
    standingLower: counts.unknown > 0 || entries.some(({ entry }) => entry.lowerBound === true),
    loading: tools.length > 0 ? heaviest(tools.map((tool) => tool.loading)) : "unknown",
    counts,
    tools,
    clients: [...new Set(entries.map(({ client }) => client.id))],
    entries,
  };
}

function toolRows(server: string, entries: EntryHere[]): ToolRow[] {
  const rows = new Map<string, ToolRow>();
  for (const { client, entry } of entries) {
    if (entry.shadowed) continue;
    // A server that sends a name twice has two tools to weigh.
    const seen = new Map<string, number>();
    for (const tool of entry.tools) {
      const nth = seen.get(tool.name) ?? 0;
      seen.set(tool.name, nth + 1);
      const id = `${server}/${tool.name}${nth > 0 ? `#${nth}` : ""}`;
      const row = rows.get(id);
      const loaded = loadedHere(client, tool);
      if (row === undefined) {
        rows.set(id, {
          kind: "tool",
          id,
          server,
          serverName: entry.name,
          serverKey: entry.key,
          name: tool.name,
          sentAs: tool.sentAs,
          tokens: tool.tokens.total,
          standing: standingOf(tool),
          parts: tool.tokens,
          loading: loaded.loading,
          cut: tool.cut,
          loaded: [loaded],
        });
      } else {
        merge(row, tool, loaded);
      }
    }
  }
  return [...rows.values()];
}

function merge(row: ToolRow, tool: ToolAudit, loaded: LoadedHere) {
  row.loaded.push(loaded);
  row.loading = heaviest(row.loaded.map((here) => here.loading));
  row.cut = row.cut || tool.cut;
  if (tool.tokens.total > row.tokens) {
    row.tokens = tool.tokens.total;
    row.parts = tool.tokens;
    row.sentAs = tool.sentAs;
  }
  const standing = standingOf(tool);
  if (standing !== null) row.standing = Math.max(row.standing ?? 0, standing);
}

function loadedHere(client: ClientAudit, tool: ToolAudit): LoadedHere {
  return {
    client: client.id,
    project: client.project,
    loading: asLoading(tool.loading),
    because: tool.because,
    file: tool.file,
    line: tool.line,
    tokens: tool.tokens,
  };
}

/** What a tool adds to what its client pays before the first message. */
function standingOf(tool: ToolAudit): number | null {
  switch (asLoading(tool.loading)) {
    case "always":
      return tool.tokens.total;
    case "whenNeeded":
      return tool.tokens.ifDeferred;
    case "off":
      return 0;
    case "unknown":
      return null;
  }
}
