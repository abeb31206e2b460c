/** A labelled choice of one from a few, with the system's own list. */
import { useId } from "react";

export type Option = { value: string; label: string };

type Props = {
  /** What is chosen: "Client". */
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
};

export function Choice({ label, value, options, onChange }: Props) {
  const id = useId();
  return (
    <span className="choice">
      <label className="caption" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="select"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
