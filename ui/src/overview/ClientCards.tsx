/** All clients side by side: each with its load gauge. Their sums are never added up. */
import type { ClientAudit } from "../wire/generated";
import { clientName } from "../lib/clients";
import * as explain from "../lib/explain";
import { shortPath, tokenSum } from "../lib/format";
import { told } from "../lib/told";
import { ClientGauge } from "./ClientGauge";
import { InfoLabel } from "../parts/InfoLabel";

type Props = {
  clients: readonly ClientAudit[];
  base: explain.Base;
  /** Looks at one client alone. */
  onClient: (id: string) => void;
};

export function ClientCards({ clients, base, onClient }: Props) {
  return (
    <ul className="client-cards" aria-label="Load per client">
      {clients.map((client) => {
        const says = told(client.id, base.access);
        return (
          <li key={`${client.id} ${client.project ?? ""}`} className="client-card">
            <ClientGauge client={client} />
            <div>
              <button type="button" className="link strong" onClick={() => onClient(client.id)}>
                {clientName(client.id)}
              </button>{" "}
              <span className="caption selectable">{client.version}</span>
              <div className="card-number">
                <span className="number selectable">{tokenSum(client.standing)}</span>{" "}
                <InfoLabel info={explain.standing(client, base)}>tok standing</InfoLabel>
              </div>
              <div className="caption">
                <span className="selectable">{tokenSum(client.ifAllEager)}</span>{" "}
                <InfoLabel info={explain.allEager(client, base)}>tok if all eager</InfoLabel>
              </div>
              {client.project !== null && <div className="caption selectable">{shortPath(client.project)}</div>}
              {says !== null && <div className={says.known ? "caption" : "caption warn"}>{says.words}</div>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
