/**
 * The answer to the newest question. Questions that come while one is on its
 * way wait shortly; an answer to a question nobody asks any more is dropped;
 * the last answer stays until the next one is there.
 */
import { useEffect, useRef, useState } from "react";
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
  const [answer, setAnswer] = useState<Latest<Q, A>["answer"]>(null);
  const [done, setDone] = useState<{ key: string; problem: Problem | null }>({ key: "", problem: null });
  const newest = useRef("");
  const flying = useRef(0);
  const waiting = useRef<(() => void) | null>(null);
  const text = question === null ? "" : JSON.stringify(question);
  const key = text === "" ? "" : `${turn} ${text}`;

  useEffect(() => {
    newest.current = key;
    if (key === "") return;
    const asked = JSON.parse(text) as Q;
    const settle = (finish: () => void) => {
      flying.current -= 1;
      if (newest.current === key) finish();
      waiting.current?.();
    };
    const send = () => {
      window.clearTimeout(timer);
      waiting.current = null;
      flying.current += 1;
      ask(asked).then(
        (value) =>
          settle(() => {
            setAnswer({ question: asked, value });
            setDone({ key, problem: null });
          }),
        (error: unknown) => settle(() => setDone({ key, problem: asProblem(error) })),
      );
    };
    const wait = delay > 0 ? delay : flying.current > 0 ? PATIENCE : 0;
    const timer = window.setTimeout(send, wait);
    if (delay === 0) {
      if (flying.current > 0) waiting.current = send;
      else send();
    }
    return () => {
      window.clearTimeout(timer);
      waiting.current = null;
    };
  }, [ask, key, text, delay]);

  return { answer, busy: key !== "" && done.key !== key, problem: done.key === key ? done.problem : null };
}
