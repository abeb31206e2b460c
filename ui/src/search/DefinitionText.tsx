/** A definition as received, pretty or on one line, with matched arguments marked. */
import { useState } from "react";
import { oneLine } from "../lib/oneLine";
import { MarkedText } from "../parts/MarkedText";

type Props = {
  /** Pretty-printed. */
  definition: string;
  marks: readonly string[];
};

export function DefinitionText({ definition, marks }: Props) {
  const [raw, setRaw] = useState(false);
  return (
    <section>
      <div className="definition-head">
        <h3>Definition</h3>
        <span className="segments">
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              className="segment"
              aria-pressed={raw === one}
              onClick={() => setRaw(one)}
            >
              {one ? "Raw" : "Pretty"}
            </button>
          ))}
        </span>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by key */}
      <div className="lab-code mono" tabIndex={0} role="region" aria-label="Definition as received">
        <MarkedText text={raw ? oneLine(definition) : definition} marks={marks} lines />
      </div>
    </section>
  );
}
