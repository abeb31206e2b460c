/** Name, state and size of the server; connect again or stop. */
import type { Audit, ServerDetail } from "../wire/generated";
import type { ServerRow } from "../lib/catalogue";
import * as explain from "../lib/explain";
import { count, duration, plural } from "../lib/format";
import { stateWord } from "../lib/tiles";
import { InfoLabel } from "../parts/InfoLabel";
import { LoadingChip } from "../parts/LoadingChip";
import { ServerText } from "../parts/ServerText";

type Props = {
  row: ServerRow;
  detail: ServerDetail | null;
  audit: Audit;
  /** Whether it is being connected now. */
  busy: boolean;
  onOverview: () => void;
  onConnect: () => void;
  onStop: () => void;
};

export function ServerHead({ row, detail, audit, busy, onOverview, onConnect, onStop }: Props) {
  const timing = detail?.timing ?? null;
  const transport = row.entries[0]?.entry.transport;
  return (
    <header className="server-head">
      <button type="button" className="link" onClick={onOverview}>
        ‹ Overview
      </button>
      <h1>
        <ServerText text={row.name} />
      </h1>
      <span className="server-facts dim">
        <LoadingChip loading={row.loading}>{busy ? "Connecting" : stateWord(row)}</LoadingChip>
        {transport !== null && transport !== undefined && <span>{transport}</span>}
        {timing !== null && <span>{duration(timing.startMs + timing.listMs)}</span>}
        {row.known && (
          <>
            <span className="selectable">{plural(row.tools.length, "tool")}</span>
            <span>
              <span className="selectable">{count(row.tokens)}</span>{" "}
              <InfoLabel info={explain.weight(audit)}>tok in all definitions</InfoLabel>
            </span>
          </>
        )}
      </span>
      <span className="server-actions">
        {busy ? (
          <button type="button" className="button" onClick={onStop}>
            Stop
          </button>
        ) : (
          row.key !== null && (
            <button type="button" className="button" onClick={onConnect}>
              {row.known ? "Reconnect…" : "Connect…"}
            </button>
          )
        )}
      </span>
    </header>
  );
}
