/** Says what the totals miss, and offers what can be done about it. */
import type { ClientAudit, ServerAudit } from "../wire/generated";
import type { ServerRow } from "../lib/catalogue";
import { clientName } from "../lib/clients";
import { plural } from "../lib/format";
import { told } from "../lib/told";
import { Strip } from "../parts/Strip";
import { ShowServers } from "./ShowServers";

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

/** Rows with an entry of this state whose weight misses something. */
function missing(rows: readonly ServerRow[], state: ServerAudit["state"]): ServerRow[] {
  return rows.filter(
    (row) => row.state === state && row.entries.some(({ entry }) => entry.state === state && entry.lowerBound === true),
  );
}

export function PartialStrip({ clients, rows, access, onSelect, onConnect, onClient }: Props) {
  if (!clients.some((client) => client.standing.lowerBound || client.ifAllEager.lowerBound)) return null;
  const used = rows.filter((row) => !row.shadowed);
  const failed = used.filter((row) => row.state === "failed");
  const waiting = used.filter((row) => row.state === "notStarted" && row.key !== null);
  const active = used.filter((row) => row.state !== "off" && row.state !== "needsApproval");
  const unapproved = missing(used, "needsApproval");
  const cut = missing(used, "listed");
  const untold = clients.filter(
    (client) => told(client.id, access)?.known === false && client.servers.some(({ tools }) => tools.length > 0),
  );
  return (
    <Strip tone="warn">
      {failed.length > 0 && (
        <span>
          {failed.length} of {plural(active.length, "server")} did not answer.{" "}
          <ShowServers rows={failed} onSelect={onSelect} />
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
      {unapproved.length > 0 && (
        <span>
          {plural(unapproved.length, "server")} not approved in a client, as far as its files say: whether they count is
          not known. <ShowServers rows={unapproved} onSelect={onSelect} />
        </span>
      )}
      {cut.length > 0 && (
        <span>
          {plural(cut.length, "server")} with more tools than are known here.{" "}
          <ShowServers rows={cut} onSelect={onSelect} />
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
