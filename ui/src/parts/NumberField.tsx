/** A labelled whole number. */
import { useId } from "react";

type Props = {
  /** Names the number with its unit. */
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  /** Whether it may be empty. */
  optional?: boolean;
};

export function NumberField({ label, value, onChange, optional = false }: Props) {
  const id = useId();
  return (
    <span className="choice">
      <label className="caption" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="field"
        inputMode="numeric"
        required={!optional}
        value={value ?? ""}
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, "").slice(0, 9);
          onChange(digits === "" ? null : Number(digits));
        }}
      />
    </span>
  );
}
