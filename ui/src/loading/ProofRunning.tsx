/** The proof on its way: who is asked, for how long, and how to stop it. */
import { useEffect, useState } from "react";
import { clientName } from "../lib/clients";
import { shortPath } from "../lib/format";
import type { Asked } from "./useProof";

type Props = {
  asked: Asked;
  /** The project looked at; null: outside any. */
  project: string | null;
  onCancel: () => void;
};

export function ProofRunning({ asked: { client, project: at, since }, project, onCancel }: Props) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const clock = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(clock);
  }, []);
  const where = at === project ? "" : at === null ? " outside any project" : ` in ${shortPath(at)}`;
  return (
    <>
      <span role="status" className="proof-running">
        <span className="spinner" aria-hidden="true" /> {clientName(client)} is asked{where}… {Math.max(0, Math.floor((now - since) / 1000))} s
      </span>
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
    </>
  );
}
