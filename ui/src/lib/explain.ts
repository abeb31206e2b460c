/** What each number counts, in words: unit, error, source. One place, so that all views agree. */
import type { Audit, ClientAudit } from "../wire/generated";
import { count, tokenSum } from "./format";

type Base = Pick<Audit, "tokenizer" | "claudeBand">;

/** Unit and error of every token number of an audit. */
export function unit({ tokenizer, claudeBand }: Base): string {
  return `Tokens of ${tokenizer}; exact for this tokenizer. A Claude model counts between ${claudeBand.low} and ${claudeBand.high} times as many (${claudeBand.source})`;
}

/** "≥" in words. */
function bound(lowerBound: boolean): string {
  return lowerBound ? "\nA lower bound: some servers that belong to it have no known tools." : "";
}

/** What a tool weighs in a client. */
function counts({ counts: sentence }: ClientAudit): string {
  return `\nWhat a definition's weight counts: ${sentence}`;
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
  return `What is in context before the first message:\n${count(definitions)} definitions loaded always\n${tokenSum(client.deferredNames)} names of tools loaded when needed\n${tokenSum(client.instructions)} server instructions${fixed}${bound(client.standing.lowerBound)}${counts(client)}\n${unit(base)}`;
}

/** Definitions behind the search. */
export function deferred(client: ClientAudit, base: Base): string {
  return `Definitions that enter the context only when a search finds them.${bound(client.deferred.lowerBound)}${counts(client)}\n${unit(base)}`;
}

/** Without deferral. */
export function allEager(client: ClientAudit, base: Base): string {
  return `What would be in context before the first message if every tool that is not off were loaded always.${bound(client.ifAllEager.lowerBound)}${counts(client)}\n${unit(base)}`;
}

/** The definition of one tool. */
export function weight(base: Base): string {
  return `The definition as the client sends it: name, description after the client's cut, input schema, and their framing. Title, annotations and output schema do not reach the model.\n${unit(base)}`;
}

/** The "Standing" column. */
export function standingColumn(base: Base, oneClient: boolean): string {
  const where = oneClient
    ? "Its share is of the client's whole standing weight."
    : "With several clients, the most that one of them pays.";
  return `What it adds to the context before the first message: the definition when loaded always, the name line when loaded when needed, for servers also the instructions. ${where}\n${unit(base)}`;
}
