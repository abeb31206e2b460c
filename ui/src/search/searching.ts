/**
 * What is typed in the Search lab and what it finds. It changes with every key,
 * so it is no state of the frame: a key renders what shows it and nothing else.
 */
import { useSyncExternalStore } from "react";
import type { Search, SearchRequest } from "../wire/generated";
import type { Host } from "../wire/host";
import { requestOf, type LabBase } from "../lib/lab";
import { Asker } from "../lib/useLatest";

/** The id of the current query among a request's. */
export const NOW = "now";

export type Wording = {
  query: string;
  /** Tools the query should find, by written name. */
  expected: readonly string[];
};

/** What an answer depends on besides the words. */
export type Among = {
  base: LabBase;
  /** Engine ids; empty: all. */
  engines: readonly string[];
  top: number;
};

export class Searching extends Asker<SearchRequest, Search> {
  wording: Wording = { query: "", expected: [] };
  private among: Among | null = null;

  constructor(private readonly host: Host) {
    super((request) => host.search(request));
  }

  get typed(): boolean {
    return this.wording.query.trim() !== "";
  }

  get found(): Search | null {
    return this.settled.answer?.value ?? null;
  }

  /** Other words: asked for before anything is rendered. */
  say(words: Partial<Wording>) {
    this.wording = { ...this.wording, ...words };
    this.askNow();
  }

  /** Where to search; null: nothing is asked now. */
  within(among: Among | null) {
    this.among = among;
    this.askNow();
    if (!this.typed) this.getReady();
  }

  /** Without queries the host only prepares the tools, so that the first key waits for nothing. */
  private getReady() {
    if (this.among === null) return;
    const { base, engines, top } = this.among;
    // Whatever is wrong is said in the answer to the first query.
    this.host.search(requestOf(base, [], engines, top)).catch(() => undefined);
  }

  private askNow() {
    const { query, expected } = this.wording;
    const queries = this.typed ? [{ id: NOW, query, maxResults: null, expected: [...expected] }] : [];
    this.ask(this.among === null ? null : requestOf(this.among.base, queries, this.among.engines, this.among.top));
  }
}

/** A part of it; renders when that part changes. */
export function useSearching<T>(searching: Searching, read: (now: Searching) => T): T {
  return useSyncExternalStore(searching.subscribe, () => read(searching));
}
