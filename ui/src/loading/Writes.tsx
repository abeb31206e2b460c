/** History: every write, newest first, with its differences and undo. */
import { useState } from "react";
import type { ChangeSetLine, PlanRequest } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { Empty } from "../parts/Empty";
import { useNotify } from "../parts/Notices";
import { WriteItem } from "./WriteItem";
import type { WriteState } from "./useWrite";

type Props = {
  state: WriteState;
  /** Newest first; null until read. */
  writes: ChangeSetLine[] | null;
  /** Stages a request again: its client has overwritten it. */
  onAgain: (request: PlanRequest) => void;
};

export function Writes({ state, writes, onAgain }: Props) {
  const host = useHost();
  const notify = useNotify();
  const [lost, setLost] = useState(false);
  const { last } = state;
  if (writes === null) return <p className="dim">Reading…</p>;
  if (writes.length === 0) return <Empty title="Nothing was written from here yet." />;
  const check = (request: PlanRequest) => {
    host.plan(request).then(({ files }) => {
      setLost(files.length > 0);
      notify.say(files.length > 0 ? "A client has overwritten it since." : "It still stands in the files.");
    }, notify.failed);
  };
  return (
    <div className="writes">
      <h2 tabIndex={-1} data-focus-first>History</h2>
      <p className="caption">Backups are kept in Plimsoll’s data folder.</p>
      {last !== null && (
        <p className="scope-buttons">
          <button type="button" className="button" onClick={() => check(last)}>
            Check that the last write still stands
          </button>
          {lost && (
            <button
              type="button"
              className="button"
              onClick={() => {
                setLost(false);
                onAgain(last);
              }}
            >
              Stage it again
            </button>
          )}
        </p>
      )}
      <ol>
        {writes.map((line) => (
          <WriteItem key={line.id} line={line} state={state} />
        ))}
      </ol>
    </div>
  );
}
