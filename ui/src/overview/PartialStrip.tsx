/** Says what the totals miss, and offers what can be done about it. */
import type { ClientAudit } from "../wire/generated";
import type { ServerRow } from "../lib/catalogue";
import { plural } from "../lib/format";
import { visible } from "../lib/visible";
import { Strip } from "../parts/Strip";

type Props = {
  clients: readonly ClientAudit[];
  rows: readonly ServerRow[];
  onSelect: (id: string) => void;
  onConnect: (keys: string[]) => void;
};

export function PartialStrip({ clients, rows, onSelect, onConnect }: Props) {
  if (!clients.some((client) => client.standing.lowerBound || client.ifAllEager.lowerBound)) return null;
  const failed = rows.filter((row) => row.state === "failed" && !row.shadowed);
  const waiting = rows.filter((row) => row.state === "notStarted" && !row.shadowed && row.key !== null);
  const active = rows.filter(
    (row) => !row.shadowed && row.state !== "off" && row.state !== "needsApproval",
  );
  return (
    <Strip tone="warn">
      {failed.length > 0 && (
        <span>
          {failed.length} of {plural(active.length, "server")} did not answer.{" "}
          {failed.slice(0, 3).map((row) => (
            <button key={row.id} type="button" className="link" onClick={() => onSelect(row.id)}>
              Show {visible(row.name)}
            </button>
          ))}
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
      <span>Totals are a lower bound.</span>
    </Strip>
  );
}
