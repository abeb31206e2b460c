/** Says what the totals miss, and offers what can be done about it. */
import type { ClientAudit } from "../wire/generated";
import type { ServerRow } from "../lib/catalogue";
import { clientName } from "../lib/clients";
import { plural } from "../lib/format";
import { told } from "../lib/told";
import { visible } from "../lib/visible";
import { Strip } from "../parts/Strip";

type Props = {
  clients: readonly ClientAudit[];
  rows: readonly ServerRow[];
  /** The setting `desktopToolAccess`. */
  access: string;
  onSelect: (id: string) => void;
  onConnect: (keys: string[]) => void;
  /** Looks at one client alone, where its access mode can be said. */
  onClient: (id: string) => void;
};

/** How many failed servers are named. */
const NAMED = 3;

export function PartialStrip({ clients, rows, access, onSelect, onConnect, onClient }: Props) {
  if (!clients.some((client) => client.standing.lowerBound || client.ifAllEager.lowerBound)) return null;
  const failed = rows.filter((row) => row.state === "failed" && !row.shadowed);
  const waiting = rows.filter((row) => row.state === "notStarted" && !row.shadowed && row.key !== null);
  const active = rows.filter(
    (row) => !row.shadowed && row.state !== "off" && row.state !== "needsApproval",
  );
  const untold = clients.filter(
    (client) => told(client.id, access)?.known === false && client.servers.some(({ tools }) => tools.length > 0),
  );
  return (
    <Strip tone="warn">
      {failed.length > 0 && (
        <span>
          {failed.length} of {plural(active.length, "server")} did not answer.{" "}
          {failed.slice(0, NAMED).map((row) => (
            <span key={row.id}>
              <button type="button" className="link" onClick={() => onSelect(row.id)}>
                Show {visible(row.name)}
              </button>{" "}
            </span>
          ))}
          {failed.length > NAMED && `and ${failed.length - NAMED} more.`}
        </span>
      )}
      {waiting.length > 0 && (
        <span>
          {plural(waiting.length, "server")} not connected yet: their weight is not known.{" "}
          <button
            type="button"
            className="button primary"
            onClick={() => onConnect(waiting.flatMap((row) => (row.key === null ? [] : [row.key])))}
          >
            Connect…
          </button>
        </span>
      )}
      {untold.map(({ id }) => (
        <span key={id}>
          {clientName(id)}: how its tools load is in no file.{" "}
          {clients.length > 1 && (
            <button type="button" className="link" onClick={() => onClient(id)}>
              Say which mode is on
            </button>
          )}
        </span>
      ))}
      <span>Totals are a lower bound.</span>
    </Strip>
  );
}
