/** What measured data says could be changed, with the figures and a button to stage it. */
import type { Suggestion } from "../wire/generated";
import { count } from "../lib/format";
import type { StagedAction, StagedChange } from "../lib/staged";
import { ServerText } from "../parts/ServerText";

type Props = {
  suggestions: readonly Suggestion[];
  changes: ReadonlyMap<string, StagedChange>;
  dispatch: (action: StagedAction) => void;
};

export function Suggestions({ suggestions, changes, dispatch }: Props) {
  const staged = new Set([...changes.values()].map(({ text }) => text));
  const open = suggestions.filter(({ set }) => set.some((text) => !staged.has(text)));
  if (open.length === 0) return null;
  return (
    <ul className="suggestions" aria-label="Suggestions">
      {open.map((suggestion) => (
        <li key={suggestion.set.join()}>
          <span>
            <ServerText text={suggestion.message} />{" "}
            <span className="strong">When needed saves {count(suggestion.saves)} tok.</span>
          </span>
          <button
            type="button"
            className="button"
            onClick={() => dispatch({ type: "stage", changes: suggestion.set.map((text) => ({ list: "set", text, from: null })) })}
          >
            Stage
          </button>
        </li>
      ))}
    </ul>
  );
}
