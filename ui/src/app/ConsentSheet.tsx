/** Before anything starts: exactly what would run or be reached, per server. */
import { useEffect, useState } from "react";
import type { ConsentAsk, Problem } from "../wire/generated";
import { asProblem } from "../wire/host";
import { useHost } from "../wire/HostContext";
import { plural } from "../lib/format";
import { Check } from "../parts/Check";
import { Sheet } from "../parts/Sheet";
import { Strip } from "../parts/Strip";
import { ConsentItem } from "../parts/ConsentItem";

type Props = {
  /** Servers asked for. */
  keys: string[];
  projects: string[];
  onClose: () => void;
  /** The user allowed these. */
  onConnect: (keys: string[], remember: boolean) => void;
};

export function ConsentSheet({ keys, projects, onClose, onConnect }: Props) {
  const host = useHost();
  const [asks, setAsks] = useState<ConsentAsk[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const [remember, setRemember] = useState(true);
  useEffect(() => {
    host.consents({ keys, clients: [], projects, remember: false, timeoutMs: null }).then(setAsks, (error: unknown) => {
      setProblem(asProblem(error));
    });
  }, [host, keys, projects]);

  const all = asks ?? [];
  const chosen = all.filter(({ key }) => !refused.has(key)).map(({ key }) => key);
  const programs = all.filter(({ transport }) => transport === "stdio").length;
  const set = (key: string, allowed: boolean) => {
    const next = new Set(refused);
    if (allowed) next.delete(key);
    else next.add(key);
    setRefused(next);
  };

  return (
    <Sheet
      title="Connect to servers"
      onClose={onClose}
      foot={
        <>
          <span className="grow">
            <Check checked={remember} onChange={setRemember}>
              Remember for exactly these commands
            </Check>
          </span>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="button primary"
            disabled={chosen.length === 0}
            onClick={() => onConnect(chosen, remember)}
          >
            {chosen.length === all.length ? "Connect all" : `Connect ${plural(chosen.length, "server")}`}
          </button>
        </>
      }
    >
      {problem !== null && (
        <Strip tone="danger">
          {problem.message} {problem.hint}
        </Strip>
      )}
      {asks === null && problem === null && <p className="dim">Reading what would start…</p>}
      {asks !== null && (
        <p className="dim">
          {programs > 0 && `${plural(programs, "program")} would start on this machine. `}
          {all.length > programs && `${plural(all.length - programs, "address", "addresses")} would be reached. `}
          Tools are listed, none is called, and every program is ended afterwards.
        </p>
      )}
      {asks?.length === 0 && <p>None of these servers can be connected.</p>}
      <ul>
        {all.map((ask) => (
          <ConsentItem
            key={ask.key}
            ask={ask}
            allowed={!refused.has(ask.key)}
            onAllow={(allowed) => set(ask.key, allowed)}
          />
        ))}
      </ul>
    </Sheet>
  );
}
