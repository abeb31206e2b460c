/** Name, state and size of the server; connect again or stop. */
import type { ServerDetail } from "../wire/generated";
import { PHASE_WORD, type ServerActs } from "../lib/acts";
import type { ServerRow } from "../lib/catalogue";
import { connectWords } from "../lib/connecting";
import * as explain from "../lib/explain";
import { count, duration, plural } from "../lib/format";
import { stateWord } from "../lib/tiles";
import { InfoLabel } from "../parts/InfoLabel";
import { LoadingChip } from "../parts/LoadingChip";
import { ServerText } from "../parts/ServerText";

type Props = {
  row: ServerRow;
  detail: ServerDetail | null;
  base: explain.Base;
  acts: ServerActs;
  onOverview: () => void;
};

export function ServerHead({ row, detail, base, acts, onOverview }: Props) {
  const { key } = row;
  const timing = detail?.timing ?? null;
  const transport = row.entries[0]?.entry.transport;
  const phase = key === null ? undefined : acts.connecting.get(key);
  const connect = connectWords(row);
  return (
    <header className="server-head">
      <button type="button" className="link" onClick={onOverview}>
        ‹ Overview
      </button>
      <h1>
        <ServerText text={row.name} />
      </h1>
      <span className="server-facts dim">
        {phase === undefined ? (
          <LoadingChip loading={row.loading}>{stateWord(row)}</LoadingChip>
        ) : (
          <span role="status">
            <span className="spinner" aria-hidden="true" /> {PHASE_WORD[phase]}
          </span>
        )}
        {transport !== null && transport !== undefined && <span>{transport}</span>}
        {timing !== null && (
          <span>
            <span className="selectable">{duration(timing.startMs + timing.listMs)}</span>{" "}
            <InfoLabel info="From the start of the last connection to its whole tool list: handshake and listing.">
              to list
            </InfoLabel>
          </span>
        )}
        {row.known && (
          <>
            <span className="selectable">{plural(row.tools.length, "tool")}</span>
            <span>
              <span className="selectable">{count(row.tokens)}</span>{" "}
              <InfoLabel info={explain.weight(base, row)}>tok in all definitions</InfoLabel>
            </span>
          </>
        )}
      </span>
      {key !== null && (
        <span className="server-actions">
          {phase === undefined ? (
            connect !== null && (
              <button type="button" className="button" title={connect.hint} onClick={() => acts.connect([key])}>
                {connect.label}
              </button>
            )
          ) : (
            <button type="button" className="button" onClick={() => acts.stop(key)}>
              Stop
            </button>
          )}
        </span>
      )}
    </header>
  );
}
