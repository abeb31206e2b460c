/** The switchboard that two audits make, before and after wanted changes, for the recorded host. */
import type {
  Audit,
  ClientAudit,
  ServerAudit,
  SwitchCell,
  SwitchClient,
  SwitchOption,
  SwitchServer,
  SwitchTool,
  Switchboard,
  ToolAudit,
} from "./generated";
import { isDeferred, READS, wrapOptions } from "./playedWrap";

/** What the recorded host remembers of each client. */
export type Known = { mode: string | null; confirmed: string | null };

const NO_SWITCH: Readonly<Record<string, string>> = {
  cursor: "Cursor has no file that says how tools load.",
  "claude-desktop": "Claude Desktop keeps tool access in your account: open Settings, Connectors, Tool access and choose there.",
};
const MODES = [
  ["Claude Code's default: deferred", "default"],
  ["When needed: all that may wait", "true"],
  ["By weight: from 10 % of the context", "auto"],
  ["Always: everything, no search", "false"],
] as const;

/** How the cell reads as a whole. */
function whole(entry: ServerAudit): string {
  if (entry.state === "off") return "off";
  if (isDeferred(entry)) return "whenNeeded";
  const states = new Set(entry.tools.map(({ loading }) => loading));
  const [only] = states;
  return states.size > 1 ? "mixed" : (only ?? "unknown");
}

function option(title: string, spec: string, state: string, unavailable: string | null = null): SwitchOption {
  return { title, spec, state, unavailable, wrapped: false };
}

function serverOptions(client: string, entry: ServerAudit, target: string): SwitchOption[] {
  const locked = entry.shadowed
    ? "Another entry of the same name wins; this one is never used."
    : entry.state === "needsApproval"
      ? "Approve it in Claude Code first: that decision is yours alone."
      : null;
  const own = locked ?? (client === "claude-code" ? null : (NO_SWITCH[client] ?? null));
  const loading = [
    option("Always", `${target}=always`, "always", own),
    option("When needed", `${target}=when-needed`, "whenNeeded", own),
  ];
  const off = option("Off", `${target}=off`, "off", locked);
  if (client === "claude-code") {
    return [...loading, option("As the server says", `${target}=as-server-says`, "asServerSays", own), off];
  }
  return [...loading, option("On", `${target}=on`, "on", locked), off, ...wrapOptions(client, entry, target)];
}

function toolOptions(client: string, target: string, tool: string): SwitchOption[] {
  const none = client === "claude-code" ? null : `${NO_SWITCH[client] ?? ""} Single tools are chosen at their server, through Plimsoll.`;
  const alone = "No switch for a single tool: set the whole server, or switch single tools off.";
  return [
    option("Always", `${target}/${tool}=always`, "always", alone),
    option("When needed", `${target}/${tool}=when-needed`, "whenNeeded", alone),
    option("On", `${target}/${tool}=on`, "on", none),
    option("Off", `${target}/${tool}=off`, "off", none),
  ];
}

/** Where an entry may go. */
const PLACES = ["claude-code:user", "claude-code:project", "claude-code:local", "cursor:user", "cursor:project", "claude-desktop:user"];

function tools(client: string, target: string, entry: ServerAudit, after: ServerAudit | undefined): SwitchTool[] {
  const planned = new Map(after?.tools.map((tool) => [tool.name, tool.loading]));
  const behind = after !== undefined && isDeferred(after) ? "whenNeeded" : "off";
  const one = (tool: ToolAudit): SwitchTool => ({
    name: tool.name,
    current: tool.loading,
    planned: planned.get(tool.name) ?? behind,
    because: tool.because,
    tokens: tool.tokens.total,
    readOnly: READS.test(tool.name),
    audiences: /delete|remove|archive/i.test(tool.name) ? ["admin"] : ["admin", "member"],
    options: toolOptions(client, target, tool.name),
  });
  return entry.tools.map(one).sort((a, b) => b.tokens - a.tokens);
}

function cell(client: ClientAudit, entry: ServerAudit, after: ClientAudit | undefined): SwitchCell {
  const scoped = `${client.id}:${entry.scope}`;
  const target = `${scoped}/${entry.name}`;
  const then = after?.servers.find((one) => one.name === entry.name && one.scope === entry.scope);
  const known = tools(client.id, target, entry, then);
  const drift = entry.name === "tickets" && client.id === "claude-code" && !entry.shadowed ? 2 : 0;
  return {
    client: client.id,
    scope: entry.scope,
    name: entry.name,
    target,
    current: whole(entry),
    planned: then === undefined ? "off" : whole(then),
    because: isDeferred(entry) ? "When needed. Through Plimsoll." : (entry.because ?? entry.tools[0]?.because ?? "Its tools are not known yet."),
    file: entry.file,
    line: entry.line,
    standing: entry.standing,
    plannedStanding: then?.standing ?? 0,
    coming: false,
    options: serverOptions(client.id, entry, target),
    places: entry.shadowed ? [] : PLACES.filter((place) => place !== scoped),
    tools: known,
    newTools: known.slice(0, drift).map(({ name }) => name),
  };
}

function column(client: ClientAudit, after: ClientAudit | undefined, now: Known, then: Known): SwitchClient {
  const code = client.id === "claude-code";
  return {
    id: client.id,
    version: client.version,
    standing: client.standing,
    planned: after?.standing ?? client.standing,
    mode: now.mode,
    plannedMode: then.mode,
    modes: code ? MODES.map(([title, value]) => option(title, `claude-code=${value}`, value)) : [],
    because: code
      ? now.mode === null
        ? "Tool search is on by default for this model."
        : `ENABLE_TOOL_SEARCH is ${now.mode} in the user's settings.`
      : (NO_SWITCH[client.id] ?? ""),
    running: client.id !== "cursor",
    confirmed: now.confirmed,
  };
}

/**
 * What the engine would answer, rows by name as there; `plan` and `suggestions` are added by the caller.
 * `arrived` is with entries where changes put them, before their own switches.
 */
export function boardOf(
  before: Audit,
  arrived: Audit,
  after: Audit,
  now: (client: string) => Known,
  then: (client: string) => Known,
): Switchboard {
  const inUse = before.clients.filter(({ present }) => present);
  const rows = new Map<string, SwitchServer>();
  for (const client of inUse) {
    const planned = after.clients.find(({ id }) => id === client.id);
    const here = (entry: ServerAudit) => client.servers.some(({ name, scope }) => name === entry.name && scope === entry.scope);
    const coming = arrived.clients.find(({ id }) => id === client.id)?.servers.filter((entry) => !here(entry)) ?? [];
    for (const entry of [...client.servers, ...coming]) {
      const row = rows.get(entry.name) ?? {
        key: entry.key,
        name: entry.name,
        tokens: entry.source === null ? null : entry.weight,
        cells: [],
      };
      const made = cell(client, entry, planned);
      row.cells.push(here(entry) ? made : { ...made, because: `Staged changes put it here. ${made.because}`, coming: true, standing: 0, places: [] });
      rows.set(entry.name, row);
    }
  }
  return {
    tokenizer: before.tokenizer,
    clients: inUse.map((client) =>
      column(client, after.clients.find(({ id }) => id === client.id), now(client.id), then(client.id)),
    ),
    servers: [...rows.values()].sort((a, b) => a.name.localeCompare(b.name)),
    plan: null,
    suggestions: [],
  };
}
