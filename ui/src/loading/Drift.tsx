/** Tools that appeared after the user chose which to keep. */
import type { SwitchCell } from "../wire/generated";
import { plural } from "../lib/format";
import type { StagedAction } from "../lib/staged";
import { ServerText } from "../parts/ServerText";

type Props = {
  cell: SwitchCell;
  dispatch: (action: StagedAction) => void;
};

export function Drift({ cell, dispatch }: Props) {
  const { newTools, tools } = cell;
  const offered = newTools.filter((name) => tools.some((tool) => tool.name === name && tool.planned !== "off"));
  return (
    <section className="drift">
      <h3>Drift</h3>
      <p className="warn">{plural(newTools.length, "tool")} appeared since you chose.</p>
      <ul>
        {newTools.map((name) => (
          <li key={name} className="mono">
            <ServerText text={name} />
          </li>
        ))}
      </ul>
      {offered.length > 0 && (
        <button
          type="button"
          className="button"
          onClick={() =>
            dispatch({
              type: "stage",
              changes: offered.map((name) => ({ list: "set", text: `${cell.target}/${name}=off`, from: null })),
            })
          }
        >
          Switch the new ones off
        </button>
      )}
    </section>
  );
}
