/** Asking a client what it really loads: running, its result, stopping it. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Problem, Proof, ProveRequest } from "../wire/generated";
import { asProblem, type Host } from "../wire/host";
import { useNotify } from "../parts/Notices";

export type ProofState = {
  /** The client asked now; null: none. */
  running: string | null;
  /** Seconds since it was started. */
  seconds: number;
  /** The last result of each client, by id. */
  proofs: Readonly<Record<string, Proof>>;
  /** Why the last one ended without a result. */
  problem: Problem | null;
  start: (client: string, request: ProveRequest) => void;
  cancel: () => void;
};

/** `onProven` is called with every result: what the switchboard says of a client may change. */
export function useProof(host: Host, onProven: (proof: Proof) => void): ProofState {
  const notify = useNotify();
  const [running, setRunning] = useState<string | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [proofs, setProofs] = useState<Readonly<Record<string, Proof>>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const busy = useRef(false);

  useEffect(() => {
    if (running === null) return;
    const clock = window.setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => window.clearInterval(clock);
  }, [running]);

  const start = useCallback(
    (client: string, request: ProveRequest) => {
      if (busy.current) return;
      busy.current = true;
      setRunning(client);
      setSeconds(0);
      setProblem(null);
      host
        .prove(client, request)
        .then(
          (proof) => {
            setProofs((all) => ({ ...all, [client]: proof }));
            onProven(proof);
          },
          (error: unknown) => setProblem(asProblem(error)),
        )
        .finally(() => {
          busy.current = false;
          setRunning(null);
        });
    },
    [host, onProven],
  );
  const cancel = useCallback(() => {
    host.cancelProof().catch(notify.failed);
  }, [host, notify]);
  return { running, seconds, proofs, problem, start, cancel };
}
