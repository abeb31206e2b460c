/** Variations of the recorded audit. */
import type { Audit, ClientAudit, Problem, ServerAudit, ServerDetail, TokenSum, ToolTokens } from "./generated";

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

/** The server that failed wants a login. */
export function wantsLogin(audit: Audit): Audit {
  return failing(audit, {
    code: "server-needs-login",
    message: "The server wants a login.",
    hint: "Log in, or put a valid token into the configured headers.",
  });
}

/** The server that failed is a program that ended and said why. */
export function exited(audit: Audit): Audit {
  const problem = {
    code: "server-exited-early",
    message: "The program ended with code 3 before it answered.",
    hint: "Read the last lines it wrote: most often a variable, a key or an argument is missing.",
  };
  const said = {
    transport: "stdio",
    launch: "npx -y errors-mcp@3.2.0",
    lastWords: ["errors-mcp 3.2.0", "config: ERRORS_TOKEN is empty", "fatal: no project to read from"],
  };
  return failing(audit, problem, said);
}

/** Claude Desktop under the access mode the user told. */
export function saidSo(audit: Audit, access: string): Audit {
  const loading = { alreadyLoaded: "always", whenNeeded: "whenNeeded" }[access] ?? "unknown";
  const because =
    loading === "unknown"
      ? "Claude Desktop keeps its tool access mode in no file on this machine; say in the settings which one is on."
      : "Tool access is as you told us.";
  const clients = audit.clients.map((client) => {
    if (client.id !== "claude-desktop") return client;
    const servers = client.servers.map((server) => {
      const tools = server.tools.map((tool) => ({ ...tool, loading, because, file: null, line: null }));
      const up = (tokens: ToolTokens) =>
        loading === "always" ? tokens.total : loading === "unknown" ? 0 : tokens.ifDeferred;
      const standing = tools.reduce((sum, tool) => sum + up(tool.tokens), server.instructions?.tokens ?? 0);
      return { ...server, tools, standing };
    });
    const sums = summed({ ...client, servers });
    const lowerBound = sums.standing.lowerBound || (loading === "unknown" && servers.some(({ tools }) => tools.length > 0));
    return {
      ...sums,
      standing: { ...sums.standing, lowerBound },
      deferred: { ...sums.deferred, lowerBound },
    };
  });
  return { ...audit, clients };
}

function failing(audit: Audit, problem: Partial<Problem>, more: Partial<ServerAudit> = {}): Audit {
  const failed = (server: ServerAudit) =>
    server.problem === null ? server : { ...server, ...more, problem: { ...server.problem, ...problem } };
  const clients = audit.clients.map((client) => ({ ...client, servers: client.servers.map(failed) }));
  return { ...audit, clients };
}

/** A connection that said a lot: whole messages, and more lines than are kept. */
export function talkative(detail: ServerDetail): ServerDetail {
  const said = Array.from({ length: 300 }, (_, index) =>
    index % 3 === 0
      ? {
          ms: index * 7,
          kind: "in",
          text: `notifications/progress ${index}`,
          message: `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":${index},"total":300}}`,
        }
      : { ms: index * 7, kind: "stderr", text: `page ${index}: rate limit, waiting`, message: null },
  );
  return { ...detail, log: said, dropped: 1204 };
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
