/** Before a candidate starts: the exact command, what it gets from us, and the user's yes. */
import { useEffect, useState } from "react";
import type { ConnectEvent, ConsentAsk } from "../wire/generated";
import { duration, plural } from "../lib/format";
import { visible } from "../lib/visible";
import { ConsentItem } from "../parts/ConsentItem";

type Props = {
  ask: ConsentAsk;
  /** Variables it needs that have no value. */
  missing: readonly string[];
  /** Whether it is being started now. */
  starting: boolean;
  /** How far it is; null: nothing was heard yet. */
  progress: ConnectEvent | null;
  /** Whether anything is on its way. */
  busy: boolean;
  onStart: (env: string[]) => void;
  onCancel: () => void;
};

export function CandidateConsent({ ask, missing, starting, progress, busy, onStart, onCancel }: Props) {
  const [allowed, setAllowed] = useState(false);
  const [names, setNames] = useState(missing.join(" "));
  const stdio = ask.transport === "stdio";
  return (
    <div className="candidate-consent">
      <ul>
        <ConsentItem ask={ask} allowed={allowed} onAllow={setAllowed} />
      </ul>
      {missing.length > 0 && (
        <p className="warn">It needs values for {visible(missing.join(", "))}.</p>
      )}
      {stdio && (
        <label className="candidate-env">
          <span className="caption">Variables of your environment it gets, by name</span>
          <input
            className="field mono"
            spellCheck={false}
            placeholder="none"
            value={names}
            onChange={(event) => setNames(event.target.value)}
          />
        </label>
      )}
      <div className="candidate-actions">
        {starting ? (
          <>
            <Waiting progress={progress} />
            <button type="button" className="button" onClick={onCancel}>
              Cancel
            </button>
          </>
        ) : (
          <button
            type="button"
            className="button primary"
            disabled={!allowed || busy}
            onClick={() => onStart(names.split(/[\s,]+/).filter(Boolean))}
          >
            {stdio ? "Start it and list its tools" : "Reach it and list its tools"}
          </button>
        )}
        {!allowed && !starting && <span className="dim">Check the command above to allow it, for this once.</span>}
      </div>
    </div>
  );
}

/** What it does and how long it takes already; one step a second. */
function Waiting({ progress }: { progress: ConnectEvent | null }) {
  const [ms, setMs] = useState(0);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => setMs(performance.now() - began), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <span className="spinner" aria-hidden="true" />
      <span role="status">
        {doing(progress)}
        {ms >= 1000 && <span aria-hidden="true">, {duration(ms)}</span>}
      </span>
    </>
  );
}

function doing(progress: ConnectEvent | null): string {
  if (progress?.phase !== "listing") return "Starting, waiting for its first answer";
  return progress.tools === null ? "It answered, listing its tools" : `Listing its tools, ${plural(progress.tools, "tool")} so far`;
}
