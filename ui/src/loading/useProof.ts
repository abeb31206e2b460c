/** Asking a client what it really loads: running, its result, stopping it. */
import { useCallback, useRef, useState } from "react";
import type { Problem, Proof, ProveRequest } from "../wire/generated";
import { asProblem, type Host } from "../wire/host";
import { useNotify } from "../parts/Notices";

/** A proof on its way. */
export type Asked = {
  client: string;
  /** The project folder; null: outside any. */
  project: string | null;
  /** When it was started, ms. */
  since: number;
};

/** How proofs of a project ended. */
type Ended = {
  /** The last result of each client, by id. */
  proofs: Readonly<Record<string, Proof>>;
  /** Why the last one ended without a result. */
  problem: Problem | null;
};

export type ProofState = Ended & {
  /** The one on its way, of whatever project, for only one can be; null: none. */
  running: Asked | null;
  start: (client: string, request: ProveRequest) => void;
  cancel: () => void;
};

const NONE: Ended = { proofs: {}, problem: null };

/**
 * `project` is the folder looked at, empty outside any: results of others are kept
 * for them. `onProven` is called with every result: what the switchboard says of a
 * client may change.
 */
export function useProof(host: Host, project: string, onProven: () => void): ProofState {
  const notify = useNotify();
  const [running, setRunning] = useState<Asked | null>(null);
  const [ended, setEnded] = useState<Readonly<Record<string, Ended>>>({});
  const busy = useRef(false);

  const start = useCallback(
    (client: string, request: ProveRequest) => {
      // A second one would call off the first.
      if (busy.current) return;
      busy.current = true;
      const at = request.project ?? "";
      const end = (change: (before: Ended) => Ended) => setEnded((all) => ({ ...all, [at]: change(all[at] ?? NONE) }));
      setRunning({ client, project: request.project, since: Date.now() });
      end((before) => ({ ...before, problem: null }));
      host
        .prove(client, request)
        .then(
          (proof) => {
            end(({ proofs, problem }) => ({ proofs: { ...proofs, [client]: proof }, problem }));
            onProven();
          },
          (error: unknown) => end((before) => ({ ...before, problem: asProblem(error) })),
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
  return { ...(ended[project] ?? NONE), running, start, cancel };
}
