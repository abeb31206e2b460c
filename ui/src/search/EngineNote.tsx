/** How far an engine's order is to be trusted, and what it depends on. */
import { memo } from "react";
import type { EngineAbout } from "../wire/generated";
import { builtInText } from "../lib/found";
import { InfoLabel } from "../parts/InfoLabel";

type Props = {
  engine: EngineAbout;
  /** Whether the client's own tools compete; null: it has none. */
  builtIn: boolean | null;
};

/** Every answer brings the same words again in new objects. */
export const EngineNote = memo(Note, (before, now) => JSON.stringify(before) === JSON.stringify(now));

function Note({ engine, builtIn }: Props) {
  const own = engine.id === "claude-code" ? builtInText(builtIn) : null;
  return (
    <div className="engine-note">
      <InfoLabel info={engine.because}>
        {engine.fidelity === "exact" ? "Exact: the order the real one gives" : "~ Approximate order"}
      </InfoLabel>
      {own !== null && (
        <span className={builtIn === true ? "" : "warn"}>
          <InfoLabel info={own.long}>{own.short}</InfoLabel>
        </span>
      )}
      {engine.parameters.length > 0 && (
        <details className="engine-parameters">
          <summary className="caption">Parameters ({engine.parameters.length})</summary>
          <dl>
            {engine.parameters.map(({ name, value, source }) => (
              <div key={name}>
                <dt className="caption">{name}</dt>
                <dd className="selectable">
                  {value} <span className="caption">{source}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}
