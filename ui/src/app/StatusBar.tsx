/** The line at the bottom: when, how much of it, counted how. */
import type { Audit, ClientAudit } from "../wire/generated";
import { clientName } from "../lib/clients";
import { clock } from "../lib/format";

type Props = {
  audit: Audit;
  clients: readonly ClientAudit[];
  reading: boolean;
  onKeys: () => void;
};

export function StatusBar({ audit, clients, reading, onKeys }: Props) {
  const listed = clients.reduce((sum, client) => sum + client.answered.listed, 0);
  const active = clients.reduce((sum, client) => sum + client.answered.active, 0);
  const versions = clients
    .filter((client) => client.version !== null)
    .map((client) => `${clientName(client.id)} ${client.version ?? ""}`);
  const cuts = versions.length > 0 ? ` · weights after the cuts of ${versions.join(", ")}` : "";
  return (
    <footer className="status-bar caption">
      <span className="status-text selectable">
        {reading ? `Reading… shown: from ${clock(audit.readAt)}` : `Read ${clock(audit.readAt)}`} · {listed} of{" "}
        {active} active entries have known tools · {audit.tokenizer}
        {cuts}
      </span>
      <button type="button" className="status-button caption" onClick={onKeys}>
        F6 panes · ? keys
      </button>
    </footer>
  );
}
