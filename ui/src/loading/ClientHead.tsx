/** A client's column head: what it pays now and then, its mode, whether a proof confirms it. */
import { useId } from "react";
import type { SwitchClient } from "../wire/generated";
import { clientName } from "../lib/clients";
import { count, tokenSum } from "../lib/format";
import { Tip } from "../parts/Tip";

type Props = {
  client: SwitchClient;
  /** The sort order as a sign; empty: not sorted by it. */
  arrow: string;
  unit: string;
  onSort: ((event: unknown) => void) | undefined;
  onMode: (value: string) => void;
};

/** The value that stands for "the client decides". */
const DEFAULT = "default";

export function ClientHead({ client, arrow, unit, onSort, onMode }: Props) {
  const id = useId();
  const { standing, planned, modes } = client;
  const mode = client.plannedMode ?? DEFAULT;
  const chosen = modes.find(({ state }) => state === mode);
  // Most titles take two lines, which no select has: it lies over the text.
  const title = chosen?.title ?? mode;
  return (
    <>
      <Tip text={`What it pays before the first message: ${tokenSum(standing)} tokens${planned.tokens === standing.tokens ? "" : `, with the staged changes ${tokenSum(planned)}`}.\n${unit}`}>
        <button type="button" className="head-button strong" onClick={onSort}>
          {clientName(client.id)}
          <span aria-hidden="true">{arrow}</span>
        </button>
      </Tip>
      <span className="selectable">
        {tokenSum(standing)}
        {planned.tokens !== standing.tokens && <strong> → {count(planned.tokens)}</strong>} <span className="caption">tok</span>
      </span>
      {modes.length === 0 ? (
        <Tip text={client.because}>
          <button type="button" className="info-label caption">
            no client-wide mode
          </button>
        </Tip>
      ) : (
        <span className="mode" title={`${title}. ${client.because}`}>
          <span className="mode-title" aria-hidden="true">
            {title}
          </span>
          <span aria-hidden="true">▾</span>
          <label className="visually-hidden" htmlFor={id}>
            Mode
          </label>
          <select id={id} className="mode-select" value={mode} onChange={(event) => onMode(event.target.value)}>
            {chosen === undefined && <option value={mode}>{mode}</option>}
            {modes.map((option) => (
              <option key={option.state} value={option.state} disabled={option.unavailable !== null}>
                {option.title}
              </option>
            ))}
          </select>
          {(client.mode ?? DEFAULT) !== mode && <Staged />}
        </span>
      )}
      <span className="caption client-notes">
        {client.running && <span className="warn">● running </span>}
        {client.confirmed === null ? "requested, not proven" : <span className="ok">✓ {client.confirmed}</span>}
      </span>
    </>
  );
}

function Staged() {
  return (
    <span className="staged-mark" role="img" aria-label="staged">
      ●
    </span>
  );
}
