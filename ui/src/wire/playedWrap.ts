/** Plimsoll's wrapper on recorded entries: what it makes of their tools, and what that writes. */
import type { Audit, ClientAudit, DiffText, Problem, ServerAudit, SwitchOption, ToolAudit } from "./generated";
import { named, NO_REQUEST, refusal, withChanges } from "./played";
import auditFile from "./recorded/audit.json";

/** Where the recorded wrapper is, and where it was before. */
const HERE = "/usr/lib/plimsoll/plimsoll";
const BEFORE = "/opt/plimsoll-0.0.9/plimsoll";

/** Weights of the two tools in front of all, invented like all here. */
const IN_FRONT = [
  ["find_tools", 172],
  ["call_tool", 88],
] as const;

/** Names of recorded tools that say they only read. */
export const READS = /(^|[-_])(get|list|read|search|status|log|diff|show|retrieve|find|query)/i;

export function isWrapped({ launch }: ServerAudit): boolean {
  return /plimsoll wrap /.test(launch ?? "");
}

export function isDeferred({ launch }: ServerAudit): boolean {
  return /plimsoll wrap --defer/.test(launch ?? "");
}

/** What the switchboard offers through the wrapper. */
export function wrapOptions(client: string, entry: ServerAudit, target: string): SwitchOption[] {
  if (client === "claude-code") return [];
  const one = (title: string, word: string, state: string): SwitchOption => ({
    title,
    spec: `${target}=${word}`,
    state,
    unavailable: null,
    wrapped: word.startsWith("wrap:"),
  });
  const options = [one("When needed", "wrap:defer", "whenNeeded"), one("Only tools that read", "wrap:read-only", "readOnly")];
  if (entry.launch?.startsWith(BEFORE)) options.push(one("Repair the wrapper's path", "repair", "repaired"));
  return isWrapped(entry) ? [...options, one("Without Plimsoll's wrapper", "unwrap", "unwrapped")] : options;
}

/** What the server itself lists, loaded as the client loads this entry now. */
function recorded({ id }: ClientAudit, entry: ServerAudit): ServerAudit {
  const client = (auditFile as Audit).clients.find((one) => one.id === id);
  const bare = client?.servers.find(({ name, scope }) => name === entry.name && scope === entry.scope) ?? entry;
  const [now] = entry.tools;
  if (now === undefined) return bare;
  const { loading, because, file, line } = now;
  return { ...bare, tools: bare.tools.map((tool) => ({ ...tool, loading, because, file, line })) };
}

/** Whether a value concerns the wrapper. */
export function wraps(value: string): boolean {
  return value.startsWith("wrap:") || value === "unwrap" || value === "repair";
}

/** The launch with the wrapper as a change wants it. */
function launchAs(entry: ServerAudit, value: string): string {
  const launch = entry.launch ?? "";
  const bare = launch.replace(/^\S*plimsoll wrap .*?-- /, "");
  if (value === "unwrap") return bare;
  if (value === "repair") return launch.replace(BEFORE, HERE);
  const flags = value.slice("wrap:".length).split("+").map((part) => {
    const [word = "", names] = part.split(":");
    return names === undefined ? `--${word}` : `--${word} ${names}`;
  });
  return `${HERE} wrap ${flags.join(" ")} -- ${bare}`;
}

/** The entry as its client would see it. */
export function wrappedAs(client: ClientAudit, entry: ServerAudit, value: string): ServerAudit {
  const launch = launchAs(entry, value);
  if (value === "repair") return { ...entry, launch };
  const bare = recorded(client, entry);
  if (value === "unwrap") {
    const plain = { ...entry, launch, weight: bare.weight, tools: bare.tools, instructions: bare.instructions };
    delete plain.wrapped;
    return plain;
  }
  const [model] = bare.tools;
  const only = /only:([^+]*)/.exec(value)?.[1]?.split(",");
  const kept = bare.tools.filter(({ name }) =>
    only === undefined ? !value.includes("read-only") || READS.test(name) : named(name, only),
  );
  const inFront = (of: ToolAudit) =>
    IN_FRONT.map(([name, total]) => ({
      ...of,
      name,
      sentAs: name,
      tokens: { ...of.tokens, total, ifDeferred: 6 },
      cut: false,
    }));
  const defer = value.includes("defer") && model !== undefined;
  const tools = defer ? inFront(model) : kept;
  const weight = tools.reduce((sum, { tokens }) => sum + tokens.total, 0);
  const instructions = defer ? { tokens: 40 + 6 * kept.length, cut: false } : bare.instructions;
  return { ...entry, launch, wrapped: defer ? "when needed" : "some tools only", weight, tools, instructions };
}

/** An audit in which two entries are wrapped, one by a wrapper that has gone. */
export function withWrappers(audit: Audit): Audit {
  const set = ["claude-desktop:user/wiki=wrap:defer", "cursor:user/git=wrap:read-only"];
  const wrapped = withChanges(audit, { ...NO_REQUEST, set });
  const moved = (entry: ServerAudit) => (entry.name === "git" ? { ...entry, launch: entry.launch?.replace(HERE, BEFORE) ?? null } : entry);
  return {
    ...wrapped,
    clients: wrapped.clients.map((client) => (client.id === "cursor" ? { ...client, servers: client.servers.map(moved) } : client)),
  };
}

/** Findings about wrappers that have gone, for the entries as they are. */
export function goneWrappers({ clients }: Audit): Problem[] {
  return clients.flatMap((client) =>
    client.servers
      .filter(({ launch }) => launch?.startsWith(BEFORE))
      .map((entry) =>
        refusal(
          "wrapper-gone",
          `\`${entry.name}\` starts Plimsoll's wrapper where there is none any more; its client cannot start it`,
          `Repair it with \`--set ${client.id}/${entry.name}=repair\`, or take the wrapper out with \`--set ${client.id}/${entry.name}=unwrap\`.`,
          { client, entry, tool: null },
        ),
      ),
  );
}

/** The lines of the entry that change. */
export function wrapLines(entry: ServerAudit, value: string): DiffText[] {
  const lines = (launch: string) => {
    const [command = "", ...args] = launch.split(" ");
    return [`      "command": "${command}",`, `      "args": ${JSON.stringify(args)},`];
  };
  const of = (side: "old" | "new", launch: string): DiffText[] => lines(launch).map((text) => ({ side, text }));
  const both = (text: string): DiffText => ({ side: "both", text });
  return [
    both(`    "${entry.name}": {`),
    ...of("old", entry.launch ?? ""),
    ...of("new", launchAs(entry, value)),
    both(`      "env": { "TOKEN": "••••••••" }`),
    both("    },"),
  ];
}
