/** The recorded audit after wanted changes, for the recorded host. */
import type { Audit, ClientAudit, PlanRequest, Problem, ServerAudit, ToolAudit } from "./generated";
import { wrappedAs, wraps } from "./playedWrap";
import { summed } from "./scenarios";

/** A request that wants nothing. */
export const NO_REQUEST: PlanRequest = {
  project: null, set: [], keep: [], mode: [], moves: [], copies: [], add: [], remove: [], mergeRules: [], level: null, cursorAgent: false,
};

/** One entry found by a target. */
export type Found = { client: ClientAudit; entry: ServerAudit; tool: string | null };

/** A change that cannot be written here, as the engine says it. */
export function refusal(code: string, message: string, hint: string | null, found: Found | null): Problem {
  return {
    code,
    level: "error",
    message,
    hint,
    file: found?.entry.file ?? null,
    line: found?.entry.line ?? null,
    column: null,
    client: found?.client.id ?? null,
    server: found?.entry.name ?? null,
  };
}

/** What `CLIENT[:SCOPE]/SERVER[/TOOL]` names; null: nothing here. */
export function find(audit: Audit, target: string): Found | null {
  const slash = target.indexOf("/");
  const [id, scope] = target.slice(0, slash).split(":");
  const rest = target.slice(slash + 1);
  const client = audit.clients.find((one) => one.id === id);
  const entry = (client?.servers ?? [])
    .filter(({ name }) => rest === name || rest.startsWith(`${name}/`))
    .filter((one) => scope === undefined || one.scope === scope)
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (client === undefined || entry === undefined) return null;
  return { client, entry, tool: rest === entry.name ? null : rest.slice(entry.name.length + 1) };
}

/** Target and value of a change. */
export function parts(text: string): readonly [string, string] {
  const at = text.lastIndexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Whether a name is one of these names and patterns. */
export function named(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".");
    return new RegExp(`^${escaped}$`).test(name);
  });
}

/** What each client would load once these changes are written. */
export function withChanges(audit: Audit, request: PlanRequest): Audit {
  const next: Audit = { ...audit, clients: audit.clients.map((client) => ({ ...client, servers: [...client.servers] })) };
  const edit = (found: Found, change: (entry: ServerAudit) => ServerAudit) => {
    const at = found.client.servers.indexOf(found.entry);
    found.client.servers[at] = counted(change(found.entry));
  };
  for (const text of request.mode) {
    const [id, value] = parts(text);
    const client = next.clients.find((one) => one.id === id);
    if (client !== undefined) client.servers = client.servers.map((entry) => counted(inMode(entry, value)));
  }
  for (const [texts, stays] of [[request.moves, false], [request.copies, true]] as const) {
    for (const text of texts) {
      const [target, to] = parts(text);
      const found = find(next, target);
      const [id, scope = "user"] = to.split(":");
      const home = next.clients.find((one) => one.id === id);
      if (found === null || home === undefined) continue;
      const file = fileOf(home, scope);
      const tools = found.entry.tools.map((tool) => ({ ...tool, ...usual(home.id) }));
      const moved = { ...found.entry, scope, file, line: 90, tools: home === found.client ? found.entry.tools : tools };
      if (!stays) found.client.servers.splice(found.client.servers.indexOf(found.entry), 1);
      home.servers.push(counted(moved));
    }
  }
  for (const text of request.remove) {
    const found = find(next, text);
    if (found !== null) found.client.servers.splice(found.client.servers.indexOf(found.entry), 1);
  }
  for (const text of request.keep) {
    const [target, value] = parts(text);
    const found = find(next, target);
    if (found === null) continue;
    edit(found, (entry) => ({
      ...entry,
      tools: entry.tools.map((tool) =>
        named(tool.name, value.split(",")) ? onAgain(found.client.id, tool) : { ...tool, ...DENIED },
      ),
    }));
  }
  for (const text of request.set) {
    const [target, value] = parts(text);
    const found = find(next, target);
    if (found === null) continue;
    edit(found, (entry) => set(found, entry, value));
  }
  next.clients = next.clients.map(summed);
  return next;
}

/** The same before switches are set of what is put somewhere. */
export function withArrivals(audit: Audit, request: PlanRequest): Audit {
  return withChanges(audit, { ...request, keep: [], set: [] });
}

const DENIED = { loading: "off", because: "A deny rule names the tool.", file: "/home/ada/.claude/settings.json", line: 6 };

/** How a client loads what nothing says otherwise of. */
function usual(client: string): Pick<ToolAudit, "loading" | "because" | "file" | "line"> {
  const nowhere = { file: null, line: null };
  switch (client) {
    case "claude-code":
      return { loading: "whenNeeded", because: "Tool search is on by default for this model.", ...nowhere };
    case "cursor":
      return { loading: "whenNeeded", because: "Cursor loads MCP tools when needed; no setting changes it.", ...nowhere };
    default:
      return { loading: "unknown", because: "Claude Desktop keeps its tool access mode in no file. Say which is on in Settings.", ...nowhere };
  }
}

/** Where a client keeps entries of a scope. */
export function fileOf(client: ClientAudit, scope: string): string {
  const project = client.project ?? "/home/ada/code/shop";
  if (client.id === "cursor") return scope === "project" ? `${project}/.cursor/mcp.json` : "/home/ada/.cursor/mcp.json";
  if (client.id === "claude-code") return scope === "project" ? `${project}/.mcp.json` : "/home/ada/.claude.json";
  return "/home/ada/.config/Claude/claude_desktop_config.json";
}

function onAgain(client: string, tool: ToolAudit): ToolAudit {
  return tool.loading === "off" ? { ...tool, ...usual(client) } : tool;
}

function inMode(entry: ServerAudit, value: string): ServerAudit {
  if (value !== "false") return entry;
  const because = "ENABLE_TOOL_SEARCH is false in the user's settings.";
  const tools = entry.tools.map((tool) => (tool.loading === "whenNeeded" ? { ...tool, loading: "always", because } : tool));
  return { ...entry, tools };
}

function set({ client, tool: name }: Found, entry: ServerAudit, value: string): ServerAudit {
  if (wraps(value)) return wrappedAs(client, entry, value);
  if (name !== null) {
    const change = (tool: ToolAudit) => (value === "off" ? { ...tool, ...DENIED } : onAgain(client.id, tool));
    return { ...entry, tools: entry.tools.map((tool) => (tool.name === name ? change(tool) : tool)) };
  }
  if (value === "off") {
    const because = client.id === "claude-code" ? "The user's settings reject the server." : "Its entry is parked by Plimsoll.";
    return { ...entry, state: "off", because, tools: entry.tools.map((tool) => ({ ...tool, loading: "off", because })) };
  }
  const here = { file: entry.file, line: entry.line + 4 };
  const said =
    value === "always"
      ? { loading: "always", because: "The entry says alwaysLoad: true.", ...here }
      : value === "when-needed"
        ? { loading: "whenNeeded", because: "The entry says alwaysLoad: false.", ...here }
        : usual(client.id);
  const state = entry.state === "off" ? "listed" : entry.state;
  const keeps = (tool: ToolAudit) => tool.loading === "off" && entry.state !== "off";
  return { ...entry, state, because: null, tools: entry.tools.map((tool) => (keeps(tool) ? tool : { ...tool, ...said })) };
}

/** The entry with the standing weight its tools make. */
function counted(entry: ServerAudit): ServerAudit {
  if (entry.state === "off") return { ...entry, standing: 0 };
  if (entry.state !== "listed" || entry.shadowed) return entry;
  const cost = (tool: ToolAudit) =>
    tool.loading === "always" ? tool.tokens.total : tool.loading === "whenNeeded" ? tool.tokens.ifDeferred : 0;
  const tools = entry.tools.reduce((sum, tool) => sum + cost(tool), 0);
  return { ...entry, standing: tools + (entry.instructions?.tokens ?? 0) };
}
