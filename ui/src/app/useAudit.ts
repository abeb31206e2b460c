/** The newest audit; the last one stays on screen while the next is read. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Audit, AuditRequest, Problem } from "../wire/generated";
import { asProblem, type Host } from "../wire/host";

export type AuditState = {
  /** Null until the first answer. */
  audit: Audit | null;
  reading: boolean;
  /** Why the last read failed; the audit shown is then older. */
  problem: Problem | null;
  reload: () => void;
};

/** Reads when `request` changes, and on `reload`. Null: not yet. */
export function useAudit(host: Host, request: AuditRequest | null): AuditState {
  const [audit, setAudit] = useState<Audit | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState("");
  const [turn, setTurn] = useState(0);
  const latest = useRef("");
  const wanted = request === null ? "" : `${turn} ${JSON.stringify(request)}`;

  useEffect(() => {
    if (wanted === "") return;
    latest.current = wanted;
    const asked = JSON.parse(wanted.slice(wanted.indexOf(" "))) as AuditRequest;
    // An answer to a question that is no longer asked is dropped.
    const settle = (finish: () => void) => {
      if (latest.current !== wanted) return;
      finish();
      setDone(wanted);
    };
    host.audit(asked).then(
      (found) =>
        settle(() => {
          setAudit(found);
          setProblem(null);
        }),
      (error: unknown) => settle(() => setProblem(asProblem(error))),
    );
  }, [host, wanted]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { audit, reading: done !== wanted, problem, reload };
}
