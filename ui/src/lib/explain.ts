/** What each number counts, in words: unit, error, source. One place, so that all views agree. */
import type { Audit, ClientAudit } from "../wire/generated";
import type { ServerRow } from "./catalogue";
import { clock, count, tokenSum } from "./format";
import { told } from "./told";

/** How a number was counted. */
export type Counted = Pick<Audit, "tokenizer" | "claudeBand">;

/** What every number of an audit shares: how it was counted, and when. */
export type Base = Counted & Pick<Audit, "readAt"> & {
  /** The setting `desktopToolAccess`. */
  access: string;
};

const SOURCE: Readonly<Record<string, string>> = {
  live: "listed by Plimsoll",
  snapshot: "listed by Plimsoll",
  mirror: "from the client’s own mirror of",
};

/** Unit and error of every token number of an audit. */
export function unit({ tokenizer, claudeBand }: Counted): string {
  return `Tokens of ${tokenizer}; exact for this tokenizer. A Claude model counts between ${claudeBand.low} and ${claudeBand.high} times as many (${claudeBand.source})`;
}

/** Where a server's tool list comes from and when: "Tool list: listed by Plimsoll 12:04." */
export function listed(row: ServerRow): string {
  const dated = row.entries.find(({ entry }) => entry.takenAt !== null)?.entry;
  if (dated?.takenAt == null) return "";
  return `Tool list: ${SOURCE[dated.source ?? ""] ?? dated.source ?? ""} ${clock(dated.takenAt)}.`;
}

/** Between which times the tool lists of a client were taken, and when its files were read. */
function when(client: ClientAudit, { readAt }: Base): string {
  const times = client.servers.flatMap(({ takenAt }) => (takenAt === null ? [] : [takenAt])).sort();
  const [first, last] = [times[0], times.at(-1)];
  const lists =
    first === undefined || last === undefined
      ? ""
      : ` Tool lists of ${clock(first)}${first === last ? "" : ` to ${clock(last)}`}.`;
  return `\nFiles read ${clock(readAt)}.${lists}`;
}

/** What the user said that the number rests on. */
function said(client: ClientAudit, { access }: Base): string {
  const what = told(client.id, access);
  if (what === null) return "";
  return what.known
    ? `\n${what.words}; no file of the client says it.`
    : "\nThe tool access mode is in no file, so its tools count in “If all eager” only.";
}

/** "≥" in words. */
function bound(lowerBound: boolean): string {
  return lowerBound ? "\nA lower bound: some of what belongs to it is not known." : "";
}

/** What a tool weighs in a client, when that was seen, and what it rests on. */
function counts(client: ClientAudit, base: Base): string {
  return `${said(client, base)}\nWhat a definition's weight counts: ${client.counts}${when(client, base)}`;
}

/** What a client pays before the first message, part by part. */
export function standing(client: ClientAudit, base: Base): string {
  const definitions =
    client.standing.tokens -
    client.instructions.tokens -
    client.deferredNames.tokens -
    (client.fixed?.tokens ?? 0);
  const fixed =
    client.fixed === null
      ? ""
      : `\n${count(client.fixed.tokens)} the client's own cost of search (${client.fixed.source})`;
  return `What is in context before the first message:\n${count(definitions)} definitions loaded always\n${tokenSum(client.deferredNames)} names of tools loaded when needed\n${tokenSum(client.instructions)} server instructions${fixed}${bound(client.standing.lowerBound)}${counts(client, base)}\n${unit(base)}`;
}

/** Definitions behind the search. */
export function deferred(client: ClientAudit, base: Base): string {
  return `Definitions that enter the context only when a search finds them.${bound(client.deferred.lowerBound)}${counts(client, base)}\n${unit(base)}`;
}

/** Without deferral. */
export function allEager(client: ClientAudit, base: Base): string {
  return `What would be in context before the first message if every tool that is not off were loaded always.${bound(client.ifAllEager.lowerBound)}${counts(client, base)}\n${unit(base)}`;
}

/** The definition of one tool. */
export function weight(base: Counted, row?: ServerRow): string {
  const source = row === undefined ? "" : `${listed(row)}\n`;
  return `The definition as the client sends it: name, description after the client's cut, input schema, and their framing. Title, annotations and output schema do not reach the model.\n${source}${unit(base)}`;
}

/** One part of a definition. */
export function part(base: Counted): string {
  return `Each part counted alone. The whole is counted as sent, so the parts need not add up to it: the rest is framing.\n${unit(base)}`;
}

/** Properties inside a schema. */
export function properties(base: Base): string {
  return `The minified JSON of each property, with everything inside it, counted alone.\n${unit(base)}`;
}

/** The name line of a deferred tool. */
export function nameLine(base: Base): string {
  return `What the tool costs before the first message while it is loaded when needed: the line with its name.\n${unit(base)}`;
}

/** Server instructions. */
export function instructions(base: Base): string {
  return `The server's instructions after the client's cut; in context before the first message.\n${unit(base)}`;
}

/** The band a Claude model's own count lies in. */
export function claudeBand({ claudeBand: { low, high, source } }: Base): string {
  return `An estimate: the number times ${low} and ${high}, between which a Claude model's own count lies. ${source}`;
}

/** Stored catalogues of a server. */
export function stored(base: Base): string {
  return `All definitions as received at that time: the server's own tool names, no client's cut.\n${unit(base)}`;
}

/** Area and numbers of the treemap. */
export function area(base: Base): string {
  return `Area is the weight of definitions, whatever their loading; a share is of all shown. The fill says how a tool loads. A server of unknown weight has a small fixed area.\n${unit(base)}`;
}

/** The "Standing" column. */
export function standingColumn(base: Base, oneClient: boolean): string {
  const where = oneClient
    ? "Its share is of the client's whole standing weight."
    : "With several clients, the most that one of them pays.";
  return `What it adds to the context before the first message: the definition when loaded always, the name line when loaded when needed, for servers also the instructions. ${where}\n${unit(base)}`;
}
