/** Where an entry may be moved or copied to, and taking it out. */
import { useState } from "react";
import type { SwitchCell } from "../wire/generated";
import { placeTitle, slotOf, specTitle, type List } from "../lib/specs";
import type { StagedAction, StagedChange } from "../lib/staged";
import { Choice } from "../parts/Choice";
import { ServerText } from "../parts/ServerText";

type Props = {
  cell: SwitchCell;
  changes: ReadonlyMap<string, StagedChange>;
  dispatch: (action: StagedAction) => void;
};

export function PlacesForm({ cell, changes, dispatch }: Props) {
  const { places, target } = cell;
  const [place, setPlace] = useState(places[0] ?? "");
  if (places.length === 0) return null;
  const stage = (list: List, text: string) => dispatch({ type: "stage", changes: [{ list, text, from: null }] });
  const own = [...changes.values()].filter(
    ({ list, text }) => ["moves", "copies", "remove"].includes(list) && (text === target || text.startsWith(`${target}=`)),
  );
  return (
    <section>
      <h3>The entry</h3>
      <p className="caption">
        Translated to the other client’s dialect; the review says what cannot be carried over.
      </p>
      <Choice label="To" value={place} options={places.map((one) => ({ value: one, label: placeTitle(one) }))} onChange={setPlace} />
      <p className="scope-buttons">
        <button type="button" className="button" onClick={() => stage("moves", `${target}=${place}`)}>
          Move
        </button>
        <button type="button" className="button" onClick={() => stage("copies", `${target}=${place}`)}>
          Copy
        </button>
        <button type="button" className="button" onClick={() => stage("remove", target)}>
          Remove entry
        </button>
      </p>
      {own.map((change) => (
        <p key={change.text}>
          <span className="staged-mark" role="img" aria-label="staged">
            ●
          </span>{" "}
          <ServerText text={specTitle(change)} />{" "}
          <button type="button" className="link" onClick={() => dispatch({ type: "unstage", slots: [slotOf(change)] })}>
            Put back
          </button>
        </p>
      ))}
    </section>
  );
}
