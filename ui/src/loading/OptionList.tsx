/** The options of a switch, with the visible reason against each that cannot be chosen. */
import { useId } from "react";
import type { SwitchOption } from "../wire/generated";
import { chosen, optionTitle, reasons, type Changes, type Switch } from "../lib/board";
import { ServerText } from "../parts/ServerText";

type Props = {
  here: Switch;
  changes: Changes;
  /** What is chosen here. */
  label: string;
  onPick: (option: SwitchOption) => void;
};

export function OptionList({ here, changes, label, onPick }: Props) {
  const name = useId();
  const now = chosen(here, changes);
  return (
    <fieldset className="option-list">
      <legend className="visually-hidden">{label}</legend>
      {here.options.map((option) => (
        <label key={option.spec} className="check">
          <input
            type="radio"
            name={name}
            checked={option === now}
            disabled={option.unavailable !== null}
            onChange={() => onPick(option)}
          />
          <span className={option.unavailable === null ? "" : "dim"}>{optionTitle(option)}</span>
        </label>
      ))}
      {reasons(here.options).map(({ titles, why }) => (
        <p key={why} className="caption">
          {titles.join(", ")}: <ServerText text={why} />
        </p>
      ))}
    </fieldset>
  );
}
