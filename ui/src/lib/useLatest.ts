/**
 * The answer to the newest question. Questions that come while one is on its
 * way wait shortly; an answer to a question nobody asks any more is dropped;
 * the last answer stays until the next one is there.
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import type { Problem } from "../wire/generated";
import { asProblem } from "../wire/host";

/** How long a question waits for the one before it, ms. */
const PATIENCE = 60;

export type Latest<Q, A> = {
  /** The newest answer, and what it answers; null: none yet. */
  answer: { question: Q; value: A } | null;
  /** Whether a newer one is on its way. */
  busy: boolean;
  /** Why the newest question has no answer. */
  problem: Problem | null;
};

/** What was answered last, in whichever way, and the newest answer there is. */
type Settled<Q, A> = Omit<Latest<Q, A>, "busy"> & { key: unknown };

/**
 * Asks outside of any component: asking waits for no rendering, an answer
 * outlives its view, and only who reads a part of it renders with it.
 */
export class Asker<Q, A> {
  /** Replaced as a whole: an answer is one change. */
  settled: Settled<Q, A> = { key: null, answer: null, problem: null };
  private newest: unknown = null;
  private flying = 0;
  private waiting: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly send: (question: Q) => Promise<A>) {}

  get busy(): boolean {
    return this.newest !== null && this.newest !== this.settled.key;
  }

  /** Tells of every question and of every answer. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /**
   * Null: nothing is asked any more. `key` is what an answer must be for to be
   * wanted; `delay` waits for the question to settle, ms.
   */
  ask(question: Q | null, key: unknown = question, delay = 0) {
    clearTimeout(this.timer);
    this.waiting = null;
    this.newest = question === null ? null : key;
    if (question !== null) {
      const go = () => this.go(question, key);
      const queued = delay === 0 && this.flying > 0;
      if (delay === 0 && !queued) go();
      else this.timer = setTimeout(go, queued ? PATIENCE : delay);
      if (queued) this.waiting = go;
    }
    this.tell();
  }

  private go(question: Q, key: unknown) {
    clearTimeout(this.timer);
    this.waiting = null;
    this.flying += 1;
    this.send(question).then(
      (value) => this.settle({ key, answer: { question, value }, problem: null }),
      (error: unknown) => this.settle({ key, answer: this.settled.answer, problem: asProblem(error) }),
    );
  }

  private settle(settled: Settled<Q, A>) {
    this.flying -= 1;
    const wanted = settled.key === this.newest;
    if (wanted) this.settled = settled;
    this.waiting?.();
    if (wanted) this.tell();
  }

  private tell() {
    for (const listener of this.listeners) listener();
  }
}

/**
 * Asks when the question changes in content, or with `turn`. `ask` must be the
 * same function in every render. `delay` waits for the question to settle, ms.
 */
export function useLatest<Q, A>(
  ask: (question: Q) => Promise<A>,
  question: Q | null,
  turn = "",
  delay = 0,
): Latest<Q, A> {
  const [asker] = useState(() => new Asker(ask));
  const text = question === null ? "" : JSON.stringify(question);
  const key = text === "" ? null : `${turn} ${text}`;
  useEffect(() => {
    asker.ask(text === "" ? null : (JSON.parse(text) as Q), key, delay);
    return () => asker.ask(null);
  }, [asker, key, text, delay]);
  const { key: over, answer, problem } = useSyncExternalStore(asker.subscribe, () => asker.settled);
  return { answer, busy: key !== null && over !== key, problem: over === key ? problem : null };
}
