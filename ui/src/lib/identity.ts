/**
 * Which server an entry of the switchboard is. Rows go by name there, and clients may
 * give one name to different servers; the audit says what each entry starts or reaches.
 */
import type { ClientAudit, ServerAudit, SwitchCell, Switchboard } from "../wire/generated";
import { arrival } from "./arrivals";
import { specsOf, splitSpec } from "./specs";

export type Identity = {
  key: string | null;
  /** The command or address, masked, without Plimsoll's wrapper in front of it. */
  launch: string;
  /** Sum of its tools' definitions; null: not known. */
  tokens: number | null;
};

/** What is known of an entry; null: nothing, as of a parked one. */
export type Identify = (cell: SwitchCell) => Identity | null;

/** An entry that staged changes put somewhere is what it was where it comes from. */
export function identify(clients: readonly ClientAudit[], { servers, plan }: Switchboard): Identify {
  const known = new Map<string, Identity>();
  for (const client of clients) {
    for (const entry of client.servers) {
      const launch = behindWrapper(entry);
      if (launch !== null) known.set(place(client.id, entry), { key: entry.key, launch, tokens: weightOf(entry) });
    }
  }
  const here = (cell: SwitchCell) => known.get(place(cell.client, cell)) ?? null;
  const cells = new Map(servers.flatMap((server) => server.cells.map((cell) => [cell.target, cell])));
  const sources = new Map<string, SwitchCell>();
  for (const change of plan === null ? [] : specsOf(plan.request)) {
    const to = change.list === "add" ? null : arrival(change);
    const from = cells.get(splitSpec(change).target);
    if (to !== null && from !== undefined) sources.set(to, from);
  }
  return (cell) => {
    const source = cell.coming ? sources.get(cell.target) : cell;
    return source === undefined ? null : here(source);
  };
}

function place(client: string, { scope, name, file }: Pick<SwitchCell, "scope" | "name" | "file">): string {
  return JSON.stringify([client, scope, name, file]);
}

function weightOf({ tools, state, weight }: ServerAudit): number | null {
  return tools.length > 0 || state === "listed" ? weight : null;
}

/** A wrapped entry is the server behind it, so that wrapping makes no other one of it. */
function behindWrapper({ launch, wrapped }: ServerAudit): string | null {
  if (launch === null || wrapped === undefined) return launch;
  return / -- (.*)$/s.exec(launch)?.[1] ?? / --url[ =](\S+)/.exec(launch)?.[1] ?? launch;
}

/** Commands or addresses without the words that all begin with; one word stays of each. */
export function tellApart(texts: readonly string[]): string[] {
  const words = texts.map((text) => text.split(" "));
  const shortest = Math.min(...words.map(({ length }) => length));
  let at = 0;
  while (at < shortest - 1 && words.every((own) => own[at] === words[0]?.[at])) at += 1;
  return at === 0 ? [...texts] : words.map((own) => `… ${own.slice(at).join(" ")}`);
}
