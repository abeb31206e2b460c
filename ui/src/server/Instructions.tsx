/** The server's instructions as sent, and what each client makes of them. */
import type { ServerDetail } from "../wire/generated";
import type { ServerRow } from "../lib/catalogue";
import { clientName } from "../lib/clients";
import * as explain from "../lib/explain";
import { count } from "../lib/format";
import { Empty } from "../parts/Empty";
import { InfoLabel } from "../parts/InfoLabel";
import { ServerText } from "../parts/ServerText";

type Props = {
  row: ServerRow;
  detail: ServerDetail | null;
  base: explain.Base;
};

export function Instructions({ row, detail, base }: Props) {
  if (detail === null) return <p className="dim">Reading…</p>;
  if (detail.instructions === null) {
    return (
      <Empty
        title={row.known ? "This server sends no instructions." : "Not known: the server was not connected yet."}
      />
    );
  }
  const weighed = row.entries.filter(({ entry }) => entry.instructions !== null);
  return (
    <div className="prose">
      <p className="dim">
        Text from the server, shown as text. Clients put it into context from the start.{" "}
        {weighed.map(({ client, entry }) => (
          <span key={`${client.id} ${entry.file}`} className="selectable">
            {clientName(client.id)}: {count(entry.instructions?.tokens ?? 0)}{" "}
            <InfoLabel info={explain.instructions(base)}>tok</InfoLabel>
            {entry.instructions?.cut === true && ", cut by the client"}.{" "}
          </span>
        ))}
      </p>
      <div className="code">
        <ServerText text={detail.instructions} lines />
      </div>
    </div>
  );
}
