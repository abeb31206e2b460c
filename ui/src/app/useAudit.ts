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

/** An answer that is there before it is asked for. */
type Answered = { request: AuditRequest; audit: Audit };

/** Reads when `request` changes, and on `reload`. Null: not yet. `first`: read already. */
export function useAudit(host: Host, request: AuditRequest | null, first: Answered | null): AuditState {
  const [audit, setAudit] = useState(first?.audit ?? null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [stale, setStale] = useState(false);
  const [turn, setTurn] = useState(0);
  const [done, setDone] = useState(first === null ? "" : textOf(turn, first.request));
  const latest = useRef("");
  const given = useRef(done);
  const wanted = request === null ? "" : textOf(turn, request);

  useEffect(() => {
    if (wanted === "") return;
    latest.current = wanted;
    const known = given.current === wanted;
    // It is new once: what is asked again later is read again.
    given.current = "";
    if (known) return;
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

function textOf(turn: number, request: AuditRequest): string {
  return `${turn} ${JSON.stringify(request)}`;
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
