/** History: every write, newest first, with its differences, undo, and whether it still stands. */
import type { ChangeSetLine, PlanRequest } from "../wire/generated";
import { standing } from "../lib/writes";
import { Empty } from "../parts/Empty";
import { MissedWrite } from "./MissedWrite";
import type { MissedState } from "./useMissed";
import { WriteItem } from "./WriteItem";
import type { WriteState } from "./useWrite";

type Props = {
  state: WriteState;
  missed: MissedState;
  /** Newest first; null until read. */
  writes: ChangeSetLine[] | null;
  /** Stages a request again: its client has overwritten it. */
  onAgain: (request: PlanRequest) => void;
};

export function Writes({ state, missed, writes, onAgain }: Props) {
  const { last } = state;
  if (writes === null) return <p className="dim">Reading…</p>;
  if (writes.length === 0) return <Empty title="Nothing was written from here yet." />;
  const checkable = new Set(standing(writes).map(({ line }) => line.id));
  return (
    <div className="writes">
      <h2 tabIndex={-1} data-focus-first>History</h2>
      <p className="caption">Backups are kept in Plimsoll’s data folder.</p>
      <MissedWrite
        state={missed}
        request={last !== null && last.id === missed.missed?.line.id ? last.request : null}
        busy={state.busy}
        onStage={onAgain}
      />
      <ol>
        {writes.map((line) => (
          <WriteItem key={line.id} line={line} state={state} onCheck={checkable.has(line.id) ? () => missed.look(line.id) : null} />
        ))}
      </ol>
    </div>
  );
}
