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
  /** Whether files changed since: the audit shown is kept until the user reads again. */
  stale: boolean;
  reload: () => void;
};

/** Reads when `request` changes, and on `reload`. Null: not yet. */
export function useAudit(host: Host, request: AuditRequest | null): AuditState {
  const [audit, setAudit] = useState<Audit | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [stale, setStale] = useState(false);
  const [done, setDone] = useState("");
  const [turn, setTurn] = useState(0);
  const latest = useRef("");
  const wanted = request === null ? "" : `${turn} ${JSON.stringify(request)}`;

  useEffect(() => {
    if (wanted === "") return;
    latest.current = wanted;
    // An answer to a question that is no longer asked is dropped.
    const settle = (finish: () => void) => {
      if (latest.current !== wanted) return;
      finish();
      setDone(wanted);
    };
    host.audit(asked(wanted)).then(
      (found) =>
        settle(() => {
          setAudit(found);
          setProblem(null);
          setStale(false);
        }),
      (error: unknown) => settle(() => setProblem(asProblem(error))),
    );
  }, [host, wanted]);

  // Coming back from an editor: look whether what is on screen still holds.
  const reading = done !== wanted;
  useEffect(() => {
    if (audit === null || reading) return;
    const check = () => {
      host.audit(asked(wanted)).then(
        (found) => {
          if (latest.current === wanted && !same(found, audit)) setStale(true);
        },
        () => {
          // Reading again will say what is wrong.
        },
      );
    };
    window.addEventListener("focus", check);
    return () => window.removeEventListener("focus", check);
  }, [host, audit, wanted, reading]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { audit, reading, problem, stale, reload };
}

/** The request inside a turn's text. */
function asked(wanted: string): AuditRequest {
  return JSON.parse(wanted.slice(wanted.indexOf(" "))) as AuditRequest;
}

/** Whether two audits say the same, whenever they were read. */
function same(one: Audit, other: Audit): boolean {
  const said = (audit: Audit) => JSON.stringify({ ...audit, readAt: "" });
  return said(one) === said(other);
}
