/** What puts an entry here that is not there yet, and putting that back. */
import type { SwitchCell } from "../wire/generated";
import { arrival } from "../lib/arrivals";
import type { Changes } from "../lib/board";
import { slotOf, specTitle } from "../lib/specs";
import type { StagedAction } from "../lib/staged";
import { ServerText } from "../parts/ServerText";

type Props = {
  cell: SwitchCell;
  changes: Changes;
  dispatch: (action: StagedAction) => void;
};

export function Arrival({ cell, changes, dispatch }: Props) {
  const by = [...changes.values()].find((change) => arrival(change) === cell.target);
  if (by === undefined) return null;
  return (
    <section>
      <h3>The entry</h3>
      <p>
        <span className="staged-mark" role="img" aria-label="staged">
          ●
        </span>{" "}
        <ServerText text={specTitle(by)} />{" "}
        <button type="button" className="link" onClick={() => dispatch({ type: "unstage", slots: [slotOf(by)] })}>
          Put back
        </button>
      </p>
      <p className="caption">Putting it back also unstages what is set of it here.</p>
    </section>
  );
}
