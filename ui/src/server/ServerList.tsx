/** The servers beside the one looked at, each with its state. */
import type { ServerRow } from "../lib/catalogue";
import { stateWord } from "../lib/tiles";
import { visible } from "../lib/visible";

type Props = {
  rows: readonly ServerRow[];
  /** Row id. */
  current: string;
  connecting: ReadonlyMap<string, unknown>;
  onServer: (server: string) => void;
};

/** One character per state; the word is beside it for screen readers. */
const SIGN: Readonly<Record<ServerRow["state"], readonly [string, string]>> = {
  listed: ["●", "ok"],
  failed: ["✕", "danger"],
  notStarted: ["○", "dim"],
  off: ["–", "dim"],
  needsApproval: ["?", "warn"],
};

export function ServerList({ rows, current, connecting, onServer }: Props) {
  return (
    <nav className="server-list" data-pane aria-label="Servers">
      {rows.map((row) => {
        const [sign, tone] = SIGN[row.state];
        return (
          <button
            key={row.id}
            type="button"
            className="server-item"
            aria-current={row.id === current ? "page" : undefined}
            onClick={() => onServer(row.id)}
          >
            <span className="server-item-name">{visible(row.name)}</span>
            {row.key !== null && connecting.has(row.key) ? (
              <span className="spinner" role="img" aria-label="Connecting" />
            ) : (
              <span className={tone} role="img" aria-label={stateWord(row)} title={stateWord(row)}>
                {sign}
              </span>
            )}
          </button>
        );
      })}
    </nav>
  );
}
