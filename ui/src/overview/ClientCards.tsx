/** All clients side by side: each with its load gauge. Their sums are never added up. */
import type { Audit, ClientAudit } from "../wire/generated";
import { clientName } from "../lib/clients";
import * as explain from "../lib/explain";
import { shortPath, tokenSum } from "../lib/format";
import { ClientGauge } from "./ClientGauge";
import { InfoLabel } from "../parts/InfoLabel";

type Props = {
  clients: readonly ClientAudit[];
  audit: Audit;
  /** Looks at one client alone. */
  onClient: (id: string) => void;
};

export function ClientCards({ clients, audit, onClient }: Props) {
  return (
    <ul className="client-cards" aria-label="Load per client">
      {clients.map((client) => (
        <li key={`${client.id} ${client.project ?? ""}`} className="client-card">
          <ClientGauge client={client} />
          <div>
            <button type="button" className="link strong" onClick={() => onClient(client.id)}>
              {clientName(client.id)}
            </button>{" "}
            <span className="caption selectable">{client.version}</span>
            <div>
              <span className="number selectable">{tokenSum(client.standing)}</span>{" "}
              <InfoLabel info={explain.standing(client, audit)}>tok standing</InfoLabel>
            </div>
            <div className="caption">
              of {tokenSum(client.ifAllEager)} if all eager
              {client.project !== null && ` · ${shortPath(client.project)}`}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
