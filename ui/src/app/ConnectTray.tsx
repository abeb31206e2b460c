/** Live progress of connecting, above the status bar: each server, its phase, cancel. */
import type { ConnectEvent } from "../wire/generated";
import { onItsWay, PHASE_WORD } from "../lib/acts";
import { duration, plural } from "../lib/format";
import { visible } from "../lib/visible";
import type { ConnectState } from "./useConnect";
import "./connect.css";

type Props = { connect: ConnectState };

/** Whether a server is still on its way. */
function open({ phase }: ConnectEvent): boolean {
  return onItsWay(phase);
}

export function ConnectTray({ connect }: Props) {
  const { events, running, summary } = connect;
  if (!running && summary === null) return null;
  const done = events.filter((event) => !open(event)).length;
  return (
    <section className="connect-tray" data-pane aria-label="Connecting">
      <div className="connect-head">
        <span role="status" aria-live="polite">
          {summary === null
            ? `Connecting: ${done} of ${plural(events.length, "server")} done`
            : ended(summary.listed, summary.failed, summary.cancelled)}
        </span>
        {running ? (
          <button type="button" className="button" onClick={() => connect.cancel()}>
            Cancel all
          </button>
        ) : (
          <button type="button" className="button" onClick={connect.dismiss}>
            Close
          </button>
        )}
      </div>
      <ul className="connect-list">
        {events.map((event) => (
          <li key={event.key} className="connect-row">
            {open(event) ? (
              <span className="spinner" aria-hidden="true" />
            ) : (
              <span className={event.phase === "listed" ? "ok" : "danger"} aria-hidden="true">
                {event.phase === "listed" ? "✓" : "✕"}
              </span>
            )}
            <span className="strong connect-name">{visible(event.name)}</span>
            <span className="dim">
              {PHASE_WORD[event.phase]}
              {event.tools !== null && `, ${plural(event.tools, "tool")}`}
              {event.ms > 0 && `, ${duration(event.ms)}`}
            </span>
            <span className="connect-reason selectable" title={event.problem?.hint ?? undefined}>
              {visible(event.problem?.message ?? "")}
            </span>
            {open(event) && (
              <button
                type="button"
                className="button quiet"
                aria-label={`Cancel ${event.name}`}
                onClick={() => connect.cancel(event.key)}
              >
                Cancel
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ended(listed: number, failed: number, cancelled: number): string {
  const parts = [`${plural(listed, "server")} listed`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (cancelled > 0) parts.push(`${cancelled} cancelled`);
  return `${parts.join(", ")}.`;
}
