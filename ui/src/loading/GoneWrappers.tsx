/** Entries that start Plimsoll's wrapper where it no longer is, and mending them all. */
import type { SwitchCell } from "../wire/generated";
import { clientName } from "../lib/clients";
import { plural } from "../lib/format";
import { isMended, repair } from "../lib/wrapping";
import type { StagedAction, StagedChange } from "../lib/staged";
import { ServerText } from "../parts/ServerText";
import { Strip } from "../parts/Strip";

type Props = {
  cells: readonly SwitchCell[];
  changes: ReadonlyMap<string, StagedChange>;
  dispatch: (action: StagedAction) => void;
  /** Shows what would be written. */
  onReview: () => void;
};

export function GoneWrappers({ cells, changes, dispatch, onReview }: Props) {
  if (cells.length === 0) return null;
  const open = cells.filter((cell) => !isMended(cell, changes));
  const step = repair(open);
  return (
    <Strip tone="danger">
      <span className="selectable">
        {plural(cells.length, "entry starts", "entries start")} Plimsoll’s wrapper where it no longer is, so the client gets no answer:{" "}
        {cells.map(({ target, name, client }, index) => (
          <span key={target}>
            {index > 0 && ", "}
            <ServerText text={name} /> in {clientName(client)}
          </span>
        ))}
        .
      </span>
      {step === null ? (
        <button type="button" className="button" onClick={onReview}>
          Staged: review
        </button>
      ) : (
        <button
          type="button"
          className="button"
          onClick={() => {
            dispatch(step);
            onReview();
          }}
        >
          Repair {open.length > 1 ? "all" : "it"}…
        </button>
      )}
    </Strip>
  );
}
