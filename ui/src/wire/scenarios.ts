/** Variations of the recorded audit. */
import type { Audit, ClientAudit, ServerAudit, TokenSum } from "./generated";

const NOTHING: TokenSum = { tokens: 0, lowerBound: false };

/** No client has any server. */
export function emptied(audit: Audit): Audit {
  const clients = audit.clients.map((client) => ({
    ...client,
    present: false,
    standing: NOTHING,
    deferred: NOTHING,
    ifAllEager: NOTHING,
    instructions: NOTHING,
    deferredNames: NOTHING,
    fixed: null,
    answered: { listed: 0, active: 0 },
    servers: [],
    files: client.files.map((file) => ({ ...file, found: false })),
  }));
  return { ...audit, clients, problems: [] };
}

/** Another project than the recorded one: its project servers are not there. */
export function outside(audit: Audit, projects: readonly string[]): Audit {
  const recorded = audit.clients.find((client) => client.project !== null)?.project;
  if (recorded === undefined || projects.includes(recorded ?? "")) return audit;
  const clients = audit.clients.map((client) => {
    const servers = client.servers.filter(({ scope }) => scope !== "project" && scope !== "local");
    const project = client.project === null ? null : (projects[0] ?? null);
    return summed({ ...client, project, servers });
  });
  return { ...audit, clients };
}

/** Nothing was started yet, but for the servers named. */
export function unconnected(audit: Audit, connected: ReadonlySet<string>): Audit {
  const clients = audit.clients.map((client) =>
    summed({
      ...client,
      servers: client.servers.map((server) => blank(server, connected)),
    }),
  );
  return { ...audit, clients };
}

function blank(server: ServerAudit, connected: ReadonlySet<string>): ServerAudit {
  if (server.key !== null && connected.has(server.key)) return { ...server, source: "live" };
  const waits = server.state === "listed" || server.state === "failed";
  const state = waits ? "notStarted" : server.state;
  return {
    ...server,
    state,
    problem: null,
    source: null,
    takenAt: null,
    instructions: null,
    weight: 0,
    standing: 0,
    tools: [],
  };
}

/** One server with this many tools. */
export function huge(audit: Audit, tools: number): Audit {
  const [client, ...others] = audit.clients;
  const model = client?.servers[0];
  const tool = model?.tools[0];
  if (client === undefined || model === undefined || tool === undefined) return audit;
  const many = Array.from({ length: tools }, (_, index) => {
    const total = 60 + ((index * 7919) % 900);
    const name = `tool_${String(index).padStart(5, "0")}`;
    return { ...tool, name, sentAs: `mcp__huge__${name}`, tokens: { ...tool.tokens, total } };
  });
  const weight = many.reduce((sum, one) => sum + one.tokens.total, 0);
  const server = { ...model, key: "srv-huge", name: "huge", tools: many, weight, standing: weight };
  return { ...audit, clients: [summed({ ...client, servers: [server, ...client.servers] }), ...others] };
}

/** The client with the sums its servers make. */
export function summed(client: ClientAudit): ClientAudit {
  const active = client.servers.filter(
    ({ state, shadowed }) => !shadowed && state !== "off" && state !== "needsApproval",
  );
  const listed = active.filter(({ state }) => state === "listed");
  const lowerBound = listed.length < active.length;
  const of = (tokens: number): TokenSum => ({ tokens, lowerBound });
  const all = listed.flatMap((server) => server.tools);
  const needed = all.filter((tool) => tool.loading === "whenNeeded");
  const total = (part: (tool: (typeof all)[number]) => number, tools = all) =>
    tools.reduce((sum, tool) => sum + part(tool), 0);
  const instructions = listed.reduce((sum, { instructions: own }) => sum + (own?.tokens ?? 0), 0);
  const fixed = needed.length > 0 ? client.fixed : null;
  const standing = listed.reduce((sum, server) => sum + server.standing, 0);
  return {
    ...client,
    standing: of(standing + (fixed?.tokens ?? 0)),
    deferred: of(total((tool) => tool.tokens.total, needed)),
    ifAllEager: of(total((tool) => tool.tokens.total) + instructions),
    instructions: of(instructions),
    deferredNames: of(total((tool) => tool.tokens.ifDeferred, needed)),
    fixed,
    answered: { listed: listed.length, active: active.length },
  };
}
